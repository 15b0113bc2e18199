import { positive, type Vec3, type Vec3Like, vector } from './arguments.ts';
import { HolonomicError } from './errors.ts';
import { boxProperties, capsuleProperties, cylinderProperties, type MassProperties, sphereProperties } from './mass-properties.ts';
import { readMesh } from './mesh.ts';

/**
 * The geometry of a body, in the body's frame. One shape may serve any number of bodies; it never changes.
 */
export abstract class ShapeBase {
  /** The shape's kind, for programs. */
  abstract readonly type: 'sphere' | 'box' | 'capsule' | 'cylinder' | 'mesh';

  constructor(private readonly properties: MassProperties) {
    const { volume, inertia } = properties;
    const moments = [volume, inertia[0], inertia[4], inertia[8]];
    if (!moments.every((moment) => moment > 0 && Number.isFinite(moment)))
      throw new HolonomicError(
        'invalid-argument',
        'The shape is so small or so large that its volume or its inertia cannot be told as a number.',
      );
  }

  /** Volume, centre of mass and inertia tensor, exact, for density one. */
  massProperties(): MassProperties {
    return this.properties;
  }
}

/**
 * A ball about the body's origin.
 *
 * Throws `invalid-argument` unless the radius, in metres, is finite and above zero.
 */
export class Sphere extends ShapeBase {
  readonly type = 'sphere';
  readonly radius: number;

  constructor(radius: number) {
    super(sphereProperties(positive(radius, 'radius')));
    this.radius = radius;
  }
}

/**
 * A cuboid about the body's origin, its edges along the body's axes.
 *
 * `halfExtents` are half its edge lengths in metres: `new Box([0.5, 0.5, 0.5])` is a cube of one metre. Throws `invalid-argument`
 * unless all three are finite and above zero.
 */
export class Box extends ShapeBase {
  readonly type = 'box';
  readonly halfExtents: Readonly<Vec3>;

  constructor(halfExtents: Vec3Like) {
    const extents = vector(halfExtents, 'halfExtents');
    for (const [axis, extent] of extents.entries()) positive(extent, `halfExtents.${'xyz'[axis]}`);
    super(boxProperties(extents));
    this.halfExtents = Object.freeze(extents);
  }
}

/**
 * A cylinder with a half ball at each end, about the body's origin and along its y axis.
 *
 * `halfHeight` is half the length of the cylindrical part alone, in metres: from tip to tip the capsule measures
 * `2 * (halfHeight + radius)`. Throws `invalid-argument` unless both are finite and above zero.
 */
export class Capsule extends ShapeBase {
  readonly type = 'capsule';
  readonly radius: number;
  readonly halfHeight: number;

  constructor(radius: number, halfHeight: number) {
    super(capsuleProperties(positive(radius, 'radius'), positive(halfHeight, 'halfHeight')));
    this.radius = radius;
    this.halfHeight = halfHeight;
  }
}

/**
 * A cylinder about the body's origin and along its y axis, `2 * halfHeight` metres long.
 *
 * Throws `invalid-argument` unless radius and half height are finite and above zero.
 */
export class Cylinder extends ShapeBase {
  readonly type = 'cylinder';
  readonly radius: number;
  readonly halfHeight: number;

  constructor(radius: number, halfHeight: number) {
    super(cylinderProperties(positive(radius, 'radius'), positive(halfHeight, 'halfHeight')));
    this.radius = radius;
    this.halfHeight = halfHeight;
  }
}

/**
 * A solid bounded by a closed triangle mesh, of any form and anywhere in the body's frame: the body's centre of mass and principal
 * axes come out where the mesh puts them.
 *
 * `vertices` holds x, y, z of each vertex in metres, `indices` three vertices a triangle, counter-clockwise seen from outside. Both
 * are copied. Vertices at exactly the same place may be listed apart, as graphics meshes do at creases. Throws
 *
 * - `invalid-argument` for numbers that are not finite, lengths that are no multiple of three, and indices that name no vertex;
 * - `open-mesh` if an edge is not shared by exactly two triangles that run along it in opposite directions, or if the mesh is inside out;
 * - `degenerate-mesh` if the mesh encloses no volume, or crosses itself so that its inertia is none that matter can have.
 */
export class Mesh extends ShapeBase {
  readonly type = 'mesh';
  readonly vertices: Float64Array;
  readonly indices: Uint32Array;

  constructor(vertices: ArrayLike<number>, indices: ArrayLike<number>) {
    const mesh = readMesh(vertices, indices);
    super(mesh.properties);
    this.vertices = mesh.vertices;
    this.indices = mesh.indices;
  }
}

/** Everything a body can be made of. */
export type Shape = Sphere | Box | Capsule | Cylinder | Mesh;
