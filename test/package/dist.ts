// The package as it is published. `npm test` has built it; run alone, a test builds it where it is missing or older than its sources.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const DIST = path.join(ROOT, 'dist');
/** What users can import. */
export const ENTRIES = ['index', '2d', 'batch', 'batch-bullmq', 'cannon', 'control', 'debug', 'particles', 'three'];
/** The main one in one file, with the kernels of one precision. */
export const PRECISIONS = ['double', 'single'];
const LOCK = path.join(ROOT, 'build/dist.lock');
const PATIENCE = 100_000; // ms

function newest(folder: string): number {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(...entries.map((entry) => fs.statSync(path.join(entry.parentPath, entry.name)).mtimeMs));
}

function isFresh(): boolean {
  const outputs = [...ENTRIES, ...PRECISIONS].flatMap((name) => [`${name}.js`, `${name}.d.ts`]).map((file) => path.join(DIST, file));
  if (!outputs.every((file) => fs.existsSync(file))) return false;
  const built = Math.min(...outputs.map((file) => fs.statSync(file).mtimeMs));
  return built >= Math.max(...['bindings', 'reference', 'scenes', 'tools'].map((folder) => newest(path.join(ROOT, folder))));
}

/** Builds dist/ unless it is up to date; of several test files at once, one does and the others wait. */
export async function ensureDist(): Promise<void> {
  for (const start = Date.now(); Date.now() - start < PATIENCE; ) {
    if (!fs.existsSync(LOCK) && isFresh()) return;
    try {
      fs.mkdirSync(LOCK);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200));
      if (fs.existsSync(LOCK) && Date.now() - fs.statSync(LOCK).mtimeMs > PATIENCE) fs.rmdirSync(LOCK); // left behind
      continue;
    }
    try {
      if (isFresh()) return;
      const { status, stderr, stdout } = spawnSync(process.execPath, ['tools/build.mjs'], { cwd: ROOT, encoding: 'utf8' });
      if (status !== 0) throw new Error(`tools/build.mjs failed:\n${stdout}${stderr}`);
      return;
    } finally {
      fs.rmdirSync(LOCK);
    }
  }
  throw new Error('dist/ is being built by something that does not end');
}
