import { boolean, options, orDefault, type Vec3 } from '../core/arguments.ts';
import { fixProperties, refuseReadOnly } from '../core/assignments.ts';
import { length, subtract } from '../core/geometry.ts';
import { ShapeType } from '../core/layout.ts';
import { ShownNumbers } from '../core/lists.ts';
import { splineBlock } from '../tree/index.ts';
import { coordinates, invalid, size } from './arguments.ts';
import { vertexAt } from './mesh-triangles.ts';
import type { ShapeGeometry } from './shape.ts';
import { requireBounds, SHAPE_ADVICE, ShapeBase } from './shape.ts';
import { catmullRomTangents, curveBounds, curveReach, type SplineCurve } from './spline-curve.ts';
import type { Triangulation } from './triangle-list.ts';
import { tubeLines, tubeTriangles } from './tube.ts';

export interface SplineOptions {
  /** Radius of the tube, m. */
  radius: number;
  /** Whether the curve continues from the last point to the first. False by default. */
  closed?: boolean;
  /**
   * x, y, z of the curve's derivative at each point, m, with respect to a parameter that grows by one from point to point. The default is
   * half the vector between the point's neighbours (Catmull-Rom), and at an open end the vector to the only neighbour.
   */
  tangents?: ArrayLike<number>;
}

/**
 * A tube around a smooth curve through points: rails, cables, pipes. The curve is cubic between two points. For static and kinematic
 * bodies.
 *
 * `points` holds x, y, z of each point in metres; it is copied. Throws `invalid-argument` for numbers that are not finite, lengths that are
 * not multiples of three, fewer than two points (three if the curve is closed), two neighbours at the same place, a number of tangents that
 * differs from that of the points, a radius that is not above zero, and a tube that reaches beyond 1e18 m.
 */
export class Spline extends ShapeBase {
  readonly type = 'spline';
  readonly closed: boolean;
  readonly radius: number;
  readonly #points: ShownNumbers<Float64Array>;
  readonly #tangents: ShownNumbers<Float64Array>;

  constructor(points: ArrayLike<number>, given: SplineOptions) {
    super();
    const places = coordinates(points, 'points', 'three coordinates a point');
    const o = options<SplineOptions>(given, 'The options of Spline', ['radius', 'closed', 'tangents']);
    this.radius = size(o.radius, 'radius');
    this.closed = boolean(orDefault(o.closed, false), 'closed');
    requirePath(places, this.closed);
    this.#points = new ShownNumbers(places);
    this.#tangents = new ShownNumbers(
      o.tangents === undefined ? catmullRomTangents(places, this.closed) : readTangents(o.tangents, places),
    );
    const { low, high } = this.bounds();
    requireBounds(low, high, 'The spline');
    fixProperties(this);
  }

  /** x, y, z of each point, m. */
  get points(): readonly number[] {
    return this.#points.shown;
  }
  /** x, y, z of the derivative at each point, m. */
  get tangents(): readonly number[] {
    return this.#tangents.shown;
  }

  private get curve(): SplineCurve {
    return { points: this.#points.list, tangents: this.#tangents.list, closed: this.closed };
  }

  protected override makeGeometry(): ShapeGeometry {
    const { radius } = this;
    const { points, tangents, closed } = this.curve;
    return {
      type: ShapeType.Spline,
      ...this.bounds(),
      size: [0, 0, 0],
      radius,
      breadth: radius,
      reach: curveReach(this.curve) + radius,
      flags: 0,
      block: splineBlock(points, tangents, closed, radius),
    };
  }

  override wireframe(): Float32Array {
    return tubeLines(this.curve, this.radius);
  }

  /** The tube, with half balls at open ends. Where the curve bends more sharply than the radius, it crosses itself. */
  override triangulate(): Triangulation {
    return tubeTriangles(this.curve, this.radius);
  }

  private bounds(): { low: Vec3; high: Vec3 } {
    const { low, high } = curveBounds(this.curve);
    return { low: low.map((bound) => bound - this.radius) as Vec3, high: high.map((bound) => bound + this.radius) as Vec3 };
  }
}

refuseReadOnly(Spline, 'a shape', SHAPE_ADVICE);

function requirePath(points: Float64Array, closed: boolean): void {
  const count = points.length / 3;
  const least = closed ? 3 : 2;
  if (count < least) invalid(`points must hold at least ${least} points${closed ? ' of a closed curve' : ''}, but holds ${count}.`);
  for (let k = closed ? 0 : 1; k < count; k++) {
    const before = (k + count - 1) % count;
    if (!(length(subtract(vertexAt(points, k), vertexAt(points, before))) > 0))
      invalid(`points ${before} and ${k} are at the same place; omit one of them.`);
  }
}

function readTangents(tangents: unknown, points: Float64Array): Float64Array {
  const list = coordinates(tangents, 'tangents', 'three coordinates a point');
  if (list.length !== points.length) invalid(`tangents must hold ${points.length} numbers, as points does, but holds ${list.length}.`);
  return list;
}
