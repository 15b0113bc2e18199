// A scene in a part of a shared memory, in this thread or in another.

import type { Region } from '../../bindings/core/instance.ts';
import { World } from '../../bindings/index.ts';
import { CONTACT_SCENES, type ContactSceneName } from '../determinism/contact-scenes.ts';

export const STEPS = 150;
const DT = 1 / 60;
const SUBSTEPS = 8;

export interface SharedScene extends Region {
  name: ContactSceneName;
  module: WebAssembly.Module;
  precision: 'single' | 'double';
  /** Where its part of the memory ends. */
  end: number;
}

export function openShared({ name, module, precision, memory, start, end }: SharedScene): World {
  const world = World.createIn({ memory, start }, { precision, wasm: module, maxMemory: end, substeps: SUBSTEPS });
  CONTACT_SCENES[name](world);
  return world;
}

export async function openAlone({ name, precision, wasm }: { name: ContactSceneName; precision: 'single' | 'double'; wasm: Uint8Array }) {
  const world = await World.create({ precision, wasm: wasm as Uint8Array<ArrayBuffer>, substeps: SUBSTEPS });
  CONTACT_SCENES[name](world);
  return world;
}

/** Steps once; its hash then. */
export function stepHash(world: World): string {
  world.step(DT);
  return world.hash();
}

export function hashesOf(world: World, steps = STEPS): string[] {
  return Array.from({ length: steps }, () => stepHash(world));
}
