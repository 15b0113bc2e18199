import type { PackingKernels } from '../snapshot/packing.ts';
import { type Chunk, EMBEDDED, importFrom, type Precision } from './embedded.ts';
import { embeddedBytes, inflated } from './embedded-bytes.ts';
import { HolonomicError } from './errors.ts';
import { fileBeside } from './file-beside.ts';
import { sectionText, staticsOf } from './instance.ts';
import { LAYOUT_HASH } from './layout.ts';

export type { Precision };
/** The source of the WebAssembly, if it is not the embedded one: a URL, the Response of `fetch`, bytes, or a module. */
export type WasmSource = string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;

/** What the kernels export. */
export interface KernelExports extends PackingKernels {
  memory: WebAssembly.Memory;
  /** Prepares an empty world whose memory ends before `limit`. */
  initialize(limit: number): number;
  reserveBodies(count: number): number;
  reserveJoints(count: number): number;
  reserveCoordinates(count: number): number;
  reservePoints(count: number): number;
  reserveShapes(count: number): number;
  step(dt: number): number;
  /** A step whose substeps other kernels solve: what comes before, which returns how many they are; in between; and behind. */
  beginStep(dt: number): number;
  renewContacts(): void;
  endStep(dt: number): void;
  /** Address of a shape's geometry block; 0 when there is no memory left. */
  allocateBlock(bytes: number): number;
  releaseBlock(block: number): void;
  /** As far as memory reaches; WorldRecord.lacks says what is missing. */
  detect(dt: number): void;
  prepareContacts(dt: number, steps: boolean): number;
  chooseSubsteps(dt: number): void;
  /** What joints and contacts want, as rows, for solvers that work on rows. */
  writeRows(h: number, hasBias: number): number;
  rereadRows(ahead: number): number;
  finishRows(h: number): void;
  /** What snapshots are checked and sealed with. */
  blockClass(size: number): number;
  solverBytes(capacity: number): number;
  bundleBytes(capacity: number): number;
  digestBuffer(): number;
  digestBlocks(count: number): void;
  /** Each false when there is no memory left. */
  settle(dt: number): number;
  reservePlace(): number;
  renewPair(pair: number): void;
  placeBody(slot: number): number;
  moveBody(slot: number): number;
  refilterAll(): void;
  refilterBody(slot: number): number;
  ignorePair(a: number, b: number, change: number): number;
  ignoredCount(a: number, b: number): number;
  removeFromBroadphase(slot: number): void;
  listOutliers(): number;
  wakeBody(slot: number): void;
  wakeNeighbours(slot: number, touching: number): void;
  wakeAll(): void;
  sleepBody(slot: number): void;
  queryRay(): void;
  queryRays(rays: number, count: number, out: number): void;
  queryCast(): void;
  queryOverlap(): void;
  queryNearest(): void;
  queryBetween(a: number, b: number): void;
}

const EXPORTS: readonly (keyof KernelExports)[] = [
  'memory',
  'initialize',
  'reserveBodies',
  'reserveJoints',
  'reserveCoordinates',
  'reservePoints',
  'reserveShapes',
  'reservePlace',
  'step',
  'beginStep',
  'renewContacts',
  'endStep',
  'allocateBlock',
  'releaseBlock',
  'blockClass',
  'solverBytes',
  'bundleBytes',
  'digestBuffer',
  'digestBlocks',
  'packingBuffer',
  'countChunks',
  'packChunks',
  'expandChunks',
  'writeDifference',
  'applyDifference',
  'detect',
  'settle',
  'prepareContacts',
  'chooseSubsteps',
  'writeRows',
  'rereadRows',
  'finishRows',
  'renewPair',
  'placeBody',
  'moveBody',
  'refilterAll',
  'refilterBody',
  'ignorePair',
  'ignoredCount',
  'removeFromBroadphase',
  'listOutliers',
  'wakeBody',
  'wakeNeighbours',
  'wakeAll',
  'sleepBody',
  'queryRay',
  'queryRays',
  'queryCast',
  'queryOverlap',
  'queryNearest',
  'queryBetween',
];

/** What the kernels of 'pgs' and 'tgs' export: assembly/velocity.ts. */
export interface VelocityExports {
  /** False when there is no memory left. */
  reserve(): number;
  substep(h: number): void;
}

/** Where kernels say what they are. */
const SECTION = 'holonomic';

const embedded = new Map<Chunk, Promise<WebAssembly.Module>>();
/** Those of them that have been compiled. */
const compiled = new Map<Chunk, WebAssembly.Module>();

/** The smallest module that there is. */
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** A module with one SIMD instruction: valid only where SIMD is. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

export function hasSimd(): boolean {
  return typeof WebAssembly !== 'undefined' && WebAssembly.validate(SIMD_PROBE);
}

const NO_SIMD = 'this JavaScript engine has no WebAssembly SIMD; update it';
const NO_POLICY = "the content security policy of this page forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src";
/** Workers of Cloudflare, for instance. */
const NO_COMPILER =
  'this JavaScript engine only starts precompiled modules; import holonomic/single.wasm as a WebAssembly.Module and pass it as wasm';

/** Throws `unsupported` where no kernels can run. */
export function requireSimd(): void {
  if (!hasSimd()) throw notHere(NO_SIMD);
}

/** Why WebAssembly that is right cannot be compiled here: not in this engine, or not on this page. Null where it can. */
function obstacle(): string | null {
  if (!hasSimd()) return NO_SIMD;
  try {
    new WebAssembly.Module(EMPTY);
    return null;
  } catch (cause) {
    if (!(cause instanceof WebAssembly.CompileError)) throw notLoaded('WebAssembly', cause); // such as a lack of memory, which passes
    return /embedder/i.test(cause.message) ? NO_COMPILER : NO_POLICY;
  }
}

/** The compiled kernels of a precision: the embedded ones, compiled once, or those of `source`. */
export async function loadModule(precision: Precision, source?: WasmSource): Promise<WebAssembly.Module> {
  requireSimd();
  if (source === undefined) return embeddedModule(precision);
  const module = source instanceof WebAssembly.Module ? source : await compile(await fetchBytes(source));
  checkModule(module, precision);
  return module;
}

/** The embedded kernels of a precision; null where no WebAssembly can be compiled, now or later. */
export async function moduleIfAny(precision: Precision): Promise<WebAssembly.Module | null> {
  // What was compiled before cannot be started once there is no WebAssembly.
  if (!hasSimd() || (!embedded.has(precision) && obstacle() !== null)) return null;
  return embeddedModule(precision);
}

/** The embedded kernels of a precision, if they have been compiled and can run. */
export function compiledModule(precision: Precision): WebAssembly.Module | null {
  return (hasSimd() && compiled.get(precision)) || null;
}

/** A part of the package that is loaded when it is wanted. What does not arrive is asked for again the next time. */
export async function loadPart<Part>(name: string, load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    if (cause instanceof HolonomicError) throw cause;
    const again = missed.get(name) ?? 0;
    missed.set(name, again + 1);
    // Some browsers remember for an address that it did not arrive, and name it.
    const [address] = /https?:\S+\.js/.exec(String(cause)) ?? [];
    if (!again || !address || !importFrom) throw notLoaded(name, cause);
    const part = await importFrom(`${address}?again=${again}`).catch((reason: unknown) => {
      throw notLoaded(name, reason);
    });
    return part as Part;
  }
}

/** How often parts have not arrived. */
const missed = new Map<string, number>();

/** The kernels of 'pgs' and 'tgs', which are those of the package whatever the others are. */
export function loadVelocity(precision: Precision): Promise<WebAssembly.Module> {
  return embeddedModule(`velocity-${precision}`);
}

/** The same, if they have been compiled. */
export function compiledVelocity(precision: Precision): WebAssembly.Module | null {
  return compiled.get(`velocity-${precision}`) ?? null;
}

function embeddedModule(chunk: Chunk): Promise<WebAssembly.Module> {
  const known = embedded.get(chunk);
  if (known) return known;
  const module = compileEmbedded(chunk);
  embedded.set(chunk, module);
  // What failed now may succeed later.
  module.then(
    (known) => compiled.set(chunk, known),
    () => embedded.delete(chunk),
  );
  return module;
}

async function compileEmbedded(chunk: Chunk): Promise<WebAssembly.Module> {
  const name = `kernels of ${chunk.replace('velocity-', '')} precision`;
  const local = chunk === 'single' || chunk === 'double' ? fileBeside(chunk) : null;
  const text = local === null ? (await loadPart(name, EMBEDDED[chunk])).default : '';
  let module: WebAssembly.Module;
  try {
    const bytes = local ?? (await inflated(embeddedBytes(text)));
    module = await WebAssembly.compile(bytes);
  } catch (cause) {
    const why = obstacle();
    throw why === null ? notLoaded(name, cause) : notHere(why);
  }
  requireLayout(module, name);
  return module;
}

/** Kernels small enough to be compiled at once, embedded as they are. Throws `unsupported` where none can be. */
export function compileSmall(text: string): WebAssembly.Module {
  const name = 'kernels of particles';
  let module: WebAssembly.Module;
  try {
    module = new WebAssembly.Module(embeddedBytes(text));
  } catch (cause) {
    const why = obstacle();
    throw why === null ? notLoaded(name, cause) : notHere(why);
  }
  requireLayout(module, name);
  return module;
}

/** Refuses embedded kernels whose records lie elsewhere, as in a clone where either side has changed since the kernels were built. */
function requireLayout(module: WebAssembly.Module, name: string): void {
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  if (section && parseSection(section)?.layout === LAYOUT_HASH) return;
  throw new HolonomicError(
    'bad-module',
    `The ${name} were built from other sources than the bindings: run \`npm run build:wasm\`, or reinstall the package.`,
  );
}

function notHere(why: string): HolonomicError {
  return new HolonomicError('unsupported', `WebAssembly cannot be compiled: ${why}, or use { backend: 'reference' }, without collisions.`);
}

function notLoaded(name: string, cause: unknown): HolonomicError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new HolonomicError(
    'bad-module',
    `The ${name} could not be loaded: ${why}. Make sure that all files of the package are served, then try again.`,
  );
}

async function fetchBytes(given: unknown): Promise<BufferSource> {
  if (given instanceof ArrayBuffer) return given;
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength) as BufferSource;
  const address = typeof given === 'string' || given instanceof URL ? given : null;
  if (address === null && !isResponse(given) && typeof (given as Promise<Response> | null)?.then !== 'function') throw noSource();
  try {
    const local = address === null ? null : readLocal(address);
    if (local) return local;
    const response: unknown = await (address === null ? given : fetch(address));
    if (!isResponse(response)) throw noSource();
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    return await response.arrayBuffer();
  } catch (cause) {
    if (cause instanceof HolonomicError) throw cause;
    const from = address ?? (isResponse(given) ? given.url : '');
    throw new HolonomicError('bad-module', `The WebAssembly${from && ` at ${from}`} could not be fetched: ${(cause as Error)?.message}.`);
  }
}

const noSource = () =>
  new HolonomicError('invalid-argument', 'wasm must be a URL, bytes, a Response or its promise, or a WebAssembly.Module.');

/** Not by its class, of which frames and polyfills have others. */
function isResponse(value: unknown): value is Response {
  return typeof (value as Response | null)?.arrayBuffer === 'function' && 'ok' in (value as Response);
}

/** The bytes of a file in Node, whose `fetch` reads none. */
function readLocal(address: string | URL): BufferSource | null {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): typeof import('node:fs') | undefined } };
  const fs = /^file:/i.test(String(address)) && process?.getBuiltinModule?.('node:fs');
  return fs ? (fs.readFileSync(new URL(address)) as BufferSource) : null;
}

async function compile(bytes: BufferSource): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes as BufferSource);
  } catch (cause) {
    const why = obstacle();
    if (why !== null) throw notHere(why);
    throw new HolonomicError('bad-module', `The bytes passed as wasm are not a WebAssembly module: ${(cause as Error).message}.`);
  }
}

/** Refuses kernels of the other precision or of another version, whose records lie elsewhere. */
export function checkModule(module: WebAssembly.Module, precision: Precision): void {
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  if (!section) throw new HolonomicError('bad-module', 'The module passed as wasm is not a module of Holonomic.');
  const found = parseSection(section);
  const exported = WebAssembly.Module.exports(module).map(({ name }) => name);
  if (!found || !EXPORTS.every((name) => exported.includes(name)))
    throw new HolonomicError(
      'bad-module',
      'The module passed as wasm is damaged: it claims to be a module of Holonomic, but is incomplete.',
    );
  const takesMemory = WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory');
  if (found.layout !== LAYOUT_HASH || !takesMemory)
    throw new HolonomicError('bad-module', 'The module passed as wasm belongs to another version of Holonomic.');
  if (found.precision !== precision)
    throw new HolonomicError('bad-module', `The module passed as wasm has ${found.precision} precision, but the world needs ${precision}.`);
  staticsOf(module);
}

function parseSection(section: ArrayBuffer): { precision?: unknown; layout?: unknown } | null {
  try {
    const found: unknown = JSON.parse(sectionText(section));
    return typeof found === 'object' ? found : null;
  } catch {
    return null;
  }
}
