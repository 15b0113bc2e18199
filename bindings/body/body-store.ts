import type { Vec3 } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { HandleTable } from '../core/handles.ts';
import { BodyRecord } from '../core/layout.ts';
import type { Backend } from '../core/memory.ts';
import { BODY_POOL, Pool } from '../core/pool.ts';
import { readQuaternion, readVector } from '../core/records.ts';
import type { Pose } from '../joint/anchors.ts';
import { Joint } from '../joint/joint.ts';
import { ShapeBase } from '../shape/shape.ts';
import type { World } from '../world/world.ts';
import { Body } from './body.ts';
import type { BodyState } from './body-options.ts';
import { bulkViews, publish, writeBody } from './publish.ts';

const MOST_BODIES = 1 << 21;

/** Says what to do with what is taken for options of a body at times. */
export function refuseOthers(given: unknown): void {
  const fail = (advice: string): never => {
    throw new HolonomicError('invalid-argument', `addBody takes options: ${advice}.`);
  };
  if (ShapeBase.isShape(given)) fail('give the shape as one of them, as in world.addBody({ shape: new Box([1, 1, 1]), mass: 2 })');
  if (Body.isBody(given)) fail('it makes bodies itself, and this is one already');
  if (Joint.isJoint(given)) fail('to add a joint, call world.addJoint');
}

/** The bodies of a world: their records, their handles, and the views of all poses and velocities. Slot 0 is the world itself. */
export class BodyStore {
  readonly pool: Pool;
  readonly handles = new HandleTable<Body>();
  /** By slot: how many events there were when its body was added. Only later ones can name it. */
  private readonly eventsBefore: number[] = [];
  private bulk: { transforms: Float32Array; velocities: Float32Array } | null = null;

  constructor(
    private readonly world: World,
    private readonly backend: () => Backend,
  ) {
    this.pool = new Pool(
      () => backend().memory,
      BODY_POOL,
      (count) => backend().reserveBodies(count),
    );
  }

  /** Throws `out-of-memory` where there are too many bodies already. */
  requirePlace(): void {
    if (this.pool.live >= MOST_BODIES) throw new HolonomicError('out-of-memory', `A world holds at most ${MOST_BODIES} bodies.`);
  }

  add(state: BodyState, userData: unknown): Body {
    const { pool, world } = this;
    pool.makeRoom(1);
    if (state.shape) world.reservePlace();
    const shape = state.shape ? world.shapes.acquire(state.shape) : 0;
    const index = pool.allocate();
    writeBody(world.memory, pool.offset(index), state, shape);
    world.placeBody(index);
    const body = new Body(world, index);
    body.userData = userData;
    this.handles.set(index, pool.generation(index), body);
    this.bulk = null;
    this.publish(index);
    world.markTopology();
    world.wakeBody(index);
    this.eventsBefore[index] = world.events.length;
    return body;
  }

  /** Removes a body and the joints at it. */
  remove({ index }: Body): void {
    const { pool, world } = this;
    const { collision } = this.backend();
    world.store.removeAt(index);
    world.wakeTouching(index);
    collision?.removeBody(index);
    world.shapes.release(world.shapeReference(index));
    pool.free(index);
    collision?.wakeBody(index);
    this.handles.remove(index, world.events.length > this.eventsBefore[index]);
    const { transforms, velocities } = this.views();
    transforms.fill(0, index * 7, index * 7 + 7);
    velocities.fill(0, index * 6, index * 6 + 6);
    world.markTopology();
  }

  /** Follows a state that has been restored; `own` tells whether it is of this world. */
  synchronize(own: boolean): void {
    this.bulk = null;
    this.handles.synchronize(this.pool, own, (index) => new Body(this.world, index));
  }

  pose(index: number): Pose {
    const { memory } = this.world;
    const record = this.pool.offset(index);
    const center: Vec3 = readVector(memory, record + BodyRecord.positionX);
    return { center, orientation: readQuaternion(memory, record + BodyRecord.orientationX) };
  }

  /** Writes a body's pose and velocity to the views. */
  publish(index: number): void {
    publish(this.world.memory, this.pool.offset(index), index, this.views());
  }

  views(): { transforms: Float32Array; velocities: Float32Array } {
    const { pool } = this;
    const { memory } = this.world;
    if (!this.bulk || this.bulk.transforms.buffer !== memory.f32.buffer || this.bulk.transforms.length !== pool.count * 7)
      this.bulk = bulkViews(memory, pool.count);
    return this.bulk;
  }

  /** Lets the memory go. */
  forget(): void {
    this.bulk = null;
  }

  *records(): Generator<number> {
    for (const { index } of this.handles) yield this.pool.offset(index);
  }

  *added(): Generator<Body> {
    for (const body of this.handles) if (body.index !== 0) yield body;
  }
}
