// Hashes of the scenes after all steps. They change with every change to the kernels' arithmetic, and with nothing else: not with the
// machine, the engine or the build. To renew them, once it is sure that they come from a change that was meant:
//
//   node tools/run-ts.mjs test/determinism/renew.ts
import fs from 'node:fs';
import path from 'node:path';

export const PINNED_FILE = path.join(import.meta.dirname, 'pinned.json');

export type Pinned = Record<'mixed' | 'pile' | 'ragdolls', Record<'single' | 'double', string>>;

export const readPinned = (): Pinned => JSON.parse(fs.readFileSync(PINNED_FILE, 'utf8'));
