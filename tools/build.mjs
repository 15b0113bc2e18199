// npm run build: the package as it is published, in dist/: ESM by esbuild (the wasm in lazily imported chunks) and declarations by tsc.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureReady, fail, filesIn, PROJECT, run } from './setup.mjs';

const DIST = path.join(PROJECT, 'dist');
const TYPES = path.join(DIST, 'types');

/** What users can import, and where it is in bindings/. */
export const ENTRIES = { index: 'index.ts', debug: 'debug/index.ts', three: 'three/index.ts' };

/** Bundles bindings/ into a file of dist/ for each entry, and the chunks that they share. */
export async function buildPackage() {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    entryPoints: Object.entries(ENTRIES).map(([out, file]) => ({ in: path.join(PROJECT, 'bindings', file), out })),
    outdir: DIST,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['node:*', 'three'],
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    absWorkingDir: PROJECT,
  });
  const written = new Set(Object.keys(metafile.outputs).map((file) => path.join(PROJECT, file)));
  for (const file of filesIn(DIST)) {
    if (file.endsWith('.js') && !written.has(file)) fs.rmSync(file); // a chunk of an earlier build
  }
}

/**
 * Writes the declarations into dist/types/, and for each entry a file in dist/ that leads there.
 * Their imports of './x.ts' become './x.js', which every resolver finds as './x.d.ts'.
 */
export function buildDeclarations() {
  fs.rmSync(TYPES, { recursive: true, force: true });
  const status = run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdout: 'stderr' });
  if (status !== 0) return false;
  for (const file of filesIn(TYPES)) {
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace(/((?:from|import)\s*\(?\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  }
  for (const [out, file] of Object.entries(ENTRIES))
    fs.writeFileSync(path.join(DIST, `${out}.d.ts`), `export * from './types/bindings/${file.replace(/ts$/, 'js')}';\n`);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureReady();
  await buildPackage();
  if (!buildDeclarations()) fail('the declarations could not be built');
}
