// npm run compare -- SCENE [options]: one scene under all solvers; everything but the table goes to stderr.
import path from 'node:path';
import { ensureReady, PROJECT } from './setup.mjs';

await ensureReady();
const { runTypeScript } = await import('./run-ts.mjs');
await runTypeScript(path.join(PROJECT, 'scenes/cli/compare.ts'), process.argv.slice(2));
