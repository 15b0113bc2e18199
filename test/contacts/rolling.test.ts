// Rolling with and without slip, and the torques that slow it, against closed forms.
import { describe, expect, test } from 'vitest';
import { type BodyOptions, Capsule, Cylinder, Sphere, type Vec3 } from '../../bindings/index.ts';
import { incline } from '../../scenes/incline.ts';
import { turn } from '../../scenes/turn.ts';
import { expectRelative } from '../joints/worlds.ts';
import { acceleration, addFloor, addSlope, DT, GRAVITY, onEachKernel, settle, times } from './worlds.ts';

const RADIUS = 0.25;
const BALL = new Sphere(RADIUS);
/** The axis of cylinders and capsules lies across the slope. */
const ACROSS = turn([1, 0, 0], Math.PI / 2);

/** I / (m r²) about the axis that they roll about. */
const ROLLERS: [name: string, inertia: number, options: BodyOptions][] = [
  ['solid sphere', 0.4, { shape: BALL, mass: 1 }],
  ['hollow sphere', 2 / 3, { shape: BALL, mass: 1, inertia: [1, 1, 1].map(() => (2 / 3) * RADIUS * RADIUS) }],
  ['solid cylinder', 0.5, { shape: new Cylinder(RADIUS, 0.3), mass: 1, orientation: ACROSS }],
  ['hollow cylinder', 1, { shape: new Cylinder(RADIUS, 0.3), mass: 1, orientation: ACROSS, inertia: [0.05, RADIUS * RADIUS, 0.05] }],
  ['hollow capsule', 1, { shape: new Capsule(RADIUS, 0.3), mass: 1, orientation: ACROSS, inertia: [0.08, RADIUS * RADIUS, 0.08] }],
];

onEachKernel(({ create, measure }) => {
  describe('down a slope', () => {
    test.each(ROLLERS)('a %s with I = %f m r² rolls with g sin a / (1 + I / (m r²))', async (_, inertia, options) => {
      const angle = 0.35;
      const world = await create();
      const { downhill, normal } = addSlope(world, angle);
      const roller = world.addBody({ ...options, position: times(RADIUS, normal), friction: 1 });
      const expected = (GRAVITY * Math.sin(angle)) / (1 + inertia);
      expectRelative(acceleration(world, roller, downhill, 60), expected, 0.01);
      expectRelative(-roller.angularVelocity[2] * RADIUS, expected * 60 * DT, 0.01);
      expect(Math.abs(roller.position[2])).toBeLessThan(1e-4);
    });

    test('all that rolls in the scene', async () => {
      expect((await measure(incline)).rollingError).toBeLessThan(0.01);
    });

    test('a ball that has too little friction slides, and spins up by it', async () => {
      const angle = 0.6;
      const friction = 0.1;
      const world = await create();
      const { downhill, normal } = addSlope(world, angle);
      const ball = world.addBody({ shape: BALL, mass: 1, position: times(RADIUS, normal), friction });
      expectRelative(acceleration(world, ball, downhill, 60), GRAVITY * (Math.sin(angle) - friction * Math.cos(angle)), 0.01);
      expectRelative(-ball.angularVelocity[2], (60 * DT * friction * GRAVITY * Math.cos(angle)) / (0.4 * RADIUS), 0.01);
    });
  });

  describe('on the level', () => {
    test('a ball without spin slides, and rolls at 5/7 of its speed from 2 v / (7 μ g) on', async () => {
      const [speed, friction] = [5, 0.2];
      const world = await create();
      addFloor(world);
      const ball = world.addBody({ shape: BALL, position: [0, RADIUS, 0], linearVelocity: [speed, 0, 0], friction });
      const sliding = (2 * speed) / (7 * friction * GRAVITY);
      settle(world, 5);
      expectRelative(acceleration(world, ball, [1, 0, 0], 25), -friction * GRAVITY, 0.01);
      settle(world, Math.floor(0.98 * (sliding / DT)) - 30);
      expect(ball.linearVelocity[0] + ball.angularVelocity[2] * RADIUS, 'still slides').toBeGreaterThan(0.01);
      settle(world, Math.ceil((0.05 * sliding) / DT));
      expectRelative(ball.linearVelocity[0], (5 / 7) * speed, 0.005);
      expectRelative(-ball.angularVelocity[2] * RADIUS, (5 / 7) * speed, 0.005);
    });

    test('a ball with backspin comes back', async () => {
      const world = await create();
      addFloor(world);
      // m v r - I w = 7/5 m v' r at the point of contact, for a start of v = 1 and w r = 5 the other way.
      const spin = 5 / RADIUS;
      const ball = world.addBody({ shape: BALL, position: [0, RADIUS, 0], linearVelocity: [1, 0, 0], angularVelocity: [0, 0, spin] });
      settle(world, 180);
      expectRelative(ball.linearVelocity[0], (5 / 7) * (1 - 0.4 * 5), 0.01);
    });

    test('a ball rolls on without rolling friction', async () => {
      const world = await create();
      addFloor(world);
      const ball = world.addBody({
        shape: BALL,
        position: [0, RADIUS, 0],
        linearVelocity: [2, 0, 0],
        angularVelocity: [0, 0, -2 / RADIUS],
      });
      settle(world, 600);
      expectRelative(ball.linearVelocity[0], 2, 1e-4);
    });

    // More than half a turn in a step: a point that turned with the body would be above it.
    test.each<[string, BodyOptions]>([
      ['ball', { shape: new Sphere(0.013) }],
      ['capsule', { shape: new Capsule(0.013, 0.013), orientation: ACROSS }],
    ])('a small %s that turns fast stays on the ground and keeps its speed', async (_, options) => {
      const world = await create();
      addFloor(world);
      const [radius, speed] = [0.013, 2.95];
      const motion = { linearVelocity: [speed, 0, 0], angularVelocity: [0, 0, -speed / radius] };
      const roller = world.addBody({ ...options, ...motion, mass: 1, position: [0, radius, 0] });
      for (let step = 0; step < 180; step++) {
        settle(world, 1);
        expect(Math.abs(roller.position[1] - radius)).toBeLessThan(5e-5);
      }
      expectRelative(Math.hypot(...roller.linearVelocity), speed, 2e-5);
    });

    test.each([0.002, 0.01])('rolling friction of %s m stops a ball after 0.7 v² r / (c g)', async (rollingFriction) => {
      const speed = 1;
      const world = await create();
      addFloor(world);
      const ball = world.addBody({
        shape: BALL,
        position: [0, RADIUS, 0],
        linearVelocity: [speed, 0, 0],
        angularVelocity: [0, 0, -speed / RADIUS],
        material: { rollingFriction, friction: 1 },
      });
      const slowing = (rollingFriction * GRAVITY) / (1.4 * RADIUS);
      expectRelative(acceleration(world, ball, [1, 0, 0], 30), -slowing, 0.01);
      settle(world, Math.ceil(speed / slowing / DT));
      expectRelative(ball.position[0], (speed * speed) / (2 * slowing), 0.01);
      const rest = ball.position;
      settle(world, 300);
      expect(Math.hypot(...ball.position.map((component, axis) => component - rest[axis]))).toBeLessThan(1e-4);
    });

    test('rolling friction holds a ball on a slope up to its lever over the radius', async () => {
      const rest = async (ratio: number) => {
        const world = await create();
        const angle = Math.atan(ratio * (0.02 / RADIUS));
        const { normal } = addSlope(world, angle);
        const start: Vec3 = times(RADIUS, normal);
        const ball = world.addBody({ shape: BALL, position: start, material: { rollingFriction: 0.02, friction: 1 } });
        settle(world, 600);
        return Math.hypot(...ball.position.map((component, axis) => component - start[axis]));
      };
      expect(await rest(0.95)).toBeLessThan(1e-3);
      expect(await rest(1.05)).toBeGreaterThan(0.05);
    });

    test.each([0.001, 0.01])('torsional friction of %s m stops a spinning ball in I w / (c m g)', async (torsionalFriction) => {
      const world = await create();
      addFloor(world);
      const spin = 10;
      const material = { torsionalFriction };
      const ball = world.addBody({ shape: BALL, mass: 3, position: [0, RADIUS, 0], angularVelocity: [0, spin, 0], material });
      const slowing = (torsionalFriction * 3 * GRAVITY) / ball.inertia[1];
      const frames = Math.floor((0.5 * spin) / slowing / DT);
      settle(world, frames);
      expectRelative(spin - ball.angularVelocity[1], slowing * frames * DT, 0.01);
      settle(world, Math.ceil((0.55 * spin) / slowing / DT));
      expect(Math.abs(ball.angularVelocity[1])).toBeLessThan(1e-4);
    });
  });
});
