import { BodyRecord } from '../body/record';
import { JointRecord } from './record';
import { qmul, rotate } from '../math/quat.kernel';

// World geometry of a joint at the start of a step, in double precision in both builds.

/** From the centre of mass to the anchor, world axes. */
export function armOf(body: BodyRecord, x: f64, y: f64, z: f64): vec3<f64> {
  return rotate(orientationOf(body), vec3<f64>(x, y, z));
}

export function orientationOf(body: BodyRecord): quat<f64> {
  return quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
}

/** Arms of both anchors, and the separation from A's to B's. */
// @ts-ignore: decorator
@once
export function anchorsOf(joint: JointRecord, a: BodyRecord, b: BodyRecord): [vec3<f64>, vec3<f64>, vec3<f64>] {
  const armA = armOf(a, joint.anchorAX, joint.anchorAY, joint.anchorAZ);
  const armB = armOf(b, joint.anchorBX, joint.anchorBY, joint.anchorBZ);
  const centers = vec3<f64>(b.positionX - a.positionX, b.positionY - a.positionY, b.positionZ - a.positionZ);
  return [armA, armB, centers + armB - armA];
}

/** World orientation of the joint's frame on each body. */
// @ts-ignore: decorator
@once
export function framesOf(joint: JointRecord, a: BodyRecord, b: BodyRecord): [quat<f64>, quat<f64>] {
  const frameA = qmul(orientationOf(a), quat<f64>(joint.frameAX, joint.frameAY, joint.frameAZ, joint.frameAW));
  const frameB = qmul(orientationOf(b), quat<f64>(joint.frameBX, joint.frameBY, joint.frameBZ, joint.frameBW));
  return [frameA, frameB];
}

/** The x axis of a frame. */
export function axisOf(frame: quat<f64>): vec3<f64> {
  return rotate(frame, vec3<f64>(1.0, 0.0, 0.0));
}

/** The load of the last substep on body B, where the next one starts from. */
export function lastForce(joint: JointRecord): vec3<f64> {
  return vec3<f64>(joint.forceX, joint.forceY, joint.forceZ);
}

export function lastTorque(joint: JointRecord): vec3<f64> {
  return vec3<f64>(joint.torqueX, joint.torqueY, joint.torqueZ);
}
