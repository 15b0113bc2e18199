import type { Sample } from '../engine/types.ts';

const AXES = ['x', 'y', 'z'] as const;

/** All numbers of a sample, by the names of their columns. */
export function valuesOf(sample: Sample): Record<string, number> {
  const { kinetic, potential, linearMomentum, angularMomentum, largestError, meanError, penetration, joint, body } = sample;
  const values: Record<string, number> = {
    stepTime: sample.stepTime,
    kinetic,
    potential,
    energy: kinetic + potential,
    linearMomentum,
    angularMomentum,
    largestError,
    meanError,
    penetration,
  };
  for (const stage in sample.stages) values[`stage.${stage}`] = sample.stages[stage];
  if (joint) {
    addVector(values, 'joint.force', joint.force);
    addVector(values, 'joint.torque', joint.torque);
    for (const name in joint.coordinates) values[`joint.coordinate.${name}`] = joint.coordinates[name];
  }
  if (body) {
    addVector(values, 'body.position', body.position);
    addVector(values, 'body.velocity', body.velocity);
  }
  return values;
}

/** The components of a vector, and its size under the name itself. */
function addVector(values: Record<string, number>, name: string, vector: readonly number[]): void {
  values[name] = Math.hypot(...vector);
  for (const [index, axis] of AXES.entries()) values[`${name}.${axis}`] = vector[index];
}
