// npm run check: types, then lint and format.
// Builds the wasm first where it is stale, because the bindings import what the build generates.
import { fileURLToPath } from 'node:url';
import { ensureReady, PROJECT, run } from './setup.mjs';

const tsc = 'node_modules/typescript/bin/tsc';
const biome = 'node_modules/@biomejs/biome/bin/biome';

/** What has to pass, each a name and the arguments of Node. */
export const CHECKS = [
  ['types', [tsc, '-p', 'tsconfig.json']],
  ['types of assembly/', [tsc, '-p', 'assembly/tsconfig.json']],
  ['lint and format', [biome, 'check', '--no-errors-on-unmatched', '--error-on-warnings', '.']],
];

/** Runs every check and returns the names of those that failed. */
export function failedChecks() {
  const passes = (args) => run(process.execPath, args, { cwd: PROJECT }) === 0;
  return CHECKS.filter(([, args]) => !passes(args)).map(([name]) => name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureReady();
  const failed = failedChecks();
  for (const name of failed) console.error(`failed: ${name}`);
  process.exit(failed.length ? 1 : 0);
}
