// The inverse effective mass along a coordinate while others are held: the Schur complement of J M⁻¹ Jᵀ.

import { inverseInertiaTimes } from '../body/energy.ts';
import type { Vec3 } from '../core/arguments.ts';
import { add, cross, dot, subtract } from '../core/geometry.ts';
import { BodyFlag, BodyRecord, BodyType, Coordinate as Kind } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { bodyTypeOf } from '../core/records.ts';
import { coordinateDirection, type Direction, type Placement } from './coordinate-geometry.ts';

/** Parts of the free inverse mass below this are round-off: what is held leaves no motion; and so are parts below its square of the largest of all coordinates. */
const LEAST_PART = 1e-10;

/** The inverse mass along each world axis; zero for bodies that no load moves, and along locked axes. */
export function inverseMasses({ f64, u32 }: StateMemory, body: number): Vec3 {
  const flags = u32[(body + BodyRecord.flags) >>> 2];
  if (!isMovable(flags)) return [0, 0, 0];
  const inverse = 1 / f64[(body + BodyRecord.mass) >>> 3];
  return [0, 1, 2].map((axis) => (flags & (BodyFlag.LockTranslationX << axis) ? 0 : inverse)) as Vec3;
}

function isMovable(flags: number): boolean {
  return bodyTypeOf(flags) === BodyType.Dynamic && !(flags & BodyFlag.Frozen);
}

/** What a torque on a body's record changes its angular velocity by. */
function turning(memory: StateMemory, body: number, torque: Vec3): Vec3 {
  return isMovable(memory.u32[(body + BodyRecord.flags) >>> 2]) ? inverseInertiaTimes(memory, body, torque) : [0, 0, 0];
}

/** A load of size one on both bodies, and the motion that it makes. */
interface Response {
  force: Vec3;
  torqueA: Vec3;
  torqueB: Vec3;
  motion: Vec3;
  turningA: Vec3;
  turningB: Vec3;
}

function respond(memory: StateMemory, at: Placement, { force, torque }: Direction): Response {
  const { bodyA, bodyB, anchorB, centerA, centerB } = at;
  const torqueA = add(cross(subtract(anchorB, centerA), force), torque);
  const torqueB = add(cross(subtract(anchorB, centerB), force), torque);
  const inverse = add(inverseMasses(memory, bodyA), inverseMasses(memory, bodyB));
  return {
    force,
    torqueA,
    torqueB,
    motion: [force[0] * inverse[0], force[1] * inverse[1], force[2] * inverse[2]],
    turningA: turning(memory, bodyA, torqueA),
    turningB: turning(memory, bodyB, torqueB),
  };
}

function between(p: Response, q: Response): number {
  return dot(p.force, q.motion) + dot(p.torqueA, q.turningA) + dot(p.torqueB, q.turningB);
}

/** Inverse effective mass, 1/kg or 1/(kg m²), along a coordinate while those of the mask `locks` are held; zero where nothing moves. */
export function inverseEffectiveMass(memory: StateMemory, at: Placement, kind: Kind, locks: number): number {
  const held = Array.from({ length: Kind.Count }, (_, other) => other as Kind).filter((other) => other !== kind && locks & (1 << other));
  const responses = [...held, kind].map((each) => respond(memory, at, coordinateDirection(each, at)));
  const matrix = responses.map((p) => responses.map((q) => between(p, q)));
  const last = held.length;
  const free = matrix.map((line, k) => line[k]);
  const least = free.map((own) => Math.max(LEAST_PART * own, LEAST_PART * LEAST_PART * Math.max(...free)));
  for (let k = 0; k < last; k++) eliminate(matrix, k, least[k]);
  return matrix[last][last] > least[last] ? matrix[last][last] : 0;
}

/** Takes row k out of those behind it, unless it depends on those before: what is left of it is no more than `least`. */
function eliminate(matrix: number[][], k: number, least: number): void {
  const pivot = matrix[k][k];
  if (pivot <= least) return;
  for (let i = k + 1; i < matrix.length; i++) {
    const factor = matrix[i][k] / pivot;
    for (let j = k; j < matrix.length; j++) matrix[i][j] -= factor * matrix[k][j];
  }
}

/** Mean inverse mass, 1/kg, over all directions of a point of B against one of A. */
export function inversePointMass(memory: StateMemory, at: Placement): number {
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const sum = axes.reduce((total, force) => {
    const response = respond(memory, at, { force, torque: [0, 0, 0] });
    return total + between(response, response);
  }, 0);
  return sum / 3;
}

/** Mean inverse inertia, 1/(kg m²), over all directions of B's turning against A. */
export function inverseTurningInertia(memory: StateMemory, at: Placement): number {
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const bodies = [at.bodyA, at.bodyB];
  return bodies.reduce((total, body) => axes.reduce((sum, axis) => sum + dot(axis, turning(memory, body, axis)), total), 0) / 3;
}
