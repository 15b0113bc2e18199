// The kernels with other constants, for comparison: a copy of assembly/ is changed and compiled in build/variants/.
import fs from 'node:fs';
import path from 'node:path';
import { buildWasm } from '../../tools/build-wasm.mjs';
import { PROJECT } from '../../tools/setup.mjs';

/** A change of a source file, as of String.replace; it has to be found exactly once. */
export interface Change {
  file: string;
  from: RegExp;
  to: string;
}

/** Another value for one of the numbers in constants.ts. */
export function constant(name: string, value: number): Change {
  return { file: 'assembly/constraint/constants.ts', from: new RegExp(`\\b${name}: f64 = [\\d.]+;`), to: `${name}: f64 = ${value};` };
}

/** Kernels in double precision with the changes made. */
export async function buildVariant(name: string, changes: Change[]): Promise<Uint8Array<ArrayBuffer>> {
  const root = path.join(PROJECT, 'build/variants', name);
  fs.rmSync(path.join(root, 'assembly'), { recursive: true, force: true });
  fs.cpSync(path.join(PROJECT, 'assembly'), path.join(root, 'assembly'), { recursive: true });
  fs.copyFileSync(path.join(PROJECT, 'asconfig.json'), path.join(root, 'asconfig.json'));
  for (const { file, from, to } of changes) {
    const place = path.join(root, file);
    const text = fs.readFileSync(place, 'utf8');
    const found = text.match(new RegExp(from, 'g'))?.length ?? 0;
    if (found !== 1) throw new Error(`variant ${name}: ${from} is found ${found} times in ${file}`);
    fs.writeFileSync(place, text.replace(from, to));
  }
  await buildWasm({ root, targets: ['double-release'], log: () => {} });
  return new Uint8Array(fs.readFileSync(path.join(root, 'build/holonomic.double.release.wasm')));
}
