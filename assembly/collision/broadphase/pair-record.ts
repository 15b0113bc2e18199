/** Bits of PairRecord.flags. @layout */
export const enum PairFlag {
  Alive = 1,
  /** Some point of the last narrow phase is not apart. */
  Touching = 2,
  /** The two touched when the last step ended, and events told so. */
  WasTouching = 8,
  /** Contacts have been found once. */
  Found = 64,
  /** No pair: it says that the two never touch. `memory` counts how often they were told so. */
  Ignored = 4,
  /** Of two that events told to touch: one is a sensor. */
  SensorA = 16,
  SensorB = 32,
  /** The pair counts as one of B's: see crowd.ts. */
  OwnerB = 128,
  /** How its contacts last: see narrowphase/rolling.kernel.ts. */
  Rolls = 256,
  FaceOfA = 512,
  FaceOfB = 1024,
  /** A surface of one is solid from one side only; and the two pass through each other: see narrowphase/one-way.kernel.ts. */
  OneWay = 2048,
  Passing = 4096,
  /** Its points go along with the bodies in the substeps: see narrowphase/turning.kernel.ts. */
  GoesAlong = 8192,
  /** The shapes have overlapped since they were looked at first: perhaps they are meant to. */
  Entangled = 16384,
  /** The octave of the mass, kg, that its contacts felt when they were last solved: that of the islands of joints of its bodies; 0: they felt no joints. */
  FeltShift = 16,
  FeltMask = 16711680,
}

/**
 * Two bodies whose grown boxes overlap and that may touch.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class PairRecord {
  /** Slots; bodyA < bodyB. */
  bodyA: u32;
  bodyB: u32;
  flags: u32;
  /** Slot of the first manifold plus one; 0 without one. */
  firstManifold: u32;
  /** Next of the free list, or of the same place in the table. */
  next: u32;
  /** Of two that never touch, how often they were told so; of a pair, its first TouchRecord: slot plus one. */
  memory: u32;
  /** m/s at which the nearest points met when the last step began. */
  approachSpeed: f64;
  /** m: how far the surfaces have moved against each other since contacts were found anew, and how far apart they were then at least if there were none. */
  moved: f32;
  margin: f32;
  /** A direction that kept the shapes apart or was the normal, world axes; what the narrow phase starts from. */
  axisX: f32;
  axisY: f32;
  axisZ: f32;
  /** The features of polytopes that it is of: see narrowphase/last-axis.kernel.ts. */
  feature: u32;
  /** Orientations of the bodies and the way from A's centre of mass to B's: where the manifolds are up to date, or found to be none. */
  orientationAX: f64;
  orientationAY: f64;
  orientationAZ: f64;
  orientationAW: f64;
  orientationBX: f64;
  orientationBY: f64;
  orientationBZ: f64;
  orientationBW: f64;
  betweenX: f64;
  betweenY: f64;
  betweenZ: f64;
}

/**
 * Where a pair is in the lists of its two bodies: what a body that runs through its pairs reads. Apart from the PairRecords, so that many
 * of them lie close together.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class PairLinks {
  /** Neighbours in the lists: 2 × pair + side + 1. */
  nextA: u32;
  previousA: u32;
  nextB: u32;
  previousB: u32;
  /** Slots, as in the PairRecord. */
  bodyA: u32;
  bodyB: u32;
}
