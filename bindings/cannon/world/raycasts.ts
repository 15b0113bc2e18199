// Rays of cannon-es, asked of the engine.
import type { ClosestRayOptions, Body as NativeBody, RayHit, RayOptions } from '../../index.ts';
import type { Body } from '../body/body.ts';
import type { RayOptions as GivenOptions } from '../collision/ray-options.ts';
import type { RaycastResult } from '../collision/raycast-result.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Box } from '../shape/box.ts';
import type { ConvexPolyhedron } from '../shape/convex-polyhedron.ts';
import { SHAPE_TYPES, type Shape } from '../shape/shape.ts';
import type { Engine } from './engine.ts';

/** What is asked. */
export interface RayQuestion {
  from: Vec3;
  to: Vec3;
  skipBackfaces: boolean;
  checkCollisionResponse: boolean;
  collisionFilterMask: number;
  collisionFilterGroup: number;
  /** A body that is passed over. */
  exclude?: Body | null;
}

export interface Found {
  body: Body;
  shape: Shape;
  distance: number;
  point: Vec3;
  normal: Vec3;
  face: number;
}

type Only = ((body: Body) => boolean) | null;

const emptyFound = (): Found => ({
  body: null as unknown as Body,
  shape: null as unknown as Shape,
  distance: 0,
  point: new Vec3(),
  normal: new Vec3(),
  face: -1,
});

/** m: hits as near to each other are one. */
const SAME = 1e-6;

/** Asks rays of an engine whose bodies are up to date. */
export class Raycaster {
  private readonly direction = new Vec3();
  private hit: RayHit | undefined;
  private readonly nearest = emptyFound();
  private readonly plain: ClosestRayOptions = {
    maxDistance: 0,
    hollow: true,
    sensors: false,
    mask: 0xffffffff,
    exclude: [],
    out: undefined,
  };

  constructor(private readonly engine: Engine) {}

  /** The nearest hit, or null; the same object each time. */
  closest(question: RayQuestion, only: Only = null): Found | null {
    const excluded = question.exclude ? (this.engine.linkOfBody(question.exclude)?.natives ?? []) : [];
    let exclude: NativeBody | NativeBody[] = excluded.length === 1 ? excluded[0] : [...excluded];
    for (;;) {
      const hit = this.cast(question, only, exclude);
      if (!hit) return null;
      const found = this.read(hit, this.nearest);
      const isBack = found !== null && found.normal.dot(this.direction) > 0;
      if (found && !(question.skipBackfaces && isBack && isSolid(found.shape))) return found;
      exclude = Array.isArray(exclude) ? [...exclude, hit.body] : [exclude, hit.body];
    }
  }

  /** All hits, nearest first: of convex shapes where the ray enters and, unless back faces are skipped, where it leaves. */
  all(question: RayQuestion, only: Only = null): Found[] {
    const there = this.castAll(question, only);
    if (question.skipBackfaces) return there.filter(({ normal }) => normal.dot(this.direction) <= 0);
    const length = question.from.distanceTo(question.to);
    const back = this.castAll({ ...question, from: question.to, to: question.from }, only);
    for (const found of back) found.distance = length - found.distance;
    const isNew = (found: Found) => !there.some(({ body, distance }) => body === found.body && Math.abs(distance - found.distance) < SAME);
    return [...there, ...back.filter(isNew)].sort((p, q) => p.distance - q.distance);
  }

  /** Fills in `options`; false for a ray of no length. */
  private prepare(question: RayQuestion, only: Only, options: RayOptions): boolean {
    question.to.vsub(question.from, this.direction);
    const maxDistance = this.direction.normalize();
    if (maxDistance === 0) return false;
    options.maxDistance = maxDistance;
    options.filter = undefined;
    const everyGroup = question.collisionFilterGroup === -1 && !this.engine.filters.ofShapes;
    options.mask = everyGroup ? question.collisionFilterMask >>> 0 : 0xffffffff;
    options.sensors = !question.checkCollisionResponse || this.engine.hasTriggers;
    if (everyGroup && !options.sensors && !only) return true;
    options.sensors = true;
    options.filter = (native) => {
      const body = this.engine.linkOf(native)?.body;
      if (!body || (only && !only(body))) return false;
      if (question.checkCollisionResponse && !body.collisionResponse) return false;
      return (
        (body.collisionFilterGroup & question.collisionFilterMask) !== 0 && (body.collisionFilterMask & question.collisionFilterGroup) !== 0
      );
    };
    return true;
  }

  private cast(question: RayQuestion, only: Only, exclude: NativeBody | readonly NativeBody[]): RayHit | null {
    const { plain } = this;
    if (!this.prepare(question, only, plain)) return null;
    plain.exclude = exclude;
    plain.out = this.hit;
    const hit = this.engine.native.castRay(question.from, this.direction, plain);
    if (hit) this.hit = hit;
    return hit;
  }

  private castAll(question: RayQuestion, only: Only): Found[] {
    const options: RayOptions = { hollow: true };
    if (!this.prepare(question, only, options)) return [];
    return this.engine.native.castRayAll(question.from, this.direction, options).flatMap((hit) => this.read(hit, emptyFound()) ?? []);
  }

  private read({ body: native, child, distance, point, normal, part }: RayHit, found: Found): Found | null {
    const end = this.engine.endOf(native, child);
    if (!end) return null;
    found.body = end.body;
    found.shape = end.shape;
    found.distance = distance;
    found.point.set(point[0], point[1], point[2]);
    found.normal.set(normal[0], normal[1], normal[2]);
    found.face = faceOf(end.body, end.shape, found.normal, part);
    return found;
  }
}

const isSolid = ({ type }: Shape): boolean =>
  type !== SHAPE_TYPES.PLANE && type !== SHAPE_TYPES.HEIGHTFIELD && type !== SHAPE_TYPES.TRIMESH;

/** The face whose normal is nearest; the triangle of a mesh. */
function faceOf(body: Body, shape: Shape, normal: Vec3, part: number): number {
  if (shape.type === SHAPE_TYPES.TRIMESH || shape.type === SHAPE_TYPES.HEIGHTFIELD) return part;
  const polyhedron = shape.type === SHAPE_TYPES.BOX ? (shape as Box).convexPolyhedronRepresentation : shape;
  const { faceNormals } = polyhedron as ConvexPolyhedron;
  if (!faceNormals) return -1;
  const turn = body.quaternion.mult(body.shapeOrientations[body.shapes.indexOf(shape)] ?? body.quaternion);
  const local = turn.conjugate().vmult(normal);
  let nearest = -1;
  let most = -Infinity;
  for (const [index, face] of faceNormals.entries()) {
    const along = face.dot(local);
    if (along > most) [nearest, most] = [index, along];
  }
  return nearest;
}

/** What the options of a ray ask. */
export function questionOf(from: Vec3 | undefined, to: Vec3 | undefined, options: GivenOptions | undefined): RayQuestion {
  return {
    from: from ?? options?.from ?? new Vec3(),
    to: to ?? options?.to ?? new Vec3(),
    skipBackfaces: Boolean(options?.skipBackfaces),
    checkCollisionResponse: options?.checkCollisionResponse ?? true,
    collisionFilterMask: options?.collisionFilterMask ?? -1,
    collisionFilterGroup: options?.collisionFilterGroup ?? -1,
  };
}

/** Writes a hit to a result. */
export function report(result: RaycastResult, question: RayQuestion, found: Found): void {
  result.set(question.from, question.to, found.normal, found.point, found.shape, found.body, found.distance);
  result.hitFaceIndex = found.face;
  result.hasHit = true;
}
