// Rays of cannon-es, asked of the engine.
import type { ClosestRayOptions, Body as NativeBody, RayHit, RayOptions } from '../../index.ts';
import type { Body } from '../body/body.ts';
import type { RayOptions as GivenOptions } from '../collision/ray-options.ts';
import type { RaycastResult } from '../collision/raycast-result.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Box } from '../shape/box.ts';
import type { ConvexPolyhedron } from '../shape/convex-polyhedron.ts';
import { SHAPE_TYPES, type Shape } from '../shape/shape.ts';
import type { Trimesh } from '../shape/trimesh.ts';
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

/** m: from behind a hit that does not count the ray goes on. */
const AHEAD = 1e-5;
/** More hits of a body along a ray are not looked for. */
const MOST_HITS = 1000;

/** Asks rays of an engine whose bodies are up to date. */
export class Raycaster {
  private readonly origin = new Vec3();
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
    return this.next(question, only, excluded.length === 1 ? excluded[0] : [...excluded], 0, this.nearest);
  }

  /** All hits, nearest first: where the ray enters shapes and, unless back faces are skipped, where it leaves them. */
  all(question: RayQuestion, only: Only = null): Found[] {
    const options: RayOptions = { hollow: true };
    if (!this.prepare(question, only, options, 0)) return [];
    const met = this.engine.native.castRayAll(this.origin, this.direction, options).map(({ body }) => this.engine.linkOf(body)?.body);
    const found: Found[] = [];
    for (const body of new Set(met)) {
      let start = 0;
      for (let k = 0; k < MOST_HITS; k++) {
        const hit = this.next(question, (each) => each === body, [], start, emptyFound());
        if (!hit) break;
        found.push(hit);
        start = hit.distance + AHEAD;
      }
    }
    return found.sort((p, q) => p.distance - q.distance);
  }

  /** The nearest hit that counts from a distance on. */
  private next(question: RayQuestion, only: Only, exclude: NativeBody | NativeBody[], from: number, found: Found): Found | null {
    let start = from;
    for (let k = 0; k < MOST_HITS; k++) {
      const hit = this.cast(question, only, exclude, start);
      if (!hit) return null;
      const distance = start + hit.distance;
      if (this.read(hit, distance, found) && this.counts(question, found)) return found;
      start = distance + AHEAD;
    }
    return null;
  }

  private counts({ skipBackfaces, checkCollisionResponse }: RayQuestion, { body, shape, normal }: Found): boolean {
    if (checkCollisionResponse && !shape.collisionResponse) return false;
    return body.collisionFilterMask !== 0 && !(skipBackfaces && normal.dot(this.direction) > 0);
  }

  /** Fills in `options` for the ray from a distance on; false where nothing is left of it. */
  private prepare(question: RayQuestion, only: Only, options: RayOptions, start: number): boolean {
    question.to.vsub(question.from, this.direction);
    const maxDistance = this.direction.normalize() - start;
    if (maxDistance <= 0) return false;
    question.from.addScaledVector(start, this.direction, this.origin);
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

  private cast(question: RayQuestion, only: Only, exclude: NativeBody | readonly NativeBody[], start: number): RayHit | null {
    const { plain } = this;
    if (!this.prepare(question, only, plain, start)) return null;
    plain.exclude = exclude;
    plain.out = this.hit;
    const hit = this.engine.native.castRay(this.origin, this.direction, plain);
    if (hit) this.hit = hit;
    return hit;
  }

  /** False for what stands for no body. */
  private read({ body: native, child, point, normal, part }: RayHit, distance: number, found: Found): boolean {
    const end = this.engine.endOf(native, child);
    if (!end) return false;
    found.body = end.body;
    found.shape = end.shape;
    found.distance = distance;
    found.point.set(point[0], point[1], point[2]);
    found.normal.set(normal[0], normal[1], normal[2]);
    // The engine's normals of surfaces are on the side of the ray.
    const front = native === this.engine.linkOfBody(end.body)?.main ? null : frontOf(end.body, end.shape, part);
    if (front && front.dot(found.normal) < 0) found.normal.negate(found.normal);
    found.face = faceOf(end.body, end.shape, found.normal, part);
    return true;
  }
}

/** A direction on the front of a surface, in the world: of a triangle the one from which its corners go round counterclockwise. */
function frontOf(body: Body, shape: Shape, part: number): Vec3 {
  const front = new Vec3(0, 0, 1);
  if (shape.type === SHAPE_TYPES.TRIMESH) {
    const [a, b, c] = [new Vec3(), new Vec3(), new Vec3()];
    (shape as Trimesh).getTriangleVertices(part, a, b, c);
    b.vsub(a).cross(c.vsub(a), front);
  }
  body.shapeOrientations[body.shapes.indexOf(shape)]?.vmult(front, front);
  return body.quaternion.vmult(front, front);
}

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
