// Bodies, shapes and joints come and go at random in a world that is stepped: with contacts, sensors, events and sleep, nothing is left over.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLOCK_HEADER, BroadPhaseRecord, NarrowphaseRecord, WorldRecord } from '../../bindings/core/layout.ts';
import {
  BallJoint,
  type Body,
  type BodyOptions,
  HingeJoint,
  HolonomicError,
  type Joint,
  type Shape,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import { makeShape } from '../collision/api.ts';
import type { ConvexSpec, ShapeSpec } from '../collision/oracles/spec.ts';
import { KERNELS } from '../scenes/backends.ts';
import { DT } from './worlds.ts';

const RUNS = 15;
const OPERATIONS = 200;
const ROUNDS = 16;
const MOST_ALIVE = 40;
/** Steps of a rest: longer than it takes to fall asleep. */
const REST = 12;

const BOX: ConvexSpec = { type: 'box', halfExtents: [0.5, 0.4, 0.3] };
const BALL: ConvexSpec = { type: 'sphere', radius: 0.4 };
const CONVEX: ShapeSpec[] = [
  BALL,
  BOX,
  { type: 'capsule', radius: 0.2, halfHeight: 0.4 },
  { type: 'cylinder', radius: 0.3, halfHeight: 0.4, rounding: 0.05 },
  { type: 'cone', radius: 0.4, halfHeight: 0.5 },
  { type: 'convexHull', points: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1] },
  {
    type: 'compound',
    children: [
      { shape: BALL, position: [-0.5, 0, 0], orientation: [0, 0, 0, 1] },
      { shape: BOX, position: [0.5, 0, 0], orientation: [0, 0, 0, 1] },
    ],
  },
];
const SURFACES: ShapeSpec[] = [
  { type: 'halfSpace', normal: [0, 1, 0] },
  { type: 'mesh', vertices: [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2], indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3], solid: true },
  { type: 'heightField', heights: [0, 0.1, 0, 0.2, 0.1, 0, 0, 0, 0.1], rows: 3, columns: 3, spacing: [2, 2] },
  { type: 'spline', points: [0, 0, 0, 1, 0, 0, 2, 1, 0], tangents: [1, 0, 0, 1, 0.5, 0, 1, 1, 0], radius: 0.1, closed: false },
];

const KINDS = [
  'add',
  'add',
  'add',
  'surface',
  'remove',
  'remove',
  'step',
  'step',
  'rest',
  'join',
  'part',
  'ignore',
  'change',
  'move',
  'shape',
] as const;
const operation = fc.record({ kind: fc.constantFrom(...KINDS), first: fc.nat(1000), second: fc.nat(1000) });
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** What there is in a world, as the operations made it. */
class Model {
  readonly bodies: Body[] = [];
  private joints: Joint[] = [];
  mostContacts = 0;
  mostAsleep = 0;
  mostEvents = 0;

  constructor(
    readonly world: World,
    private readonly shared: readonly Shape[],
    private readonly surfaces: readonly Shape[],
  ) {}

  private pick(index: number): Body | undefined {
    return this.bodies[index % Math.max(1, this.bodies.length)];
  }

  private add(shape: Shape, options: BodyOptions): void {
    if (this.bodies.length < MOST_ALIVE) this.bodies.push(this.world.addBody({ shape, ...options }));
  }

  step(count: number): void {
    for (let k = 0; k < count; k++) {
      this.world.step(DT);
      this.mostContacts = Math.max(this.mostContacts, this.world.contacts().length);
      this.mostEvents = Math.max(this.mostEvents, this.world.events.length);
    }
    this.mostAsleep = Math.max(this.mostAsleep, this.world.sleepingCount);
  }

  apply({ kind, first, second }: Operation): void {
    const { world, bodies, shared, surfaces } = this;
    const [a, b] = [this.pick(first), this.pick(second)];
    const position: Vec3 = [(first % 5) * 0.7, 0.3 + (second % 4) * 0.6, (second % 3) * 0.7];
    const events = (['changes', 'changes', 'all', 'none'] as const)[second % 4];
    if (kind === 'step') this.step(1 + (first % 3));
    else if (kind === 'rest') this.step(REST);
    else if (kind === 'add') {
      const kindOfShape = first % CONVEX.length;
      const shape = second % 3 === 0 ? makeShape(CONVEX[kindOfShape]) : shared[kindOfShape];
      const type = first % 9 === 0 ? 'kinematic' : 'dynamic';
      this.add(shape, { type, position, events, sensor: second % 7 === 0, ccd: first % 8 === 0, restitution: (second % 3) / 3 });
    } else if (kind === 'surface') {
      const kindOfShape = first % SURFACES.length;
      const shape = second % 3 === 0 ? makeShape(SURFACES[kindOfShape]) : surfaces[kindOfShape];
      this.add(shape, { type: 'static', position: [0, -0.2 * (second % 3), 0], sensor: second % 7 === 0 });
    } else if (a && kind === 'remove') {
      world.removeBody(a);
      bodies.splice(bodies.indexOf(a), 1);
      this.joints = this.joints.filter((joint) => joint.a !== a && joint.b !== a && joint.alive);
    } else if (kind === 'part' && this.joints.length > 0) {
      const [joint] = this.joints.splice(first % this.joints.length, 1);
      world.removeJoint(joint);
    } else if (a && b && a !== b) this.couple(kind, first, second, a, b);
    else if (a && kind === 'move') a.position = position;
    else if (a && kind === 'change') this.change(a, first, second);
  }

  private couple(kind: Operation['kind'], first: number, second: number, a: Body, b: Body): void {
    const { world } = this;
    if (kind === 'join' && this.joints.length < 20) {
      const ends = { a, b, anchor: a.position, collideConnected: second % 3 === 0, breakForce: second % 5 === 0 ? 100 : undefined };
      const motor = { target: 0.2, stiffness: 5, damping: 1 };
      this.joints.push(
        world.addJoint(first % 2 ? new BallJoint(ends) : new HingeJoint({ ...ends, axis: [0, 0, 1], friction: 0.1, motor })),
      );
    } else if (kind === 'ignore') first % 2 ? world.ignoreCollisions(a, b) : world.allowCollisions(a, b);
    else if (kind === 'move') a.position = b.position;
    else if (kind === 'change') this.change(a, first, second);
  }

  private change(body: Body, first: number, second: number): void {
    const field = first % 4;
    try {
      if (field === 0) body.sensor = !body.sensor;
      else if (field === 1) body.collides = !body.collides;
      else if (field === 2) body.collisionMask = second % 2 ? 0xffffffff : 1;
      else body.type = (['dynamic', 'kinematic', 'static'] as const)[second % 3];
    } catch (error) {
      // Surfaces cannot be dynamic.
      if (!(error instanceof HolonomicError && error.code === 'unsupported-shape')) throw error;
    }
  }

  /** Removes all bodies in an order that has to do with nothing, and checks what is left. */
  finish(order: readonly number[]): void {
    const { world, bodies } = this;
    for (const place of order) {
      if (bodies.length === 0) break;
      world.removeBody(bodies.splice(place % bodies.length, 1)[0]);
    }
    for (const body of bodies.splice(0)) world.removeBody(body);
    expect(leftovers(world)).toEqual({ bodies: 0, joints: 0, coordinates: 0, shapes: 0, pairs: 0, manifolds: 0, told: 0, awake: 0 });
    world.step(DT);
    world.step(DT);
    expect(world.events.length).toBe(0);
  }
}

function leftovers(world: World): Record<string, number> {
  const { u32, world: root } = world.memory;
  const broadphase = u32[(root + WorldRecord.broadphase) >> 2];
  const narrowphase = u32[(root + WorldRecord.narrowphase) >> 2];
  return {
    bodies: world.bodyCount,
    joints: world.jointCount,
    coordinates: u32[(root + WorldRecord.coordinateLive) >> 2],
    shapes: u32[(root + WorldRecord.shapeLive) >> 2],
    pairs: u32[(broadphase + BroadPhaseRecord.pairCount) >> 2],
    manifolds: u32[(narrowphase + NarrowphaseRecord.manifoldLive) >> 2],
    told: u32[(broadphase + BroadPhaseRecord.told) >> 2],
    awake: world.awakeCount,
  };
}

/** Bytes of the memory that have ever been in use, and of the blocks that are. */
function usedBytes(world: World): { used: number; live: number } {
  const { u32, world: root } = world.memory;
  const word = (address: number): number => u32[address >>> 2];
  const [lists, top] = [word(root + WorldRecord.freeBlocks), word(root + WorldRecord.arenaTop)];
  const firstHeader = word(root + WorldRecord.broadphase) - BLOCK_HEADER;
  let live = 0;
  for (let header = firstHeader; header < top; header += BLOCK_HEADER + word(header)) live += BLOCK_HEADER + word(header);
  for (let list = lists; list < firstHeader; list += 4)
    for (let block = word(list); block !== 0; block = word(block)) live -= BLOCK_HEADER + word(block - BLOCK_HEADER);
  return { used: top - root, live };
}

describe.each(KERNELS)('$label', ({ settings }) => {
  test(`${RUNS * OPERATIONS} random operations leave nothing, and take no more memory when they are done again`, {
    timeout: 240_000,
  }, async () => {
    const world = await World.create({
      ...settings,
      substeps: 2,
      sleep: { linearThreshold: 0.5, angularThreshold: 1, timeUntilSleep: 5 * DT },
    });
    const sizes = fc.array(operation, { minLength: OPERATIONS, maxLength: OPERATIONS, size: 'max' });
    const [shared, surfaces] = [CONVEX.map(makeShape), SURFACES.map(makeShape)];
    const most = { contacts: 0, asleep: 0, events: 0 };
    const marks: { used: number; live: number }[] = [];
    const orders = fc.array(fc.nat(1000), { minLength: MOST_ALIVE, maxLength: MOST_ALIVE });
    const runs = fc.sample(fc.tuple(sizes, orders), { numRuns: RUNS, seed: 9 });
    for (let round = 0; round < ROUNDS; round++) {
      for (const [operations, order] of runs) {
        const model = new Model(world, shared, surfaces);
        for (const one of operations) model.apply(one);
        model.finish(order);
        most.contacts = Math.max(most.contacts, model.mostContacts);
        most.asleep = Math.max(most.asleep, model.mostAsleep);
        most.events = Math.max(most.events, model.mostEvents);
      }
      marks.push(usedBytes(world));
    }
    expect(most.contacts).toBeGreaterThan(20);
    expect(most.asleep).toBeGreaterThan(3);
    expect(most.events).toBeGreaterThan(20);
    // The same world goes on: slots and free blocks are others in each round, and so is how many contacts there are at a time. Pools grow to the most
    // that any round has needed, now and then (4 or 8 times in 16 rounds); what is lost would make each round larger
    // than the one before.
    const [first, last] = [marks[0], marks.at(-1)!];
    const seen = JSON.stringify(marks);
    const growing = marks.filter(({ live }, k) => k > 0 && live > marks[k - 1].live);
    expect(growing.length, seen).toBeLessThan((2 / 3) * ROUNDS);
    expect(last.live, seen).toBeLessThanOrEqual(2 * first.live);
    // They grow by a half each time: what they leave behind adds up to twice their size.
    expect(last.used, seen).toBeLessThanOrEqual(3 * last.live);
    world.dispose();
  });
});
