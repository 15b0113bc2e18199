// Time stepping of second order: errors fall with the square of the substep for positions and velocities, whatever a motion starts with; loads are right from
// the first step; springs that a substep resolves lose nothing; tops and chains do not drift.
import { describe, expect, test } from 'vitest';
import { BallJoint, DistanceJoint, type Joint, PrismaticJoint, Sphere, World, type WorldOptions } from '../../bindings/index.ts';
import { DOWN, distance, measureConvergence, measureDrift } from '../validation/convergence.ts';
import { addSpring, G, LASTING, type Lasting, SMOOTH } from '../validation/motions.ts';

async function makeWorld(options: WorldOptions = {}): Promise<World> {
  return World.create({ gravity: DOWN, precision: 'double', sleep: false, timeStepping: 'second-order', ...options });
}

/** What the slower backend leaves to the other. */
const LONG = [
  "Andrews' squeezer",
  "Bricard's mechanism",
  'four four-bars in a row',
  'a slider-crank',
  'a slider-crank with a motor',
  'a chain of springs',
];

describe.each(['wasm', 'reference'] as const)('with the %s backend', (backend) => {
  const names = Object.keys(SMOOTH).filter((name) => backend === 'wasm' || !LONG.includes(name));
  test.each(names)('%s: positions and velocities are of second order over six substeps', async (name) => {
    const converged = backend === 'wasm' ? 12_000 : 6000;
    const { orders } = await measureConvergence(SMOOTH[name], { backend, timeStepping: 'second-order' }, converged);
    for (const order of orders) expect(order).toBeGreaterThan(1.9);
  });

  test('free fall is exact, and forces of the user too, whatever the steps', async () => {
    const world = await makeWorld({ backend, substeps: 3 });
    const body = world.addBody({ shape: new Sphere(0.1), mass: 2, position: [1, 2, 3], linearVelocity: [1, 4, 0] });
    let [x, v, t] = [1, 1, 0];
    for (const [index, dt] of [1 / 60, 1 / 50, 1 / 144, 1 / 60, 1 / 30].entries()) {
      const force = index % 2 === 0 ? 5 : -3;
      body.applyForce([force, 0, 0]);
      world.step(dt);
      x += v * dt + (force / 4) * dt * dt;
      v += (force / 2) * dt;
      t += dt;
    }
    expect(body.position[0]).toBeCloseTo(x, 12);
    expect(body.linearVelocity[0]).toBeCloseTo(v, 12);
    expect(body.position[1]).toBeCloseTo(2 + 4 * t - (G / 2) * t * t, 12);
    expect(body.linearVelocity[1]).toBeCloseTo(4 - G * t, 12);
    world.dispose();
  });

  test.each([1, 10])('loads are right in the first step of %d substeps', async (substeps) => {
    const loadOf = async (build: (world: World) => Joint, dt: number) => {
      const world = await makeWorld({ backend, substeps });
      const joint = build(world);
      world.step(dt);
      const load = [...joint.force];
      world.dispose();
      return load;
    };
    const hanging = await loadOf((world) => {
      const b = world.addBody({ shape: new Sphere(0.5), mass: 1, position: [0, -1, 0] });
      return world.addJoint(new BallJoint({ a: null, b, anchor: [0, 0, 0] }));
    }, 1 / 60);
    expect(distance(hanging, [0, G, 0])).toBeLessThan(1e-9);
    const circling = await loadOf((world) => {
      world.gravity = [0, 0, 0];
      const b = world.addBody({
        shape: new Sphere(0.5),
        mass: 2,
        position: [0, -1, 0],
        linearVelocity: [3, 0, 0],
        angularVelocity: [0, 0, 3],
      });
      return world.addJoint(new BallJoint({ a: null, b, anchor: [0, 0, 0] }));
    }, 1 / 600);
    expect(Math.abs(Math.hypot(...circling) / 18 - 1)).toBeLessThan(2e-4);
    // A bar held by one end and let go: a quarter of its weight, by I = m l² / 3.
    const falling = await loadOf((world) => {
      const b = world.addBody({ mass: 1, inertia: [1 / 12, 1 / 12, 1 / 12], collides: false, position: [0.5, 0, 0] });
      return world.addJoint(new BallJoint({ a: null, b, anchor: [0, 0, 0] }));
    }, 1 / 600);
    expect(Math.abs(falling[1] / (G / 4) - 1)).toBeLessThan(1e-3);
    const slider = await loadOf((world) => {
      const s = Math.SQRT1_2;
      const b = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0, 0, 0] });
      return world.addJoint(new PrismaticJoint({ a: null, b, anchor: [0, 0, 0], axis: [s, -s, 0] }));
    }, 1 / 60);
    expect(distance(slider, [(G / 2) * 1, G / 2, 0])).toBeLessThan(1e-9);
  });

  test('what hangs on a spring at its length under load stays at rest', async () => {
    const world = await makeWorld({ backend, substeps: 10 });
    const b = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0, -1 - G / 100, 0] });
    addSpring(world, null, b, 100);
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    expect(Math.abs(b.linearVelocity[1])).toBeLessThan(1e-9);
    expect(Math.abs(b.position[1] + 1 + G / 100)).toBeLessThan(1e-9);
    world.dispose();
  });

  test.each([
    [0.01, 1],
    [0.1, 1],
    [0.1, 20],
    [0.3, 1],
    [0.3, 20],
  ])('springs of h ω = %d, %d of them on a body, keep their amplitude', async (phase, count) => {
    const world = await makeWorld({ backend, gravity: [0, 0, 0], substeps: 10 });
    const b = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0, -1.1, 0] });
    const stiffness = (phase * 600) ** 2;
    for (let k = 0; k < count; k++) addSpring(world, null, b, stiffness / count);
    const amplitude = () => Math.sqrt((b.position[1] + 1) ** 2 + b.linearVelocity[1] ** 2 / stiffness);
    let most = 0;
    for (let step = 0; step < (backend === 'wasm' ? 28 : 4) * 60; step++) {
      world.step(1 / 60);
      most = Math.max(most, amplitude());
    }
    // The speed between two kicks is an extrapolation: at h ω = 0.3 it is wrong by a few per cent at times, the motion is not.
    expect(amplitude()).toBeGreaterThan(phase < 0.2 ? 0.0998 : 0.095);
    expect(most).toBeLessThan(phase < 0.2 ? 0.1005 : 0.108);
    world.dispose();
  });

  test('a spring is stable at any stiffness, and never gains', async () => {
    for (const phase of [0.6, 1, 3, 100, 1e4]) {
      const world = await makeWorld({ backend, gravity: [0, 0, 0], substeps: 10 });
      const b = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0, -1.1, 0] });
      addSpring(world, null, b, (phase * 600) ** 2);
      for (let step = 0; step < 60; step++) {
        world.step(1 / 60);
        expect(Math.abs(b.position[1] + 1)).toBeLessThan(0.1);
      }
      expect(Math.abs(b.position[1] + 1)).toBeLessThan(1e-3);
      world.dispose();
    }
  });

  test('setting the velocities that were read changes no bit', async () => {
    const finals = [];
    for (const sets of [false, true]) {
      const world = await makeWorld({ backend, substeps: 4 });
      const { bodies } = SMOOTH['a double pendulum'].build(world);
      for (let step = 0; step < 60; step++) {
        if (sets)
          for (const body of bodies) {
            body.linearVelocity = [...body.linearVelocity];
            body.angularVelocity = [...body.angularVelocity];
          }
        world.step(1 / 60);
      }
      finals.push(world.hash());
      world.dispose();
    }
    expect(finals[1]).toBe(finals[0]);
  });
});

describe('no trend of the energy over 100 s at ten substeps', () => {
  test.each([
    ['a heavy top at 30 rad/s', 1e-4],
    ['a heavy top at 75 rad/s', 1e-4],
    ['a chain of ten on ball joints', 0.03],
  ])('of %s', async (name, bound) => {
    expect((await measureDrift(LASTING[name], 100, 'second-order')).largest).toBeLessThan(bound);
  });
});

test('a rod of fixed length keeps its energy in a swing', async () => {
  const rod: Lasting = {
    build(world) {
      const b = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [1, 0, 0] });
      world.addJoint(new DistanceJoint({ a: null, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0] }));
      return [b];
    },
    range: 2 * G,
    keepsMomentum: false,
  };
  expect((await measureDrift(rod, 10, 'second-order')).largest).toBeLessThan(1e-3);
});
