// npm run validate: runs every case of test/validation at several steps and writes docs/validation.md from what it measures.
import path from 'node:path';
import { ensureReady, PROJECT } from './setup.mjs';

await ensureReady();
const { runTypeScript } = await import('./run-ts.mjs');
await runTypeScript(path.join(PROJECT, 'test/validation/report.ts'));
