/** A colour's bundles of one joint type, one after the other. */
// @ts-ignore: decorator
@unmanaged
export class Group {
  type: u32;
  color: i32;
  /** Address of the first bundle, and how many there are. */
  first: u32;
  count: u32;
  /** Bytes of each. */
  bytes: u32;
  /** Address of the joint slots of the first bundle's lanes; LANES for each bundle, NO_JOINT where a lane is empty. */
  joints: u32;
  /** Not 0: some joint has a compliance, or damping. */
  soft: u32;
  damped: u32;
  /** Not 0: its joints are solved as rows, and which rows some of them have. */
  isRows: u32;
  rows: u32;
}

export const NO_JOINT: u32 = 0xffffffff;
