// substeps: 'auto': as many as loads, joints and the size of the world ask for, whoever computes them, and nobody who rests feels a change.
import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, Box, Compound, DistanceJoint, Sphere, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { turn } from '../../scenes/turn.ts';
import { BACKENDS } from '../bindings/backends.ts';
import { addFloor, DT, GRAVITY, onEachKernel, settle, substepsOver } from './worlds.ts';

const CUBE = new Box([0.5, 0.5, 0.5]);
const FEWEST = 4;
const USUAL = 10;
/** m/s: of what falls asleep. */
const REST = 0.08;

/** Towers of cubes, apart from each other. */
function addTowers(world: World, count: number, height: number): Body[] {
  addFloor(world);
  const places = Array.from({ length: count * height }, (_, k) => [2 * Math.floor(k / height), 0.5 + (k % height), 0] as const);
  return places.map(([x, y, z]) => world.addBody({ shape: CUBE, mass: 1, position: [x, y, z] }));
}

const fastest = (bodies: readonly Body[]): number => Math.max(...bodies.map(({ linearVelocity }) => Math.hypot(...linearVelocity)));
const bitsOf = (world: World): Uint8Array => new Uint8Array(world.transforms.slice().buffer);

describe.each(BACKENDS)('$label', ({ settings }) => {
  const create = (options: WorldOptions = {}) => World.create({ sleep: false, substeps: 'auto', ...settings, ...options });

  test('a world with little to do has the usual ones, and the bits of that number', async () => {
    const worlds = [await create(), await create({ substeps: USUAL })];
    for (const world of worlds) {
      addTowers(world, 3, 3);
      world.addBody({ shape: new Sphere(0.3), position: [1, 4, 0.1], linearVelocity: [1, 0, 0] });
      expect(new Set(substepsOver(world, 120))).toEqual(new Set([USUAL]));
    }
    expect(bitsOf(worlds[0])).toEqual(bitsOf(worlds[1]));
  });

  test('a number is exact, whatever there is to do; long steps have more', async () => {
    const world = await create({ substeps: 7 });
    addTowers(world, 16, 1);
    expect(new Set(substepsOver(world, 30))).toEqual(new Set([7]));
    world.step(0.2);
    expect(world.lastSubsteps).toBe(28);
    world.substeps = 'auto';
    settle(world, 2);
    expect(world.lastSubsteps).toBeGreaterThan(7);
    world.step(0.2);
    expect(world.lastSubsteps % 4).toBe(0);
    world.substeps = 5;
    world.step(DT);
    expect([world.substeps, world.lastSubsteps]).toEqual([5, 5]);
  });

  test('a snapshot has what the next steps depend on', async () => {
    const world = await create();
    const other = await create({ substeps: 3 });
    addTowers(world, 4, 6);
    settle(world, 15);
    other.restore(world.snapshot());
    const taken = new Set<number>();
    for (let k = 0; k < 60; k++) {
      for (const each of [world, other]) each.step(DT);
      expect(other.lastSubsteps).toBe(world.lastSubsteps);
      taken.add(world.lastSubsteps);
    }
    expect(taken.size).toBeGreaterThan(3);
    expect(bitsOf(other)).toEqual(bitsOf(world));
  });
});

test('all builds choose the same', async () => {
  const [first, ...others] = await Promise.all(
    BACKENDS.map(async ({ settings }) => {
      const world = await World.create({ sleep: false, substeps: 'auto', ...settings });
      addTowers(world, 2, 12);
      return substepsOver(world, 120);
    }),
  );
  for (const taken of others) expect(taken).toEqual(first);
});

onEachKernel(({ create }) => {
  const auto = (options: WorldOptions = {}) => create({ substeps: 'auto', ...options });

  test('takes few substeps where nothing asks for more, little by little', async () => {
    const world = await auto();
    addTowers(world, 16, 1);
    const taken = substepsOver(world, 180);
    expect([world.substeps, taken.at(-1)]).toEqual(['auto', FEWEST]);
    for (let k = 1; k < taken.length; k++) expect(taken[k - 1] > 12 ? [1, 2] : [0, 1]).toContain(taken[k - 1] - taken[k]);
  });

  test('a mechanism that the world holds has the usual ones at once, until it is gone', async () => {
    const world = await auto();
    addTowers(world, 16, 1);
    settle(world, 180);
    const bob = world.addBody({ shape: CUBE, mass: 1, position: [0, 6, 5] });
    const joint = world.addJoint(new BallJoint({ b: bob, anchor: [0, 8, 5] }));
    expect(new Set(substepsOver(world, 10))).toEqual(new Set([USUAL]));
    world.removeJoint(joint);
    world.removeBody(bob);
    const taken = substepsOver(world, 120);
    expect([taken[0], taken.at(-1)]).toEqual([USUAL, FEWEST]);
  });

  test('a load asks for more while it lasts, and for a while', async () => {
    const world = await auto();
    const cubes = addTowers(world, 16, 1);
    settle(world, 180);
    const push = () => cubes[3].applyForce([0, -100 * GRAVITY, 0]);
    const taken = Array.from({ length: 120 }, () => {
      push();
      world.step(DT);
      return world.lastSubsteps;
    });
    expect(taken[0]).toBe(FEWEST);
    // 101 weights, of which 60 are borne by 4 substeps: their square root.
    expect(taken.at(-1)).toBe(Math.ceil(FEWEST * Math.sqrt(101 / 60.7)));
    const after = substepsOver(world, 180);
    expect(after[10]).toBeGreaterThan(FEWEST);
    expect(after.at(-1)).toBe(FEWEST);
  });

  test('of 200 contacts of joined bodies one may be pressed deeper, and not more', async () => {
    const world = await auto();
    const cubes = addTowers(world, 210, 1);
    // Ropes that hang slack: what they join counts as jointed, and nothing shares its load.
    for (let k = 0; k < cubes.length; k += 2)
      world.addJoint(new DistanceJoint({ a: cubes[k], b: cubes[k + 1], anchorA: [0, 0, 0], anchorB: [0, 0, 0], maxLength: 5 }));
    settle(world, 180);
    const takenUnder = (loaded: number) => {
      for (let k = 0; k < 120; k++) {
        for (const cube of cubes.slice(0, loaded)) cube.applyForce([0, -79 * GRAVITY, 0]);
        world.step(DT);
      }
      return world.lastSubsteps;
    };
    expect(takenUnder(1)).toBe(FEWEST);
    // 80 weights on each of three press deeper than the 4.3 mm that 32 would.
    expect(takenUnder(3)).toBe(Math.ceil(FEWEST * Math.sqrt(80 / 32.4)));
  });

  test('of 200 bones of a crowd one may turn twice as far, and not more', async () => {
    const world = await auto({ gravity: [0, 0, 0] });
    const links = Array.from({ length: 660 }, (_, k) =>
      world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [(k % 11) + 0.5, 2 * Math.floor(k / 11), 0] }),
    );
    links.forEach((b, k) => {
      if (k % 11) world.addJoint(new BallJoint({ a: links[k - 1], b, anchor: [k % 11, 2 * Math.floor(k / 11), 0] }));
    });
    // They spin about the line of their joints, and move nothing else.
    const taken = (count: number, speed: number) => {
      for (let k = 0; k < count; k++) links[15 * k + 3].angularVelocity = [speed, 0, 0];
      return substepsOver(world, 30).at(-1);
    };
    settle(world, 60);
    expect(taken(3, 90)).toBe(FEWEST);
    expect(taken(3, 180)).toBeGreaterThan(6);
    expect(taken(10, 110)).toBe(USUAL);
    world.dispose();
  });

  test('an impact is no load', async () => {
    const world = await auto();
    const cubes = addTowers(world, 20, 2);
    settle(world, 180);
    for (const cube of cubes.slice(0, 8)) cube.applyImpulse([0, -3, 0]);
    expect(new Set(substepsOver(world, 30))).toEqual(new Set([FEWEST]));
  });

  test('what stands does not feel that substeps become longer, and falls asleep', async () => {
    const world = await auto({ sleep: { timeUntilSleep: 2.5 } });
    const cubes = addTowers(world, 3, 15);
    let most = 0;
    for (let k = 0; k < 300; k++) {
      world.step(DT);
      if (k > 30) most = Math.max(most, fastest(cubes));
    }
    expect(world.sleepingCount).toBe(cubes.length);
    expect(most).toBeLessThan(REST);
    for (const { position } of cubes) expect(Math.abs(position[2])).toBeLessThan(0.002);
  });

  test('who sleeps is not woken, and what is woken does not jump', async () => {
    const world = await auto({ sleep: true });
    const cubes = addTowers(world, 6, 8);
    for (const cube of cubes) cube.canSleep = false;
    settle(world, 180);
    expect(world.lastSubsteps).toBe(FEWEST);
    for (const cube of cubes) cube.canSleep = true;
    settle(world, 60);
    expect(world.sleepingCount).toBe(cubes.length);
    settle(world, 120);
    expect([world.sleepingCount, world.lastSubsteps]).toEqual([cubes.length, USUAL]);
    for (const cube of cubes) cube.wake();
    let most = 0;
    for (let k = 0; k < 90; k++) {
      world.step(DT);
      most = Math.max(most, fastest(cubes));
    }
    expect(most).toBeLessThan(REST);
    expect(world.sleepingCount).toBe(cubes.length);
  });

  test('what tumbles in a drum are no columns', async () => {
    const world = await auto();
    addFloor(world);
    const about = (angle: number, radius: number, halfExtents: Vec3) => ({
      shape: new Box(halfExtents),
      position: [radius * Math.cos(angle), radius * Math.sin(angle), 0] as Vec3,
      orientation: turn([0, 0, 1], angle),
    });
    const walls = Array.from({ length: 36 }, (_, k) => about((k * Math.PI) / 18, 17, [1, 1.6, 10]));
    const paddles = Array.from({ length: 4 }, (_, k) => about((k * Math.PI) / 2, 15, [1, 1.3, 10]));
    world.addBody({ type: 'kinematic', shape: new Compound([...walls, ...paddles]), position: [0, 21, 0], angularVelocity: [0, 0, 0.44] });
    const cube = new Box([0.2, 0.2, 0.2]);
    const place = (index: number) => 0.8 * (index - 7);
    for (let k = 0; k < 14 ** 3; k++) {
      const position: Vec3 = [place(k % 14), 13 + 0.8 * (Math.floor(k / 14) % 14), place(Math.floor(k / 196))];
      world.addBody({ shape: cube, mass: 64, position });
    }
    settle(world, 150);
    expect(world.contacts().length).toBeGreaterThan(2000);
    expect(new Set(substepsOver(world, 40))).toEqual(new Set([FEWEST]));
  });

  test('a tower of a hundred boxes stands for a minute', async () => {
    const world = await auto({ sleep: true });
    const tower = addTowers(world, 1, 100);
    settle(world, 3600);
    for (const { position } of tower) expect(Math.hypot(position[0], position[2])).toBeLessThan(0.005);
  });

  test('it stands though it never sleeps, as it begins with what it needs', async () => {
    const world = await auto();
    const tower = addTowers(world, 1, 100);
    const taken = substepsOver(world, 1200);
    expect(Math.min(...taken)).toBeGreaterThan(45);
    expect(Math.max(...taken)).toBeLessThanOrEqual(64);
    for (const { position } of tower) expect(Math.hypot(position[0], position[2])).toBeLessThan(0.0005);
    for (const { position } of tower) expect(position[1]).toBeGreaterThan(0.4);
    expect(fastest(tower)).toBeLessThan(0.01);
  });

  test('what rests on each other in a ring counts as a load that is not known yet', async () => {
    const world = await auto();
    addTowers(world, 16, 1);
    const other = await auto();
    addTowers(other, 16, 1);
    // Its two plates hold a cube between them.
    const clamp = new Compound([
      { shape: new Box([0.3, 0.1, 0.3]), position: [0, 1.1, 0] },
      { shape: new Box([0.3, 0.1, 0.3]), position: [0, -0.1, 0] },
    ]);
    world.addBody({ type: 'static', shape: new Box([1, 0.5, 1]), position: [0, 9.5, 5] });
    world.addBody({ shape: clamp, mass: 1, position: [0, 10.2, 5] });
    world.addBody({ shape: CUBE, mass: 1, position: [0, 10.7, 5] });
    const taken = substepsOver(world, 180);
    expect(substepsOver(other, 46)[45]).toBe(FEWEST);
    expect(taken[45]).toBeGreaterThan(FEWEST + 1);
    expect(taken.at(-1)).toBe(FEWEST);
  });
});
