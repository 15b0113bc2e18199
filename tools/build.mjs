// npm run build: the package as it is published, in dist/: modules by esbuild (the wasm in lazily imported chunks), the same as CommonJS,
// declarations of both, and the wasm by itself.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { toCommonJs } from './common-js.mjs';
import { buildDeclarations } from './declarations.mjs';
import { licencesOf, packageNotices } from './licences.mjs';
import { ensureReady, fail, filesIn, PROJECT } from './setup.mjs';
import { shifted } from './source-map.mjs';

export const DIST = path.join(PROJECT, 'dist');

/** What users can import, and where it is in bindings/. */
export const ENTRIES = {
  index: 'index.ts',
  '2d': 'planar/index.ts',
  batch: 'batch/index.ts',
  'batch-bullmq': 'batch/bullmq/index.ts',
  cannon: 'cannon/index.ts',
  control: 'control/index.ts',
  debug: 'debug/index.ts',
  particles: 'particle/index.ts',
  three: 'three/index.ts',
};

/** The main entry in one file, with the kernels of one precision. */
export const PRECISIONS = ['single', 'double'];

/** What awaits its kernels while it is loaded, which `require` cannot. */
const MODULES_ALONE = ['cannon'];

/** Programs beside them, which the package starts itself. */
const PROGRAMS = { 'batch-worker': 'batch/worker.ts' };

/** Names stay: messages have some of them, and stacks are to be read. Whoever bundles the package shortens them. */
const BUNDLE = {
  outdir: DIST,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  minifyWhitespace: true,
  minifySyntax: true,
  // Node shows the line of an error that nobody catches.
  lineLimit: 160,
  sourcemap: 'external',
  target: 'es2022',
  external: ['node:*', 'bullmq', 'ioredis', 'three'],
  legalComments: 'none',
  logLevel: 'warning',
  write: false,
  metafile: true,
  absWorkingDir: PROJECT,
};

/**
 * Records as enumerations, whose values esbuild writes in place of their names: offsets cost no look-up, and their names are in no bundle. Those that
 * are looked up by names in variables stay beside that.
 */
const OFFSETS = {
  name: 'offsets of records',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]bindings[\\/]core[\\/]layout\.ts$/ }, async ({ path: file }) => {
      const text = await fs.promises.readFile(file, 'utf8');
      const record = /export const (\w+) = \{\n((?: {2}\w+: -?\w+,.*\n)+)\} as const;/g;
      const asEnumeration = (whole, name, fields) =>
        /^ {2}size: /.test(fields) ? `export enum ${name} {\n${fields.replace(/^( {2}\w+): /gm, '$1 = ')}}` : whole;
      return { contents: text.replace(record, asEnumeration), loader: 'ts' };
    });
  },
};

/** Bundles bindings/ into a file of dist/ for each entry, and the chunks that they share; all of it as CommonJS too; and the command line. */
export async function buildPackage() {
  const { build } = await import('esbuild');
  const commandLine = await buildCommandLine(build);
  const { outputFiles, metafile } = await build({
    ...BUNDLE,
    entryPoints: Object.entries({ ...ENTRIES, ...PROGRAMS }).map(([out, file]) => ({ in: path.join(PROJECT, 'bindings', file), out })),
    splitting: true,
    plugins: [OFFSETS],
    define: { WASM_FOLDER: '"../"' },
    chunkNames: 'chunks/[name]-[hash]',
    // Its modules: what it publishes for Node is CommonJS, whose wrapper would be a chunk that all entries load.
    alias: { '@rgrove/parse-xml': '@rgrove/parse-xml/src/index.ts' },
  });
  const modules = withMaps(withoutEmpty(outputFiles), metafile);
  for (const precision of PRECISIONS) {
    const entry = { in: path.join(PROJECT, 'bindings/index.ts'), out: precision };
    const whole = await build({
      ...BUNDLE,
      entryPoints: [entry],
      plugins: [kernelsOf(precision), OFFSETS],
    });
    for (const [file, text] of withMaps(whole.outputFiles, whole.metafile)) modules.set(file, text);
  }
  const names = [...Object.keys(ENTRIES), ...PRECISIONS].filter((name) => !MODULES_ALONE.includes(name));
  const entries = names.map((name) => path.join(DIST, `${name}.js`));
  const files = new Map([...modules, ...(await toCommonJs(modules, entries)), ...commandLine, ...wasmFiles()]);
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  // Chunks of an earlier build.
  for (const file of filesIn(DIST)) if (/\.(c?js|map|wasm)$/.test(file) && !files.has(file)) fs.rmSync(file);
}

/** Puts the kernels of one precision in the place of all that are loaded when they are wanted. */
const kernelsOf = (precision) => ({
  name: `the kernels of ${precision} precision`,
  setup({ onResolve }) {
    onResolve({ filter: /\/embedded\.ts$/ }, ({ importer, kind }) =>
      kind === 'entry-point' || importer.includes('embedded-')
        ? undefined
        : { path: path.join(PROJECT, `bindings/core/embedded-${precision}.ts`) },
    );
  },
});

/** The kernels as files, for those who fetch them or have them compiled beforehand. */
function wasmFiles() {
  return PRECISIONS.map((precision) => [
    path.join(DIST, `${precision}.wasm`),
    fs.readFileSync(path.join(PROJECT, `build/holonomic.${precision}.release.wasm`)),
  ]);
}

/** Files by their paths, with the notices of what they have parts of, and their source maps, which lead around these. */
function withMaps(outputFiles, metafile) {
  const maps = new Map(outputFiles.filter(({ path: file }) => file.endsWith('.map')).map(({ path: file, text }) => [file, text]));
  const files = new Map();
  for (const { path: file, text } of outputFiles) {
    if (maps.has(file)) continue;
    const notices = noticesOf(metafile, file);
    const map = JSON.parse(maps.get(`${file}.map`));
    map.mappings = ';'.repeat(notices.split('\n').length - 1) + map.mappings;
    // The text of the kernels is in the file itself.
    map.sourcesContent = map.sourcesContent.map((content, k) => (/bindings\/generated\//.test(map.sources[k]) ? null : content));
    const whole = markImports(`${notices}${text}`, map);
    files.set(file, `${whole}//# sourceMappingURL=${path.basename(file)}.map\n`);
    files.set(`${file}.map`, JSON.stringify(map));
  }
  return files;
}

/** Tells bundlers, of which some warn otherwise, that imports by addresses are none of theirs; esbuild strips comments. */
function markImports(text, map) {
  const mark = '/* webpackIgnore: true *//* @vite-ignore */';
  const parts = text.split(/(?<=\bimport\()(?=[`\w])/);
  let whole = parts[0];
  for (const part of parts.slice(1)) {
    const lines = whole.split('\n');
    const place = { line: lines.length - 1, column: lines.at(-1).length };
    map.mappings = shifted(map.mappings, place, mark.length);
    whole += mark + part;
  }
  return whole;
}

/** What the command line takes of the package stays outside of its file. */
const PACKAGE_OF_CLI = {
  name: 'the package beside it',
  setup({ onResolve }) {
    const places = new Map(Object.entries(ENTRIES).map(([out, file]) => [path.join(PROJECT, 'bindings', file), `./${out}.js`]));
    onResolve({ filter: /^\.\.?\// }, ({ path: target, resolveDir }) => {
      const place = places.get(path.join(resolveDir, target));
      return place ? { path: place, external: true } : undefined;
    });
  },
};

/** dist/cli.js with the packages that it is made of, so that the package has no dependencies; and their licences. */
async function buildCommandLine(build) {
  const { metafile, outputFiles } = await build({
    entryPoints: [{ in: path.join(PROJECT, 'bindings/batch/cli/main.ts'), out: 'cli' }],
    outdir: DIST,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [PACKAGE_OF_CLI],
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as createRequireOf } from 'node:module';\nconst require = createRequireOf(import.meta.url);",
    },
    legalComments: 'none',
    logLevel: 'warning',
    write: false,
    metafile: true,
    absWorkingDir: PROJECT,
  });
  const licences = licencesOf(metafile, 'The command line');
  return [...outputFiles.map(({ path: file, text }) => [file, text]), [path.join(DIST, 'cli-licences.txt'), licences]];
}

/** The licences of the packages that a file has parts of, as a comment that bundlers keep. */
function noticesOf({ outputs }, file) {
  const output = outputs[path.relative(PROJECT, file).replaceAll(path.sep, '/')];
  // What has been bundled apart has its own.
  if (!output) return '';
  const notices = packageNotices({ outputs: { file: output } });
  return notices.map((notice) => `/*! With parts of ${notice.trim().replaceAll('*/', '* /')}\n */\n`).join('');
}

/** esbuild leaves chunks in which is nothing, and imports of them. */
function withoutEmpty(outputFiles) {
  const empty = outputFiles
    .filter(({ path: file, contents }) => file.endsWith('.js') && contents.length === 0)
    .map(({ path: file }) => file);
  const isEmptyImport = new RegExp(`import"[^"]*/(?:${empty.map((file) => path.basename(file)).join('|')})";`, 'g');
  return outputFiles
    .filter(({ path: file }) => !empty.includes(file.replace(/\.map$/, '')))
    .map(({ path: file, text }) => ({
      path: file,
      // As long as before, for the source map.
      text: empty.length > 0 && file.endsWith('.js') ? text.replace(isEmptyImport, (found) => ' '.repeat(found.length)) : text,
    }));
}

/** Their declarations. */
export const buildPackageDeclarations = () => buildDeclarations(ENTRIES, DIST, { copies: PRECISIONS, alone: MODULES_ALONE });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureReady();
  await buildPackage();
  await buildPackageDeclarations().catch((error) => fail(`the declarations could not be built: ${error.message}`));
}
