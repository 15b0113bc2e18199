// The kernels of `holonomic/single`.
import kernels from '../generated/single.ts';
import velocity from '../generated/velocity-single.ts';
import type { Embedded, Precision } from './embedded.ts';
import { noKernels } from './no-kernels.ts';

export type { Chunk, Embedded, Precision } from './embedded.ts';

export const PRECISIONS: readonly [Precision, Precision] = ['single', 'double'];

export const EMBEDDED: Embedded = {
  single: async () => ({ default: kernels }),
  'velocity-single': async () => ({ default: velocity }),
  double: noKernels('single', 'double'),
  'velocity-double': noKernels('single', 'double'),
};

export const importFrom = null;
