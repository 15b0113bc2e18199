// How far the coordinates of joints are from their ends, limits and the lengths of ropes: whether a step may meet one. In double precision.
import { bodyAt } from '../memory/records';
import { angleOf, twistOf } from '../math/angle.kernel';
import { conjugate, qmul, unrotate } from '../math/quat.kernel';
import { unwrapAngle } from '../math/turns';
import { WorldRecord } from '../world';
import { Coordinate, CoordinateRecord } from './coordinate-record';
import { coordinateOf } from './coordinates';
import { anchorsOf, framesOf } from './pose.kernel';
import { hasEnds, JointFlag, JointRecord, JointType } from './record';

/** An end is near that may be met in so many steps at the present speed; and stays near up to so many times as far. */
const STEPS: f64 = 2;
const LEAVING: f64 = 2;
/** rad: or that an angle is so close to. Of an offset it is how far bodies fall in two steps from rest. */
const CLOSE_ANGLE: f64 = 0.1;
/** Cosine of half the swing, least, and half angles of a cone, rad: as in frame/coordinates.kernel.ts. */
const LEAST_COSINE: f64 = 1e-3;
const LEAST_CONE: f64 = 1e-3;

/** m and rad: within so much an offset, or an angle, is near an end. */
let offsetReach: f64 = 0;
let angleReach: f64 = 0;

/** Whether a joint may meet an end in a step of `dt` s. */
export function nearsEnd(world: WorldRecord, joint: JointRecord, dt: f64): bool {
  if (!(joint.flags & JointFlag.Enabled) || !hasEnds(joint)) return false;
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
  offsetReach = far * dt * (STEPS * length(drift) + fall);
  angleReach = far * (STEPS * dt * length(wB - wA) + CLOSE_ANGLE);
  const relative = qmul(conjugate(frameA), frameB);
  let near: bool = true;
  if (joint.flags & JointFlag.Rows) {
    const local = unrotate(frameA, separation);
    near = nearsRow(joint, local.x, local.y, local.z, length(separation), relative.x, relative.y, relative.z, relative.w);
  } else if (joint.type == JointType.Hinge) {
    const angle = unwrapAngle(twistOf(relative), Math.min(Math.max(joint.twist, joint.lower), joint.upper));
    near = isNear(angle, joint.lower, joint.upper, angleReach);
  } else if (joint.type == JointType.Rope || joint.type == JointType.Distance) {
    near = isNear(length(separation), joint.lower > 0.0 ? joint.lower : -Infinity, joint.upper, offsetReach);
  }
  return near;
}

function isNear(value: f64, lower: f64, upper: f64, reach: f64): bool {
  return !(value - lower > reach) || !(upper - value > reach);
}

/** The same of a joint of rows at these offsets, this distance and this rotation of B's frame in A's. */
function nearsRow(joint: JointRecord, x: f64, y: f64, z: f64, distance: f64, qx: f64, qy: f64, qz: f64, qw: f64): bool {
  if (joint.type == JointType.Universal || joint.type == JointType.Path || joint.type == JointType.Screw) return true;
  const cosine = Math.max(Math.sqrt(qx * qx + qw * qw), LEAST_COSINE);
  let swingY = (qw * qy - qx * qz) / cosine;
  let swingZ = (qw * qz + qx * qy) / cosine;
  const sine = Math.sqrt(swingY * swingY + swingZ * swingZ);
  const factor = sine > 1e-9 ? angleOf(sine, cosine) / sine : 2.0;
  swingY *= factor;
  swingZ *= factor;
  for (let kind: u32 = 0; kind < <u32>Coordinate.Count; kind++) {
    if (!((joint.rows >> (4 * kind)) & 1) || (joint.locks >> kind) & 1) continue;
    const record = coordinateOf(joint, kind);
    if (kind == Coordinate.Cone) {
      if (isNear(coneValue(record, swingY, swingZ), -Infinity, 0.0, angleReach)) return true;
      continue;
    }
    let value: f64 = x;
    if (kind == Coordinate.Y) value = y;
    else if (kind == Coordinate.Z) value = z;
    else if (kind == Coordinate.Extra) value = distance;
    else if (kind == Coordinate.SwingY) value = swingY;
    else if (kind == Coordinate.SwingZ) value = swingZ;
    else if (kind == Coordinate.Twist) {
      const near = Math.min(Math.max(joint.twist, record.lower), record.upper);
      value = unwrapAngle(twistOf(quat<f64>(qx, qy, qz, qw)), near);
    }
    if (isNear(value, record.lower, record.upper, kind < <u32>Coordinate.Twist || kind == Coordinate.Extra ? offsetReach : angleReach)) return true;
  }
  return false;
}

/** How far a swing is outside an elliptic cone, rad. */
function coneValue(cone: CoordinateRecord, swingY: f64, swingZ: f64): f64 {
  const inverseY = 1.0 / Math.max(cone.lower, LEAST_CONE);
  const inverseZ = 1.0 / Math.max(cone.upper, LEAST_CONE);
  const u = swingY * inverseY;
  const v = swingZ * inverseZ;
  const rho = Math.sqrt(u * u + v * v);
  const slope = Math.sqrt(u * inverseY * u * inverseY + v * inverseZ * v * inverseZ) / Math.max(rho, 1e-6);
  return slope > 0.0 ? (rho - 1.0) / slope : -Math.min(cone.lower, cone.upper);
}
