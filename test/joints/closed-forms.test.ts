// How bodies move on every joint, against closed forms: positions, velocities, and the loads that go with them.
import { describe, expect, test } from 'vitest';
import {
  AxleJoint,
  CylindricalJoint,
  GearJoint,
  HingeJoint,
  PathJoint,
  PlanarJoint,
  PrismaticJoint,
  PulleyJoint,
  RackAndPinionJoint,
  RevoluteSphericalJoint,
  RopeJoint,
  ScrewJoint,
  SixDofJoint,
  UniversalJoint,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
import {
  addUnit,
  CAYLEY,
  coordinateOf,
  DT,
  expectRelative,
  expectVector,
  GRAVITY,
  H,
  LOAD_ROUNDING,
  onEachBackend,
  settle,
  stepWith,
} from './worlds.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
/** The way from rest. */
const fall = (acceleration: number, frames: number) => 0.5 * acceleration * (DT * frames) ** 2;

/** s; the period of a motion through zero, from the times of its first and third crossing, with interpolation. */
function period(world: World, value: () => number, steps: number): number {
  const crossings: number[] = [];
  let before = value();
  for (let k = 1; k <= steps; k++) {
    world.step(DT);
    const now = value();
    if (before !== 0 && before * now <= 0) crossings.push((k - 1 + before / (before - now)) * DT);
    before = now;
  }
  expect(crossings.length).toBeGreaterThanOrEqual(3);
  return crossings[2] - crossings[0];
}

/** Points of a circle in the plane of x and y, and the derivatives there that make the best Hermite arcs. */
function circle(radius: number, count: number): { points: Vec3[]; tangents: Vec3[] } {
  const angles = Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / count);
  const speed = 4 * radius * Math.tan(Math.PI / (2 * count));
  return {
    points: angles.map((angle) => [radius * Math.cos(angle), radius * Math.sin(angle), 0]),
    tangents: angles.map((angle) => [-speed * Math.sin(angle), speed * Math.cos(angle), 0]),
  };
}

onEachBackend(({ create, within }) => {
  const withGravity = (gravity: Vec3 = [0, -GRAVITY, 0]) => create({ gravity });

  test('a Cylindrical: free fall along its axis, and the turning goes on', async () => {
    const world = await withGravity();
    const body = world.addBody({ mass: 2, inertia: [0.3, 0.2, 0.4], position: [1, 0, 0] });
    const joint = world.addJoint(new CylindricalJoint({ b: body, anchor: [1, 0, 0], axis: Y }));
    body.angularVelocity = [0, 3, 0];
    settle(world, 60);
    expectRelative(body.position[1], -fall(GRAVITY, 60), within(1e-9, 1e-5));
    expectRelative(body.linearVelocity[1], -GRAVITY, within(1e-9, 1e-5));
    expectRelative(joint.offset, -fall(GRAVITY, 60), within(1e-9, 1e-5));
    expectRelative(joint.angle, 3, within(1e-9, 1e-5));
    expectVector(joint.force, ORIGIN, within(1e-9, 2 * LOAD_ROUNDING));
    expectVector(joint.torque, ORIGIN, within(1e-9, LOAD_ROUNDING));
  });

  test('a Cylindrical with its mass beside the axis: the centripetal force', async () => {
    const world = await create();
    const body = world.addBody({
      mass: 2,
      inertia: [0.3, 0.2, 0.4],
      position: [0.5, 0, 0],
      angularVelocity: [0, 3, 0],
      linearVelocity: [0, 0, -1.5],
    });
    const joint = world.addJoint(new CylindricalJoint({ b: body, anchor: ORIGIN, axis: Y }));
    settle(world, 60);
    const size = 2 * 9 * 0.5;
    // The mean over the step, with the direction at the start of each substep.
    const middle = 3 * (59.5 * DT - H / 2);
    expectVector(joint.force, [-size * Math.cos(middle), 0, size * Math.sin(middle)], within(1e-3, 2 * LOAD_ROUNDING));
    expectRelative(Math.hypot(...body.linearVelocity), 1.5, 1e-3);
  });

  test('a Planar: slides down a slope without turning', async () => {
    const world = await withGravity();
    const slope = 0.4;
    const normal: Vec3 = [Math.sin(slope), Math.cos(slope), 0];
    const down: Vec3 = [Math.cos(slope), -Math.sin(slope), 0];
    const body = world.addBody({ mass: 2, inertia: [0.3, 0.2, 0.4] });
    const joint = world.addJoint(new PlanarJoint({ b: body, anchor: ORIGIN, normal }));
    settle(world, 60);
    const way = fall(GRAVITY * Math.sin(slope), 60);
    expectVector(
      body.position,
      down.map((part) => part * way),
      within(1e-9, 1e-5),
    );
    expectVector(body.orientation, [0, 0, 0, 1], within(1e-9, 1e-5));
    const weight = 2 * GRAVITY * Math.cos(slope);
    expectVector(
      joint.force,
      normal.map((part) => part * weight),
      within(1e-7, 2 * LOAD_ROUNDING),
    );
    expectRelative(Math.hypot(joint.offset.y, joint.offset.z), way, within(1e-9, 1e-5));
  });

  test('a Planar: what turns about the normal goes on turning', async () => {
    const world = await create();
    const body = world.addBody({ mass: 2, inertia: [0.3, 0.2, 0.4], angularVelocity: [0, 2, 0], linearVelocity: [1, 0, -2] });
    const joint = world.addJoint(new PlanarJoint({ b: body, anchor: ORIGIN, normal: Y }));
    settle(world, 60);
    expectVector(body.position, [1, 0, -2], within(1e-9, 1e-5));
    expectRelative(coordinateOf(joint, 'rotation').value, 2, within(1e-9, 1e-5));
  });

  test('a Screw: falls with g / (1 + I (2π / lead)² / m)', async () => {
    const world = await withGravity();
    const lead = 0.5;
    const body = world.addBody({ mass: 2, inertia: [0.03, 0.02, 0.04] });
    const joint = world.addJoint(new ScrewJoint({ b: body, anchor: ORIGIN, axis: Y, lead }));
    settle(world, 60);
    const radius = lead / (2 * Math.PI);
    const acceleration = GRAVITY / (1 + 0.02 / (2 * radius * radius));
    const [turning, falling] = [body.angularVelocity[1], body.linearVelocity[1]];
    // At the end it turns with about 50 rad/s.
    expectRelative(falling, -acceleration, within(1e-3, 1e-3));
    expectRelative(body.position[1], -fall(acceleration, 60), within(1e-3, 1e-3));
    expectRelative(falling, turning * radius, within(1e-3, 1e-3));
    expectRelative(joint.offset, radius * joint.angle, within(1e-9, 1e-4));
    expectRelative(joint.force[1], 2 * (GRAVITY - acceleration), 0.01);
    expectRelative(joint.torque[1], -2 * (GRAVITY - acceleration) * radius, 0.01);
  });

  describe('a Universal', () => {
    test.each([0.2, 0.5, 1])('joins two shafts with a bend of %s rad: tan(out) = tan(in) cos(bend)', async (bend) => {
      const world = await create();
      const [cosine, sine] = [Math.cos(bend), Math.sin(bend)];
      const driver = world.addBody({ type: 'kinematic', position: [0, -1, 0], angularVelocity: [0, 4, 0] });
      const shaft: Vec3 = [0, cosine, sine];
      const follower = addUnit(world, { position: shaft });
      const bearing = world.addJoint(new HingeJoint({ b: follower, anchor: shaft, axis: shaft }));
      // The pin of the first shaft starts across the plane of the two.
      world.addJoint(new UniversalJoint({ a: driver, b: follower, anchor: ORIGIN, axisA: X, axisB: [0, -sine, cosine] }));
      // The follower turns with the speed ratio that belongs to angle 0.
      follower.angularVelocity = shaft.map((part) => 4 * cosine * part);
      for (let k = 1; k <= 120; k++) {
        world.step(DT);
        const angle = 4 * k * DT;
        const turns = 2 * Math.PI * Math.round(angle / (2 * Math.PI));
        const wanted = turns + Math.atan2(Math.sin(angle - turns) * cosine, Math.cos(angle - turns));
        const difference = bearing.angle - wanted;
        expect(Math.abs(difference - 2 * Math.PI * Math.round(difference / (2 * Math.PI)))).toBeLessThan(1e-3);
        expect(Math.abs(difference)).toBeLessThan(1e-3);
        const ratio = cosine / (Math.cos(angle) ** 2 + (Math.sin(angle) * cosine) ** 2);
        // The speed is that of the end of the last substep, h / 2 from the middle of it.
        expectRelative(bearing.angularVelocity, 4 * ratio, 0.02);
      }
    });

    test('tells its two angles', async () => {
      const world = await create();
      const body = addUnit(world);
      const joint = world.addJoint(
        new UniversalJoint({
          b: body,
          anchor: ORIGIN,
          axisA: X,
          axisB: Z,
          first: { motor: { target: 0.7 } },
          second: { motor: { target: -0.4 } },
        }),
      );
      settle(world, 60);
      const [first, second] = [0.35, -0.2].map((half) => [Math.sin(half), Math.cos(half)]);
      // About A's x, then about B's own z.
      expectVector(
        body.orientation,
        [first[0] * second[1], -first[0] * second[0], first[1] * second[0], first[1] * second[1]],
        within(1e-6, 1e-5),
      );
      expectVector([joint.angles.first, joint.angles.second], [0.7, -0.4], within(1e-6, 1e-5));
    });
  });

  test('a RevoluteSpherical: a pendulum in a plane', async () => {
    const world = await withGravity();
    const amplitude = 0.1;
    const at: Vec3 = [Math.sin(amplitude), 1 - Math.cos(amplitude), 0];
    const body = addUnit(world, { position: at });
    const joint = world.addJoint(new RevoluteSphericalJoint({ b: body, anchorA: Y, axis: Z, anchorB: ORIGIN, frame: 'local' }));
    body.linearVelocity = [0, 0, 0];
    const measured = period(world, () => body.position[0], 200);
    expectRelative(measured, 2 * Math.PI * Math.sqrt(1 / GRAVITY) * (1 + amplitude ** 2 / 16), 2e-3);
    expect(Math.abs(body.position[2])).toBeLessThan(1e-6);
    expect(joint.positionError).toBeLessThan(1e-4);
  });

  test('a Rope: free until it is taut, then a pendulum’s', async () => {
    const world = await withGravity();
    const body = addUnit(world, { position: [0, 0.5, 0] });
    const rope = world.addJoint(new RopeJoint({ b: body, anchorA: [0, 1, 0], anchorB: ORIGIN, length: 1 }));
    settle(world, 15);
    expectRelative(body.position[1] - 0.5, -fall(GRAVITY, 15), within(1e-9, 1e-5));
    expectVector(rope.force, ORIGIN, 1e-12);
    // Not -0.
    expect(rope.tension).toBe(0);
    settle(world, 60);
    expectRelative(rope.force[1], GRAVITY, within(1e-6, 1e-3));
    expect(Math.abs(body.position[1])).toBeLessThan(1e-4);
  });

  test('a Gear train: torque over the inertias as the first feels them', async () => {
    const world = await create();
    const wheels = [1, 2, 3].map((inertia, k) => {
      const body = world.addBody({ mass: 1, inertia: [inertia, inertia, inertia], position: [3 * k, 0, 0] });
      return world.addJoint(new HingeJoint({ b: body, anchor: [3 * k, 0, 0], axis: Z }));
    });
    world.addJoint(new GearJoint({ first: wheels[0], second: wheels[1], ratio: -2 }));
    world.addJoint(new GearJoint({ first: wheels[1], second: wheels[2], ratio: -0.5 }));
    stepWith(world, 60, () => wheels[0].b?.applyTorque([0, 0, 6]));
    // Turning 1 : -2 : 1.
    const acceleration = 6 / (1 + 2 * 4 + 3);
    expectVector(
      wheels.map(({ angularVelocity }) => angularVelocity),
      [acceleration, -2 * acceleration, acceleration],
      1e-3 * acceleration,
    );
    expectVector(
      wheels.map(({ angle }) => angle),
      [1, -2, 1].map((ratio) => ratio * fall(acceleration, 60)),
      1e-3,
    );
  });

  test('a Gear between a turning and a sliding: the lead of a spindle', async () => {
    const world = await create();
    const [spindle, nut] = [addUnit(world), addUnit(world, { position: [0, 2, 0] })];
    const first = world.addJoint(new HingeJoint({ b: spindle, anchor: ORIGIN, axis: Y }));
    const second = world.addJoint(new PrismaticJoint({ b: nut, anchor: [0, 2, 0], axis: Y }));
    world.addJoint(new GearJoint({ first, second, ratio: 0.25 }));
    stepWith(world, 60, () => spindle.applyTorque([0, 2, 0]));
    const acceleration = 2 / (1 + 0.25 * 0.25);
    expectRelative(first.angularVelocity, acceleration, 1e-3);
    expectRelative(second.offset, 0.25 * fall(acceleration, 60), 1e-3);
  });

  test('a RackAndPinion: the rack falls with g / (1 + I / (m r²))', async () => {
    const world = await withGravity();
    const wheel = addUnit(world, { inertia: [0.1, 0.1, 0.1] });
    const bar = world.addBody({ mass: 2, inertia: [1, 1, 1], position: [0.5, 0, 0] });
    const pinion = world.addJoint(new HingeJoint({ b: wheel, anchor: ORIGIN, axis: Z }));
    const rack = world.addJoint(new PrismaticJoint({ b: bar, anchor: [0.5, 0, 0], axis: Y }));
    const joint = world.addJoint(new RackAndPinionJoint({ pinion, rack, radius: 0.5 }));
    settle(world, 60);
    const acceleration = GRAVITY / (1 + 0.1 / (2 * 0.25));
    expectRelative(bar.linearVelocity[1], -acceleration, 1e-3);
    expectRelative(rack.offset, -fall(acceleration, 60), 1e-3);
    expectRelative(pinion.angle, 2 * rack.offset, within(1e-6, 1e-3));
    expectRelative(joint.force[1], 2 * (GRAVITY - acceleration), 0.01);
  });

  test.each([1, 2, 0.5])('a Pulley of ratio %s: Atwood’s machine', async (ratio) => {
    const world = await withGravity();
    const [a, b] = [1.5, 2].map((mass, k) => world.addBody({ mass, inertia: [1, 1, 1], position: [2 * k - 1, -3, 0] }));
    const pulley = world.addJoint(
      new PulleyJoint({ a, b, anchorA: ORIGIN, anchorB: ORIGIN, pointA: [-1, 1, 0], pointB: [1, 1, 0], ratio }),
    );
    settle(world, 30);
    // Ropes of lengths u and w, u + ratio w constant, tensions T and ratio T.
    const sinking = (GRAVITY * ratio * (ratio * 1.5 - 2)) / (ratio * ratio * 1.5 + 2);
    const tension = 1.5 * (GRAVITY - sinking);
    expectRelative(a.linearVelocity[1], (-sinking * 30) / 60, 1e-4);
    expectRelative(b.linearVelocity[1], (sinking / ratio) * 0.5, 1e-4);
    expectRelative(a.position[1] + 3, -fall(sinking, 30), 1e-4);
    expectRelative(pulley.getLoads({ on: 'a' }).total.force[1], tension, within(1e-6, 1e-3));
    expectRelative(pulley.force[1], ratio * tension, within(1e-6, 1e-3));
  });

  describe('a Path', () => {
    test('a bead on a slope', async () => {
      const world = await withGravity();
      const [x, y] = [Math.cos(0.4), -Math.sin(0.4)];
      const body = addUnit(world);
      const points = [-1, 2, 6].map((s): Vec3 => [x * s, y * s, 0]);
      const joint = world.addJoint(new PathJoint({ b: body, anchor: ORIGIN, points }));
      settle(world, 60);
      const way = fall(-GRAVITY * y, 60);
      expectVector(body.position, [x * way, y * way, 0], within(1e-7, 1e-4));
      expectRelative(coordinateOf(joint, 'along').value, 1 + way, within(1e-7, 1e-4));
      expectVector(joint.force, [-GRAVITY * x * y, GRAVITY * x * x, 0], within(1e-6, LOAD_ROUNDING));
    });

    test('a bead on a circle: a pendulum without a rod', async () => {
      const world = await withGravity();
      const amplitude = 0.1;
      const start: Vec3 = [Math.sin(amplitude), -Math.cos(amplitude), 0];
      const body = addUnit(world, { position: start });
      world.addJoint(new PathJoint({ b: body, anchor: start, ...circle(1, 16), closed: true }));
      const energy = world.totalEnergy;
      const measured = period(world, () => body.position[0], 200);
      // Hermite arcs of a sixteenth of a turn are within 2e-6 of the circle.
      expectRelative(measured, 2 * Math.PI * Math.sqrt(1 / GRAVITY) * (1 + amplitude ** 2 / 16), 3e-3);
      expectRelative(Math.hypot(...body.position), 1, 1e-5);
      expect(Math.abs(world.totalEnergy - energy)).toBeLessThan(0.01 * GRAVITY * (1 - Math.cos(amplitude)));
    });

    test('round a closed circle: the arc length counts on, the load is centripetal', async () => {
      const world = await create();
      const body = addUnit(world, { position: X, linearVelocity: [0, 5, 0] });
      const joint = world.addJoint(new PathJoint({ b: body, anchor: X, ...circle(1, 16), closed: true }));
      settle(world, 150);
      const along = coordinateOf(joint, 'along');
      expectRelative(along.value, 12.5, 2e-3);
      expectRelative(Math.hypot(...body.linearVelocity), 5, 2e-3);
      expectRelative(Math.hypot(...joint.force), 25, 0.02);
      expectVector(body.position, [Math.cos(along.value), Math.sin(along.value), 0], 1e-3);
    });

    test('a body that turns with the path', async () => {
      const world = await create();
      const body = addUnit(world, { position: X, linearVelocity: [0, 2, 0], angularVelocity: [0, 0, 2] });
      world.addJoint(new PathJoint({ b: body, anchor: X, ...circle(1, 16), closed: true, orientation: 'follow' }));
      settle(world, 60);
      const half = Math.atan2(body.position[1], body.position[0]) / 2;
      expectVector(body.orientation, [0, 0, Math.sin(half), Math.cos(half)], 1e-3);
      expectRelative(Math.hypot(...body.linearVelocity), 2, 2e-3);
    });
  });

  test('an Axle: bodies turn against each other, and their centres go where they like', async () => {
    const world = await create();
    const [a, b] = [
      addUnit(world, { inertia: [1, 2, 3] }),
      addUnit(world, { position: [5, 1, 0], linearVelocity: [0, 1, 0], angularVelocity: [0, 0, 2] }),
    ];
    const axle = world.addJoint(new AxleJoint({ a, b, axis: Z }));
    settle(world, 60);
    expectVector(b.position, [5, 2, 0], within(1e-9, 1e-5));
    expectRelative(coordinateOf(axle, 'rotation').value, 2, within(CAYLEY, 1e-5));
    // A blow across the axis turns both: the sum of the inertias.
    a.applyAngularImpulse([6, 0, 0]);
    settle(world, 1);
    expectRelative(a.angularVelocity[0], 6 / 2, 0.02);
  });

  test('a SixDof with everything free does nothing', async () => {
    const world = await withGravity();
    const body = addUnit(world, { angularVelocity: [1, 2, 0.5], linearVelocity: X });
    const free = { x: 'free', y: 'free', z: 'free' } as const;
    const joint = world.addJoint(new SixDofJoint({ b: body, anchor: ORIGIN, axis: X, linear: free, angular: free }));
    settle(world, 60);
    expectVector(body.position, [1, -fall(GRAVITY, 60), 0], within(1e-9, 5e-5));
    expectVector(body.angularVelocity, [1, 2, 0.5], within(1e-9, 1e-5));
    expectVector([...joint.force, ...joint.torque], [0, 0, 0, 0, 0, 0], 1e-12);
  });
});
