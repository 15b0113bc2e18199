// The nearest of the triangles that a point is measured from: by its height where it is over a triangle, else from the sides on whose outer
// side it is. Sides are exact for needles too; their normal is the product of the shorter two sides, the long ones' error would turn it.
import { NEAR, type SurfacePoint, setSurface } from './surface-point.ts';

/** x y z of the three corners, counter-clockwise from the front, all less the point. */
export const corners = new Float64Array(9);

/** Where on a triangle a point is nearest: its face, SIDE + k for that from corner k to the next, or CORNER + k. */
export const FACE = 0;
export const SIDE = 1;
export const CORNER = 4;

export const nearest = {
  square: Infinity,
  /** To the point. */
  x: 0.5,
  y: 0.5,
  z: 0.5,
  /** Of the front, of any length. */
  nx: 0.5,
  ny: 0.5,
  nz: 0.5,
  region: FACE,
  part: 0,
};

/** Compares the triangle in `corners` with the nearest so far. */
export function measureTriangle(part: number): void {
  const ax = corners[0];
  const ay = corners[1];
  const az = corners[2];
  const ux = corners[3] - ax;
  const uy = corners[4] - ay;
  const uz = corners[5] - az;
  const vx = corners[6] - corners[3];
  const vy = corners[7] - corners[4];
  const vz = corners[8] - corners[5];
  const wx = ax - corners[6];
  const wy = ay - corners[7];
  const wz = az - corners[8];
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ww = wx * wx + wy * wy + wz * wz;
  const longU = uu >= vv && uu >= ww;
  const longV = !longU && vv >= ww;
  const ex = longU ? vx : longV ? wx : ux;
  const ey = longU ? vy : longV ? wy : uy;
  const ez = longU ? vz : longV ? wz : uz;
  const fx = longU ? wx : longV ? ux : vx;
  const fy = longU ? wy : longV ? uy : vy;
  const fz = longU ? wz : longV ? uz : vz;
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  let square = Infinity;
  let region = FACE;
  let x = 0;
  let y = 0;
  let z = 0;
  let from = 6;
  for (let to = 0; to < 9; to += 3) {
    const sx = corners[from];
    const sy = corners[from + 1];
    const sz = corners[from + 2];
    const dx = corners[to] - sx;
    const dy = corners[to + 1] - sy;
    const dz = corners[to + 2] - sz;
    if ((sy * dz - sz * dy) * nx + (sz * dx - sx * dz) * ny + (sx * dy - sy * dx) * nz < 0) {
      const along = -(sx * dx + sy * dy + sz * dz) / (dx * dx + dy * dy + dz * dz);
      const t = Math.min(Math.max(along, 0), 1);
      const px = -sx - t * dx;
      const py = -sy - t * dy;
      const pz = -sz - t * dz;
      const length = px * px + py * py + pz * pz;
      if (length < square) {
        square = length;
        x = px;
        y = py;
        z = pz;
        region = along <= 0 ? CORNER + from / 3 : along >= 1 ? CORNER + to / 3 : SIDE + from / 3;
      }
    }
    from = to;
  }
  if (region === FACE) {
    const scale = -(ax * nx + ay * ny + az * nz) / (nx * nx + ny * ny + nz * nz);
    x = scale * nx;
    y = scale * ny;
    z = scale * nz;
    square = x * x + y * y + z * z;
  }
  if (square >= nearest.square) return;
  nearest.square = square;
  nearest.x = x;
  nearest.y = y;
  nearest.z = z;
  nearest.nx = nx;
  nearest.ny = ny;
  nearest.nz = nz;
  nearest.region = region;
  nearest.part = part;
}

/** Writes the distance from the nearest triangle, and the way from there, or to there if the point is `behind`: of a surface of this size. */
export function setNearest(out: SurfacePoint, size: number, behind: boolean): void {
  const distance = Math.sqrt(nearest.square);
  if (distance > NEAR * size) {
    const scale = behind ? -1 / distance : 1 / distance;
    setSurface(out, behind ? -distance : distance, scale * nearest.x, scale * nearest.y, scale * nearest.z);
    return;
  }
  const { nx, ny, nz } = nearest;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
  setSurface(out, distance, nx / length, ny / length, nz / length);
}
