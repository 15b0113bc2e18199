// Screws, nuts and bolts, m. Their axes are y.
import { BufferAttribute, BufferGeometry, Path, Shape, Vector2 } from 'three';
import { drum, extruded, merged } from './geometry.ts';

/** Around the rod. */
const SEGMENTS = 32;
/** Where root and crest of a thread begin and end, in parts of the pitch, and their depth in parts of the radius. */
const PROFILE = [
  [0.06, 1],
  [0.34, 1],
  [0.56, 0],
  [0.84, 0],
] as const;
const DEPTH = 0.2;

/** A rod with a thread of so many starts: its ridges rise by `pitch` from one to the next, to the right where the pitch is above zero. */
export function screw(radius: number, half: number, pitch: number, starts = 1): BufferGeometry {
  const size = Math.abs(pitch);
  const ridges = Math.ceil((2 * half) / size) + starts + 1;
  const positions: number[] = [];
  const indices: number[] = [];
  const rows = ridges * PROFILE.length;
  for (let segment = 0; segment <= SEGMENTS; segment++) {
    const turn = segment / SEGMENTS;
    const angle = -2 * Math.PI * turn * Math.sign(pitch);
    for (let row = 0; row < rows; row++) {
      const [part, crest] = PROFILE[row % PROFILE.length];
      const ridge = Math.floor(row / PROFILE.length) - starts;
      const y = -half + (ridge + part + turn * starts) * size;
      const r = radius * (1 - DEPTH * (1 - crest));
      positions.push(r * Math.cos(angle), Math.min(half, Math.max(-half, y)), r * Math.sin(angle));
      if (segment === 0 || row === 0) continue;
      const [here, before] = [segment * rows + row, (segment - 1) * rows + row];
      indices.push(before - 1, before, here, before - 1, here, here - 1);
    }
  }
  const thread = new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  thread.setIndex(indices);
  // Facets: a thread of smooth normals looks like a hose.
  const facets = thread.toNonIndexed();
  facets.computeVertexNormals();
  return merged([facets, drum((1 - DEPTH) * radius, half)]);
}

/** A hexagonal nut, or the head of a bolt where there is no bore. */
export function nut(width: number, half: number, bore = 0): BufferGeometry {
  const corner = (k: number) => new Vector2(Math.cos((k * Math.PI) / 3), Math.sin((k * Math.PI) / 3)).multiplyScalar(width / Math.sqrt(3));
  const shape = new Shape([0, 1, 2, 3, 4, 5].map(corner));
  if (bore > 0) shape.holes.push(new Path().absarc(0, 0, bore, 0, 2 * Math.PI, true));
  return merged([extruded(shape, half, 0.15 * half).rotateX(-Math.PI / 2)]);
}

/** Heads of bolts on a circle. */
export function boltCircle(radius: number, count: number, width: number, y: number): BufferGeometry {
  const angle = (k: number) => ((k + 0.5) * 2 * Math.PI) / count;
  const bolts = Array.from({ length: count }, (_, k) =>
    nut(width, 0.3 * width).translate(radius * Math.cos(angle(k)), y, radius * Math.sin(angle(k))),
  );
  return merged(bolts);
}
