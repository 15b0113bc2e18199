import type { Quat, Vec3 } from './arguments.ts';
import { HolonomicError } from './errors.ts';
import { BodyRecord, WorldRecord } from './layout.ts';
import type { Backend, StateMemory } from './memory.ts';
import { BODY_POOL, Pool } from './pool.ts';
import { bodyRecord, readQuaternion, readVector } from './records.ts';

/** Pose of a body as its joints see it: centre of mass and axes; the world's for the world. */
export interface Pose {
  center: Vec3;
  orientation: Quat;
}

/**
 * What all parts of a world share and need of each other: its memory, its kernels, where bodies lie, who is to be woken, and whether anything may
 * change now. It knows no handles.
 */
export class WorldContext {
  /** The records of bodies; slot 0 is the world itself. */
  readonly bodies: Pool;
  private backend: Backend | null;
  /** Callbacks that are running and must not change the world. */
  private visits = 0;

  constructor(backend: Backend) {
    this.backend = backend;
    this.bodies = new Pool(
      () => this.memory,
      BODY_POOL,
      (count) => this.live.reserveBodies(count),
    );
  }

  /** Throws `disposed`. */
  get live(): Backend {
    if (!this.backend) throw new HolonomicError('disposed', 'This world has been disposed of.');
    return this.backend;
  }
  get isLive(): boolean {
    return this.backend !== null;
  }
  get memory(): StateMemory {
    return this.live.memory;
  }
  dispose(): void {
    this.backend?.dispose();
    this.backend = null;
  }
  /** As if it had been disposed of; its kernels go on with another world. */
  release(): void {
    this.backend = null;
  }

  /** A field of the world's record. */
  readNumber(field: number): number {
    const { f64, world } = this.memory;
    return f64[(world + field) >>> 3];
  }
  readCount(field: number): number {
    const { u32, world } = this.memory;
    return u32[(world + field) >>> 2];
  }
  writeNumber(field: number, value: number): void {
    this.requireIdle();
    const { f64, world } = this.memory;
    f64[(world + field) >>> 3] = value;
  }
  writeCount(field: number, value: number): void {
    this.requireIdle();
    const { u32, world } = this.memory;
    u32[(world + field) >>> 2] = value;
  }

  /** Calls what calls users back, who cannot change the world meanwhile. */
  visit<Result>(run: () => Result): Result {
    this.visits += 1;
    try {
      return run();
    } finally {
      this.visits -= 1;
    }
  }
  get isVisited(): boolean {
    return this.visits > 0;
  }
  /** To be called before anything changes. */
  requireIdle(): void {
    if (this.visits === 0) return;
    throw new HolonomicError(
      'busy',
      'The world cannot change while forEachContact or a filter calls back; make the change after it has returned.',
    );
  }

  /** Byte offset of the body's record in a slot. */
  bodyOffset(slot: number): number {
    return bodyRecord(this.live.memory, slot);
  }
  pose(slot: number): Pose {
    const { memory } = this;
    const record = bodyRecord(memory, slot);
    return {
      center: readVector(memory, record + BodyRecord.positionX),
      orientation: readQuaternion(memory, record + BodyRecord.orientationX),
    };
  }
  /** Slot plus one of a body's shape; 0 without one. */
  shapeReference(slot: number): number {
    const { memory } = this;
    return memory.u32[(bodyRecord(memory, slot) + BodyRecord.shape) >>> 2];
  }

  /** The bundles have to be packed again before the next step. */
  markTopology(): void {
    this.writeCount(WorldRecord.topologyDirty, 1);
  }
  /** The same where a body has joints: its mass, and whether it bounces, have a say in how its island is solved. */
  markIsland(slot: number): void {
    if (this.memory.u32[(bodyRecord(this.memory, slot) + BodyRecord.jointCount) >>> 2] > 0) this.markTopology();
  }
  /** Makes sure that a body can be placed, or a pair ignored, before anything changes. Throws `out-of-memory`. */
  reservePlace(): void {
    this.live.collision?.reservePlace();
  }
  /** To be called when a body was set somewhere else. */
  placeBody(slot: number): void {
    const { collision, memory, particles } = this.live;
    if (!this.shapeReference(slot)) return;
    collision?.placeBody(slot);
    particles?.wakeOn(memory, slot);
  }
  /** To be called when a body that is awake was set somewhere else: what was near it wakes. */
  moveBody(slot: number): void {
    const { collision, memory, particles } = this.live;
    particles?.wakeOn(memory, slot);
    if (!this.shapeReference(slot)) return;
    collision?.moveBody(slot);
    particles?.wakeOn(memory, slot);
  }
  /** To be called when what a body may meet has changed. */
  refilterBody(slot: number): void {
    const { collision, memory, particles } = this.live;
    collision?.refilterBody(slot);
    particles?.wakeOn(memory, slot);
  }
  ignorePair(a: number, b: number, change: 1 | -1): void {
    this.live.collision?.ignorePair(a, b, change);
  }

  /** To be called when a body was changed: it and all that fell asleep with it are awake. */
  wakeBody(slot: number): void {
    const { collision, memory } = this.live;
    if (!collision) return;
    const { f64, u32, world } = memory;
    const bits = u32[(u32[(world + WorldRecord.awake) >>> 2] >>> 2) + (slot >> 5)];
    if ((bits >>> (slot & 31)) & 1) f64[(bodyRecord(memory, slot) + BodyRecord.restTime) >>> 3] = 0;
    else collision.wakeBody(slot);
  }
  /** To be called when a body goes away or ceases to hold: wakes it, and what touches it. */
  wakeTouching(slot: number): void {
    this.wakeBody(slot);
    const { collision, memory, particles } = this.live;
    // Mostly nobody is there to be woken, and the kernels need not be asked.
    if (memory.u32[(memory.world + WorldRecord.restingCount) >>> 2] !== 0) collision?.wakeNeighbours(slot, true);
    particles?.wakeOn(memory, slot);
  }
  wakeAll(): void {
    const { collision, memory, particles } = this.live;
    collision?.wakeAll();
    particles?.wakeAll(memory);
  }
  /** Counts a body, and what touches it or is joined to it, as at rest for long enough to fall asleep. */
  restIsland(slot: number): void {
    this.live.collision?.sleepBody(slot);
  }
}
