// Steps of one length, however long pictures take.
import { type Body, HolonomicError, Sphere, World } from 'holonomic';
import { FixedStep, poseObject } from 'holonomic/three';
import { Object3D } from 'three';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let world: World;
beforeEach(async () => {
  world = await World.create({ gravity: [0, 0, 0] });
});
afterEach(() => world.dispose());

test('makes as many steps as fit, and keeps the rest', () => {
  const stepper = new FixedStep(world, { step: 0.01 });
  expect([0.004, 0.004, 0.004, 0.025].map((passed) => stepper.advance(passed))).toEqual([0, 0, 1, 2]);
  expect(stepper.alpha).toBeCloseTo(0.7, 9);
  expect(world.stepCount).toBe(3);
});

test('leaves out what there is no time for', () => {
  const stepper = new FixedStep(world, { step: 0.01, maxSteps: 3 });
  expect(stepper.advance(1.004)).toBe(3);
  expect(stepper.alpha).toBeCloseTo(0.4, 6);
  expect(stepper.advance(0.007)).toBe(1);
});

test('interpolates between the last two steps', () => {
  const body = world.addBody({ shape: new Sphere(1), linearVelocity: [10, 0, 0] });
  const stepper = new FixedStep(world, { step: 0.1 });
  const object = new Object3D();
  const shown: number[] = [];
  for (let k = 0; k < 6; k++) {
    stepper.advance(0.04);
    poseObject(object, body, stepper);
    shown.push(Math.round(object.position.x * 100) / 100);
  }
  // One step late: 0.04 s a picture are 0.4 m.
  expect(shown).toEqual([0, 0, 0.2, 0.6, 1, 1.4].map((x) => x));
  world.addBody({ shape: new Sphere(1) });
  stepper.advance(0.1);
  expect(stepper.previous.length).toBe(stepper.transforms.length);
});

describe('what has been moved since the last step is drawn there at once', () => {
  const PICTURE = 1 / 144;
  function shown(stepper: FixedStep, body: Body): number {
    const object = new Object3D();
    stepper.advance(PICTURE);
    poseObject(object, body, stepper);
    return object.position.x;
  }

  test('a teleported body, which moves on from there', () => {
    const body = world.addBody({ shape: new Sphere(1), linearVelocity: [1.44, 0, 0] });
    const stepper = new FixedStep(world);
    for (let picture = 0; picture < 5; picture++) expect(shown(stepper, body)).toBeLessThan(1);
    expect(stepper.alpha).toBeCloseTo(1 / 12, 9);
    body.position = [100, 0, 0];
    const places = Array.from({ length: 12 }, () => shown(stepper, body));
    expect(places[0]).toBe(100);
    for (const [k, x] of places.entries()) expect(x - (places[k - 1] ?? 100)).toBeLessThan(0.011);
    expect(places[11]).toBeGreaterThan(100.05);
  });

  test('a new body in the slot of another', () => {
    const old = world.addBody({ shape: new Sphere(1), position: [-50, 0, 0], linearVelocity: [1, 0, 0] });
    const stepper = new FixedStep(world);
    stepper.advance(1.5 / 60);
    world.removeBody(old);
    const body = world.addBody({ shape: new Sphere(1), position: [50, 0, 0] });
    expect(body.index).toBe(old.index);
    expect(shown(stepper, body)).toBe(50);
    const object = new Object3D();
    poseObject(object, old, stepper);
    expect(object.position.x).toBe(0);
  });

  test('a restored world', () => {
    const body = world.addBody({ shape: new Sphere(1), position: [5, 0, 0], linearVelocity: [10, 0, 0] });
    const stepper = new FixedStep(world);
    const snapshot = world.snapshot();
    for (let k = 0; k < 20; k++) stepper.advance(1 / 60);
    world.restore(snapshot);
    expect(shown(stepper, body)).toBe(5);
  });

  test('a body that is moved before a step', () => {
    let next = 0;
    const body = world.addBody({ shape: new Sphere(1) });
    const stepper = new FixedStep(world, {
      beforeStep: () => {
        next += 10;
        body.position = [next, 0, 0];
      },
    });
    for (let picture = 0; picture < 10; picture++) expect(shown(stepper, body)).toBe(next);
    expect(next).toBe(40);
  });
});

test('calls back before each step', () => {
  const told: number[] = [];
  const stepper = new FixedStep(world, { step: 0.02, beforeStep: (step) => told.push(step, world.stepCount) });
  stepper.advance(0.05);
  expect(told).toEqual([0.02, 0, 0.02, 1]);
});

test('refuses nonsense', () => {
  const stepper = new FixedStep(world);
  const bad = [
    () => new FixedStep({} as World),
    () => new FixedStep(world, { step: 0 }),
    () => new FixedStep(world, { maxSteps: 0 }),
    () => new FixedStep(world, { beforeStep: 3 as unknown as () => void }),
    () => new FixedStep(world, { dt: 1 } as object),
    () => stepper.advance(-1),
    () => stepper.advance(Number.NaN),
  ];
  for (const action of bad) expect(action).toThrow(HolonomicError);
});
