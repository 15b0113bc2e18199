import { sineAndCosine } from '../../core/trigonometry.ts';
import { AABB } from '../math/aabb.ts';
import type { Quaternion } from '../math/quaternion.ts';
import { Transform } from '../math/transform.ts';
import { Vec3 } from '../math/vec3.ts';
import { unsupported } from '../unsupported.ts';
import { boxInertia } from './box-inertia.ts';
import { SHAPE_TYPES, Shape } from './shape.ts';

/** Triangles. To dynamic bodies' worlds they are their convex hull. */
export class Trimesh extends Shape {
  declare vertices: Float32Array;
  declare indices: Int16Array;
  declare normals: Float32Array;
  declare aabb: AABB;
  declare edges: Int16Array | null;
  declare scale: Vec3;

  constructor(vertices: number[], indices: number[]) {
    super({ type: SHAPE_TYPES.TRIMESH });
    this.vertices = new Float32Array(vertices);
    this.indices = new Int16Array(indices);
    this.normals = new Float32Array(indices.length);
    this.aabb = new AABB();
    this.edges = null;
    this.scale = new Vec3(1, 1, 1);
    this.updateEdges();
    this.updateNormals();
    this.updateAABB();
    this.updateBoundingSphereRadius();
  }

  /** The tree over the triangles: worlds have their own. */
  get tree(): never {
    return unsupported('Trimesh.tree', 'use trimesh.getTrianglesInAABB');
  }
  /** To be called when vertices have changed. */
  updateTree(): void {
    this.revision += 1;
  }
  /** The triangles whose boxes overlap a box, in the mesh's own axes, written to `result`. */
  getTrianglesInAABB(aabb: AABB, result: number[]): number[] {
    result.length = 0;
    const corners = [new Vec3(), new Vec3(), new Vec3()];
    const box = new AABB();
    for (let triangle = 0; 3 * triangle < this.indices.length; triangle++) {
      this.getTriangleVertices(triangle, corners[0], corners[1], corners[2]);
      if (box.setFromPoints(corners).overlaps(aabb)) result.push(triangle);
    }
    return result;
  }
  setScale(scale: Vec3): void {
    const wasUniform = isUniform(this.scale);
    this.scale.copy(scale);
    if (!wasUniform || !isUniform(scale)) this.updateNormals();
    this.updateAABB();
    this.updateBoundingSphereRadius();
    this.revision += 1;
  }
  updateNormals(): void {
    const [a, b, c, normal] = [new Vec3(), new Vec3(), new Vec3(), new Vec3()];
    for (let triangle = 0; 3 * triangle < this.indices.length; triangle++) {
      this.getTriangleVertices(triangle, a, b, c);
      Trimesh.computeNormal(a, b, c, normal);
      this.normals.set(normal.toArray(), 3 * triangle);
    }
  }
  /** The edges, each once: two vertices an edge. */
  updateEdges(): void {
    const { indices } = this;
    const edges = new Map<string, [number, number]>();
    for (let k = 0; k < indices.length; k++) {
      const [from, to] = [indices[k], indices[k % 3 === 2 ? k - 2 : k + 1]];
      const edge: [number, number] = [Math.min(from, to), Math.max(from, to)];
      edges.set(edge.join('_'), edge);
    }
    this.edges = Int16Array.from([...edges.values()].flat());
  }
  getEdgeVertex(edgeIndex: number, firstOrSecond: number, vertexStore: Vec3): void {
    this.getVertex(this.edges![2 * edgeIndex + (firstOrSecond ? 1 : 0)], vertexStore);
  }
  getEdgeVector(edgeIndex: number, vectorStore: Vec3): void {
    const [from, to] = [new Vec3(), new Vec3()];
    this.getEdgeVertex(edgeIndex, 0, from);
    this.getEdgeVertex(edgeIndex, 1, to);
    to.vsub(from, vectorStore);
  }
  static computeNormal(va: Vec3, vb: Vec3, vc: Vec3, target: Vec3): void {
    vc.vsub(vb).cross(va.vsub(vb), target);
    if (!target.isZero()) target.normalize();
  }
  getVertex(i: number, out: Vec3): Vec3 {
    this._getUnscaledVertex(i, out);
    return out.vmul(this.scale, out);
  }
  private _getUnscaledVertex(i: number, out: Vec3): Vec3 {
    return out.set(this.vertices[3 * i], this.vertices[3 * i + 1], this.vertices[3 * i + 2]);
  }
  getWorldVertex(i: number, pos: Vec3, quat: Quaternion, out: Vec3): Vec3 {
    this.getVertex(i, out);
    return Transform.pointToWorldFrame(pos, quat, out, out);
  }
  getTriangleVertices(i: number, a: Vec3, b: Vec3, c: Vec3): void {
    for (const [corner, out] of [a, b, c].entries()) this.getVertex(this.indices[3 * i + corner], out);
  }
  getNormal(i: number, target: Vec3): Vec3 {
    return target.set(this.normals[3 * i], this.normals[3 * i + 1], this.normals[3 * i + 2]);
  }
  /** Those of the box around the mesh. */
  override calculateLocalInertia(mass: number, target: Vec3): Vec3 {
    const box = new AABB();
    this.computeLocalAABB(box);
    return boxInertia(box.upperBound.vsub(box.lowerBound).scale(0.5), mass, target);
  }
  computeLocalAABB(aabb: AABB): void {
    aabb.setFromPoints(this.points());
  }
  updateAABB(): void {
    this.computeLocalAABB(this.aabb);
  }
  override updateBoundingSphereRadius(): void {
    const before = this.boundingSphereRadius;
    this.boundingSphereRadius = this.points().reduce((most, point) => Math.max(most, point.length()), 0);
    if (before !== this.boundingSphereRadius) this.revision += 1;
  }
  override calculateWorldAABB(pos: Vec3, quat: Quaternion, min: Vec3, max: Vec3): void {
    const box = this.aabb.toWorldFrame(new Transform({ position: pos, quaternion: quat }), new AABB());
    min.copy(box.lowerBound);
    max.copy(box.upperBound);
  }
  override volume(): number {
    return (4 * Math.PI * this.boundingSphereRadius) / 3;
  }
  /** A torus about z. */
  static createTorus(radius?: number, tube?: number, radialSegments?: number, tubularSegments?: number, arc?: number): Trimesh {
    const [large, small, across, along] = [radius ?? 1, tube ?? 0.5, radialSegments ?? 8, tubularSegments ?? 6];
    const vertices: number[] = [];
    const indices: number[] = [];
    for (let j = 0; j <= across; j++) {
      for (let i = 0; i <= along; i++) {
        const u = sineAndCosine((i / along) * (arc ?? 2 * Math.PI));
        const v = sineAndCosine((j / across) * 2 * Math.PI);
        const reach = large + small * v.cosine;
        vertices.push(reach * u.cosine, reach * u.sine, small * v.sine);
      }
    }
    const at = (j: number, i: number) => (along + 1) * j + i;
    for (let j = 1; j <= across; j++)
      for (let i = 1; i <= along; i++) indices.push(at(j, i - 1), at(j - 1, i - 1), at(j, i), at(j - 1, i - 1), at(j - 1, i), at(j, i));
    return new Trimesh(vertices, indices);
  }

  /** The vertices, scaled. */
  private points(): Vec3[] {
    return Array.from({ length: this.vertices.length / 3 }, (_, k) => this.getVertex(k, new Vec3()));
  }
}

const isUniform = ({ x, y, z }: Vec3): boolean => x === y && y === z;
