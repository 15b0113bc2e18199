// What joints hold together, and their frames.
import { expect, test } from 'vitest';
import { add, rotate, scale } from '../../bindings/core/geometry.ts';
import { COLORS } from '../../bindings/debug/colors.ts';
import {
  AxleJoint,
  BallJoint,
  DistanceJoint,
  GearJoint,
  GrabJoint,
  HingeJoint,
  type Joint,
  MatrixSpringJoint,
  PathJoint,
  PrismaticJoint,
  PulleyJoint,
  type Quat,
  RevoluteSphericalJoint,
  RopeJoint,
  SpringDamperJoint,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import { boxOf, draw, expectSegment, expectVector, lengthOf, norm, ofColor, pointsOf, ROUNDING, type Segment, SIZE } from './segments.ts';

const A: Vec3 = [0, 2, 0];
const B: Vec3 = [1, -1, 2];
const POINTS = { anchorA: A, anchorB: [0, 0, 0] as Vec3 };

async function worldWith(make: (b: ReturnType<World['addBody']>) => Joint): Promise<World> {
  const world = await World.create();
  world.addJoint(make(world.addBody({ mass: 1, position: B })));
  return world;
}

/** The mean of the points of a mark. */
function centerOf(segments: Segment[]): Vec3 {
  const { low, high } = boxOf(pointsOf(segments));
  return low.map((value, k) => (value + high[k]) / 2) as Vec3;
}

test('Rods and ropes are lines between the anchors.', async () => {
  const rod = draw(await worldWith((b) => new DistanceJoint({ b, ...POINTS })), 'links');
  expect(rod.map(({ color }) => color)).toEqual([COLORS.link]);
  expectSegment(rod[0], A, B);
  const taut = draw(await worldWith((b) => new RopeJoint({ b, ...POINTS })), 'links');
  expect(taut.map(({ color }) => color)).toEqual([COLORS.rope]);
  expectSegment(taut[0], A, B);
  const slack = draw(await worldWith((b) => new RopeJoint({ b, ...POINTS, length: 5 })), 'links');
  expect(slack.map(({ color }) => color)).toEqual([COLORS.slack]);
});

test('A hinged rod has its pin along its axis.', async () => {
  const axis: Vec3 = [0, 2 / Math.sqrt(13), 3 / Math.sqrt(13)];
  const world = await worldWith((b) => new RevoluteSphericalJoint({ b, anchorA: A, anchorB: [0, 0, 0], axis }));
  const [rod, pin] = draw(world, 'links');
  expectSegment(rod, A, B);
  expectVector(centerOf([pin]), A, ROUNDING);
  const along = pin.to.map((value, k) => (value - pin.from[k]) / lengthOf(pin));
  expect(Math.abs(along[0] * axis[0] + along[1] * axis[1] + along[2] * axis[2])).toBeCloseTo(1, 5);
});

const SPRINGS: [string, (b: ReturnType<World['addBody']>) => Joint][] = [
  ['SpringDamper', (b) => new SpringDamperJoint({ b, ...POINTS, stiffness: 10 })],
  ['MatrixSpring', (b) => new MatrixSpringJoint({ b, ...POINTS, stiffness: 10 })],
  ['Grab', (body) => new GrabJoint({ body, anchor: B, target: A })],
  ['Distance with a compliance', (b) => new DistanceJoint({ b, ...POINTS, compliance: 0.1 })],
];
test.each(SPRINGS)('A %s is a coil around the line between its anchors.', async (_, make) => {
  const coil = draw(await worldWith(make), 'links');
  expect(coil.every(({ color }) => color === COLORS.spring)).toBe(true);
  expectVector(coil[0].from, A, ROUNDING);
  expectVector(coil.at(-1)!.to, B, ROUNDING);
  for (let k = 1; k < coil.length; k++) expectVector(coil[k].from, coil[k - 1].to, 0);
  const along = scale([B[0] - A[0], B[1] - A[1], B[2] - A[2]], 1 / Math.sqrt(14));
  const distances = pointsOf(coil).map((point) => {
    const offset = point.map((value, k) => value - A[k]);
    const part = offset.reduce((sum, value, k) => sum + value * along[k], 0);
    return norm(offset.map((value, k) => value - part * along[k]));
  });
  const radius = Math.max(...distances);
  expect(radius).toBeGreaterThan(0.05 * SIZE);
  expect(radius).toBeLessThan(0.5 * SIZE);
  // Turns, not a stripe: the coil goes round.
  expect(distances.filter((distance) => Math.abs(distance - radius) < ROUNDING).length).toBeGreaterThan(60);
});

test('A spring of no length is not drawn.', async () => {
  expect(draw(await worldWith((body) => new GrabJoint({ body, anchor: B })), 'links')).toEqual([]);
});

test('A pulley is its rope, over both points.', async () => {
  const world = await World.create();
  const [a, b] = [world.addBody({ mass: 1, position: [-1, 0, 0] }), world.addBody({ mass: 1, position: [2, 1, 0] })];
  const [pointA, pointB]: Vec3[] = [
    [-1, 3, 0],
    [2, 3, 1],
  ];
  const pulley = world.addJoint(new PulleyJoint({ a, b, anchorA: [0, 0.5, 0], anchorB: [0, 0.2, 0], pointA, pointB }));
  expect([pulley.pointA, pulley.pointB]).toEqual([pointA, pointB]);
  const rope = draw(world, 'links');
  expect(rope.map(({ color }) => color)).toEqual([COLORS.rope, COLORS.rope, COLORS.rope]);
  expectSegment(rope[0], [-1, 0.5, 0], pointA);
  expectSegment(rope[1], pointA, pointB);
  expectSegment(rope[2], pointB, [2, 1.2, 0]);
  pulley.length *= 2;
  expect(draw(world, 'links').map(({ color }) => color)).toEqual([COLORS.slack, COLORS.slack, COLORS.slack]);
});

test('A path is drawn where the body is that it is fixed to.', async () => {
  const world = await World.create({ gravity: [0, 0, 0] });
  const a = world.addBody({ mass: 1, position: [0, 0, 0], centerOfMass: [0.3, 0, 0] });
  const b = world.addBody({ mass: 1, position: [1, 0, 0] });
  const points: Vec3[] = [
    [0, 0, 0],
    [2, 0, 0],
    [4, 0, 0],
  ];
  world.addJoint(new PathJoint({ a, b, anchor: [1, 0, 0], points }));
  const quarter: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
  for (const [position, orientation] of [
    [
      [0, 0, 0],
      [0, 0, 0, 1],
    ],
    [[1, 2, 3], quarter],
  ] as [Vec3, Quat][]) {
    a.position = position;
    a.orientation = orientation;
    // The mark of the joint has twelve segments, and comes last.
    const path = draw(world, 'links').slice(0, -12);
    expectVector(path[0].from, position, 2e-6);
    expectVector(path.at(-1)!.to, a.worldPoint([4, 0, 0]), 2e-6);
    for (const { to } of path) expectVector(a.localPoint(to), [a.localPoint(to)[0], 0, 0], 2e-6);
    expect(path.reduce((sum, each) => sum + lengthOf(each), 0)).toBeCloseTo(4, 4);
  }
});

test('A ball is a mark with arms from the centres of mass of what moves.', async () => {
  const world = await World.create();
  const a = world.addBody({ mass: 1, position: [-1, 0, 0], centerOfMass: [0.2, 0, 0] });
  const b = world.addBody({ mass: 1, position: [1, 0, 0] });
  const wall = world.addBody({ type: 'static', position: [3, 0, 0] });
  world.addJoint(new BallJoint({ a, b, anchor: [0, 0.5, 0] }));
  let links = draw(world, 'links');
  const arms = ofColor(links, COLORS.arm);
  expect(arms.length).toBe(2);
  expectSegment(arms[0], [-0.8, 0, 0], [0, 0.5, 0]);
  expectSegment(arms[1], [1, 0, 0], [0, 0.5, 0]);
  expectVector(centerOf(ofColor(links, COLORS.link)), [0, 0.5, 0], ROUNDING);
  expect(ofColor(links, COLORS.apart)).toEqual([]);

  b.position = [1, 0.2, 0];
  links = draw(world, 'links');
  const [gap] = ofColor(links, COLORS.apart);
  expectSegment(gap, [0, 0.5, 0], [0, 0.7, 0]);

  const held = world.addJoint(new BallJoint({ a: wall, b, anchor: [2, 0.5, 0] }));
  expect(ofColor(draw(world, 'links', { joints: [held] }), COLORS.arm).length).toBe(1);
});

test('What slides has a line along its way.', async () => {
  const world = await World.create();
  const b = world.addBody({ mass: 1, position: B });
  world.addJoint(new PrismaticJoint({ b, anchor: B, axis: [1, 0, 0] }));
  b.position = add(B, [0.5, 0, 0]);
  const links = draw(world, 'links');
  expectSegment(ofColor(links, COLORS.link).at(-1)!, B, add(B, [0.5, 0, 0]));
  expect(ofColor(links, COLORS.apart)).toEqual([]);
});

test('A gear is a line between the joints that it couples.', async () => {
  const world = await World.create();
  const hinges = [0, 1].map((k) => {
    const b = world.addBody({ mass: 1, position: [k, 0, 0] });
    return world.addJoint(new HingeJoint({ b, anchor: [k, 0, 0], axis: [0, 0, 1] }));
  });
  const gear = world.addJoint(new GearJoint({ first: hinges[0], second: hinges[1], ratio: -1 }));
  const links = draw(world, 'links', { joints: [gear] });
  expect(links.map(({ color }) => color)).toEqual([COLORS.coupling]);
  expectSegment(links[0], [0, 0, 0], [1, 0, 0]);
});

test('Frames are axes at the anchors, those on A half as long.', async () => {
  const world = await World.create();
  const b = world.addBody({ mass: 1, position: B });
  world.addJoint(new BallJoint({ b, anchor: B, axis: [0, 1, 0], normal: [0, 0, 1] }));
  const turn: Quat = [0.5, 0.5, -0.5, 0.5];
  b.orientation = turn;
  b.position = add(B, [0, 0, 0.1]);
  const frames = draw(world, 'frames');
  expect(frames.map(({ color }) => color)).toEqual([COLORS.x, COLORS.y, COLORS.z, COLORS.x, COLORS.y, COLORS.z]);
  const axes: Vec3[] = [
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
  ];
  for (const [k, axis] of axes.entries()) {
    expectSegment(frames[k], B, add(B, scale(axis, SIZE / 2)));
    const at = add(B, [0, 0, 0.1]);
    expectSegment(frames[3 + k], at, add(at, scale(rotate(turn, axis), SIZE)));
  }
});

test('A joint that holds no point has both frames at B, and one of points has none.', async () => {
  const axle = draw(await worldWith((b) => new AxleJoint({ b, axis: [0, 0, 1] })), 'frames');
  expect(axle.length).toBe(6);
  for (const { from } of axle) expectVector(from, B, ROUNDING);
  expect(draw(await worldWith((b) => new RopeJoint({ b, ...POINTS })), 'frames')).toEqual([]);
});
