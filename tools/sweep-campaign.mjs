// npm run sweep-campaign -- [--jobs N]: jobs through Redis while workers die; what it does and prints is in test/batch/campaign/run.ts.
import path from 'node:path';
import { buildPackage } from './build.mjs';
import { ensureReady, PROJECT } from './setup.mjs';

await ensureReady();
await buildPackage();
const { runTypeScript } = await import('./run-ts.mjs');
await runTypeScript(path.join(PROJECT, 'test/batch/campaign/run.ts'), process.argv.slice(2));
