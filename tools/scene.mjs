// npm run scene -- [NAME] [options]: runs a registered scene without a window; everything but its result goes to stderr.
import path from 'node:path';
import { ensureReady, PROJECT } from './setup.mjs';

await ensureReady();
const { runTypeScript } = await import('./run-ts.mjs');
await runTypeScript(path.join(PROJECT, 'scenes/cli/scene.ts'), process.argv.slice(2));
