// Soft tyres: rings of hexahedra that keep their shape, held to a rim.
import type { Body, Vec3, World } from '../bindings/index.ts';
import { ParticleSet } from '../bindings/particle/index.ts';
import { cosine, sine } from './trigonometry.ts';

export interface TyreOptions {
  /** Radius of the rim, and of the tread, m; and half the width. */
  inner: number;
  outer: number;
  halfWidth: number;
  /** Cells around, across, and from the rim to the tread. */
  cells: readonly [number, number, number];
  mass: number;
  /** Compliance of each particle's attachment to its place in a cell, m/N. */
  compliance: number;
  /** Radius of a particle, m; the outermost ones lie this far inside the tread. */
  radius: number;
  friction: number;
  collisionGroup: number;
  collisionMask: number;
}

/** Drop of the tread from its middle to its edges, as a fraction of its height above the rim. */
const CROWN = 0.12;

/** A tyre around an axle along z through `center`, on an existing rim. */
export function addTyre(world: World, rim: Body, center: Vec3, o: TyreOptions): ParticleSet {
  const [around, across, layers] = o.cells;
  const columns = across + 1;
  const number = (turn: number, column: number, layer: number) => ((turn % around) * columns + column) * (layers + 1) + layer;
  const positions: number[] = [];
  for (let turn = 0; turn < around; turn++) {
    const angle = (2 * Math.PI * turn) / around;
    for (let column = 0; column < columns; column++) {
      const side = (2 * column) / across - 1;
      const top = o.inner + (o.outer - o.radius - o.inner) * (1 - CROWN * side * side);
      for (let layer = 0; layer <= layers; layer++) {
        const r = o.inner + ((top - o.inner) * layer) / layers;
        positions.push(center[0] + r * sine(angle), center[1] + r * cosine(angle), center[2] + side * (o.halfWidth - o.radius));
      }
    }
  }
  const masses = new Float64Array(positions.length / 3);
  const clusters: { particles: number[]; compliance: number }[] = [];
  // Every other cell of a ring first, then the rest: cells that share no particles are solved in parallel.
  const evens = Array.from({ length: Math.ceil(around / 2) }, (_, k) => 2 * k);
  for (let layer = 0; layer < layers; layer++)
    for (let column = 0; column < across; column++)
      for (const turn of [...evens, ...evens.map((even) => even + 1).filter((odd) => odd < around)]) {
        const particles = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
          number(turn + (corner & 1), column + ((corner >> 1) & 1), layer + (corner >> 2)),
        );
        for (const particle of particles) masses[particle] += o.mass / (8 * around * across * layers);
        clusters.push({ particles, compliance: o.compliance });
      }
  const attachments = Array.from({ length: around * columns }, (_, k) => ({
    particle: number(Math.floor(k / columns), k % columns, 0),
    body: rim,
  }));
  return world.addParticles(
    new ParticleSet({
      positions,
      masses,
      radii: o.radius,
      clusters,
      attachments,
      triangles: surfaceOf(o.cells, number),
      friction: o.friction,
      collisionGroup: o.collisionGroup,
      collisionMask: o.collisionMask,
      canSleep: false,
    }),
  );
}

/** The tread and the sidewalls. */
function surfaceOf([around, across, layers]: readonly number[], number: (turn: number, column: number, layer: number) => number): number[] {
  const triangles: number[] = [];
  const quad = (a: number, b: number, c: number, d: number) => triangles.push(a, b, c, a, c, d);
  for (let turn = 0; turn < around; turn++) {
    for (let column = 0; column < across; column++)
      quad(
        number(turn, column, layers),
        number(turn, column + 1, layers),
        number(turn + 1, column + 1, layers),
        number(turn + 1, column, layers),
      );
    for (let layer = 0; layer < layers; layer++) {
      quad(number(turn, 0, layer), number(turn, 0, layer + 1), number(turn + 1, 0, layer + 1), number(turn + 1, 0, layer));
      quad(
        number(turn, across, layer),
        number(turn + 1, across, layer),
        number(turn + 1, across, layer + 1),
        number(turn, across, layer + 1),
      );
    }
  }
  return triangles;
}
