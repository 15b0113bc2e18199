import { rotate } from '../bindings/core/geometry.ts';
import { BallJoint, type Body, Capsule, HingeJoint, type Joint, type Quat, type Vec3, type World } from '../bindings/index.ts';
import { ALONG_X, turn, turnTwice } from './turn.ts';

export interface Ragdoll {
  bodies: Body[];
  joints: Joint[];
}

/** A standing doll of eleven capsules, 1.8 m high, on ball joints and hinges with limits; `place` is between its feet, `yaw` in rad. */
export function addRagdoll(world: World, place: Vec3, yaw: number): Ragdoll {
  const bodies: Body[] = [];
  const joints: Joint[] = [];
  const facing = turn([0, 1, 0], yaw);
  const direction = (local: Vec3): Vec3 => rotate(facing, local);
  const point = (local: Vec3): Vec3 => direction(local).map((component, axis) => component + place[axis]) as Vec3;
  const part = (at: Vec3, radius: number, halfHeight: number, mass: number, along?: Quat): Body => {
    const orientation = along ? turnTwice(along, facing) : facing;
    const body = world.addBody({ shape: new Capsule(radius, halfHeight), mass, position: point(at), orientation });
    bodies.push(body);
    return body;
  };
  const ball = (a: Body, b: Body, at: Vec3, axis: Vec3, swing: number, twist: number) => {
    const limits = { swing: { y: swing, z: swing }, twist: { lower: -twist, upper: twist } };
    joints.push(world.addJoint(new BallJoint({ a, b, anchor: point(at), axis: direction(axis), ...limits })));
  };
  const hinge = (a: Body, b: Body, at: Vec3, axis: Vec3, lower: number, upper: number) => {
    joints.push(world.addJoint(new HingeJoint({ a, b, anchor: point(at), axis: direction(axis), limits: { lower, upper } })));
  };
  const pelvis = part([0, 0.95, 0], 0.11, 0.1, 10, ALONG_X);
  const chest = part([0, 1.3, 0], 0.13, 0.12, 15);
  const head = part([0, 1.7, 0], 0.1, 0.04, 5);
  ball(pelvis, chest, [0, 1.07, 0], [0, 1, 0], 0.4, 0.3);
  ball(chest, head, [0, 1.54, 0], [0, 1, 0], 0.5, 0.5);
  for (const side of [-1, 1]) {
    const upperArm = part([side * 0.36, 1.42, 0], 0.055, 0.1, 2, ALONG_X);
    const lowerArm = part([side * 0.64, 1.42, 0], 0.05, 0.09, 1.5, ALONG_X);
    ball(chest, upperArm, [side * 0.2, 1.42, 0], [side, 0, 0], 1.2, 0.6);
    hinge(upperArm, lowerArm, [side * 0.5, 1.42, 0], [0, 1, 0], side > 0 ? -2.2 : -0.05, side > 0 ? 0.05 : 2.2);
    const upperLeg = part([side * 0.11, 0.66, 0], 0.08, 0.13, 6);
    const lowerLeg = part([side * 0.11, 0.24, 0], 0.065, 0.14, 4);
    ball(pelvis, upperLeg, [side * 0.11, 0.86, 0], [0, -1, 0], 0.9, 0.4);
    hinge(upperLeg, lowerLeg, [side * 0.11, 0.45, 0], [1, 0, 0], -0.05, 2.2);
  }
  return { bodies, joints };
}
