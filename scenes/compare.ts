// One scene under several solvers: by how much joints open, surfaces overlap, energy and momentum change, and how long a frame takes.
import { PulleyJoint, type Vec3, type World } from '../bindings/index.ts';
import { type OpenScene, openScene } from './open.ts';
import type { ParameterValues, Scene } from './scene.ts';
import { type ChosenSettings, SOLVERS, type SolverName } from './settings.ts';
import { ErrorRecord, largest, median } from './statistics.ts';

export interface CompareOptions {
  parameters?: Readonly<Record<string, unknown>>;
  /** Of all solvers. */
  settings?: ChosenSettings;
  frames?: number;
  solvers?: readonly SolverName[];
  /** m: for each solver the fewest substeps, a power of two, with which no joint is off by more at the end of a frame. */
  within?: number;
  onFrame?(done: number): void;
  /** Called when a run is over. */
  onRun?(outcome: Outcome): void;
}

/** What a scene has come to under one solver. Null: there is nothing of the kind. */
export interface Outcome {
  solver: SolverName;
  substeps: number;
  iterations: number;
  /** By how much joints are off, over all joints and frames: m, and rad. */
  jointError: number | null;
  jointErrorRms: number | null;
  angularError: number | null;
  /** Maximum penetration of two surfaces, m. */
  overlap: number | null;
  /** J: kinetic and potential energy of bodies at the end, less that at the start; the largest gain at any time; the largest kinetic energy, or by how much the potential one changed. */
  energyChange: number;
  energyGain: number;
  energyRange: number;
  /** Largest changes in parts of the momenta that single bodies had at most, the angular one about the common centre of mass. */
  momentumChange: number | null;
  angularMomentumChange: number | null;
  /** Median of the steps, ms. */
  msPerFrame: number;
  /** Bodies whose state stopped being finite. */
  frozenBodies: number;
}

export interface SolverComparison {
  scene: string;
  parameters: ParameterValues;
  frames: number;
  /** J: the median of all solvers' ranges, since that of one that explodes says nothing. */
  energyRange: number;
  outcomes: Outcome[];
}

const MOST_SUBSTEPS = 1024;

export async function compareSolvers(scene: Scene, options: CompareOptions = {}): Promise<SolverComparison> {
  const { frames = scene.frames, solvers = SOLVERS } = options;
  const outcomes: Outcome[] = [];
  let parameters: ParameterValues = {};
  const run = async (settings: ChosenSettings): Promise<Outcome> => {
    const opened = await openScene(scene, { parameters: options.parameters, settings: { ...options.settings, ...settings } });
    try {
      parameters = opened.parameters;
      const outcome = outcomeOf(opened, frames, options.onFrame);
      options.onRun?.(outcome);
      return outcome;
    } finally {
      opened.dispose();
    }
  };
  for (const solver of solvers) {
    if (options.within === undefined) outcomes.push(await run({ solver }));
    else
      for (let substeps = 1; substeps <= MOST_SUBSTEPS; substeps *= 2) {
        const outcome = await run({ solver, substeps });
        const suffices = (outcome.jointError ?? 0) <= options.within && outcome.frozenBodies === 0;
        if (!suffices && substeps < MOST_SUBSTEPS) continue;
        outcomes.push(outcome);
        break;
      }
  }
  return { scene: scene.name, parameters, frames, energyRange: median(outcomes.map(({ energyRange }) => energyRange)), outcomes };
}

function outcomeOf(opened: OpenScene, frames: number, onFrame?: (done: number) => void): Outcome {
  const { settings, world } = opened;
  const joints = new ErrorRecord();
  const energies = new Energies(world);
  const momenta = opened.instance.beforeStep ? null : new Momenta(world);
  const times = new Float64Array(frames);
  let [hasJoints, hasContacts, angularError, overlap] = [false, false, 0, 0];
  for (let frame = 0; frame < frames; frame++) {
    times[frame] = opened.step();
    const errors: number[] = [];
    for (const joint of world.joints) {
      if (!joint.enabled) continue;
      errors.push(joint.positionError);
      angularError = largest([angularError, joint.angularError]);
    }
    if (errors.length > 0) joints.push(errors);
    hasJoints ||= errors.length > 0;
    world.forEachContact(({ points }) => {
      hasContacts = true;
      for (const { separation } of points) overlap = largest([overlap, -separation]);
    });
    energies.record();
    momenta?.record();
    onFrame?.(frame + 1);
  }
  const { most, rootMeanSquare } = joints.measures(() => [0]);
  return {
    solver: settings.solver,
    substeps: settings.substeps === 'auto' ? world.lastSubsteps : settings.substeps,
    iterations: settings.iterations,
    jointError: hasJoints ? most : null,
    jointErrorRms: hasJoints ? rootMeanSquare : null,
    angularError: hasJoints ? angularError : null,
    overlap: hasContacts ? overlap : null,
    ...energies.measures(),
    ...(momenta?.measures() ?? NO_MOMENTA),
    msPerFrame: median(times),
    frozenBodies: [...world.bodies].filter(({ frozen }) => frozen).length,
  };
}

/** Kinetic and potential energy of the bodies; what springs hold and motors give is not in it. */
class Energies {
  private readonly start: number;
  private change = 0;
  private gain = 0;
  private largestKinetic = 0;
  private lowest = Infinity;
  private highest = -Infinity;

  constructor(private readonly world: World) {
    this.start = this.read();
  }

  record(): void {
    this.change = this.read() - this.start;
    this.gain = largest([this.gain, this.change]);
  }

  measures(): Pick<Outcome, 'energyChange' | 'energyGain' | 'energyRange'> {
    const energyRange = largest([this.largestKinetic, this.highest - this.lowest]);
    return { energyChange: this.change, energyGain: this.gain, energyRange };
  }

  private read(): number {
    const { kinetic, potential } = this.world.energy();
    this.largestKinetic = largest([this.largestKinetic, kinetic]);
    this.lowest = Math.min(this.lowest, potential);
    this.highest = Math.max(this.highest, potential);
    return kinetic + potential;
  }
}

const NO_MOMENTA = { momentumChange: null, angularMomentumChange: null };
const minus = (a: Readonly<Vec3>, b: Readonly<Vec3>): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a: Readonly<Vec3>, factor: number): Vec3 => [factor * a[0], factor * a[1], factor * a[2]];
const cross = (a: Readonly<Vec3>, b: Readonly<Vec3>): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

interface Momentum {
  /** Without what gravity has given. */
  linear: Vec3;
  /** About the common centre of mass. */
  angular: Vec3;
}

/** Momentum of a scene on which nothing acts from outside but gravity, the same on all bodies. */
class Momenta {
  private readonly start: Momentum | null;
  private isFree: boolean;
  private linear = 0;
  private angular = 0;
  private largestLinear = 0;
  private largestAngular = 0;

  constructor(private readonly world: World) {
    this.isFree = isFree(world);
    this.start = this.isFree ? this.read() : null;
  }

  record(): void {
    this.isFree &&= isFree(this.world);
    if (!this.isFree || !this.start) return;
    const { angular, linear } = this.read();
    this.linear = largest([this.linear, Math.hypot(...minus(linear, this.start.linear))]);
    this.angular = largest([this.angular, Math.hypot(...minus(angular, this.start.angular))]);
  }

  /** In parts of the largest momentum of a body; where there is none, as they are. */
  measures(): Pick<Outcome, 'momentumChange' | 'angularMomentumChange'> {
    if (!this.isFree) return NO_MOMENTA;
    return {
      momentumChange: this.linear / (this.largestLinear || 1),
      angularMomentumChange: this.angular / (this.largestAngular || 1),
    };
  }

  private read(): Momentum {
    const { world } = this;
    let mass = 0;
    let centre: Vec3 = [0, 0, 0];
    for (const body of world.bodies) {
      mass += body.mass;
      centre = minus(centre, times(body.centerOfMass, -body.mass));
      this.largestLinear = largest([this.largestLinear, Math.hypot(...body.linearMomentum)]);
      this.largestAngular = largest([this.largestAngular, Math.hypot(...body.angularMomentum)]);
    }
    const { angularMomentum, linearMomentum } = world.energy();
    return {
      linear: minus(linearMomentum, times(world.gravity, mass * world.time)),
      angular: minus(angularMomentum, cross(times(centre, 1 / mass), linearMomentum)),
    };
  }
}

/** Whether all bodies move, and act on nothing but each other. */
function isFree(world: World): boolean {
  for (const body of world.bodies) {
    if (body.type !== 'dynamic' || body.gravityScale !== 1 || body.linearDamping > 0 || body.angularDamping > 0) return false;
    if ([...body.lockTranslation, ...body.lockRotation].includes(true)) return false;
  }
  for (const joint of world.joints) if (joint.a === null || joint.b === null || joint instanceof PulleyJoint) return false;
  return world.bodyCount > 0;
}
