// npm run fuzz -- [--minutes N] [--seed N]: looks for faults; what it does and prints is in test/hostile/fuzz.ts.
import path from 'node:path';
import { ensureReady, PROJECT } from './setup.mjs';

await ensureReady();
const { runTypeScript } = await import('./run-ts.mjs');
await runTypeScript(path.join(PROJECT, 'test/hostile/fuzz.ts'), process.argv.slice(2));
