// Refusals that once were none: those that changed something, took time, or were no errors of ours.
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  Compound,
  ConvexHull,
  GearJoint,
  HalfSpace,
  HingeJoint,
  HolonomicError,
  PathJoint,
  Sphere,
  type Vec3,
  World,
} from '../../bindings/index.ts';

function errorOf(act: () => unknown): HolonomicError {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(HolonomicError);
    return error as HolonomicError;
  }
  throw new Error('nothing is refused');
}

afterEach(() => vi.restoreAllMocks());

test('a handle that has been removed does not wake the next owner of its slot', async () => {
  const world = await World.create();
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const removed = world.addBody({ shape: new Sphere(0.5), position: [5, 0.5, 0] });
  world.removeBody(removed);
  const next = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.5, 0] });
  expect(next.index).toBe(removed.index);
  for (let step = 0; step < 60; step++) world.step(1 / 60);
  expect(next.isSleeping).toBe(true);
  expect(errorOf(() => (removed.events = 'all')).code).toBe('removed-handle');
  expect(next.isSleeping).toBe(true);
});

describe('errors are short, whatever is wrong', () => {
  const long = 'x'.repeat(1e6);
  const cases: [string, (world: World, body: Body) => unknown][] = [
    ['a long list', (world) => world.addBody({ mass: new Float64Array(1e6) as never })],
    ['a long list as options', (world) => world.addBody(new Float64Array(1e6) as never)],
    ['a long text', (_, body) => (body.type = long as never)],
    ['a long name', (world) => world.addBody({ [long]: 1 } as never)],
    ['a long unknown property', (_, body) => Reflect.set(body, long, 1)],
    ['a long list of texts', (_, body) => (body.position = [long, long, long] as never)],
    ['a long function', (world) => (world.sleep = new Function(`/* ${long} */`) as never)],
    ['an error of a getter', (_, body) => (body.position = { get x() { throw new Error(long); } } as never)], // biome-ignore format: one line
  ];
  test.each(cases)('%s', async (_, act) => {
    const world = await World.create();
    const body = world.addBody();
    expect(errorOf(() => act(world, body)).message.length).toBeLessThan(500);
  });
});

test('options are read once, and what was checked is used', async () => {
  const world = await World.create();
  const answers: Record<string, unknown[]> = { mass: [2, -1], position: [[1, 2, 3], 'no'], shape: [new Sphere(1), null], userData: [7, 8] };
  const given = {};
  for (const [name, list] of Object.entries(answers)) Object.defineProperty(given, name, { enumerable: true, get: () => list.shift() });
  const body = world.addBody(given);
  expect([body.mass, body.position, body.userData]).toEqual([2, [1, 2, 3], 7]);
  const joint = { a: [body, null], anchor: [[0, 0, 0], 5], axis: [[0, 1, 0], [0, 0, 0]], limits: [{ lower: -1, upper: 1 }, 5] }; // biome-ignore format: one line
  const options = {};
  for (const [name, list] of Object.entries(joint))
    Object.defineProperty(options, name, { enumerable: true, get: () => (list as unknown[]).shift() });
  const hinge = world.addJoint(new HingeJoint(options as never));
  expect([hinge.a, hinge.limits?.upper]).toEqual([body, 1]);
});

test('a getter of an option that removes the body comes before the call', async () => {
  const world = await World.create();
  const [body, other] = [world.addBody(), world.addBody()];
  const removing = (which: Body) => ({
    get x() {
      if (which.alive) world.removeBody(which);
      return 1;
    },
    y: 2,
    z: 3,
  });
  expect(errorOf(() => body.applyImpulse(removing(body))).code).toBe('removed-handle');
  expect(errorOf(() => other.moveTo(removing(other))).code).toBe('removed-handle');
  const last = world.addBody();
  const options = { get exclude() { world.removeBody(last); return last; } }; // biome-ignore format: one line
  expect(errorOf(() => world.castRay([0, 0, 0], [0, 1, 0], options)).code).toBe('removed-handle');
});

test('only what is a shape, a body, a joint or a coordinate is taken for one', async () => {
  const world = await World.create();
  const body = world.addBody({ shape: new Sphere(1) });
  const hinge = world.addJoint(new HingeJoint({ a: body, anchor: [0, 0, 0], axis: [0, 1, 0], motor: { velocity: 1 } }));
  const fake = <Type extends object>(type: { prototype: Type }): Type => Object.create(type.prototype);
  const acts = [
    () => world.addBody({ shape: fake(Sphere) }),
    () => world.addBody({ shape: Object.create(new Sphere(1)) }),
    () => new Compound([{ shape: fake(ConvexHull) }]),
    () => world.overlap(fake(Sphere)),
    () => world.addJoint(fake(HingeJoint)),
    () => world.addJoint(Object.create(hinge)),
    () => new BallJoint({ a: fake(body.constructor as never), anchor: [0, 0, 0] }),
    () => new GearJoint({ first: fake(HingeJoint), second: hinge, ratio: 1 }),
    () => (hinge.motor = { target: 1, secondary: { target: 0, stiffness: 1, helps: fake(hinge.rotation.constructor as never) } }),
    () => world.restore(fake(Uint8Array)),
  ];
  for (const act of acts) expect(['invalid-argument', 'bad-snapshot']).toContain(errorOf(act).code);
});

describe('where results are written to', () => {
  const wrong: [string, unknown][] = [
    ['frozen', Object.freeze([0, 0, 0, 0])],
    ['frozen and empty', Object.freeze([])],
    ['a proxy that refuses', new Proxy([0, 0, 0, 0], { set: () => false })],
    ['of bigints', new BigInt64Array(4)],
    ['of whole numbers', new Int32Array(4)],
    ['too short', new Float32Array(2)],
    ['detached', (() => { const list = new Float64Array(4); structuredClone(list.buffer, { transfer: [list.buffer] }); return list; })()], // biome-ignore format: one line
    ['a fake', Object.create(Float64Array.prototype)],
    ['a vector of another library', { x: 0, y: 0, z: 0 }],
  ];
  test.each(wrong)('%s', async (_, out) => {
    const world = await World.create();
    const body = world.addBody();
    for (const get of ['getPosition', 'getOrientation', 'getLinearVelocity', 'contactForce'] as const)
      expect(errorOf(() => body[get](out as never)).code).toBe('invalid-argument');
    expect(errorOf(() => world.castRay([0, 0, 0], [0, 1, 0], { out: out as never })).code).toBe('invalid-argument');
    expect(errorOf(() => world.castRays([0, 0, 0, 0, 1, 0], { out: out as never })).code).toBe('invalid-argument');
  });
});

test.each([
  ['bigints', [1n, 2n, 3n, 4n, 5n, 6n]],
  ['a symbol', [0, 0, 0, Symbol('up'), 1, 0]],
  ['a length of 2⁵³', { length: 2 ** 53 }],
  ['a length that takes all memory', { length: 6 * 2 ** 40 }],
])('castRays refuses %s', async (_, rays) => {
  const world = await World.create();
  expect(errorOf(() => world.castRays(rays as never)).code).toBe('invalid-argument');
});

test('substeps times iterations have a bound', async () => {
  await expect(World.create({ substeps: 1000, iterations: 1000 })).rejects.toMatchObject({ code: 'invalid-argument' });
  const world = await World.create({ substeps: 10_000, iterations: 10 });
  expect(errorOf(() => (world.iterations = 11)).code).toBe('invalid-argument');
  expect([world.substeps, world.iterations]).toEqual([10_000, 10]);
});

/** How many entries are sorted. */
function countSorted(act: () => void): number {
  let count = 0;
  const { sort } = Array.prototype;
  vi.spyOn(Array.prototype, 'sort').mockImplementation(function (this: unknown[], compare) {
    count += this.length;
    return sort.call(this, compare);
  });
  act();
  vi.restoreAllMocks();
  return count;
}

test('removing a hub takes time in proportion to its joints', async () => {
  for (const spokes of [200, 800]) {
    const world = await World.create();
    const hub = world.addBody();
    const ends = Array.from({ length: spokes }, () => world.addBody());
    const joints = ends.map((b) =>
      world.addJoint(new HingeJoint({ a: hub, b, anchor: [0, 0, 0], axis: [0, 1, 0], collideConnected: true })),
    );
    world.addJoint(new GearJoint({ first: joints[0], second: joints[1], ratio: 2 }));
    expect(countSorted(() => world.removeBody(hub))).toBeLessThan(3 * spokes);
    expect(world.jointCount).toBe(0);
    world.dispose();
  }
});

test('a path without a direction names what lacks it: a point that it turns back at, or a tangent that is zero', async () => {
  const world = await World.create();
  const b = world.addBody({ mass: 1 });
  // Half an arch of a cycloid of 1 m, from its cusp on.
  const angles = Array.from({ length: 11 }, (_, k) => (k * Math.PI) / 10);
  const points = angles.map((p): Vec3 => [p - Math.sin(p), Math.cos(p) - 1, 0]);
  const tangents = angles.map((p): Vec3 => [((1 - Math.cos(p)) * Math.PI) / 10, (-Math.sin(p) * Math.PI) / 10, 0]);
  const path = (given: { points: Vec3[]; tangents?: Vec3[] }) => world.addJoint(new PathJoint({ b, anchor: [0, 0, 0], ...given }));
  expect(errorOf(() => path({ points, tangents })).message).toMatch(/^tangents\[0\] is zero/);
  const back: Vec3[] = [0, 1, 0].map((x): Vec3 => [x, 0, 0]);
  expect(errorOf(() => path({ points: back })).message).toMatch(/turns back at points\[1\]; give it tangents/);
  // What the message says to do: its length is 4 r.
  tangents[0] = [0, -1e-3, 0];
  expect(path({ points, tangents }).length).toBeCloseTo(4, 2);
});
