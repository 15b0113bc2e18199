// Where an instance of the kernels has what it needs of a memory: tables of constants at the bottom, which all instances on the memory have in
// common, its scratch, and its world. See tools/scratch-transform.mjs.
import { HolonomicError } from './errors.ts';

const PAGE = 65536;
/** Bytes of a world of a few bodies. */
const SMALL_WORLD = 192 * 1024;
/** Of where scratch and worlds begin: no two instances write to one cache line. */
const ALIGNMENT = 64;
/** Name of the section that describes scratch, and of the module that its areas are imported from. */
const SCRATCH = 'scratch';

/** A part of a memory that belongs to one instance: from `start`, a multiple of 64, up to where its world ends. All of it is zero, as memory is that is new. */
export interface Region {
  memory: WebAssembly.Memory;
  start: number;
}

/** What lies at the bottom of a memory. */
export interface Statics {
  /** Bytes of the tables of constants, from 0 on. */
  tables: number;
  /** Bytes of scratch. */
  bytes: number;
}

const aligned = (address: number): number => Math.ceil(address / ALIGNMENT) * ALIGNMENT;

/** What modules say of themselves, which is read once: many worlds may be made of one. */
const known = new WeakMap<WebAssembly.Module, Statics>();
const areas = new WeakMap<WebAssembly.Module, readonly [name: string, offset: number][]>();

/** Throws `bad-module` for a module that does not say it. */
export function staticsOf(module: WebAssembly.Module): Statics {
  const statics = known.get(module) ?? parseStatics(module);
  known.set(module, statics);
  return statics;
}

function parseStatics(module: WebAssembly.Module): Statics {
  const [section] = WebAssembly.Module.customSections(module, SCRATCH);
  const statics = section && readStatics(section);
  if (!statics) throw new HolonomicError('bad-module', 'The module passed as wasm does not declare how much scratch memory it needs.');
  return statics;
}

/** The text of a section, which is ASCII: some places, such as jsdom, have no TextDecoder. */
export function sectionText(section: ArrayBuffer): string {
  return Array.from(new Uint8Array(section), (code) => String.fromCharCode(code)).join('');
}

function readStatics(section: ArrayBuffer): Statics | null {
  try {
    const found = JSON.parse(sectionText(section)) as Statics;
    return found.tables >= 0 && found.bytes >= 0 ? found : null;
  } catch {
    return null;
  }
}

/** A memory of its own for an instance of the kernels; with room for a small world, where it may take as much, so that it need not grow: it grows by half. */
export function ownRegion(module: WebAssembly.Module, maxMemory = 0): Region {
  const { tables, bytes } = staticsOf(module);
  const start = aligned(tables);
  const least = Math.ceil((start + bytes) / PAGE);
  const roomy = Math.ceil((start + bytes + SMALL_WORLD) / PAGE);
  return { memory: new WebAssembly.Memory({ initial: Math.max(least, Math.min(roomy, Math.floor(maxMemory / PAGE))) }), start };
}

/** Starts the kernels with scratch at the beginning of their region and a world behind it. */
export function startKernels(
  module: WebAssembly.Module,
  region: Region,
  functions: WebAssembly.Imports,
): { exports: WebAssembly.Exports; world: number } {
  const { imports, world } = importsOf(module, region, functions);
  return { exports: new WebAssembly.Instance(module, imports).exports, world };
}

/** What the kernels import where they are started so, and where their world is. */
export function importsOf(
  module: WebAssembly.Module,
  region: Region,
  functions: WebAssembly.Imports,
): { imports: WebAssembly.Imports; world: number } {
  const world = aligned(region.start + staticsOf(module).bytes);
  return { imports: withScratch(module, region, world, functions), world };
}

/** The areas of scratch that a module imports, and how many bytes behind its start they are. */
function areasOf(module: WebAssembly.Module): readonly [name: string, offset: number][] {
  let found = areas.get(module);
  if (!found) {
    const imports = WebAssembly.Module.imports(module).filter((entry) => entry.module === SCRATCH);
    found = imports.map(({ name }) => [name, 16 * Number.parseInt(name, 36)]);
    areas.set(module, found);
  }
  return found;
}

function withScratch(
  module: WebAssembly.Module,
  { memory, start }: Region,
  world: number,
  functions: WebAssembly.Imports,
): WebAssembly.Imports {
  const scratch = Object.fromEntries(areasOf(module).map(([name, offset]) => [name, start + offset]));
  return { ...functions, env: { ...functions['env'], memory }, arena: { world }, [SCRATCH]: scratch };
}

/**
 * Starts kernels that work on the world of others, in the scratch of these: neither finds there what it has left. Throws `bad-module` for a module
 * that needs more of it, or has tables of its own.
 */
export function joinKernels(
  module: WebAssembly.Module,
  { memory, start }: Region,
  others: WebAssembly.Module,
  functions: WebAssembly.Imports,
): WebAssembly.Exports {
  const { bytes } = staticsOf(others);
  const own = staticsOf(module);
  if (own.tables > 0 || own.bytes > bytes)
    throw new HolonomicError('bad-module', 'The kernels of this solver belong to another build than the others; reinstall the package.');
  return new WebAssembly.Instance(module, withScratch(module, { memory, start }, aligned(start + bytes), functions)).exports;
}
