// Damping of the relative velocity in the velocity pass: Müller et al. 2020, eqs 31-33, a block of rows at a time.
import type { SymmetricMatrix } from '../math/matrix.ts';
import type { Vec3 } from '../math/vector.ts';
import type { Substep } from '../solver/substep.ts';
import type { Pair } from './pair.ts';

/** Part of a relative velocity that a damping rate in 1/s takes away in a substep. */
function dampedPart(substep: Substep, rate: number): number {
  return Math.min(rate * substep.duration, 1);
}

function relativeVelocity({ a, b }: Pair, armA: Vec3, armB: Vec3): Vec3 {
  const velocityA = a.velocity.plus(a.angularVelocity.cross(armA));
  return b.velocity.plus(b.angularVelocity.cross(armB)).minus(velocityA);
}

/** Damps the motion against each other of the points at these arms, which have this inverse mass. */
export function dampPoint(substep: Substep, pair: Pair, inverseMass: SymmetricMatrix, armA: Vec3, armB: Vec3, rate: number): void {
  const stopping = inverseMass.inverse().times(relativeVelocity(pair, armA, armB));
  pair.apply(stopping.times(-dampedPart(substep, rate)), armA, armB);
}

/** The same along one direction only. */
export function dampAlong(substep: Substep, pair: Pair, direction: Vec3, inverseMass: number, armA: Vec3, armB: Vec3, rate: number): void {
  if (inverseMass <= 0) return;
  const stopping = relativeVelocity(pair, armA, armB).dot(direction) / inverseMass;
  pair.apply(direction.times(-dampedPart(substep, rate) * stopping), armA, armB);
}

export function dampRotation(substep: Substep, pair: Pair, rate: number): void {
  const stopping = pair.inverseInertia().inverse().times(pair.b.angularVelocity.minus(pair.a.angularVelocity));
  pair.applyAngular(stopping.times(-dampedPart(substep, rate)));
}
