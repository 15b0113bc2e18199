import type { Quaternion } from '../math/quaternion.ts';
import { Transform } from '../math/transform.ts';
import { Vec3 } from '../math/vec3.ts';
import { unsupported } from '../unsupported.ts';
import { boxInertia } from './box-inertia.ts';
import { SHAPE_TYPES, Shape } from './shape.ts';

export type ConvexPolyhedronContactPoint = { point: Vec3; normal: Vec3; depth: number };

const CLIPPING = 'worlds find contacts; read world.contacts';

/** A convex solid of points and faces, which turn counter-clockwise seen from outside. Worlds take the convex hull of its points. */
export class ConvexPolyhedron extends Shape {
  declare vertices: Vec3[];
  declare faces: number[][];
  declare faceNormals: Vec3[];
  declare worldVertices: Vec3[];
  declare worldVerticesNeedsUpdate: boolean;
  declare worldFaceNormals: Vec3[];
  declare worldFaceNormalsNeedsUpdate: boolean;
  declare uniqueAxes: Vec3[] | null;
  declare uniqueEdges: Vec3[];

  constructor(props?: { vertices?: Vec3[]; faces?: number[][]; normals?: Vec3[]; axes?: Vec3[]; boundingSphereRadius?: number }) {
    super({ type: SHAPE_TYPES.CONVEXPOLYHEDRON });
    this.vertices = props?.vertices ?? [];
    this.faces = props?.faces ?? [];
    this.faceNormals = props?.normals ?? [];
    if (this.faceNormals.length === 0) this.computeNormals();
    if (props?.boundingSphereRadius) this.boundingSphereRadius = props.boundingSphereRadius;
    else this.updateBoundingSphereRadius();
    this.worldVertices = [];
    this.worldVerticesNeedsUpdate = true;
    this.worldFaceNormals = [];
    this.worldFaceNormalsNeedsUpdate = true;
    this.uniqueAxes = props?.axes ? [...props.axes] : null;
    this.uniqueEdges = [];
    this.computeEdges();
  }

  /** The directions of the edges, those that are parallel once. */
  computeEdges(): void {
    const { faces, vertices, uniqueEdges } = this;
    uniqueEdges.length = 0;
    for (const face of faces) {
      for (const [k, from] of face.entries()) {
        const edge = vertices[from].vsub(vertices[face[(k + 1) % face.length]]);
        edge.normalize();
        if (!uniqueEdges.some((known) => known.almostEquals(edge))) uniqueEdges.push(edge);
      }
    }
  }
  computeNormals(): void {
    const { faces, faceNormals, vertices } = this;
    faceNormals.length = faces.length;
    for (const [index, face] of faces.entries()) {
      for (const vertex of face) if (!vertices[vertex]) throw new Error(`Vertex ${vertex} not found!`);
      const normal = faceNormals[index] || new Vec3();
      this.getFaceNormal(index, normal);
      normal.negate(normal);
      faceNormals[index] = normal;
      if (normal.dot(vertices[face[0]]) < 0)
        console.warn(`holonomic/cannon: face ${index} looks inward: its points must turn counter-clockwise seen from outside.`);
    }
  }
  /** Normal of the first three points of a face, inward. */
  getFaceNormal(i: number, target: Vec3): void {
    const [a, b, c] = this.faces[i].map((vertex) => this.vertices[vertex]);
    ConvexPolyhedron.computeNormal(a, b, c, target);
  }
  static computeNormal(va: Vec3, vb: Vec3, vc: Vec3, target: Vec3): void {
    vc.vsub(vb).cross(va.vsub(vb), target);
    target.negate(target);
    if (!target.isZero()) target.normalize();
  }

  clipAgainstHull(
    _posA: Vec3,
    _quatA: Quaternion,
    _hullB: ConvexPolyhedron,
    _posB: Vec3,
    _quatB: Quaternion,
    _separatingNormal: Vec3,
    _minDist: number,
    _maxDist: number,
    _result: ConvexPolyhedronContactPoint[],
  ): void {
    unsupported('ConvexPolyhedron.clipAgainstHull', CLIPPING);
  }
  clipFaceAgainstHull(
    _separatingNormal: Vec3,
    _posA: Vec3,
    _quatA: Quaternion,
    _worldVertsB1: Vec3[],
    _minDist: number,
    _maxDist: number,
    _result: ConvexPolyhedronContactPoint[],
  ): void {
    unsupported('ConvexPolyhedron.clipFaceAgainstHull', CLIPPING);
  }
  findSeparatingAxis(
    _hullB: ConvexPolyhedron,
    _posA: Vec3,
    _quatA: Quaternion,
    _posB: Vec3,
    _quatB: Quaternion,
    _target: Vec3,
    _faceListA?: number[] | null,
    _faceListB?: number[] | null,
  ): boolean {
    return unsupported('ConvexPolyhedron.findSeparatingAxis', CLIPPING);
  }
  /** Depth by which two hulls overlap along an axis; false where they do not. */
  testSepAxis(axis: Vec3, hullB: ConvexPolyhedron, posA: Vec3, quatA: Quaternion, posB: Vec3, quatB: Quaternion): number | false {
    const [a, b]: [number[], number[]] = [[], []];
    ConvexPolyhedron.project(this, axis, posA, quatA, a);
    ConvexPolyhedron.project(hullB, axis, posB, quatB, b);
    const [one, other] = [a[0] - b[1], b[0] - a[1]];
    return one < 0 || other < 0 ? false : Math.min(one, other);
  }
  /** Those of the box around the points; a body's own are worked out by `body.updateMassProperties`. */
  override calculateLocalInertia(mass: number, target: Vec3): void {
    const [low, high] = [new Vec3(), new Vec3()];
    this.computeLocalAABB(low, high);
    boxInertia(high.vsub(low).scale(0.5), mass, target);
  }
  /** How far the plane of a face is from the origin, negative where the origin is inside. */
  getPlaneConstantOfFace(face_i: number): number {
    return -this.faceNormals[face_i].dot(this.vertices[this.faces[face_i][0]]);
  }
  /** What of a polygon lies below a plane: its corners are added to `outVertices`. */
  clipFaceAgainstPlane(inVertices: Vec3[], outVertices: Vec3[], planeNormal: Vec3, planeConstant: number): Vec3[] {
    const depth = (point: Vec3) => planeNormal.dot(point) + planeConstant;
    if (inVertices.length < 2) return outVertices;
    let from = inVertices[inVertices.length - 1];
    for (const to of inVertices) {
      const [start, end] = [depth(from), depth(to)];
      if (start < 0 !== end < 0) {
        const crossing = new Vec3();
        from.lerp(to, start / (start - end), crossing);
        outVertices.push(crossing);
      }
      if (end < 0) outVertices.push(to);
      from = to;
    }
    return outVertices;
  }
  computeWorldVertices(position: Vec3, quat: Quaternion): void {
    this.worldVertices = this.vertices.map((vertex) => Transform.pointToWorldFrame(position, quat, vertex));
    this.worldVerticesNeedsUpdate = false;
  }
  computeLocalAABB(aabbmin: Vec3, aabbmax: Vec3): void {
    bounds(this.vertices, aabbmin, aabbmax);
  }
  computeWorldFaceNormals(quat: Quaternion): void {
    this.worldFaceNormals = this.faceNormals.map((normal) => quat.vmult(normal));
    this.worldFaceNormalsNeedsUpdate = false;
  }
  override updateBoundingSphereRadius(): void {
    const before = this.boundingSphereRadius;
    this.boundingSphereRadius = Math.sqrt(this.vertices.reduce((most, vertex) => Math.max(most, vertex.lengthSquared()), 0));
    if (before !== this.boundingSphereRadius) this.revision += 1;
  }
  override calculateWorldAABB(pos: Vec3, quat: Quaternion, min: Vec3, max: Vec3): void {
    bounds(
      this.vertices.map((vertex) => Transform.pointToWorldFrame(pos, quat, vertex)),
      min,
      max,
    );
  }
  override volume(): number {
    let sum = 0;
    for (const face of this.faces) {
      const [first, ...others] = face.map((vertex) => this.vertices[vertex]);
      for (let k = 0; k + 1 < others.length; k++) sum += first.dot(others[k].cross(others[k + 1]));
    }
    return Math.abs(sum) / 6;
  }
  getAveragePointLocal(target?: Vec3): Vec3 {
    target ??= new Vec3();
    target.set(0, 0, 0);
    for (const vertex of this.vertices) target.vadd(vertex, target);
    return target.scale(1 / this.vertices.length, target);
  }
  /** Turns the points, the normals and the edges, then moves the points. */
  transformAllPoints(offset: Vec3, quat: Quaternion): void {
    if (quat) for (const list of [this.vertices, this.faceNormals]) for (const each of list) quat.vmult(each, each);
    if (offset) for (const vertex of this.vertices) vertex.vadd(offset, vertex);
    this.revision += 1;
  }
  /** -1 for a point inside, false for others. */
  pointIsInside(p: Vec3): 1 | -1 | false {
    const isInside = this.faces.every((face, index) => this.faceNormals[index].dot(p.vsub(this.vertices[face[0]])) < 0);
    return isInside ? -1 : false;
  }
  /** Maximum and minimum coordinate along an axis, written to `result`. */
  static project(shape: ConvexPolyhedron, axis: Vec3, pos: Vec3, quat: Quaternion, result: number[]): void {
    const values = shape.vertices.map((vertex) => axis.dot(Transform.pointToWorldFrame(pos, quat, vertex)));
    result[0] = values.reduce((most, value) => Math.max(most, value), -Infinity);
    result[1] = values.reduce((least, value) => Math.min(least, value), Infinity);
  }
}

function bounds(points: readonly Vec3[], min: Vec3, max: Vec3): void {
  min.set(Infinity, Infinity, Infinity);
  max.set(-Infinity, -Infinity, -Infinity);
  for (const { x, y, z } of points) {
    min.set(Math.min(min.x, x), Math.min(min.y, y), Math.min(min.z, z));
    max.set(Math.max(max.x, x), Math.max(max.y, y), Math.max(max.z, z));
  }
}
