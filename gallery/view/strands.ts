// Where on its tube each point of a geometry of tubes is, for the strands of ropes.
import { BufferAttribute, type BufferGeometry } from 'three';

/** Vertices of a tube's tips, which come after its rings. */
const TIPS = 2;

/** Gives tubes along lines the attribute of a `RopeMaterial`; they are as long as the lines are at these positions. */
export function addStrands(
  geometry: BufferGeometry,
  lines: readonly ArrayLike<number>[],
  positions: ArrayLike<number>,
  radii: ArrayLike<number>,
): void {
  const { count } = geometry.attributes.position;
  const rings = lines.reduce((sum, { length }) => sum + length, 0);
  const sides = (count - TIPS * lines.length) / rings;
  const strand = new Float32Array(4 * count);
  let at = 0;
  for (const line of lines) {
    let along = 0;
    for (let k = 0; k < line.length; k++) {
      if (k > 0) along += distance(positions, line[k - 1], line[k]);
      for (let side = 0; side < sides; side++, at += 4) {
        const angle = (2 * Math.PI * side) / sides;
        strand.set([Math.cos(angle), Math.sin(angle), along, radii[line[k]]], at);
      }
    }
    for (let tip = 0; tip < TIPS; tip++, at += 4) strand.set([1, 0, tip * along, radii[line[0]]], at);
  }
  geometry.setAttribute('strand', new BufferAttribute(strand, 4));
}

function distance(x: ArrayLike<number>, a: number, b: number): number {
  return Math.hypot(x[3 * b] - x[3 * a], x[3 * b + 1] - x[3 * a + 1], x[3 * b + 2] - x[3 * a + 2]);
}
