// A ray against a half-space.
import { RayHit } from './ray-hit.kernel';

/** The half-space is solid where n·x < offset. The direction is a unit vector. It has no far side: hollow, rays from inside leave through its plane. */
export function rayHalfSpace(
  nx: f64, ny: f64, nz: f64, offset: f64, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, hollow: bool, hit: RayHit,
): bool {
  const n = vec3<f64>(nx, ny, nz);
  const d = vec3<f64>(dx, dy, dz);
  const height = dot(n, vec3<f64>(ox, oy, oz)) - offset;
  const rate = dot(n, d);
  hit.normal = n;
  hit.part = 0;
  if (height < 0 && !hollow) {
    hit.distance = 0;
    hit.normal = -d;
    return true;
  }
  // From outside down or from inside up; on the plane, down.
  if (height < 0 ? rate <= 0 : rate >= 0) return false;
  hit.distance = max(-height / rate, 0);
  return hit.distance <= limit && hit.distance < Infinity;
}
