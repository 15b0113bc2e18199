// Springs and dampers step by step against backward Euler, which is what they are made as; matrix springs; what is grabbed.
import { describe, expect, test } from 'vitest';
import {
  GrabJoint,
  HingeJoint,
  MatrixSpringJoint,
  PrismaticJoint,
  SpringDamperJoint,
  type SpringDamperJointOptions,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
import { addUnit, coordinateOf, expectRelative, expectVector, GRAVITY, onEachBackend, settle, stepWith } from './worlds.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];
const STEP = 1 / 240;

interface Spring {
  mass: number;
  rest: number;
  stiffness: number;
  damping: number;
  quadratic: number;
  most: number;
}

/** One step of backward Euler along a line: the velocity v at its end with m (v - u) = h F(x + h v, v), by bisection. */
function backwardEuler({ mass, rest, stiffness, damping, quadratic, most }: Spring, x: number, u: number, h: number): number {
  const load = (v: number) => {
    const e = rest - (x + h * v);
    return Math.min(Math.max(stiffness * e + quadratic * Math.abs(e) * e - damping * v, -most), most);
  };
  // m (v - u) - h F grows with v.
  let [low, high] = [u - 1e3, u + 1e3];
  for (let k = 0; k < 200; k++) {
    const middle = (low + high) / 2;
    if (mass * (middle - u) > h * load(middle)) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

onEachBackend(({ create, within }) => {
  const step = (options: object = {}) => create({ substeps: 1, timeStepping: 'first-order', ...options });

  describe('a SpringDamper', () => {
    const CASES: [string, Partial<SpringDamperJointOptions>, number][] = [
      ['spring', { stiffness: 400 }, 1],
      ['spring and damper', { stiffness: 400, damping: 3 }, 1],
      ['damper', { stiffness: 0, damping: 3 }, 1],
      ['stiff spring', { stiffness: 1e7, damping: 10 }, 1],
      ['spring of limited force', { stiffness: 400, damping: 3, maxForce: 25 }, 1],
      // Newton's method: an iteration is a linearised step.
      ['stiffening spring', { stiffness: 400, damping: 3, quadraticStiffness: 3000 }, 12],
      ['purely quadratic spring', { stiffness: 0, quadraticStiffness: 3000 }, 25],
    ];
    test.each(CASES)('%s: backward Euler step by step', async (_, options, iterations) => {
      const world = await step({ iterations });
      const mass = 2.5;
      const body = world.addBody({ mass, inertia: [1, 1, 1], position: [0.7, 0, 0], linearVelocity: [1.5, 0, 0] });
      const spring = world.addJoint(new SpringDamperJoint({ b: body, anchorA: ORIGIN, anchorB: ORIGIN, restLength: 0.5, ...options }));
      const { stiffness = 0, damping = 0, quadraticStiffness: quadratic = 0, maxForce: most = Infinity } = options;
      const parameters: Spring = { mass, rest: 0.5, stiffness, damping, quadratic, most };
      let [x, v] = [0.7, 1.5];
      for (let k = 0; k < 240; k++) {
        world.step(STEP);
        const before = v;
        v = backwardEuler(parameters, x, v, STEP);
        x += STEP * v;
        expect(Math.abs(body.position[0] - x)).toBeLessThan(within(1e-9, 2e-5));
        expect(Math.abs(body.linearVelocity[0] - v)).toBeLessThan(within(1e-8, 1e-3));
        const load = (mass * (v - before)) / STEP;
        expect(Math.abs(spring.force[0] - load)).toBeLessThan(within(1e-6, 0.05) * (1 + Math.abs(load)));
      }
      expect(Math.abs(x - 0.7)).toBeGreaterThan(1e-3);
    });

    test('a linearised step of a stiffening spring is near the implicit one', async () => {
      const world = await step();
      const body = addUnit(world, { position: X });
      world.addJoint(
        new SpringDamperJoint({ b: body, anchorA: ORIGIN, anchorB: ORIGIN, restLength: 0.5, stiffness: 100, quadraticStiffness: 400 }),
      );
      let [x, v] = [1, 0];
      for (let k = 0; k < 240; k++) {
        world.step(STEP);
        v = backwardEuler({ mass: 1, rest: 0.5, stiffness: 100, damping: 0, quadratic: 400, most: Infinity }, x, v, STEP);
        x += STEP * v;
        // Newton's first step is off by the square of what a step changes.
        expect(Math.abs(body.position[0] - x)).toBeLessThan(1e-3);
      }
    });

    test('between two bodies: the reduced mass', async () => {
      const world = await step();
      const [a, b] = [world.addBody({ mass: 2, inertia: [1, 1, 1] }), world.addBody({ mass: 3, inertia: [1, 1, 1], position: X })];
      world.addJoint(new SpringDamperJoint({ a, b, anchorA: ORIGIN, anchorB: ORIGIN, restLength: 0.5, stiffness: 200, damping: 2 }));
      let [x, v] = [1, 0];
      for (let k = 0; k < 240; k++) {
        world.step(STEP);
        v = backwardEuler({ mass: 1.2, rest: 0.5, stiffness: 200, damping: 2, quadratic: 0, most: Infinity }, x, v, STEP);
        x += STEP * v;
        expect(Math.abs(b.position[0] - a.position[0] - x)).toBeLessThan(within(1e-9, 2e-5));
      }
      expectVector(world.linearMomentum, ORIGIN, within(1e-12, 1e-5));
    });

    test('its bounds hold what the spring does not', async () => {
      const world = await create({ gravity: [0, -GRAVITY, 0] });
      const body = addUnit(world, { position: [0, -1, 0] });
      const spring = world.addJoint(
        new SpringDamperJoint({ b: body, anchorA: ORIGIN, anchorB: ORIGIN, stiffness: 20, minLength: 0.5, maxLength: 1.2 }),
      );
      settle(world, 300);
      expectRelative(spring.distance, 1.2, within(1e-6, 1e-5));
      expectRelative(spring.force[1], GRAVITY, within(1e-6, 1e-3));
      const { limit, motor } = coordinateOf(spring, 'axial').loads;
      expectVector([limit, motor], [-GRAVITY + 20 * 0.2, -20 * 0.2], within(1e-4, 0.05));
    });
  });

  describe('frequency and damping ratio', () => {
    /** Times at which a coordinate goes up through a value, s. */
    function upCrossings(world: World, value: () => number, middle: number, steps: number, dt: number): number[] {
      const times: number[] = [];
      let before = value() - middle;
      for (let k = 0; k < steps; k++) {
        world.step(dt);
        const now = value() - middle;
        if (before < 0 && now >= 0) times.push((k + before / (before - now)) * dt);
        before = now;
      }
      return times;
    }
    const SPRINGS: [string, (world: World, dampingRatio: number) => () => number][] = [
      [
        'a SpringDamper',
        (world, dampingRatio) => {
          const body = world.addBody({ mass: 3, inertia: [1, 1, 1], position: X });
          const joint = new SpringDamperJoint({ b: body, anchorA: ORIGIN, anchorB: ORIGIN, restLength: 0.9, frequency: 2, dampingRatio });
          const spring = world.addJoint(joint);
          return () => spring.distance - 0.9;
        },
      ],
      [
        'a Prismatic with a motor',
        (world, dampingRatio) => {
          const [a, b] = [world.addBody({ mass: 2, inertia: [1, 1, 1] }), world.addBody({ mass: 3, inertia: [1, 1, 1], position: X })];
          const joint = new PrismaticJoint({ a, b, anchor: ORIGIN, axis: X, motor: { target: -0.1, frequency: 2, dampingRatio } });
          const slider = world.addJoint(joint);
          return () => slider.offset + 0.1;
        },
      ],
      [
        'a Hinge beside the centre of mass',
        (world, dampingRatio) => {
          const body = world.addBody({ mass: 3, inertia: [1, 1.4, 0.5], position: X });
          const hinge = new HingeJoint({ b: body, anchor: ORIGIN, axis: [0, 0, 1], motor: { target: -0.1, frequency: 2, dampingRatio } });
          world.addJoint(hinge);
          return () => hinge.angle + 0.1;
        },
      ],
      [
        'a soft limit',
        (world, dampingRatio) => {
          const body = world.addBody({ mass: 3, inertia: [1, 1, 1], position: X });
          const limits = { lower: -0.1, upper: -0.1, frequency: 2, dampingRatio };
          const slider = world.addJoint(new PrismaticJoint({ b: body, anchor: X, axis: X, limits }));
          return () => slider.offset + 0.1;
        },
      ],
    ];
    test.each(SPRINGS)('%s has the period', async (_, make) => {
      const world = await create({ substeps: 100 });
      const times = upCrossings(world, make(world, 0), 0, 150, 1 / 60);
      expect(times.length).toBeGreaterThanOrEqual(4);
      expectRelative((times[3] - times[0]) / 3, 1 / 2, 0.01);
    });

    test.each(SPRINGS)('%s has the damping: 1 does not swing over, 0.2 decays as it should', async (_, make) => {
      const critical = await create({ substeps: 100 });
      const still = make(critical, 1);
      stepWith(critical, 120, () => expect(still()).toBeGreaterThan(-1e-4));
      expect(still()).toBeLessThan(1e-3);

      const world = await create({ substeps: 100 });
      const value = make(world, 0.2);
      // Peaks from below, a period apart.
      const lows: number[] = [];
      let [before, last] = [value(), value()];
      stepWith(
        world,
        150 * 4,
        () => {
          const now = value();
          if (last < before && last <= now) lows.push(last);
          [before, last] = [last, now];
        },
        1 / 240,
      );
      const decrement = (2 * Math.PI * 0.2) / Math.sqrt(1 - 0.04);
      expectRelative(Math.log(lows[0] / lows[1]), decrement, 0.02);
    });
  });

  describe('a MatrixSpring', () => {
    const spring = { stiffness: 300, damping: 4 };
    /** One step of backward Euler of a particle: (m + h ν + h² k) v = m u - h k x. */
    const particle = (mass: number, x: number, u: number): number =>
      (mass * u - STEP * spring.stiffness * x) / (mass + STEP * spring.damping + STEP * STEP * spring.stiffness);

    test('is backward Euler in all directions', async () => {
      const world = await step();
      // Its forces act midway between the anchors, so that the bodies would turn if they could.
      const inertia = [1e12, 1e12, 1e12];
      const [a, b] = [world.addBody({ mass: 2, inertia }), world.addBody({ mass: 3, inertia, position: [0.3, -0.2, 0.1] })];
      b.linearVelocity = [1, 2, -1];
      world.addJoint(new MatrixSpringJoint({ a, b, anchorA: ORIGIN, anchorB: ORIGIN, ...spring }));
      let [x, v]: [number[], number[]] = [
        [0.3, -0.2, 0.1],
        [1, 2, -1],
      ];
      for (let k = 0; k < 240; k++) {
        world.step(STEP);
        v = v.map((u, axis) => particle(1.2, x[axis], u));
        x = x.map((place, axis) => place + STEP * v[axis]);
        expectVector(
          b.position.map((place, axis) => place - a.position[axis]),
          x,
          within(1e-9, 2e-5),
        );
      }
    });

    test('feels the inertia at its anchors', async () => {
      const world = await step();
      const body = world.addBody({ mass: 2, inertia: [0.4, 0.4, 0.4], position: [1e-5, 2e-5, 0] });
      const joint = world.addJoint(new MatrixSpringJoint({ b: body, anchorA: [0, 0, 0.5], anchorB: [0, 0, 0.5], ...spring }));
      // Across the lever: 1 / m + r² / I, for a small pull.
      const mass = 1 / (1 / 2 + 0.25 / 0.4);
      let [x, v]: [number[], number[]] = [
        [1e-5, 2e-5],
        [0, 0],
      ];
      for (let k = 0; k < 120; k++) {
        world.step(STEP);
        v = v.map((u, axis) => particle(mass, x[axis], u));
        x = x.map((place, axis) => place + STEP * v[axis]);
        expectVector(joint.anchorWorldB.slice(0, 2), x, within(1e-9, 1e-7));
      }
    });

    test('gives no more than its greatest force, in the direction of the pull', async () => {
      const world = await step();
      const body = addUnit(world, { position: [3, 4, 0] });
      const joint = world.addJoint(new MatrixSpringJoint({ b: body, anchorA: ORIGIN, anchorB: ORIGIN, ...spring, maxForce: 10 }));
      stepWith(
        world,
        60,
        (k) => {
          if (k > 0) expectVector(joint.force, [-6, -8, 0], within(1e-6, 1e-2));
        },
        STEP,
      );
      expectVector(body.linearVelocity, [-6 / 4, -8 / 4, 0], within(1e-9, 1e-4));
    });

    test('whatever its relaxation, many iterations come to the same', async () => {
      const run = async (relaxation: number) => {
        const world = await create({ substeps: 4, iterations: 60 });
        const [a, b] = [addUnit(world), world.addBody({ mass: 3, inertia: [0.5, 0.6, 0.7], position: [1, 0.2, 0] })];
        for (const y of [0, 0.4]) {
          const anchors = { anchorA: [0.5, y, 0], anchorB: [-0.4, y - 0.2, 0.1] };
          world.addJoint(new MatrixSpringJoint({ a, b, ...anchors, ...spring, relaxation }));
        }
        b.angularVelocity = [0.3, 0.2, 1];
        settle(world, 60);
        return [...b.position, ...b.orientation, ...a.position];
      };
      const wanted = await run(1);
      for (const relaxation of [0.5, 1.5]) expectVector(await run(relaxation), wanted, within(1e-6, 1e-4));
    });
  });

  describe('a Grab', () => {
    test('of limited force moves what it grabs with that force at most', async () => {
      const world = await create();
      const body = addUnit(world);
      const grab = world.addJoint(new GrabJoint({ body, anchor: ORIGIN, target: [100, 0, 0], maxForce: 6 }));
      settle(world, 60);
      expectRelative(body.linearVelocity[0], 6, within(1e-9, 1e-4));
      expectVector(grab.force, [6, 0, 0], within(1e-9, 1e-4));
    });

    test('does not hold more than its greatest force', async () => {
      const world = await create({ gravity: [0, -GRAVITY, 0] });
      const [light, heavy] = [world.addBody({ mass: 0.5 }), world.addBody({ mass: 2, position: [3, 0, 0] })];
      for (const body of [light, heavy]) world.addJoint(new GrabJoint({ body, anchor: body.position, maxForce: 8 }));
      settle(world, 60);
      expect(Math.abs(light.position[1])).toBeLessThan(0.02);
      expectRelative(heavy.linearVelocity[1], -(GRAVITY - 4), within(0.02, 0.02));
    });

    test('follows its target, at 5 Hz unless told otherwise', async () => {
      const world = await create();
      const body = world.addBody({ mass: 4, inertia: [1, 1, 1] });
      const grab = world.addJoint(new GrabJoint({ body, anchor: ORIGIN }));
      grab.target = [0.5, -0.25, 1];
      // Critically damped: (1 + ω t) exp(-ω t) of the way is left.
      const angular = 2 * Math.PI * 5;
      settle(world, 6);
      const left = (1 + angular * 0.1) * Math.exp(-angular * 0.1);
      expectRelative(0.5 - body.position[0], 0.5 * left, 0.05);
      settle(world, 54);
      expectVector(body.position, [0.5, -0.25, 1], 1e-5);
    });
  });
});
