/** What an event tells. @layout */
export const enum EventType {
  ContactBegin = 0,
  /** A contact went on in this step. */
  ContactPersist = 1,
  ContactEnd = 2,
  SensorEnter = 3,
  SensorLeave = 4,
  BodySleep = 5,
  BodyWake = 6,
  /** `bodyA` and `generationA` are those of a joint. */
  JointBreak = 7,
  BodyFrozen = 8,
}

/**
 * Something that happened in a step or after it.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class EventRecord {
  /** World: where two bodies touch, or where what a sensor feels has its centre of mass; zero without either. */
  pointX: f64;
  pointY: f64;
  pointZ: f64;
  /** Unit vector from A to B; zero without contact points. */
  normalX: f64;
  normalY: f64;
  normalZ: f64;
  /** N s along the normals over the step, and m/s at which the bodies met. */
  impulse: f64;
  approachSpeed: f64;
  type: u32;
  /** Slots and generations; of events of sensors A is the sensor. */
  bodyA: u32;
  generationA: u32;
  bodyB: u32;
  generationB: u32;
  /** Numbers of the children of compounds plus one: of A's in the high half, of B's in the low one; 0 without. */
  children: u32;
}
