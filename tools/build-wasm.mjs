// Compiles the AssemblyScript kernels:  node tools/build-wasm.mjs [target...] [--emit-generated DIR] [--check-layout] [--force] [--root DIR]
// Targets are those of asconfig.json, asconfig.velocity.json and asconfig.particles.json; all of them by default. What is up to date is not built again.
//
//   build/holonomic.{single,double}.{release,debug}.wasm, with source maps of the debug builds beside them
//   build/holonomic.{single,double}.velocity.{release,debug}.wasm, the kernels of 'pgs' and 'tgs'; and .particles., those of particles
//   bindings/core/layout.ts                    byte offsets of the records (committed); --check-layout fails if it would change
//   bindings/generated/{single,double}.ts      the release wasm, deflated, as base64, for the lazily imported chunk of the package;
//   bindings/generated/{velocity,particles}-{single,double}.ts
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { partOf } from './compile-target.mjs';
import { SECTION } from './layout-transform.mjs';

const PROJECT = path.resolve(import.meta.dirname, '..');
const CORES = 2;
const CONFIGS = ['asconfig.json', 'asconfig.velocity.json', 'asconfig.particles.json'];

function filesUnder(folder) {
  if (!fs.existsSync(folder)) return [];
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

/** Hash of everything a wasm depends on. */
function hashOfInputs(root) {
  const compiler = path.join(PROJECT, 'node_modules/assemblyscript/package.json');
  const tools = [
    'build-wasm.mjs',
    'compile-target.mjs',
    'compile-worker.mjs',
    'layout-transform.mjs',
    'scratch-transform.mjs',
    'source-map.mjs',
  ];
  const files = [
    ...CONFIGS.map((file) => path.join(root, file)).filter(fs.existsSync),
    ...filesUnder(path.join(root, 'assembly')),
    ...filesUnder(path.join(PROJECT, 'tools/kernel-language')),
    ...tools.map((file) => path.join(PROJECT, 'tools', file)),
    compiler,
  ].sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function readJson(file, otherwise) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : otherwise;
}

/** Writes a file unless it holds the same already, so that file watchers stay quiet; nobody sees it half written. */
function writeIfChanged(file, contents) {
  const data = Buffer.from(contents);
  if (fs.existsSync(file) && fs.readFileSync(file).equals(data)) return;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(draft, data);
  fs.renameSync(draft, file);
}

function compileInWorker(root, target) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./compile-worker.mjs', import.meta.url), { workerData: { root, target } });
    worker.once('message', ({ result, error }) => (error ? reject(new Error(`${target}\n${error}`)) : resolve(result)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`${target}: the compiler stopped with code ${code}`)));
  });
}

/** Runs the tasks, at most `CORES` at a time; the first failure stops the rest. */
async function inParallel(items, task) {
  const waiting = [...items];
  const results = [];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) results.push(await task(item));
  };
  await Promise.all(Array.from({ length: Math.min(CORES, items.length) }, lane));
  return results;
}

/** The one layout of all results, or the one there is; records that differ between the precisions are an error. */
function commonLayout(results, before) {
  const [first, ...others] = results.filter(({ target }) => !partOf(target));
  for (const other of others) {
    if (other.layout === first.layout) continue;
    const lines = other.layout.split('\n');
    const line = first.layout.split('\n').find((text, index) => !/LAYOUT_HASH|size:/.test(text) && text !== lines[index]);
    throw new Error(
      `The layout differs between ${first.target} and ${other.target}: '${line?.trim()}'. Records tagged @layout may hold f64, u32 and i32 only.`,
    );
  }
  const layout = first?.layout ?? before;
  for (const { target, layoutEntries } of results.filter((result) => partOf(result.target))) {
    const entry = layoutEntries.find((text) => !layout.includes(text));
    if (entry) throw new Error(`The layout of ${target} is not that of the other kernels: build these, too.\n${entry}`);
  }
  return layout;
}

/** A wasm with one more custom section, which says what the others say of themselves. */
function withSection(wasm, name, contents) {
  const bytes = (text) => [...new TextEncoder().encode(text)];
  const size = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...size(value >>> 7)]);
  const body = [...size(bytes(name).length), ...bytes(name), ...bytes(contents)];
  return Buffer.concat([wasm, Uint8Array.from([0, ...size(body.length), ...body])]);
}

/** Marks a module of its own with the layout that it has. */
function sealed(result, layout) {
  if (!partOf(result.target)) return result;
  const [, hash] = layout.match(/LAYOUT_HASH = (0x[0-9a-f]+)/);
  const contents = JSON.stringify({ precision: result.target.split('-')[0], layout: Number(hash) });
  return { ...result, wasm: withSection(result.wasm, SECTION, contents) };
}

/** Of a target: 'single' and so on, 'velocity-single' or 'particles-single' of modules of their own; and 'release' or 'debug'. */
function namesOf(target) {
  const parts = target.split('-');
  return { chunk: partOf(target) ? `${partOf(target)}-${parts[0]}` : parts[0], variant: parts.at(-1) };
}

function embed(root, { target, outFile, wasm }) {
  const { chunk, variant } = namesOf(target);
  if (variant !== 'release') return;
  // Compressed first: base64 of that stays as small where pages are compressed, base64 of the wasm itself grows by a third. What is compiled
  // synchronously stays as it is, for engines inflate in streams.
  const isCompressed = partOf(target) !== 'particles';
  const base64 = (isCompressed ? deflateSync(wasm, { level: 9, memLevel: 9 }) : Buffer.from(wasm)).toString('base64');
  const header = `// Generated by \`npm run build:wasm\`: ${path.basename(outFile)}${isCompressed ? ', deflated (zlib)' : ''}, in base64.`;
  const text = `${header}\nconst wasm: string = '${base64}';\n\nexport default wasm;\n`;
  writeIfChanged(path.join(root, 'bindings/generated', `${chunk}.ts`), text);
}

function emitGenerated(folder, { generated }) {
  for (const [file, text] of generated) writeIfChanged(path.join(folder, file), text);
}

const outputsOf = (root, target, config) => {
  const { chunk, variant } = namesOf(target);
  const outFile = path.join(root, config.targets[target].outFile);
  return [outFile, variant === 'release' ? path.join(root, 'bindings/generated', `${chunk}.ts`) : `${outFile}.map`];
};

/**
 * @param {{ root?: string, targets?: string[], emitGenerated?: string, checkLayout?: boolean, force?: boolean, log?: (line: string) => void }} options
 */
export async function buildWasm({
  root = PROJECT,
  targets = [],
  emitGenerated: folder,
  checkLayout = false,
  force = false,
  log = console.error,
} = {}) {
  const config = { targets: Object.assign({}, ...CONFIGS.map((file) => readJson(path.join(root, file), { targets: {} }).targets)) };
  const known = Object.keys(config.targets);
  const wanted = targets.length ? targets : known;
  const unknown = wanted.find((target) => !known.includes(target));
  if (unknown) throw new Error(`No target '${unknown}': there are ${known.join(', ')}`);

  const layoutFile = path.join(root, 'bindings/core/layout.ts');
  const stampFile = path.join(root, 'build/wasm-inputs.json');
  const layoutNow = () => (fs.existsSync(layoutFile) ? fs.readFileSync(layoutFile, 'utf8') : '');
  const inputs = hashOfInputs(root);
  const stamp = readJson(stampFile, {});
  const fresh = (target) =>
    !force && !folder && stamp[target] === inputs && stamp.layout === layoutNow() && outputsOf(root, target, config).every(fs.existsSync);
  const stale = wanted.filter((target) => !fresh(target));
  if (!stale.length) return;

  const results = await inParallel(stale, (target) => compileInWorker(root, target));
  results.sort((a, b) => wanted.indexOf(a.target) - wanted.indexOf(b.target));
  const layout = commonLayout(results, layoutNow());
  if (checkLayout && layout !== layoutNow())
    throw new Error('bindings/core/layout.ts is not what the kernels say: run `npm run build:wasm` and commit it.');
  writeIfChanged(layoutFile, layout);
  for (const result of results.map((one) => sealed(one, layout))) {
    if (result.warnings) log(result.warnings);
    writeIfChanged(path.resolve(root, result.outFile), result.wasm);
    if (result.sourceMap) writeIfChanged(path.resolve(root, `${result.outFile}.map`), result.sourceMap);
    embed(root, result);
    if (folder) emitGenerated(path.resolve(folder), result);
    log(`${path.relative(root, result.outFile)}  ${result.wasm.length} bytes  ${(result.ms / 1000).toFixed(1)} s`);
  }
  const kept = Object.fromEntries(Object.entries(stamp).filter(([, value]) => value === inputs));
  const built = Object.fromEntries(results.map(({ target }) => [target, inputs]));
  writeIfChanged(stampFile, JSON.stringify({ ...kept, ...built, layout }, null, 2));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'emit-generated': { type: 'string' },
        'check-layout': { type: 'boolean' },
        force: { type: 'boolean' },
        root: { type: 'string' },
      },
    });
    const root = values.root && path.resolve(values.root);
    await buildWasm({
      root,
      targets: positionals,
      emitGenerated: values['emit-generated'],
      checkLayout: values['check-layout'],
      force: values.force,
    });
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
