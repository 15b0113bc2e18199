// Arrows of forces and torques, and contacts.
import { describe, expect, test } from 'vitest';
import { add, scale } from '../../bindings/core/geometry.ts';
import { COLORS } from '../../bindings/debug/colors.ts';
import { BallJoint, Box, FixedJoint, HalfSpace, type Vec3, World } from '../../bindings/index.ts';
import { BACKENDS, draw, expectSegment, expectVector, ofColor, pointsOf, ROUNDING, type Segment, SIZE } from './segments.ts';

/** Shafts of arrows: all but the lines of their heads, of which each head has four behind it. */
function shafts(segments: Segment[], heads: number): Segment[] {
  return segments.filter((_, k) => k % (1 + 4 * heads) === 0);
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('The force of a joint is an arrow at the anchor of B.', async () => {
    const world = await World.create({ ...settings, gravity: [0, -10, 0] });
    const b = world.addBody({ mass: 3, position: [1, 0, 0] });
    const joint = world.addJoint(new BallJoint({ b, anchor: [0, 2, 0] }));
    for (let step = 0; step < 10; step++) world.step(1 / 60);
    const arrow = draw(world, 'forces', { metresPerNewton: 0.02 });
    expect(arrow.length).toBe(5);
    expect(arrow.every(({ color }) => color === COLORS.force)).toBe(true);
    const tip = add([...joint.anchorWorldB], scale(joint.getForce(), 0.02));
    expectSegment(arrow[0], joint.anchorWorldB, tip);
    for (const { from } of arrow.slice(1)) expectVector(from, tip, ROUNDING);
    expectSegment(draw(world, 'forces')[0], joint.anchorWorldB, add([...joint.anchorWorldB], scale(joint.getForce(), 0.01)));
  });

  test('The torque of a joint is an arrow with two heads.', async () => {
    const world = await World.create({ ...settings, gravity: [0, -10, 0] });
    const b = world.addBody({ mass: 3, position: [2, 0, 0] });
    const joint = world.addJoint(new FixedJoint({ b, anchor: [0, 0, 0] }));
    for (let step = 0; step < 10; step++) world.step(1 / 60);
    const arrow = draw(world, 'torques', { metresPerNewtonMetre: 0.005 });
    expect(arrow.length).toBe(9);
    const torque: Vec3 = [0, 0, 60];
    expectVector(joint.torque, torque, 0.1);
    expectSegment(arrow[0], joint.anchorWorldB, add([...joint.anchorWorldB], scale(joint.getTorque(), 0.005)));
  });

  test('Forces of contacts carry the weight; friction lies in the plane of contact.', async () => {
    const world = await World.create({ ...settings, gravity: [0, -10, 0], sleep: false });
    world.addBody({ type: 'static', shape: new HalfSpace(), friction: 1 });
    const crate = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), mass: 4, position: [0, 0.5, 0], friction: 1 });
    for (let step = 0; step < 120; step++) {
      crate.applyForce([8, 0, 0]);
      world.step(1 / 60);
    }
    const segments = draw(world, 'contacts', { metresPerNewton: 0.1 });
    // Two lines of a cross at each of the four points, then the arrow.
    const loaded = ofColor(segments, COLORS.loaded);
    expect(loaded.length).toBe(4 * 7);
    expect(ofColor(segments, COLORS.near)).toEqual([]);
    const arrows = [2, 9, 16, 23].map((k) => loaded[k]);
    const force = arrows.reduce<Vec3>((sum, { from, to }) => add(sum, add(to, scale(from, -1))), [0, 0, 0]);
    expectVector(scale(force, 10), [0, 40, 0], 0.1);
    for (const { from } of arrows) expectVector([Math.abs(from[0]), from[1], Math.abs(from[2])], [0.5, 0, 0.5], 0.01);
    const [friction] = shafts(ofColor(segments, COLORS.friction), 1);
    expectVector(scale(add(friction.to, scale(friction.from, -1)), 10), [-8, 0, 0], 0.1);
  });
});

test('A contact that is only near has a grey normal and no arrow.', async () => {
  const world = await World.create();
  world.addBody({ type: 'static', shape: new HalfSpace() });
  world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.505, 0] });
  world.detectCollisions();
  const segments = draw(world, 'contacts');
  expect(segments.length).toBe(4 * 3);
  expect(segments.every(({ color }) => color === COLORS.near)).toBe(true);
  const normals = [2, 5, 8, 11].map((k) => segments[k]);
  for (const { from, to } of normals) {
    expect(to[1] - from[1]).toBeGreaterThan(0.05 * SIZE);
    expectVector([to[0], 0, to[2]], [from[0], 0, from[2]], ROUNDING);
  }
});

test('What has no force has no arrow.', async () => {
  const world = await World.create();
  const b = world.addBody({ mass: 1 });
  world.addJoint(new BallJoint({ b, anchor: [0, 0, 0] }));
  expect(pointsOf(draw(world, 'forces'))).toEqual([]);
  expect(pointsOf(draw(world, 'torques'))).toEqual([]);
});
