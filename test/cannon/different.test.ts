// Rows of the table "What is different" of docs/cannon.md that no program and no refusal shows: what cannon-es does, and what is done here.
import { describe, expect, test } from 'vitest';
import { both, type Cannon } from './packages.ts';
import { addBall, addBox, addFloor, DT, G, newWorld, stepFor } from './programs/program.ts';

test('a falling body follows the parabola, and is not ahead of it by half a step', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C);
    const ball = addBall(C, world, 0.5, [0, 0, 0], { linearDamping: 0 });
    stepFor(world, 1);
    return ball.position.y;
  });
  expect(ours).toBeCloseTo(-G / 2, 4);
  expect(theirs).toBeCloseTo(-G / 2 - (G * DT) / 2, 3);
});

test('friction holds what is pressed against a wall, whatever it weighs', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C, { gravity: new C.Vec3() });
    world.defaultContactMaterial.friction = 0.5;
    addBox(C, world, 1, [-1, 0, 0], { mass: 0 });
    const box = addBox(C, world, 0.5, [0.5, 0, 0], { linearDamping: 0 });
    for (let k = 0; k < 60; k++) {
      box.applyForce(new C.Vec3(-100, -30, 0));
      world.step(DT);
    }
    return box.position.y;
  });
  // Without gravity cannon-es has no friction.
  expect(Math.abs(ours)).toBeLessThan(0.01);
  expect(theirs).toBeLessThan(-1);
});

test('a mesh holds a box', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C);
    const mesh = new C.Trimesh([-5, 0, -5, 5, 0, -5, 5, 0, 5, -5, 0, 5], [0, 2, 1, 0, 3, 2]);
    world.addBody(new C.Body({ mass: 0, shape: mesh }));
    const box = addBox(C, world, 0.5, [0.3, 0.6, 0.2]);
    stepFor(world, 1);
    return box.position.y;
  });
  expect(ours).toBeCloseTo(0.5, 2);
  expect(theirs).toBeLessThan(-2);
});

test('what linearFactor holds does not move, by a velocity neither', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C);
    const box = addBox(C, world, 0.5, [0, 0, 0], { linearFactor: new C.Vec3(1, 0, 1), linearDamping: 0 });
    box.velocity.set(2, 1, 0);
    stepFor(world, 1);
    return [box.position.x, box.position.y].map((x) => Number(x.toFixed(3)));
  });
  expect(ours).toEqual([2, 0]);
  expect(theirs).toEqual([2, 1]);
});

test('a static body with a velocity drags nothing', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C);
    addFloor(C, world, 0, { velocity: new C.Vec3(2, 0, 0) });
    const box = addBox(C, world, 0.5, [0, 0.5, 0]);
    stepFor(world, 1);
    return box.position.x;
  });
  expect(Math.abs(ours)).toBeLessThan(1e-3);
  expect(theirs).toBeGreaterThan(0.1);
});

test('a step catches up by maxSubSteps steps', () => {
  const { ours } = both((C) => {
    const world = newWorld(C);
    world.step(DT, 1, 7);
    return world.stepnumber;
  });
  expect(ours).toBe(7);
});

test('a ray through all meets a body where it enters and where it leaves', () => {
  const { ours } = both((C) => {
    const world = newWorld(C);
    addBox(C, world, 1, [0, 0, 0]);
    const at: number[] = [];
    world.raycastAll(new C.Vec3(-5, 0.2, 0.3), new C.Vec3(5, 0.2, 0.3), { skipBackfaces: false }, ({ hitPointWorld }) =>
      at.push(hitPointWorld.x),
    );
    return at.toSorted((a, b) => a - b);
  });
  expect(ours.map((x) => Number(x.toFixed(6)))).toEqual([-1, 1]);
});

test('a quaternion is integrated into its target', () => {
  const { theirs, ours } = both((C) => {
    const target = new C.Quaternion(0, 0, 0, 5);
    new C.Quaternion().integrate(new C.Vec3(0, 1, 0), 0.1, new C.Vec3(1, 1, 1), target);
    return [target.x, target.y, target.z, target.w];
  });
  expect(Math.hypot(...ours)).toBeCloseTo(1, 2);
  expect(Math.abs(theirs[3])).toBeGreaterThan(0.99);
});

test('an index of a height field is clamped to the nearest cell', () => {
  const { theirs, ours } = both((C) => {
    const field = new C.Heightfield([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    const found: number[] = [];
    return [field.getIndexOfPosition(-3, 9, found, true), ...found];
  });
  expect(ours).toEqual([true, 0, 1]);
  expect(theirs[0]).toBe(false);
});

describe('of contacts', () => {
  test('there is nothing to solve', () => {
    const { theirs, ours } = both((C) => {
      const world = newWorld(C);
      addFloor(C, world);
      addBox(C, world, 0.5, [0, 0.499, 0]);
      stepFor(world, 0.1);
      return {
        friction: world.frictionEquations.length,
        multipliers: world.contacts.map(({ multiplier }) => multiplier),
        count: world.contacts.length,
      };
    });
    expect(ours).toEqual({ friction: 0, multipliers: Array(ours.count).fill(0), count: ours.count });
    expect(ours.count).toBeGreaterThan(0);
    expect(theirs.friction).toBeGreaterThan(0);
  });

  test('preStep comes before they are found', () => {
    const { theirs, ours } = both((C) => {
      const world = newWorld(C);
      const floor = addFloor(C, world);
      const ball = addBall(C, world, 0.5, [0, 0.49, 0]);
      const told: string[] = [];
      world.addEventListener('preStep', () => told.push('preStep'));
      world.addEventListener('postStep', () => told.push('postStep'));
      ball.addEventListener('collide', ({ body }: { body: unknown }) => told.push(body === floor ? 'collide' : 'other'));
      world.step(DT);
      return told;
    });
    expect(ours).toEqual(['preStep', 'collide', 'postStep']);
    expect(theirs.indexOf('collide')).toBeLessThan(theirs.indexOf('postStep'));
  });
});

test('a body sleeps with what it touches, not before', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C, { allowSleep: true });
    addFloor(C, world);
    const options = { sleepSpeedLimit: 0.1, sleepTimeLimit: 0.2 };
    const lower = addBox(C, world, 0.5, [0, 0.5, 0], options);
    // What lies on it may not sleep.
    addBox(C, world, 0.5, [0, 1.5, 0], { ...options, allowSleep: false });
    const alone = addBox(C, world, 0.5, [5, 0.5, 0], options);
    stepFor(world, 2);
    return [lower, alone].map(({ sleepState }) => sleepState === C.Body.SLEEPING);
  });
  expect(ours).toEqual([false, true]);
  expect(theirs[1]).toBe(true);
});

test('a particle is a ball of 1 mm, and meets a mesh', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C);
    const mesh = new C.Trimesh([-5, 0, -5, 5, 0, -5, 5, 0, 5, -5, 0, 5], [0, 2, 1, 0, 3, 2]);
    world.addBody(new C.Body({ mass: 0, shape: mesh }));
    const particle = new C.Body({ mass: 1, shape: new C.Particle(), position: new C.Vec3(0.3, 0.2, 0.2) });
    world.addBody(particle);
    stepFor(world, 2);
    return particle.position.y;
  });
  expect(ours).toBeCloseTo(0.001, 3);
  expect(theirs).toBeLessThan(-2);
});

test('stiffness and relaxation of friction change nothing, a soft contact gives way by force over stiffness', () => {
  const settle = (change: (C: Cannon, material: InstanceType<Cannon['ContactMaterial']>) => void) =>
    both((C) => {
      const world = newWorld(C);
      change(C, world.defaultContactMaterial);
      addFloor(C, world);
      const ball = addBall(C, world, 0.5, [0, 0.5, 0], { mass: 10, linearDamping: 0.9 });
      for (let k = 0; k < 240; k++) {
        ball.applyForce(new C.Vec3(10, 0, 0));
        world.step(DT);
      }
      return [ball.position.x, ball.position.y];
    }).ours;
  const usual = settle(() => {});
  const others = settle((_, material) => Object.assign(material, { frictionEquationStiffness: 1e3, frictionEquationRelaxation: 9 }));
  expect(others).toEqual(usual);
  const stiffness = 1e4;
  const soft = settle((_, material) => Object.assign(material, { contactEquationStiffness: stiffness }));
  expect(0.5 - soft[1]).toBeCloseTo((10 * G) / stiffness, 3);
});

test('contacts come in the order of the engine, each once, with its bodies, shapes, arms and normal', () => {
  const { ours } = both((C) => {
    const world = newWorld(C);
    const floor = addFloor(C, world);
    const balls = [0, 3, 6].map((x) => addBall(C, world, 0.5, [x, 0.49, 0]));
    stepFor(world, 0.2);
    const seen = world.contacts.map(({ bi, bj, ni, ri, rj }) => {
      const ball = bi === floor ? bj : bi;
      const [arm, side] = ball === bi ? [ri, 1] : [rj, -1];
      return [balls.indexOf(ball), bi === floor || bj === floor, Math.round(-side * ni.y), Math.round(2 * arm.y)];
    });
    return seen.toSorted((a, b) => Number(a[0]) - Number(b[0]));
  });
  expect(ours).toEqual([0, 1, 2].map((ball) => [ball, true, 1, -1]));
});

test('what has no volume is 2 mm thick, and an empty mesh is nothing', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C);
    addFloor(C, world);
    const [x, z] = [new C.Vec3(-1, 0, -1), new C.Vec3(1, 0, -1)];
    const corners = [x, z, x.negate(), z.negate()];
    const faces = [
      [0, 3, 2, 1],
      [0, 1, 2, 3],
    ];
    const shapes = [new C.Box(new C.Vec3(1, 0, 1)), new C.ConvexPolyhedron({ vertices: corners, faces }), new C.Sphere(0)];
    const bodies = shapes.map((shape, k) => new C.Body({ mass: 1, shape, position: new C.Vec3(5 * k, 1, 0) }));
    for (const body of [...bodies, new C.Body({ mass: 0, shape: new C.Trimesh([], []) })]) world.addBody(body);
    stepFor(world, 1);
    return bodies.map(({ position }) => position.y);
  });
  expect(theirs.map((y) => Math.abs(y) < 0.01)).toEqual([true, true, true]);
  expect(ours).toEqual([0, 0, 0].map(() => expect.closeTo(0.001, 4)));
});

test('a sleeping body that is put somewhere else wakes', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C, { allowSleep: true });
    const box = addBox(C, world, 0.5, [0, 5, 0]);
    box.sleep();
    stepFor(world, 0.2);
    box.position.x = 3;
    stepFor(world, 0.5);
    return box.position.y < 4;
  });
  expect([theirs, ours]).toEqual([false, true]);
});

test('a body with unlike moments of inertia tumbles', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C, { gravity: new C.Vec3() });
    const plate = new C.Body({ mass: 1, shape: new C.Box(new C.Vec3(1, 0.5, 0.1)), angularDamping: 0 });
    world.addBody(plate);
    plate.angularVelocity.set(0.05, 5, 0.05);
    stepFor(world, 3);
    return plate.angularVelocity.x;
  });
  expect(theirs).toBeCloseTo(0.05, 6);
  expect(Math.abs(ours - 0.05)).toBeGreaterThan(0.01);
});
