// Forces of contacts between sleeping bodies: those of the last step before they fell asleep, however long the steps are that pass them over.
import { describe, expect, test } from 'vitest';
import { type Body, Box, HalfSpace, Sphere, World, type WorldOptions } from '../../bindings/index.ts';
import { DT, PRECISIONS } from './worlds.ts';

const BACKENDS: { label: string; settings: WorldOptions }[] = [...PRECISIONS, { label: 'reference', settings: { backend: 'reference' } }];
const STEPS = [DT, 2 * DT, DT / 4, 1e-4, 0.1];

/** Forces of the contacts of a body: what `contactForce` says, and the sums over points and frictions, as forces on the body. */
function forces(world: World, body: Body): { total: number[]; points: number[]; friction: number[] } {
  const points = [0, 0, 0];
  const friction = [0, 0, 0];
  world.forEachContact((contact) => {
    if (contact.a !== body && contact.b !== body) return;
    const side = contact.b === body ? 1 : -1;
    for (let k = 0; k < 3; k++) {
      for (const { force } of contact.points) points[k] += side * force * contact.normal[k];
      friction[k] += side * contact.friction[k];
    }
  });
  return { total: body.contactForce(), points, friction };
}

describe.each(BACKENDS)('the forces of sleeping bodies, $label', ({ settings }) => {
  test('do not change with the length of steps that pass them over', async () => {
    // On a slope of 3 in 5, so that friction carries a part of the weight.
    const world = await World.create({ ...settings, gravity: [-6, -8, 0] });
    world.addBody({ type: 'static', shape: new HalfSpace(), friction: 1 });
    const box = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.5, 0], mass: 3, friction: 1 });
    for (let k = 0; k < 300 && !box.isSleeping; k++) world.step(DT);
    expect(box.isSleeping).toBe(true);
    const asleep = forces(world, box);
    expect(asleep.points[1]).toBeCloseTo(24, 0);
    expect(asleep.friction[0]).toBeCloseTo(18, 0);
    for (const dt of STEPS) {
      world.step(dt);
      expect(box.isSleeping).toBe(true);
      const now = forces(world, box);
      for (const name of ['total', 'points', 'friction'] as const)
        for (let k = 0; k < 3; k++) expect(now[name][k], `${name}, ${dt} s`).toBeCloseTo(asleep[name][k], 5);
    }
    // Nor where it is woken, until a step has solved its contacts again.
    box.wake();
    expect(box.contactForce()[1]).toBeCloseTo(asleep.total[1], 5);
    world.step(DT / 4);
    expect(box.contactForce()[1]).toBeCloseTo(24, 0);
  });

  test('are their own where others are awake, and last through snapshots', async () => {
    const world = await World.create({ ...settings, gravity: [0, -10, 0] });
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const sleeper = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.5, 0], mass: 3 });
    const on = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 1.5, 0], mass: 2 });
    const awake = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [5, 0.5, 0], mass: 4, canSleep: false });
    for (let k = 0; k < 120; k++) world.step(DT);
    for (const dt of STEPS) {
      for (let k = 0; k < 3; k++) world.step(dt);
      expect([sleeper.isSleeping, on.isSleeping, awake.isSleeping]).toEqual([true, true, false]);
      expect(sleeper.contactForce()[1]).toBeCloseTo(30, 1);
      expect(on.contactForce()[1]).toBeCloseTo(20, 1);
      if (dt > 1e-3) expect(awake.contactForce()[1]).toBeCloseTo(40, 0);
      const other = await World.create(settings);
      other.restore(world.snapshot());
      const [, a, b] = other.bodies;
      expect([a.contactForce(), b.contactForce()]).toEqual([sleeper.contactForce(), on.contactForce()]);
    }
  });

  test('those of a body that lies on a kinematic one too', async () => {
    const world = await World.create({ ...settings, gravity: [0, -10, 0] });
    world.addBody({ type: 'kinematic', shape: new Box([2, 0.5, 2]), position: [0, -0.5, 0] });
    const ball = world.addBody({ shape: new Sphere(0.5), position: [0, 0.5, 0], mass: 1 });
    for (let k = 0; k < 120; k++) world.step(DT);
    expect(ball.isSleeping).toBe(true);
    for (const dt of STEPS) {
      world.step(dt);
      expect(ball.contactForce()[1]).toBeCloseTo(10, 3);
    }
  });
});
