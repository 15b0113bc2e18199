// Snapshots and the end of memory: what a snapshot says of its memory is checked, and who has no memory for a snapshot stays what it is.
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  BLOCK_HEADER,
  BodyFlag,
  BodyRecord,
  BroadPhaseRecord,
  Graph,
  NarrowphaseRecord,
  PairFlag,
  PairRecord,
  QueryRecord,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import { BallJoint, Box, HeightField, Sphere, TriangleMesh, World, type WorldOptions } from '../../bindings/index.ts';
import { SnapshotState } from '../../bindings/snapshot/state.ts';
import { HEADER_BYTES, laidOpen, passOff } from '../hostile/stranger.ts';
import { inside, setWorldField, worldField } from '../memory/state.ts';
import { BACKENDS, expectRefusal } from './backends.ts';

const MIB = 2 ** 20;

/** A heap on the ground that has let go of shapes and bodies: there are free blocks of all sizes, and of the large ones several. */
async function heap(settings: WorldOptions = {}): Promise<World> {
  const world = await World.create({ substeps: 2, ...settings });
  world.addBody({ type: 'static', shape: new Box([20, 0.5, 20]), position: [0, -0.5, 0] });
  const field = (rows: number) => new HeightField({ heights: new Array(rows * rows).fill(0), rows, columns: rows, spacing: 0.1 });
  const grounds = [150, 40, 160, 30, 170].map((rows, k) =>
    world.addBody({ type: 'static', shape: field(rows), position: [40 * k, -9, 0] }),
  );
  const bodies = Array.from({ length: 40 }, (_, k) =>
    world.addBody({
      shape: k % 3 ? new Box([0.4, 0.3, 0.4]) : new Sphere(0.4),
      position: [(k % 4) * 0.7, 0.3 + 0.6 * (k >> 2), 0],
      ccd: k % 5 === 0,
    }),
  );
  world.addJoint(new BallJoint({ a: bodies[0], b: bodies[1], anchor: [0.3, 0.3, 0] }));
  for (let k = 0; k < 4; k++) world.step(1 / 60);
  for (const k of [0, 2, 3]) world.removeBody(grounds[k]);
  for (const k of [7, 11]) world.removeBody(bodies[k]);
  world.step(1 / 60);
  return world;
}

type State = Pick<SnapshotState, 'u32' | 'f64' | 'world' | 'end'>;
type Change = (state: State, at: (field: number) => number) => void;

const word =
  (field: number, value: number): Change =>
  ({ u32, world }) => {
    u32[(world + field) >>> 2] = value;
  };
/** Changes a field of the record whose address is in a field of the world. */
const within =
  (record: number, field: number, change: (value: number) => number): Change =>
  ({ u32 }, at) => {
    const place = (at(record) + field) >>> 2;
    u32[place] = change(u32[place]);
  };
/** Changes the record of the first body that a test holds for. */
const ofBody =
  (flags: number, change: (state: State, record: number) => void): Change =>
  (state, at) => {
    for (let slot = 1; slot < at(WorldRecord.bodyCount); slot++) {
      const record = at(WorldRecord.bodyBase) + slot * BodyRecord.size;
      if ((state.u32[(record + BodyRecord.flags) >>> 2] & flags) !== flags) continue;
      change(state, record);
      return;
    }
    throw new Error('There is no such body.');
  };
/** Makes a block smaller by a block that nobody has, or larger. */
const resize =
  (field: number, bytes: number): Change =>
  ({ u32 }, at) => {
    const block = at(field);
    const size = u32[(block - BLOCK_HEADER) >>> 2];
    if (bytes >= size) throw new Error('The block is too small.');
    u32[(block - BLOCK_HEADER) >>> 2] = bytes;
    u32[(block + bytes) >>> 2] = size - bytes - BLOCK_HEADER;
  };
/** The free large blocks, in the order of their list. */
function large({ u32 }: State, lists: number): number[] {
  const blocks: number[] = [];
  for (let block = u32[lists >>> 2]; block !== 0; block = u32[block >>> 2]) blocks.push(block);
  return blocks;
}
const sizeOf = ({ u32 }: State, block: number) => u32[(block - BLOCK_HEADER) >>> 2];

const FORGERIES: [name: string, change: Change][] = [
  ['a list of active pairs that has less room than there are pairs', word(WorldRecord.activePairCapacity, 16)],
  ['a list of active pairs in a block that is too small', resize(WorldRecord.activePairs, 64)],
  ['notes of active pairs that have less room than there are pairs', word(WorldRecord.foundCapacity, 16)],
  ['notes of active pairs in a block that is too small', resize(WorldRecord.found, 64)],
  ['no room for the colours of bodies', word(WorldRecord.bodyColorCapacity, 8)],
  ['a list of colours in a block that is too small', resize(WorldRecord.bodyColors, 64)],
  ...[
    { name: 'joints', graph: WorldRecord.jointGroups },
    { name: 'contacts', graph: WorldRecord.contactGroups },
  ].flatMap(({ name, graph }): [name: string, change: Change][] => [
    [`a block that is too small for the groups of ${name}`, (state, at) => resize(graph + Graph.groups, 16)(state, at)],
    [`groups of ${name} elsewhere`, (state, at) => word(graph + Graph.groups, at(WorldRecord.bodyColors))(state, at)],
    [`more groups of ${name} than room for them`, word(graph + Graph.groupCount, 1 << 20)],
    [`more room for bundles of ${name} than there is`, word(graph + Graph.bundleCapacity, 1 << 20)],
    [`bundles of ${name} elsewhere`, (state, at) => word(graph + Graph.bundles, at(WorldRecord.bodyColors))(state, at)],
    [`an order of ${name} elsewhere`, (state, at) => word(graph + Graph.order, at(WorldRecord.bodyBase))(state, at)],
  ]),
  ['contacts listed elsewhere', (state, at) => word(WorldRecord.contactList, at(WorldRecord.bodyBase))(state, at)],
  ['a broad phase that is too small', resize(WorldRecord.broadphase, 32)],
  ['a query that is too small', resize(WorldRecord.query, 32)],
  ['fewer bits of moved bodies than bodies', within(WorldRecord.broadphase, BroadPhaseRecord.movedCapacity, () => 32)],
  [
    'a small block of a size between those of the classes',
    ({ u32, end }, at) => {
      for (let header = at(WorldRecord.broadphase) - BLOCK_HEADER; header < end; header += BLOCK_HEADER + u32[header >>> 2]) {
        const size = u32[header >>> 2];
        // Classes of such sizes are at least 128 bytes apart.
        if (size < 640 || size > 65536) continue;
        u32[header >>> 2] = size - BLOCK_HEADER - 48;
        u32[(header + size - 48) >>> 2] = 48;
        return;
      }
      throw new Error('There is no such block.');
    },
  ],
  [
    'free large blocks out of order',
    (state, at) => {
      const lists = at(WorldRecord.freeBlocks);
      const [first, second, third] = large(state, lists);
      state.u32[lists >>> 2] = second;
      state.u32[second >>> 2] = first;
      state.u32[first >>> 2] = third ?? 0;
    },
  ],
  [
    'two free large blocks side by side',
    (state, at) => {
      const [first] = large(state, at(WorldRecord.freeBlocks));
      const size = sizeOf(state, first);
      const half = 16 * Math.floor(size / 32);
      const second = first + half + BLOCK_HEADER;
      expect(size - half - BLOCK_HEADER).toBeGreaterThan(65536);
      state.u32[(first - BLOCK_HEADER) >>> 2] = half;
      state.u32[(second - BLOCK_HEADER) >>> 2] = size - half - BLOCK_HEADER;
      state.u32[second >>> 2] = state.u32[first >>> 2];
      state.u32[first >>> 2] = second;
    },
  ],
  ['something that steps lack and there is not', word(WorldRecord.lacks, 8)],
  ['a failure that is none', within(WorldRecord.broadphase, BroadPhaseRecord.failed, () => 2)],
  ['a failure of the narrow phase that is none', within(WorldRecord.narrowphase, NarrowphaseRecord.failed, () => 2)],
  ['a failure of a query that is none', within(WorldRecord.query, QueryRecord.failed, () => 7)],
  ['a bound of pairs that there is not', within(WorldRecord.broadphase, BroadPhaseRecord.mostPairs, () => 3)],
  ['a pair too few in the lists of free ones', within(WorldRecord.broadphase, BroadPhaseRecord.pairsFree, (free) => free + 1)],
  ['a body that counts a pair too few', ofBody(BodyFlag.Alive, ({ u32 }, record) => u32[(record + BodyRecord.pairCount) >>> 2]--)],
  ['a body that counts a contact too many', ofBody(BodyFlag.Alive, ({ u32 }, record) => u32[(record + BodyRecord.contactCount) >>> 2]++)],
  [
    'a pair that is the other’s',
    ({ u32 }, at) => {
      const broadphase = at(WorldRecord.broadphase);
      const pairs = u32[(broadphase + BroadPhaseRecord.pairBase) >>> 2];
      const pair = Array.from({ length: u32[(broadphase + BroadPhaseRecord.pairRoom) >>> 2] }, (_, k) => pairs + k * PairRecord.size).find(
        (record) => u32[(record + PairRecord.flags) >>> 2] & PairFlag.Alive,
      )!;
      const owner = (flags: number) => u32[(pair + (flags & PairFlag.OwnerB ? PairRecord.bodyB : PairRecord.bodyA)) >>> 2];
      const record = (slot: number) => at(WorldRecord.bodyBase) + slot * BodyRecord.size;
      const flags = u32[(pair + PairRecord.flags) >>> 2];
      const contacts = u32[(pair + PairRecord.firstManifold) >>> 2] ? 1 : 0;
      u32[(pair + PairRecord.flags) >>> 2] ^= PairFlag.OwnerB;
      for (const [slot, change] of [
        [owner(flags), -1],
        [owner(flags ^ PairFlag.OwnerB), 1],
      ]) {
        u32[(record(slot) + BodyRecord.pairCount) >>> 2] += change;
        u32[(record(slot) + BodyRecord.contactCount) >>> 2] += change * contacts;
      }
    },
  ],
  [
    'the start of a swept body that is no number',
    ofBody(BodyFlag.Swept, ({ f64 }, record) => (f64[(record + BodyRecord.targetX) >>> 3] = NaN)),
  ],
  [
    'a start of a swept body that is no rotation',
    ofBody(BodyFlag.Swept, ({ f64 }, record) => (f64[(record + BodyRecord.targetOrientationY) >>> 3] = 2)),
  ],
  [
    'a start of a swept body whose orientation is no number',
    ofBody(BodyFlag.Swept, ({ f64 }, record) => (f64[(record + BodyRecord.targetOrientationW) >>> 3] = NaN)),
  ],
];

function forge(saved: Uint8Array, world: number, change: Change): Uint8Array {
  const forged = laidOpen(saved);
  const state = new SnapshotState(forged.subarray(HEADER_BYTES), world);
  change(state, (field) => state.field(field));
  forged.set(state.bytes, HEADER_BYTES);
  return passOff(forged);
}

describe.each(['single', 'double'] as const)('what a snapshot says of its memory, %s', (precision) => {
  test('is true of a world', async () => {
    const world = await heap({ precision });
    expect(large(world.memory as unknown as State, worldField(world, WorldRecord.freeBlocks)).length).toBeGreaterThan(1);
    const other = await World.create({ precision });
    other.restore(passOff(world.snapshot()));
    for (let k = 0; k < 3; k++) {
      for (const each of [world, other]) each.step(1 / 60);
      expect(other.hash()).toBe(world.hash());
    }
  });

  test.each(FORGERIES)('is refused: %s', async (_, change) => {
    const world = await heap({ precision });
    const other = await World.create({ precision });
    const body = other.addBody({ shape: new Sphere(1) });
    const before = other.snapshot();
    expectRefusal(() => other.restore(forge(world.snapshot(), world.memory.world, change)), 'bad-snapshot');
    expect(Buffer.compare(other.snapshot(), before)).toBe(0);
    expect(body.alive).toBe(true);
  });

  test('a free large block at the end is refused', async () => {
    const world = await World.create({ precision });
    const block = inside(world).live.collision!.allocateBlock(100_000);
    expect(block + 100_000).toBeLessThanOrEqual(worldField(world, WorldRecord.arenaTop));
    const other = await World.create({ precision });
    const forged = forge(world.snapshot(), world.memory.world, ({ u32 }, at) => (u32[at(WorldRecord.freeBlocks) >>> 2] = block));
    expectRefusal(() => other.restore(forged), 'bad-snapshot');
  });

  test('swept bodies that never moved, sleep at once, or stand still', async () => {
    const world = await World.create({ precision });
    const shape = new Box([0.5, 0.1, 0.1]);
    const [resting, other] = [world.addBody({ shape, ccd: true, position: [10, 0, 0] }), await World.create({ precision })];
    resting.sleep();
    world.addBody({ shape, ccd: true });
    world.addBody({ shape, ccd: true, type: 'kinematic', position: [0, 9, 0] });
    world.addBody({ shape, ccd: true, type: 'static', position: [0, 19, 0] });
    other.restore(passOff(world.snapshot()));
    for (let k = 0; k < 3; k++) world.step(1 / 60);
    other.restore(passOff(world.snapshot()));
    expect(other.hash()).toBe(world.hash());
  });
});

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('a snapshot that needs more than maxMemory is one out-of-memory, and changes nothing', async () => {
    const world = await World.create(settings);
    for (let k = 0; k < 3000; k++) world.addBody({ position: [k, 0, 0] });
    const saved = world.snapshot();
    const other = await World.create({ ...settings, maxMemory: 2 * MIB });
    const body = other.addBody({ shape: new Sphere(1) });
    other.step(1 / 60);
    const before = { bytes: other.memoryBytes, saved: other.snapshot() };
    for (const bytes of [saved, passOff(saved)]) {
      expectRefusal(() => other.restore(bytes), 'out-of-memory');
      expect([other.memoryBytes, body.alive, other.bodyCount]).toEqual([before.bytes, true, 1]);
      expect(Buffer.compare(other.snapshot(), before.saved)).toBe(0);
    }
    other.step(1 / 60);
  });

  test('the limit of the world that restores stays in force', async () => {
    const [world, other] = [await World.create(settings), await World.create({ ...settings, maxMemory: 2 * MIB })];
    world.addBody({ shape: new Sphere(1) });
    for (const bytes of [world.snapshot(), passOff(world.snapshot())]) {
      other.restore(bytes);
      expectRefusal(() => {
        for (let k = 0; k < 5000; k++) other.addBody({ position: [k, 0, 0] });
      }, 'out-of-memory');
      expect(other.memoryBytes).toBeLessThanOrEqual(2 * MIB);
      world.restore(other.snapshot());
      for (let k = 0; k < 5000; k++) world.addBody({ position: [k, 0, 0] });
      expect(world.bodyCount).toBeGreaterThan(5000);
      for (const body of [...world.bodies].slice(1)) world.removeBody(body);
    }
  });
});

/** Lets the n-th allocation of the engine fail, and those that follow, while something runs; returns how many there were. */
function starved(n: number, act: () => void): number {
  let count = 0;
  const failing = <Type extends typeof ArrayBuffer | typeof Uint8Array | typeof Uint32Array>(type: Type): Type =>
    new Proxy(type, {
      construct(target, values) {
        // Views take no memory.
        if (!(values[0] instanceof ArrayBuffer) && ++count > n) throw new RangeError('Array buffer allocation failed');
        return Reflect.construct(target, values);
      },
    }) as Type;
  vi.stubGlobal('ArrayBuffer', failing(ArrayBuffer));
  vi.stubGlobal('Uint8Array', failing(Uint8Array));
  vi.stubGlobal('Uint32Array', failing(Uint32Array));
  try {
    act();
  } finally {
    vi.unstubAllGlobals();
  }
  return count;
}

describe.each([...BACKENDS, { label: 'without WebAssembly', settings: { backend: 'reference' } as WorldOptions }])(
  'no memory in the engine: $label',
  ({ label, settings }) => {
    afterEach(() => void vi.unstubAllGlobals());

    async function worlds(): Promise<World[]> {
      if (label === 'without WebAssembly') vi.stubGlobal('WebAssembly', undefined);
      const made = [await World.create(settings), await World.create(settings)];
      vi.unstubAllGlobals();
      return made;
    }

    test('wherever it ends, snapshot and restore throw out-of-memory and change nothing', async () => {
      const [world, other] = await worlds();
      const n = 6;
      const vertices = Array.from({ length: 3 * n * n }, (_, k) => (k % 3 === 1 ? 0 : Math.floor(k / 3 / (k % 3 ? n : 1)) % n));
      const cells = Array.from({ length: (n - 1) * (n - 1) }, (_, k) => Math.floor(k / (n - 1)) * n + (k % (n - 1)));
      const indices = cells.flatMap((at) => [at, at + n, at + 1, at + 1, at + n, at + n + 1]);
      if (world.hasCollision) world.addBody({ type: 'static', shape: new TriangleMesh(vertices, indices, { solid: false }) });
      const [a, b] = [0, 1].map((k) => world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [k, 1, 0] }));
      const joint = world.addJoint(new BallJoint({ a, b, anchor: [0.5, 1, 0] }));
      for (let k = 0; k < 30; k++) world.step(1 / 60);
      const kept = other.addBody({ shape: new Sphere(1) });
      const own = world.snapshot();
      const before = { world: own, other: other.snapshot() };
      const strange = passOff(own);
      const odd = new Uint8Array(own.length + 1).subarray(1);
      odd.set(own);
      const acts: (() => void)[] = [
        () => void world.snapshot(),
        () => world.restore(own),
        () => other.restore(own),
        () => other.restore(strange),
        () => other.restore(odd),
      ];
      for (const [k, act] of acts.entries()) {
        let failures = 0;
        for (let allocations = 0; ; allocations++) {
          let error: unknown;
          starved(allocations, () => {
            try {
              act();
            } catch (thrown) {
              error = thrown;
            }
          });
          if (error === undefined) break;
          failures++;
          expect(error, `act ${k}, allocation ${allocations}`).toMatchObject({ name: 'HolonomicError', code: 'out-of-memory' });
          expect(Buffer.compare(world.snapshot(), before.world)).toBe(0);
          expect(Buffer.compare(other.snapshot(), before.other)).toBe(0);
          expect([a.alive, joint.alive, kept.alive, [...other.bodies][0] === kept]).toEqual([true, true, true, true]);
        }
        expect(failures, `act ${k}`).toBeGreaterThan(k === 1 ? -1 : 0);
        other.restore(before.other);
        expect(kept.alive).toBe(true);
      }
      other.restore(strange);
      for (const each of [world, other]) each.step(1 / 60);
      expect(other.hash()).toBe(world.hash());
    });

    test('a memory that cannot grow', async () => {
      if (label === 'without WebAssembly') return;
      const [world, other] = await worlds();
      for (let k = 0; k < 4000; k++) world.addBody({ position: [k, 0, 0] });
      const saved = world.snapshot();
      const kept = other.addBody({ shape: new Sphere(1) });
      const before = other.snapshot();
      const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
        throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory');
      });
      for (const bytes of [saved, passOff(saved)]) expectRefusal(() => other.restore(bytes), 'out-of-memory');
      expect(grow).toHaveBeenCalledTimes(2);
      grow.mockRestore();
      expect(Buffer.compare(other.snapshot(), before)).toBe(0);
      other.restore(saved);
      expect([kept.alive, other.hash()]).toEqual([false, world.hash()]);
    });
  },
);

test('a world that says what it lacks says so again after a restore only where a step lacks it anew', async () => {
  const world = await World.create({ substeps: 2 });
  world.addBody({ type: 'static', shape: new Box([20, 0.5, 20]), position: [0, -0.5, 0] });
  for (let k = 0; k < 400; k++) world.addBody({ shape: new Sphere(0.5), position: [(k % 20) * 0.9, 0.45, Math.floor(k / 20) * 0.9] });
  const fresh = world.snapshot();
  const starve = () => setWorldField(world, WorldRecord.memoryLimit, worldField(world, WorldRecord.arenaTop) + 1000);
  starve();
  expectRefusal(() => world.step(1 / 60), 'out-of-memory');
  const lacking = world.snapshot();
  world.restore(fresh);
  expect(world.lacksMemory).toBe(false);
  starve();
  expectRefusal(() => world.step(1 / 60), 'out-of-memory');
  const other = await World.create({ substeps: 2 });
  other.restore(passOff(lacking));
  expect(other.lacksMemory).toBe(true);
  other.addBody({ shape: new Sphere(0.5), position: [0, 5, 0] });
  other.step(1 / 60);
  expect(other.lacksMemory).toBe(false);
});
