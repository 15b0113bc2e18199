// What holds for every layer: lines grow and are used again, bad input is refused, and the world stays as it is.
import { describe, expect, test } from 'vitest';
import { DEBUG_LAYERS, type DebugOptions, debugLines } from '../../bindings/debug/index.ts';
import { BallJoint, Box, HalfSpace, World } from '../../bindings/index.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from '../agreement/all-joints.ts';
import { BACKENDS, draw, expectRefusal, SIZE, segmentsOf } from './segments.ts';

const ALL = { layers: DEBUG_LAYERS, size: SIZE };

/** Every type of joint there is, in a world each; then one of contacts. */
const WORLDS: [string, (settings: object) => Promise<World>][] = [
  ...Object.entries(LINKS).map(([name, make]): [string, (settings: object) => Promise<World>] => [name, (s) => linked(make, s)]),
  ...Object.entries(BESIDE_A_BALL).map(([name, make]): [string, (settings: object) => Promise<World>] => [
    name,
    (s) => linked(make, s, true),
  ]),
  ...Object.entries(MECHANISMS).map(([name, build]): [string, (settings: object) => Promise<World>] => [
    name,
    async (settings) => {
      const world = await World.create(settings);
      build(world);
      return world;
    },
  ]),
  [
    'contacts',
    async (settings) => {
      const world = await World.create(settings);
      world.addBody({ type: 'static', shape: new HalfSpace() });
      for (let k = 0; k < 3; k++) world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.5 + k, 0] });
      return world;
    },
  ],
];

describe.each(BACKENDS)('$label', ({ settings }) => {
  test.each(WORLDS)('%s: draws numbers, and leaves the world alone', async (_, create) => {
    const world = await create(settings);
    for (let step = 0; step < 5; step++) world.step(1 / 60);
    const [hash, snapshot] = [world.hash(), world.snapshot()];
    const lines = debugLines(world, ALL);
    expect(lines.count).toBeGreaterThan(0);
    expect(lines.positions.subarray(0, 6 * lines.count).every(Number.isFinite)).toBe(true);
    expect(world.hash()).toBe(hash);
    expect(Buffer.compare(world.snapshot(), snapshot)).toBe(0);
    world.dispose();
  });
});

async function hanging(count: number): Promise<World> {
  const world = await World.create();
  for (let k = 0; k < count; k++) {
    const body = world.addBody({ shape: new Box([0.1, 0.2, 0.3]), position: [k, 0, 0] });
    world.addJoint(new BallJoint({ b: body, anchor: [k, 1, 0] }));
  }
  return world;
}

test('Without layers there is nothing.', async () => {
  expect(debugLines(await hanging(1), { layers: [], size: SIZE }).count).toBe(0);
});

test('Lines that are given are filled anew and returned, with the arrays that they have.', async () => {
  const world = await hanging(20);
  const first = debugLines(world, ALL);
  const { positions, colors } = first;
  const drawn = segmentsOf(first);
  expect(debugLines(world, { ...ALL, layers: ['frames'] }, first)).toBe(first);
  expect(first.count).toBe(20 * 6);
  expect(debugLines(world, ALL, first)).toBe(first);
  expect(first.positions).toBe(positions);
  expect(first.colors).toBe(colors);
  expect(segmentsOf(first)).toEqual(drawn);
});

test('Arrays that were transferred elsewhere are replaced.', async () => {
  const world = await World.create();
  world.addBody({ shape: new Box([1, 1, 1]) });
  const lines = debugLines(world, { layers: ['wireframes'], size: SIZE });
  const [positions, count] = [[...lines.positions], lines.count];
  structuredClone(lines.positions, { transfer: [lines.positions.buffer] });
  structuredClone(lines.colors, { transfer: [lines.colors.buffer] });
  expect(lines.positions.length).toBe(0);
  expect(debugLines(world, { layers: ['wireframes'], size: SIZE }, lines)).toBe(lines);
  expect(lines.count).toBe(count);
  expect([...lines.positions].slice(0, 6 * count)).toEqual(positions.slice(0, 6 * count));
});

test('The arrays of lines grow by doubling, and keep what they hold.', async () => {
  const lines = debugLines(await hanging(1), ALL);
  const start = lines.positions.length;
  const world = await hanging(500);
  debugLines(world, ALL, lines);
  expect(lines.count * 6).toBeGreaterThan(start);
  expect(Math.log2(lines.positions.length / start)).toBe(Math.ceil(Math.log2((lines.count * 6) / start)));
  expect(lines.colors.length).toBe(lines.positions.length);
  expect(segmentsOf(lines)).toEqual(segmentsOf(debugLines(world, ALL)));
});

test('Layers are drawn once, in whatever order they are named.', async () => {
  const world = await hanging(3);
  const lines = debugLines(world, { size: SIZE, layers: ['links', 'wireframes', 'links'] });
  expect(segmentsOf(lines)).toEqual([...draw(world, 'wireframes'), ...draw(world, 'links')]);
});

test('Joints that are disabled or not asked for are not drawn.', async () => {
  const world = await hanging(3);
  const [first, second, third] = world.joints;
  const all = draw(world, 'links');
  expect(draw(world, 'links', { joints: new Set([first, third]) })).toEqual([
    ...all.slice(0, all.length / 3),
    ...all.slice(-all.length / 3),
  ]);
  second.enabled = false;
  expect(draw(world, 'links')).toEqual(draw(world, 'links', { joints: [first, third] }));
});

test('A broken joint is not drawn.', async () => {
  const world = await hanging(1);
  const [joint] = world.joints;
  joint.breakForce = 1e-3;
  world.step(1 / 60);
  expect(joint.broken).toBe(true);
  expect(draw(world, 'links')).toEqual([]);
});

describe('bad input', () => {
  const REFUSED: [string, unknown][] = [
    ['no options', undefined],
    ['no layers', { size: 1 }],
    ['a layer that is none', { size: 1, layers: ['joints'] }],
    ['layers as a word', { size: 1, layers: 'links' }],
    ['no size', { layers: [] }],
    ['a size of zero', { layers: [], size: 0 }],
    ['an endless size', { layers: [], size: Infinity }],
    ['a negative scale', { layers: [], size: 1, metresPerNewton: -1 }],
    ['a scale that is no number', { layers: [], size: 1, metresPerNewtonMetre: Number.NaN }],
    ['null as a scale', { layers: [], size: 1, metresPerNewton: null }],
    ['an unknown option', { layers: [], size: 1, colour: 1 }],
    ['joints that are none', { layers: [], size: 1, joints: [{}] }],
    ['joints that are no list', { layers: [], size: 1, joints: 5 }],
  ];
  test.each(REFUSED)('%s', async (_, options) => {
    const world = await hanging(1);
    expectRefusal(() => debugLines(world, options as DebugOptions), 'invalid-argument');
  });

  test.each([null, 5, [], {}, { positions: new Float32Array(6), colors: new Float32Array(6), count: 0 }])('out %j', async (out) => {
    const world = await hanging(1);
    expectRefusal(() => debugLines(world, ALL, out as never), 'invalid-argument');
  });

  test('joints of other worlds and removed ones', async () => {
    const [world, other] = [await hanging(1), await hanging(1)];
    expectRefusal(() => debugLines(world, { ...ALL, joints: other.joints }), 'foreign-handle');
    const [joint] = world.joints;
    world.removeJoint(joint);
    expectRefusal(() => debugLines(world, { ...ALL, joints: [joint] }), 'removed-handle');
  });

  test('no world, and one that is disposed of', async () => {
    expectRefusal(() => debugLines({} as World, ALL), 'invalid-argument');
    const world = await hanging(1);
    world.dispose();
    expectRefusal(() => debugLines(world, ALL), 'disposed');
  });
});
