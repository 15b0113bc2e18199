import { BodyRecord } from '../body/record';
import { pointAngle, twistOf } from '../math/angle.kernel';
import { conjugate, qmul, rotate, unrotate } from '../math/quat.kernel';
import { activeJoint } from '../island/joints';
import { unwrapAngle } from '../math/turns';
import { bodyAt, jointAt } from '../memory/records';
import { WorldRecord } from '../world';
import { axisOf, framesOf } from './pose.kernel';
import { JointFlag, JointRecord, JointType } from './record';

// Angles of joints over more than one turn, from the poses at the end of a step; in double precision.

/** Follows the twists of the joints at bodies that are awake, where it is wanted: the new angle is the one nearest to what the speed predicts. */
export function trackTwists(world: WorldRecord, dt: f64): void {
  for (let index: u32 = 0; index < world.activeJointCount; index++) {
    const joint = jointAt(activeJoint(world, index));
    const live: u32 = JointFlag.Alive | JointFlag.TracksTwist;
    if ((joint.flags & live) == live) track(joint, bodyAt(joint.bodyA), bodyAt(joint.bodyB), dt);
  }
}

function track(joint: JointRecord, a: BodyRecord, b: BodyRecord, dt: f64): void {
  const [frameA, frameB] = framesOf(joint, a, b);
  const turned = dt * vec3<f64>(b.angularVelocityX - a.angularVelocityX, b.angularVelocityY - a.angularVelocityY, b.angularVelocityZ - a.angularVelocityZ);
  const relative = qmul(conjugate(frameA), frameB);
  const near: f64 = joint.twist + dot(turned, axisOf(frameA));
  if (joint.type == JointType.Universal) {
    const zB = rotate(relative, vec3<f64>(0.0, 0.0, 1.0));
    const xA = unrotate(relative, vec3<f64>(1.0, 0.0, 0.0));
    const nearSecond: f64 = joint.secondTwist + dot(turned, rotate(frameB, vec3<f64>(0.0, 0.0, 1.0)));
    joint.twist = unwrapAngle(pointAngle(-zB.y, zB.z), near);
    joint.secondTwist = unwrapAngle(pointAngle(-xA.y, xA.x), nearSecond);
  } else {
    joint.twist = unwrapAngle(twistOf(relative), near);
  }
}
