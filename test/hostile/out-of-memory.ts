import assert from 'node:assert/strict';
import { WorldRecord } from '../../bindings/core/layout.ts';
import {
  BallJoint,
  type Body,
  Box,
  Compound,
  ConvexHull,
  FixedJoint,
  HeightField,
  HingeJoint,
  HolonomicError,
  type Joint,
  PathJoint,
  Sphere,
  TriangleMesh,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { inside, setWorldField, stateOf, worldField } from '../memory/state.ts';
import type { Campaign } from './campaign.ts';
import { passOff } from './stranger.ts';

type Random = () => number;
type Operation = (world: World) => void;

const OPERATIONS = 120;
const DT = 1 / 60;
/** Bytes that a bounded operation finds beyond what is in use: up to 2 to this. */
const MOST_LEFT = 20;
const QUERIES = ['cast rays', 'cast a ray', 'cast a shape', 'overlap'];
const NO_LIMIT = 0xffff0000;

/** A mesh of 4 n² triangles, so that shapes need blocks of all sizes. */
function ground(n: number): TriangleMesh {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let z = 0; z <= n; z++) for (let x = 0; x <= n; x++) vertices.push(x - n / 2, 0, z - n / 2);
  for (let z = 0; z < n; z++)
    for (let x = 0; x < n; x++) {
      const k = z * (n + 1) + x;
      indices.push(k, k + n + 1, k + 1, k + 1, k + n + 1, k + n + 2);
    }
  return new TriangleMesh(vertices, indices, { solid: false });
}

function anyShape(random: Random) {
  const size = 0.2 + random();
  const shapes = [
    () => new Sphere(size),
    () => new Box([size, size, 0.5]),
    () => new ConvexHull(Array.from({ length: 90 }, () => size * (2 * random() - 1))),
    () =>
      new Compound([{ shape: new Sphere(size) }, { shape: new Box([0.2, 0.2, size]), position: [size, 0, 0] }, { shape: new Sphere(0.3) }]),
    () =>
      new Compound([
        { shape: new Sphere(size), sensor: true },
        { shape: new Box([0.2, 0.2, size]), position: [size, 0, 0], material: { friction: 1 } },
        { shape: new Sphere(0.3), oneWay: [0, 1, 0] },
      ]),
  ];
  return shapes[Math.floor(random() * shapes.length)]();
}

function anyStatic(random: Random) {
  const n = 1 + Math.floor(random() * 20);
  return random() < 0.5
    ? ground(n)
    : new HeightField({ heights: new Array((n + 1) * (n + 1)).fill(0), rows: n + 1, columns: n + 1, spacing: 1 });
}

/** Something to do to a world, chosen now: the same for twins. Shapes are made once, so that twins have the same ones. */
function anyOperation(random: Random): { name: string; run: Operation } {
  const pick = <Value>(values: Iterable<Value>, at: number): Value | undefined => {
    const list = [...values];
    return list[Math.floor(at * list.length)];
  };
  const [i, j] = [random(), random()];
  const position: [number, number, number] = [6 * random() - 3, 4 * random(), 6 * random() - 3];
  const two = (world: World, use: (a: Body, b: Body) => void) => {
    const [a, b] = [pick(world.bodies, i), pick(world.bodies, j)];
    if (a && b && a !== b) use(a, b);
  };
  const body =
    (use: (body: Body, world: World) => void): Operation =>
    (world) => {
      const found = pick(world.bodies, i);
      if (found) use(found, world);
    };
  const joint =
    (use: (joint: Joint, world: World) => void): Operation =>
    (world) => {
      const found = pick(world.joints, i);
      if (found) use(found, world);
    };
  const shape = anyShape(random);
  const fixed = random() < 0.5 ? anyStatic(random) : shape;
  const count = 1 + Math.floor(random() * 40);
  const joints: ((a: Body, b: Body) => Joint)[] = [
    (a, b) => new BallJoint({ a, b, anchor: position }),
    (a, b) => new FixedJoint({ a, b, anchor: position }),
    (a, b) => new HingeJoint({ a, b, anchor: position, axis: [0, 1, 0] }),
  ];
  const joinTwo = joints[Math.floor(random() * joints.length)];
  const points = Array.from({ length: 2 + Math.floor(random() * 60) }, (_, k): [number, number, number] => [k, Math.sin(k), 0]);
  const rays = Array.from({ length: 6 * 50 * count }, (_, k) => (k % 6 === 4 ? -1 : random()));
  const operations: Record<string, Operation> = {
    'add a body': (world) => void world.addBody({ shape, position }),
    'add a static body': (world) => void world.addBody({ type: 'static', shape: fixed, position }),
    'add a sensor': (world) => void world.addBody({ shape, position, sensor: true }),
    'add a body without a shape': (world) => void world.addBody({ position }),
    'remove a body': body((found, world) => world.removeBody(found)),
    'add a joint': (world) => two(world, (a, b) => void world.addJoint(joinTwo(a, b))),
    'add a path': (world) => two(world, (a, b) => void world.addJoint(new PathJoint({ a, b, points, anchor: points[0] }))),
    'remove a joint': joint((found, world) => world.removeJoint(found)),
    'switch a joint': joint((found) => {
      found.enabled = !found.enabled;
    }),
    'let joined bodies collide': joint((found) => {
      found.collideConnected = !found.collideConnected;
    }),
    'ignore collisions': (world) => two(world, (a, b) => world.ignoreCollisions(a, b)),
    'allow collisions': (world) => two(world, (a, b) => world.allowCollisions(a, b)),
    'move a body': body((found) => {
      found.position = position;
    }),
    'switch collision': body((found) => {
      if (found.shape?.mayMove) found.collides = !found.collides;
    }),
    'switch a sensor': body((found) => {
      found.sensor = !found.sensor;
    }),
    'change a mask': body((found) => {
      found.collisionMask = i < 0.5 ? 0xffffffff : 0;
    }),
    'change a type': body((found) => {
      if (found.shape?.mayMove) found.type = i < 0.3 ? 'static' : i < 0.6 ? 'kinematic' : 'dynamic';
    }),
    'change a shape': body((found) => {
      found.shape = j < 0.2 ? null : found.type === 'static' ? fixed : shape;
    }),
    'move a centre of mass': body((found) => {
      found.setMassProperties({ centerOfMass: [i - 0.5, j - 0.5, 0] });
    }),
    'set a pair of materials': (world) =>
      world.setPairMaterial(Math.floor(9 * i), Math.floor(9 * j), count % 4 === 0 ? null : { friction: i, restitution: j }),
    'part groups': (world) => world.setGroupsCollide(Math.floor(3 * i), 0, j < 0.7),
    'switch a side': body((found) => {
      found.oneWay = found.oneWay ? null : [0, 1, 0];
    }),
    'cast rays': (world) => void world.castRays(rays),
    'cast a ray': (world) => void world.castRayAll([0, 9, 0], [0, -1, 0]),
    'cast a shape': (world) => void world.castShape(shape, { position: [0, 9, 0], translation: [0, -9, 0] }),
    overlap: (world) => void world.overlap(shape, { position }),
    sleep: body((found) => {
      if (found.type === 'dynamic') found.sleep();
    }),
  };
  const names = Object.keys(operations);
  const name = names[random() < 0.3 ? 0 : Math.floor(random() * names.length)];
  return { name, run: operations[name] };
}

/** Runs something with so many bytes left; whether there was enough memory. */
function bounded(world: World, left: number, run: Operation): boolean {
  setWorldField(world, WorldRecord.memoryLimit, worldField(world, WorldRecord.arenaTop) + left);
  try {
    run(world);
    return true;
  } catch (error) {
    assert(error instanceof HolonomicError && error.code === 'out-of-memory', `${error}`);
    return false;
  } finally {
    setWorldField(world, WorldRecord.memoryLimit, NO_LIMIT);
  }
}

/** Restores a snapshot where the world may have so many bytes; whether it may. */
function restoreWithin(world: World, bytes: Uint8Array, most: number): boolean {
  const { live, memory } = inside(world);
  const engine = live as unknown as { maxMemory: number; storage?: { maxMemory: number } };
  const limited = engine.storage ?? engine;
  const { maxMemory } = limited;
  limited.maxMemory = memory.world + most;
  try {
    world.restore(bytes);
    return true;
  } catch (error) {
    assert(error instanceof HolonomicError && error.code === 'out-of-memory', `${error}`);
    return false;
  } finally {
    limited.maxMemory = maxMemory;
    setWorldField(world, WorldRecord.memoryLimit, NO_LIMIT);
  }
}

function isSound(world: World): void {
  for (const { position, linearVelocity } of world.bodies)
    assert([...position, ...linearVelocity].every(Number.isFinite), 'a body has a number that is not finite');
}

/** Operations run out of memory at random places; a twin that was never asked for what failed stays the same to the last bit. */
export const outOfMemory: Campaign = {
  name: 'out-of-memory',
  description:
    'what finds no memory throws out-of-memory and changes nothing, steps go on without what does not fit, and the world goes on like its twin',
  cases: 12,
  async run(seed) {
    const random = randomNumbers(seed);
    const kinds: WorldOptions[] = [{ precision: 'single' }, { precision: 'double' }, { backend: 'reference' }];
    const options = { ...kinds[Math.floor(random() * kinds.length)], substeps: 2 };
    const world = await World.create(options);
    let saved = world.snapshot();
    let twin = await World.create(options);
    for (let k = 0; k < OPERATIONS; k++) {
      const left = Math.floor(2 ** (MOST_LEFT * random())) & ~15;
      const steps = random() < 0.25;
      const { name, run } = steps ? { name: 'step', run: (found: World) => found.step(DT) } : anyOperation(random);
      const before = stateOf(world);
      const { stepCount } = world;
      const done = bounded(world, left, run);
      if (done && !world.lacksMemory) run(twin);
      else if (!steps) {
        const after = stateOf(world);
        // A query brings the boxes of bodies up to date before it can fail.
        if (QUERIES.includes(name)) {
          after.nodes = before.nodes;
          for (const found of [world, twin]) found.castRayAny([0, 9, 0], [0, -1, 0]);
        }
        assert.deepEqual(after, before, `${name} failed and left something changed`);
      } else {
        if (world.stepCount > stepCount)
          assert(world.lacksMemory, 'a step throws because it is made without some contacts, or is not made');
        else assert.equal(world.hash(), before.bits, 'a step that is not made moves nothing');
        isSound(world);
        // A snapshot of a world that lacks memory is as sound as any, for those who do not trust it too.
        twin.restore(passOff(world.snapshot()));
        assert.equal(twin.lacksMemory, world.lacksMemory);
        assert.deepEqual(stateOf(twin), stateOf(world), 'a snapshot of a world that lacks memory is not the world');
        world.step(DT);
        assert(!world.lacksMemory, 'memory is there again');
        twin.dispose();
        twin = await World.create(options);
        twin.restore(k % 2 ? passOff(world.snapshot()) : world.snapshot());
      }
      if (random() < 0.1) {
        // Either both go back, or there is no memory for that, and nothing has changed.
        const strange = random() < 0.5;
        const bytes = strange ? passOff(saved) : saved;
        saved = world.snapshot();
        const same = stateOf(world);
        if (restoreWithin(world, bytes, Math.floor(2 * random() * bytes.length))) twin.restore(bytes);
        else assert.deepEqual(stateOf(world), same, 'a restore failed and left something changed');
      }
      assert.deepEqual(stateOf(world), stateOf(twin), `after ${name}, number ${k}, the twins differ`);
    }
    world.dispose();
    twin.dispose();
  },
};
