import { finish } from '../core/assignments.ts';
import type { WorldContext } from '../core/context.ts';
import { HolonomicError, removedHandle } from '../core/errors.ts';
import type { HandleTypes } from '../core/handle-types.ts';
import { HandleTable } from '../core/handles.ts';
import { BodyFlag, BodyRecord, BodyType, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { bodyRecord } from '../core/records.ts';
import type { ShapeStore } from '../shape/shape-store.ts';
import { Body } from './body.ts';
import type { BodyHandle, BodyHost, JointsAtBodies } from './body-handle.ts';
import type { BodyState } from './body-options.ts';
import { bulkViews, publishPose, publishVelocity, writeBody } from './publish.ts';

const MOST_BODIES = 1 << 21;

interface BulkViews {
  transforms: Float32Array;
  velocities: Float32Array;
  f32: Float32Array;
  count: number;
}

/** The bodies of a world: their records, their handles, and the views of all poses and velocities. Slot 0 is the world itself. */
export class BodyStore implements BodyHost {
  readonly handles = new HandleTable<Body>();
  /** By slot: how many events there were when its body was added. Only later ones can name it. */
  private readonly eventsBefore: number[] = [];
  /** The bulk views, of so many bodies in this memory; and the same of all that there is room for. */
  private bulk: BulkViews | null = null;
  private room: BulkViews | null = null;

  constructor(
    readonly world: HandleTypes['World'],
    readonly context: WorldContext,
    readonly shapes: ShapeStore,
    readonly joints: JointsAtBodies,
  ) {}

  /** Throws `out-of-memory` where there are too many bodies already. */
  requirePlace(): void {
    if (this.context.bodies.live >= MOST_BODIES) throw new HolonomicError('out-of-memory', `A world holds at most ${MOST_BODIES} bodies.`);
  }

  add(state: BodyState, userData: unknown): Body {
    const { context, shapes } = this;
    const { bodies } = context;
    bodies.makeRoom(1);
    if (state.shape) context.reservePlace();
    const shape = state.shape ? shapes.acquire(state.shape) : 0;
    const index = bodies.allocate();
    writeBody(context.memory, bodies.offset(index), state, shape);
    context.placeBody(index);
    const body = finish(new Body(this, index));
    body.userData = userData;
    this.handles.set(index, bodies.generation(index), body);
    this.publish(index);
    context.markTopology();
    context.wakeBody(index);
    this.eventsBefore[index] = this.eventCount;
    return body;
  }

  /** Removes a body at which there are no joints. */
  remove({ index }: Body): void {
    const { context } = this;
    const { collision } = context.live;
    context.wakeTouching(index);
    collision?.removeBody(index);
    this.shapes.release(context.shapeReference(index));
    context.bodies.free(index);
    collision?.wakeBody(index);
    this.handles.remove(index, this.eventCount > this.eventsBefore[index]);
    const { transforms, velocities } = this.views();
    transforms.fill(0, index * 7, index * 7 + 7);
    velocities.fill(0, index * 6, index * 6 + 6);
    context.markTopology();
  }

  isAlive(body: BodyHandle): boolean {
    return this.context.isLive && this.handles.get(body.index) === body;
  }

  recordOf(body: BodyHandle): number {
    const { memory } = this.context.live;
    const { index } = body;
    if (this.handles.get(index) !== body) throw removedHandle('body');
    return bodyRecord(memory, index);
  }

  /** Throws unless the body is one of this world that has not been removed. */
  check(body: Body, method: string): void {
    void this.context.live;
    if (!Body.isBody(body)) throw new HolonomicError('invalid-argument', `${method} needs a body.`);
    if (body.world !== this.world) throw new HolonomicError('foreign-handle', `${method} was given a body of another world.`);
    if (!body.alive) throw removedHandle('body');
  }

  /** Body of a slot; null for the world. */
  readonly at = (slot: number): Body | null => (slot === 0 ? null : (this.handles.get(slot) ?? null));

  /** Follows a state that has been restored; `own` says whether it is of this world. */
  synchronize(own: boolean): void {
    this.forget();
    this.handles.synchronize(this.context.bodies, own, (index) => finish(new Body(this, index)));
  }

  publish(slot: number): void {
    this.publishPose(slot);
    this.publishVelocity(slot);
  }
  publishPose(slot: number): void {
    const { memory } = this.context.live;
    publishPose(memory, bodyRecord(memory, slot), slot, this.roomIn(memory).transforms);
  }
  publishVelocity(slot: number): void {
    const { memory } = this.context.live;
    publishVelocity(memory, bodyRecord(memory, slot), slot, this.roomIn(memory).velocities);
  }

  private roomIn(memory: StateMemory): BulkViews {
    const capacity = memory.u32[(memory.world + WorldRecord.bodyCapacity) >>> 2];
    const { room } = this;
    if (room !== null && room.f32 === memory.f32 && room.count === capacity) return room;
    this.room = { ...bulkViews(memory, capacity), f32: memory.f32, count: capacity };
    return this.room;
  }

  views(): { transforms: Float32Array; velocities: Float32Array } {
    const { bodies, memory } = this.context;
    const { count } = bodies;
    const { f32 } = memory;
    const { bulk } = this;
    if (bulk && bulk.f32 === f32 && bulk.count === count) return bulk;
    this.bulk = { ...bulkViews(memory, count), f32, count };
    return this.bulk;
  }

  /** Lets the memory go. */
  forget(): void {
    this.bulk = this.room = null;
  }

  /** Dynamic bodies that have, of Asleep, the bits `asleep`. */
  countDynamic(asleep: number): number {
    const { u32 } = this.context.memory;
    const wanted = BodyFlag.Alive | (BodyType.Dynamic << BodyFlag.TypeShift) | asleep;
    const mask = BodyFlag.Alive | BodyFlag.TypeMask | BodyFlag.Asleep;
    let count = 0;
    for (let slot = 0; slot < this.context.bodies.count; slot++)
      if ((u32[(this.context.bodyOffset(slot) + BodyRecord.flags) >>> 2] & mask) === wanted) count++;
    return count;
  }

  *records(): Generator<number> {
    for (const { index } of this.handles) yield this.context.bodyOffset(index);
  }

  *added(): Generator<Body> {
    for (const body of this.handles) if (body.index !== 0) yield body;
  }

  private get eventCount(): number {
    return this.context.readCount(WorldRecord.eventCount);
  }
}
