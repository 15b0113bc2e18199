/** ms of a step, by the names of cannon-es. */
export interface Profile {
  solve: number;
  makeContactConstraints: number;
  broadphase: number;
  integrate: number;
  narrowphase: number;
}

/** Adds the stages of the engine up. */
export function readProfile(stages: Record<string, number>, profile: Profile): void {
  const sum = (...names: string[]) => names.reduce((total, name) => total + (stages[name] ?? 0), 0);
  profile.broadphase = sum('broadphase');
  profile.narrowphase = sum('narrowphase');
  profile.makeContactConstraints = sum('bundles', 'pack');
  profile.integrate = sum('bodies', 'finish');
  profile.solve =
    sum(...Object.keys(stages)) - profile.broadphase - profile.narrowphase - profile.makeContactConstraints - profile.integrate;
}
