// npm start: sets a fresh clone up, then runs the main job, the hanging chain of bunnies.
import path from 'node:path';
import { ensureReady, PROJECT } from './setup.mjs';

await ensureReady();
const { runTypeScript } = await import('./run-ts.mjs');
await runTypeScript(path.join(PROJECT, 'scenes/cli/start.ts'), process.argv.slice(2));
