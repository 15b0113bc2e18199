/**
 * Coordinates of a joint, from A to B. X, Y and Z are the components of the offset of B's anchor from A's in A's frame, m; the angles
 * are those of B's frame in A's, rad: rotation = swing after twist, the twist about x, the swing a rotation vector in the plane
 * of y and z. A universal joint has other angles: about A's x, about the axis between, about B's z. @layout
 */
export const enum Coordinate {
  X = 0,
  Y = 1,
  Z = 2,
  Twist = 3,
  SwingY = 4,
  SwingZ = 5,
  /** How far the swing is outside an elliptic cone, rad. */
  Cone = 6,
  /** Distance of the anchors, m; of a screw X less the twist times its lead, m. Of a path nothing: its record is there. */
  Extra = 7,
  Count = 8,
}

/** What a row does to its coordinate. @layout */
export const enum Role {
  /** Locks it, or holds it in an interval. */
  Bound = 0,
  Drive = 1,
  /** Coulomb friction: a load of constant size against motion. */
  Friction = 2,
  /** Viscous damping: a load proportional to speed. */
  Viscous = 3,
  Count = 4,
}

/** Bits of CoordinateRecord.flags. @layout */
export const enum CoordinateFlag {
  Alive = 1,
  HasLimit = 2,
  HasDrive = 4,
  /** The drive is a servo: it goes for a position (and not only for a speed). */
  Servo = 8,
  /** The drive is as stiff as its greatest load allows. */
  Rigid = 16,
  HasSecondary = 32,
  /** The drive gave all it can in the last step. */
  Saturated = 64,
}

/**
 * What a joint does along one of its coordinates besides locking it. Loads act on B along the coordinate: N, or N m.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class CoordinateRecord {
  /** Drive: load = stiffness e + quadraticStiffness |e| e + damping (velocity - speed), e = target - value, up to maxLoad. */
  target: f64;
  velocity: f64;
  stiffness: f64;
  quadraticStiffness: f64;
  damping: f64;
  maxLoad: f64;
  /** Half width of the band about the target in which the drive does nothing, or what the secondary target says. */
  deadZone: f64;
  secondaryTarget: f64;
  secondaryStiffness: f64;
  secondaryDamping: f64;
  secondaryMaxLoad: f64;
  /** Limits, their inverse stiffness, damping (N s/m, N m s/rad) and restitution. For Cone: the half angles about y and z. */
  lower: f64;
  upper: f64;
  limitCompliance: f64;
  limitDamping: f64;
  restitution: f64;
  /** Coulomb friction, and viscous damping. */
  friction: f64;
  viscousDamping: f64;
  /** Load in the last substep by role: where the next substep starts from. */
  boundLoad: f64;
  driveLoad: f64;
  frictionLoad: f64;
  viscousLoad: f64;
  /** Mean loads over the last step. */
  boundReaction: f64;
  driveReaction: f64;
  frictionReaction: f64;
  viscousReaction: f64;
  /** Work of the drive since it was made, J. */
  work: f64;
  /** Where the coordinate was when the last substep began: its load works from there on. */
  start: f64;
  /** What the solver's values of the coordinate leave out in the present step. */
  base: f64;
  /** Coordinate. */
  kind: u32;
  flags: u32;
  /** Slot of the joint. */
  joint: u32;
  /** Slot of the joint's next coordinate, plus one; 0: there is none. */
  next: u32;
  /** Slot, plus one, of a coordinate whose drive at its limit makes this one go for its secondary target; 0: there is none. */
  helped: u32;
  generation: u32;
  nextFree: i32;
  reserved: u32;
}

/** What a pulley keeps in place of a drive, as the following do: the record of a coordinate is theirs. @layout */
// @ts-ignore: decorator
@unmanaged
export class PulleyRecord {
  /** Falls of the rope at B to one at A. */
  ratio: f64;
  /** Fixed points, world frame. */
  pointAX: f64;
  pointAY: f64;
  pointAZ: f64;
  pointBX: f64;
  pointBY: f64;
  pointBZ: f64;
}

/** Coupling of the coordinates of two joints: second = ratio first + rest. @layout */
// @ts-ignore: decorator
@unmanaged
export class CouplingRecord {
  ratio: f64;
  rest: f64;
  /** Slots of the joints; which coordinates. */
  firstJoint: u32;
  secondJoint: u32;
  firstKind: u32;
  secondKind: u32;
}

/** A spring that pulls a point to another, or turns a frame to another, in all directions alike. @layout */
// @ts-ignore: decorator
@unmanaged
export class SpringRecord {
  stiffness: f64;
  damping: f64;
  maxLoad: f64;
  relaxation: f64;
  /** Of what turns: how fast the target does, rad/s, in the joint's frame on A. */
  velocityX: f64;
  velocityY: f64;
  velocityZ: f64;
}

/** A row that a user gives, the kind of the record being its index: dC/dt of A's velocities and B's, and what it wants. @layout */
// @ts-ignore: decorator
@unmanaged
export class CustomRowRecord {
  linearAX: f64;
  linearAY: f64;
  linearAZ: f64;
  angularAX: f64;
  angularAY: f64;
  angularAZ: f64;
  linearBX: f64;
  linearBY: f64;
  linearBZ: f64;
  angularBX: f64;
  angularBY: f64;
  angularBZ: f64;
  /** load = -stiffness error + damping (velocity - dC/dt) between low and high; infinite: rigid, or the speed is held. */
  error: f64;
  velocity: f64;
  stiffness: f64;
  damping: f64;
  low: f64;
  high: f64;
}

/** Of a screw, as its coordinate Extra. @layout */
// @ts-ignore: decorator
@unmanaged
export class ScrewRecord {
  /** m/rad */
  lead: f64;
}

/** Where a path joint is, as its coordinate Extra. @layout */
// @ts-ignore: decorator
@unmanaged
export class PathRecord {
  /** Arc length, m, and that of a closed path; 0 of an open one. */
  value: f64;
  length: f64;
  /** Slots, plus one, of the first point, and of the one from which on the path is near. */
  firstPoint: u32;
  segment: u32;
}

/**
 * A point of a path and the derivative there, in A's axes relative to its centre of mass: the curve between two points is the cubic
 * Hermite spline.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class PointRecord {
  x: f64;
  y: f64;
  z: f64;
  tangentX: f64;
  tangentY: f64;
  tangentZ: f64;
  /** Direction of a frame's y axis, for bodies that turn with the path. */
  normalX: f64;
  normalY: f64;
  normalZ: f64;
  /** Arc length from the start of the path, m, and of the segment to the next point. */
  start: f64;
  /** What the solver's values of the coordinate leave out in the present step. */
  base: f64;
  length: f64;
  flags: u32;
  /** Slots of the neighbours, plus one; 0: the path ends here. */
  next: u32;
  previous: u32;
  generation: u32;
  nextFree: i32;
  reserved: u32;
}
