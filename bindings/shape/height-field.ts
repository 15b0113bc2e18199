import { boolean, integer, options, orDefault, type Vec3 } from '../core/arguments.ts';
import { fixProperties, refuseReadOnly } from '../core/assignments.ts';
import { cross, length, normalized, subtract } from '../core/geometry.ts';
import { ShapeFlag, ShapeType } from '../core/layout.ts';
import { copyNumbers, listLength, ShownNumbers } from '../core/lists.ts';
import { heightFieldBlock } from '../tree/index.ts';
import { coordinates, invalid, size } from './arguments.ts';
import { LineList } from './line-list.ts';
import type { ShapeGeometry } from './shape.ts';
import { requireBounds, SHAPE_ADVICE, ShapeBase } from './shape.ts';
import { TriangleList, type Triangulation } from './triangle-list.ts';

export interface HeightFieldOptions {
  /** Height of each point, m, row by row: the height in row r and column c is `heights[r * columns + c]`. */
  heights: ArrayLike<number>;
  /** Number of points along z, at least 2. */
  rows: number;
  /** Number of points along x, at least 2. */
  columns: number;
  /** Distance of neighbouring points, m: one number, or [x, z]. */
  spacing: number | readonly [x: number, z: number];
  /** Whether bodies can pass through the ground from below. False by default. */
  oneSided?: boolean;
}

const KNOWN: readonly (keyof HeightFieldOptions)[] = ['heights', 'rows', 'columns', 'spacing', 'oneSided'];
/** Of rows and of columns; their product has to fit in 32 bits. */
const MOST_POINTS = 32768;

/**
 * Ground over a rectangular grid whose middle is over the body's origin: y is up, and the point of row r and column c lies at
 * x = (c - (columns - 1) / 2) · spacing, z = (r - (rows - 1) / 2) · spacing. Each cell is two triangles, with an edge between them from
 * (r + 1, c) to (r, c + 1). For static and kinematic bodies.
 *
 * The heights are copied. Throws `invalid-argument` if they are not `rows * columns` finite numbers, rows or columns are not whole
 * numbers from 2 to 32768, a spacing is not above zero, or the field reaches beyond 1e18 m.
 */
export class HeightField extends ShapeBase {
  readonly type = 'height-field';
  readonly #heights: ShownNumbers<Float64Array>;
  readonly rows: number;
  readonly columns: number;
  readonly spacing: readonly [x: number, z: number];
  readonly oneSided: boolean;

  constructor(given: HeightFieldOptions) {
    super();
    const o = options<HeightFieldOptions>(given, 'The options of HeightField', KNOWN);
    this.rows = integer(o.rows, 'rows', 2, MOST_POINTS);
    this.columns = integer(o.columns, 'columns', 2, MOST_POINTS);
    this.spacing = Object.freeze(readSpacing(o.spacing));
    this.oneSided = boolean(orDefault(o.oneSided, false), 'oneSided');
    const heights = coordinates(o.heights, 'heights', 'one height a point', 1);
    this.#heights = new ShownNumbers(heights);
    const count = this.rows * this.columns;
    if (heights.length !== count)
      invalid(`heights must hold rows × columns numbers, ${count} of them, but its length is ${heights.length}.`);
    const { low, high } = this.bounds();
    requireBounds(low, high, 'The height field');
    fixProperties(this);
  }

  /** Height of each point, m, row by row. */
  get heights(): readonly number[] {
    return this.#heights.shown;
  }

  protected override makeGeometry(): ShapeGeometry {
    const { rows, columns, spacing } = this;
    const heights = this.#heights.list;
    let reach = 0;
    for (let k = 0; k < heights.length; k++) reach = Math.max(reach, length(this.point(Math.floor(k / columns), k % columns)));
    return {
      type: ShapeType.HeightField,
      ...this.bounds(),
      size: [0, 0, 0],
      radius: 0,
      breadth: Infinity,
      reach,
      flags: this.oneSided ? ShapeFlag.OneSided : 0,
      block: heightFieldBlock(heights, rows, columns, ...spacing),
    };
  }

  /** The lines of the grid. */
  override wireframe(): Float32Array {
    const lines = new LineList();
    const range = (count: number) => Array.from({ length: count }, (_, k) => k);
    for (const row of range(this.rows)) lines.path(range(this.columns).map((column) => this.point(row, column)));
    for (const column of range(this.columns)) lines.path(range(this.rows).map((row) => this.point(row, column)));
    return lines.finish();
  }

  override triangulate(): Triangulation {
    const triangles = new TriangleList();
    const { rows, columns } = this;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) triangles.vertex(this.point(row, column), this.normal(row, column));
    }
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const first = row * columns + column;
        const across = first + columns;
        triangles.triangle(first, across, first + 1);
        triangles.triangle(across, across + 1, first + 1);
      }
    }
    return triangles.finish();
  }

  private bounds(): { low: Vec3; high: Vec3 } {
    const lowest = this.#heights.list.reduce((low, height) => Math.min(low, height), Infinity);
    const highest = this.#heights.list.reduce((high, height) => Math.max(high, height), -Infinity);
    const [x, , z] = this.point(this.rows - 1, this.columns - 1);
    return { low: [-x, lowest, -z], high: [x, highest, z] };
  }

  private point(row: number, column: number): Vec3 {
    const { rows, columns, spacing } = this;
    const [x, z] = [column * spacing[0] - ((columns - 1) * spacing[0]) / 2, row * spacing[1] - ((rows - 1) * spacing[1]) / 2];
    return [x, this.#heights.list[row * columns + column], z];
  }

  /** By the slopes between the neighbours on both sides. */
  private normal(row: number, column: number): Vec3 {
    const [before, after] = [Math.max(row - 1, 0), Math.min(row + 1, this.rows - 1)];
    const [left, right] = [Math.max(column - 1, 0), Math.min(column + 1, this.columns - 1)];
    const alongX = normalized(subtract(this.point(row, right), this.point(row, left)));
    const alongZ = normalized(subtract(this.point(after, column), this.point(before, column)));
    return normalized(cross(alongZ, alongX));
  }
}

refuseReadOnly(HeightField, 'a shape', SHAPE_ADVICE);

function readSpacing(spacing: unknown): [x: number, z: number] {
  if (typeof spacing !== 'object') return [size(spacing, 'spacing'), spacing as number];
  if (listLength(spacing, 'spacing') !== 2) invalid('spacing must be a number, or two numbers [x, z].');
  const [x, z] = copyNumbers(spacing, 2, 'spacing', (value, k) => size(value, `spacing[${k}]`));
  return [x, z];
}
