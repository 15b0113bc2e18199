// The kernels of `holonomic/double`.
import kernels from '../generated/double.ts';
import velocity from '../generated/velocity-double.ts';
import type { Embedded, Precision } from './embedded.ts';
import { noKernels } from './no-kernels.ts';

export type { Chunk, Embedded, Precision } from './embedded.ts';

export const PRECISIONS: readonly [Precision, Precision] = ['double', 'single'];

export const EMBEDDED: Embedded = {
  double: async () => ({ default: kernels }),
  'velocity-double': async () => ({ default: velocity }),
  single: noKernels('double', 'single'),
  'velocity-single': noKernels('double', 'single'),
};

export const importFrom = null;
