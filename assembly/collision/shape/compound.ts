// Compounds.
import { Bvh } from './bvh';
import { ChildRecord, ShapeRecord } from './record';

export function childOf(compound: ShapeRecord, number: u32): ChildRecord {
  const block = <usize>compound.data;
  return changetype<ChildRecord>(block + changetype<Bvh>(block).parts + <usize>number * offsetof<ChildRecord>());
}
