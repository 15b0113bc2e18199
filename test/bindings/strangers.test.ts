// Snapshots that another process took: they are checked, new handles are made, and they go on with the same bits.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { BodyRecord, JointRecord, JointType, ShapeRecord, WorldRecord } from '../../bindings/core/layout.ts';
import { BallJoint, Box, HingeJoint, Sphere, World, type WorldOptions } from '../../bindings/index.ts';
import { particleSets } from '../../bindings/particle/index.ts';
import { SnapshotState } from '../../bindings/snapshot/state.ts';
import { scenes } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from '../agreement/all-joints.ts';
import { HEADER_BYTES, laidOpen, passOff } from '../hostile/stranger.ts';
import { SMALL } from '../scenes/small.ts';
import { BACKENDS, expectRefusal } from './backends.ts';

const STEPS = 3;

function hashes(world: World, dt: number): string[] {
  return Array.from({ length: STEPS }, () => {
    world.step(dt);
    return world.hash();
  });
}

/** Takes a world's snapshot to another world as a stranger's, and compares the steps that follow. */
async function expectSameBits(world: World, settings: WorldOptions, dt: number): Promise<void> {
  const saved = world.snapshot();
  const other = await World.create(settings);
  other.restore(passOff(saved));
  particleSets(other);
  expect([...other.bodies].length).toBe([...world.bodies].length);
  expect(hashes(other, dt)).toEqual(hashes(world, dt));
  other.dispose();
}

/** Each scene by one of the backends. */
const CASES = scenes.map((scene, k) => ({ name: scene.name, scene, ...BACKENDS[k % BACKENDS.length] }));

test.each(CASES)('scene $name, $label', async ({ scene, settings }) => {
  const open = await openScene(scene, { parameters: SMALL[scene.name] ?? {}, settings });
  for (let frame = 0; frame < 8; frame++) open.step();
  await expectSameBits(open.world, settings, scene.dt);
  open.dispose();
});

const JOINTS = [
  ...Object.entries({ ...LINKS, ...BESIDE_A_BALL }).map(([name, make]) => ({
    name,
    make: (settings: WorldOptions) => linked(make, settings, name in BESIDE_A_BALL),
  })),
  ...Object.entries(MECHANISMS).map(([name, build]) => ({
    name,
    make: async (settings: WorldOptions) => {
      const world = await World.create(settings);
      build(world);
      return world;
    },
  })),
];

describe.each(BACKENDS)('$label', ({ settings }) => {
  test.each(JOINTS)('$name', async ({ make }) => {
    const world = await make(settings);
    for (let k = 0; k < 3; k++) world.step(1 / 60);
    await expectSameBits(world, settings, 1 / 60);
    world.dispose();
  });
});

/** Two boxes on a hinge over the ground, and a third one that sleeps. */
async function small(settings: WorldOptions = {}): Promise<{ world: World; hinge: HingeJoint }> {
  const world = await World.create({ sleep: { timeUntilSleep: 0.02 }, ...settings });
  world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] });
  const [a, b] = [0, 1].map((k) => world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [k, 1.2, 0], linearVelocity: [0, 0, 1] }));
  world.addBody({ shape: new Sphere(0.5), position: [-3, 0.5, 0] });
  const hinge = world.addJoint(new HingeJoint({ a, b, anchor: [0.5, 1.2, 0], axis: [0, 0, 1], motor: { velocity: 1, maxTorque: 1 } }));
  for (let k = 0; k < 10; k++) world.step(1 / 60);
  return { world, hinge };
}

test('a world without WebAssembly has the same options, and takes snapshots of strangers too', async () => {
  const usual = await World.create({ backend: 'reference' });
  vi.stubGlobal('WebAssembly', undefined);
  const [world, other] = [await World.create({ backend: 'reference' }), await World.create({ backend: 'reference' })];
  vi.unstubAllGlobals();
  const options = ({ contactFrequency, contactDamping, maxDepenetrationVelocity, sleep }: World) => ({
    contactFrequency,
    contactDamping,
    maxDepenetrationVelocity,
    sleep,
  });
  expect(world.hasCollision).toBe(false);
  expect(options(world)).toEqual(options(usual));
  MECHANISMS['a gear train'](world);
  world.step(1 / 60);
  const saved = world.snapshot();
  other.restore(passOff(saved));
  expect(hashes(other, 1 / 60)).toEqual(hashes(world, 1 / 60));
  const moved = new Uint32Array(Uint8Array.from(saved).buffer);
  moved[(HEADER_BYTES + WorldRecord.jointBase) / 4] += 8;
  expectRefusal(() => other.restore(passOff(new Uint8Array(moved.buffer))), 'bad-snapshot');
});

describe('handles', () => {
  test('a snapshot that this process has not sealed gets new handles, even in the world whose it says to be', async () => {
    const { world, hinge } = await small();
    const [first] = world.bodies;
    const saved = world.snapshot();
    world.restore(Buffer.from(saved));
    expect([first.alive, hinge.alive]).toEqual([true, true]);
    world.restore(passOff(saved));
    expect([first.alive, hinge.alive, world.bodyCount, world.jointCount]).toEqual([false, false, 4, 1]);
    expectRefusal(() => first.position, 'removed-handle');
    world.restore(saved);
    expect([first.alive, hinge.alive]).toEqual([true, true]);
  });

  test('a world of another process that counts to the same number has handles of its own', async () => {
    const { world, hinge } = await small();
    const [first] = world.bodies;
    vi.resetModules();
    const elsewhere: typeof import('../../bindings/index.ts') = await import('../../bindings/index.ts');
    expect(elsewhere.World).not.toBe(World);
    let twin = await elsewhere.World.create();
    while (twin.id < world.id) twin = await elsewhere.World.create();
    expect(twin.id).toBe(world.id);
    twin.addBody({ type: 'static', shape: new elsewhere.Sphere(1) });
    twin.addBody({ shape: new elsewhere.Sphere(1), position: [0, 5, 0] });
    world.restore(twin.snapshot());
    expect([first.alive, hinge.alive, world.bodyCount, world.jointCount]).toEqual([false, false, 2, 0]);
    expect([...world.bodies][0].shape).toBeInstanceOf(Sphere);
  });

  test('what is removed after a restore of shapes that came and went is not taken for what was there', async () => {
    const world = await World.create();
    const box = world.addBody({ shape: new Box([1, 1, 1]) });
    const saved = world.snapshot();
    world.removeBody(box);
    world.addBody({ shape: new Sphere(1) });
    world.restore(saved);
    expect([...world.bodies].map(({ shape }) => shape?.type)).toEqual(['box']);
  });

  test('without random bytes of the platform every snapshot is a stranger', async () => {
    vi.resetModules();
    vi.stubGlobal('crypto', undefined);
    const elsewhere: typeof import('../../bindings/index.ts') = await import('../../bindings/index.ts');
    const world = await elsewhere.World.create();
    const body = world.addBody({ shape: new elsewhere.Sphere(1) });
    const saved = world.snapshot();
    world.restore(saved);
    vi.unstubAllGlobals();
    expect([body.alive, world.bodyCount]).toEqual([false, 1]);
  });
});

type Change = (state: SnapshotState, at: (field: number) => number) => void;

const word =
  (field: number, value: number): Change =>
  ({ u32, world }) => {
    u32[(world + field) >>> 2] = value;
  };
const number =
  (field: number, value: number): Change =>
  ({ f64, world }) => {
    f64[(world + field) >>> 3] = value;
  };
/** Changes a record of a slot. */
const record =
  (base: number, size: number, slot: number, change: (state: SnapshotState, record: number) => void): Change =>
  (state, at) =>
    change(state, at(base) + slot * size);
const ofBody = (slot: number, field: number, value: number) =>
  record(WorldRecord.bodyBase, BodyRecord.size, slot, ({ u32 }, at) => (u32[(at + field) >>> 2] = value));
const ofJoint = (field: number, value: number) =>
  record(WorldRecord.jointBase, JointRecord.size, 0, ({ u32 }, at) => (u32[(at + field) >>> 2] = value));

const FORGERIES: [name: string, change: Change][] = [
  ['a demand of contacts that is no number', number(WorldRecord.contactDemand, NaN)],
  ['more substeps than there may be', word(WorldRecord.substeps, 20_000)],
  [
    'more sweeps than end',
    ({ u32, world }) => u32.fill(10_000, (world + WorldRecord.substeps) >>> 2, (world + WorldRecord.iterations + 4) >>> 2),
  ],
  ['a projection that there is not', word(WorldRecord.projection, 7)],
  ['a contact scheme that there is not', word(WorldRecord.contactScheme, 2)],
  ['gravity that is no number', number(WorldRecord.gravityY, NaN)],
  ['a frequency of zero', number(WorldRecord.contactFrequency, 0)],
  ['boxes that shrink', number(WorldRecord.boundsGrowth, 0.5)],
  ['more bodies than room', word(WorldRecord.bodyCount, 1e6)],
  ['fewer bodies than there are', word(WorldRecord.bodyCount, 2)],
  ['a list of free bodies that names one in use', word(WorldRecord.bodyFirstFree, 1)],
  ['records where the lists of free memory are', (state, at) => word(WorldRecord.bodyBase, at(WorldRecord.freeBlocks))(state, at)],
  ['two lists in one block', (state, at) => word(WorldRecord.transforms, at(WorldRecord.bodyBase))(state, at)],
  ['free memory that is in use', ({ u32 }, at) => (u32[(at(WorldRecord.freeBlocks) >>> 2) + 9] = at(WorldRecord.awake))],
  ['an end of memory beyond the snapshot', word(WorldRecord.arenaTop, 0x7ffffff0)],
  ['a body of no mass', record(WorldRecord.bodyBase, BodyRecord.size, 2, ({ f64 }, at) => (f64[(at + BodyRecord.mass) >>> 3] = 0))],
  ['a body that is nowhere', record(WorldRecord.bodyBase, BodyRecord.size, 2, ({ f64 }, at) => (f64[at >>> 3] = NaN))],
  ['a body of another type', ofBody(2, BodyRecord.flags, 1)],
  ['a ring of sleepers that never closes', ofBody(4, BodyRecord.islandNext, 3)],
  ['a shape that there is not', ofBody(2, BodyRecord.shape, 99)],
  ['a place in the tree that is another’s', ofBody(2, BodyRecord.leaf, 1)],
  ['a pair that there is not', ofBody(2, BodyRecord.firstPair, 4000)],
  ['a joint of another type', ofJoint(JointRecord.type, JointType.Count)],
  ['a joint of a type that has no rows', ofJoint(JointRecord.type, 10)],
  ['a joint at a body that there is not', ofJoint(JointRecord.bodyB, 77)],
  ['a joint with rows that it has not', ofJoint(JointRecord.rows, 0xffffffff)],
  ['a joint without its coordinates', ofJoint(JointRecord.firstCoordinate, 0)],
  ['a sphere inside out', record(WorldRecord.shapeBase, ShapeRecord.size, 2, ({ f64 }, at) => (f64[(at + ShapeRecord.radius) >>> 3] = -1))],
  [
    'a shape with fewer users',
    record(WorldRecord.shapeBase, ShapeRecord.size, 1, ({ u32 }, at) => (u32[(at + ShapeRecord.users) >>> 2] = 9)),
  ],
  [
    'a mesh that is a sphere',
    record(WorldRecord.shapeBase, ShapeRecord.size, 2, ({ u32 }, at) => (u32[(at + ShapeRecord.type) >>> 2] = 9)),
  ],
];

describe('forged', () => {
  let victim: { world: World; hinge: HingeJoint };
  beforeAll(async () => {
    victim = await small();
  });

  test.each(FORGERIES)('%s: refused, and nothing has changed', async (_, change) => {
    const { world, hinge } = victim;
    const before = world.snapshot();
    const forged = laidOpen(before);
    const state = new SnapshotState(forged.subarray(HEADER_BYTES), world.memory.world);
    change(state, (field) => state.field(field));
    forged.set(state.bytes, HEADER_BYTES);
    expect(Buffer.compare(forged, laidOpen(before))).not.toBe(0);
    expectRefusal(() => world.restore(passOff(forged)), 'bad-snapshot');
    expect(Buffer.compare(world.snapshot(), before)).toBe(0);
    expect(hinge.alive).toBe(true);
  });

  test('a header alone, and every bit of the header', async () => {
    const { world } = victim;
    const saved = world.snapshot();
    expectRefusal(() => world.restore(passOff(laidOpen(saved).slice(0, HEADER_BYTES))), 'bad-snapshot');
    for (let bit = 0; bit < 8 * HEADER_BYTES; bit++) {
      const damaged = Uint8Array.from(saved);
      damaged[bit >>> 3] ^= 1 << (bit & 7);
      expectRefusal(() => world.restore(damaged), 'bad-snapshot');
    }
    expect(Buffer.compare(world.snapshot(), saved)).toBe(0);
  });

  test('bytes that say other things of themselves', async () => {
    const { world } = victim;
    const saved = world.snapshot();
    const lying = Object.assign(Uint8Array.from(saved), { subarray: () => new Uint8Array(8) });
    Object.defineProperty(lying, 'byteLength', { get: () => 7 });
    world.restore(lying);
    const shared = new Uint8Array(new SharedArrayBuffer(saved.length));
    shared.set(saved);
    world.restore(shared);
    expect(Buffer.compare(world.snapshot(), saved)).toBe(0);
    for (const fake of [Object.create(Uint8Array.prototype), new Proxy(saved, {}), new Float32Array(saved.buffer)])
      expectRefusal(() => world.restore(fake as Uint8Array), 'bad-snapshot');
  });
});

test('a joint that is removed does not take the loads of the one that has its records next', async () => {
  const run = async (removes: boolean) => {
    const world = await World.create();
    const add = (x: number) => {
      const b = world.addBody({ mass: 1, position: [x, 0, 0] });
      const servo = { motor: { target: 0.3, stiffness: 20, damping: 1 } };
      return world.addJoint(new HingeJoint({ b, anchor: [x - 1, 0, 0], axis: [0, 0, 1], ...servo }));
    };
    const ball = world.addBody({ mass: 1, position: [20, 0, 0] });
    if (removes) {
      // The hinge that follows takes the slot of the ball joint, and the coordinate of the first hinge.
      const joints = [add(5), world.addJoint(new BallJoint({ b: ball, anchor: [19, 0, 0] }))];
      for (const joint of joints) world.removeJoint(joint);
    }
    const hinge = add(1);
    for (let k = 0; k < 30; k++) {
      // Has the joints sorted anew.
      if (k % 3 === 0) ball.type = k % 2 ? 'dynamic' : 'kinematic';
      world.step(1 / 60);
    }
    return hinge.angle;
  };
  expect(await run(true)).toBeCloseTo(await run(false), 12);
});
