// Soft things at rest: they lie still, fall asleep together with what they touch, and wake with it.
import { describe, expect, test } from 'vitest';
import { Box, HalfSpace, type Vec3, World } from '../../bindings/index.ts';
import { particleSets, SoftBody } from '../../bindings/particle/index.ts';
import { jellyPile } from '../../scenes/jelly-pile.ts';
import { boxMesh } from '../../scenes/meshes.ts';
import { openScene } from '../../scenes/open.ts';

const DT = 1 / 60;
const RADIUS = 0.05;

async function room(precision: 'single' | 'double', backend: 'wasm' | 'reference' = 'wasm'): Promise<World> {
  const world = await World.create({ precision, backend });
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
  return world;
}

function jelly(world: World, position: Vec3, more = {}): SoftBody {
  const mesh = boxMesh([0.2, 0.2, 0.2], 1);
  const options = { mesh, resolution: 4, density: 300, radius: RADIUS, compliance: 2e-4, damping: 1, particleCollision: true };
  return world.addParticles(new SoftBody({ ...options, position, ...more }));
}

const fastest = ({ velocities: v }: SoftBody) => {
  let most = 0;
  for (let k = 0; k < v.length; k += 3) most = Math.max(most, Math.hypot(v[k], v[k + 1], v[k + 2]));
  return most;
};
const lowest = ({ positions: x }: SoftBody) => x.reduce((least, y, k) => (k % 3 === 1 ? Math.min(least, y) : least), Infinity);

describe.each([
  ['single', 'wasm'],
  ['double', 'wasm'],
  ['double', 'reference'],
] as const)('%s %s', (precision, backend) => {
  test('a jelly lies still under a load, on what does not move and on what does', async () => {
    for (const onBox of [false, true]) {
      const world = await room(precision, backend);
      const floor = onBox ? 0.2 : 0;
      const ground = onBox ? world.addBody({ shape: new Box([0.5, 0.1, 0.5]), mass: 200, position: [0, 0.1, 0], canSleep: false }) : null;
      const soft = jelly(world, [0, floor + 0.26, 0], { canSleep: false });
      const load = world.addBody({ shape: new Box([0.2, 0.1, 0.2]), mass: 40, position: [0, floor + 0.66, 0], canSleep: false });
      for (let step = 0; step < 240; step++) world.step(DT);
      let most = 0;
      // In each of the substeps that a step of their length shows.
      world.substeps = 1;
      for (let step = 0; step < 30; step++) {
        world.step(DT / 10);
        most = Math.max(most, fastest(soft));
      }
      // The load still swings by 4 cm/s; particles that tremble at its edges would do so at 0.5 m/s.
      expect(most).toBeLessThan(0.1);
      expect(lowest(soft)).toBeGreaterThan(floor + RADIUS - 1e-3);
      expect(load.position[1]).toBeGreaterThan(floor + 0.3);
      if (ground) expect(ground.position[1]).toBeCloseTo(0.1, 2);
      world.dispose();
    }
  });
});

test('what lies on each other falls asleep together, and stays where it lies', async () => {
  const world = await room('single');
  const tower = [0, 1, 2].map((k) => jelly(world, [0, 0.26 + 0.52 * k, 0], { damping: 3 }));
  const box = world.addBody({ shape: new Box([0.15, 0.1, 0.15]), mass: 5, position: [0, 1.9, 0] });
  for (let step = 0; step < 900 && !(tower.every(({ asleep }) => asleep) && box.isSleeping); step++) {
    world.step(DT);
  }
  expect(tower.map(({ asleep }) => asleep)).toEqual([true, true, true]);
  const places = tower.map(lowest);
  expect(places[1] - places[0]).toBeGreaterThan(0.35);
  expect(places[2] - places[1]).toBeGreaterThan(0.35);
  for (let step = 0; step < 60; step++) world.step(DT);
  expect(tower.map(lowest)).toEqual(places);
  // What moves beside them wakes all.
  tower[0].translate([0.02, 0, 0]);
  tower[0].velocities.fill(1);
  world.step(DT);
  world.step(DT);
  expect(tower.map(({ asleep }) => asleep)).toEqual([false, false, false]);
});

test('a set that moves meets those that sleep as they lie', async () => {
  const world = await room('single');
  const below = jelly(world, [0, 0.26, 0]);
  for (let step = 0; step < 600 && !below.asleep; step++) world.step(DT);
  expect(below.asleep).toBe(true);
  const above = jelly(world, [0, 1.2, 0]);
  for (let step = 0; step < 120; step++) {
    world.step(DT);
    expect(lowest(above)).toBeGreaterThan(0.3);
  }
});

test('what sleeps on a body wakes when that is removed', async () => {
  const world = await room('single');
  const shelf = world.addBody({ type: 'static', shape: new Box([0.4, 0.1, 0.4]), position: [0, 0.9, 0] });
  const one = jelly(world, [0, 1.26, 0]);
  for (let step = 0; step < 600 && !one.asleep; step++) world.step(DT);
  expect(one.asleep).toBe(true);
  world.removeBody(shelf);
  for (let step = 0; step < 60; step++) world.step(DT);
  expect(lowest(one)).toBeLessThan(0.3);
});

test('what sleeps on a set wakes when that is removed', async () => {
  const world = await room('single');
  const two = [0, 1].map((k) => jelly(world, [0, 0.26 + 0.52 * k, 0], { damping: 3 }));
  for (let step = 0; step < 900 && !two.every(({ asleep }) => asleep); step++) world.step(DT);
  expect(two.map(({ asleep }) => asleep)).toEqual([true, true]);
  world.removeParticles(two[0]);
  for (let step = 0; step < 60; step++) world.step(DT);
  expect(lowest(two[1])).toBeLessThan(0.2);
});

test('a pile of 15 jellies and 15 rigid things comes to rest and sleeps, with no particle in a rigid one', async () => {
  const open = await openScene(jellyPile, { parameters: { count: 30 }, settings: { precision: 'single' } });
  const { world } = open;
  const sets = particleSets(world);
  const bodies = [...world.bodies].filter(({ type }) => type === 'dynamic');
  for (let frame = 0; frame < 900 && !(sets.every(({ asleep }) => asleep) && world.sleepingCount === bodies.length); frame++) open.step();
  expect([sets.filter(({ asleep }) => asleep).length, world.sleepingCount]).toEqual([15, 15]);
  for (const { positions: x } of sets)
    for (let k = 0; k < x.length; k += 3) {
      expect(x[k + 1]).toBeGreaterThan(0.07);
      for (const body of bodies) {
        const at = body.localPoint([x[k], x[k + 1], x[k + 2]]);
        const outside = body.shape?.type === 'sphere' ? Math.hypot(...at) - 0.3 : Math.max(...at.map(Math.abs)) - 0.25;
        if (outside < 0.05) expect.fail(`a particle is ${outside} m from a body, and has a radius of 0.075 m`);
      }
    }
}, 60_000);
