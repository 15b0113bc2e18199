import { BodyRecord } from '../body/record';
import { RowSink } from '../constraint/sink.kernel';
import { JointRecord } from './record';

/** What a joint's file has: a class of the joints in the lanes of a bundle. */
export abstract class JointLanes<T> {
  /** Bytes of a bundle. */
  abstract bytes(): usize;
  /** Geometry at the start of the step, from the records to a lane. */
  abstract pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void;
  /** Loads of the step, from a lane to the records. */
  abstract finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void;
  /** Address of its linear and angular damping rates, lanes; 0: it is damped otherwise, or not at all. */
  abstract rates(): usize;
  /** Says what it wants. */
  abstract rows<S extends RowSink<T>>(sink: S): void;
}
