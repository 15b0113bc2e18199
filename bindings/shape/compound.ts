import { describe, options, orDefault, type Quat, type QuatLike, rotation, type Vec3, type Vec3Like } from '../core/arguments.ts';
import { fixProperties, refuseReadOnly } from '../core/assignments.ts';
import { add, dot, multiply, rotate, scale, subtract, unrotate } from '../core/geometry.ts';
import { ShapeFlag, ShapeType } from '../core/layout.ts';
import { readArray } from '../core/lists.ts';
import { compoundBlock } from '../tree/index.ts';
import { coordinateVector, invalid } from './arguments.ts';
import { CHILD_OPTIONS, type ChildOptions, type ChildTraits, isDistinct, nestedTraits, readTraits } from './child.ts';
import type { MassProperties, Tensor } from './mass-properties.ts';
import type { ShapeGeometry } from './shape.ts';
import { ConvexShape, place, requireBounds, SHAPE_ADVICE, ShapeBase } from './shape.ts';
import { TriangleList, type Triangulation } from './triangle-list.ts';

export interface CompoundPart extends ChildOptions {
  /** A convex shape, or another compound, whose children then become children of this one. */
  shape: ConvexShape | Compound;
  /** Position of the shape's origin in the compound's frame, m; the origin by default. */
  position?: Vec3Like;
  /** Rotation from the shape's axes to the compound's; none by default. */
  orientation?: QuatLike;
}

/** A child of a compound: a convex shape at a pose in the compound's frame, with its own properties. */
export interface CompoundChild extends ChildTraits {
  readonly shape: ConvexShape;
  readonly position: Readonly<Vec3>;
  readonly orientation: Readonly<Quat>;
}

const MOST_CHILDREN = 65535;

/**
 * Several convex shapes (Sphere, Capsule, Box, Cylinder, Cone, ConvexHull) that form one body.
 *
 * Its mass properties are the sums over its children: overlapping matter counts once for each child. Sensors have no mass, unless all are.
 * A child may have its own surface and groups, and may be a sensor; events, contacts and queries report its index. Throws
 * `invalid-argument` if there are no children or more than 65535, a child is not convex, a pose is invalid, or the compound reaches beyond
 * 1e18 m.
 */
export class Compound extends ShapeBase {
  readonly type = 'compound';
  /** The children in their order; compounds are replaced by their children. */
  readonly children: readonly CompoundChild[];

  constructor(children: readonly CompoundPart[]) {
    const flat = readChildren(children);
    super(compoundProperties(flat));
    this.children = Object.freeze(flat);
    const { low, high } = this.bounds();
    requireBounds(low, high, 'The compound');
    fixProperties(this);
  }

  override get mayMove(): boolean {
    return true;
  }

  protected override makeGeometry(): ShapeGeometry {
    const children = this.children.map((child) => ({
      ...child,
      position: [...child.position] as Vec3,
      orientation: [...child.orientation] as Quat,
    }));
    const reaches = children.map(({ shape, position, orientation }) => shape.reachFrom(unrotate(orientation, scale(position, -1))));
    return {
      type: ShapeType.Compound,
      ...this.bounds(),
      size: [0, 0, 0],
      radius: 0,
      breadth: children.reduce((least, { shape }) => Math.min(least, shape.breadth()), Infinity),
      reach: reaches.reduce((reach, distance) => Math.max(reach, distance), 0),
      flags: (children.some(isDistinct) ? ShapeFlag.Distinct : 0) | (children.some(({ oneWay }) => oneWay) ? ShapeFlag.OneWay : 0),
      block: compoundBlock(children.map((child) => ({ ...child, ...child.shape.boundsAt(child.position, child.orientation) }))),
      children,
    };
  }

  override wireframe(): Float32Array {
    const parts = this.children.map((child) => movedTo(child, child.shape.wireframe()));
    return Float32Array.from(parts.flat());
  }

  /** The surfaces of all children, including parts that lie inside each other. */
  override triangulate(): Triangulation {
    const triangles = new TriangleList();
    for (const child of this.children) {
      const { positions, normals, indices } = child.shape.triangulate();
      const [points, directions] = [movedTo(child, positions), movedTo({ ...child, position: [0, 0, 0] }, normals)];
      const vertices = Array.from({ length: positions.length / 3 }, (_, k) =>
        triangles.vertex(points.slice(3 * k, 3 * k + 3) as Vec3, directions.slice(3 * k, 3 * k + 3) as Vec3),
      );
      for (let k = 0; k < indices.length; k += 3) {
        triangles.triangle(vertices[indices[k]], vertices[indices[k + 1]], vertices[indices[k + 2]]);
      }
    }
    return triangles.finish();
  }

  private bounds(): { low: Vec3; high: Vec3 } {
    const low: Vec3 = [Infinity, Infinity, Infinity];
    const high: Vec3 = [-Infinity, -Infinity, -Infinity];
    for (const { shape, position, orientation } of this.children) {
      const box = shape.boundsAt([...position], [...orientation]);
      for (let axis = 0; axis < 3; axis++) {
        low[axis] = Math.min(low[axis], box.low[axis]);
        high[axis] = Math.max(high[axis], box.high[axis]);
      }
    }
    return { low, high };
  }
}

refuseReadOnly(Compound, 'a shape', SHAPE_ADVICE);

function readChildren(given: unknown): CompoundChild[] {
  const flat: CompoundChild[] = [];
  readArray(given, 'children', MOST_CHILDREN, (each, k) => {
    const name = `children[${k}]`;
    const part = options<CompoundPart>(each, name, ['shape', 'position', 'orientation', ...CHILD_OPTIONS]);
    const position = coordinateVector(orDefault(part.position, [0, 0, 0]), `${name}.position`);
    const orientation = rotation(orDefault(part.orientation, [0, 0, 0, 1]), `${name}.orientation`);
    const traits = readTraits(part, name);
    for (const child of childrenOf(part.shape, name)) {
      if (flat.length === MOST_CHILDREN) invalid(`A compound has at most ${MOST_CHILDREN} children.`);
      flat.push(
        Object.freeze({
          ...nestedTraits(child, traits, orientation),
          shape: child.shape,
          position: Object.freeze(place([...child.position], position, orientation)),
          orientation: Object.freeze(multiply(orientation, [...child.orientation])),
        }),
      );
    }
  });
  if (flat.length === 0) invalid('A compound needs at least one child.');
  return flat;
}

function childrenOf(shape: unknown, name: string): readonly CompoundChild[] {
  const isShape = ShapeBase.isShape(shape);
  if (isShape && shape instanceof Compound) return shape.children;
  if (isShape && shape instanceof ConvexShape) return [{ shape, position: [0, 0, 0], orientation: [0, 0, 0, 1], sensor: false }];
  const what = isShape ? `a ${shape.type}` : describe(shape);
  return invalid(
    `${name}.shape must be convex, a Sphere, Box, Capsule, Cylinder, Cone or ConvexHull, or a Compound of such, but is ${what}.`,
  );
}

/** Sums by the parallel-axis theorem. */
function compoundProperties(children: readonly CompoundChild[]): MassProperties {
  const solid = children.filter(({ sensor }) => !sensor);
  const parts = (solid.length > 0 ? solid : children).map(({ shape, position, orientation }) => {
    const { volume, centerOfMass, inertia } = shape.massProperties();
    return { volume, center: place([...centerOfMass], [...position], [...orientation]), inertia: turnedTensor(inertia, [...orientation]) };
  });
  const volume = parts.reduce((sum, part) => sum + part.volume, 0);
  const center = parts.reduce((sum, part) => add(sum, scale(part.center, part.volume / volume)), [0, 0, 0] as Vec3);
  const inertia = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const part of parts) {
    const arm = subtract(part.center, center);
    for (let k = 0; k < 9; k++) {
      const [i, j] = [Math.floor(k / 3), k % 3];
      inertia[k] += part.inertia[k] + part.volume * ((i === j ? dot(arm, arm) : 0) - arm[i] * arm[j]);
    }
  }
  return { volume, centerOfMass: center, inertia };
}

/** R T Rᵀ, exactly symmetric. */
function turnedTensor(tensor: Tensor, orientation: Quat): Tensor {
  const rows = [0, 1, 2].map((axis) => unrotate(orientation, [0, 1, 2].map((k) => (k === axis ? 1 : 0)) as Vec3)); // of R
  const times = (v: Vec3): Vec3 => [0, 3, 6].map((row) => tensor[row] * v[0] + tensor[row + 1] * v[1] + tensor[row + 2] * v[2]) as Vec3;
  const entry = (i: number, j: number) => dot(rows[i], times(rows[j]));
  const [xy, xz, yz] = [entry(0, 1), entry(0, 2), entry(1, 2)];
  return [entry(0, 0), xy, xz, xy, entry(1, 1), yz, xz, yz, entry(2, 2)];
}

/** A list of points of a child, in the compound's frame. */
function movedTo({ position, orientation }: CompoundChild, list: Float32Array): number[] {
  const moved: number[] = [];
  for (let k = 0; k < list.length; k += 3) moved.push(...add([...position], rotate([...orientation], [list[k], list[k + 1], list[k + 2]])));
  return moved;
}
