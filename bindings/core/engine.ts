// What computes a world: kernels that have been compiled, or the reference solver, which is loaded when it is wanted.
import type { ReferenceBackend } from '../../reference/backend.ts';
import { areBeyondKernels, type Settings } from '../world/world-options.ts';
import { HolonomicError } from './errors.ts';
import type { Region } from './instance.ts';
import {
  checkModule,
  compiledModule,
  compiledVelocity,
  loadModule,
  loadPart,
  loadVelocity,
  moduleIfAny,
  type Precision,
  requireSimd,
} from './load.ts';
import type { Backend } from './memory.ts';
import { WasmBackend } from './wasm-backend.ts';

/** What has to be there before a world can be made at once. */
interface Parts {
  /** Null where the reference goes without collisions. */
  module: WebAssembly.Module | null;
  /** Where the kernels are that share a memory with others; else they have one of their own. */
  region?: Region | undefined;
}

/** Set once the reference solver has been loaded. */
let Reference: typeof ReferenceBackend | null = null;

/** Loads and compiles what such a world needs. */
export async function loadParts(settings: Settings): Promise<Parts> {
  const { backend, precision, wasm } = settings;
  if (backend === 'reference' || areBeyondKernels(settings))
    Reference = (await loadPart('reference solver', () => import('../../reference/backend.ts'))).ReferenceBackend;
  if (backend === 'wasm') {
    const module = await loadModule(precision, wasm);
    if (settings.solver !== 'xpbd') await loadVelocity(precision);
    return { module };
  }
  return { module: wasm === undefined ? await moduleIfAny('double') : await loadModule('double', wasm) };
}

/** The same of what is there already. Throws `unsupported`, `bad-module` or `invalid-argument`. */
export function findParts(settings: Settings): Parts {
  const { backend, precision: wanted, wasm } = settings;
  const precision = backend === 'reference' ? 'double' : wanted;
  const name = `kernels of ${precision} precision`;
  if (backend === 'reference' && !Reference) throw notThere('reference solver');
  if (areBeyondKernels(settings))
    requireFormulations(backend === 'wasm' && (settings.solver === 'pgs' || settings.solver === 'tgs') ? wanted : null);
  if (wasm !== undefined) {
    requireSimd();
    if (!(wasm instanceof WebAssembly.Module))
      throw new HolonomicError(
        'invalid-argument',
        'createSync takes a WebAssembly.Module as wasm, which World.load returns; a URL or bytes are for World.create.',
      );
    checkModule(wasm, precision);
    return { module: wasm };
  }
  const module = compiledModule(precision);
  if (!module && backend === 'wasm') {
    requireSimd();
    throw notThere(name);
  }
  return { module };
}

export function makeEngine({ backend, maxMemory, precision }: Settings, { module, region }: Parts): Backend {
  const kernels = module ? new WasmBackend(module, maxMemory, region) : undefined;
  if (backend === 'reference') return new Reference!(kernels, maxMemory);
  // All formulations but XPBD, and what it has besides, work on the memory of the kernels, which find the contacts; two of them in kernels of their own.
  kernels!.formulations = () => {
    requireFormulations(null);
    return new Reference!(kernels);
  };
  kernels!.velocityKernels = () => {
    requireFormulations(precision);
    return compiledVelocity(precision)!;
  };
  return kernels!;
}

/** Throws `unsupported` where all solvers but XPBD have not been loaded; `kernels`: with those of this precision. */
export function requireFormulations(kernels: Precision | null): void {
  if (Reference && kernels !== null && !compiledVelocity(kernels)) throw notThereFor(kernels);
  if (Reference) return;
  throw new HolonomicError(
    'unsupported',
    "All solvers but 'xpbd', some of its options, and the code for CustomJoint are loaded on demand: await World.load({ solver: 'pgs' }) once before, or create the world with one of them.",
  );
}

function notThereFor(precision: Precision): HolonomicError {
  return new HolonomicError(
    'unsupported',
    `The kernels of 'pgs' and 'tgs' are loaded for a solver and a precision: await World.load({ solver: 'pgs', precision: '${precision}' }) once before, or create the world with one of these solvers.`,
  );
}

function notThere(name: string): HolonomicError {
  return new HolonomicError(
    'unsupported',
    `The ${name} cannot be loaded within createSync: await World.load with the same options once before, or use await World.create.`,
  );
}
