// npm run gallery: the gallery as files that any web server can serve, in build/gallery.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogue } from './gallery-catalogue.mjs';
import { licencesOf } from './licences.mjs';
import { playgroundModules } from './playground-modules.mjs';
import { ensureReady, filesIn, PROJECT } from './setup.mjs';

const SOURCE = path.join(PROJECT, 'gallery');

/**
 * Bundles gallery/ and copies what goes with it. All addresses in it are relative.
 * @param {{ outdir?: string, minify?: boolean }} options
 * @returns {Promise<string>} the folder
 */
export async function buildGallery({ outdir = path.join(PROJECT, 'build/gallery'), minify = true } = {}) {
  const page = await bundle(['main.ts', 'worker.ts', 'style.css'], 'chunks', { outdir, minify });
  // By themselves: what they share with the page would be in so many files more for it to load.
  const playground = await bundle(['playground.ts', 'playground.css'], 'playground', { outdir, minify });
  const cannon = await bundle(['cannon.ts', 'cannon.css'], 'cannon', { outdir, minify });
  const bundles = [page, playground, cannon];
  const copied = ['index.html', 'playground.html', 'cannon.html', 'preview.jpg', ...thumbnails()]
    .filter((name) => fs.existsSync(path.join(SOURCE, name)))
    .map((name) => [path.join(outdir, name), fs.readFileSync(path.join(SOURCE, name))]);
  const licences = [
    path.join(outdir, 'licences.txt'),
    Buffer.from(licencesOf({ outputs: Object.assign({}, ...bundles.map(({ metafile }) => metafile.outputs)) })),
  ];
  const outputs = bundles.flatMap(({ outputFiles }) => outputFiles).map(({ path: file, contents }) => [file, contents]);
  const files = new Map([...outputs, ...copied, ...codeOfScenes(outdir), licences]);
  for (const [file, contents] of files) writeIfChanged(file, contents);
  for (const file of filesIn(outdir)) if (!files.has(file)) fs.rmSync(file); // of an earlier build
  return outdir;
}

async function bundle(names, chunks, { outdir, minify }) {
  const { build } = await import('esbuild');
  return build({
    entryPoints: names.map((name) => path.join(SOURCE, name)),
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: `${chunks}/[name]-[hash]`,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['node:*'],
    plugins: [catalogue, playgroundModules],
    minify,
    keepNames: true, // the page shows the names of joints' classes
    write: false,
    legalComments: 'linked',
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: PROJECT,
  });
}

/** The sources of the scenes, for the page to show: as text, whatever a server makes of TypeScript. */
function codeOfScenes(outdir) {
  const folder = path.join(PROJECT, 'scenes');
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.ts'));
  return names.map((name) => [path.join(outdir, 'code', name.replace(/ts$/, 'txt')), fs.readFileSync(path.join(folder, name))]);
}

function thumbnails() {
  const folder = path.join(SOURCE, 'thumbnails');
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return names.filter((name) => name.endsWith('.webp')).map((name) => `thumbnails/${name}`);
}

/** So that a page that is being served from the folder never sees half a file of the same build. */
function writeIfChanged(file, contents) {
  if (fs.existsSync(file) && fs.readFileSync(file).equals(contents)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, contents);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureReady();
  console.log(await buildGallery());
}
