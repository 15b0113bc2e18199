// What a body was added with can be changed at run time: it is then as if it had been added so.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  type BodyOptions,
  Box,
  Compound,
  HalfSpace,
  HeightField,
  HingeJoint,
  PathJoint,
  Sphere,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { passOff } from '../hostile/stranger.ts';
import { BACKENDS, cross, expectRefusal, expectRelative, expectVector, roundOff } from './backends.ts';

const DT = 1 / 60;
const SHAPE = new Box([0.3, 0.5, 0.4]);
const MOTION = { position: [0, 1, 0], linearVelocity: [1, 2, 0], angularVelocity: [0.5, 1, 2] } as const;

const open = (settings: WorldOptions) => World.create({ substeps: 4, ...settings });
const run = (world: World, steps: number) => {
  for (let step = 0; step < steps; step++) world.step(DT);
};

/** A body that bumps into the ground and a wall; `change` is made before the first step. */
async function fate(settings: WorldOptions, given: BodyOptions, change: (body: Body) => void = () => {}) {
  const world = await open(settings);
  world.addBody({ type: 'static', shape: new HalfSpace() });
  world.addBody({ type: 'static', shape: new Box([0.005, 5, 5]), position: [2.5, 0, 0] });
  const body = world.addBody({ shape: SHAPE, ...MOTION, ...given });
  change(body);
  const restored = await open(settings);
  restored.restore(passOff(world.snapshot()));
  run(world, 40);
  run(restored, 40);
  const [hash, again] = [world.hash(), restored.hash()];
  world.dispose();
  restored.dispose();
  expect(again, 'the snapshot of the changed body').toBe(hash);
  return hash;
}

const TENSOR = [2, 0.1, 0, 0.1, 2.2, 0.05, 0, 0.05, 2.4];
const CHANGES: [name: string, added: BodyOptions, change: (body: Body) => void, before?: BodyOptions][] = [
  ['inertia, of three', { mass: 2, inertia: [2, 3, 4] }, (body) => (body.inertia = [2, 3, 4]), { mass: 2, inertia: [1, 1, 1] }],
  ['inertia, of nine', { mass: 2, inertia: TENSOR }, (body) => (body.inertia = TENSOR), { mass: 2, inertia: [3, 2, 2] }],
  ['lockTranslation', { lockTranslation: [false, false, true] }, (body) => (body.lockTranslation = [false, false, true])],
  ['lockRotation', { lockRotation: [true, true, false] }, (body) => (body.lockRotation = [true, true, false])],
  [
    'locks that go',
    {},
    (body) => (body.lockRotation = [false, false, false]),
    { lockRotation: [true, true, true], angularVelocity: [0, 0, 0] },
  ],
  ['ccd', { ccd: true, linearVelocity: [300, 0, 0] }, (body) => (body.ccd = true), { linearVelocity: [300, 0, 0] }],
  ['a density', { density: 500 }, (body) => body.setMassProperties({ density: 500 }), { mass: 3 }],
  ['a shape and its mass', {}, (body) => { body.shape = SHAPE; body.setMassProperties({ shape: SHAPE }); }, { shape: new Sphere(2) }], // biome-ignore format: one row
  ['a shape from none', { mass: 2, inertia: [1, 1, 1] }, (body) => (body.shape = SHAPE), { shape: undefined, mass: 2, inertia: [1, 1, 1] }],
];

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  test.each(CHANGES)('%s', async (name, added, change, before = {}) => {
    const isTurning = name === 'locks that go' ? { angularVelocity: [0, 0, 0] as Vec3 } : {};
    const wanted = await fate(settings, { ...added, ...isTurning });
    expect(await fate(settings, before, change)).toBe(wanted);
    expect(await fate(settings, before), 'the change changes something').not.toBe(wanted);
  });

  test('mass scales the inertia, and decides what a force does', async () => {
    const world = await open({ ...settings, gravity: [0, 0, 0] });
    const body = world.addBody({ shape: SHAPE, mass: 2, inertia: TENSOR });
    const [inertia, axes] = [body.inertia, body.principalRotation];
    body.mass = 5;
    expect(body.mass).toBe(5);
    expectVector(
      body.inertia,
      inertia.map((moment) => 2.5 * moment),
      1e-14,
    );
    expect(body.principalRotation).toEqual(axes);
    body.applyForce([10, 0, 0]);
    world.step(DT);
    expectRelative(body.linearVelocity[0], (10 / 5) * DT, roundOff(label));
    body.mass = 2;
    expectVector(body.inertia, inertia, 1e-14);
    const told = body.inertia;
    body.inertia = told;
    expect(body.inertia).toEqual(told);
    expect(body.principalRotation).toEqual(axes);
    body.principalRotation = [0, 0, 2, 0];
    expect(body.principalRotation).toEqual([0, 0, 1, 0]);
    world.dispose();
  });

  test('where the centre of mass moves, the body, its points and its joints stay', async () => {
    const world = await open(settings);
    const base = world.addBody({ type: 'static' });
    const body = world.addBody({ shape: SHAPE, position: [1, 0, 0], orientation: [0, 0, 0.6, 0.8], centerOfMass: [0, 0.1, 0] });
    const track = world.addBody({ shape: SHAPE, position: [0, 9, 0], type: 'kinematic' });
    const hinge = world.addJoint(new HingeJoint({ a: base, b: body, anchor: [0, 0, 0], axis: [0, 0, 1] }));
    const points = [-2, 0, 2].map((x): Vec3 => [x, 5, 0]);
    const path = world.addJoint(new PathJoint({ a: track, b: world.addBody({ mass: 1, position: [0, 5, 0] }), anchor: [0, 5, 0], points }));
    run(world, 30);
    const told = () => [
      ...body.position,
      ...body.orientation,
      ...body.velocityAt([3, 2, 1]),
      ...hinge.anchorWorldB,
      ...path.anchorWorldA,
      hinge.angle,
      path.distance,
    ];
    const before = told();
    body.setMassProperties({ centerOfMass: [0.2, -0.1, 0.3] });
    track.setMassProperties({ centerOfMass: [0.5, 0, 0] });
    expectVector(told(), before, 1e-12);
    expectVector(body.localPoint(body.centerOfMass), [0.2, -0.1, 0.3], 1e-12);
    expect(Array.from(world.transforms.slice(7 * body.index, 7 * body.index + 3))).toEqual(body.position.map(Math.fround));
    const arm = body.centerOfMass.map((component, axis) => component - body.position[axis]) as Vec3;
    const spin = cross(body.angularVelocity as Vec3, arm);
    expectVector(
      body.linearVelocity,
      body.velocityAt(body.position).map((component, axis) => component + spin[axis]),
      1e-12,
    );
    run(world, 60);
    expect(hinge.positionError).toBeLessThan(1e-2);
    expectVector(path.anchorWorldA, path.anchorWorldB, 1e-2);
    world.dispose();
  });

  test('a body whose centre of mass was moved turns as one that was added so', async () => {
    const end = async (given: BodyOptions, change: (body: Body) => void = () => {}) => {
      const world = await open({ ...settings, gravity: [0, 0, 0] });
      const body = world.addBody({ shape: SHAPE, mass: 2, inertia: [1, 2, 3], angularVelocity: [1, 2, 0.5], ...given });
      change(body);
      run(world, 60);
      const state = [...body.position, ...body.orientation, ...body.linearVelocity];
      world.dispose();
      return state;
    };
    const centerOfMass: Vec3 = [0.2, 0.1, -0.3];
    const linearVelocity = cross([1, 2, 0.5], centerOfMass);
    const wanted = await end({ centerOfMass, linearVelocity });
    expectVector(await end({}, (body) => body.setMassProperties({ centerOfMass })), wanted, label === 'wasm, single' ? 1e-5 : 1e-11);
  });

  test('another shape: the contacts of the old one end, what slept wakes, and lies on the new one', async () => {
    const world = await open(settings);
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const low = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.5, 0] });
    const high = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 1.5, 0] });
    const joint = world.addJoint(new BallJoint({ b: world.addBody({ position: [9, 0, 0] }), a: low, anchor: [0, 0.5, 0], enabled: false }));
    run(world, 90);
    expect([low.isSleeping, high.isSleeping]).toEqual([true, true]);
    const { mass, inertia } = low;
    low.shape = new Box([0.5, 0.2, 0.5]);
    expect([low.isSleeping, high.isSleeping]).toEqual([false, false]);
    expect([low.mass, low.inertia]).toEqual([mass, inertia]);
    expect(world.contacts().filter(({ a, b }) => a === low || b === low)).toEqual([]);
    world.step(DT);
    expect([...world.events].filter(({ type, a, b }) => type === 'contact-end' && (a === low || b === low))).toHaveLength(2);
    run(world, 120);
    expect([low.position[1], high.position[1]].map((y) => Math.round(100 * y))).toEqual([20, 90]);
    expect(joint.alive).toBe(true);
    // Into what sleeps beside it, and out of the world of shapes.
    run(world, 60);
    expect(high.isSleeping).toBe(true);
    low.shape = new Box([0.5, 0.6, 0.5]);
    run(world, 90);
    expect(high.position[1] - low.position[1]).toBeGreaterThan(1);
    low.shape = null;
    expect([low.shape, low.bounds]).toEqual([null, null]);
    run(world, 60);
    expect(low.position[1]).toBeLessThan(-1);
    expect(high.position[1]).toBeCloseTo(0.5, 1);
    world.dispose();
  });

  test('a static shape that grows wakes what it grows into', async () => {
    const world = await open(settings);
    const floor = world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] });
    const rock = world.addBody({ type: 'static', shape: new Sphere(0.2), position: [1, 0.3, 0] });
    const ball = world.addBody({ shape: new Sphere(0.2), position: [0, 0.2, 0], material: { rollingFriction: 0.01 } });
    run(world, 90);
    expect(ball.isSleeping).toBe(true);
    rock.shape = new Sphere(1);
    run(world, 5);
    expect(ball.isSleeping).toBe(false);
    run(world, 60);
    expect(ball.position[0]).toBeLessThan(-0.1);
    floor.shape = new Box([5, 0.3, 5]);
    expect(ball.isSleeping).toBe(false);
    world.dispose();
  });

  test('shapes are held as long as a body has them', async () => {
    const world = await open(settings);
    const body = world.addBody({ shape: SHAPE });
    const held = world.shapes.count;
    for (let k = 0; k < 50; k++) body.shape = new Sphere(0.1 + k);
    expect(world.shapes.count).toBe(held);
    const bytes = world.memoryBytes;
    for (let k = 0; k < 500; k++) body.shape = k % 2 ? new Compound([{ shape: new Sphere(1 + k) }, { shape: SHAPE }]) : null;
    expect(world.memoryBytes).toBe(bytes);
    const saved = world.snapshot();
    const last = body.shape;
    body.shape = null;
    expect(world.shapes.count).toBe(held - 1);
    world.restore(saved);
    expect(body.shape).toBe(last);
    world.dispose();
  });

  test('what is refused changes nothing', async () => {
    const world = await open(settings);
    const body = world.addBody({ shape: SHAPE, mass: 2, lockRotation: [true, false, false] });
    world.step(DT);
    const { u8 } = world.memory;
    const before = u8.slice();
    const set = (name: string, value: unknown) => () => Reflect.set(body, name, value);
    const field = new HeightField({ heights: new Array(9).fill(0), rows: 3, columns: 3, spacing: 1 });
    const wrong: [name: string, ...values: unknown[]][] = [
      ['mass', 0, -1, Number.NaN, Infinity, 1e-320, '2', null],
      ['inertia', [1, 1], [1, 1, 9], [1, 1, -1], [0, 0, 0], null, [1, 2, 0, 0, 1, 0, 0, 0, 1], 5],
      ['principalRotation', [0, 0, 0, 0], [1, 0, 0], null],
      ['lockTranslation', [true, false], true, null, [1, 0, 0]],
      ['lockRotation', [true], 'x', undefined],
      ['ccd', 1, null, undefined],
      ['shape', undefined, {}, 'box', body],
    ];
    for (const [name, ...values] of wrong) for (const value of values) expectRefusal(set(name, value), 'invalid-argument');
    expectRefusal(set('shape', field), 'unsupported-shape');
    const refused = [
      { density: 1, mass: 1 },
      { mass: 0 },
      { centerOfMass: [1] },
      { centerOfMass: [1e308, 1, Infinity] },
      { inertia: [1, 2, 9] },
      { weight: 3 },
      null,
      { shape: 3 },
    ];
    for (const given of refused) expectRefusal(() => body.setMassProperties(given as never), 'invalid-argument');
    expect(Buffer.compare(u8.slice(), before)).toBe(0);
    body.type = 'static';
    body.shape = field;
    expectRefusal(set('type', 'dynamic'), 'unsupported-shape');
    world.removeBody(body);
    const right = {
      mass: 1,
      inertia: [1, 1, 1],
      principalRotation: [0, 0, 0, 1],
      lockRotation: [true, true, true],
      ccd: true,
      shape: null,
    };
    for (const [name, value] of Object.entries(right)) expectRefusal(set(name, value), 'removed-handle');
    expectRefusal(() => body.setMassProperties({ mass: 1 }), 'removed-handle');
    world.dispose();
  });
});
