// node examples/bundler/build.mjs FOLDER: bundles main.mjs for a browser or for Node. Nothing has to be set for the WebAssembly: it is a chunk
// of its own, which is loaded when the first world is made.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

export async function bundle(outdir) {
  await build({
    entryPoints: [here('main.mjs')],
    outdir,
    bundle: true,
    splitting: true, // keeps what is imported later in files of its own
    minify: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    outExtension: { '.js': '.mjs' },
    // Here alone, where the package lies beside the example; an installed one is found.
    alias: { holonomic: here('../../dist/index.js') },
    external: ['node:*'],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(process.argv[2] ?? 'build/example');
