// A cantilever of cubes under its weight: cut into tetrahedra, or as cells that keep their shape.
import { World } from '../../bindings/index.ts';
import { ParticleSet } from '../../bindings/particle/index.ts';
import { sixVolumes } from '../../bindings/particle/measure.ts';

export interface BeamOptions {
  kind: 'tetrahedra' | 'cells';
  /** Over its height. */
  cells: number;
  substeps: number;
  iterations: number;
  poissonRatio?: number;
  precision?: 'single' | 'double';
  backend?: 'wasm' | 'reference';
}

const EVEN = [0, 6, 5, 3, 1, 0, 5, 3, 2, 0, 3, 6, 4, 0, 6, 5, 7, 3, 5, 6];

/** So many cubes of the side `a` along each axis: their corners, and five tetrahedra of each. */
export function latticeOf(nx: number, ny: number, nz: number, a: number) {
  const at = (i: number, j: number, k: number) => (k * (ny + 1) + j) * (nx + 1) + i;
  const positions: number[] = [];
  for (let k = 0; k <= nz; k++) for (let j = 0; j <= ny; j++) for (let i = 0; i <= nx; i++) positions.push(i * a, j * a, k * a);
  const cells: number[][] = [];
  const corners: number[] = [];
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const cell = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => at(i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2)));
        cells.push(cell);
        const odd = (i + j + k) % 2 === 1;
        for (let n = 0; n < 20; n++) corners.push(cell[odd ? EVEN[n & 2 ? n ^ 1 : n] ^ 1 : EVEN[n]]);
      }
  return { at, cells, corners, positions };
}

const LENGTH = 0.8;
const HEIGHT = 0.2;
const YOUNG = 2e5;
const DENSITY = 1000;
const GRAVITY = 0.01;

/** How far its end hangs down, over that of a Timoshenko beam. */
export async function beamDeflection(o: BeamOptions): Promise<number> {
  const { backend = 'wasm', cells: ny, iterations, kind, poissonRatio = 0, precision = 'double', substeps } = o;
  const a = HEIGHT / ny;
  const nx = Math.round(LENGTH / a);
  // What has no Poisson ratio bends alike in every breadth.
  const nz = poissonRatio === 0 ? 1 : ny;
  const { at, cells, corners, positions } = latticeOf(nx, ny, nz, a);
  const masses = new Float64Array(positions.length / 3);
  if (kind === 'cells') for (const corner of cells.flat()) masses[corner] += (DENSITY * a ** 3) / 8;
  else
    for (let k = 0; k < corners.length; k += 4) {
      const four = corners.slice(k, k + 4);
      for (const corner of four) masses[corner] += (DENSITY * sixVolumes(positions, four)) / 24;
    }
  const pinned: number[] = [];
  for (let k = 0; k <= nz; k++) for (let j = 0; j <= ny; j++) pinned.push(at(0, j, k));
  const slowest = 3.516 * Math.sqrt(YOUNG / DENSITY / 12) * (HEIGHT / LENGTH ** 2);
  const world = await World.create({ backend, precision, substeps, iterations, gravity: [0, -GRAVITY, 0] });
  const set = world.addParticles(
    new ParticleSet({
      positions,
      masses,
      pinned,
      radii: 0,
      canSleep: false,
      damping: 2 * slowest,
      ...(kind === 'cells'
        ? { clusters: cells.map((particles) => ({ particles, compliance: 2 / (YOUNG * a) })) }
        : { tetrahedra: [{ corners, youngModulus: YOUNG, poissonRatio }] }),
    }),
  );
  const steps = Math.ceil((9 / slowest) * 60);
  for (let k = 0; k < steps; k++) world.step(1 / 60);
  const end = 3 * at(nx, Math.floor(ny / 2), 0) + 1;
  const deflection = positions[end] - set.positions[end];
  world.dispose();
  const load = DENSITY * GRAVITY * HEIGHT;
  const shear = YOUNG / (2 * (1 + poissonRatio));
  const shape = (10 * (1 + poissonRatio)) / (12 + 11 * poissonRatio);
  return deflection / ((load * LENGTH ** 4) / ((8 / 12) * YOUNG * HEIGHT ** 3) + (load * LENGTH ** 2) / (2 * shape * shear * HEIGHT));
}
