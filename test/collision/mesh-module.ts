/** The kernels of trees, meshes and height fields by themselves, compiled in memory with entry points for the tests. */
import type { Vec3 } from '../../bindings/core/arguments.ts';
import { HeightFieldBlock, MeshBlock, ShapeFlag, ShapeRecord, ShapeType } from '../../bindings/core/layout.ts';
import { compileKernels, type Kernels, MANIFOLD_POINTS } from './compile-kernels.ts';

const ENTRY = `
import { RayHit } from './collision/narrowphase/ray-hit.kernel';
import { rayHeightField, rayMesh } from './collision/narrowphase/ray-mesh.kernel';
import { ShapeRecord, ShapeType } from './collision/shape/record';
import { visitOverlaps } from './collision/shape/tree.kernel';
import { loadTriangle, meshTriangles, trianglePart } from './collision/narrowphase/mesh-triangles.kernel';
import { correctNormal, judgeNormal } from './collision/narrowphase/triangles.kernel';
import { Convex, Manifold } from './collision/shape/convex.kernel';
const LIST: usize = memory.data(800000, 16);
let listed: u32 = 0;
function note(part: u32): void {
  store<u32>(LIST + 4 * <usize>listed, part);
  listed++;
}
export function list(): usize { return LIST; }
export function heap(): usize { return LIST + 800000; }
export function overlaps(block: usize, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64): u32 {
  listed = 0;
  visitOverlaps(block, a, b, c, d, e, f, note);
  return listed;
}
export function triangles(shape: ShapeRecord, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64): u32 {
  listed = 0;
  meshTriangles(shape, a, b, c, d, e, f, note);
  return listed;
}
export function ray(s: ShapeRecord, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, hit: RayHit): bool {
  return s.type == <u32>ShapeType.Mesh ? rayMesh(s, ox, oy, oz, dx, dy, dz, limit, hit) : rayHeightField(s, ox, oy, oz, dx, dy, dz, limit, hit);
}
export function triangle(shape: ShapeRecord, triangle: u32, c: Convex): u32 {
  loadTriangle(shape, triangle, c);
  return trianglePart(shape, triangle);
}
export function correct(shape: ShapeRecord, triangle: u32, c: Convex, b: Convex, margin: f64, m: Manifold): void {
  correctNormal(shape, triangle, c, b, margin, judgeNormal(shape, triangle, c, b, m), m);
}
export function convexOffset(field: u32): usize {
  return field == 0 ? offsetof<Convex>('positionx') : field == 1 ? offsetof<Convex>('sizex') : field == 2 ? offsetof<Convex>('radius') : field == 3 ? offsetof<Convex>('cornerAx') : offsetof<Convex>('type');
}
`;

export interface Hit {
  distance: number;
  normal: Vec3;
  part: number;
}
export interface Contact {
  normal: Vec3;
  points: { position: Vec3; separation: number }[];
}
/** A shape that touches a triangle: a sphere, or a box (half extents) along the axes. */
export interface Toucher {
  position: Vec3;
  radius: number;
  half?: Vec3;
}

const HIT = 1024;
const CONVEX_A = 2048;
const CONVEX_B = 4096;
const MANIFOLD = 8192;

export class MeshModule {
  private readonly view: DataView;
  private readonly scratch: number;
  private top: number;

  private constructor(
    private readonly exports: Kernels,
    private readonly memory: WebAssembly.Memory,
  ) {
    this.view = new DataView(memory.buffer);
    this.scratch = (exports.heap() + 15) & ~15;
    this.top = this.scratch + 32768;
  }

  static async create(): Promise<MeshModule> {
    const kernels = await compileKernels(ENTRY, { flags: ['-O2', '--initialMemory', '1000'] });
    return new MeshModule(kernels, kernels.memory);
  }

  block(bytes: Uint8Array): number {
    const at = this.top;
    new Uint8Array(this.memory.buffer).set(bytes, at);
    this.top = (at + bytes.length + 15) & ~15;
    return at;
  }

  shape(type: number, bytes: Uint8Array, oneSided = false): number {
    const data = this.block(bytes);
    const at = this.block(new Uint8Array(ShapeRecord.size));
    this.view.setUint32(at + ShapeRecord.type, type, true);
    this.view.setUint32(at + ShapeRecord.data, data, true);
    this.view.setUint32(at + ShapeRecord.flags, ShapeFlag.Alive | (oneSided ? ShapeFlag.OneSided : 0), true);
    return at;
  }

  mesh = (bytes: Uint8Array, oneSided = false): number => this.shape(ShapeType.Mesh, bytes, oneSided);
  heightField = (bytes: Uint8Array, oneSided = false): number => this.shape(ShapeType.HeightField, bytes, oneSided);

  private listed(count: number): number[] {
    return [...new Uint32Array(this.memory.buffer, this.exports.list(), count)];
  }

  overlaps(block: number, low: Vec3, high: Vec3): number[] {
    return this.listed(this.exports.overlaps(block, ...low, ...high));
  }

  triangles(shape: number, low: Vec3, high: Vec3): number[] {
    return this.listed(this.exports.triangles(shape, ...low, ...high));
  }

  ray(shape: number, origin: Vec3, direction: Vec3, limit = Infinity): Hit | null {
    const at = this.scratch + HIT;
    if (!this.exports.ray(shape, ...origin, ...direction, limit, at)) return null;
    const [distance, x, y, z] = Array.from({ length: 4 }, (_, k) => this.view.getFloat64(at + 8 * k, true));
    return { distance, normal: [x, y, z], part: this.view.getUint32(at + 32, true) };
  }

  /** The corners of a triangle, and its part. */
  corners(shape: number, triangle: number): { corners: Vec3[]; part: number } {
    const at = this.scratch + CONVEX_A;
    const part = this.exports.triangle(shape, triangle, at);
    const place = at + this.exports.convexOffset(3);
    const corners = [0, 1, 2].map((i) => [0, 1, 2].map((k) => this.view.getFloat64(place + 24 * i + 8 * k, true)) as Vec3);
    return { corners, part };
  }

  /** What is left of a contact of a triangle and a shape. */
  correct(shape: number, triangle: number, toucher: Toucher, contact: Contact, margin: number): Contact | null {
    const { view, scratch, exports } = this;
    this.corners(shape, triangle);
    const b = scratch + CONVEX_B;
    for (let k = 0; k < 9; k++) view.setFloat64(b + 8 * k, k % 4 === 0 ? 1 : 0, true);
    for (let k = 0; k < 3; k++) view.setFloat64(b + exports.convexOffset(0) + 8 * k, toucher.position[k], true);
    for (let k = 0; k < 3; k++) view.setFloat64(b + exports.convexOffset(1) + 8 * k, toucher.half?.[k] ?? 0, true);
    view.setFloat64(b + exports.convexOffset(2), toucher.radius, true);
    view.setUint32(b + exports.convexOffset(4), toucher.half ? ShapeType.Box : ShapeType.Sphere, true);
    const m = scratch + MANIFOLD;
    for (let k = 0; k < 3; k++) view.setFloat64(m + 8 * k, contact.normal[k], true);
    view.setUint32(m + 24, contact.points.length, true);
    for (const [i, { position, separation }] of contact.points.entries()) {
      for (const [k, value] of [...position, separation].entries()) view.setFloat64(m + MANIFOLD_POINTS + 40 * i + 8 * k, value, true);
    }
    exports.correct(shape, triangle, scratch + CONVEX_A, b, margin, m);
    const count = view.getUint32(m + 24, true);
    if (!count) return null;
    const numbers = (at: number, length: number) => Array.from({ length }, (_, k) => view.getFloat64(at + 8 * k, true));
    const points = Array.from({ length: count }, (_, i) => {
      const [x, y, z, separation] = numbers(m + MANIFOLD_POINTS + 40 * i, 4);
      return { position: [x, y, z] as Vec3, separation };
    });
    return { normal: numbers(m, 3) as Vec3, points };
  }
}

/** Sizes that the heads of the blocks must have for what follows them to be aligned. */
export const HEADS = [MeshBlock.size, HeightFieldBlock.size];
