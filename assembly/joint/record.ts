/** Type of a joint. @layout */
export const enum JointType {
  Ball = 0,
  Hinge = 1,
  Fixed = 2,
  Prismatic = 3,
  Distance = 4,
  Cylindrical = 5,
  Universal = 6,
  Planar = 7,
  Rope = 8,
  SpringDamper = 9,
  MatrixSpring = 10,
  RevoluteSpherical = 11,
  SixDof = 12,
  Axle = 13,
  Cone = 14,
  Screw = 15,
  Gear = 16,
  RackAndPinion = 17,
  Pulley = 18,
  Path = 19,
  Grab = 20,
  Wheel = 21,
  /** Rows that a user gives. The kernels do not solve them: see reference/joint/custom.ts. */
  Custom = 22,
  /** Turns B to an orientation against A by a spring and a damper, with a torque that is bounded as a vector. */
  AngularDrive = 23,
  Count = 24,
}

/** Bits of JointRecord.flags. @layout */
export const enum JointFlag {
  Alive = 1,
  Enabled = 2,
  CollideConnected = 4,
  /** The interval of the joint's coordinate (distance, angle, offset) is in force. */
  HasInterval = 8,
  /** Solved as the rows that `rows` names, not by the kernel of its type. */
  Rows = 16,
  /** Some of those rows is soft. */
  SoftRows = 32,
  /** A load beyond its thresholds has disabled the joint; and it was the last step that did it. */
  Broken = 64,
  JustBroken = 128,
  /** `twist` is followed over more than one turn. */
  TracksTwist = 256,
  /** Counts among the reasons for which its two bodies do not collide. */
  Ignores = 512,
  /** The joint has come into force, or one of its bodies was put elsewhere, since the last step. */
  Placed = 1024,
  /** Among joints that cannot all hold: pushes along the gradient at the start of the substep, whatever its load. */
  Strained = 2048,
  /** Solved together with the others of its island: solver/direct. Worked out anew whenever joints are ordered. */
  Direct = 4096,
  /** Of these: connects what joints of lower slots connect already. */
  Closing = 8192,
  /** In this step it may meet an end: a limit, or a rope that tightens. See joint/ends.kernel.ts. */
  NearEnd = 16384,
}

/**
 * One joint between the bodies `bodyA` and `bodyB` (0: the world). Anchors are relative to the centre of mass, in the
 * body's own axes; `frame` turns from the joint's axes (x along the joint's axis) to the body's.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class JointRecord {
  anchorAX: f64;
  anchorAY: f64;
  anchorAZ: f64;
  anchorBX: f64;
  anchorBY: f64;
  anchorBZ: f64;
  frameAX: f64;
  frameAY: f64;
  frameAZ: f64;
  frameAW: f64;
  frameBX: f64;
  frameBY: f64;
  frameBZ: f64;
  frameBW: f64;
  /** m/N of the rows that hold points together; rad/(N m) of those that hold axes. */
  compliance: f64;
  angularCompliance: f64;
  /** Damping rates of the velocity pass, 1/s (eqs 31, 32 of Mueller et al.). */
  linearDamping: f64;
  angularDamping: f64;
  /** The interval of the joint's coordinate and its compliance: lower = upper is a target or a length. */
  lower: f64;
  upper: f64;
  /** What the upper one was in the step before: from there it moves. */
  lastUpper: f64;
  intervalCompliance: f64;
  /** Loads on body B, means over a step, that break the joint: N, N m; infinite where nothing does. */
  breakForce: f64;
  breakTorque: f64;
  /** Angle of B against A about the joint's axis, rad, over more than one turn; of a universal joint also that about B's axis. */
  twist: f64;
  secondTwist: f64;
  /** Not 0: the joint cannot hold, and seems open by so much only, rad or the like; and the least that it was open. See bindings/joint/strain.ts. */
  strain: f64;
  leastOpening: f64;
  /** Load on body B in the last substep, world frame: where the next substep starts from. For joints of rows the loads of the locked ones. */
  forceX: f64;
  forceY: f64;
  forceZ: f64;
  torqueX: f64;
  torqueY: f64;
  torqueZ: f64;
  intervalLoad: f64;
  /** Mean load on body B over the last step, at its anchor, world frame. */
  reactionForceX: f64;
  reactionForceY: f64;
  reactionForceZ: f64;
  reactionTorqueX: f64;
  reactionTorqueY: f64;
  reactionTorqueZ: f64;
  /** Mean load along the interval's coordinate over the last step. */
  intervalReaction: f64;
  /** How solvers on rows take its rows: see WorldRecord. Factor of the world's relaxation; added to its regularization; below 0: the world's. */
  relaxation: f64;
  regularization: f64;
  erp: f64;
  cfm: f64;
  /** N, N m: each row gives at most so much. */
  maxForce: f64;
  maxTorque: f64;
  /** Factors of the inverse masses and inertias of its bodies, for its rows. */
  massScaleA: f64;
  inertiaScaleA: f64;
  massScaleB: f64;
  inertiaScaleB: f64;
  type: u32;
  flags: u32;
  bodyA: u32;
  bodyB: u32;
  /** Two joints of one colour share no dynamic body, except in the overflow colour, where joints also begin: see joint/order.ts. */
  color: u32;
  generation: u32;
  nextFree: i32;
  /** Bit k: the coordinate k (Coordinate) is locked. */
  locks: u32;
  /** Bit 4 coordinate + role: the joint has this row. */
  rows: u32;
  /** Slot of the first record of its coordinates, plus one; 0: there is none. */
  firstCoordinate: u32;
}

/** Whether some rows of a joint have a compliance. */
export function isSoft(joint: JointRecord): bool {
  return (joint.flags & JointFlag.SoftRows) != 0 || joint.compliance > 0 || joint.angularCompliance > 0 || joint.intervalCompliance > 0;
}

/** Whether some rows of a joint push or pull only: limits, and ropes. */
export function hasEnds(joint: JointRecord): bool {
  if (joint.type == JointType.Rope || (joint.flags & JointFlag.HasInterval && joint.lower != joint.upper)) return true;
  if (!(joint.flags & JointFlag.Rows)) return false;
  for (let kind: u32 = 0; kind < 8; kind++) if ((joint.rows >> (4 * kind)) & 1 && !((joint.locks >> kind) & 1)) return true;
  return false;
}

/** Rows other than those that hold a coordinate or bound it: drives, friction. */
const DRIVES: u32 = 0xeeeeeeee;

/** Whether bodies swing about the ends of such a joint without turning, or it follows a curve: how fast they turn says nothing of that. */
function isLink(type: u32): bool {
  return type == JointType.Distance || type == JointType.RevoluteSpherical || type == JointType.Pulley || type == JointType.Path;
}

/** Whether a joint is driven or braked between ends: what it does may go on or stop, as it reaches what it may do at most. */
export function isDrivenToEnds(joint: JointRecord): bool {
  return (joint.rows & DRIVES) != 0 && hasEnds(joint);
}

/** Whether all that a joint does is to hold, by forces that change as its bodies turn: no spring, no damper, no drive, no limits near. */
export function isRigid(joint: JointRecord): bool {
  if (!(joint.flags & JointFlag.Enabled)) return true;
  if (joint.type == JointType.SpringDamper || joint.type == JointType.MatrixSpring || joint.type >= <u32>JointType.Custom) return false;
  if (isLink(joint.type) || joint.flags & JointFlag.NearEnd || (joint.flags & JointFlag.HasInterval && !hasEnds(joint))) return false;
  return !(joint.rows & DRIVES) && !isSoft(joint) && joint.linearDamping == 0 && joint.angularDamping == 0;
}
