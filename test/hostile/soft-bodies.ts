import assert from 'node:assert/strict';
import { rotate } from '../../bindings/core/geometry.ts';
import { HolonomicError, type Quat, type Vec3, World } from '../../bindings/index.ts';
import { SoftBody, type SoftBodyOptions } from '../../bindings/particle/index.ts';
import { ballMesh, boxMesh, type ClosedMesh } from '../../scenes/meshes.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

const KINDS = ['lattice', 'tetrahedra', 'pressure'] as const;
const STEPS = 10;

/** Stretched and slanted balls and boxes; the latter have seams, whose vertices may be off by round-off. */
function anyMesh(random: () => number): ClosedMesh {
  const pieces = 1 + Math.floor(6 * random());
  const { positions, triangles } = random() < 0.5 ? ballMesh(1, pieces) : boxMesh([1, 1, 1], pieces);
  const stretch = [0, 1, 2].map(() => 10 ** (random() - 0.5));
  const slant = random() - 0.5;
  const noise = random() < 0.5 ? 1e-9 : 0;
  const moved = positions.map((value, k) => {
    const aside = k % 3 === 0 ? slant * positions[k + 1] : 0;
    return (value + aside) * stretch[k % 3] + noise * (random() - 0.5);
  });
  return { positions: moved, triangles };
}

/** Turns of the surface around a point, from the solid angles of its triangles (Van Oosterom and Strackee 1983). */
function windingAt({ positions: x, triangles }: ClosedMesh, point: readonly number[]): number {
  let angle = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => point.map((value, axis) => x[3 * triangles[k + corner] + axis] - value));
    const dot = (p: number[], q: number[]) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    const [la, lb, lc] = [a, b, c].map((p) => Math.sqrt(dot(p, p)));
    const six = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    angle += 2 * Math.atan2(six, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return angle / (4 * Math.PI);
}

/** Cells whose middles are inside, how many of them are so near the surface that round-off may put them on either side, and whether all hang together. */
function cellsIn(mesh: ClosedMesh, size: number): { inside: number; unsure: number; isOne: boolean } {
  const bounds = [0, 1, 2].map((axis) => mesh.positions.filter((_, k) => k % 3 === axis));
  const low = bounds.map((values) => Math.min(...values));
  const sides = bounds.map((values, axis) => Math.max(...values) - low[axis]);
  const counts = sides.map((side) => Math.max(1, Math.ceil(side / size - 1e-9)));
  let unsure = 0;
  const inside = new Set<number>();
  for (let number = 0; number < counts[0] * counts[1] * counts[2]; number++) {
    const cell = [number % counts[0], Math.floor(number / counts[0]) % counts[1], Math.floor(number / (counts[0] * counts[1]))];
    const middle = cell.map((place, axis) => low[axis] + (sides[axis] - counts[axis] * size) / 2 + (place + 0.5) * size);
    const winding = windingAt(mesh, middle);
    if (winding > 0.5) inside.add(number);
    if (Math.abs(winding - Math.round(winding)) > 1e-6) unsure++;
  }
  const [first] = inside;
  const reached = new Set([first]);
  for (const number of reached)
    for (const [axis, step] of [1, counts[0], counts[0] * counts[1]].entries()) {
      const place = Math.floor(number / step) % counts[axis];
      if (place > 0 && inside.has(number - step)) reached.add(number - step);
      if (place + 1 < counts[axis] && inside.has(number + step)) reached.add(number + step);
    }
  return { inside: inside.size, unsure, isOne: reached.size === inside.size };
}

/** Soft bodies of all kinds in meshes that are stretched, slanted and have seams. */
export const softBodies: Campaign = {
  name: 'soft-bodies',
  description: 'soft bodies are filled where the mesh goes around, rest in their shape, carry their mesh, and keep momentum',
  cases: 12,
  async run(seed) {
    const random = randomNumbers(seed);
    const mesh = anyMesh(random);
    const kind = KINDS[Math.floor(3 * random())];
    const half = Math.max(...mesh.positions.map(Math.abs));
    const cellSize = (2 * half) / (1 + Math.floor(7 * random()));
    const position: Vec3 = [10 * random(), 10 * random(), 10 * random()];
    const turn = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    const orientation = turn.map((value) => value / Math.hypot(...turn)) as Quat;
    const options: SoftBodyOptions = {
      mesh,
      kind,
      position,
      orientation,
      canSleep: false,
      density: 700,
      ...(kind === 'pressure' ? {} : { cellSize }),
    };
    const world = await World.create({ precision: 'double', gravity: [0, 0, 0], backend: random() < 0.3 ? 'reference' : 'wasm' });
    try {
      const cells = kind === 'pressure' ? null : cellsIn(mesh, cellSize);
      let body: SoftBody;
      try {
        body = world.addParticles(new SoftBody(options));
      } catch (error) {
        assert(error instanceof HolonomicError, String(error));
        assert(cells && cells.inside <= cells.unsure, `it is refused: ${error.message}`);
        return;
      }
      if (cells) {
        const found = body.masses.reduce((sum, mass) => sum + mass, 0) / (700 * cellSize ** 3);
        // Where they hang together over corners alone, a few more are between them.
        const more = cells.isOne ? 0 : cells.inside;
        const told = `${found} cells in place of ${cells.inside}, ${cells.unsure} of them unsure`;
        assert(found > cells.inside - cells.unsure - 1e-6 && found < cells.inside + more + cells.unsure + 1e-6, told);
      }
      assert(body.masses.every((mass) => mass > 0));
      const placed = new Float64Array(mesh.positions.length);
      for (let k = 0; k < placed.length; k += 3) {
        const point = rotate(orientation, [mesh.positions[k], mesh.positions[k + 1], mesh.positions[k + 2]]);
        placed.set(
          point.map((value, axis) => value + position[axis]),
          k,
        );
      }
      const off = () => {
        const shown = body.updateSurface(new Float64Array(placed.length));
        return shown.reduce((most, value, k) => Math.max(most, Math.abs(value - placed[k])), 0);
      };
      // Vertices at one place are one.
      const seams = 2e-9 * half;
      assert(off() < 1e-10 * half + seams, `the mesh is off by ${off()} m at first`);
      for (let step = 0; step < STEPS; step++) world.step(1 / 60);
      assert(!body.frozen, 'it froze');
      assert(off() < 1e-9 * half + seams, `the mesh is off by ${off()} m at rest`);
      const { masses } = body;
      const momentum = () => [0, 1, 2].map((axis) => masses.reduce((sum, mass, k) => sum + mass * body.velocities[3 * k + axis], 0));
      body.velocities.forEach((_, k, all) => {
        all[k] = random() - 0.5;
      });
      const [before, scale] = [momentum(), masses.reduce((sum, mass) => sum + mass, 0)];
      for (let step = 0; step < STEPS; step++) world.step(1 / 60);
      assert(!body.frozen, 'it froze as it moved');
      for (const [axis, value] of momentum().entries())
        assert(Math.abs(value - before[axis]) < 1e-8 * scale, `momentum goes from ${before[axis]} to ${value}`);
    } finally {
      world.dispose();
    }
  },
};
