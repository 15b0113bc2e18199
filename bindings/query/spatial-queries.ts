import type { Body } from '../body/body.ts';
import { direction, notWritable, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import type { WorldContext } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { HitRecord, QueryMode, QueryRecord, WorldRecord } from '../core/layout.ts';
import { readVector, writeRecordQuaternion, writeRecordVector } from '../core/records.ts';
import { ShapeBase } from '../shape/shape.ts';
import type { ShapeStore } from '../shape/shape-store.ts';
import { type QueryBodies, requireCollision } from './collision-space.ts';
import {
  type CastOptions,
  CLOSEST_RAY,
  type Filter,
  NO_OPTIONS,
  type PointQueryOptions,
  type RayOptions,
  readCastOptions,
  readOverlapOptions,
  readPointOptions,
  readRayOptions,
  type ShapePose,
} from './options.ts';
import { castRayBatch, type RayBatch, type RayBatchOptions, readRayBatch } from './ray-batch.ts';

export interface RayHit {
  body: Body;
  /** Distance from the ray's origin, m. */
  distance: number;
  point: Vec3;
  /** Outward unit normal of the body; opposite to the ray if it starts inside a solid. */
  normal: Vec3;
  /** Triangle of a mesh or height field, face of a hull, segment of a spline; otherwise 0. */
  part: number;
  /** Child of a compound; -1 without. */
  child: number;
}

export interface ShapeHit {
  body: Body;
  /** Fraction of the translation at which the shape touches the body, 0 to 1. */
  fraction: number;
  /** World position of the contact on the body, m. */
  point: Vec3;
  /** Unit vector from the body towards the shape. */
  normal: Vec3;
  part: number;
  child: number;
}

export interface PointHit {
  body: Body;
  /** Nearest point of the body's surface. */
  point: Vec3;
  /** Distance, m; negative inside a solid. */
  distance: number;
  /** Outward unit normal of the body. */
  normal: Vec3;
  part: number;
  child: number;
}

export interface BodyDistance {
  /**
   * Distance, m. If the bodies penetrate, it is negative: the distance by which the two convex parts with the maximum penetration have to
   * be moved apart.
   */
  distance: number;
  /** The nearest points of the two bodies. */
  pointA: Vec3;
  pointB: Vec3;
  /** Unit vector from a to b. */
  normal: Vec3;
}

type Query = 'Ray' | 'Cast' | 'Overlap' | 'Nearest';

export interface ClosestRayOptions extends RayOptions {
  /** A hit of an earlier call, which is overwritten and returned instead of a new one. Without a hit it stays unchanged. */
  out?: RayHit;
}

/** Writes a hit to one of before. */
function overwrite(out: RayHit, hit: RayHit): RayHit {
  try {
    const { point, normal } = out;
    for (let k = 0; k < 3; k++) {
      point[k] = hit.point[k];
      normal[k] = hit.normal[k];
    }
    out.body = hit.body;
    out.distance = hit.distance;
    out.part = hit.part;
    out.child = hit.child;
  } catch (cause) {
    notWritable(cause);
  }
  return out;
}

/** Refuses what is no hit, and one that cannot be written to, before anything is asked. */
function checkHit(out: unknown): asserts out is RayHit | undefined {
  if (out === undefined) return;
  try {
    const hit = out as RayHit;
    const { point, normal, part } = hit;
    if (typeof out === 'object' && Array.isArray(point) && Array.isArray(normal)) {
      for (const list of [point, normal]) list.fill(list[0], 0, 1);
      hit.part = part;
      return;
    }
  } catch (cause) {
    notWritable(cause);
  }
  throw new HolonomicError('invalid-argument', 'out must be a hit that castRay returned.');
}

const passes = ({ exclude, filter }: Filter, body: Body): boolean => !exclude.includes(body) && (filter?.(body) ?? true);

const negated = ([x, y, z]: Vec3): Vec3 => [-x, -y, -z];

/** Spatial queries. They can be called at any time between steps. */
export interface QueryMembers {
  /**
   * Returns the nearest body that a ray hits, or null. `rayDirection` need not be a unit vector. A ray that starts inside a solid hits it
   * at distance zero, unless `hollow` is set. Throws `invalid-argument`.
   */
  castRay(origin: Vec3Like, rayDirection: Vec3Like, options?: ClosestRayOptions): RayHit | null;
  /** Returns all bodies that a ray hits, each with its first hit, nearest first. */
  castRayAll(origin: Vec3Like, rayDirection: Vec3Like, options?: RayOptions): RayHit[];
  /** Whether a ray hits anything; faster than `castRay`. */
  castRayAny(origin: Vec3Like, rayDirection: Vec3Like, options?: RayOptions): boolean;
  /**
   * Returns the nearest hits of many rays at once. `rays` has six numbers per ray, origin and direction. The results are written to the
   * arrays of `out`, if given: `distances` (infinite without a hit), `bodies` (slots, -1 without a hit) and `normals`.
   */
  castRays(rays: ArrayLike<number>, options?: RayBatchOptions): RayBatch;
  /**
   * Shape cast: returns the first body that a moving shape hits, or null. A body that it overlaps at the start is hit at fraction 0; one
   * that it only touches, if the shape moves into it.
   */
  castShape(shape: ShapeBase, options: CastOptions): ShapeHit | null;
  /** Returns the bodies that a shape at a pose overlaps, in order of their slots. */
  overlap(shape: ShapeBase, options?: ShapePose): Body[];
  /** Returns the bodies whose solids contain a point, in order of their slots. Surfaces without an inside contain none. */
  bodiesAt(point: Vec3Like, options?: PointQueryOptions): Body[];
  /** Returns the body nearest to a point, and the nearest point of its surface; null if none is within `maxDistance`. */
  closestPoint(point: Vec3Like, options?: PointQueryOptions): PointHit | null;
  /** Returns the distance of two bodies with shapes, and their nearest points. Throws `invalid-argument` for a body without a shape. */
  distanceBetween(a: Body, b: Body): BodyDistance;
}

/** Questions about the space that bodies with shapes are in. */
export class SpatialQueries implements QueryMembers {
  constructor(
    private readonly context: WorldContext,
    private readonly bodies: QueryBodies,
    private readonly shapes: ShapeStore,
  ) {}

  castRay(origin: Vec3Like, rayDirection: Vec3Like, given: ClosestRayOptions = NO_OPTIONS): RayHit | null {
    const o = readRayOptions(given, 'castRay', CLOSEST_RAY);
    const { out } = o;
    checkHit(out);
    const needsAll = this.needsAll(o, 'castRay');
    this.askRay(origin, rayDirection, o, needsAll ? QueryMode.All : QueryMode.Closest);
    if (!needsAll) return this.hitCount() ? this.readHit(this.firstHit(), out) : null;
    const hit = this.nearest(o);
    return hit && out ? overwrite(out, hit) : hit;
  }

  castRayAll(origin: Vec3Like, rayDirection: Vec3Like, given: RayOptions = NO_OPTIONS): RayHit[] {
    const o = readRayOptions(given, 'castRayAll');
    this.needsAll(o, 'castRayAll');
    this.askRay(origin, rayDirection, o, QueryMode.All);
    return this.passing(o, this.hits(), ({ body }) => body);
  }

  castRayAny(origin: Vec3Like, rayDirection: Vec3Like, given: RayOptions = NO_OPTIONS): boolean {
    const o = readRayOptions(given, 'castRayAny');
    const needsAll = this.needsAll(o, 'castRayAny');
    this.askRay(origin, rayDirection, o, needsAll ? QueryMode.All : QueryMode.Any);
    return needsAll ? this.nearest(o) !== null : this.hitCount() > 0;
  }

  castRays(rays: ArrayLike<number>, given: RayBatchOptions = {}): RayBatch {
    const query = readRayBatch(rays, given);
    return castRayBatch(this.context.live, requireCollision(this.context, 'castRays'), query);
  }

  castShape(shape: ShapeBase, given: CastOptions): ShapeHit | null {
    const o = readCastOptions(given);
    const needsAll = this.needsAll(o, 'castShape');
    this.withShape(shape, 'castShape', (reference) => {
      this.write(QueryRecord.directionX, o.translation);
      this.askShape('Cast', o, reference, needsAll ? QueryMode.All : QueryMode.Closest);
    });
    const hit = this.nearest(o);
    if (!hit) return null;
    const { body, distance, point, normal, part, child } = hit;
    return { body, fraction: distance, point, normal: negated(normal), part, child };
  }

  overlap(shape: ShapeBase, given: ShapePose = {}): Body[] {
    const o = readOverlapOptions(given);
    this.needsAll(o, 'overlap');
    this.withShape(shape, 'overlap', (reference) => this.askShape('Overlap', o, reference, QueryMode.All));
    return this.found(o);
  }

  bodiesAt(point: Vec3Like, given: PointQueryOptions = {}): Body[] {
    const o = readPointOptions(given, 'bodiesAt');
    const position = vector(point, 'point');
    this.needsAll(o, 'bodiesAt');
    this.askShape('Overlap', { ...o, position, orientation: [0, 0, 0, 1] }, 0, QueryMode.All);
    return this.found(o);
  }

  closestPoint(point: Vec3Like, given: PointQueryOptions = {}): PointHit | null {
    const o = readPointOptions(given, 'closestPoint');
    const position = vector(point, 'point');
    const needsAll = this.needsAll(o, 'closestPoint');
    this.writeLimit(QueryRecord.limit, o.limit);
    this.askShape('Nearest', { ...o, position, orientation: [0, 0, 0, 1] }, 0, needsAll ? QueryMode.All : QueryMode.Closest);
    return this.nearest(o);
  }

  distanceBetween(a: Body, b: Body): BodyDistance {
    for (const body of [a, b]) {
      this.bodies.check(body, 'distanceBetween');
      if (!body.shape) throw new HolonomicError('invalid-argument', 'distanceBetween needs two bodies that have shapes.');
    }
    if (!a.shape?.mayMove && !b.shape?.mayMove)
      throw new HolonomicError(
        'unsupported-shape',
        'At least one of the two bodies of distanceBetween needs a shape that a dynamic body may have.',
      );
    if (a === b) throw new HolonomicError('invalid-argument', 'distanceBetween needs two different bodies.');
    requireCollision(this.context, 'distanceBetween').queryBetween(a.index, b.index);
    const { memory } = this.context;
    const record = memory.u32[(this.query + QueryRecord.hits) >>> 2];
    const normal = readVector(memory, record + HitRecord.normalX);
    return {
      distance: memory.f64[(record + HitRecord.distance) >>> 3],
      pointA: readVector(memory, record + HitRecord.otherX),
      pointB: readVector(memory, record + HitRecord.pointX),
      normal,
    };
  }

  /** Byte offset of the record that holds questions and answers. */
  private get query(): number {
    const { u32, world } = this.context.memory;
    return u32[(world + WorldRecord.query) >>> 2];
  }

  private write(field: number, value: Vec3): void {
    writeRecordVector(this.context.memory, this.query + field, value);
  }
  private writeLimit(field: number, value: number): void {
    this.context.memory.f64[(this.query + field) >>> 3] = value;
  }
  private writeWord(field: number, value: number): void {
    this.context.memory.u32[(this.query + field) >>> 2] = value;
  }

  /** Whether every answer is needed, because the kernels cannot decide which of them counts. */
  private needsAll(o: Filter, method: string): boolean {
    requireCollision(this.context, method);
    for (const body of o.exclude) this.bodies.check(body, method);
    return o.filter !== undefined || o.exclude.length > 1;
  }

  private askRay(origin: Vec3Like, rayDirection: Vec3Like, o: ReturnType<typeof readRayOptions>, mode: QueryMode): void {
    const from = vector(origin, 'origin');
    const along = direction(rayDirection, 'direction');
    const { f64, u32 } = this.context.memory;
    const { query } = this;
    const at = (query + QueryRecord.originX) >>> 3;
    const way = (query + QueryRecord.directionX) >>> 3;
    for (let k = 0; k < 3; k++) {
      f64[at + k] = from[k];
      f64[way + k] = along[k];
    }
    f64[(query + QueryRecord.limit) >>> 3] = o.limit;
    u32[(query + QueryRecord.hollow) >>> 2] = o.hollow ? 1 : 0;
    this.ask('Ray', o, mode);
  }

  private askShape(kind: Query, o: ReturnType<typeof readOverlapOptions>, reference: number, mode: QueryMode): void {
    this.write(QueryRecord.originX, o.position);
    writeRecordQuaternion(this.context.memory, this.query + QueryRecord.orientationX, o.orientation);
    this.writeWord(QueryRecord.shape, reference);
    this.ask(kind, o, mode);
  }

  private ask(kind: Query, o: Filter, mode: QueryMode): void {
    const { u32 } = this.context.memory;
    const { query } = this;
    u32[(query + QueryRecord.mode) >>> 2] = mode;
    u32[(query + QueryRecord.mask) >>> 2] = o.mask;
    u32[(query + QueryRecord.sensors) >>> 2] = o.sensors ? 1 : 0;
    u32[(query + QueryRecord.excluded) >>> 2] = o.exclude.length > 0 ? o.exclude[0].index + 1 : 0;
    requireCollision(this.context, kind).query(kind);
  }

  /** Lends a shape to the world for a query. */
  private withShape(shape: ShapeBase, method: string, use: (reference: number) => void): void {
    if (!ShapeBase.isShape(shape) || !shape.mayMove)
      throw new HolonomicError('invalid-argument', `${method} takes a Sphere, Capsule, Box, Cylinder, Cone, ConvexHull or Compound.`);
    this.shapes.lend(shape, use);
  }

  private hitCount(): number {
    return this.context.memory.u32[(this.query + QueryRecord.hitCount) >>> 2];
  }

  /** Byte offset of the first answer. */
  private firstHit(): number {
    return this.context.memory.u32[(this.query + QueryRecord.hits) >>> 2];
  }

  /** All answers, nearest first; those as near as each other in order of their slots. They are copies: a filter may ask queries too. */
  private hits(): RayHit[] {
    const first = this.firstHit();
    const hits = Array.from({ length: this.hitCount() }, (_, k) => this.readHit(first + k * HitRecord.size));
    return hits.sort((p, q) => p.distance - q.distance || p.body.index - q.body.index);
  }

  private nearest(o: Filter): RayHit | null {
    const hits = this.hits();
    return this.context.visit(() => hits.find(({ body }) => passes(o, body)) ?? null);
  }

  private found(o: Filter): Body[] {
    const { u32 } = this.context.memory;
    const first = this.firstHit();
    const slots = Array.from({ length: this.hitCount() }, (_, k) => u32[(first + k * HitRecord.size + HitRecord.body) >>> 2]);
    const bodies = slots.sort((p, q) => p - q).map((slot) => this.bodies.at(slot) as Body);
    return this.passing(o, bodies, (body) => body);
  }

  private passing<Item>(o: Filter, items: Item[], bodyOf: (item: Item) => Body): Item[] {
    return this.context.visit(() => items.filter((item) => passes(o, bodyOf(item))));
  }

  private readHit(record: number, out?: RayHit): RayHit {
    const { f64, u32 } = this.context.memory;
    const body = this.bodies.at(u32[(record + HitRecord.body) >>> 2]) as Body;
    const distance = f64[(record + HitRecord.distance) >>> 3];
    const part = u32[(record + HitRecord.part) >>> 2];
    const child = u32[(record + HitRecord.child) >>> 2] - 1;
    const p = (record + HitRecord.pointX) >>> 3;
    const n = (record + HitRecord.normalX) >>> 3;
    if (!out) return { body, distance, point: [f64[p], f64[p + 1], f64[p + 2]], normal: [f64[n], f64[n + 1], f64[n + 2]], part, child };
    try {
      out.body = body;
      out.distance = distance;
      for (let k = 0; k < 3; k++) {
        out.point[k] = f64[p + k];
        out.normal[k] = f64[n + k];
      }
      out.part = part;
      out.child = child;
    } catch (cause) {
      notWritable(cause);
    }
    return out;
  }
}
