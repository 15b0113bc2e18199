import { BodyRecord, CoordinateRecord, JointRecord, PointRecord, ShapeRecord, WorldRecord } from './layout.ts';
import type { StateMemory } from './memory.ts';

/** Where a pool's bookkeeping lies in the world's record, and the handle fields in its own records; all byte offsets. */
export interface PoolLayout {
  base: number;
  capacity: number;
  count: number;
  firstFree: number;
  live: number;
  size: number;
  flags: number;
  generation: number;
  nextFree: number;
}

export const BODY_POOL = {
  base: WorldRecord.bodyBase,
  capacity: WorldRecord.bodyCapacity,
  count: WorldRecord.bodyCount,
  firstFree: WorldRecord.bodyFirstFree,
  live: WorldRecord.bodyLive,
  size: BodyRecord.size,
  flags: BodyRecord.flags,
  generation: BodyRecord.generation,
  nextFree: BodyRecord.nextFree,
};
export const JOINT_POOL = {
  base: WorldRecord.jointBase,
  capacity: WorldRecord.jointCapacity,
  count: WorldRecord.jointCount,
  firstFree: WorldRecord.jointFirstFree,
  live: WorldRecord.jointLive,
  size: JointRecord.size,
  flags: JointRecord.flags,
  generation: JointRecord.generation,
  nextFree: JointRecord.nextFree,
};
export const COORDINATE_POOL = {
  base: WorldRecord.coordinateBase,
  capacity: WorldRecord.coordinateCapacity,
  count: WorldRecord.coordinateCount,
  firstFree: WorldRecord.coordinateFirstFree,
  live: WorldRecord.coordinateLive,
  size: CoordinateRecord.size,
  flags: CoordinateRecord.flags,
  generation: CoordinateRecord.generation,
  nextFree: CoordinateRecord.nextFree,
};
export const POINT_POOL = {
  base: WorldRecord.pointBase,
  capacity: WorldRecord.pointCapacity,
  count: WorldRecord.pointCount,
  firstFree: WorldRecord.pointFirstFree,
  live: WorldRecord.pointLive,
  size: PointRecord.size,
  flags: PointRecord.flags,
  generation: PointRecord.generation,
  nextFree: PointRecord.nextFree,
};
export const SHAPE_POOL = {
  base: WorldRecord.shapeBase,
  capacity: WorldRecord.shapeCapacity,
  count: WorldRecord.shapeCount,
  firstFree: WorldRecord.shapeFirstFree,
  live: WorldRecord.shapeLive,
  size: ShapeRecord.size,
  flags: ShapeRecord.flags,
  generation: ShapeRecord.generation,
  nextFree: ShapeRecord.nextFree,
};

const ALIVE = 1;

/**
 * Records of one kind in slots that are used again. A handle is a slot and its generation; the generation grows when a slot
 * is freed. All bookkeeping is in the memory, so that a snapshot holds it.
 */
export class Pool {
  /** Highest generation that each slot ever had. Unlike those in the records it does not go back when a snapshot is restored. */
  private readonly highest: number[] = [];

  constructor(
    private readonly memory: () => StateMemory,
    private readonly layout: PoolLayout,
    private readonly reserve: (count: number) => void,
  ) {}

  get live(): number {
    return this.read(this.layout.live);
  }

  /** Slots ever used. */
  get count(): number {
    return this.read(this.layout.count);
  }

  /** Byte offset of a slot's record. */
  offset(slot: number): number {
    const { u32, world } = this.memory();
    const { base, size } = this.layout;
    return u32[(world + base) >>> 2] + slot * size;
  }

  generation(slot: number): number {
    return this.memory().u32[(this.offset(slot) + this.layout.generation) >>> 2];
  }

  isAlive(slot: number): boolean {
    if (slot >= this.count) return false;
    return (this.memory().u32[(this.offset(slot) + this.layout.flags) >>> 2] & ALIVE) !== 0;
  }

  /** Makes room for so many more slots, so that taking them cannot fail. May replace the memory's arrays. */
  makeRoom(more: number): void {
    const needed = this.live + more;
    if (needed > this.read(this.layout.capacity)) this.reserve(needed);
  }

  /** Takes a slot; its record is zero but for the alive flag and a generation never used before. May replace the memory's arrays. */
  allocate(): number {
    const { layout } = this;
    const slot = this.takeSlot();
    const { f64, u32 } = this.memory();
    const offset = this.offset(slot);
    const generation = Math.max(u32[(offset + layout.generation) >>> 2], this.unusedGeneration(slot));
    this.highest[slot] = generation;
    const end = (offset + layout.size) >>> 3;
    for (let at = offset >>> 3; at < end; at++) f64[at] = 0;
    u32[(offset + layout.generation) >>> 2] = generation;
    u32[(offset + layout.flags) >>> 2] = ALIVE;
    this.write(layout.live, this.live + 1);
    return slot;
  }

  /** Gives every live record of a foreign snapshot a generation of this pool's own, so that no handle is taken for another. */
  renumber(): void {
    const { u32 } = this.memory();
    for (let slot = 0; slot < this.count; slot++) {
      if (!this.isAlive(slot)) continue;
      const index = (this.offset(slot) + this.layout.generation) >>> 2;
      u32[index] = Math.max(u32[index], this.unusedGeneration(slot));
      this.highest[slot] = u32[index];
    }
  }

  private unusedGeneration(slot: number): number {
    return (this.highest[slot] ?? -1) + 1;
  }

  private takeSlot(): number {
    const { layout } = this;
    const { i32, world } = this.memory();
    const free = i32[(world + layout.firstFree) >>> 2];
    if (free >= 0) {
      i32[(world + layout.firstFree) >>> 2] = i32[(this.offset(free) + layout.nextFree) >>> 2];
      return free;
    }
    const { count } = this;
    if (count === this.read(layout.capacity)) this.reserve(count + 1);
    this.write(layout.count, count + 1);
    return count;
  }

  free(slot: number): void {
    const { layout } = this;
    const { u32, i32, world } = this.memory();
    const offset = this.offset(slot);
    u32[(offset + layout.flags) >>> 2] = 0;
    u32[(offset + layout.generation) >>> 2] += 1;
    i32[(offset + layout.nextFree) >>> 2] = i32[(world + layout.firstFree) >>> 2];
    i32[(world + layout.firstFree) >>> 2] = slot;
    this.write(layout.live, this.live - 1);
  }

  private read(field: number): number {
    const { u32, world } = this.memory();
    return u32[(world + field) >>> 2];
  }

  private write(field: number, value: number): void {
    const { u32, world } = this.memory();
    u32[(world + field) >>> 2] = value;
  }
}
