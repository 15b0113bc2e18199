// npm run docs: the documentation with its API reference, and the gallery beside it, as files that any web server can serve, in build/site.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildGallery } from './gallery.mjs';
import { ensureInstalled, ensureReady, fail, PROJECT, run } from './setup.mjs';

const SITE = path.join(PROJECT, 'site');
const OUT = path.join(PROJECT, 'build/site');
/** VitePress finds its packages from the pages up, so they have to be below its folder. */
const SOURCE = path.join(SITE, 'build');

/** Builds the site; `base` is the path under which it is served. Returns its folder. */
export async function buildDocs({ base = '/' } = {}) {
  const { stage } = await import('../site/stage.mjs');
  const { ENTRIES } = await import('../site/pages.mjs');
  const staged = stage(PROJECT, SOURCE);
  listApi(ENTRIES);
  const configuration = path.join(SOURCE, '.vitepress');
  fs.mkdirSync(configuration, { recursive: true });
  fs.copyFileSync(path.join(SITE, 'config.mjs'), path.join(configuration, 'config.mjs'));
  fs.cpSync(path.join(SITE, 'theme'), path.join(configuration, 'theme'), { recursive: true });
  runIn('vitepress/bin/vitepress.js', ['build', SOURCE, '--outDir', OUT, '--base', base]);
  await buildGallery({ outdir: path.join(OUT, 'gallery') });
  writeForModels(staged);
  return OUT;
}

/** Pages of all that can be imported, from the types as they are published. */
function listApi(entries) {
  // Modules are called after their files, and one called index would be in the place of the list.
  const folder = path.join(SOURCE, 'entries');
  fs.mkdirSync(folder, { recursive: true });
  const files = entries.map((name) => path.join(folder, `${name === 'index' ? 'holonomic' : name}.d.ts`));
  for (const [k, file] of files.entries())
    fs.writeFileSync(
      file,
      `export * from '${path.relative(folder, path.join(PROJECT, 'dist')).replaceAll(path.sep, '/')}/${entries[k]}.js';\n`,
    );
  runIn('typedoc/bin/typedoc', [
    ...files.flatMap((file) => ['--entryPoints', file]),
    ...['--tsconfig', path.join(SITE, 'tsconfig.json'), '--options', path.join(SITE, 'typedoc.json'), '--out', path.join(SOURCE, 'api')],
  ]);
}

/** llms.txt lists the pages, llms-full.txt has all of them: see llmstxt.org. */
function writeForModels(staged) {
  const [front, ...pages] = staged;
  const list = pages.map(({ target, title, summary }) => `- [${title}](${target.replace(/md$/, 'html')}): ${summary}`);
  fs.writeFileSync(path.join(OUT, 'llms.txt'), `# ${front.title}\n\n> ${front.summary}\n\n## Pages\n\n${list.join('\n')}\n`);
  fs.writeFileSync(path.join(OUT, 'llms-full.txt'), staged.map(({ text }) => text.trim()).join('\n\n---\n\n') + '\n');
}

function runIn(program, args) {
  const status = run(process.execPath, [path.join(SITE, 'node_modules', program), ...args], { cwd: SITE, stdout: 'stderr' });
  if (status !== 0) fail(`${program} failed`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureReady();
  ensureInstalled(SITE);
  const { buildPackage } = await import('./build.mjs');
  await buildPackage().catch((error) => fail(`the package could not be built: ${error.message}`));
  console.log(await buildDocs({ base: process.env.BASE ?? '/' }));
}
