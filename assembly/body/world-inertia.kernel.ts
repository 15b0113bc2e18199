import { rotateSym3 } from '../math/mat3.kernel';
import { rotationMatrix } from '../math/quat.kernel';

/** World inverse inertia R diag(1/I) R^T, with the locked axes taken out one by one: M - (M e)(M e)^T / (e·M e). */
export function worldInverseInertia<T>(axes: quat<T>, inverse: vec3<T>, lock: vec3<T>, locked: bool): sym3<T> {
  let m = rotateSym3(rotationMatrix(axes), inverse);
  if (locked) {
    const x = lock.x > 0 && m.xx > 0 ? 1 / m.xx : 0;
    m = sym3(m.xx - x * m.xx * m.xx, m.yy - x * m.xy * m.xy, m.zz - x * m.xz * m.xz, m.xy - x * m.xx * m.xy, m.xz - x * m.xx * m.xz, m.yz - x * m.xy * m.xz);
    const y = lock.y > 0 && m.yy > 0 ? 1 / m.yy : 0;
    m = sym3(m.xx - y * m.xy * m.xy, m.yy - y * m.yy * m.yy, m.zz - y * m.yz * m.yz, m.xy - y * m.xy * m.yy, m.xz - y * m.xy * m.yz, m.yz - y * m.yy * m.yz);
    const z = lock.z > 0 && m.zz > 0 ? 1 / m.zz : 0;
    m = sym3(m.xx - z * m.xz * m.xz, m.yy - z * m.yz * m.yz, m.zz - z * m.zz * m.zz, m.xy - z * m.xz * m.yz, m.xz - z * m.xz * m.zz, m.yz - z * m.yz * m.zz);
    const fx = 1 - lock.x;
    const fy = 1 - lock.y;
    const fz = 1 - lock.z;
    m = sym3(fx * m.xx, fy * m.yy, fz * m.zz, fx * fy * m.xy, fx * fz * m.xz, fy * fz * m.yz);
  }
  return m;
}
