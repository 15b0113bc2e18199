// The coordinates of a joint and their gradients. Offsets of the anchors in A's frame: Müller et al. 2020, section 3.4.2. Twist and swing:
// the rotation of B's frame in A's is a swing after a twist about x (section 3.4.1, eqs 22-24, in closed form). Angles of a
// universal joint: Cardan angles about A's x, the axis between, and B's z. Every gradient is that of its coordinate, so that a
// row conserves energy.
import { Coordinate, JointType } from '../../../bindings/core/layout.ts';
import type { Pair } from '../../constraint/pair.ts';
import type { Quat } from '../../math/rotation.ts';
import { Vec3 } from '../../math/vector.ts';

/** Angles below this are expanded in series, rad squared. */
const SMALL_ANGLE = 0.03;
/** Cosine of half the swing, least: at half a turn the swing has no direction. */
const LEAST_COSINE = 1e-3;
/** Below this cosine (a swing of 174 degrees) rows of angles do nothing. */
const BLIND_COSINE = 0.05;
/** m; two points closer than this have no direction between them. */
const LEAST_DISTANCE = 1e-9;
/** Half angles of a cone are at least this, rad. */
const LEAST_CONE = 1e-3;

/** Where the two bodies of a joint are: arms and separation of the anchors, world frames of the joint. */
export interface Placement {
  armA: Vec3;
  armB: Vec3;
  separation: Vec3;
  frameA: Quat;
  frameB: Quat;
  /** Of a path joint: how the curve's frame turns per metre, world axes; and the arc length of its nearest point. */
  bend: Vec3;
  arc: number;
}

/** One coordinate: its value, and the gradient: a force along `force` at B's anchor and a torque along `torque`, reversed on A. */
export class CoordinateRow {
  value = 0;
  readonly force = Vec3.zero();
  readonly torque = Vec3.zero();
  /** Torques about the centres of mass. */
  readonly torqueA = Vec3.zero();
  readonly torqueB = Vec3.zero();
}

/** What some types of joints need besides their bodies. */
export interface Shape {
  type: JointType;
  /** Half angles of an elliptic cone. */
  coneY: number;
  coneZ: number;
  /** Lead of a screw, m/rad. */
  lead: number;
}

/** Twist and swing of a rotation. */
function decompose({ x, y, z, w }: Quat) {
  const cosine = Math.max(Math.sqrt(x * x + w * w), LEAST_COSINE);
  const swingY = (w * y - x * z) / cosine;
  const swingZ = (w * z + x * y) / cosine;
  const sine = Math.sqrt(swingY * swingY + swingZ * swingZ);
  const angle = 2 * Math.atan2(sine, cosine);
  const factor = sine > 1e-9 ? angle / sine : 2;
  const twist = w < 0 ? 2 * Math.atan2(-x, -w) : 2 * Math.atan2(x, w);
  return { twist, swingY: swingY * factor, swingZ: swingZ * factor, angle, sine, cosine, factor };
}

/** The angle a + 2πk nearest to `near`. */
export function unwrap(angle: number, near: number): number {
  const turns = (near - angle) * (0.5 / Math.PI);
  return angle + 2 * Math.PI * nearestEven(turns);
}

/** Rounds halves to even, as WebAssembly does. */
export function nearestEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Values of the coordinates at a placement; twists are the ones nearest to those before. */
export function readValues(rows: CoordinateRow[], at: Placement, shape: Shape): void {
  const { frameA, frameB, separation } = at;
  const local = frameA.conjugate.rotate(separation);
  rows[Coordinate.X].value = local.x + at.arc;
  rows[Coordinate.Y].value = local.y;
  rows[Coordinate.Z].value = local.z;
  const twist = rows[Coordinate.Twist];
  const swingY = rows[Coordinate.SwingY];
  const swingZ = rows[Coordinate.SwingZ];
  if (shape.type === JointType.Universal) {
    const zB = frameA.conjugate.rotate(frameB.rotate(Vec3.Z));
    const xA = frameB.conjugate.rotate(frameA.rotate(Vec3.X));
    twist.value = unwrap(Math.atan2(-zB.y, zB.z), twist.value);
    swingY.value = zB.x;
    swingZ.value = unwrap(Math.atan2(-xA.y, xA.x), swingZ.value);
  } else {
    const swing = decompose(frameA.conjugate.times(frameB));
    twist.value = unwrap(swing.twist, twist.value);
    swingY.value = swing.swingY;
    swingZ.value = swing.swingZ;
    rows[Coordinate.Cone].value = coneValue(swing.swingY, swing.swingZ, shape);
  }
  rows[Coordinate.Extra].value = shape.type === JointType.Screw ? local.x - shape.lead * twist.value : separation.length;
}

function coneValue(y: number, z: number, shape: Shape): number {
  const { rho, slope } = cone(y, z, shape);
  return slope > 0 ? (rho - 1) / slope : -Math.min(shape.coneY, shape.coneZ);
}

/** How far a swing is outside the cone where that is nearest, rad, or more. */
export function coneExcess(y: number, z: number, shape: Shape): number {
  return (cone(y, z, shape).rho - 1) * Math.max(Math.min(shape.coneY, shape.coneZ), LEAST_CONE);
}

/** ρ = sqrt((y/βy)² + (z/βz)²), which is 1 on the cone, its gradient, and the size of that. */
function cone(y: number, z: number, shape: Shape) {
  const inverseY = 1 / Math.max(shape.coneY, LEAST_CONE);
  const inverseZ = 1 / Math.max(shape.coneZ, LEAST_CONE);
  const u = y * inverseY;
  const v = z * inverseZ;
  const rho = Math.sqrt(u * u + v * v);
  const scale = rho > 1e-6 ? 1 / rho : 0;
  const slopeY = u * inverseY * scale;
  const slopeZ = v * inverseZ * scale;
  return { rho, slopeY, slopeZ, slope: Math.sqrt(slopeY * slopeY + slopeZ * slopeZ) };
}

/** Gradients of the coordinates at a placement. */
export function readGradients(rows: CoordinateRow[], at: Placement, shape: Shape): void {
  const { frameA, frameB, separation } = at;
  const x = frameA.rotate(Vec3.X);
  const y = frameA.rotate(Vec3.Y);
  const z = frameA.rotate(Vec3.Z);
  rows[Coordinate.X].force.assign(x);
  rows[Coordinate.Y].force.assign(y);
  rows[Coordinate.Z].force.assign(z);
  const twist = rows[Coordinate.Twist].torque;
  if (shape.type === JointType.Universal) {
    const zB = frameB.rotate(Vec3.Z);
    const s = x.dot(zB);
    const factor = 1 / Math.max(1 - s * s, LEAST_COSINE);
    twist.assign(x.plusTimes(zB, -s).times(factor));
    rows[Coordinate.SwingY].torque.assign(zB.cross(x));
    rows[Coordinate.SwingZ].torque.assign(zB.plusTimes(x, -s).times(factor));
  } else {
    const { swingY: sy, swingZ: sz, angle, sine, cosine, factor } = decompose(frameA.conjugate.times(frameB));
    const sees = cosine > BLIND_COSINE ? 1 : 0;
    twist.assign(x.plus(frameB.rotate(Vec3.X)).times((0.5 * sees) / (cosine * cosine)));
    const square = angle * angle;
    // k = θ cot θ and (1 - k) / θ²
    const k = square < SMALL_ANGLE ? 1 - square * (1 / 3 + square * (1 / 45)) : (factor * (cosine * cosine - sine * sine)) / (2 * cosine);
    const rest = square < SMALL_ANGLE ? 1 / 3 + square * (1 / 45) : (1 - k) / square;
    const swingY = rows[Coordinate.SwingY].torque;
    const swingZ = rows[Coordinate.SwingZ].torque;
    swingY.assign(
      y
        .times(k + rest * sy * sy)
        .plusTimes(z, rest * sy * sz)
        .plusTimes(x, -sz),
    );
    swingZ.assign(
      z
        .times(k + rest * sz * sz)
        .plusTimes(y, rest * sy * sz)
        .plusTimes(x, sy),
    );
    swingY.assign(swingY.times(sees));
    swingZ.assign(swingZ.times(sees));
    const { slopeY, slopeZ, slope } = cone(sy, sz, shape);
    const scale = slope > 0 ? 1 / slope : 0;
    rows[Coordinate.Cone].torque.assign(swingY.times(slopeY * scale).plusTimes(swingZ, slopeZ * scale));
  }
  const extra = rows[Coordinate.Extra];
  if (shape.type === JointType.Screw) {
    extra.force.assign(x);
    extra.torque.assign(twist.times(-shape.lead));
  } else {
    const length = separation.length;
    extra.force.assign(length > LEAST_DISTANCE ? separation.times(1 / length) : Vec3.ZERO);
  }
  // Along a path A's frame turns as B moves on.
  for (const kind of [Coordinate.Twist, Coordinate.SwingY, Coordinate.SwingZ])
    rows[kind].force.assign(x.times(-rows[kind].torque.dot(at.bend)));
  // A's frame turns with A, so that both forces act at B's anchor.
  const leverA = at.armA.plus(separation);
  for (const row of rows) {
    row.torqueA.assign(leverA.cross(row.force).plus(row.torque));
    row.torqueB.assign(at.armB.cross(row.force).plus(row.torque));
  }
}

/** Relative speed along a coordinate. */
export function speedAlong(row: CoordinateRow, { a, b }: Pair): number {
  const linear = row.force.dot(b.velocity.minus(a.velocity));
  return linear + row.torqueB.dot(b.angularVelocity) - row.torqueA.dot(a.angularVelocity);
}

/** Inverse effective mass between two coordinates. */
export function inverseMassBetween(p: CoordinateRow, q: CoordinateRow, { a, b }: Pair): number {
  const mass = a.inverseMass.plus(b.inverseMass);
  const linear = p.force.dot(q.force.scaledBy(mass));
  return linear + p.torqueA.dot(a.inverseInertia.times(q.torqueA)) + p.torqueB.dot(b.inverseInertia.times(q.torqueB));
}

export function makeRows(): CoordinateRow[] {
  return Array.from({ length: Coordinate.Count }, () => new CoordinateRow());
}
