// Inverse dynamics by recursive Newton-Euler, and the mass matrix by composite rigid bodies (Featherstone, Rigid Body Dynamics Algorithms).
import type { Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { multiply, rotate, scale, subtract } from '../../core/geometry.ts';
import type { Body } from '../../index.ts';
import { type Moving, placeOf } from './motion.ts';
import {
  crossForce,
  forceAt,
  inertiaOf,
  momentum,
  plus,
  power,
  type Spatial,
  type SpatialInertia,
  sumOf,
  times,
  velocityAt,
  ZERO,
} from './spatial.ts';

/** A load on a body from outside, in world axes. */
export interface ExternalLoad {
  readonly body: Body;
  readonly force: Vec3;
  /** Where the force acts, in the body's frame. */
  readonly point: Vec3;
  readonly torque: Vec3;
}

/** Of each node that of its body. */
function inertias({ tree, placed, centers }: Moving): SpatialInertia[] {
  return tree.nodes.map(({ body }, number) =>
    inertiaOf(body.mass, body.inertia, multiply(placed[number].orientation, [...body.principalRotation]), centers[number]),
  );
}

/** Loads along the freedoms with which these accelerate so, under gravity and the loads from outside. */
export function recursiveNewtonEuler(
  moving: Moving,
  accelerations: ArrayLike<number>,
  gravity: Readonly<Vec3>,
  loads: readonly ExternalLoad[],
): Float64Array {
  const { tree, columns, motions, drifts, placed, centers, origin } = moving;
  const bodies = inertias(moving);
  const given: Spatial[] = tree.nodes.map(() => ZERO);
  for (const [k, { node, motion }] of columns.entries()) given[node] = plus(given[node], times(motion, accelerations[k]));
  const needed: Spatial[] = [];
  for (const [number, { body, parent }] of tree.nodes.entries()) {
    if (parent >= 0) given[number] = plus(given[number], given[parent]);
    const own = momentum(bodies[number], motions[number]);
    const acceleration = plus(given[number], drifts[number]);
    const weight = forceAt(scale([...gravity], body.mass * body.gravityScale), centers[number], ZERO.angular);
    needed.push(plus(plus(momentum(bodies[number], acceleration), crossForce(motions[number], own)), times(weight, -1)));
  }
  for (const { body, force, point, torque } of loads) {
    const number = tree.nodes.findIndex((node) => node.body === body);
    const { position, orientation } = placed[number];
    const place = subtract(position, origin).map((component, k) => component + rotate(orientation, point)[k]) as Vec3;
    needed[number] = plus(needed[number], times(forceAt(force, place, torque), -1));
  }
  for (let number = tree.nodes.length - 1; number >= 0; number--) {
    const { parent } = tree.nodes[number];
    if (parent >= 0) needed[parent] = plus(needed[parent], needed[number]);
  }
  return Float64Array.from(columns, ({ node, motion }) => power(needed[node], motion));
}

/** In rows; symmetric. */
export function compositeRigidBodies(moving: Moving): Float64Array {
  const { tree, columns } = moving;
  const composite = inertias(moving);
  for (let number = composite.length - 1; number >= 0; number--) {
    const { parent } = tree.nodes[number];
    if (parent >= 0) composite[parent] = sumOf(composite[parent], composite[number]);
  }
  const count = columns.length;
  const matrix = new Float64Array(count * count);
  for (const [row, { node, motion }] of columns.entries()) {
    const force = momentum(composite[node], motion);
    for (let other = node; other >= 0; other = tree.nodes[other].parent) {
      const { firstVelocity, joint, model } = tree.nodes[other];
      const end = firstVelocity + (joint ? model!.freedoms.length : 6);
      for (let column = firstVelocity; column < end; column++) {
        const entry = power(force, columns[column].motion);
        matrix[row * count + column] = entry;
        matrix[column * count + row] = entry;
      }
    }
  }
  return matrix;
}

/** Velocity of a point of a body, then its angular velocity, by the velocities of the freedoms: six rows. */
export function pointJacobian({ tree, columns, placed, origin }: Moving, number: number, point: Vec3): Float64Array {
  const count = columns.length;
  const rows = new Float64Array(6 * count);
  const { position, orientation } = placed[number];
  const place = subtract(position, origin).map((component, k) => component + rotate(orientation, point)[k]) as Vec3;
  const above = new Set<number>();
  for (let other = number; other >= 0; other = tree.nodes[other].parent) above.add(other);
  for (const [column, { node, motion }] of columns.entries()) {
    if (!above.has(node)) continue;
    const velocity = velocityAt(motion, place);
    for (let k = 0; k < 3; k++) {
      rows[k * count + column] = velocity[k];
      rows[(3 + k) * count + column] = motion.angular[k];
    }
  }
  return rows;
}

/** Solves M x = b for a symmetric positive definite matrix in rows (Cholesky). Throws where it is not. */
export function solveSymmetric(matrix: Float64Array, right: ArrayLike<number>): Float64Array {
  const count = right.length;
  const factor = Float64Array.from(matrix);
  for (let j = 0; j < count; j++) {
    for (let i = j; i < count; i++) {
      let sum = factor[i * count + j];
      for (let k = 0; k < j; k++) sum -= factor[i * count + k] * factor[j * count + k];
      if (i > j) factor[i * count + j] = sum / factor[j * count + j];
      else if (sum > 0) factor[j * count + j] = Math.sqrt(sum);
      else throw new HolonomicError('invalid-argument', 'The mass matrix is singular: some freedom moves no mass.');
    }
  }
  const x = Float64Array.from(right);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < i; k++) x[i] -= factor[i * count + k] * x[k];
    x[i] /= factor[i * count + i];
  }
  for (let i = count - 1; i >= 0; i--) {
    for (let k = i + 1; k < count; k++) x[i] -= factor[k * count + i] * x[k];
    x[i] /= factor[i * count + i];
  }
  return x;
}

/** What a load along a freedom is on the body of its node: a torque, or a force at a point. */
export interface BodyLoad {
  readonly node: number;
  readonly force: Vec3;
  readonly torque: Vec3;
  /** In the world: the anchor on the joint's B, or the centre of mass of a free base. */
  readonly point: Vec3;
}

/** Loads on bodies that are the same as loads along the freedoms; the parents feel the opposite. */
export function bodyLoads({ tree, columns, placed, centers, origin }: Moving, loads: ArrayLike<number>): BodyLoad[] {
  return columns.map(({ node, motion }, k) => {
    const { joint, model, firstVelocity, reversed, parent } = tree.nodes[node];
    const turns = joint ? model!.freedoms[k - firstVelocity].turns : k - firstVelocity >= 3;
    if (turns) return { node, force: ZERO.linear, torque: scale(motion.angular, loads[k]), point: ZERO.linear };
    const above = () => (parent < 0 ? placeOf(tree.base) : placed[parent]);
    const at = reversed ? above() : placed[node];
    const point = joint
      ? (rotate(at.orientation, [...joint.anchorB]).map((component, i) => component + at.position[i]) as Vec3)
      : (centers[node].map((component, i) => component + origin[i]) as Vec3);
    return { node, force: scale(motion.linear, loads[k]), torque: ZERO.angular, point };
  });
}
