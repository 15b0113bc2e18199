// npm run build: the package as it is published, in dist/: ESM by esbuild (the wasm in lazily imported chunks), and declarations.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDeclarations } from './declarations.mjs';
import { ensureReady, fail, filesIn, PROJECT } from './setup.mjs';

export const DIST = path.join(PROJECT, 'dist');

/** What users can import, and where it is in bindings/. */
export const ENTRIES = {
  index: 'index.ts',
  '2d': 'planar/index.ts',
  cannon: 'cannon/index.ts',
  debug: 'debug/index.ts',
  particles: 'particle/index.ts',
  three: 'three/index.ts',
};

/** Bundles bindings/ into a file of dist/ for each entry, and the chunks that they share. */
export async function buildPackage() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
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
    write: false,
    absWorkingDir: PROJECT,
  });
  const files = new Map(withoutEmpty(outputFiles));
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  // Chunks of an earlier build.
  for (const file of filesIn(DIST)) if (file.endsWith('.js') && !files.has(file)) fs.rmSync(file);
}

/** esbuild leaves chunks in which is nothing, and imports of them. */
function withoutEmpty(outputFiles) {
  const empty = outputFiles.filter(({ contents }) => contents.length === 0).map(({ path: file }) => path.basename(file));
  const isEmptyImport = (line) => empty.some((name) => /^import ".*";$/.test(line) && line.endsWith(`/${name}";`));
  return outputFiles
    .filter(({ contents }) => contents.length > 0)
    .map(({ path: file, text }) => {
      const lines = text.split('\n').filter((line) => !isEmptyImport(line));
      return [file, lines.join('\n')];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureReady();
  await buildPackage();
  await buildDeclarations(ENTRIES, DIST).catch((error) => fail(`the declarations could not be built: ${error.message}`));
}
