// Geometries of three.js as shapes of Holonomic.
import { type BufferGeometry, type Mesh as DrawnMesh, Vector3 } from 'three';
import { choice, orDefault, options as readOptions, using, vector } from '../core/arguments.ts';
import { ConvexHull, HolonomicError, type Shape, TriangleMesh, type Vec3Like } from '../index.ts';
import { knownShape } from './known-shapes.ts';
import { cornersOf, farthestPoints, listOf, pointsOf, weldedTriangles } from './vertices.ts';

export interface ShapeOfOptions {
  /** `'auto'`, `'hull'` for the convex hull, `'mesh'` for the triangles. `'auto'` by default. */
  as?: 'auto' | 'hull' | 'mesh';
  /** Scale of the geometry along its axes, one number or three; not zero. By default the world scale of a mesh, and 1 for a geometry. */
  scale?: number | Vec3Like;
}

/**
 * Returns the shape of a geometry, or of a mesh with its world scale; its parents must not mirror it. Shape and geometry have the same
 * frame: the body's origin is that of the mesh. The geometry is used as it is stored; skins, morph targets and instances are ignored.
 *
 * With `as: 'auto'`
 *
 * - `BoxGeometry`, `SphereGeometry`, `CapsuleGeometry`, `CylinderGeometry` and `ConeGeometry` become the exact shape if they are whole,
 *   have at least eight segments around (with fewer they are prisms) and the scaled shape is of the same type; if methods of the geometry
 *   have moved or turned them, the shape is a `Compound` with one child;
 * - flat geometries become a surface, a `TriangleMesh` with `solid: false`, for static and kinematic bodies;
 * - all others become a `ConvexHull`, which fills hollows.
 *
 * If a hull has more than 256 vertices, the outermost ones in as many directions are used; round shapes are about 1 % smaller then. A
 * closed mesh is solid, any other a surface; meshes are for bodies that are not dynamic: levels, bowls.
 *
 * Throws `invalid-argument` if there are no positions, or one is not finite, and for invalid options; `degenerate-hull` for a hull of a
 * flat geometry, `degenerate-mesh` for a mesh without area.
 */
export function shapeOf(source: BufferGeometry | DrawnMesh, options: ShapeOfOptions = {}): Shape {
  const { as, scale: givenScale } = readOptions<ShapeOfOptions>(options, 'The options of shapeOf', ['as', 'scale']);
  const kind = choice(orDefault(as, 'auto'), 'as', ['auto', 'hull', 'mesh']);
  return using('The geometry', () => shapeAs(kind, source, givenScale));
}

function shapeAs(kind: 'auto' | 'hull' | 'mesh', source: BufferGeometry | DrawnMesh, givenScale: ShapeOfOptions['scale']): Shape {
  const geometry = readGeometry(source);
  const scale = readScale(source, givenScale);
  const points = pointsOf(geometry);
  const known = kind === 'auto' && knownShape(geometry, points, scale);
  if (known) return known;
  for (const point of points) point.multiply(scale);
  if (kind === 'mesh') return meshOf(geometry, points, scale);
  if (kind === 'hull') return hullOf(points);
  return otherwise(
    'degenerate-hull',
    () => hullOf(points),
    () => meshOf(geometry, points, scale),
  );
}

function invalid(message: string): never {
  throw new HolonomicError('invalid-argument', message);
}

const isMesh = (source: BufferGeometry | DrawnMesh): source is DrawnMesh => (source as DrawnMesh | undefined)?.isMesh === true;

function readGeometry(source: BufferGeometry | DrawnMesh): BufferGeometry {
  const geometry = isMesh(source) ? source.geometry : source;
  if (!geometry?.isBufferGeometry)
    invalid('shapeOf needs a BufferGeometry or a Mesh; for a Group, combine the shapes of its meshes in a Compound.');
  return geometry;
}

function readScale(source: BufferGeometry | DrawnMesh, given: ShapeOfOptions['scale']): Vector3 {
  const scale = new Vector3(1, 1, 1);
  if (typeof given === 'number') scale.setScalar(given);
  else if (given !== undefined) scale.set(...vector(given, 'scale'));
  else if (isMesh(source)) scale.copy(worldScaleOf(source));
  const values = scale.toArray();
  if (!values.every((value) => Number.isFinite(value) && value !== 0))
    invalid(`The scale must be finite numbers that are not zero, but is [${values.join(', ')}].`);
  return scale;
}

/** Unlike getWorldScale, this keeps the axis along which a mesh is mirrored, and detects a scale of zero. */
export function worldScaleOf(mesh: DrawnMesh): Vector3 {
  mesh.updateWorldMatrix(true, false);
  const scale = new Vector3().setFromMatrixScale(mesh.matrixWorld);
  return scale.set(
    ...(scale.toArray().map((size, axis) => size * (mesh.scale.getComponent(axis) < 0 ? -1 : 1)) as [number, number, number]),
  );
}

/** The result of the first, or if that throws an error of the code, of the second. */
function otherwise<One, Other>(code: HolonomicError['code'], first: () => One, second: () => Other): One | Other {
  try {
    return first();
  } catch (error) {
    if (error instanceof HolonomicError && error.code === code) return second();
    throw error;
  }
}

function hullOf(points: Vector3[]): ConvexHull {
  // All that is wrong with numbers has been found before: there are too many vertices.
  return otherwise(
    'invalid-argument',
    () => new ConvexHull(listOf(points)),
    () => new ConvexHull(listOf(farthestPoints(points))),
  );
}

function meshOf(geometry: BufferGeometry, points: Vector3[], scale: Vector3): TriangleMesh {
  const { vertices, indices } = weldedTriangles(points, cornersOf(geometry));
  if (scale.x * scale.y * scale.z < 0) indices.reverse(); // a mirror turns triangles around
  const surface = () => new TriangleMesh(vertices, indices, { solid: false });
  return otherwise('open-mesh', () => otherwise('degenerate-mesh', () => new TriangleMesh(vertices, indices), surface), surface);
}
