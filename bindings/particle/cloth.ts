import {
  boolean,
  integer,
  nonNegative,
  nonNegativeOrInfinite,
  options,
  orDefault,
  positive,
  type Quat,
  type QuatLike,
  rotation,
  type Vec3,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { rotate } from '../core/geometry.ts';
import type { BendOptions, DistanceOptions, HoldOptions, LengthOptions } from './holds.ts';
import { compliance, readIndices, readPoints } from './lists.ts';
import { areasOf } from './measure.ts';
import { PARTICLE_OPTIONS, type ParticleOptions } from './particle-options.ts';
import { ParticleSet } from './particle-set.ts';

export interface ClothOptions<UserData = unknown>
  extends Omit<ParticleOptions<UserData>, 'masses' | 'radii' | 'triangles'>,
    Pick<HoldOptions, 'attachments'> {
  /** Number of particles along x and z of a rectangle; 20 by default. */
  columns?: number;
  rows?: number;
  /** Width and depth of the rectangle, m; [1, 1] by default. */
  size?: readonly [number, number];
  /** Position of its middle, m. */
  position?: Vec3Like;
  /** Rotation from the plane y = 0. */
  orientation?: QuatLike;
  /** Instead of a rectangle: a mesh, with x y z of its vertices and three vertex indices per triangle. */
  mesh?: { positions: ArrayLike<number>; triangles: ArrayLike<number> };
  /** Mass per area, kg/m²; 0.2 by default. */
  density?: number;
  /** Thickness, m; 0.01 by default. Bodies keep a distance of half of it. */
  thickness?: number;
  /**
   * Compliance of a thread between two adjacent particles in tension, m/N; 1e-4 by default. With the other defaults the cloth is similar
   * to canvas. Threads, diagonals and bends that are stiffer than the substeps can resolve are as stiff as the substeps allow.
   */
  stretchCompliance?: number;
  /** Compliance of a thread under compression, m/N: thin threads buckle. 0.02 by default. */
  compressCompliance?: number;
  /** Compliance of the diagonals of the squares, m/N; 0.1 by default; infinite: there are none. */
  shearCompliance?: number;
  /**
   * Compliance of a bend, rad/(N m); 1e4 by default. A bend is the angle between successive segments of a thread or, without `lines`, between
   * two triangles at their common edge.
   */
  bendCompliance?: number;
  /** Time constant of the dampers beside each compliance, s; 0 by default. Dampers of stiff threads make them creep. */
  stiffnessDamping?: number;
  /** Maximum strain of the threads; infinite by default. */
  maxStrain?: number;
  /**
   * Force at which threads tear, N; infinite by default. A diagonal tears there too, or where it is longer than the two threads beside it, which
   * then are torn.
   */
  breakForce?: number;
  /** Whether each row and column as a whole keeps its length (Waterson 10.1); false by default. Not for a mesh. */
  holdLengths?: boolean;
  /** Whether rows and columns are solved as lines, which transmit loads at once; true by default. Not for a mesh. */
  lines?: boolean;
}

const OPTIONS = [
  ...PARTICLE_OPTIONS.filter((name) => name !== 'masses' && name !== 'radii' && name !== 'triangles'),
  'attachments',
  'columns',
  'rows',
  'size',
  'position',
  'orientation',
  'mesh',
  'density',
  'thickness',
  'stretchCompliance',
  'compressCompliance',
  'shearCompliance',
  'bendCompliance',
  'stiffnessDamping',
  'maxStrain',
  'breakForce',
  'holdLengths',
  'lines',
];
const MOST_SIDE = 2048;
const DENSITY = 0.2;
const THICKNESS = 0.01;
const STRETCH = 1e-4;
const COMPRESS = 0.02;
const SHEAR = 0.1;
const BEND = 1e4;

interface Fabric {
  positions: Float64Array;
  triangles: Uint32Array;
  /** Lines of particles, or pairs, along threads; pairs across squares. */
  lines: number[][];
  threads: number[];
  diagonals: number[];
  /** m: by how much two threads along its square are longer than a diagonal. */
  diagonalSlack: number;
}

/** Cloth: a rectangle of threads, or any mesh of triangles. */
export class Cloth<UserData = unknown> extends ParticleSet<UserData> {
  /** Number of particles along x and z; 0 for a mesh. */
  readonly columns: number;
  readonly rows: number;

  /** Throws `invalid-argument`. */
  constructor(given: ClothOptions<UserData>) {
    const o = options<ClothOptions<UserData>>(given, 'The options of Cloth', OPTIONS as readonly (keyof ClothOptions<UserData>)[]);
    const columns = o.mesh === undefined ? integer(orDefault(o.columns, 20), 'columns', 2, MOST_SIDE) : 0;
    const rows = o.mesh === undefined ? integer(orDefault(o.rows, 20), 'rows', 2, MOST_SIDE) : 0;
    const usesLines = boolean(orDefault(o.lines, true), 'lines');
    const fabric = o.mesh === undefined ? rectangle(columns, rows, o.size) : meshFabric(o.mesh);
    place(
      fabric.positions,
      vector(orDefault(o.position, [0, 0, 0]), 'position'),
      rotation(orDefault(o.orientation, [0, 0, 0, 1]), 'orientation'),
    );
    const damping = nonNegative(orDefault(o.stiffnessDamping, 0), 'stiffnessDamping');
    const breakForce = nonNegativeOrInfinite(orDefault(o.breakForce, Infinity), 'breakForce');
    const thread = {
      compliance: nonNegative(orDefault(o.stretchCompliance, STRETCH), 'stretchCompliance'),
      compressCompliance: compliance(orDefault(o.compressCompliance, COMPRESS), 'compressCompliance'),
      damping,
      ...(o.maxStrain === undefined ? {} : { maxStrain: o.maxStrain }),
      breakForce,
    };
    const distances: DistanceOptions[] = [];
    const bend = orDefault(o.bendCompliance, BEND) as number;
    const bendCompliance = bend === Infinity ? bend : nonNegative(bend, 'bendCompliance');
    // Threads bend by themselves; what has none bends at its edges.
    const bendsByThreads = usesLines && fabric.lines.length > 0;
    for (const line of fabric.lines)
      distances.push(usesLines ? { ...thread, line, bendCompliance } : { ...thread, pairs: pairsAlong(line) });
    if (fabric.threads.length > 0) distances.push({ ...thread, pairs: fabric.threads });
    const shear = compliance(orDefault(o.shearCompliance, SHEAR), 'shearCompliance');
    if (fabric.diagonals.length > 0 && shear < Infinity) {
      // Threads that never tear, and diagonals that do not give, leave no such length.
      const most = breakForce < Infinity && shear > 0 ? (fabric.diagonalSlack + 2 * breakForce * thread.compliance) / shear : breakForce;
      distances.push({ compliance: shear, damping, breakForce: Math.min(breakForce, most), pairs: fabric.diagonals });
    }
    const bends: BendOptions[] =
      bendsByThreads || bendCompliance === Infinity
        ? []
        : [{ compliance: bendCompliance, damping, angles: 0, edges: hinges(fabric.triangles) }];
    const lengths: LengthOptions[] = boolean(orDefault(o.holdLengths, false), 'holdLengths')
      ? fabric.lines.map((points) => ({ points }))
      : [];
    super({
      ...particleOptions(o),
      positions: fabric.positions,
      triangles: fabric.triangles,
      masses: massesOf(fabric, positive(orDefault(o.density, DENSITY), 'density')),
      radii: positive(orDefault(o.thickness, THICKNESS), 'thickness') / 2,
      distances,
      bends,
      lengths,
      ...(o.attachments === undefined ? {} : { attachments: o.attachments }),
    });
    this.columns = columns;
    this.rows = rows;
  }

  /** Index of the particle in a column and row of a rectangle. */
  at(column: number, row: number): number {
    return integer(row, 'row', 0, this.rows - 1) * this.columns + integer(column, 'column', 0, this.columns - 1);
  }
}

/** Those of the options that every set of particles has. */
export function particleOptions<UserData>(o: ParticleOptions<UserData>): ParticleOptions<UserData> {
  const entries = Object.entries(o).filter(([name]) => (PARTICLE_OPTIONS as readonly string[]).includes(name));
  return Object.fromEntries(entries) as ParticleOptions<UserData>;
}

function rectangle(columns: number, rows: number, size: unknown = [1, 1]): Fabric {
  if (!Array.isArray(size) || size.length !== 2)
    throw new HolonomicError('invalid-argument', 'size must be two numbers, width and depth in m.');
  const [width, depth] = [positive(size[0], 'size[0]'), positive(size[1], 'size[1]')];
  const positions = new Float64Array(3 * columns * rows);
  const triangles: number[] = [];
  const diagonals: number[] = [];
  const at = (column: number, row: number) => row * columns + column;
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      positions[3 * at(column, row)] = (column / (columns - 1) - 0.5) * width;
      positions[3 * at(column, row) + 2] = (row / (rows - 1) - 0.5) * depth;
      if (row + 1 === rows || column + 1 === columns) continue;
      const [a, b, c, d] = [at(column, row), at(column + 1, row), at(column, row + 1), at(column + 1, row + 1)];
      diagonals.push(a, d, b, c);
      // Diagonals by turns, so that it folds alike either way.
      if ((row + column) % 2 === 0) triangles.push(a, c, d, a, d, b);
      else triangles.push(a, c, b, b, c, d);
    }
  const along = (count: number, particle: (k: number) => number) => Array.from({ length: count }, (_, k) => particle(k));
  const lines = [
    ...along(columns, (column) => column).map((column) => along(rows, (row) => at(column, row))),
    ...along(rows, (row) => row).map((row) => along(columns, (column) => at(column, row))),
  ];
  const [x, z] = [width / (columns - 1), depth / (rows - 1)];
  const diagonalSlack = x + z - Math.sqrt(x * x + z * z);
  return { positions, triangles: Uint32Array.from(triangles), lines, threads: [], diagonals, diagonalSlack };
}

function meshFabric(mesh: unknown): Fabric {
  const { positions: given, triangles: corners } = options<{ positions: ArrayLike<number>; triangles: ArrayLike<number> }>(mesh, 'mesh', [
    'positions',
    'triangles',
  ]);
  const positions = readPoints(given, 'mesh.positions');
  const triangles = readIndices(corners, 3, positions.length / 3, 'mesh.triangles');
  return { positions, triangles, lines: [], threads: edgesOf(triangles), diagonals: [], diagonalSlack: 0 };
}

const pairsAlong = (line: readonly number[]): number[] => line.slice(1).flatMap((to, k) => [line[k], to]);

const keyOf = (a: number, b: number): number => Math.min(a, b) * 4194304 + Math.max(a, b);

/** Each edge once. */
export function edgesOf(triangles: ArrayLike<number>): number[] {
  const seen = new Set<number>();
  const edges: number[] = [];
  for (let k = 0; k < triangles.length; k += 3)
    for (let side = 0; side < 3; side++) {
      const [a, b] = [triangles[k + side], triangles[k + ((side + 1) % 3)]];
      if (seen.has(keyOf(a, b))) continue;
      seen.add(keyOf(a, b));
      edges.push(a, b);
    }
  return edges;
}

/** Edges of two triangles, with the third corner of each: four numbers a hinge. */
export function hinges(triangles: ArrayLike<number>): number[] {
  const known = new Map<number, readonly [a: number, b: number, c: number]>();
  const found: number[] = [];
  for (let k = 0; k < triangles.length; k += 3)
    for (let side = 0; side < 3; side++) {
      const [a, b, c] = [triangles[k + side], triangles[k + ((side + 1) % 3)], triangles[k + ((side + 2) % 3)]];
      const first = known.get(keyOf(a, b));
      if (!first) known.set(keyOf(a, b), [a, b, c]);
      else if (first[2] !== c) found.push(first[0], first[1], first[2], c);
    }
  return found;
}

/** kg of each particle. */
function massesOf({ positions, triangles }: Fabric, density: number): Float64Array {
  const masses = areasOf(positions, triangles).map((area) => density * area);
  const loose = masses.findIndex((mass) => !(mass > 0));
  if (loose >= 0)
    throw new HolonomicError('degenerate-mesh', `Particle ${loose} of the cloth is in no triangle with an area; leave it out.`);
  return masses;
}

/** Turns points about the origin, and moves them. */
export function place(positions: Float64Array, position: Vec3, orientation: Quat): void {
  for (let k = 0; k < positions.length; k += 3) {
    const turned = rotate(orientation, [positions[k], positions[k + 1], positions[k + 2]]);
    positions.set([turned[0] + position[0], turned[1] + position[1], turned[2] + position[2]], k);
  }
}
