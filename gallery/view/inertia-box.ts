import { boxOfInertia } from '../../bindings/debug/bodies.ts';
import type { Body, Quat, Vec3 } from '../../bindings/index.ts';

/** Of the longest half edge: thinner boxes could not be seen. */
const THINNEST = 0.01;

/** The solid box with the mass and the inertia of a body. `center` and `rotation` are those of the principal axes in the body's frame. */
export function inertiaBox(body: Body): { halfExtents: Vec3; center: Vec3; rotation: Quat } {
  const exact = boxOfInertia(body.inertia, body.mass);
  const longest = Math.max(...exact) || THINNEST;
  const halfExtents = exact.map((half) => Math.max(half, THINNEST * longest)) as Vec3;
  return { halfExtents, center: body.localPoint(body.centerOfMass), rotation: [...body.principalRotation] };
}
