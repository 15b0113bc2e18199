// The bodies, joints and drives of a figure, which stands at rest at the origin while they are made.

import type { Vec3 } from '../../core/arguments.ts';
import { conjugate, length, rotate, subtract } from '../../core/geometry.ts';
import {
  AngularDriveJoint,
  BallJoint,
  type BallJointOptions,
  type Body,
  type BodyOptions,
  Capsule,
  HingeJoint,
  Sphere,
  type World,
} from '../../index.ts';
import type { MuscleOptions, Part } from './description.ts';
import { Muscle, strengthOf } from './muscle.ts';

/** Options of all bodies of a figure. */
export type PartBodyOptions = Pick<
  BodyOptions,
  'collisionGroup' | 'collisionMask' | 'material' | 'friction' | 'linearDamping' | 'angularDamping' | 'canSleep' | 'userData' | 'events'
>;

export function addBody(world: World, part: Part, options: PartBodyOptions): Body {
  const { center, density, halfHeight, radius, rest } = part;
  const shape = halfHeight > 0 ? new Capsule(radius, halfHeight) : new Sphere(radius);
  return world.addBody({ ...options, shape, density, position: center, orientation: rest });
}

/** The joint of a part to its parent; drives beside it are counted by `muscleOf`. */
export function addJoint(world: World, a: Body, b: Body, { joint, limits, rest }: Part, parent: Part): BallJoint | HingeJoint {
  if (limits.kind === 'hinge')
    return world.addJoint(new HingeJoint({ a, b, anchor: joint, axis: limits.axis, limits: { lower: limits.lower, upper: limits.upper } }));
  const { axis, center, normal, swing, twist } = limits;
  const frames = { axisA: rotate(conjugate(parent.rest), center), axisB: rotate(conjugate(rest), axis), ...(normal && { normal }) };
  const given: BallJointOptions = { a, b, anchor: joint, ...frames, ...(swing && { swing }), ...(twist && { twist }) };
  return world.addJoint(new BallJoint(given));
}

/** kg m²: the mean inertia about a point of the parts of a list, at rest. */
export function inertiaAbout(point: Vec3, parts: readonly Part[], bodies: readonly Body[]): number {
  return parts.reduce((sum, { center, index }) => {
    const { inertia, mass } = bodies[index];
    const way = length(subtract(center, point));
    return sum + (inertia[0] + inertia[1] + inertia[2] + 2 * mass * way * way) / 3;
  }, 0);
}

/** A part and all that hang on it. */
export function outboard(parts: readonly Part[], root: number): Part[] {
  const found = new Set([root]);
  // Parts stand behind the ones they hang on.
  for (const { index, parent } of parts) if (found.has(parent)) found.add(index);
  return parts.filter(({ index }) => found.has(index));
}

export function addMuscle(
  world: World,
  joint: BallJoint | HingeJoint,
  part: Part,
  inertia: number,
  options: Required<MuscleOptions>,
): Muscle {
  const { a, b } = joint;
  const { stiffness, damping, maxTorque } = strengthOf(inertia, options);
  const drive = world.addJoint(new AngularDriveJoint({ a, b, stiffness, damping, maxTorque, collideConnected: true }));
  return new Muscle(part.name, joint, drive, inertia, options);
}
