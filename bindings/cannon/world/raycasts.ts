// Rays of cannon-es, asked of the engine.
import type { Body as NativeBody, RayHit, RayOptions } from '../../index.ts';
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

/** Asks rays of an engine whose bodies are up to date. */
export class Raycaster {
  private readonly direction = new Vec3();
  private readonly hit: { out: RayHit | undefined } = { out: undefined };

  constructor(private readonly engine: Engine) {}

  /** The nearest hit, or null. */
  closest(question: RayQuestion, only: Only = null): Found | null {
    const excluded: NativeBody[] = question.exclude ? [...(this.engine.linkOfBody(question.exclude)?.natives ?? [])] : [];
    for (;;) {
      const hit = this.cast(question, only, excluded);
      if (!hit) return null;
      const found = this.found(hit);
      const isBack = found !== null && found.normal.dot(this.direction) > 0;
      if (found && !(question.skipBackfaces && isBack && isSolid(found.shape))) return found;
      excluded.push(hit.body);
    }
  }

  /** All hits, nearest first: of convex shapes where the ray enters and, unless back faces are skipped, where it leaves. */
  all(question: RayQuestion, only: Only = null): Found[] {
    const there = this.castAll(question, only);
    if (question.skipBackfaces) return there.filter(({ normal }) => normal.dot(this.direction) <= 0);
    const length = question.from.distanceTo(question.to);
    const back = this.castAll({ ...question, from: question.to, to: question.from }, only).map((found) => ({
      ...found,
      distance: length - found.distance,
    }));
    const isNew = (found: Found) => !there.some(({ body, distance }) => body === found.body && Math.abs(distance - found.distance) < 1e-6);
    return [...there, ...back.filter(isNew)].sort((p, q) => p.distance - q.distance);
  }

  private options(question: RayQuestion, only: Only): RayOptions | null {
    question.to.vsub(question.from, this.direction);
    const maxDistance = this.direction.normalize();
    if (maxDistance === 0) return null;
    const options: RayOptions = { maxDistance, hollow: true, sensors: true, mask: question.collisionFilterMask >>> 0 };
    const everyGroup = question.collisionFilterGroup === -1 && !this.engine.filters.ofShapes;
    if (everyGroup) {
      if (question.checkCollisionResponse) options.sensors = this.engine.hasTriggers;
      if (!options.sensors && !only) return options;
    } else options.mask = 0xffffffff;
    options.filter = (native) => {
      const body = this.engine.linkOf(native)?.body;
      if (!body || (only && !only(body))) return false;
      if (question.checkCollisionResponse && !body.collisionResponse) return false;
      return (
        (body.collisionFilterGroup & question.collisionFilterMask) !== 0 && (body.collisionFilterMask & question.collisionFilterGroup) !== 0
      );
    };
    return options;
  }

  private cast(question: RayQuestion, only: Only, exclude: readonly NativeBody[]): RayHit | null {
    const options = this.options(question, only);
    if (!options) return null;
    const hit = this.engine.native.castRay(question.from, this.direction, { ...options, exclude, ...this.hit });
    if (hit) this.hit.out = hit;
    return hit;
  }

  private castAll(question: RayQuestion, only: Only): Found[] {
    const options = this.options(question, only);
    if (!options) return [];
    return this.engine.native.castRayAll(question.from, this.direction, options).flatMap((hit) => this.found(hit) ?? []);
  }

  private found({ body: native, child, distance, point, normal, part }: RayHit): Found | null {
    const end = this.engine.endOf(native, child);
    if (!end) return null;
    const outward = new Vec3(...normal);
    return { ...end, distance, point: new Vec3(...point), normal: outward, face: faceOf(end.body, end.shape, outward, part) };
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
