// How far the coordinates of joints are from their ends, limits and the lengths of ropes: whether a step may meet one. In double precision.
import { BodyFlag } from '../body/record';
import { bodyAt } from '../memory/records';
import { angleOf, twistOf } from '../math/angle.kernel';
import { conjugate, qmul, unrotate } from '../math/quat.kernel';
import { unwrapAngle } from '../math/turns';
import { WorldRecord } from '../world';
import { Coordinate, CoordinateRecord } from './coordinate-record';
import { coordinateOf } from './coordinates';
import { hasAbsoluteAngles, LEAST_CONE, LEAST_COSINE } from './frame/coordinates.kernel';
import { anchorsOf, framesOf } from './pose.kernel';
import { JointFlag, JointRecord, JointType } from './record';

/** An end is near that may be met in so many steps at the present speed; and stays near up to so many times as far. */
const STEPS: f64 = 2;
const LEAVING: f64 = 2;
/** rad: or that an angle is so close to. Of an offset it is how far bodies fall in two steps from rest. */
const CLOSE_ANGLE: f64 = 0.1;
/** N, N m: less is rounding. */
const NO_LOAD: f64 = 1e-12;

/** Whether a joint that has ends may meet one in a step of `dt` s. */
export function nearsEnd(world: WorldRecord, joint: JointRecord, dt: f64): bool {
  const a = bodyAt(joint.bodyA);
  const b = bodyAt(joint.bodyB);
  const [armA, armB, separation] = anchorsOf(joint, a, b);
  const [frameA, frameB] = framesOf(joint, a, b);
  const wA = vec3<f64>(a.angularVelocityX, a.angularVelocityY, a.angularVelocityZ);
  const wB = vec3<f64>(b.angularVelocityX, b.angularVelocityY, b.angularVelocityZ);
  const v = vec3<f64>(b.velocityX - a.velocityX, b.velocityY - a.velocityY, b.velocityZ - a.velocityZ);
  const drift = v + cross(wB, armB) - cross(wA, armA + separation);
  const far: f64 = joint.flags & JointFlag.NearEnd ? LEAVING : 1.0;
  const fall = 2.0 * dt * length(vec3<f64>(world.gravityX, world.gravityY, world.gravityZ));
  const offsetReach = far * dt * (STEPS * length(drift) + fall);
  const angleReach = far * (STEPS * dt * length(wB - wA) + CLOSE_ANGLE);
  const relative = qmul(conjugate(frameA), frameB);
  // Whatever bears something is, and so is what is told where to go, however still it is.
  const bears: bool = Math.abs(joint.intervalLoad) > NO_LOAD && !(joint.flags & JointFlag.Rows);
  let near: bool = true;
  if (!bears && !((a.flags | b.flags) & BodyFlag.HasTarget)) {
    if (joint.flags & JointFlag.Rows) {
      const local = unrotate(frameA, separation);
      near = nearsRow(joint, local, length(separation), relative, offsetReach, angleReach);
    } else if (joint.type == JointType.Hinge) {
      const angle = unwrapAngle(twistOf(relative), Math.min(Math.max(joint.twist, joint.lower), joint.upper));
      near = isNear(angle, joint.lower, joint.upper, angleReach);
    } else if (joint.type == JointType.Rope || joint.type == JointType.Distance) {
      near = isNear(length(separation), joint.lower > 0.0 ? joint.lower : -Infinity, joint.upper, offsetReach);
    }
  }
  return near;
}

function isNear(value: f64, lower: f64, upper: f64, reach: f64): bool {
  return !(value - lower > reach) || !(upper - value > reach);
}

/** The same of a joint of rows at this offset, distance and rotation of B's frame in A's. */
function nearsRow(joint: JointRecord, offset: vec3<f64>, distance: f64, q: quat<f64>, offsetReach: f64, angleReach: f64): bool {
  const [y, z] = swingOf(q);
  const twist = twistOf(q);
  let near: bool = hasAbsoluteAngles(joint.type) || joint.type == JointType.Screw;
  for (let kind: u32 = 0; kind < <u32>Coordinate.Count && !near; kind++) {
    if (!((joint.rows >> (4 * kind)) & 1) || (joint.locks >> kind) & 1) continue;
    const record = coordinateOf(joint, kind);
    let value: f64 = offset.x;
    if (kind == Coordinate.Y) value = offset.y;
    else if (kind == Coordinate.Z) value = offset.z;
    else if (kind == Coordinate.Extra) value = distance;
    else if (kind == Coordinate.SwingY) value = y;
    else if (kind == Coordinate.SwingZ) value = z;
    else if (kind == Coordinate.Twist) value = unwrapAngle(twist, Math.min(Math.max(joint.twist, record.lower), record.upper));
    else if (kind == Coordinate.Cone) value = coneValue(record, y, z);
    const isCone = kind == Coordinate.Cone;
    const isOffset = kind < <u32>Coordinate.Twist || kind == Coordinate.Extra;
    near = Math.abs(record.boundLoad) > NO_LOAD || isNear(value, isCone ? -Infinity : record.lower, isCone ? 0.0 : record.upper, isOffset ? offsetReach : angleReach);
  }
  return near;
}

/** Swing about y and z of a rotation that is a swing after a twist about x. */
// @ts-ignore: decorator
@once
function swingOf(q: quat<f64>): [f64, f64] {
  const cosine = Math.max(Math.sqrt(q.x * q.x + q.w * q.w), LEAST_COSINE);
  const y = (q.w * q.y - q.x * q.z) / cosine;
  const z = (q.w * q.z + q.x * q.y) / cosine;
  const sine = Math.sqrt(y * y + z * z);
  const factor = angleOf(sine, cosine) / Math.max(sine, 1e-300);
  return [y * factor, z * factor];
}

/** How far a swing is outside an elliptic cone where that is nearest, rad, or more. */
function coneValue(cone: CoordinateRecord, swingY: f64, swingZ: f64): f64 {
  const coneY = Math.max(cone.lower, LEAST_CONE);
  const coneZ = Math.max(cone.upper, LEAST_CONE);
  const u = swingY / coneY;
  const v = swingZ / coneZ;
  return (Math.sqrt(u * u + v * v) - 1.0) * Math.min(coneY, coneZ);
}
