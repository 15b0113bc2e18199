import { Quat } from '../../math/rotation.ts';
import type { Vec3 } from '../../math/vector.ts';

/** The rotation that takes the coordinate axes to an orthonormal right-handed basis (Shepperd's method). */
export function frameOf(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x.x + y.y + z.z;
  if (trace > 0) {
    const w = 0.5 * Math.sqrt(1 + trace);
    const f = 0.25 / w;
    return new Quat((y.z - z.y) * f, (z.x - x.z) * f, (x.y - y.x) * f, w);
  }
  if (x.x > y.y && x.x > z.z) {
    const q = 0.5 * Math.sqrt(1 + x.x - y.y - z.z);
    const f = 0.25 / q;
    return new Quat(q, (x.y + y.x) * f, (z.x + x.z) * f, (y.z - z.y) * f);
  }
  if (y.y > z.z) {
    const q = 0.5 * Math.sqrt(1 + y.y - x.x - z.z);
    const f = 0.25 / q;
    return new Quat((x.y + y.x) * f, q, (y.z + z.y) * f, (z.x - x.z) * f);
  }
  const q = 0.5 * Math.sqrt(1 + z.z - x.x - y.y);
  const f = 0.25 / q;
  return new Quat((z.x + x.z) * f, (y.z + z.y) * f, q, (x.y - y.x) * f);
}
