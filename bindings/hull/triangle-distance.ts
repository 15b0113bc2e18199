// How far a point is from a triangle: the least distance from its sides, or the height above it.

/** Square of the distance of a point from a triangle, all by their numbers in `places`. */
export function squaredDistance(places: Float64Array, [a, b, c]: readonly number[], point: number): number {
  const [px, py, pz] = [places[3 * point], places[3 * point + 1], places[3 * point + 2]];
  const [ax, ay, az] = [places[3 * a] - px, places[3 * a + 1] - py, places[3 * a + 2] - pz];
  const [bx, by, bz] = [places[3 * b] - px, places[3 * b + 1] - py, places[3 * b + 2] - pz];
  const [cx, cy, cz] = [places[3 * c] - px, places[3 * c + 1] - py, places[3 * c + 2] - pz];
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
  const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  // The triangles between the point and each side, seen along the normal, all turn the same way if the point is over the triangle.
  const side = (x: number, y: number, z: number, X: number, Y: number, Z: number) =>
    nx * (y * Z - z * Y) + ny * (z * X - x * Z) + nz * (x * Y - y * X);
  if (side(ax, ay, az, bx, by, bz) >= 0 && side(bx, by, bz, cx, cy, cz) >= 0 && side(cx, cy, cz, ax, ay, az) >= 0) {
    const height = nx * ax + ny * ay + nz * az;
    return (height * height) / (nx * nx + ny * ny + nz * nz);
  }
  return Math.min(fromSegment(ax, ay, az, bx, by, bz), fromSegment(bx, by, bz, cx, cy, cz), fromSegment(cx, cy, cz, ax, ay, az));
}

/** Of the origin. */
function fromSegment(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
  const t = Math.max(0, Math.min(1, -(ax * ux + ay * uy + az * uz) / (ux * ux + uy * uy + uz * uz)));
  const [x, y, z] = [ax + t * ux, ay + t * uy, az + t * uz];
  return x * x + y * y + z * z;
}
