// substeps: 'auto' where nothing acts but rigid joints that are solved directly: as many as the rotation of their bodies asks for.
import { describe, expect, test } from 'vitest';
import { BallJoint, type BallJointOptions, type Body, Box, DistanceJoint, World, type WorldOptions } from '../../bindings/index.ts';
import { DT, substepsOver } from '../contacts/worlds.ts';
import { addBox } from './direct-worlds.ts';

const FEWEST = 2;
/** In the first step, and where not all that acts is known. */
const FEW = 4;
const USUAL = 10;
const MOST = 24;
const LINK: [number, number, number] = [0.1, 1, 0.1];

type Options = Partial<Pick<BallJointOptions, 'axis' | 'compliance' | 'swing' | 'viscousDamping'>>;

/** A chain that hangs from the world, or that nothing holds. */
function addChain(world: World, links: number, options: Options = {}, isHeld = true): Body[] {
  const bodies: Body[] = [];
  for (let k = 0; k < links; k++) {
    const b = addBox(world, 1, LINK, [0, -0.5 - k, 0]);
    const a = bodies.at(-1) ?? null;
    if (a || isHeld) world.addJoint(new BallJoint({ a, b, anchor: [0, -k, 0], ...options }));
    bodies.push(b);
  }
  return bodies;
}

describe.each(['single', 'double'] as const)('%s', (precision) => {
  const create = (options: WorldOptions = {}) => World.create({ precision, sleep: false, ...options });

  test('a chain that hangs takes the fewest, with either kind of centred time stepping', async () => {
    for (const timeStepping of ['auto', 'second-order'] as const) {
      const world = await create({ timeStepping });
      addChain(world, 8);
      const [first, ...others] = substepsOver(world, 30);
      expect(first).toBe(FEW);
      expect(new Set(others)).toEqual(new Set([FEWEST]));
    }
  });

  test('short links under a large load, which swings them far, take more', async () => {
    const world = await create();
    const bodies = addChain(world, 8);
    substepsOver(world, 2);
    world.addJoint(new BallJoint({ a: bodies[7], b: addBox(world, 400, LINK, [0, -8.5, 0]), anchor: [0, -8, 0] }));
    expect(substepsOver(world, 30).at(-1)).toBe(FEW);
  });

  test('forces from outside, which may depend on what happens, take more while they act', async () => {
    const world = await create();
    const bodies = addChain(world, 8);
    substepsOver(world, 10);
    bodies[7].applyForce([1, 0, 0]);
    const taken = substepsOver(world, 480);
    expect([taken[0], taken[1]]).toEqual([FEW, FEW]);
    expect(taken.at(-1)).toBe(FEWEST);
  });

  test('what turns takes more: 0.02 rad in each, as far as that goes', async () => {
    for (const [speed, most] of [
      [4, FEW],
      [8, 7],
      [16, 14],
      [80, MOST],
    ]) {
      const world = await create({ gravity: [0, 0, 0] });
      for (const body of addChain(world, 3, {}, false)) body.angularVelocity = [0, speed, 0];
      // About the axes of the links, which the joints leave free.
      expect(substepsOver(world, 3)).toEqual([most, most, most]);
    }
  });

  test('many bodies take the usual number at most', async () => {
    const world = await create({ gravity: [0, 0, 0] });
    for (let k = 0; k < 30; k++) for (const body of addChain(world, 7, {}, false)) body.angularVelocity = [0, 80, 0];
    expect(substepsOver(world, 3)).toEqual([USUAL, USUAL, USUAL]);
  });

  test('substeps become longer again, but only within seconds', async () => {
    const world = await create({ gravity: [0, 0, 0] });
    const bodies = addChain(world, 3, {}, false);
    for (const body of bodies) body.angularVelocity = [0, 16, 0];
    expect(substepsOver(world, 10)[9]).toBe(14);
    for (const body of bodies) body.angularVelocity = [0, 0, 0];
    const falls = substepsOver(world, 780);
    expect(falls[60]).toBe(13);
    expect(falls[779]).toBe(FEW);
    for (let k = 1; k < falls.length; k++) expect([0, 1]).toContain(falls[k - 1] - falls[k]);
  });

  test('and at once in the first steps, whose loads are those of a start', async () => {
    const world = await create({ gravity: [0, 0, 0] });
    const bodies = addChain(world, 3, {}, false);
    for (const body of bodies) body.angularVelocity = [0, 16, 0];
    expect(substepsOver(world, 2)[1]).toBe(14);
    for (const body of bodies) body.angularVelocity = [0, 0, 0];
    expect(new Set(substepsOver(world, 10))).toEqual(new Set([FEWEST]));
  });

  test('joints that begin in a world that has had none for long take no more', async () => {
    const world = await create();
    substepsOver(world, 30);
    addChain(world, 8);
    const [first, ...others] = substepsOver(world, 10);
    expect(first).toBe(FEW);
    expect(new Set(others)).toEqual(new Set([FEWEST]));
  });

  test.each<[string, Options, WorldOptions]>([
    ['springs', { compliance: 1e-4 }, {}],
    ['dampers', { axis: [0, 1, 0], viscousDamping: 1 }, {}],
    ['limits that are near', { axis: [0, 1, 0], swing: { y: 0.05, z: 0.05 } }, {}],
    ['sweeps', {}, { jointSolver: 'sweeps' }],
    ['first order', {}, { timeStepping: 'first-order' }],
  ])('a chain with %s takes the usual number', async (_, options, settings) => {
    const world = await create(settings);
    addChain(world, 8, options);
    expect(new Set(substepsOver(world, 10))).toEqual(new Set([USUAL]));
  });

  test('a chain with limits far away takes the fewest', async () => {
    const world = await create();
    addChain(world, 8, { axis: [0, 1, 0], swing: { y: 3, z: 3 } });
    expect(new Set(substepsOver(world, 10).slice(1))).toEqual(new Set([FEWEST]));
  });

  test('rods, about whose ends bodies swing without turning, take the usual number', async () => {
    const world = await create();
    const bob = addBox(world, 1, LINK, [1, 0, 0]);
    const other = addBox(world, 1, LINK, [2, 0, 0]);
    world.addJoint(new DistanceJoint({ a: null, b: bob, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: 1 }));
    world.addJoint(new DistanceJoint({ a: bob, b: other, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: 1 }));
    expect(new Set(substepsOver(world, 30))).toEqual(new Set([USUAL]));
  });

  test('one short step changes nothing for those after it', async () => {
    const world = await create();
    addChain(world, 8);
    substepsOver(world, 10);
    world.step(1e-4);
    expect(new Set(substepsOver(world, 10))).toEqual(new Set([FEWEST]));
  });

  test('chosen after steps with a number of them, they are few at once', async () => {
    const world = await create({ substeps: 7 });
    addChain(world, 8);
    substepsOver(world, 5);
    world.substeps = 'auto';
    expect(new Set(substepsOver(world, 10))).toEqual(new Set([FEWEST]));
  });

  test('with a contact the world takes the usual number at once', async () => {
    const world = await create();
    addChain(world, 8);
    expect(new Set(substepsOver(world, 10).slice(1))).toEqual(new Set([FEWEST]));
    world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [20, 0, 0] });
    world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [20, 1, 0] });
    expect(substepsOver(world, 10)[9]).toBe(USUAL);
  });
});

test.each([
  [3, 1e-3],
  [10, 3e-3],
])('a chain of %i that falls from horizontal keeps its energy within %f for half a minute', async (links, bound) => {
  const world = await World.create({ precision: 'double', sleep: false });
  let above: Body | null = null;
  for (let k = 0; k < links; k++) {
    const b: Body = addBox(world, 1, [1, 0.1, 0.1], [k + 0.5, 0, 0]);
    world.addJoint(new BallJoint({ a: above, b, anchor: [k, 0, 0] }));
    above = b;
  }
  const before = world.totalEnergy;
  // J: between horizontal and hanging.
  const range = (9.81 * links * links) / 2;
  let most = 0;
  for (let frame = 0; frame < 1800; frame++) {
    world.step(DT);
    most = Math.max(most, Math.abs(world.totalEnergy - before));
  }
  expect(most / range).toBeLessThan(bound);
});
