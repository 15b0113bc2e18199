// Assignments that would do nothing throw, and say what to do; what can be set at run time works.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  Box,
  ConvexHull,
  HalfSpace,
  HeightField,
  HingeJoint,
  HolonomicError,
  Sphere,
  Spline,
  TriangleMesh,
  World,
} from '../../bindings/index.ts';

const assign = (object: object, name: string, value: unknown) => {
  (object as Record<string, unknown>)[name] = value;
};

async function makeWorld() {
  const world = await World.create({ substeps: 2 });
  const body = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 1, 0] });
  const hinge = world.addJoint(
    new HingeJoint({ a: body, anchor: [0, 1, 0], axis: [0, 0, 1], motor: { target: 1 }, limits: { lower: -2, upper: 2 } }),
  );
  return { world, body, hinge, coordinate: hinge.rotation };
}

describe('properties that do not exist', () => {
  const cases: [on: 'world' | 'body' | 'hinge' | 'coordinate', name: string, says: RegExp][] = [
    ['body', 'velocity', /set linearVelocity/],
    ['body', 'quaternion', /set orientation/],
    ['body', 'scale', /size of a shape/],
    ['body', 'linearvelocity', /it has linearVelocity/],
    ['body', 'name', /userData/],
    ['body', 'density', /setMassProperties/],
    ['body', 'centerOfMass', /setMassProperties/],
    ['body', 'fixedRotation', /set lockRotation/],
    ['hinge', 'motorSpeed', /set motor/],
    ['hinge', 'name', /userData/],
    ['hinge', 'a', /add another joint/],
    ['coordinate', 'target', /set motorTarget/],
    ['coordinate', 'value', /motor/],
    ['world', 'timeStep', /step\(dt\)/],
    ['world', 'Gravity', /it has gravity/],
    ['world', 'time', /cannot be set/],
  ];
  test.each(cases)('%s.%s', async (on, name, says) => {
    const objects = await makeWorld();
    const act = () => assign(objects[on], name, 1);
    expect(act).toThrow(HolonomicError);
    expect(act).toThrow(says);
  });

  test('shapes are immutable', () => {
    for (const shape of [new Sphere(1), new Box([1, 1, 1]), new HalfSpace()]) {
      expect(() => assign(shape, 'position', [0, 0, 0])).toThrow(HolonomicError);
      for (const name of Object.keys(shape)) expect(() => assign(shape, name, 5), name).toThrow(/read only/);
    }
  });

  test('what is the user’s own has its place', async () => {
    const { body, hinge } = await makeWorld();
    for (const object of [body, hinge]) {
      object.userData = { name: 'mine' };
      expect(object.userData).toEqual({ name: 'mine' });
    }
  });

  test('slots and worlds of handles stay', async () => {
    const { body } = await makeWorld();
    for (const name of ['index', 'world']) expect(() => assign(body, name, 3)).toThrow(/read only/);
    expect(body.index).toBe(1);
  });
});

describe('what getters return', () => {
  test('is frozen', async () => {
    const { world, body, hinge, coordinate } = await makeWorld();
    expect(() => ((body.position as unknown as number[])[1] = 5)).toThrow(TypeError);
    expect(() => ((world.gravity as unknown as number[])[1] = 5)).toThrow(TypeError);
    expect(() => assign(coordinate.limits!, 'lower', 0)).toThrow(TypeError);
    expect(() => assign(coordinate.motor!, 'target', 0)).toThrow(TypeError);
    expect(() => assign(hinge.damping, 'linear', 1)).toThrow(TypeError);
    expect(body.position).toEqual([0, 1, 0]);
  });

  test('of methods is the caller’s own', async () => {
    const { world, body } = await makeWorld();
    const [position, fixed] = [body.getPosition(), world.addBody({ type: 'static' })];
    position[1] = 7;
    body.position = position;
    expect(body.position).toEqual([0, 7, 0]);
    const loads = world.addJoint(new BallJoint({ a: body, anchor: [0, 0, 0] })).getLoads();
    loads.limit.force[0] = 5;
    expect(body.world.addBody({ mass: 2 }).linearMomentum).toEqual([0, 0, 0]);
    expect(fixed.linearMomentum).toEqual([0, 0, 0]);
    expect(world.addJoint(new BallJoint({ b: body, anchor: [0, 0, 0] })).getLoads().limit.force).toEqual([0, 0, 0]);
  });

  test('of shapes cannot be changed', () => {
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const hull = new ConvexHull(points);
    const mesh = new TriangleMesh(points.slice(0, 9), [0, 1, 2], { solid: false });
    const field = new HeightField({ heights: [0, 0, 0, 0], rows: 2, columns: 2, spacing: 1 });
    const spline = new Spline(points.slice(0, 6), { radius: 0.1 });
    const lists = [hull.vertices, hull.faces, hull.faces[0], mesh.vertices, mesh.indices, field.heights, spline.points, spline.tangents];
    for (const list of [...lists, hull.massProperties().inertia, hull.massProperties().centerOfMass])
      expect(() => ((list as number[])[0] = 9)).toThrow(TypeError);
    expect(() => assign(hull.massProperties(), 'volume', 9)).toThrow(TypeError);
  });
});

describe('the surface of a body', () => {
  test('can be set, as a whole and in part', async () => {
    const { body } = await makeWorld();
    expect(body.material).toMatchObject({ staticFriction: 0.5, dynamicFriction: 0.5, restitution: 0, frictionCombine: 'geometric-mean' });
    body.friction = 0.8;
    body.restitution = 0.25;
    body.material = { rollingFriction: 0.1, frictionCombine: 'minimum' };
    expect(body.material).toMatchObject({ staticFriction: 0.8, restitution: 0.25, rollingFriction: 0.1, frictionCombine: 'minimum' });
    for (const wrong of [() => (body.friction = -1), () => (body.restitution = 2), () => (body.material = { grip: 1 } as never)])
      expect(wrong).toThrow(HolonomicError);
    expect([body.friction, body.restitution]).toEqual([0.8, 0.25]);
  });

  test.each([{ precision: 'single' }, { precision: 'double' }, { backend: 'reference' }] as const)(
    'counts in the next step: %o',
    async (settings) => {
      const world = await World.create(settings);
      const ground = world.addBody({ type: 'static', shape: new HalfSpace(), friction: 1 });
      const box = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.5, 0], friction: 1 });
      const slide = () => {
        box.linearVelocity = [2, 0, 0];
        for (let step = 0; step < 30; step++) world.step(1 / 60);
        return box.linearVelocity[0];
      };
      expect(Math.abs(slide())).toBeLessThan(0.01);
      for (let step = 0; step < 60; step++) world.step(1 / 60);
      expect(box.isSleeping).toBe(true);
      ground.friction = 0;
      box.friction = 0;
      expect(box.isSleeping).toBe(false);
      expect(slide()).toBeGreaterThan(1.99);
      world.dispose();
    },
  );
});
