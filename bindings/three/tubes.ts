// Tubes along lines of points that move.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';

/** Corners of a cross-section. */
const SIDES = 10;
const COSINES = Float64Array.from({ length: SIDES }, (_, k) => Math.cos((2 * Math.PI * k) / SIDES));
const SINES = Float64Array.from({ length: SIDES }, (_, k) => Math.sin((2 * Math.PI * k) / SIDES));
/** Of a radius: how far a tube goes beyond its ends. */
const TIP = 0.5;
const TINY = 1e-12;

/** Tubes along these lines of points, to be given positions by `writeTubes`. */
export function tubeGeometry(lines: readonly ArrayLike<number>[]): BufferGeometry {
  const geometry = new BufferGeometry();
  layTubes(geometry, lines);
  return geometry;
}

/** Gives a geometry buffers for other lines. */
export function layTubes(geometry: BufferGeometry, lines: readonly ArrayLike<number>[]): void {
  geometry.dispose(); // buffers on the graphics card cannot grow
  const indices: number[] = [];
  let first = 0;
  for (const { length } of lines) {
    // A ring at each point, and a tip at each end.
    const [start, end] = [first + length * SIDES, first + length * SIDES + 1];
    for (let k = 0; k < SIDES; k++) {
      const next = (k + 1) % SIDES;
      for (let ring = 0; ring + 1 < length; ring++) {
        const [a, b] = [first + ring * SIDES, first + (ring + 1) * SIDES];
        indices.push(a + k, a + next, b + k, b + k, a + next, b + next);
      }
      indices.push(start, first + next, first + k);
      indices.push(end, first + (length - 1) * SIDES + k, first + (length - 1) * SIDES + next);
    }
    first = end + 1;
  }
  for (const name of ['position', 'normal'])
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * first), 3).setUsage(DynamicDrawUsage));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(indices), 1));
}

/** The cross-section that was made last: its direction, and the two axes across. */
const frame = new Float64Array(9);

/** `positions` has x y z of all points that the lines name, `radii` one number for each of them. */
export function writeTubes(
  geometry: BufferGeometry,
  lines: readonly ArrayLike<number>[],
  positions: ArrayLike<number>,
  radii: ArrayLike<number>,
): void {
  const { position, normal } = geometry.attributes as Record<'position' | 'normal', BufferAttribute>;
  const x = position.array as Float32Array;
  const n = normal.array as Float32Array;
  let at = 0;
  for (let line = 0; line < lines.length; line++) {
    const points = lines[line];
    const last = points.length - 1;
    for (let k = 0; k <= last; k++) {
      turnFrame(positions, points[Math.max(k - 1, 0)], points[Math.min(k + 1, last)], k === 0);
      const p = 3 * points[k];
      const radius = radii[points[k]];
      for (let side = 0; side < SIDES; side++, at += 3)
        for (let axis = 0; axis < 3; axis++) {
          const out = COSINES[side] * frame[3 + axis] + SINES[side] * frame[6 + axis];
          n[at + axis] = out;
          x[at + axis] = positions[p + axis] + radius * out;
        }
    }
    for (let end = -1; end <= 1; end += 2, at += 3) {
      const point = points[end < 0 ? 0 : last];
      turnFrame(positions, points[Math.max(end < 0 ? 0 : last - 1, 0)], points[Math.min(end < 0 ? 1 : last, last)], true);
      for (let axis = 0; axis < 3; axis++) {
        n[at + axis] = end * frame[axis];
        x[at + axis] = positions[3 * point + axis] + end * TIP * radii[point] * frame[axis];
      }
    }
  }
  position.needsUpdate = true;
  normal.needsUpdate = true;
  geometry.boundingBox = null;
  geometry.boundingSphere = null;
}

/** Takes the frame along the line without turning it about itself; `begins` where a line begins. */
function turnFrame(x: ArrayLike<number>, from: number, to: number, begins: boolean): void {
  let [dx, dy, dz] = [x[3 * to] - x[3 * from], x[3 * to + 1] - x[3 * from + 1], x[3 * to + 2] - x[3 * from + 2]];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (length < TINY) {
    if (!begins) return;
    [dx, dy, dz] = [0, 1, 0];
  } else {
    dx /= length;
    dy /= length;
    dz /= length;
  }
  let [ax, ay, az] = [frame[3], frame[4], frame[5]];
  let along = ax * dx + ay * dy + az * dz;
  let across = Math.sqrt(Math.max(ax * ax + ay * ay + az * az - along * along, 0));
  if (begins || across < 1e-3) {
    // The axis that the line is farthest from.
    const [sx, sy, sz] = [Math.abs(dx), Math.abs(dy), Math.abs(dz)];
    [ax, ay, az] = [0, 0, 0];
    if (sx <= sy && sx <= sz) ax = 1;
    else if (sy <= sz) ay = 1;
    else az = 1;
    along = ax * dx + ay * dy + az * dz;
    across = Math.sqrt(1 - along * along);
  }
  ax = (ax - along * dx) / across;
  ay = (ay - along * dy) / across;
  az = (az - along * dz) / across;
  frame[0] = dx;
  frame[1] = dy;
  frame[2] = dz;
  frame[3] = ax;
  frame[4] = ay;
  frame[5] = az;
  frame[6] = dy * az - dz * ay;
  frame[7] = dz * ax - dx * az;
  frame[8] = dx * ay - dy * ax;
}
