import type { WorldOptions } from '../../bindings/index.ts';

/** Every way to compute a scene. */
export const BACKENDS: { label: string; settings: WorldOptions }[] = [
  { label: 'single precision', settings: { precision: 'single' } },
  { label: 'double precision', settings: { precision: 'double' } },
  { label: 'reference', settings: { backend: 'reference' } },
];

export const KERNELS = BACKENDS.filter(({ settings }) => settings.backend !== 'reference');
