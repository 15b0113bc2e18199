import type { Quat, Vec3 } from '../core/arguments.ts';
import { refuseReadOnly, refuseUnknown } from '../core/assignments.ts';
import { HolonomicError } from '../core/errors.ts';
import { add, fixedParts, rotate, scale, unrotate } from '../core/geometry.ts';
import type { ShapeType } from '../core/layout.ts';
import { invalid, LARGEST_COORDINATE } from './arguments.ts';
import type { MassProperties } from './mass-properties.ts';
import type { Triangulation } from './triangle-list.ts';

/** The numbers of a shape's record: see ShapeRecord. */
export interface ShapeExtent {
  /** Box around the shape, rounding included. */
  readonly low: Vec3;
  readonly high: Vec3;
  /** Of the core. */
  readonly size: Vec3;
  readonly radius: number;
  readonly breadth: number;
  readonly reach: number;
}

/** What a shape's record in a world is filled with. */
export interface ShapeGeometry extends ShapeExtent {
  readonly type: ShapeType;
  readonly flags: number;
  /** Bytes of the geometry block, for shapes that have one; of a compound without the slots of its children. */
  readonly block?: Uint8Array;
  /** The children of a compound, in the order of its block. */
  readonly children?: readonly { readonly shape: ShapeBase; readonly position: Vec3; readonly orientation: Quat }[];
}

/** The type of a shape. */
export type ShapeTypeName =
  | 'sphere'
  | 'box'
  | 'capsule'
  | 'cylinder'
  | 'cone'
  | 'convex-hull'
  | 'half-space'
  | 'mesh'
  | 'height-field'
  | 'spline'
  | 'compound';

/** The geometry of a body, in the body's frame. One shape may be used by any number of bodies and worlds; it is immutable. */
export abstract class ShapeBase {
  abstract readonly type: ShapeTypeName;
  // Hidden, so that nothing of it changes from outside.
  #geometry: ShapeGeometry | undefined;
  readonly #properties: MassProperties | undefined;

  /** Shapes without volume give no properties. */
  constructor(properties?: MassProperties) {
    if (!properties) return;
    this.#properties = fixedParts(properties);
    const { volume, inertia } = properties;
    const moments = [volume, inertia[0], inertia[4], inertia[8]];
    if (!moments.every((moment) => moment > 0 && Number.isFinite(moment)))
      throw new HolonomicError('invalid-argument', 'The shape is too small or too large for its volume or its inertia to be represented.');
  }

  /** @internal Whether a value is a shape, and does not only say so. */
  static isShape(value: unknown): value is ShapeBase {
    return typeof value === 'object' && value !== null && #properties in value;
  }

  /** Whether the shape encloses a volume, so that a density determines its mass. */
  get hasMass(): boolean {
    return this.#properties !== undefined;
  }

  /** Whether the shape is convex, and treated as convex in collisions. */
  get isConvex(): boolean {
    return false;
  }

  /** Whether dynamic bodies can have the shape: convex shapes and compounds. Other shapes are for static and kinematic bodies. */
  get mayMove(): boolean {
    return this.isConvex;
  }

  /** Volume, centre of mass and inertia tensor, exact, for density one. Throws `invalid-argument` if `hasMass` is false. */
  massProperties(): MassProperties {
    if (!this.#properties) invalid(`This ${this.type} has no volume, and therefore no mass; ${this.massAdvice()}.`);
    return this.#properties;
  }

  /** Edges and curves for drawing the shape: x y z of both ends of each segment, m, in the shape's frame. */
  abstract wireframe(): Float32Array;

  /** The surface as triangles, counter-clockwise seen from outside, in the shape's frame; curved surfaces are approximated. */
  abstract triangulate(): Triangulation;

  /** @internal */
  geometry(): ShapeGeometry {
    this.#geometry ??= this.makeGeometry();
    return this.#geometry;
  }

  /** @internal */
  protected abstract makeGeometry(): ShapeGeometry;

  /** @internal */
  protected massAdvice(): string {
    return 'use it on static and kinematic bodies, or give the body mass and inertia';
  }
}

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const ORIGIN: Vec3 = [0, 0, 0];

/** A shape that is a convex core and all that is nearer to it than a radius. */
export abstract class ConvexShape extends ShapeBase {
  override get isConvex(): boolean {
    return true;
  }

  /** Largest n·x of the shape's points x, for a unit vector n. @internal */
  abstract support(normal: Vec3): number;
  /** Distance of the shape's farthest point from a point. @internal */
  abstract reachFrom(point: Vec3): number;
  /** Half of the least width. @internal */
  abstract breadth(): number;
  /** @internal */
  abstract core(): Pick<ShapeGeometry, 'type' | 'size' | 'radius' | 'block'>;

  /** The box around the shape at a pose. @internal */
  boundsAt(position: Vec3, orientation: Quat): { low: Vec3; high: Vec3 } {
    const normals = AXES.map((axis) => unrotate(orientation, axis));
    const low = normals.map((normal, axis) => position[axis] - this.support(scale(normal, -1))) as Vec3;
    const high = normals.map((normal, axis) => position[axis] + this.support(normal)) as Vec3;
    return { low, high };
  }

  /** @internal */
  protected makeGeometry(): ShapeGeometry {
    return { ...this.core(), ...this.box(), flags: 0 };
  }

  /** @internal */
  protected box(): Pick<ShapeGeometry, 'low' | 'high' | 'breadth' | 'reach'> {
    return {
      low: AXES.map((axis) => -this.support(scale(axis, -1))) as Vec3,
      high: AXES.map((axis) => this.support(axis)) as Vec3,
      breadth: this.breadth(),
      reach: this.reachFrom(ORIGIN),
    };
  }
}

/** Refuses a shape whose box is too large, though every number that it was given is not. */
export function requireBounds(low: Vec3, high: Vec3, name: string): void {
  if (![...low, ...high].every((bound) => Math.abs(bound) <= LARGEST_COORDINATE))
    invalid(`${name} reaches farther than ${LARGEST_COORDINATE} m from its origin.`);
}

/** A point of a shape at a pose. */
export const place = (point: Vec3, position: Vec3, orientation: Quat): Vec3 => add(position, rotate(orientation, point));

const MADE = 'shapes are immutable; create another one.';
refuseUnknown(ShapeBase, {
  what: 'A shape',
  own: MADE,
  advice: {
    position: 'set the position of the body, or of a child of a Compound.',
    orientation: 'set the orientation of the body, or of a child of a Compound.',
  },
});
/** What to do instead of setting read-only properties of shapes. */
export const SHAPE_ADVICE = Object.fromEntries(
  ['vertices', 'indices', 'faces', 'heights', 'points', 'tangents'].map((name) => [name, MADE]),
);
for (const type of [ShapeBase, ConvexShape]) refuseReadOnly(type, 'a shape', SHAPE_ADVICE);
