import {
  choice,
  integer,
  nonNegative,
  nonNegativeOrInfinite,
  notWritable,
  options,
  orDefault,
  positive,
  type QuatLike,
  requireOutput,
  rotation,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { requireClosed, solidProperties } from '../shape/closed-mesh.ts';
import { edgesOf, hinges, particleOptions, place } from './cloth.ts';
import type { HoldOptions } from './holds.ts';
import { readIndices, readPoints, requireDistinct } from './lists.ts';
import { areasOf, sixVolumes } from './measure.ts';
import { PARTICLE_OPTIONS, type ParticleOptions, type ParticleSetOptions } from './particle-options.ts';
import { ParticleSet } from './particle-set.ts';
import { type CellLattice, cellLattice, latticeSurface, latticeTetrahedra } from './soft-lattice.ts';
import { latticeSkin, ownSkin, type Skin, tetrahedronSkin } from './soft-skin.ts';
import { weld } from './weld.ts';

const KINDS = ['lattice', 'tetrahedra', 'pressure'] as const;
export type SoftBodyKind = (typeof KINDS)[number];

export interface SoftBodyOptions<UserData = unknown>
  extends Omit<ParticleOptions<UserData>, 'masses' | 'radii' | 'triangles'>,
    Pick<HoldOptions, 'attachments'> {
  /** The closed surface for drawing, counter-clockwise from outside: x y z of its vertices, and three vertex indices per triangle. */
  mesh: { positions: ArrayLike<number>; triangles: ArrayLike<number> };
  /**
   * `lattice`, the default: cubes inside the mesh that keep their shape, each as a cluster of eight particles. `tetrahedra`: edges and
   * volumes of tetrahedra. `pressure`: the vertices of the mesh and its edges around a volume, like a balloon.
   */
  kind?: SoftBodyKind;
  /** Position of the mesh's origin, m. */
  position?: Vec3Like;
  orientation?: QuatLike;
  /** Number of cells along the longest side of the mesh's box; 8 by default. Not for `pressure`. */
  resolution?: number;
  /** Alternatively the side of a cell, m. */
  cellSize?: number;
  /**
   * Instead of cells that are cut into five tetrahedra each: x y z of the vertices of tetrahedra, and four vertex indices per tetrahedron.
   */
  tetrahedra?: { positions: ArrayLike<number>; corners: ArrayLike<number> };
  /** Density of the simulated volume (cells, tetrahedra, or the inside of the mesh), kg/m³; 1000 by default. */
  density?: number;
  /** Distance that the particles keep from bodies, m; 0.01 by default. */
  radius?: number;
  /** Young's modulus, Pa, instead of compliances: the behaviour then does not depend on the size of the cells. For `tetrahedra`. */
  youngModulus?: number;
  /** Poisson's ratio of that material, from 0 to 0.5; 0.3 by default. */
  poissonRatio?: number;
  /** Compliance of a particle's place in a cell, or of an edge, m/N; 0 by default. */
  compliance?: number;
  /** Compliance of the volume of a tetrahedron, or of the whole mesh, m³/Pa; 0 by default. Not for a lattice. */
  volumeCompliance?: number;
  /** Compliance of the angles along the edges of the mesh, rad/(N m); infinite by default: they are free. For `pressure`. */
  bendCompliance?: number;
  /** Time constant of the dampers beside each compliance, s; 0.02 by default. Not for a lattice. */
  stiffnessDamping?: number;
  /** Enclosed volume relative to that of the mesh; 1 by default. For `pressure`. */
  inflation?: number;
}

const CELLS = ['resolution', 'cellSize'] as const;
/** Options that only some kinds have. */
const OWN: Record<SoftBodyKind, readonly (keyof SoftBodyOptions)[]> = {
  lattice: CELLS,
  tetrahedra: [...CELLS, 'tetrahedra', 'volumeCompliance', 'stiffnessDamping', 'youngModulus', 'poissonRatio'],
  pressure: ['volumeCompliance', 'stiffnessDamping', 'bendCompliance', 'inflation'],
};
const SOME = [...new Set(Object.values(OWN).flat())];
const OPTIONS = [
  ...PARTICLE_OPTIONS.filter((name) => name !== 'masses' && name !== 'radii' && name !== 'triangles'),
  'attachments',
  'mesh',
  'kind',
  'position',
  'orientation',
  'density',
  'radius',
  'compliance',
  ...SOME,
];
const RESOLUTION = 8;
const MOST_RESOLUTION = 1024;
const DENSITY = 1000;
const RADIUS = 0.01;
const DAMPING = 0.02;

/** The surface: in its own axes, and where it is to be. */
interface Surface {
  rest: Float64Array;
  vertices: Float64Array;
  /** Three vertices a triangle as they were given, and those of triangles with an area once vertices at one place are one. */
  indices: Uint32Array;
  welded: Uint32Array;
  /** For each vertex the first one at its place. */
  first: Uint32Array;
}

type Plan = Pick<ParticleSetOptions, 'positions' | 'masses' | 'triangles'> & HoldOptions;

interface Model {
  plan: Plan;
  skin: Skin;
}

/** A soft body inside a closed mesh, whose vertices follow the particles. */
export class SoftBody<UserData = unknown> extends ParticleSet<UserData> {
  readonly kind: SoftBodyKind;
  readonly #skin: Skin;
  readonly #triangles: Uint32Array;

  /** Throws `invalid-argument`, `open-mesh` or `degenerate-mesh`. */
  constructor(given: SoftBodyOptions<UserData>) {
    const o = options<SoftBodyOptions<UserData>>(given, 'The options of SoftBody', OPTIONS as readonly (keyof SoftBodyOptions<UserData>)[]);
    const kind = choice(orDefault(o.kind, 'lattice'), 'kind', KINDS);
    requireOneMaterial(o as SoftBodyOptions);
    for (const name of SOME)
      if (o[name] !== undefined && !OWN[kind].includes(name))
        throw new HolonomicError('invalid-argument', `A SoftBody of kind '${kind}' has no ${name}; leave it out.`);
    const surface = readSurface(o);
    const { plan, skin } = MODELS[kind](o as SoftBodyOptions, surface);
    super({
      ...particleOptions(o),
      ...plan,
      radii: nonNegative(orDefault(o.radius, RADIUS), 'radius'),
      ...(o.attachments === undefined ? {} : { attachments: o.attachments }),
    });
    this.kind = kind;
    this.#skin = skin;
    this.#triangles = surface.indices;
  }

  /** Number of vertices of the mesh. */
  get surfaceVertexCount(): number {
    return this.#skin.count;
  }
  /** Three vertex indices per triangle of the mesh. */
  get surfaceTriangles(): Uint32Array {
    return this.#triangles.slice();
  }

  /** Writes the current x y z of the vertices of the mesh, and returns the list. Throws `invalid-argument`, `removed-handle`. */
  updateSurface<Out extends Float32Array | Float64Array>(out: Out): Out {
    const { positions } = this;
    requireOutput(out, 3 * this.surfaceVertexCount);
    try {
      this.#skin.write(out, positions);
    } catch (cause) {
      notWritable(cause);
    }
    return out;
  }
}

const MODELS: Record<SoftBodyKind, (o: SoftBodyOptions, surface: Surface) => Model> = {
  lattice: latticeModel,
  tetrahedra: tetrahedronModel,
  pressure: pressureModel,
};

function requireOneMaterial(o: SoftBodyOptions): void {
  if (o.youngModulus === undefined) {
    if (o.poissonRatio === undefined) return;
    throw new HolonomicError('invalid-argument', 'The poissonRatio of a SoftBody needs a youngModulus; pass both, or compliances.');
  }
  for (const name of ['compliance', 'volumeCompliance'] as const)
    if (o[name] !== undefined) throw new HolonomicError('invalid-argument', `SoftBody takes either youngModulus or ${name}, not both.`);
}

function readSurface(o: SoftBodyOptions<unknown>): Surface {
  const { positions, triangles } = options<SoftBodyOptions['mesh']>(o.mesh, 'mesh', ['positions', 'triangles']);
  const rest = readPoints(positions, 'mesh.positions');
  const indices = readIndices(triangles, 3, rest.length / 3, 'mesh.triangles');
  const first = weld(rest);
  const welded = withoutFlat(indices.map((vertex) => first[vertex]));
  requireClosed({ vertices: rest, indices: welded }, '');
  solidProperties({ vertices: rest, indices: welded });
  const vertices = rest.slice();
  place(vertices, ...placing(o));
  return { rest, vertices, indices, welded, first };
}

const placing = (o: SoftBodyOptions<unknown>) =>
  [vector(orDefault(o.position, [0, 0, 0]), 'position'), rotation(orDefault(o.orientation, [0, 0, 0, 1]), 'orientation')] as const;

/** The lattice lies along the axes of the mesh, and is turned with it. */
function readLattice(o: SoftBodyOptions, { rest, welded }: Surface): { lattice: CellLattice; skin: Skin } {
  if (o.resolution !== undefined && o.cellSize !== undefined)
    throw new HolonomicError('invalid-argument', 'SoftBody takes either resolution or cellSize, not both.');
  const resolution = integer(orDefault(o.resolution, RESOLUTION), 'resolution', 1, MOST_RESOLUTION);
  const size = o.cellSize === undefined ? null : positive(o.cellSize, 'cellSize');
  const lattice = cellLattice(rest, welded, size, resolution);
  const skin = latticeSkin(lattice, rest);
  place(lattice.positions, ...placing(o));
  return { lattice, skin };
}

const readDensity = (o: SoftBodyOptions): number => positive(orDefault(o.density, DENSITY), 'density');

function latticeModel(o: SoftBodyOptions, surface: Surface): Model {
  const { lattice, skin } = readLattice(o, surface);
  const { corners, positions, size } = lattice;
  const compliance = nonNegative(orDefault(o.compliance, 0), 'compliance');
  const masses = new Float64Array(positions.length / 3);
  const eighth = (readDensity(o) * size * size * size) / 8;
  for (const corner of corners) masses[corner] += eighth;
  const clusters = Array.from({ length: corners.length / 8 }, (_, k) => ({ particles: corners.subarray(8 * k, 8 * k + 8), compliance }));
  return { plan: { positions, masses, triangles: latticeSurface(lattice), clusters }, skin };
}

function readTetrahedra(
  o: SoftBodyOptions,
  surface: Surface,
): { positions: Float64Array; corners: Uint32Array; triangles: Uint32Array; skin: Skin } {
  if (o.tetrahedra === undefined) {
    const { lattice, skin } = readLattice(o, surface);
    return { positions: lattice.positions, corners: latticeTetrahedra(lattice), triangles: latticeSurface(lattice), skin };
  }
  for (const name of CELLS)
    if (o[name] !== undefined) throw new HolonomicError('invalid-argument', `SoftBody takes either tetrahedra or ${name}, not both.`);
  const given = options<NonNullable<SoftBodyOptions['tetrahedra']>>(o.tetrahedra, 'tetrahedra', ['positions', 'corners']);
  const positions = readPoints(given.positions, 'tetrahedra.positions');
  const corners = readIndices(given.corners, 4, positions.length / 3, 'tetrahedra.corners');
  requireDistinct(corners, 4, 'tetrahedra.corners');
  if (corners.length === 0) throw new HolonomicError('invalid-argument', 'tetrahedra.corners must have at least four numbers.');
  for (let k = 0; k < corners.length; k += 4) {
    const six = sixVolumes(positions, [corners[k], corners[k + 1], corners[k + 2], corners[k + 3]]);
    if (six === 0) throw new HolonomicError('degenerate-mesh', `Tetrahedron ${k / 4} is flat and encloses no volume; leave it out.`);
    // Either way round is taken.
    if (six < 0) [corners[k + 2], corners[k + 3]] = [corners[k + 3], corners[k + 2]];
  }
  const skin = tetrahedronSkin(positions, corners, surface.rest);
  place(positions, ...placing(o));
  return { positions, corners, triangles: outsideOf(corners), skin };
}

/** Faces of one tetrahedron alone, counter-clockwise from outside. */
function outsideOf(corners: Uint32Array): Uint32Array {
  const faces = new Map<string, number[]>();
  for (let k = 0; k < corners.length; k += 4) {
    const [a, b, c, d] = corners.subarray(k, k + 4);
    for (const face of [
      [a, c, b],
      [a, b, d],
      [a, d, c],
      [b, c, d],
    ]) {
      const key = [...face].sort((p, q) => p - q).join(' ');
      if (!faces.delete(key)) faces.set(key, face);
    }
  }
  return Uint32Array.from([...faces.values()].flat());
}

function tetrahedronModel(o: SoftBodyOptions, surface: Surface): Model {
  const { corners, positions, skin, triangles } = readTetrahedra(o, surface);
  const { compliance, damping, volumeCompliance } = readSofts(o);
  const density = readDensity(o);
  const masses = new Float64Array(positions.length / 3);
  const pairs: number[] = [];
  const seen = new Set<number>();
  for (let k = 0; k < corners.length; k += 4) {
    const four = Array.from(corners.subarray(k, k + 4));
    const quarter = (density * sixVolumes(positions, four)) / 24;
    four.forEach((a, index) => {
      masses[a] += quarter;
      for (const b of four.slice(index + 1)) {
        const key = Math.min(a, b) * masses.length + Math.max(a, b);
        if (!seen.has(key)) pairs.push(a, b);
        seen.add(key);
      }
    });
  }
  const loose = masses.indexOf(0);
  if (loose >= 0) throw new HolonomicError('degenerate-mesh', `Point ${loose} of tetrahedra.positions is in no tetrahedron; leave it out.`);
  const { poissonRatio, youngModulus } = o;
  const material = youngModulus === undefined ? { compliance: volumeCompliance } : { youngModulus, poissonRatio };
  const tetrahedra = [{ corners, damping, ...material }];
  const distances = youngModulus === undefined ? [{ pairs, compliance, damping }] : [];
  return { plan: { positions, masses, triangles, distances, tetrahedra }, skin };
}

function readSofts(o: SoftBodyOptions): { compliance: number; volumeCompliance: number; damping: number } {
  return {
    compliance: nonNegative(orDefault(o.compliance, 0), 'compliance'),
    volumeCompliance: nonNegative(orDefault(o.volumeCompliance, 0), 'volumeCompliance'),
    damping: nonNegative(orDefault(o.stiffnessDamping, DAMPING), 'stiffnessDamping'),
  };
}

/** Vertices at one place are one particle. */
function pressureModel(o: SoftBodyOptions, surface: Surface): Model {
  const { first, rest, vertices, welded } = surface;
  const { compliance, damping, volumeCompliance } = readSofts(o);
  const bend = nonNegativeOrInfinite(orDefault(o.bendCompliance, Infinity), 'bendCompliance');
  const numbers = new Map([...new Set(welded)].map((vertex, particle) => [vertex, particle]));
  const loose = first.findIndex((vertex) => !numbers.has(vertex));
  if (loose >= 0) throw new HolonomicError('degenerate-mesh', `Vertex ${loose} of the mesh is in no triangle with an area; leave it out.`);
  const particleOf = first.map((vertex) => numbers.get(vertex) as number);
  const positions = new Float64Array(3 * numbers.size);
  for (const [vertex, particle] of numbers) positions.set(vertices.subarray(3 * vertex, 3 * vertex + 3), 3 * particle);
  const triangles = welded.map((vertex) => particleOf[vertex]);
  const plan = {
    positions,
    masses: skinMasses(positions, triangles, readDensity(o) * solidProperties({ vertices: rest, indices: welded }).volume),
    triangles,
    distances: [{ pairs: edgesOf(triangles), compliance, damping }],
    bends: bend === Infinity ? [] : [{ edges: hinges(triangles), compliance: bend, damping }],
    volumes: [{ triangles, compliance: volumeCompliance, damping, inflation: nonNegative(orDefault(o.inflation, 1), 'inflation') }],
  };
  return { plan, skin: ownSkin(particleOf) };
}

function withoutFlat(triangles: Uint32Array): Uint32Array {
  const kept: number[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = triangles.subarray(k, k + 3);
    if (a !== b && b !== c && c !== a) kept.push(a, b, c);
  }
  return Uint32Array.from(kept);
}

/** The whole mass over the area. */
function skinMasses(x: Float64Array, triangles: Uint32Array, whole: number): Float64Array {
  const areas = areasOf(x, triangles);
  const sum = areas.reduce((all, area) => all + area, 0);
  return areas.map((area) => (whole * area) / sum);
}
