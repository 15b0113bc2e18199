import type { Quaternion } from '../math/quaternion.ts';
import { Vec3 } from '../math/vec3.ts';
import { boxInertia } from './box-inertia.ts';
import { ConvexPolyhedron } from './convex-polyhedron.ts';
import { SHAPE_TYPES, Shape } from './shape.ts';

const FACES = [
  [3, 2, 1, 0],
  [4, 5, 6, 7],
  [5, 4, 0, 1],
  [2, 3, 7, 6],
  [0, 4, 7, 3],
  [1, 2, 6, 5],
];
/** Signs of the corners, in the order of the polyhedron. */
const CORNERS = [
  [-1, -1, -1],
  [1, -1, -1],
  [1, 1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
  [1, -1, 1],
  [1, 1, 1],
  [-1, 1, 1],
];
/** The same in the order of `forEachWorldCorner`. */
const VISITED = [
  [1, 1, 1],
  [-1, 1, 1],
  [-1, -1, 1],
  [-1, -1, -1],
  [1, -1, -1],
  [1, 1, -1],
  [-1, 1, -1],
  [1, -1, 1],
];

export class Box extends Shape {
  declare halfExtents: Vec3;
  declare convexPolyhedronRepresentation: ConvexPolyhedron;

  constructor(halfExtents: Vec3) {
    super({ type: SHAPE_TYPES.BOX });
    this.halfExtents = halfExtents;
    this.convexPolyhedronRepresentation = null as unknown as ConvexPolyhedron;
    this.updateConvexPolyhedronRepresentation();
    this.updateBoundingSphereRadius();
  }

  updateConvexPolyhedronRepresentation(): void {
    const { x, y, z } = this.halfExtents;
    const polyhedron = new ConvexPolyhedron({
      vertices: CORNERS.map(([sx, sy, sz]) => new Vec3(sx * x, sy * y, sz * z)),
      faces: FACES.map((face) => [...face]),
      axes: [new Vec3(0, 0, 1), new Vec3(0, 1, 0), new Vec3(1, 0, 0)],
    });
    polyhedron.material = this.material;
    this.convexPolyhedronRepresentation = polyhedron;
  }
  override calculateLocalInertia(mass: number, target?: Vec3): Vec3 {
    return boxInertia(this.halfExtents, mass, target ?? new Vec3());
  }
  static calculateInertia(halfExtents: Vec3, mass: number, target: Vec3): void {
    boxInertia(halfExtents, mass, target);
  }
  /** Six vectors from the middle to the sides. */
  getSideNormals(sixTargetVectors: Vec3[], quat: Quaternion): Vec3[] {
    const { x, y, z } = this.halfExtents;
    const [px, py, pz, nx, ny, nz] = sixTargetVectors;
    px.set(x, 0, 0);
    py.set(0, y, 0);
    pz.set(0, 0, z);
    nx.set(-x, 0, 0);
    ny.set(0, -y, 0);
    nz.set(0, 0, -z);
    if (quat) for (const side of sixTargetVectors) quat.vmult(side, side);
    return sixTargetVectors;
  }
  override volume(): number {
    return 8 * this.halfExtents.x * this.halfExtents.y * this.halfExtents.z;
  }
  override updateBoundingSphereRadius(): void {
    this.boundingSphereRadius = this.halfExtents.length();
  }
  forEachWorldCorner(pos: Vec3, quat: Quaternion, callback: (x: number, y: number, z: number) => void): void {
    const { x, y, z } = this.halfExtents;
    const corner = new Vec3();
    for (const [sx, sy, sz] of VISITED) {
      quat.vmult(corner.set(sx * x, sy * y, sz * z), corner);
      corner.vadd(pos, corner);
      callback(corner.x, corner.y, corner.z);
    }
  }
  override calculateWorldAABB(pos: Vec3, quat: Quaternion, min: Vec3, max: Vec3): void {
    const { x, y, z } = this.halfExtents;
    const [ax, ay, az] = [quat.vmult(new Vec3(x, 0, 0)), quat.vmult(new Vec3(0, y, 0)), quat.vmult(new Vec3(0, 0, z))];
    const reach = new Vec3(
      Math.abs(ax.x) + Math.abs(ay.x) + Math.abs(az.x),
      Math.abs(ax.y) + Math.abs(ay.y) + Math.abs(az.y),
      Math.abs(ax.z) + Math.abs(ay.z) + Math.abs(az.z),
    );
    pos.vsub(reach, min);
    pos.vadd(reach, max);
  }
}
