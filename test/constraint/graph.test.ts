// The graph of constraints: what is solved side by side shares no body that moves, everything is solved once, and the order follows from the calls.
import { describe, expect, test } from 'vitest';
import { Graph, JointRecord, OVERFLOW_COLOR, WorldRecord } from '../../bindings/core/layout.ts';
import { type Body, World } from '../../bindings/index.ts';
import { SnapshotState } from '../../bindings/snapshot/state.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { HEADER_BYTES, laidOpen, passOff } from '../hostile/stranger.ts';
import { worldField } from '../memory/state.ts';
import { ColorModel, checkGraph, colorsOf, groupsOf, membersOf } from './graph.ts';
import { bodiesOnly, change, heap, pick, randomJoint } from './worlds.ts';

const DT = 1 / 60;
const SEEDS = [1, 2, 3, 4];

test('the fields of both graphs lie in the record of the world as in their own', () => {
  const fields = ['Groups', 'GroupCapacity', 'GroupCount', 'Bundles', 'BundleCapacity', 'Order', 'OrderCapacity'];
  const world: Record<string, number> = WorldRecord;
  for (const name of ['joint', 'contact']) {
    const places = fields.map((field) => world[name + field] - world[`${name}Groups`]);
    expect(places).toEqual(Object.entries(Graph).flatMap(([field, at]) => (field === 'size' ? [] : [at])));
  }
});

describe.each(['single', 'double'] as const)('joints, %s', (precision) => {
  test.each(SEEDS)('of random worlds, seed %i: no two of a colour share a body, each is in one lane', async (seed) => {
    const random = randomNumbers(seed);
    const world = await bodiesOnly(random, 30, { precision });
    const model = new ColorModel();
    let overflowed = false;
    change(world, random, (changed) => {
      checkGraph(world);
      model.check(world, changed);
      overflowed ||= groupsOf(world, 'joints').some(({ color }) => color === OVERFLOW_COLOR);
    });
    expect(overflowed).toBe(true);
  });

  test.each(SEEDS)('the reference gives the same colours, seed %i', async (seed) => {
    const [colors, expected] = [[], []] as Map<number, number>[][];
    for (const [settings, list] of [
      [{ precision }, expected],
      [{ backend: 'reference' }, colors],
    ] as const) {
      const random = randomNumbers(seed);
      const world = await bodiesOnly(random, 30, settings);
      change(world, random, () => list.push(colorsOf(world)));
    }
    expect(colors).toEqual(expected);
  });

  test.each(SEEDS)('joints that go before a step leave no trace, and those that go later change no other colour, seed %i', async (seed) => {
    const build = async (detour: boolean) => {
      const random = randomNumbers(seed);
      const world = await bodiesOnly(random, 30, { precision });
      for (let k = 0; k < 60; k++) randomJoint(random, world);
      const extra = detour ? Array.from({ length: 20 }, () => randomJoint(random, world)) : [];
      for (const joint of extra) if (joint.alive) world.removeJoint(joint);
      world.step(DT);
      return { world, random };
    };
    const [{ world, random }, { world: straight }] = [await build(true), await build(false)];
    expect(groupsOf(world, 'joints')).toEqual(groupsOf(straight, 'joints'));
    const before = colorsOf(world);
    for (let k = 0; k < 20; k++) world.removeJoint(pick(random, [...world.joints]));
    world.step(DT);
    for (const [slot, color] of colorsOf(world)) if (before.get(slot) !== OVERFLOW_COLOR) expect(color).toBe(before.get(slot));
    checkGraph(world);
  });

  test('colours of joints, groups and orders that a stranger has made up do no harm', async () => {
    const random = randomNumbers(7);
    const world = await bodiesOnly(random, 30, { precision });
    for (let k = 0; k < 80; k++) randomJoint(random, world);
    world.step(DT);
    const colors = [0, 1, 5, 62, 63, 64, 2 ** 31, 2 ** 32 - 1];
    for (let round = 0; round < 20; round++) {
      const saved = laidOpen(world.snapshot());
      const state = new SnapshotState(saved.subarray(HEADER_BYTES), world.memory.world);
      const base = state.field(WorldRecord.jointBase);
      for (const { index } of world.joints)
        if (random() < 0.5) state.u32[(base + index * JointRecord.size + JointRecord.color) >>> 2] = pick(random, colors);
      for (const graph of [WorldRecord.jointGroups, WorldRecord.contactGroups]) {
        for (const field of [Graph.groups, Graph.bundles, Graph.order]) {
          const [first, bytes] = [state.field(graph + field), state.field(graph + field + 4)];
          for (let at = first; at < first + bytes; at += 4) if (random() < 0.3) state.u32[at >>> 2] = Math.floor(2 ** 32 * random());
        }
      }
      saved.set(state.bytes, HEADER_BYTES);
      const other = await World.create({ precision });
      other.restore(passOff(saved));
      for (let step = 0; step < 3; step++) {
        other.step(DT);
        checkGraph(other);
      }
      other.dispose();
    }
  });
});

describe.each(['single', 'double'] as const)('contacts, %s', (precision) => {
  test.each(SEEDS)('of a heap, seed %i: no two of a colour share a body, each is in one lane, and twins agree', async (seed) => {
    const [world, twin] = [await heap(randomNumbers(seed), { precision }), await heap(randomNumbers(seed), { precision })];
    const late = await World.create({ precision });
    let overflowed = false;
    for (let step = 0; step < 30; step++) {
      if (step === 20) late.restore(passOff(world.snapshot()));
      const worlds = step < 20 ? [world, twin] : [world, twin, late];
      for (const each of worlds) each.step(DT);
      checkGraph(world);
      for (const each of worlds) expect(membersOf(groupsOf(each, 'contacts'))).toEqual(membersOf(groupsOf(world, 'contacts')));
      overflowed ||= groupsOf(world, 'contacts').some(({ color }) => color === OVERFLOW_COLOR);
      const bodies: Body[] = [...world.bodies];
      // What goes leaves holes in all lists.
      if (step % 7 === 6) {
        const index = pick(randomNumbers(step), bodies.slice(2)).index;
        for (const each of worlds) each.removeBody([...each.bodies].find((body) => body.index === index)!);
      }
    }
    expect(worldField(world, WorldRecord.contactCount)).toBeGreaterThan(100);
    expect(overflowed).toBe(true);
  });
});
