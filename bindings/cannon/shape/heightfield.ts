import type { AABB } from '../math/aabb.ts';
import type { Quaternion } from '../math/quaternion.ts';
import { Vec3 } from '../math/vec3.ts';
import { unsupported } from '../unsupported.ts';
import { ConvexPolyhedron } from './convex-polyhedron.ts';
import { SHAPE_TYPES, Shape } from './shape.ts';

export type HeightfieldOptions = ConstructorParameters<typeof Heightfield>[1];
export type HeightfieldPillar = { convex: unknown; offset: unknown };

const MOST = Number.MAX_VALUE;
const PILLARS = 'worlds need no pillars under the triangles';

/** Ground over a grid: the height at x = i · elementSize, y = j · elementSize is data[i][j], along z. */
export class Heightfield extends Shape {
  declare data: number[][];
  declare maxValue: number | null;
  declare minValue: number | null;
  declare elementSize: number;
  declare cacheEnabled: boolean;
  declare pillarConvex: ConvexPolyhedron;
  declare pillarOffset: Vec3;
  declare private _cachedPillars: Record<string, HeightfieldPillar>;

  constructor(data: number[][], options?: { maxValue?: number | null; minValue?: number | null; elementSize?: number }) {
    super({ type: SHAPE_TYPES.HEIGHTFIELD });
    this.data = data;
    this.maxValue = options?.maxValue ?? null;
    this.minValue = options?.minValue ?? null;
    this.elementSize = options?.elementSize ?? 1;
    this.cacheEnabled = true;
    if (this.minValue === null) this.updateMinValue();
    if (this.maxValue === null) this.updateMaxValue();
    this.pillarConvex = new ConvexPolyhedron();
    this.pillarOffset = new Vec3();
    this.updateBoundingSphereRadius();
    this._cachedPillars = {};
  }

  /** To be called when `data` has changed. */
  update(): void {
    this._cachedPillars = {};
    this.revision += 1;
  }
  updateMinValue(): void {
    this.minValue = extreme(this.data, Math.min);
  }
  updateMaxValue(): void {
    this.maxValue = extreme(this.data, Math.max);
  }
  setHeightValueAtIndex(xi: number, yi: number, value: number): void {
    this.data[xi][yi] = value;
    this.revision += 1;
  }
  /** Minimum and maximum height of a range of points, written to `result`. */
  getRectMinMax(iMinX: number, iMinY: number, iMaxX: number, iMaxY: number, result?: number[]): void {
    const heights = this.data.slice(iMinX, iMaxX + 1).map((column) => column.slice(iMinY, iMaxY + 1));
    if (!result) return;
    result[0] = Math.min(this.minValue ?? MOST, extreme(heights, Math.min));
    result[1] = extreme(heights, Math.max);
  }
  /** The cell over which a point lies, written to `result`; false outside, or the nearest cell with `clamp`. */
  getIndexOfPosition(x: number, y: number, result: number[], clamp: boolean): boolean {
    const cells = [this.data.length - 1, this.data[0].length - 1];
    const at = [Math.floor(x / this.elementSize), Math.floor(y / this.elementSize)];
    const isInside = at.every((index, axis) => index >= 0 && index < cells[axis]);
    for (let axis = 0; axis < 2; axis++) result[axis] = clamp ? Math.min(Math.max(at[axis], 0), cells[axis] - 1) : at[axis];
    return clamp || isInside;
  }
  /** The triangle over which a point lies; whether it is the upper one of its cell. */
  getTriangleAt(x: number, y: number, edgeClamp: boolean, a: Vec3, b: Vec3, c: Vec3): boolean {
    const cell: number[] = [];
    this.getIndexOfPosition(x, y, cell, edgeClamp);
    const last = [this.data.length - 2, this.data[0].length - 2];
    const [xi, yi] = cell.map((index, axis) => (edgeClamp ? Math.min(Math.max(index, 0), last[axis]) : index));
    const upper = x / this.elementSize - xi + (y / this.elementSize - yi) > 1;
    this.getTriangle(xi, yi, upper, a, b, c);
    return upper;
  }
  getNormalAt(x: number, y: number, edgeClamp: boolean, result: Vec3): void {
    const [a, b, c] = [new Vec3(), new Vec3(), new Vec3()];
    this.getTriangleAt(x, y, edgeClamp, a, b, c);
    b.vsub(a).cross(c.vsub(a), result);
    result.normalize();
  }
  getAabbAtIndex(xi: number, yi: number, { lowerBound, upperBound }: AABB): void {
    const { data, elementSize } = this;
    lowerBound.set(xi * elementSize, yi * elementSize, data[xi][yi]);
    upperBound.set((xi + 1) * elementSize, (yi + 1) * elementSize, data[xi + 1][yi + 1]);
  }
  getHeightAt(x: number, y: number, edgeClamp: boolean): number {
    const [a, b, c] = [new Vec3(), new Vec3(), new Vec3()];
    this.getTriangleAt(x, y, edgeClamp, a, b, c);
    const normal = b.vsub(a).cross(c.vsub(a));
    return a.z - (normal.x * (x - a.x) + normal.y * (y - a.y)) / normal.z;
  }
  getCacheConvexTrianglePillarKey(xi: number, yi: number, getUpperTriangle: boolean): string {
    return `${xi}_${yi}_${getUpperTriangle ? 1 : 0}`;
  }
  getCachedConvexTrianglePillar(xi: number, yi: number, getUpperTriangle: boolean): HeightfieldPillar {
    return this._cachedPillars[this.getCacheConvexTrianglePillarKey(xi, yi, getUpperTriangle)];
  }
  setCachedConvexTrianglePillar(xi: number, yi: number, getUpperTriangle: boolean, convex: ConvexPolyhedron, offset: Vec3): void {
    this._cachedPillars[this.getCacheConvexTrianglePillarKey(xi, yi, getUpperTriangle)] = { convex, offset };
  }
  clearCachedConvexTrianglePillar(xi: number, yi: number, getUpperTriangle: boolean): void {
    delete this._cachedPillars[this.getCacheConvexTrianglePillarKey(xi, yi, getUpperTriangle)];
  }
  /** A triangle of a cell: the lower one has its right angle at (xi, yi), the upper one opposite. */
  getTriangle(xi: number, yi: number, upper: boolean, a: Vec3, b: Vec3, c: Vec3): void {
    const point = (target: Vec3, i: number, j: number) => target.set(i * this.elementSize, j * this.elementSize, this.data[i][j]);
    if (upper) {
      point(a, xi + 1, yi + 1);
      point(b, xi, yi + 1);
      point(c, xi + 1, yi);
    } else {
      point(a, xi, yi);
      point(b, xi + 1, yi);
      point(c, xi, yi + 1);
    }
  }
  getConvexTrianglePillar(_xi: number, _yi: number, _getUpperTriangle: boolean): void {
    unsupported('Heightfield.getConvexTrianglePillar', PILLARS);
  }
  override calculateLocalInertia(_mass: number, target?: Vec3): Vec3 {
    target ??= new Vec3();
    return target.set(0, 0, 0);
  }
  override volume(): number {
    return MOST;
  }
  override calculateWorldAABB(_pos: Vec3, _quat: Quaternion, min: Vec3, max: Vec3): void {
    min.set(-MOST, -MOST, -MOST);
    max.set(MOST, MOST, MOST);
  }
  override updateBoundingSphereRadius(): void {
    const { data, elementSize } = this;
    const highest = Math.max(Math.abs(this.maxValue ?? 0), Math.abs(this.minValue ?? 0));
    this.boundingSphereRadius = new Vec3(data.length * elementSize, data[0].length * elementSize, highest).length();
  }
  /** Heights from the brightness of a picture, as large as `scale`. Needs a browser's canvas. */
  setHeightsFromImage(image: HTMLImageElement, scale: Vec3): void {
    const { width, height } = image;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) unsupported('Heightfield.setHeightsFromImage', 'this page gives no 2d canvas');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    this.elementSize = Math.abs(scale.x) / width;
    this.data = Array.from({ length: width }, (_, i) =>
      Array.from({ length: height }, (_, j) => {
        const at = 4 * ((height - 1 - j) * width + i);
        return ((data[at] + data[at + 1] + data[at + 2]) / 3 / 255) * scale.z;
      }),
    );
    this.updateMaxValue();
    this.updateMinValue();
    this.update();
  }
}

const extreme = (heights: readonly number[][], which: (a: number, b: number) => number): number =>
  heights.reduce((found, column) => column.reduce((most, height) => which(most, height), found), heights[0][0]);
