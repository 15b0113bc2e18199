// Friction and restitution of two materials together.
import { describe, expect, test } from 'vitest';
import { readPairMaterial } from '../../bindings/body/pair-materials.ts';
import { PairMaterialRecord, WorldRecord } from '../../bindings/core/layout.ts';
import { type BodyOptions, Box, HalfSpace, Sphere, World, type WorldOptions } from '../../bindings/index.ts';
import { BACKENDS, expectRefusal } from '../bindings/backends.ts';
import { passOff } from '../hostile/stranger.ts';

const open = (settings: WorldOptions) => World.create({ substeps: 6, ...settings });

/** A box that slides and a ball that bounces; the hash after a second. */
async function fate(settings: WorldOptions, ground: BodyOptions, other: BodyOptions, set: (world: World) => void = () => {}) {
  const world = await open(settings);
  world.addBody({ type: 'static', shape: new HalfSpace(), ...ground });
  world.addBody({ shape: new Box([0.5, 0.2, 0.5]), position: [0, 0.2, 0], linearVelocity: [3, 0, 1], ...other });
  world.addBody({ shape: new Sphere(0.3), position: [9, 1, 0], ...other });
  set(world);
  const stranger = await open(settings);
  stranger.restore(passOff(world.snapshot()));
  for (let step = 0; step < 60; step++) for (const each of [world, stranger]) each.step(1 / 60);
  const hash = world.hash();
  expect(stranger.hash()).toBe(hash);
  for (const each of [world, stranger]) each.dispose();
  return hash;
}

describe.each(
  BACKENDS.flatMap((each) => [each, { label: `${each.label}, position`, settings: { ...each.settings, contacts: 'position' as const } }]),
)('$label', ({ settings }) => {
  test('what is set counts in place of what the surfaces make of theirs', async () => {
    const rules = { frictionCombine: 'multiply', restitutionCombine: 'multiply' } as const;
    const surface = (staticFriction: number, dynamicFriction: number, restitution: number) =>
      fate(
        settings,
        { material: { ...rules, friction: 1, restitution: 1 } },
        { material: { ...rules, staticFriction, dynamicFriction, restitution } },
      );
    const own = { material: { id: 7, friction: 0.9, restitution: 0.25, ...rules } };
    const ground = { material: { id: 3, friction: 1, restitution: 1, ...rules } };
    const set = (a: number, b: number, ...given: Parameters<World['setPairMaterial']>[2][]) =>
      fate(settings, ground, own, (world) => {
        for (const each of given) world.setPairMaterial(a, b, each);
      });
    const untouched = await surface(0.9, 0.9, 0.25);
    expect(await set(7, 3, { friction: 0.2, restitution: 0.75 })).toBe(await surface(0.2, 0.2, 0.75));
    expect(await set(3, 7, { staticFriction: 0.4, dynamicFriction: 0.1 })).toBe(await surface(0.4, 0.1, 0.25));
    expect(await set(3, 7, { friction: 0, restitution: 0 })).toBe(await surface(0, 0, 0));
    expect(await set(3, 7, { friction: 0.5 }, { restitution: 0.5 })).toBe(await surface(0.9, 0.9, 0.5));
    expect(await set(3, 7, { friction: 0.5 }, null)).toBe(untouched);
    expect(await set(3, 3, { friction: 0.5 })).toBe(untouched);
    expect(await set(3, 8, { friction: 0.5 })).toBe(untouched);
    expect(await surface(0.2, 0.2, 0.75)).not.toBe(untouched);
  });
});

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('compliance, rolling and torsional friction of two materials together', async () => {
    const own = { id: 7, friction: 0.9 };
    const ground = { id: 3, friction: 0.9 };
    const set = (given: Parameters<World['setPairMaterial']>[2]) =>
      fate(settings, { material: { ...ground, compliance: 1e-3 } }, { material: own }, (world) => world.setPairMaterial(3, 7, given));
    const without = (material: object) => fate(settings, { material: ground }, { material: { ...own, ...material } });
    expect(await set({ compliance: 0 })).toBe(await without({}));
    expect(await set({ compliance: 1e-4 })).toBe(await without({ compliance: 1e-4 }));
    for (const given of [{ rollingFriction: 0.01 }, { torsionalFriction: 0.02 }])
      expect(await set({ ...given, compliance: 0 })).toBe(await without(given));
    expect(await without({ compliance: 1e-4 })).not.toBe(await without({}));
    for (const name of ['compliance', 'rollingFriction', 'torsionalFriction'])
      expectRefusal(() => readPairMaterial({ [name]: -1 }), 'invalid-argument');
    expect(readPairMaterial({ compliance: 0 })).toEqual({ compliance: 0 });
  });

  test('ids can be read and set; those that are not given are 0', async () => {
    const world = await open(settings);
    const [one, other] = [world.addBody(), world.addBody({ material: { id: 255, friction: 0.1 }, lockRotation: [true, true, true] })];
    expect([one.material.id, other.material.id]).toEqual([0, 255]);
    one.material = { id: 9 };
    other.material = { friction: 0.3 };
    other.friction = 0.4;
    other.ccd = true;
    expect([one.material.id, other.material.id, other.type, other.ccd, other.lockRotation]).toEqual([
      9,
      255,
      'dynamic',
      true,
      [true, true, true],
    ]);
    for (const id of [-1, 256, 0.5, '1', null]) expectRefusal(() => (one.material = { id: id as number }), 'invalid-argument');
    expect(one.material.id).toBe(9);
    world.dispose();
  });

  test('any number of pairs, in any order, in every snapshot', async () => {
    const world = await open(settings);
    const known = new Map<string, number>();
    for (let k = 0; k < 300; k++) {
      const [a, b] = [(k * 97) % 40, (k * 61) % 23];
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      if (k % 5 === 4) {
        world.setPairMaterial(a, b, null);
        known.delete(key);
      } else {
        world.setPairMaterial(a, b, { friction: k });
        known.set(key, k);
      }
    }
    const told = (of: World) => {
      const found = new Map<string, number>();
      for (let a = 0; a < 40; a++)
        for (let b = a; b < 40; b++) {
          const set = of.pairMaterial(b, a);
          expect(of.pairMaterial(a, b)).toEqual(set);
          if (set) found.set(`${a} ${b}`, set.dynamicFriction!);
        }
      return found;
    };
    expect([...told(world)].sort()).toEqual([...known].sort());
    expect(known.size).toBeGreaterThan(100);
    const other = await open(settings);
    other.restore(passOff(world.snapshot()));
    expect(told(other)).toEqual(told(world));
    for (const each of [world, other]) each.dispose();
  });

  test('what slept wakes', async () => {
    const world = await open(settings);
    world.addBody({ type: 'static', shape: new Box([9, 0.5, 9]), orientation: [0, 0, Math.sin(0.1), Math.cos(0.1)], friction: 1 });
    const box = world.addBody({
      shape: new Box([0.5, 0.2, 0.5]),
      position: [0, 0.72, 0],
      orientation: [0, 0, Math.sin(0.1), Math.cos(0.1)],
      friction: 1,
    });
    for (let step = 0; step < 120; step++) world.step(1 / 60);
    expect(box.isSleeping).toBe(true);
    world.setPairMaterial(0, 0, { friction: 0 });
    expect(box.isSleeping).toBe(false);
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    expect(Math.abs(box.linearVelocity[0])).toBeGreaterThan(1);
    world.dispose();
  });

  test('what is no material is refused and changes nothing, and so is a table that nobody made', async () => {
    const world = await open(settings);
    world.setPairMaterial(1, 2, { friction: 0.5 });
    world.setPairMaterial(3, 2, { restitution: 0.5 });
    expect(world.pairMaterial(2, 1)).toEqual({ staticFriction: 0.5, dynamicFriction: 0.5 });
    expect(world.pairMaterial(2, 3)).toEqual({ restitution: 0.5 });
    expect(world.pairMaterial(1, 1)).toBe(null);
    const before = world.memory.u8.slice();
    const wrong = [{}, { friction: -1 }, { restitution: 1.5 }, { friction: Number.NaN }, { grip: 1 }, 5, undefined, []];
    for (const given of wrong) expectRefusal(() => world.setPairMaterial(1, 2, given as never), 'invalid-argument');
    for (const id of [-1, 256, 1.5, '1', null, undefined]) {
      expectRefusal(() => world.setPairMaterial(id as never, 2, { friction: 1 }), 'invalid-argument');
      expectRefusal(() => world.pairMaterial(2, id as never), 'invalid-argument');
    }
    expect(Buffer.compare(world.memory.u8.slice(), before)).toBe(0);
    const { f64, u32, world: start } = world.memory;
    const table = u32[(start + WorldRecord.pairMaterials) >>> 2];
    const forged: [list: Uint32Array | Float64Array, index: number, value: number][] = [
      [u32, (start + WorldRecord.pairMaterialCount) >>> 2, 1000],
      [u32, (start + WorldRecord.pairMaterialBytes) >>> 2, 4096],
      [u32, (start + WorldRecord.pairMaterials) >>> 2, start + 64],
      [u32, (table + PairMaterialRecord.key) >>> 2, 0xffff],
      [u32, (table + PairMaterialRecord.key) >>> 2, 0x0201],
      [f64, (table + PairMaterialRecord.staticFriction) >>> 3, -0.5],
      [f64, (table + PairMaterialRecord.dynamicFriction) >>> 3, Number.NaN],
      [f64, (table + PairMaterialRecord.restitution) >>> 3, 2],
    ];
    const other = await open(settings);
    for (const [list, index, value] of forged) {
      const was = list[index];
      list[index] = value;
      const bytes = passOff(world.snapshot());
      list[index] = was;
      expectRefusal(() => other.restore(bytes), 'bad-snapshot');
    }
    other.restore(passOff(world.snapshot()));
    for (const each of [world, other]) each.dispose();
  });
});
