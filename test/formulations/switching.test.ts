// Solvers change between steps under one scene, and whatever else may change there: nothing throws, nothing stops being a number.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  type BodyOptions,
  Box,
  DistanceJoint,
  FixedJoint,
  HalfSpace,
  HingeJoint,
  PrismaticJoint,
  Sphere,
  SpringDamperJoint,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { length } from './vectors.ts';
import { addFree, allFinite, createWorld, distanceBetween, placeOf, run, SOLVERS, type SolverName } from './worlds.ts';

const fastest = (world: World): number => Math.max(0, ...[...world.bodies].map(({ linearVelocity }) => length(linearVelocity)));

/** A chain that hangs from a motor, beside boxes and balls on the ground. */
async function everything(options: WorldOptions = {}): Promise<World> {
  const settings: WorldOptions = { backend: 'reference', substeps: 4, iterations: 4, ...options };
  await World.load({ solver: 'pgs', ...settings });
  const world = await World.create(settings);
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
  let a: Body | null = null;
  for (let k = 0; k < 4; k++) {
    const b: Body = world.addBody({ mass: 1 + (k % 2), inertia: [0.1, 0.2, 0.15], position: [0.6 * k + 0.3, 3, 0] });
    const place = { a, b, anchor: [0.6 * k, 3, 0] } as const;
    const limits = { lower: -1, upper: 1 };
    world.addJoint(
      k === 0 ? new HingeJoint({ ...place, axis: [0, 0, 1], motor: { velocity: 1, maxTorque: 20 } }) : hinge(place, k, limits),
    );
    a = b;
  }
  for (let k = 0; k < 4; k++) {
    const shape = k % 2 ? new Sphere(0.25) : new Box([0.3, 0.25, 0.3]);
    world.addBody({ shape, position: [-2 + 0.05 * k, 0.26 + 0.55 * k, 0], angularVelocity: [0, k, 0] });
  }
  return world;
}

function hinge(place: { a: Body | null; b: Body; anchor: Readonly<Vec3> }, k: number, limits: object) {
  const anchor: Vec3 = [...place.anchor];
  return k === 1 ? new HingeJoint({ ...place, anchor, axis: [0, 0, 1], limits }) : new BallJoint({ ...place, anchor });
}

/** m: how far the joints of the chain are open. */
function gaps(world: World): number {
  const bodies = [...world.bodies].slice(1, 5);
  return Math.max(...bodies.slice(1).map((body, k) => distanceBetween(placeOf(bodies[k], [0.3, 0, 0]), placeOf(body, [-0.3, 0, 0]))));
}

const sound = (world: World, most = 30) => {
  expect(allFinite(world)).toBe(true);
  expect(world.frozenCount).toBe(0);
  expect(fastest(world)).toBeLessThan(most);
};

describe('one scene, one solver after the other', () => {
  test.each([{ backend: 'reference' }, { precision: 'single' }, { precision: 'double' }] as WorldOptions[])('%o', async (backend) => {
    const world = await everything({ backend: 'wasm', ...backend });
    for (const from of SOLVERS)
      for (const to of SOLVERS) {
        for (const solver of [from, to]) {
          world.solver = solver;
          run(world, 3);
        }
        sound(world, 10);
        expect(gaps(world)).toBeLessThan(0.02);
      }
    expect(world.solver).toBe('force');
  });

  test('a solver that is chosen later goes on as one that was chosen first', async () => {
    for (const solver of SOLVERS) {
      const [one, other] = [await everything({ solver }), await everything({ solver: solver === 'pgs' ? 'ode' : 'pgs' })];
      other.solver = solver;
      run(one, 5);
      run(other, 5);
      expect(other.hash()).toBe(one.hash());
    }
  });

  test('options change with them', async () => {
    const world = await everything({ solver: 'ode' });
    const changes: Partial<WorldOptions>[] = [
      { linear: 'quickstep', iterations: 20 },
      { solver: 'force', linear: 'cg', integrator: 'rk4' },
      { linear: 'gauss-seidel', constraintStiffness: 400, constraintDamping: 40 },
      { solver: 'tgs', substeps: 1, velocityIterations: 0, momocity: true },
      { baumgarte: 0.3, warmStart: true },
      { solver: 'dbd', relaxation: 1.3, regularization: 1e-3, effectiveInertia: false },
      { solver: 'pgs', warmStart: false, substeps: 10, iterations: 1 },
      { solver: 'xpbd', linear: 'dantzig' },
      { solver: 'ode', erp: 0.8, cfm: 1e-5 },
    ];
    for (const change of changes) {
      Object.assign(world, change);
      run(world, 5);
      sound(world, 20);
    }
  });
});

describe('snapshots', () => {
  test.each(SOLVERS)('%s: what is restored goes on with the same bits', async (solver) => {
    const world = await everything({ solver, warmStart: true });
    run(world, 10);
    const snapshot = world.snapshot();
    run(world, 10);
    const hash = world.hash();
    world.restore(snapshot);
    run(world, 10);
    expect(world.hash()).toBe(hash);
    // And in a world that was made for another solver.
    const other = await everything({ solver: solver === 'tgs' ? 'force' : 'tgs', warmStart: true });
    other.restore(snapshot);
    expect(other.solver).toBe(solver);
    run(other, 10);
    expect(other.hash()).toBe(hash);
  });
});

describe.each(SOLVERS)('%s', (solver) => {
  test('bodies fall asleep, and wake', async () => {
    const world = await World.create({ backend: 'reference', solver, substeps: 4, iterations: 8 });
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
    const box = world.addBody({ shape: new Box([0.3, 0.3, 0.3]), position: [0, 0.3, 0] });
    const hung = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [3, 2, 0] });
    const joint = world.addJoint(new BallJoint({ b: hung, anchor: [3, 2.5, 0] }));
    run(world, 60);
    expect([box.isSleeping, hung.isSleeping]).toEqual([true, true]);
    expect(joint.force[1]).toBeCloseTo(9.81, 3);
    box.applyImpulse([0, 3 * box.mass, 0]);
    hung.applyImpulse([1, 0, 0]);
    run(world, 6);
    expect([box.isSleeping, hung.isSleeping]).toEqual([false, false]);
    expect(box.position[1]).toBeGreaterThan(0.4);
    expect(hung.position[0]).toBeGreaterThan(3.02);
  });

  test('substeps, bodies and joints change between steps', async () => {
    const world = await everything({ solver });
    const added: Body[] = [];
    for (let k = 0; k < 24; k++) {
      world.substeps = 1 + (k % 5);
      world.iterations = 1 + (k % 3) * 4;
      const bodies = [...world.bodies];
      const b = world.addBody({ shape: new Sphere(0.2), position: [2 + 0.1 * k, 3, 1] });
      world.addJoint(new SpringDamperJoint({ a: bodies[2], b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], stiffness: 30, damping: 2 }));
      added.push(b);
      if (k % 3 === 2) world.removeBody(added.shift() as Body);
      if (k === 10) world.removeJoint([...world.joints][1]);
      if (k === 14) [...world.joints][0].enabled = false;
      run(world, 1, k % 2 ? 1 / 60 : 1 / 120);
    }
    // They overlap.
    sound(world, solver === 'dbd' ? 60 : 30);
  });

  test('kinematic bodies carry and turn others', async () => {
    const world = await createWorld({ solver, substeps: 4, iterations: 8 });
    const plate = world.addBody({
      type: 'kinematic',
      shape: new Box([1, 0.2, 1]),
      linearVelocity: [0.5, 0, 0],
      angularVelocity: [0, 1, 0],
    });
    const box = world.addBody({ shape: new Box([0.3, 0.3, 0.3]), position: [0, 0.5, 0] });
    const crank = world.addBody({ type: 'kinematic', position: [5, 3, 0], angularVelocity: [0, 0, 3] });
    const rod = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [6, 3, 0] });
    world.addJoint(new BallJoint({ a: crank, b: rod, anchor: [5.5, 3, 0] }));
    run(world, 60);
    expect(2 * Math.asin(crank.orientation[2])).toBeCloseTo(3, 9);
    expect(box.angularVelocity[1]).toBeCloseTo(1, 2);
    expect(distanceBetween(box.position, plate.position)).toBeCloseTo(0.5, 1);
    expect(distanceBetween(placeOf(crank, [0.5, 0, 0]), placeOf(rod, [-0.5, 0, 0]))).toBeLessThan(solver === 'force' ? 0.1 : 0.01);
  });

  test('axes that are locked stay so, in joints and contacts', async () => {
    const world = await createWorld({ solver, substeps: 4, iterations: 8 });
    world.addBody({ type: 'static', shape: new HalfSpace([0.2, 1, 0.3]) });
    const flat: BodyOptions = { lockTranslation: [false, false, true], lockRotation: [true, true, false] };
    const box = world.addBody({ shape: new Box([0.3, 0.2, 0.3]), position: [0, 1, 0], angularVelocity: [1, 2, 3], ...flat });
    const arm = world.addBody({ mass: 1, inertia: [0.1, 0.2, 0.15], position: [1, 3, 0], ...flat });
    const held = world.addBody({ mass: 1, position: [3, 3, 0], lockTranslation: [true, true, true], lockRotation: [true, true, true] });
    world.addJoint(new BallJoint({ b: arm, anchor: [0.2, 3, 0.1] }));
    world.addJoint(new SpringDamperJoint({ a: box, b: arm, anchorA: [0.1, 0, 0], anchorB: [0, 0, 0.2], stiffness: 20, damping: 1 }));
    world.addJoint(new DistanceJoint({ a: box, b: held, anchorA: [0, 0.1, 0], anchorB: [0, 0, 0], compliance: 0.1 }));
    run(world, 60);
    sound(world);
    for (const body of [box, arm]) {
      expect(body.position[2]).toBe(0);
      expect([body.angularVelocity[0], body.angularVelocity[1]].map(Math.abs)).toEqual([0, 0]);
      expect(Math.abs(body.orientation[0]) + Math.abs(body.orientation[1])).toBeLessThan(1e-12);
    }
    expect([...held.position]).toEqual([3, 3, 0]);
    expect(length(held.linearVelocity)).toBe(0);
  });

  test.each([1 / 240, 1 / 60, 1 / 20])('steps of %d s', async (dt) => {
    for (const substeps of [1, 4]) {
      const world = await everything({ solver, substeps });
      for (let time = 0; time < 1; time += dt) world.step(dt);
      sound(world, 40);
    }
  });

  test('starts with overlaps', async () => {
    for (const substeps of [1, 4]) {
      const world = await createWorld({ solver, substeps, iterations: 4 });
      world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
      for (let k = 0; k < 6; k++)
        world.addBody({ shape: k % 2 ? new Box([0.3, 0.3, 0.3]) : new Sphere(0.3), position: [0.1 * k, 0.1 + 0.05 * k, 0.02 * k] });
      world.addBody({ shape: new Sphere(0.2), position: [0.1, 0.15, 0] });
      run(world, 90);
      // What parts two bodies leaves its speed under DBD, and adds up.
      sound(world, solver === 'dbd' ? 60 : 15);
      for (const { position, type } of world.bodies) if (type === 'dynamic') expect(position[1]).toBeGreaterThan(0.19);
    }
  });

  test('joints that cannot all hold come to rest', async () => {
    // Without, displacements go to and fro between them (docs/formulations.md).
    const world = await createWorld({ solver, substeps: 4, iterations: 4, regularization: 0.01 });
    const [one, other] = [0, 3].map((x) => world.addBody({ mass: 1, inertia: [0.1, 0.2, 0.15], position: [x, 0, 0] }));
    for (const x of [0, 0.5]) world.addJoint(new BallJoint({ b: one, anchorA: [x, 0, 0], anchorB: [0, 0, 0] }));
    for (const y of [1, -1, -1]) world.addJoint(new DistanceJoint({ b: other, anchorA: [3, y, 0], anchorB: [0, 0, 0], length: 0.5 }));
    run(world, 300);
    expect(allFinite(world)).toBe(true);
    expect(fastest(world)).toBeLessThan(0.01);
    expect(one.position[0]).toBeGreaterThan(-0.01);
    expect(one.position[0]).toBeLessThan(0.51);
  });

  test.each([0.1, 1])('joints that are torn by %d m come together', async (tear) => {
    for (const substeps of [1, 8]) {
      const world = await createWorld({ solver, substeps, iterations: 8 });
      let a: Body | null = null;
      const bodies: Body[] = [];
      for (let k = 0; k < 4; k++) {
        const b: Body = world.addBody({
          mass: 1,
          inertia: [0.1, 0.2, 0.15],
          position: [0.6 * k + 0.3, 0, 0],
          linearDamping: 1,
          angularDamping: 1,
        });
        const place = { a, b, anchor: [0.6 * k, 0, 0] as Vec3 };
        if (k === 2) world.addJoint(new FixedJoint(place));
        else world.addJoint(k === 1 ? new HingeJoint({ ...place, axis: [0, 0, 1] }) : new BallJoint(place));
        bodies.push(b);
        a = b;
      }
      bodies[2].position = [1.5 + tear, tear, 0];
      run(world, 240);
      sound(world);
      for (let k = 1; k < 4; k++)
        expect(distanceBetween(placeOf(bodies[k - 1], [0.3, 0, 0]), placeOf(bodies[k], [-0.3, 0, 0]))).toBeLessThan(0.05);
    }
  });
});

/** Kept of the energy range of a double pendulum after 100 s, per formulation: least and most. */
const KEPT: Record<SolverName, [number, number]> = {
  xpbd: [-0.5, 0.02],
  dbd: [-0.9, 0.02],
  pgs: [-0.9, 0.1],
  tgs: [-0.9, 0.1],
  ode: [-0.5, 0.02],
  force: [-0.9, 0.02],
};

test.each(SOLVERS)('%s: a hundred seconds', async (solver) => {
  // Semi-implicit Euler under 'force' gains energy: 55 m/s after a hundred seconds.
  const world = await createWorld({ solver, substeps: 2, iterations: 3, integrator: 'rk4' });
  const [a, b] = [0, 1].map((k) => addFree(world, { mass: 1, inertia: [0.05, 0.05, 0.05], position: [0.5 + k, 0, 0] }));
  world.addJoint(new HingeJoint({ b: a, anchor: [0, 0, 0], axis: [0, 0, 1] }));
  world.addJoint(new BallJoint({ a, b, anchor: [1, 0, 0] }));
  const slider = addFree(world, { mass: 1, inertia: [1, 1, 1], position: [5, 0, 0] });
  world.addJoint(new PrismaticJoint({ b: slider, anchor: [5, 0, 0], axis: [0, 1, 0], motor: { target: 0, stiffness: 50 } }));
  run(world, 6000);
  sound(world, 15);
  expect(distanceBetween(placeOf(a, [0.5, 0, 0]), placeOf(b, [-0.5, 0, 0]))).toBeLessThan(0.05);
  const energy = [a, b].reduce(
    (sum, { angularVelocity: w, linearVelocity: v, position }) => sum + 9.81 * position[1] + (length(v) ** 2 + 0.05 * length(w) ** 2) / 2,
    0,
  );
  const range = 2 * 9.81 * 2;
  expect(energy / range).toBeGreaterThan(KEPT[solver][0]);
  expect(energy / range).toBeLessThan(KEPT[solver][1]);
});
