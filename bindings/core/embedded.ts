// The kernels that the package has in it: each a chunk that is loaded when it is wanted. `holonomic/single` and `holonomic/double` have
// embedded-single.ts and embedded-double.ts in place of this file (tools/build.mjs).
export type Precision = 'single' | 'double';
/** Kernels of a precision, and those of its 'pgs' and 'tgs'. */
export type Chunk = Precision | `velocity-${Precision}`;
/** The base64 of a wasm that was deflated. */
export type Embedded = Record<Chunk, () => Promise<{ default: string }>>;

/** All precisions, that of worlds which name none first. */
export const PRECISIONS: readonly [Precision, Precision] = ['single', 'double'];

export const EMBEDDED: Embedded = {
  single: () => import('../generated/single.ts'),
  double: () => import('../generated/double.ts'),
  'velocity-single': () => import('../generated/velocity-single.ts'),
  'velocity-double': () => import('../generated/velocity-double.ts'),
};

/** Asks for a file by an address; null in packages of one file. */
export const importFrom: ((address: string) => Promise<unknown>) | null = (address) =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ address);
