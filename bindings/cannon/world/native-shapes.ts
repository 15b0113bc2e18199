// Shapes of the engine for those of cannon-es.
import {
  Box,
  Compound,
  type CompoundPart,
  ConvexHull,
  HalfSpace,
  HeightField,
  type Body as NativeBody,
  Sphere,
  TriangleMesh,
} from '../../index.ts';
import type { ShapeBase } from '../../shape/shape.ts';
import type { Body } from '../body/body.ts';
import { Quaternion } from '../math/quaternion.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Box as BoxShape } from '../shape/box.ts';
import type { ConvexPolyhedron } from '../shape/convex-polyhedron.ts';
import type { Heightfield } from '../shape/heightfield.ts';
import { SHAPE_TYPES, type Shape } from '../shape/shape.ts';
import type { Sphere as SphereShape } from '../shape/sphere.ts';
import type { Trimesh } from '../shape/trimesh.ts';
import { unsupported, warnOnce } from '../unsupported.ts';

/** m: what stands for a point, and half the thickness of what has none. */
const POINT = 1e-3;

/** What of a shape is its own in a world: the material's number, groups, whether it only feels. */
export interface ShapeTraits {
  material: number;
  group: number;
  mask: number;
  sensor: boolean;
}

/** Gives a body of the engine what is its shape's own; whether the engine drops its contacts and looks for them again. */
export function dress(native: NativeBody, traits: ShapeTraits | undefined): boolean {
  if (!traits) return false;
  native.material = { id: traits.material };
  const sensor = traits.sensor && native.shape?.type !== 'compound';
  const { group, mask } = traits;
  if (native.sensor === sensor && native.collisionGroup === group && native.collisionMask === mask) return false;
  native.sensor = sensor;
  native.collisionGroup = group;
  native.collisionMask = mask;
  return true;
}

/** A surface that cannot be a part of a compound, and its pose in its body. */
export interface Surface {
  index: number;
  shape: ShapeBase;
  position: Vec3;
  quaternion: Quaternion;
}

/** What stands for the shapes of a body. */
export interface Solid {
  /** Convex shapes, as one; null without any. */
  convex: ShapeBase | null;
  /** By the number of a child: the place of its shape in the body. */
  children: number[];
  /** The convex shapes one by one, by the same number. */
  parts: ShapeBase[];
  surfaces: Surface[];
}

const made = new WeakMap<Shape, { revision: number; key: string; shape: ShapeBase }>();

/** Made once for each state of a shape. */
function cached<Made extends ShapeBase>(shape: Shape, key: string, make: () => Made): Made {
  const known = made.get(shape);
  if (known && known.revision === shape.revision && known.key === key) return known.shape as Made;
  const fresh = make();
  made.set(shape, { revision: shape.revision, key, shape: fresh });
  return fresh;
}

const flat = (points: readonly Vec3[]): number[] => points.flatMap(({ x, y, z }) => [x, y, z]);

function meshPoints(mesh: Trimesh): number[] {
  const out = new Vec3();
  return Array.from({ length: mesh.vertices.length / 3 }, (_, k) => mesh.getVertex(k, out).toArray()).flat();
}

/** Points that enclose no volume get a thickness. */
function hullOf(points: number[]): ConvexHull {
  try {
    return new ConvexHull(points);
  } catch (error) {
    const moved = (at: number, by: number) => points.map((value, k) => (k % 3 === at ? value + by : value));
    try {
      return new ConvexHull([0, 1, 2].flatMap((at) => [...moved(at, POINT), ...moved(at, -POINT)]));
    } catch {
      throw error;
    }
  }
}

const isEmpty = (shape: Shape): boolean => shape.type === SHAPE_TYPES.TRIMESH && (shape as Trimesh).indices.length === 0;

/** A convex shape, or null where there is none for it. */
function convexOf(shape: Shape, dynamic: boolean): CompoundPart['shape'] | null {
  switch (shape.type) {
    case SHAPE_TYPES.SPHERE: {
      const { radius } = shape as SphereShape;
      return cached(shape, String(radius), () => new Sphere(Math.max(radius, POINT)));
    }
    case SHAPE_TYPES.PARTICLE:
      return cached(shape, '', () => new Sphere(POINT));
    case SHAPE_TYPES.BOX: {
      const { x, y, z } = (shape as BoxShape).halfExtents;
      return cached(shape, `${x} ${y} ${z}`, () => new Box([Math.max(x, POINT), Math.max(y, POINT), Math.max(z, POINT)]));
    }
    case SHAPE_TYPES.CONVEXPOLYHEDRON:
    case SHAPE_TYPES.CYLINDER:
      return cached(shape, '', () => hullOf(flat((shape as ConvexPolyhedron).vertices)));
    case SHAPE_TYPES.TRIMESH:
      if (!dynamic) return null;
      warnOnce('dynamic-trimesh', 'a Trimesh on a body that is not static collides as its convex hull.');
      return cached(shape, 'hull', () => hullOf(meshPoints(shape as Trimesh)));
    default:
      return null;
  }
}

/** Takes x to y, y to z and z to x: from the axes of a height field, y up, to those of a Heightfield, z up. */
const HEIGHTS_UP = new Quaternion(0.5, 0.5, 0.5, 0.5);

function surfaceOf(shape: Shape, offset: Vec3, turn: Quaternion): Omit<Surface, 'index'> {
  if (shape.type === SHAPE_TYPES.PLANE)
    return { shape: cached(shape, '', () => new HalfSpace([0, 0, 1])), position: offset.clone(), quaternion: turn.clone() };
  if (shape.type === SHAPE_TYPES.TRIMESH) {
    const surface = cached(
      shape,
      'mesh',
      () => new TriangleMesh(meshPoints(shape as Trimesh), (shape as Trimesh).indices, { solid: false }),
    );
    return { shape: surface, position: offset.clone(), quaternion: turn.clone() };
  }
  if (shape.type !== SHAPE_TYPES.HEIGHTFIELD)
    return unsupported(`A shape of type ${shape.type}`, 'use one of the shapes that extend Shape');
  const { data, elementSize } = shape as Heightfield;
  const [rows, columns] = [data.length, data[0].length];
  const field = cached(shape, '', () => new HeightField({ heights: data.flat(), rows, columns, spacing: elementSize }));
  const middle = new Vec3(((rows - 1) * elementSize) / 2, ((columns - 1) * elementSize) / 2, 0);
  return { shape: field, position: turn.vmult(middle).vadd(offset), quaternion: turn.mult(HEIGHTS_UP) };
}

const isIdentity = ({ x, y, z }: Quaternion): boolean => x === 0 && y === 0 && z === 0;

/** What stands for a body's shapes. Throws `unsupported` for surfaces on dynamic bodies. */
export function solidOf(body: Body, dynamic: boolean, traits: readonly ShapeTraits[]): Solid {
  const solid: Solid = { convex: null, children: [], parts: [], surfaces: [] };
  const parts: CompoundPart[] = [];
  for (const [index, shape] of body.shapes.entries()) {
    if (isEmpty(shape)) continue;
    const [offset, turn] = [body.shapeOffsets[index], body.shapeOrientations[index]];
    const convex = convexOf(shape, dynamic);
    if (convex) {
      const { material, group, mask, sensor } = traits[index];
      solid.children.push(index);
      solid.parts.push(convex as ShapeBase);
      parts.push({
        shape: convex,
        position: [offset.x, offset.y, offset.z],
        orientation: [turn.x, turn.y, turn.z, turn.w],
        material: { id: material },
        collisionGroup: group,
        collisionMask: mask,
        sensor,
      });
    } else if (dynamic) refuseSurface(shape);
    else solid.surfaces.push({ index, ...surfaceOf(shape, offset, turn) });
  }
  const isPlain =
    parts.length === 1 && body.shapeOffsets[solid.children[0]].isZero() && isIdentity(body.shapeOrientations[solid.children[0]]);
  if (isPlain) solid.convex = parts[0].shape as ShapeBase;
  else if (parts.length > 0) solid.convex = new Compound(parts);
  return solid;
}

function refuseSurface({ type }: Shape): never {
  const name = type === SHAPE_TYPES.PLANE ? 'Plane' : type === SHAPE_TYPES.HEIGHTFIELD ? 'Heightfield' : `shape of type ${type}`;
  return unsupported(`A ${name} on a dynamic body`, 'make the body static or kinematic');
}
