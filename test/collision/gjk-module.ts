/** The kernels of nearest points and shape casts by themselves, compiled in memory. */
import { type CompileOptions, compileKernels, type Kernels } from './compile-kernels.ts';

const ENTRY = `
import { Closest, Convex } from './collision/shape/convex.kernel';
export { placeConvex, supportPoint } from './collision/shape/convex.kernel';
export { supportingFace } from './collision/shape/face.kernel';

export { closestPoints } from './collision/narrowphase/closest.kernel';
export { castConvex } from './collision/narrowphase/cast.kernel';
import { closestPoints } from './collision/narrowphase/closest.kernel';
export function scratch(): usize { return memory.grow(16) << 16; }
export function repeat(a: Convex, b: Convex, limit: f64, axis: usize, out: Closest, count: u32, cold: bool): void {
  const x = load<f64>(axis), y = load<f64>(axis, 8), z = load<f64>(axis, 16);
  for (let i: u32 = 0; i < count; i++) {
    if (cold) { store<f64>(axis, x); store<f64>(axis, y, 8); store<f64>(axis, z, 16); }
    closestPoints(a, b, limit, axis, out);
  }
}
`;

export function compileNearest(options: CompileOptions = {}): Promise<Kernels> {
  return compileKernels(ENTRY, options);
}
