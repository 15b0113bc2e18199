// Values of a joint's coordinates and their directions in the world. Rotation is a swing after a twist about x; angles of a universal joint
// are about A's x, about the axis between, and about B's z.
import type { Quat, Vec3 } from '../core/arguments.ts';
import { add, conjugate, cross, dot, length, multiply, rotate, scale, subtract, unrotate } from '../core/geometry.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import { angleOfPoint, sineAndCosine, unwrap } from '../core/trigonometry.ts';

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const NOTHING: Vec3 = [0, 0, 0];

/** Cosine of half the swing, least: at half a turn the swing has no direction. */
const LEAST_COSINE = 1e-3;
/** m; two points closer than this have no direction between them. */
const LEAST_DISTANCE = 1e-9;
/** Square of an angle below which functions of it are expanded in series. */
const SMALL_SQUARE = 0.03;

/** Where the two sides of a joint are in the world, and what its coordinates need besides. */
export interface Placement {
  type: JointType;
  /** Byte offsets of the bodies' records. */
  bodyA: number;
  bodyB: number;
  /** Centres of mass. */
  centerA: Vec3;
  centerB: Vec3;
  anchorA: Vec3;
  anchorB: Vec3;
  /** Orientations of the joint's frame on A and on B. */
  frameA: Quat;
  frameB: Quat;
  /** Angles that those of the poses are to be nearest to. */
  twist: number;
  secondTwist: number;
  /** Lead of a screw, m/rad. */
  lead: number;
  /** Half angles of a cone, rad. */
  coneY: number;
  coneZ: number;
}

/** What a placement says of a joint that has not turned, and has no thread and no cone. */
export const UNMOVED = { twist: 0, secondTwist: 0, lead: 0, coneY: 1, coneZ: 1 } as const;

/** What a load of size one along a coordinate is: a force on B at its anchor, and a torque. */
export interface Direction {
  force: Vec3;
  torque: Vec3;
}

const alongForce = (force: Vec3): Direction => ({ force, torque: NOTHING });
const aboutTorque = (torque: Vec3): Direction => ({ force: NOTHING, torque });

/** Value of a coordinate, m or rad. */
export function coordinateValue(kind: Kind, at: Placement): number {
  switch (kind) {
    case Kind.X:
    case Kind.Y:
    case Kind.Z:
      return unrotate(at.frameA, subtract(at.anchorB, at.anchorA))[kind];
    case Kind.Extra:
      if (at.type === JointType.Screw) return coordinateValue(Kind.X, at) - at.lead * coordinateValue(Kind.Twist, at);
      return length(subtract(at.anchorB, at.anchorA));
    default:
      return at.type === JointType.Universal ? universalAngle(kind, at) : swingTwistAngle(kind, at);
  }
}

function swingTwistAngle(kind: Kind, at: Placement): number {
  const relative = relativeRotation(at);
  if (kind === Kind.Twist) return unwrap(twistOf(relative[0], relative[3]), at.twist);
  const { swingY, swingZ } = swingAndTwist(relative);
  if (kind === Kind.SwingY) return swingY;
  if (kind === Kind.SwingZ) return swingZ;
  const { rho, slope } = cone(swingY, swingZ, at);
  return slope > 0 ? (rho - 1) / slope : -Math.min(at.coneY, at.coneZ);
}

function universalAngle(kind: Kind, { frameA, frameB, twist, secondTwist }: Placement): number {
  const zB = unrotate(frameA, rotate(frameB, Z));
  if (kind === Kind.Twist) return unwrap(angleOfPoint(-zB[1], zB[2]), twist);
  if (kind === Kind.SwingY) return zB[0];
  const xA = unrotate(frameB, rotate(frameA, X));
  return unwrap(angleOfPoint(-xA[1], xA[0]), secondTwist);
}

const relativeRotation = ({ frameA, frameB }: Placement): Quat => multiply(conjugate(frameA), frameB);

/** Of the rotation x y z w. */
const twistOf = (x: number, w: number): number => (w < 0 ? 2 * angleOfPoint(-x, -w) : 2 * angleOfPoint(x, w));

/** Twist and swing of a rotation, rad. */
export function swingAndTwist([x, y, z, w]: Quat) {
  const cosine = Math.max(Math.sqrt(x * x + w * w), LEAST_COSINE);
  const sineY = (w * y - x * z) / cosine;
  const sineZ = (w * z + x * y) / cosine;
  const sine = Math.sqrt(sineY * sineY + sineZ * sineZ);
  const angle = 2 * angleOfPoint(sine, cosine);
  const factor = sine > LEAST_DISTANCE ? angle / sine : 2;
  return { twist: twistOf(x, w), swingY: sineY * factor, swingZ: sineZ * factor, angle, cosine };
}

/** The rotation with a twist and a swing, rad. */
export function rotationOf(twist: number, swingY: number, swingZ: number): Quat {
  const angle = Math.sqrt(swingY * swingY + swingZ * swingZ);
  const half = sineAndCosine(angle / 2);
  const factor = angle > LEAST_DISTANCE ? half.sine / angle : 0.5;
  const { sine, cosine } = sineAndCosine(twist / 2);
  return multiply([0, swingY * factor, swingZ * factor, half.cosine], [sine, 0, 0, cosine]);
}

/** rho = sqrt((y/βy)² + (z/βz)²) is 1 on the cone; its gradient, and the size of that. */
function cone(y: number, z: number, { coneY, coneZ }: Placement) {
  const u = y / coneY;
  const v = z / coneZ;
  const rho = Math.sqrt(u * u + v * v);
  const inverse = rho > 1e-6 ? 1 / rho : 0;
  const slopeY = (u / coneY) * inverse;
  const slopeZ = (v / coneZ) * inverse;
  return { rho, slopeY, slopeZ, slope: Math.sqrt(slopeY * slopeY + slopeZ * slopeZ) };
}

/** Direction of a coordinate: its gradient. */
export function coordinateDirection(kind: Kind, at: Placement): Direction {
  switch (kind) {
    case Kind.X:
      return alongForce(rotate(at.frameA, X));
    case Kind.Y:
      return alongForce(rotate(at.frameA, Y));
    case Kind.Z:
      return alongForce(rotate(at.frameA, Z));
    case Kind.Extra:
      if (at.type === JointType.Screw) return { force: rotate(at.frameA, X), torque: scale(twistAxis(at), -at.lead) };
      return alongForce(lineDirection(at));
    case Kind.Twist:
      return aboutTorque(at.type === JointType.Universal ? universalAxis(kind, at) : twistAxis(at));
    default:
      return aboutTorque(at.type === JointType.Universal ? universalAxis(kind, at) : swingAxis(kind, at));
  }
}

/** From anchor A to anchor B. */
function lineDirection({ anchorA, anchorB }: Placement): Vec3 {
  const line = subtract(anchorB, anchorA);
  const distance = length(line);
  return distance > LEAST_DISTANCE ? scale(line, 1 / distance) : NOTHING;
}

function twistAxis({ frameA, frameB }: Placement): Vec3 {
  const a = rotate(frameA, X);
  const b = rotate(frameB, X);
  return scale(add(a, b), 1 / Math.max(1 + dot(a, b), LEAST_COSINE * LEAST_COSINE));
}

function swingAxis(kind: Kind, at: Placement): Vec3 {
  const { swingY, swingZ, angle } = swingAndTwist(relativeRotation(at));
  const square = angle * angle;
  const { sine, cosine } = sineAndCosine(angle);
  const k = square < SMALL_SQUARE ? 1 - square * (1 / 3 + square / 45) : (angle * cosine) / Math.max(sine, LEAST_COSINE);
  const rest = square < SMALL_SQUARE ? 1 / 3 + square / 45 : (1 - k) / square;
  const mixed = rest * swingY * swingZ;
  const aboutY = rotate(at.frameA, [-swingZ, k + rest * swingY * swingY, mixed]);
  const aboutZ = rotate(at.frameA, [swingY, mixed, k + rest * swingZ * swingZ]);
  if (kind === Kind.SwingY) return aboutY;
  if (kind === Kind.SwingZ) return aboutZ;
  const { slopeY, slopeZ, slope } = cone(swingY, swingZ, at);
  return slope > 0 ? add(scale(aboutY, slopeY / slope), scale(aboutZ, slopeZ / slope)) : NOTHING;
}

function universalAxis(kind: Kind, { frameA, frameB }: Placement): Vec3 {
  const x = rotate(frameA, X);
  const z = rotate(frameB, Z);
  if (kind === Kind.SwingY) return cross(z, x);
  const s = dot(x, z);
  const factor = 1 / Math.max(1 - s * s, LEAST_COSINE);
  return scale(kind === Kind.Twist ? subtract(x, scale(z, s)) : subtract(z, scale(x, s)), factor);
}
