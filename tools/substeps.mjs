// npm run substeps: the hanging chain of bunnies without a window, and what substeps and iterations do to it.
import path from 'node:path';
import { ensureReady, PROJECT } from './setup.mjs';

await ensureReady();
const { runTypeScript } = await import('./run-ts.mjs');
await runTypeScript(path.join(PROJECT, 'scenes/cli/substeps.ts'), process.argv.slice(2));
