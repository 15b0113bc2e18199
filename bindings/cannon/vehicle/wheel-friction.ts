// Impulses between a chassis and the ground, as in Bullet's raycast vehicle.
import type { Body } from '../body/body.ts';
import { Vec3 } from '../math/vec3.ts';

/** Part of the sideways speed that a step takes away. */
const SIDEWAYS = 0.2;

/** Speed of body A against B at a point, along a direction. */
function speedAlong(a: Body, b: Body, point: Vec3, direction: Vec3): number {
  return direction.dot(a.getVelocityAtWorldPoint(point, ONE)) - direction.dot(b.getVelocityAtWorldPoint(point, OTHER));
}
const ONE = new Vec3();
const OTHER = new Vec3();
const ARM = new Vec3();
const TURN = new Vec3();

/** The impulse that takes a part of the speed along the axle away, as if the bodies did not turn. */
export function sidewaysImpulse(a: Body, b: Body, point: Vec3, axle: Vec3): number {
  return (-SIDEWAYS * speedAlong(a, b, point, axle)) / (a.invMass + b.invMass);
}

/** The impulse that stops the rolling, at most `most` to either side. */
export function brakingImpulse(a: Body, b: Body, point: Vec3, forward: Vec3, most: number): number {
  const impulse = -speedAlong(a, b, point, forward) / (response(a, point, forward) + response(b, point, forward));
  return Math.min(Math.max(impulse, -most), most);
}

/** Change of a point's speed by an impulse of 1 along a direction. */
function response(body: Body, point: Vec3, direction: Vec3): number {
  point.vsub(body.position, ARM);
  ARM.cross(direction, TURN);
  body.invInertiaWorld.vmult(TURN, TURN);
  return body.invMass + direction.dot(TURN.cross(ARM, TURN));
}
