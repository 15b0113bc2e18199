// Writes the hashes that the kernels as they are now give to pinned.json, for the tests of determinism.
import fs from 'node:fs';
import * as holonomic from '../../bindings/index.ts';
import { hashesOfContactScene } from './contact-scenes.ts';
import { hashesOfMixedScene } from './mixed-scene.ts';
import { PINNED_FILE, type Pinned } from './pinned.ts';

const inBoth = async (hashes: (options: holonomic.WorldOptions) => Promise<string[]>) => ({
  single: (await hashes({ precision: 'single' })).at(-1)!,
  double: (await hashes({ precision: 'double' })).at(-1)!,
});

const pinned: Pinned = {
  mixed: await inBoth((options) => hashesOfMixedScene(holonomic, options)),
  pile: await inBoth((options) => hashesOfContactScene('pile', options)),
  ragdolls: await inBoth((options) => hashesOfContactScene('ragdolls', options)),
};
fs.writeFileSync(PINNED_FILE, `${JSON.stringify(pinned, null, 2)}\n`);
console.log(pinned);
