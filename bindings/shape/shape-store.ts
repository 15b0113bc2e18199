import type { WorldContext } from '../core/context.ts';
import { Bvh, ChildRecord, ShapeFlag, ShapeRecord, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { Pool, SHAPE_POOL } from '../core/pool.ts';
import { writeRecordVector } from '../core/records.ts';
import type { Recall } from '../snapshot/read.ts';
import type { SnapshotShapes, SnapshotState } from '../snapshot/state.ts';
import { restoreShape } from './restore.ts';
import type { ShapeBase } from './shape.ts';

/**
 * The shapes of a world: a record, and a block of memory where the geometry needs one, for each shape that some body has. A shape is
 * held once, however many bodies have it, and goes with the last of them.
 */
export class ShapeStore {
  private readonly pool: Pool;
  private readonly slots = new Map<ShapeBase, number>();
  /** By slot; those of shapes that have gone stay until their slot is used again, since a snapshot can bring them back. */
  private readonly known: { shape: ShapeBase; generation: number }[] = [];

  constructor(private readonly context: WorldContext) {
    this.pool = new Pool(
      () => context.memory,
      SHAPE_POOL,
      (count) => context.live.reserveShapes(count),
    );
  }

  /** Slot of a shape plus one, which counts one user more; 0 where there is no collision. Throws `out-of-memory`, and then nothing has changed. */
  acquire(shape: ShapeBase): number {
    if (!this.context.live.collision) return 0;
    let slot = this.slots.get(shape);
    if (slot === undefined) {
      slot = this.create(shape);
      this.slots.set(shape, slot);
    }
    this.memory.u32[(this.pool.offset(slot) + ShapeRecord.users) >>> 2] += 1;
    return slot + 1;
  }

  /** Uses the slot of a shape plus one; a shape that no body has is held no longer than that. */
  lend(shape: ShapeBase, use: (reference: number) => void): void {
    const known = this.slots.get(shape);
    // Not listed where it is looked up: lists of shapes that come and go are slow.
    const slot = known ?? this.create(shape);
    if (known === undefined) this.memory.u32[(this.pool.offset(slot) + ShapeRecord.users) >>> 2] = 1;
    try {
      use(slot + 1);
    } finally {
      if (known === undefined) this.release(slot + 1);
    }
  }

  /** One user less; `reference` is a slot plus one, or 0. What was made last goes first, so that slots are handed out again in the same order. */
  release(reference: number): void {
    if (reference === 0) return;
    const slot = reference - 1;
    const record = this.pool.offset(slot);
    const { u32 } = this.memory;
    const users = (record + ShapeRecord.users) >>> 2;
    u32[users] -= 1;
    if (u32[users] > 0) return;
    const children = this.children(slot);
    this.context.live.collision?.releaseBlock(u32[(record + ShapeRecord.data) >>> 2]);
    this.slots.delete(this.known[slot].shape);
    this.pool.free(slot);
    for (const child of children.reverse()) this.release(child + 1);
  }

  /** The shape of a slot plus one; null for 0. */
  at(reference: number): ShapeBase | null {
    return reference === 0 ? null : this.known[reference - 1].shape;
  }

  /** Shapes in use. */
  get count(): number {
    return this.pool.live;
  }

  /** The shapes of an own state by slot: those known, and others made again. `read` gives its words by their addresses. Changes nothing. */
  readonly recall: Recall = (read, whole) => {
    const { world } = this.memory;
    const base = read(world + WorldRecord.shapeBase);
    let state: SnapshotState | undefined;
    return Array.from({ length: read(world + WorldRecord.shapeCount) }, (_, slot) => {
      const record = base + slot * ShapeRecord.size;
      if (!(read(record + ShapeRecord.flags) & ShapeFlag.Alive)) return undefined;
      const known = this.known[slot];
      if (known?.generation === read(record + ShapeRecord.generation)) return known.shape;
      state ??= whole();
      return restoreShape(state, record, (child) => base + child * ShapeRecord.size);
    });
  };

  /** Follows a state that has been restored, which has these shapes; `own` says whether it is of this world. */
  synchronize(shapes: SnapshotShapes, own: boolean): void {
    if (!own) this.pool.renumber();
    this.slots.clear();
    for (let slot = 0; slot < this.pool.count; slot++) {
      if (!this.pool.isAlive(slot)) continue;
      const shape = shapes[slot]!;
      this.slots.set(shape, slot);
      this.remember(slot, shape);
    }
  }

  private create(shape: ShapeBase): number {
    const collision = this.context.live.collision!;
    const geometry = shape.geometry();
    const children: number[] = [];
    let block = 0;
    try {
      this.pool.makeRoom(1 + (geometry.children?.length ?? 0));
      for (const child of geometry.children ?? []) children.push(this.acquire(child.shape));
      if (geometry.block) block = collision.allocateBlock(geometry.block.length);
    } catch (error) {
      for (const child of children.reverse()) this.release(child);
      throw error;
    }
    const slot = this.pool.allocate();
    const record = this.pool.offset(slot);
    const { f64, u32, u8 } = this.memory;
    const field = (name: 'type' | 'data' | 'flags') => (record + ShapeRecord[name]) >>> 2;
    writeRecordVector(this.memory, record + ShapeRecord.lowX, geometry.low);
    writeRecordVector(this.memory, record + ShapeRecord.highX, geometry.high);
    writeRecordVector(this.memory, record + ShapeRecord.sizeX, geometry.size);
    f64[(record + ShapeRecord.radius) >>> 3] = geometry.radius;
    f64[(record + ShapeRecord.breadth) >>> 3] = geometry.breadth;
    f64[(record + ShapeRecord.reach) >>> 3] = geometry.reach;
    u32[field('type')] = geometry.type;
    u32[field('data')] = block;
    u32[field('flags')] |= geometry.flags;
    if (geometry.block) u8.set(geometry.block, block);
    const parts = this.partsOf(block);
    for (const [index, child] of children.entries()) u32[(parts + index * ChildRecord.size + ChildRecord.shape) >>> 2] = child - 1;
    this.remember(slot, shape);
    return slot;
  }

  private remember(slot: number, shape: ShapeBase): void {
    this.known[slot] = { shape, generation: this.pool.generation(slot) };
  }

  /** Where a block's parts lie. All blocks with parts start alike. */
  private partsOf(block: number): number {
    return block === 0 ? 0 : block + this.memory.u32[(block + Bvh.parts) >>> 2];
  }

  /** Slots of the children of a compound. */
  private children(slot: number): number[] {
    const { u32 } = this.memory;
    const children = this.known[slot].shape.geometry().children ?? [];
    const parts = this.partsOf(u32[(this.pool.offset(slot) + ShapeRecord.data) >>> 2]);
    return children.map((_, index) => u32[(parts + index * ChildRecord.size + ChildRecord.shape) >>> 2]);
  }

  private get memory(): StateMemory {
    return this.context.memory;
  }
}
