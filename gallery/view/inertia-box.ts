import type { Body, Quat, Vec3 } from '../../bindings/index.ts';

/** Of the longest half edge: thinner boxes could not be seen. */
const THINNEST = 0.01;

/**
 * The solid box with the mass and the inertia of a body: half² = 3 (Iy + Iz − Ix) / 2m along x, and likewise. `center` and `rotation` are those
 * of the principal axes in the body's frame.
 */
export function inertiaBox(body: Body): { halfExtents: Vec3; center: Vec3; rotation: Quat } {
  const [x, y, z] = body.inertia;
  const squares = [y + z - x, z + x - y, x + y - z].map((sum) => Math.max(0, (3 * sum) / (2 * body.mass)));
  const longest = Math.sqrt(Math.max(...squares)) || THINNEST;
  const halfExtents = squares.map((square) => Math.max(Math.sqrt(square), THINNEST * longest)) as Vec3;
  return { halfExtents, center: body.localPoint(body.centerOfMass), rotation: body.principalRotation };
}
