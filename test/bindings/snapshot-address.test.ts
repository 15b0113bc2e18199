// A snapshot goes to any world of its precision and backend, wherever that has its memory.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as holonomic from '../../bindings/index.ts';
import { Box, Compound, HalfSpace, Sphere, World } from '../../bindings/index.ts';
import { WORDS } from '../../bindings/snapshot/header.ts';
import { CONTACT_SCENES } from '../determinism/contact-scenes.ts';
import { buildMixedScene } from '../determinism/mixed-scene.ts';
import { HEADER_BYTES, passOff } from '../hostile/stranger.ts';
import { expectRefusal } from './backends.ts';

const PAGE = 65536;
const DT = 1 / 60;
const STEPS = 40;

const moduleOf = (build: string) => new WebAssembly.Module(readFileSync(new URL(`../../build/holonomic.${build}.wasm`, import.meta.url)));

/** Children of compounds with surfaces of their own and that feel, groups that are kept apart, and what two materials make of each other. */
function buildChildren(world: World): void {
  world.setGroupsCollide(1, 2, false);
  world.setPairMaterial(0, 1, { compliance: 1e-7 });
  world.addBody({ type: 'static', shape: new HalfSpace() });
  for (let k = 0; k < 16; k++) {
    const shape = new Compound([
      { shape: new Box([0.2, 0.2, 0.2]), material: { friction: 0.1 * k, id: k % 2 } },
      { shape: new Sphere(0.2), position: [0.4, 0, 0], oneWay: [0, 1, 0] },
      { shape: new Sphere(0.4), position: [0, 0.2, 0.2], sensor: true },
    ]);
    world.addBody({ shape, position: [0.3 * (k % 3), 0.3 + 0.3 * k, 0.2 * (k % 2)], collisionGroup: 1 << (k % 4) });
  }
}

const SCENES: Record<string, (world: World) => void> = {
  ...CONTACT_SCENES,
  mixed: (world) => buildMixedScene(holonomic, world),
  children: buildChildren,
};

const hashesOf = (world: World): string[] =>
  Array.from({ length: STEPS }, () => {
    world.step(DT);
    return world.hash();
  });

test('of which a stranger says that it was elsewhere is refused', () => {
  const wasm = moduleOf('single.release');
  const world = World.createSync({ wasm });
  buildMixedScene(holonomic, world);
  world.step(DT);
  const [hash, honest] = [world.hash(), world.snapshot()];
  for (const address of [16, 1024, 65536, 478_000, 0x7fff_fff0, 0xffff_fff0]) {
    const bytes = Uint8Array.from(honest);
    const words = new Uint32Array(bytes.buffer, 0, HEADER_BYTES / 4);
    words[WORDS.kind] = (address | (words[WORDS.kind] & 15)) >>> 0;
    expectRefusal(() => world.restore(passOff(bytes)), 'bad-snapshot');
  }
  expect(world.hash()).toBe(hash);
});

describe.each(['single', 'double'] as const)('%s', (precision) => {
  const [release, debug] = ['release', 'debug'].map((variant) => moduleOf(`${precision}.${variant}`));
  /** Empty worlds at other addresses, one of them with blocks behind it that are not free. */
  const places: [string, () => World][] = [
    ['of the debug build', () => World.createSync({ precision, wasm: debug })],
    [
      'far up in a memory',
      () => World.createIn({ memory: new WebAssembly.Memory({ initial: 1 }), start: 900 * PAGE }, { precision, wasm: release }),
    ],
    [
      'that is full of other things',
      () => {
        const world = World.createSync({ precision, wasm: debug });
        CONTACT_SCENES.ragdolls(world);
        hashesOf(world);
        return world;
      },
    ],
  ];

  describe.each(Object.entries(SCENES))('%s', (_name, build) => {
    const taken = (steps: number) => {
      const world = World.createSync({ precision, wasm: release });
      build(world);
      for (let k = 0; k < steps; k++) world.step(DT);
      // Lists of free blocks are in it, too.
      for (const body of [...world.bodies].slice(-3)) world.removeBody(body);
      return { snapshot: world.snapshot(), hashes: hashesOf(world) };
    };

    test.each(places)('goes on as it was in a world %s, from this process or from another', (_place, open) => {
      const { snapshot, hashes } = taken(30);
      for (const bytes of [snapshot, passOff(snapshot)]) {
        const world = open();
        world.restore(bytes);
        expect(hashesOf(world)).toEqual(hashes);
        const back = World.createSync({ precision, wasm: release });
        world.restore(bytes);
        back.restore(world.snapshot());
        expect(hashesOf(back)).toEqual(hashes);
      }
    });
  });
});
