import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BodyOptions, Box, type Quat, Sphere, type Vec3, World } from '../../bindings/index.ts';
import { BACKENDS, cross, expectRelative, expectVector, norm, roundOff } from './backends.ts';

const DT = 1 / 60;
const half = (angle: number, [x, y, z]: Vec3): Quat =>
  [x, y, z, 0].map((c) => c * Math.sin(angle / 2)).with(3, Math.cos(angle / 2)) as Quat;
const number = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const vec3 = (limit: number) => fc.tuple(number(limit), number(limit), number(limit)) as fc.Arbitrary<Vec3>;
const BRICK = { mass: 2, inertia: [0.5, 0.7, 0.9] };

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const tolerance = roundOff(label);
  const create = (others: object = {}) => World.create({ ...settings, gravity: [0, 0, 0], substeps: 20, ...others });
  const single = async (options: BodyOptions, others: object = {}) => {
    const world = await create(others);
    return { world, body: world.addBody(options) };
  };

  describe('what it is made of', () => {
    test('without anything: a ball of one kilogram and half a metre', async () => {
      const { body } = await single({});
      expect([body.type, body.mass, body.gravityScale, body.linearDamping, body.angularDamping]).toEqual(['dynamic', 1, 1, 0, 0]);
      expectVector(body.inertia, [0.1, 0.1, 0.1], 1e-15);
      expect([body.position, body.orientation, body.linearVelocity, body.frozen]).toEqual([[0, 0, 0], [0, 0, 0, 1], [0, 0, 0], false]);
    });

    test('a shape gives mass and inertia by density, or inertia by mass', async () => {
      const world = await create();
      const shape = new Box([1, 2, 3]);
      const inertia = [(48 * 1000 * (4 + 9)) / 3, (48 * 1000 * (1 + 9)) / 3, (48 * 1000 * (1 + 4)) / 3];
      const water = world.addBody({ shape });
      expectRelative(water.mass, 48_000, 1e-14);
      expectVector(water.inertia, inertia, 1e-8);
      expectVector(
        world.addBody({ shape, density: 1 }).inertia,
        inertia.map((moment) => moment / 1000),
        1e-11,
      );
      expectVector(
        world.addBody({ shape, mass: 48 }).inertia,
        inertia.map((moment) => moment / 1000),
        1e-11,
      );
      expect(world.addBody({ shape, mass: 3, inertia: [1, 1, 1] }).inertia).toEqual([1, 1, 1]);
    });

    test('a tensor comes back from its principal axes', async () => {
      const { body } = await single({ mass: 1, inertia: [2, 0.3, -0.2, 0.3, 3, 0.4, -0.2, 0.4, 2.5] });
      for (const [axis, row] of [
        [2, 0.3, -0.2],
        [0.3, 3, 0.4],
        [-0.2, 0.4, 2.5],
      ].entries()) {
        body.angularVelocity = [0, 0, 0].with(axis, 1) as Vec3;
        expectVector(body.angularMomentum, row, 1e-12);
      }
      expectRelative(norm(body.principalRotation), 1, 1e-14);
    });

    test('options are copied, and may be objects with x, y, z', async () => {
      const position = [1, 2, 3];
      const options = { position, orientation: { x: 0, y: 0, z: 3, w: 4 }, linearVelocity: { x: 5, y: 6, z: 7 }, userData: position };
      const { body } = await single(options);
      position[0] = 9;
      expect([body.position, body.linearVelocity]).toEqual([
        [1, 2, 3],
        [5, 6, 7],
      ]);
      expectVector(body.orientation, [0, 0, 0.6, 0.8], 1e-15);
      expect(body.userData).toBe(position);
      body.userData = null;
      expect(body.userData).toBeNull();
    });
  });

  describe('getting and setting', () => {
    test('poses and velocities are read as they were set; a teleport leaves the velocity', async () => {
      const { world, body } = await single({ shape: new Sphere(1), linearVelocity: [1, 2, 3] });
      fc.assert(
        fc.property(vec3(1e6), vec3(100), vec3(100), (position, linear, angular) => {
          body.position = position;
          body.linearVelocity = linear;
          body.angularVelocity = angular;
          expectVector(body.position, position, 0);
          expectVector(body.linearVelocity, linear, 0);
          expectVector(body.angularVelocity, angular, 0);
          body.position = [0, 0, 0];
          expectVector(body.linearVelocity, linear, 0);
        }),
        { seed: 1 },
      );
      body.linearVelocity = [6, 0, 0];
      body.angularVelocity = [0, 0, 0];
      body.position = [1e6, 0, 0]; // far from the origin small motions are not lost
      world.step(DT);
      expectVector(body.position, [1e6 + 0.1, 0, 0], 1e-8);
    });

    test('orientations are normalised, however long they are', async () => {
      const { body } = await single({});
      for (const scale of [1e-100, 1e-3, 1, 1e5, 1e150, 1e300]) {
        body.orientation = [scale, -2 * scale, 3 * scale, 4 * scale];
        expectVector(
          body.orientation,
          [1, -2, 3, 4].map((c) => c / Math.sqrt(30)),
          1e-15,
        );
      }
    });

    test('an out parameter is written to and returned', async () => {
      const { body } = await single({
        position: [1, 2, 3],
        orientation: [0, 0, 1, 0],
        linearVelocity: [4, 5, 6],
        angularVelocity: [7, 8, 9],
      });
      const out = [0, 0, 0];
      expect(body.getPosition(out)).toBe(out);
      expect(out).toEqual([1, 2, 3]);
      expect(body.getCenterOfMass(out)).toEqual([1, 2, 3]);
      expect(body.getLinearVelocity(out)).toEqual([4, 5, 6]);
      expect(body.getAngularVelocity(out)).toEqual([7, 8, 9]);
      expect(body.velocityAt([1, 2, 4], out)).toEqual([12, -2, 6]);
      expectVector(body.worldPoint([1, 0, 0], out), [0, 2, 3], 1e-15);
      expect(body.worldPoint([1, 0, 0], out)).toBe(out);
      expectVector(body.localPoint([0, 2, 3], out), [1, 0, 0], 1e-15);
      const typed = new Float32Array(4);
      expect(body.getOrientation(typed)).toBe(typed);
      expect([...typed]).toEqual([0, 0, 1, 0]);
      expect(body.getPosition()).not.toBe(body.getPosition());
    });

    test('points go to the world and back', async () => {
      const { body } = await single({ centerOfMass: [1, 2, 3], position: [4, 5, 6], orientation: [1, 2, 3, 4] });
      fc.assert(
        fc.property(vec3(100), (point) => expectVector(body.localPoint(body.worldPoint(point)), point, 1e-12)),
        { seed: 1 },
      );
      expectVector(body.worldPoint([1, 2, 3]), body.centerOfMass, 1e-14);
    });
  });

  describe('an origin apart from the centre of mass', () => {
    const center: Vec3 = [0.5, 0, 0];
    test('the pose is that of the origin, the velocity that of the centre', async () => {
      const { world, body } = await single({
        ...BRICK,
        centerOfMass: center,
        position: [1, 2, 3],
        orientation: half(Math.PI / 2, [0, 0, 1]),
      });
      expectVector(body.position, [1, 2, 3], 1e-15);
      expectVector(body.centerOfMass, [1, 2.5, 3], 1e-15);
      body.orientation = [0, 0, 0, 1];
      expectVector(body.position, [1, 2, 3], 1e-15);
      expectVector(body.centerOfMass, [1.5, 2, 3], 1e-15);
      body.position = [4, 4, 4];
      expectVector(body.centerOfMass, [4.5, 4, 4], 1e-15);
      expect([...world.transforms.subarray(7, 10)]).toEqual([4, 4, 4]);
    });

    test('a free body turns about its centre', async () => {
      const { world, body } = await single({ ...BRICK, centerOfMass: center, angularVelocity: [0, 0, Math.PI] });
      for (let k = 0; k < 60; k++) world.step(DT);
      expectVector(body.centerOfMass, center, 10 * tolerance);
      expectVector(body.position, [1, 0, 0], 100 * tolerance);
      expectVector(body.velocityAt(body.position), [0, Math.PI * 0.5, 0], 100 * tolerance);
      expectVector([...world.transforms.subarray(7, 10)], [1, 0, 0], 1e-6 + 100 * tolerance);
    });
  });

  describe('forces', () => {
    test('a force at a point: F t / m, and r x F t of angular momentum', async () => {
      fc.assert(
        await fc.asyncProperty(vec3(10), vec3(1), async (force, point) => {
          const { world, body } = await single({ ...BRICK, position: [0.1, 0.2, 0.3], linearVelocity: [1, 0, 0] });
          body.applyForce(force, point);
          world.step(0.01);
          const arm = point.map((c, k) => c - [0.1, 0.2, 0.3][k]) as Vec3;
          expectVector(body.linearVelocity, [1 + force[0] * 0.005, force[1] * 0.005, force[2] * 0.005], 10 * tolerance);
          expectVector(
            body.angularMomentum,
            cross(arm, force).map((c) => c * 0.01),
            10 * tolerance,
          );
        }),
        { numRuns: 20, seed: 1 },
      );
    });

    test('forces add up, act through one step, and are gone', async () => {
      const { world, body } = await single({ mass: 4 });
      body.applyForce([1, 2, 3]);
      body.applyForce([1, 0, 0], body.position);
      body.applyTorque([0, 0.1, 0]);
      body.applyTorque([0, 0.2, 0]);
      world.step(0.5);
      for (let k = 0; k < 2; k++) {
        expectVector(body.linearVelocity, [0.25, 0.25, 0.375], 10 * tolerance);
        expectVector(body.angularVelocity, [0, (0.3 * 0.5) / 0.4, 0], 10 * tolerance);
        world.step(0.5);
      }
    });

    test('a force does not outlive a change of type', async () => {
      const { world, body } = await single({});
      body.applyForce([60, 0, 0]);
      body.applyTorque([0, 60, 0]);
      body.type = 'static';
      world.step(DT);
      body.type = 'dynamic';
      world.step(DT);
      expect([body.linearVelocity, body.angularVelocity]).toEqual([
        [0, 0, 0],
        [0, 0, 0],
      ]);
    });

    test('an impulse at a point acts at once: p / m, and x x p of angular momentum about the origin', async () => {
      const { world, body } = await single({ ...BRICK, position: [1, 2, 3], orientation: [1, 2, 3, 4], angularVelocity: [1, 1, 1] });
      fc.assert(
        fc.property(vec3(5), vec3(5), (impulse, point) => {
          const [linear, angular] = [world.linearMomentum, world.angularMomentum];
          body.applyImpulse(impulse, point);
          expectVector(
            world.linearMomentum,
            linear.map((c, k) => c + impulse[k]),
            1e-9,
          );
          expectVector(
            world.angularMomentum,
            angular.map((c, k) => c + cross(point, impulse)[k]),
            1e-9,
          );
          body.linearVelocity = [0, 0, 0];
          body.angularVelocity = [0, 0, 0];
        }),
        { seed: 1 },
      );
      body.applyImpulse([2, 4, 6]);
      expectVector(body.linearVelocity, [1, 2, 3], 1e-15);
      expect(body.angularVelocity).toEqual([0, 0, 0]);
      body.applyAngularImpulse([0.3, 0.2, 0.1]);
      expectVector(body.angularMomentum, [0.3, 0.2, 0.1], 1e-15);
    });

    test('gravity is scaled', async () => {
      const world = await create({ gravity: [0, -10, 0] });
      const bodies = [1, 0, -1, 2.5].map((gravityScale) => world.addBody({ gravityScale }));
      bodies[3].gravityScale = 0.5;
      world.step(0.5);
      for (const [k, velocity] of [-5, 0, 5, -2.5].entries()) expectVector(bodies[k].linearVelocity, [0, velocity, 0], 10 * tolerance);
    });

    test('damping: v / (1 + h d) in every substep', async () => {
      const { world, body } = await single(
        { linearDamping: 3, linearVelocity: [1, 2, -3], angularVelocity: [0.5, 0, 1] },
        { substeps: 5, timeStepping: 'first-order' },
      );
      body.angularDamping = 7;
      for (let k = 0; k < 12; k++) world.step(DT);
      const keep = (rate: number) => (1 + (DT / 5) * rate) ** -60;
      expectVector(
        body.linearVelocity,
        [1, 2, -3].map((c) => c * keep(3)),
        10 * tolerance,
      );
      expectVector(
        body.angularVelocity,
        [0.5, 0, 1].map((c) => c * keep(7)),
        10 * tolerance,
      );
      body.linearDamping = 1e9;
      world.step(DT);
      expect(norm(body.linearVelocity)).toBeLessThan(1e-20);
    });

    test('damping takes the same part of the angular momentum of any body', async () => {
      const { world, body } = await single(
        { ...BRICK, angularDamping: 2, angularVelocity: [1, 2, 3] },
        { substeps: 5, timeStepping: 'first-order' },
      );
      for (let k = 0; k < 12; k++) world.step(DT);
      expectVector(
        body.angularMomentum,
        [0.5, 1.4, 2.7].map((c) => c * (1 + (DT / 5) * 2) ** -60),
        10 * tolerance,
      );
    });
  });

  describe('types', () => {
    test('static bodies stay, kinematic ones keep their velocity, dynamic ones fall', async () => {
      const world = await create({ gravity: [0, -10, 0] });
      const bodies = (['static', 'kinematic', 'dynamic'] as const).map((type) => world.addBody({ type }));
      bodies[1].linearVelocity = [1, 0, 0];
      for (let k = 0; k < 60; k++) world.step(DT);
      expect(bodies.map(({ type }) => type)).toEqual(['static', 'kinematic', 'dynamic']);
      expect(bodies[0].position).toEqual([0, 0, 0]);
      expectVector(bodies[1].position, [1, 0, 0], 10 * tolerance);
      expectVector(bodies[2].linearVelocity, [0, -10, 0], 100 * tolerance);
      expect([bodies[1].linearMomentum, bodies[1].kineticEnergy]).toEqual([[0, 0, 0], 0]);
    });

    test('a change of type: static loses the velocity, the others keep it, and mass is remembered', async () => {
      const { world, body } = await single({ mass: 3, linearVelocity: [1, 0, 0] });
      body.type = 'kinematic';
      world.step(DT);
      expect([body.linearVelocity, body.mass]).toEqual([[1, 0, 0], 3]);
      body.type = 'static';
      expect([...world.velocities.subarray(6, 9)]).toEqual([0, 0, 0]);
      const { position } = body;
      world.step(DT);
      expect([body.linearVelocity, body.position]).toEqual([[0, 0, 0], position]);
      body.type = 'dynamic';
      body.applyImpulse([3, 0, 0]);
      expectVector(body.linearVelocity, [1, 0, 0], 1e-15);
    });
  });

  describe('a body that becomes non-finite', () => {
    const OVERFLOWS: [string, (subject: Awaited<ReturnType<typeof single>>['body']) => void][] = [
      ['an angular velocity of 1e300', (body) => (body.angularVelocity = [1e300, 1, 1])],
      ['a torque that adds up to infinity', (body) => [0, 1].map(() => body.applyTorque([1.7e308, 0, 0]))],
      ['a force that adds up to infinity', (body) => [0, 1].map(() => body.applyForce([0, 1.7e308, 0]))],
      ['a force at a lever of infinity', (body) => body.applyForce([0, 1e200, 0], [1e200, 0, 0])],
      [
        'a position at the end of numbers',
        (body) => {
          body.position = [1.79e308, 0, 0];
          body.linearVelocity = [1.79e308, 0, 0];
        },
      ],
    ];

    test.each(OVERFLOWS)('%s: it is frozen, and the rest goes on as if it stood still', async (_, overflow) => {
      const make = async () => {
        const world = await create({ gravity: [0, -10, 0] });
        const [before, body, after] = [1, 2, 3].map((x) => world.addBody({ ...BRICK, position: [x, 0, 0], angularVelocity: [1, 2, 3] }));
        return { world, before, body, after };
      };
      const [{ world, before, body, after }, twin] = [await make(), await make()];
      overflow(body);
      const { position, orientation } = body;
      const frozen: number[] = [];
      for (let k = 0; k < 120; k++) {
        for (const each of [world, twin.world]) each.step(DT);
        frozen.push(world.frozenCount);
      }
      expect([body.frozen, body.position, body.orientation]).toEqual([true, position, orientation]);
      expect([body.linearVelocity, body.angularVelocity]).toEqual([
        [0, 0, 0],
        [0, 0, 0],
      ]);
      expect(frozen.reduce((sum, count) => sum + count)).toBe(1); // told once
      for (const [mine, other] of [
        [before, twin.before],
        [after, twin.after],
      ]) {
        expect([mine.position, mine.orientation, mine.frozen]).toEqual([other.position, other.orientation, false]);
      }
      expect(Number.isFinite(world.kineticEnergy)).toBe(true);
    });

    test('a position that overflows in the end stays finite', async () => {
      const { world, body } = await single({ position: [1.7e308, 0, 0], linearVelocity: [1e308, 0, 0] });
      for (let k = 0; k < 12; k++) world.step(DT);
      expect(Number.isFinite(body.position[0]), `position ${body.position[0]}`).toBe(true);
      expect([body.frozen, body.linearVelocity]).toEqual([true, [0, 0, 0]]);
    });

    const THAWS: [string, (subject: Awaited<ReturnType<typeof single>>['body']) => void][] = [
      ['position', (body) => (body.position = [0, 5, 0])],
      ['orientation', (body) => (body.orientation = [0, 0, 1, 1])],
      ['linearVelocity', (body) => (body.linearVelocity = [0, 0, 0])],
      ['angularVelocity', (body) => (body.angularVelocity = [0, 0, 0])],
    ];
    test.each(THAWS)('setting its %s thaws it', async (_, set) => {
      const { world, body } = await single({ ...BRICK }, { gravity: [0, -6, 0] });
      body.angularVelocity = [1e300, 0, 0];
      world.step(DT);
      expect(body.frozen).toBe(true);
      set(body);
      expect(body.frozen).toBe(false);
      world.step(DT);
      expectVector(body.linearVelocity, [0, -0.1, 0], 10 * tolerance);
      expect([body.frozen, world.frozenCount]).toEqual([false, 0]);
    });
  });
});
