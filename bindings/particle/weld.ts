// Meshes for drawing have vertices of their own at seams, which sines and cosines do not even put in quite the same place.
import { boundingBox } from '../shape/mass-properties.ts';

/** Of the longest side of the box around a mesh: what is nearer is at one place. */
const SAME_PLACE = 1e-6;

/** For each vertex the first one at its place. */
export function weld(vertices: Float64Array): Uint32Array {
  const [low, high] = boundingBox(vertices);
  const same = SAME_PLACE * Math.max(...low.map((bound, axis) => high[axis] - bound));
  // Cells that are twice as large: what is at one place is in the same cell, or in those beside it.
  const cell = 2 * same || 1;
  const found = new Map<string, number[]>();
  const first = new Uint32Array(vertices.length / 3);
  for (let vertex = 0; vertex < first.length; vertex++) {
    const [x, y, z] = vertices.subarray(3 * vertex, 3 * vertex + 3);
    const cells = [x, y, z].map((value, axis) => {
      const place = (value - low[axis]) / cell;
      const lower = Math.floor(place);
      return [lower, place - lower < 0.5 ? lower - 1 : lower + 1];
    });
    let known = -1;
    for (let corner = 0; corner < 8 && known < 0; corner++) {
      const there = found.get(cells.map((pair, axis) => pair[(corner >>> axis) & 1]).join(' ')) ?? [];
      known =
        there.find((other) => {
          const [ox, oy, oz] = [3 * other, 3 * other + 1, 3 * other + 2].map((index) => vertices[index]);
          return Math.max(Math.abs(ox - x), Math.abs(oy - y), Math.abs(oz - z)) <= same;
        }) ?? -1;
    }
    first[vertex] = known < 0 ? vertex : known;
    if (known >= 0) continue;
    const key = cells.map(([own]) => own).join(' ');
    const there = found.get(key);
    if (there) there.push(vertex);
    else found.set(key, [vertex]);
  }
  return first;
}
