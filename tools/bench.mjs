// npm run bench -- [filter] [--rounds n] [--json FILE]: benchmarks against the peers, which are installed on first use.
import path from 'node:path';
import { ensureInstalled, ensureReady, fail, PROJECT, run } from './setup.mjs';

await ensureReady();
const args = process.argv.slice(2);
// Help says nothing of the other engines, and waits for none.
if (!args.some((argument) => argument === '-h' || argument === '--help')) {
  ensureInstalled(path.join(PROJECT, 'bench'));
  const { buildPackage } = await import('./build.mjs');
  await buildPackage().catch((error) => fail(`the package could not be built: ${error.message}`));
}
// A process of its own, so that the flags of V8 are the same whoever starts it.
process.exit(run(process.execPath, ['--expose-gc', 'tools/run-ts.mjs', 'bench/main.ts', ...args]));
