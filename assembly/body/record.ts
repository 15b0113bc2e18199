/** Kind of a body. @layout */
export const enum BodyType {
  Static = 0,
  Kinematic = 1,
  Dynamic = 2,
}

/** Bits of BodyRecord.flags; the type sits in the two bits from TYPE_SHIFT on. @layout */
export const enum BodyFlag {
  Alive = 1,
  TypeShift = 1,
  TypeMask = 6,
  LockTranslationX = 16,
  LockTranslationY = 32,
  LockTranslationZ = 64,
  LockRotationX = 128,
  LockRotationY = 256,
  LockRotationZ = 512,
  /** A kinematic body that has a pose to reach in the next step. */
  HasTarget = 1024,
  /** The last step gave the body a value that is not finite; it stays where it was until it is set anew. */
  Frozen = 2048,
  /** Takes no part in collision and queries. */
  Ghost = 4096,
  /** Tells who touches it, and pushes nobody. */
  Sensor = 8192,
  /** What it could pass in a step is looked for along its way. */
  Swept = 16384,
  /** At rest, with all that it touches: no step looks at it. */
  Asleep = 32768,
  /** Never falls asleep, and keeps awake what it touches. */
  Sleepless = 65536,
  /** No events tell of its contacts; or they do in each step that they last. */
  Silent = 131072,
  Talkative = 262144,
  /** Some pair of the body was refused: it looks for pairs again. */
  Crowded = 524288,
  /** A step has moved it since it was made, woken or changed: what acts on it is known from there. */
  Begun = 1048576,
  /** Within a step: its velocities are those of its pose, as it has contacts, or what joints connect with it has. See island/uncentered.ts. */
  Uncentered = 2097152,
  /** Between steps its velocities are those of its pose, as the last step centred it; or half a substep behind, as that did not. Neither: they are as they were given. */
  Synchronous = 4194304,
  Behind = 8388608,
  /** No step looks at it, though it sleeps or is kinematic: WorldRecord.restingCount counts it. */
  Resting = 16777216,
  /** All that a step leaves about its velocities. */
  Stepped = 13631488,
}

/** How a coefficient of two bodies comes from those of each; of two different rules the one listed later. @layout */
export const enum CombineRule {
  GeometricMean = 0,
  Average = 1,
  Minimum = 2,
  Multiply = 3,
  Maximum = 4,
}

/**
 * One rigid body, as it is between steps. The position is that of the centre of mass; the orientation is that of the
 * axes the user gave, and `principal` turns from the principal axes of inertia to those. World frame, SI units.
 * What is read of each body of a pair comes first, so that a pair touches few cache lines.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class BodyRecord {
  positionX: f64;
  positionY: f64;
  positionZ: f64;
  orientationX: f64;
  orientationY: f64;
  orientationZ: f64;
  orientationW: f64;
  velocityX: f64;
  velocityY: f64;
  velocityZ: f64;
  angularVelocityX: f64;
  angularVelocityY: f64;
  angularVelocityZ: f64;
  flags: u32;
  /** Slot of the shape plus one; 0 without one. */
  shape: u32;
  /** The body's node in its tree of the broad phase, plus one; 0 in none. */
  leaf: u32;
  /** The first of the body's pairs: 2 × pair + side + 1, side 0 being that of bodyA; 0 without one. */
  firstPair: u32;
  /** Groups that the body is in, and those that it meets. */
  collisionGroup: u32;
  collisionMask: u32;
  /** Pairs that count as the body's, and those of them that have contacts: see broadphase/crowd.ts. */
  pairCount: u32;
  contactCount: u32;
  /** Centre of mass in the body's own frame. */
  centerX: f64;
  centerY: f64;
  centerZ: f64;
  mass: f64;
  gravityScale: f64;
  /** Force and torque about the centre of mass, applied during the next step and then cleared. */
  forceX: f64;
  forceY: f64;
  forceZ: f64;
  torqueX: f64;
  torqueY: f64;
  torqueZ: f64;
  /** Principal moments of inertia about the centre of mass. */
  inertiaX: f64;
  inertiaY: f64;
  inertiaZ: f64;
  principalX: f64;
  principalY: f64;
  principalZ: f64;
  principalW: f64;
  /** 1/s */
  linearDamping: f64;
  angularDamping: f64;
  /** Acceleration, m/s², and torque that joints and contacts gave it at the end of the last step, as far as that goes on; see centered.kernel.ts. */
  reactionX: f64;
  reactionY: f64;
  reactionZ: f64;
  reactionMomentX: f64;
  reactionMomentY: f64;
  reactionMomentZ: f64;
  /** What changed its velocity and its angular momentum in the last substep besides forces, over its duration. */
  latestX: f64;
  latestY: f64;
  latestZ: f64;
  latestMomentX: f64;
  latestMomentY: f64;
  latestMomentZ: f64;
  /** Its surface: the fields from here to assembly are a SurfaceRecord. Friction coefficients, restitution. */
  staticFriction: f64;
  dynamicFriction: f64;
  restitution: f64;
  /** m: the torque against rolling, and against turning about the normal, over the normal force. */
  rollingFriction: f64;
  torsionalFriction: f64;
  /** m/N */
  contactCompliance: f64;
  /** m/s, in the body's own axes: how the surface runs along while the body stays, as that of a conveyor belt. */
  surfaceVelocityX: f64;
  surfaceVelocityY: f64;
  surfaceVelocityZ: f64;
  /** Unit vector in the body's own axes: the side on which alone the surface is solid; zero: all of it is. */
  oneWayX: f64;
  oneWayY: f64;
  oneWayZ: f64;
  /** CombineRule of friction, and of restitution; the id of the material. */
  frictionRule: u32;
  restitutionRule: u32;
  material: u32;
  /** The same for bodies that joints connect, however many are between them; means nothing of bodies without joints. */
  assembly: u32;
  /** Pose of the body's origin that a kinematic body reaches at the end of the next step. */
  targetX: f64;
  targetY: f64;
  targetZ: f64;
  targetOrientationX: f64;
  targetOrientationY: f64;
  targetOrientationZ: f64;
  targetOrientationW: f64;
  /** s: for how long the body has been slow; while it sleeps, the WorldRecord's steadyDuration of when it fell asleep. */
  restTime: f64;
  generation: u32;
  nextFree: i32;
  jointCount: u32;
  /** The next body of the ring of those that fell asleep together, plus one. */
  islandNext: u32;
}
