// The swing of a Ball in an elliptic cone (Müller et al. 2020, section 3.4.1): free inside, held outside with a torque normal to the ellipse.
import { describe, expect, test } from 'vitest';
import { BallJoint, type Quat, SixDofJoint, type Vec3 } from '../../bindings/index.ts';
import {
  after,
  coordinateOf,
  cross,
  DT,
  ellipseRadius,
  expectRelative,
  expectVector,
  norm,
  onEachBackend,
  rotated,
  rotation,
  twistAndSwing,
} from './worlds.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const CONE = { y: 1.2, z: 0.5 } as const;
const BETA = [CONE.y, CONE.z] as const;
const TWIST = 1;
const DIRECTIONS = Array.from({ length: 16 }, (_, k) => (2 * Math.PI * k) / 16);

/** So heavy that no limit moves it: it goes where it is put. */
const HEAVY = { mass: 1e9, inertia: [1e9, 1e9, 1e9] };

/** A swing in a direction (0 is about y) after a twist about x. */
const pose = (direction: number, swing: number, twist: number): Quat =>
  after(rotation([0, Math.cos(direction), Math.sin(direction)], swing), rotation(X, twist));

onEachBackend(({ create, within }) => {
  describe('a kinematic body that swings inside the cone and twists', () => {
    test.each(DIRECTIONS)('in the direction %s rad feels nothing', async (direction) => {
      const world = await create();
      // The joint is between a dynamic body that rests and one that is led.
      const base = world.addBody({ mass: 1, inertia: [1, 1, 1] });
      const led = world.addBody({ type: 'kinematic' });
      const ball = world.addJoint(
        new BallJoint({ a: base, b: led, anchor: ORIGIN, axis: X, normal: Y, swing: CONE, twist: { lower: -TWIST, upper: TWIST } }),
      );
      const most = 0.9 * ellipseRadius(BETA, direction);
      for (let k = 1; k <= 120; k++) {
        const swing = most * Math.sin((Math.PI * k) / 120);
        const twist = 0.9 * TWIST * Math.sin((4 * Math.PI * k) / 120);
        led.moveTo(ORIGIN, pose(direction, swing, twist));
        world.step(DT);
        expectVector(ball.torque, ORIGIN, 0);
        for (const name of ['twist', 'cone']) expect(coordinateOf(ball, name).loads.limit).toBe(0);
        expect(coordinateOf(ball, 'cone').value).toBeLessThan(0);
        expect(Math.abs(coordinateOf(ball, 'twist').value - twist)).toBeLessThan(within(1e-6, 1e-5));
        const { swing: measured } = twistAndSwing(led.orientation);
        expectVector([ball.swingY.value, ball.swingZ.value], measured, 1e-9);
      }
      expectVector(base.angularVelocity, ORIGIN, 0);
    });
  });

  describe('a body put outside the cone', () => {
    const SLACK = 0.01;
    const joints = {
      Ball: (b: ReturnType<Awaited<ReturnType<typeof create>>['addBody']>) =>
        new BallJoint({ b, anchor: ORIGIN, axis: X, normal: Y, swing: { ...CONE, compliance: SLACK } }),
      SixDof: (b: ReturnType<Awaited<ReturnType<typeof create>>['addBody']>) =>
        new SixDofJoint({
          b,
          anchor: ORIGIN,
          axis: X,
          normal: Y,
          angular: { x: 'free', y: 'free', z: 'free' },
          cone: { ...CONE, compliance: SLACK },
        }),
    };

    test.each(Object.entries(joints))('by a %s feels a torque normal to the ellipse', async (_, make) => {
      for (const direction of DIRECTIONS) {
        const world = await create();
        const body = world.addBody(HEAVY);
        const joint = world.addJoint(make(body));
        const size = 1.1 * ellipseRadius(BETA, direction);
        const orientation = pose(direction, size, 0.4);
        body.orientation = orientation;
        world.step(DT);
        body.orientation = orientation;
        body.angularVelocity = ORIGIN;
        world.step(DT);
        const cone = coordinateOf(joint, 'cone');
        // How far outside, to first order: (ρ - 1) / |∇ρ| with ρ = 1.1.
        const [sy, sz] = [size * Math.cos(direction), size * Math.sin(direction)];
        const slope = [sy / CONE.y ** 2 / 1.1, sz / CONE.z ** 2 / 1.1];
        const way = 0.1 / Math.hypot(...slope);
        expectRelative(cone.value, way, within(1e-6, 1e-4));
        expectRelative(cone.loads.limit, -way / SLACK, within(1e-6, 1e-3));
        // Virtual work: the torque does none when the swing goes along the ellipse, or the body twists; and way / compliance across it.
        const torque = joint.torque;
        const work = (from: Quat, to: Quat) => {
          const turned = after(to, [-from[0], -from[1], -from[2], from[3]]);
          return 2 * (torque[0] * turned[0] + torque[1] * turned[1] + torque[2] * turned[2]);
        };
        const STEP = 1e-4;
        const moved = (y: number, z: number, twist: number) => {
          const swing = [sy + y, sz + z];
          return pose(Math.atan2(swing[1], swing[0]), Math.hypot(...swing), 0.4 + twist);
        };
        const central = (y: number, z: number, twist: number) => work(moved(-y, -z, -twist), moved(y, z, twist)) / (2 * STEP);
        const [ny, nz] = slope.map((part) => part / Math.hypot(...slope));
        const load = way / SLACK;
        expect(Math.abs(central(-nz * STEP, ny * STEP, 0))).toBeLessThan(within(1e-5, 1e-3) * load);
        expect(Math.abs(central(0, 0, STEP))).toBeLessThan(within(1e-5, 1e-3) * load);
        expectRelative(central(ny * STEP, nz * STEP, 0), -load, within(1e-5, 1e-3));
        // No torque about the axis of the body.
        const axis = rotated(orientation, X);
        const about = axis.reduce((sum, part, k) => sum + part * torque[k], 0);
        expect(Math.abs(about)).toBeLessThan(within(1e-6, 1e-4) * load);
        expect(norm(cross(axis, torque))).toBeGreaterThan(0.5 * load);
        world.dispose();
      }
    });
  });

  test('a round cone turns its torque with the swing', async () => {
    for (const direction of DIRECTIONS) {
      const world = await create();
      const body = world.addBody(HEAVY);
      const joint = world.addJoint(
        new BallJoint({ b: body, anchor: ORIGIN, axis: X, normal: Y, swing: { y: 0.5, z: 0.5, compliance: 0.01 } }),
      );
      body.orientation = pose(direction, 0.6, 0);
      world.step(DT);
      expectVector(joint.torque, [0, -10 * Math.cos(direction), -10 * Math.sin(direction)], within(1e-4, 1e-2));
      world.dispose();
    }
  });
});
