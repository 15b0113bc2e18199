// Limits are drawn where the coordinate would be at them, and the hand where it is.
import { describe, expect, test } from 'vitest';
import { multiply, rotate } from '../../bindings/core/geometry.ts';
import { COLORS } from '../../bindings/debug/colors.ts';
import {
  BallJoint,
  type Body,
  ConeJoint,
  DistanceJoint,
  HingeJoint,
  PathJoint,
  PlanarJoint,
  PrismaticJoint,
  type Quat,
  RopeJoint,
  SixDofJoint,
  SpringDamperJoint,
  UniversalJoint,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import {
  BACKENDS,
  boxOf,
  directionOf,
  draw,
  expectSegment,
  expectVector,
  lengthOf,
  ofColor,
  pointsOf,
  ROUNDING,
  type Segment,
} from './segments.ts';

const AT: Vec3 = [1, 2, 3];
const about = (axis: number, angle: number): Quat =>
  [0, 1, 2, 3].map((k) => (k === axis ? Math.sin(angle / 2) : k === 3 ? Math.cos(angle / 2) : 0)) as Quat;

async function held(settings: object = {}): Promise<{ world: World; b: Body }> {
  const world = await World.create({ gravity: [0, 0, 0], ...settings });
  return { world, b: world.addBody({ mass: 1, position: AT }) };
}

/** The parts of a drawn angle: the rays of its limits, its hand, and its rim. */
function dialOf(segments: Segment[], hands: number = COLORS.hand) {
  const isRay = ({ from }: Segment) => Math.max(...from.map((x, k) => Math.abs(x - AT[k]))) < ROUNDING;
  const limits = ofColor(segments, COLORS.limit);
  return { rays: limits.filter(isRay), rim: limits.filter((each) => !isRay(each)), hands: ofColor(segments, hands).filter(isRay) };
}

const inPlane = (u: Vec3, v: Vec3, angle: number): Vec3 => u.map((x, k) => x * Math.cos(angle) + v[k] * Math.sin(angle)) as Vec3;

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('The twist of a ball: an arc from limit to limit, and a hand along B.', async () => {
    const { world, b } = await held(settings);
    world.addJoint(new BallJoint({ b, anchor: AT, axis: [1, 0, 0], normal: [0, 1, 0], twist: { lower: -0.4, upper: 1.2 } }));
    b.orientation = about(0, 0.7);
    const { rays, rim, hands } = dialOf(draw(world, 'limits'));
    const wanted = [-0.4, 1.2].map((angle) => inPlane([0, 1, 0], [0, 0, 1], angle));
    expect(rays.length).toBe(2);
    for (const [k, ray] of rays.entries()) expectVector(directionOf(ray), wanted[k], ROUNDING);
    expectVector(rim[0].from, rays[0].to, 0);
    expectVector(rim.at(-1)!.to, rays[1].to, 0);
    const length = rim.reduce((sum, each) => sum + lengthOf(each), 0);
    expect(length / lengthOf(rays[0])).toBeGreaterThan(1.59);
    expect(length / lengthOf(rays[0])).toBeLessThan(1.6);
    expect(hands.length).toBe(1);
    expectVector(directionOf(hands[0]), inPlane([0, 1, 0], [0, 0, 1], 0.7), ROUNDING);
    expect(lengthOf(hands[0])).toBeCloseTo(lengthOf(rays[0]), 5);
  });
});

test('The twist of a ball that has swung is about the axis of B.', async () => {
  const { world, b } = await held();
  world.addJoint(new BallJoint({ b, anchor: AT, axis: [0, 1, 0], normal: [0, 0, 1], twist: { lower: -2, upper: 2 } }));
  b.orientation = [0.2, 0.5, -0.3, 0.8];
  const { hands, rays } = dialOf(draw(world, 'limits'));
  const [x, y] = [rotate(b.getOrientation(), [0, 1, 0]), rotate(b.getOrientation(), [0, 0, 1])];
  expectVector(directionOf(hands[0]), y, ROUNDING);
  for (const ray of rays) expect(directionOf(ray).reduce((sum, value, k) => sum + value * x[k], 0)).toBeCloseTo(0, 5);
});

test('A hinge: the hand goes with B, and is red at the limit.', async () => {
  const { world, b } = await held();
  world.addJoint(new HingeJoint({ b, anchor: AT, axis: [0, 0, 1], limits: { lower: -0.5, upper: 1 } }));
  const zero = directionOf(dialOf(draw(world, 'limits')).hands[0]);
  const across = rotate(about(2, Math.PI / 2), zero);
  b.orientation = about(2, 0.6);
  const { hands, rays } = dialOf(draw(world, 'limits'));
  expectVector(directionOf(hands[0]), inPlane(zero, across, 0.6), ROUNDING);
  expectVector(directionOf(rays[0]), inPlane(zero, across, -0.5), ROUNDING);
  expectVector(directionOf(rays[1]), inPlane(zero, across, 1), ROUNDING);
  b.orientation = about(2, 1);
  const atLimit = dialOf(draw(world, 'limits'), COLORS.reached);
  expectVector(directionOf(atLimit.hands[0]), directionOf(rays[1]), ROUNDING);
});

test('A side without a limit ends at the hand; an angle that is held has no arc.', async () => {
  const { world, b } = await held();
  const hinge = world.addJoint(new HingeJoint({ b, anchor: AT, axis: [0, 0, 1], limits: { upper: 1 } }));
  b.orientation = about(2, 0.25);
  const { rays, rim, hands } = dialOf(draw(world, 'limits'));
  expect(rays.length).toBe(1);
  expectVector(rim[0].from, hands[0].to, ROUNDING);
  expectVector(rim.at(-1)!.to, rays[0].to, ROUNDING);
  hinge.target = { angle: 0.5 };
  const target = dialOf(draw(world, 'limits'), COLORS.reached);
  expect(target.rim).toEqual([]);
  expect(target.rays.length).toBe(2);
  hinge.limits = null;
  expect(draw(world, 'limits')).toEqual([]);
});

test('Limits of more than a turn are a circle.', async () => {
  const { world, b } = await held();
  world.addJoint(new HingeJoint({ b, anchor: AT, axis: [0, 0, 1], limits: { lower: -20, upper: 30 } }));
  const { rim, rays } = dialOf(draw(world, 'limits'));
  expectVector(rim[0].from, rim.at(-1)!.to, ROUNDING);
  expect(rim.reduce((sum, each) => sum + lengthOf(each), 0) / lengthOf(rays[0])).toBeCloseTo(2 * Math.PI, 1);
});

test('A universal joint: the first angle about the axis of A, the second about that of B.', async () => {
  const { world, b } = await held();
  const limits = { lower: -1, upper: 1 };
  world.addJoint(new UniversalJoint({ b, anchor: AT, axisA: [0, 1, 0], axisB: [1, 0, 0], first: { limits }, second: { limits } }));
  const [first, second] = [about(1, 0.5), about(0, 0.3)];
  b.orientation = multiply(first, second);
  const { hands, rays } = dialOf(draw(world, 'limits'));
  expectVector(directionOf(hands[0]), rotate(b.getOrientation(), [1, 0, 0]), ROUNDING);
  expectVector(directionOf(hands[1]), rotate(b.getOrientation(), [0, 1, 0]), ROUNDING);
  expectVector(directionOf(rays[0]), rotate(about(1, -1), [1, 0, 0]), ROUNDING);
  expectVector(directionOf(rays[3]), rotate(multiply(first, about(0, 1)), [0, 1, 0]), ROUNDING);
});

// The axis of these is y; the frame's own y and z are the world's z and x.
const FRAME = { axis: [0, 1, 0] as Vec3, normal: [0, 0, 1] as Vec3 };
const AXIS = FRAME.axis;
const CONE = { y: 0.5, z: 0.9 };
const CONES: [string, (b: Body) => BallJoint | ConeJoint | SixDofJoint][] = [
  ['Ball', (b) => new BallJoint({ b, anchor: AT, ...FRAME, swing: CONE })],
  ['Cone', (b) => new ConeJoint({ b, ...FRAME, angle: CONE })],
  ['SixDof', (b) => new SixDofJoint({ b, anchor: AT, ...FRAME, angular: { x: 'free', y: 'free', z: 'free' }, cone: CONE })],
];
test.each(CONES)('The cone of a %s: rays at its half angles, and the axis of B.', async (_, make) => {
  const { world, b } = await held();
  world.addJoint(make(b));
  b.orientation = about(0, 0.4);
  const { rays, rim, hands } = dialOf(draw(world, 'limits'));
  const wanted = [about(2, 0.5), about(0, 0.9), about(2, -0.5), about(0, -0.9)].map((turn) => rotate(turn, AXIS));
  expect(rays.length).toBe(4);
  for (const [k, ray] of rays.entries()) expectVector(directionOf(ray), wanted[k], ROUNDING);
  expectVector(rim[0].from, rim.at(-1)!.to, 0);
  expectVector(directionOf(hands[0]), rotate(b.getOrientation(), AXIS), ROUNDING);
  b.orientation = about(2, -0.5);
  expect(dialOf(draw(world, 'limits'), COLORS.reached).hands.length).toBe(1);
});

const SWINGS: [string, object, number][] = [
  ['y', { y: { limits: { lower: -0.2, upper: 0.8 } } }, 2],
  ['z', { z: { limits: { lower: -0.2, upper: 0.8 } } }, 0],
];
test.each(SWINGS)('A swing about %s alone counts from the axis of A.', async (_, angular, axis) => {
  const { world, b } = await held();
  world.addJoint(new SixDofJoint({ b, anchor: AT, ...FRAME, angular }));
  b.orientation = about(axis, 0.3);
  const { rays, hands } = dialOf(draw(world, 'limits'));
  expectVector(directionOf(rays[0]), rotate(about(axis, -0.2), AXIS), ROUNDING);
  expectVector(directionOf(rays[1]), rotate(about(axis, 0.8), AXIS), ROUNDING);
  expectVector(directionOf(hands[0]), rotate(about(axis, 0.3), AXIS), ROUNDING);
});

/** The middle of what was drawn in a colour. */
function middleOf(segments: Segment[]): Vec3 {
  const { low, high } = boxOf(pointsOf(segments));
  return low.map((value, k) => (value + high[k]) / 2) as Vec3;
}

test('A way has stops at its ends, and a mark where B is.', async () => {
  const { world, b } = await held();
  world.addJoint(new PrismaticJoint({ b, anchor: AT, axis: [0, 1, 0], limits: { lower: -0.5, upper: 2 } }));
  b.position = [1, 2.75, 3];
  const segments = draw(world, 'limits');
  const [way, ...stops] = ofColor(segments, COLORS.limit);
  expectSegment(way, [1, 1.5, 3], [1, 4, 3]);
  expect(stops.length).toBe(4);
  expectVector(middleOf(stops.slice(0, 2)), [1, 1.5, 3], ROUNDING);
  expectVector(middleOf(stops.slice(2)), [1, 4, 3], ROUNDING);
  for (const { from, to } of stops) expect(from[1]).toBeCloseTo(to[1], 5);
  expectVector(middleOf(ofColor(segments, COLORS.hand)), [1, 2.75, 3], ROUNDING);
});

test('Ways in a plane go through B.', async () => {
  const { world, b } = await held();
  const limits = { lower: -1, upper: 1 };
  world.addJoint(new PlanarJoint({ b, anchor: AT, normal: [0, 0, 1], axis: [1, 0, 0], y: { limits }, z: { limits } }));
  b.position = [1.25, 2.5, 3];
  const ways = ofColor(draw(world, 'limits'), COLORS.limit).filter((each) => lengthOf(each) > 1);
  expect(ways.length).toBe(2);
  expectSegment(ways[0], [0, 2.5, 3], [2, 2.5, 3]);
  expectSegment(ways[1], [1.25, 1, 3], [1.25, 3, 3]);
});

const DISTANCES: [string, (b: Body) => DistanceJoint | RopeJoint | SpringDamperJoint, number[]][] = [
  ['Distance', (b) => new DistanceJoint({ b, anchorA: [1, 0, 3], anchorB: [0, 0, 0], minLength: 0.5, maxLength: 3 }), [0.5, 3]],
  ['Rope', (b) => new RopeJoint({ b, anchorA: [1, 0, 3], anchorB: [0, 0, 0], length: 2.5 }), [2.5]],
  [
    'SpringDamper',
    (b) => new SpringDamperJoint({ b, anchorA: [1, 0, 3], anchorB: [0, 0, 0], stiffness: 5, minLength: 1, maxLength: 4 }),
    [1, 4],
  ],
];
test.each(DISTANCES)('The bounds of a %s lie on the line from A to B.', async (_, make, stops) => {
  const { world, b } = await held();
  world.addJoint(make(b));
  const drawn = ofColor(draw(world, 'limits'), COLORS.limit).slice(1);
  expect(drawn.length).toBe(2 * stops.length);
  for (const [k, stop] of stops.entries()) expectVector(middleOf(drawn.slice(2 * k, 2 * k + 2)), [1, stop, 3], ROUNDING);
});

test('A fixed distance has no limits to draw.', async () => {
  const { world, b } = await held();
  world.addJoint(new DistanceJoint({ b, anchorA: [0, 0, 0], anchorB: [0, 0, 0] }));
  expect(draw(world, 'limits')).toEqual([]);
});

describe('a path', () => {
  /** A square of four straight sides of two metres. */
  const SQUARE: Vec3[] = [
    [0, 0, 0],
    [2, 0, 0],
    [2, 2, 0],
    [0, 2, 0],
  ];
  const wayLength = (segments: Segment[]) => segments.reduce((sum, each) => sum + lengthOf(each), 0);
  /** Marks have twelve segments each: two of stops, one of B's place. */
  const wayOf = (segments: Segment[], stops: number) => segments.slice(0, segments.length - 12 * (stops + 1));

  test('is drawn between its limits', async () => {
    const world = await World.create({ gravity: [0, 0, 0] });
    const b = world.addBody({ mass: 1, position: [1, 0, 0] });
    const points: Vec3[] = [0, 2, 4].map((x) => [x, 0, 0]);
    world.addJoint(new PathJoint({ b, anchor: [1, 0, 0], points, limits: { lower: 0.5, upper: 3.25 } }));
    const way = wayOf(draw(world, 'limits'), 2);
    expectVector(way[0].from, [0.5, 0, 0], 1e-4);
    expectVector(way.at(-1)!.to, [3.25, 0, 0], 1e-4);
    expect(wayLength(way)).toBeCloseTo(2.75, 3);
  });

  test('that is closed is drawn over its seam, and whole beyond a lap', async () => {
    const world = await World.create({ gravity: [0, 0, 0] });
    const b = world.addBody({ mass: 1, position: [1, 0, 0] });
    const path = new PathJoint({ b, anchor: [0, 0, 0], points: SQUARE, closed: true, limits: { lower: -1, upper: 1 } });
    world.addJoint(path);
    const over = wayOf(draw(world, 'limits'), 2);
    expect(wayLength(over)).toBeCloseTo(2, 1);
    // One piece ends where the other begins.
    expect(over.filter(({ to }) => lengthOf({ from: to, to: [0, 0, 0], color: 0 }) < ROUNDING).length).toBe(1);
    expect(over.filter(({ from }) => lengthOf({ from, to: [0, 0, 0], color: 0 }) < ROUNDING).length).toBe(1);
    path.along.limits = { lower: -10, upper: 20 };
    expect(wayLength(wayOf(draw(world, 'limits'), 2)) / path.length).toBeCloseTo(1, 2);
  });
});
