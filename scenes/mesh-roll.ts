import { Sphere, TriangleMesh, type Vec3 } from '../bindings/index.ts';
import { randomNumbers, seedParameter } from './random.ts';
import { defineScene } from './scene.ts';

const RADIUS = 0.1;
/** Half the side of the mesh, m. */
const HALF = 10;
/** Start and direction of the marble: it crosses edges of every orientation. */
const START: Vec3 = [-8, RADIUS, -7.3];
const DIRECTION: Vec3 = [0.8, 0, 0.6];
/** Frames in which it settles on the mesh. */
const SETTLING = 30;

export const meshRoll = defineScene({
  name: 'mesh-roll',
  description: 'A marble rolls straight across a level mesh of many triangles without catching on their edges.',
  feature: 'contacts and friction',
  view: { direction: [0.5, 0.6, 1], follow: 0, distance: 2.1, aspect: 0.9, layers: ['wireframes'], opening: 90 },
  shown: { triangles: 2000 },
  parameters: {
    triangles: { description: 'approximate number of triangles', default: 100_000, min: 2, max: 2_000_000, integer: true },
    speed: { description: 'speed of the marble', unit: 'm/s', default: 1.5, min: 0.01, max: 2.5 },
    grid: { description: 'arrangement of the vertices', choices: ['irregular', 'regular'], default: 'irregular' },
    seed: seedParameter(3),
  },
  frames: 360,
  lasts: 300,
  dt: 1 / 60,
  build(world, { triangles, speed, grid, seed }) {
    const cells = Math.max(1, Math.round(Math.sqrt(triangles / 2)));
    world.addBody({ type: 'static', shape: levelMesh(cells, grid === 'irregular' ? randomNumbers(seed) : null) });
    const velocity = DIRECTION.map((component) => component * speed);
    // It rolls from the start: w = n x v / r.
    const angularVelocity = [velocity[2] / RADIUS, 0, -velocity[0] / RADIUS];
    const marble = world.addBody({ shape: new Sphere(RADIUS), position: START, linearVelocity: velocity, angularVelocity });
    let [deviation, aside] = [0, 0];
    let [highest, lowest] = [-Infinity, Infinity];
    return {
      afterStep(frame) {
        const [x, y, z] = marble.position.map((component, axis) => component - START[axis] - velocity[axis] * world.time);
        deviation = Math.max(deviation, Math.hypot(x, y, z));
        aside = Math.max(aside, Math.abs(x * DIRECTION[2] - z * DIRECTION[0]));
        if (frame >= SETTLING) [highest, lowest] = [Math.max(highest, y), Math.min(lowest, y)];
      },
      recorded: () => [deviation, aside, highest, lowest],
      recall(recorded) {
        [deviation, aside, highest, lowest] = recorded as number[];
      },
      // Of the whole way from the closed form, across the path, and up and down once it has settled at `sink` below the mesh.
      measures: () => ({
        deviation,
        aside,
        bump: highest >= lowest ? highest - lowest : 0,
        sink: START[1] - marble.position[1],
        triangles: 2 * cells * cells,
      }),
    };
  },
});

/** A level square with two triangles per cell and alternating diagonals. */
function levelMesh(cells: number, random: (() => number) | null): TriangleMesh {
  const size = (2 * HALF) / cells;
  const aside = (k: number) => (random && k > 0 && k < cells ? 0.5 * size * (random() - 0.5) : 0);
  const row = cells + 1;
  const vertices = new Float64Array(3 * row * row);
  for (let z = 0; z < row; z++)
    for (let x = 0; x < row; x++) vertices.set([x * size - HALF + aside(x), 0, z * size - HALF + aside(z)], 3 * (z * row + x));
  const indices: number[] = [];
  for (let z = 0; z < cells; z++) {
    for (let x = 0; x < cells; x++) {
      const a = z * row + x;
      const [b, c, d] = [a + 1, a + row, a + row + 1];
      indices.push(...((x + z) % 2 ? [a, c, b, b, c, d] : [a, d, b, a, c, d]));
    }
  }
  return new TriangleMesh(vertices, indices, { solid: false });
}
