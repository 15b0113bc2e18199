/** The kernel of contact manifolds compiled by itself, and convex shapes for it. */
import { compileKernels, type Kernels, MANIFOLD_POINTS } from './compile-kernels.ts';
import { hullOf, type Matrix, type Vector } from './manifold-hulls.ts';

export type { Matrix, Vector } from './manifold-hulls.ts';

export const TYPES = { sphere: 0, capsule: 1, box: 2, cylinder: 3, cone: 4, hull: 5, triangle: 6 } as const;

export interface ConvexShape {
  type: keyof typeof TYPES;
  /** Of the core, as in ShapeRecord. */
  size?: Vector;
  radius?: number;
  /** Points of a hull or corners of a triangle. */
  points?: Vector[];
  position?: Vector;
  rotation?: Matrix;
}

export interface ManifoldPoint {
  position: Vector;
  separation: number;
  id: number;
}

export interface ManifoldResult {
  normal: Vector;
  points: ManifoldPoint[];
}

const IDENTITY: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const ENTRY = `
import { Convex, Manifold } from './collision/shape/convex.kernel';
import { convexNormal, convexPoints } from './collision/narrowphase/convex-pair.kernel';
import { reduceManifold } from './collision/narrowphase/reduce.kernel';
export function collide(a: usize, b: usize, margin: f64, axis: usize, out: usize, times: u32): void {
  const first = changetype<Convex>(a);
  const second = changetype<Convex>(b);
  const found = changetype<Manifold>(out);
  for (let i: u32 = 0; i < times; i++) if (convexNormal(first, second, margin, axis, found)) convexPoints(first, second, margin, found);
}
export function reduce(manifold: usize): void {
  reduceManifold(changetype<Manifold>(manifold));
}
`;

const CONVEX_BYTES = 208;
const MOST_REDUCED = 256;

/** convexNormal() with convexPoints(), and reduceManifold() on shapes in this process. */
export class ManifoldKernels {
  private readonly view: DataView;
  private readonly start: number;
  private readonly blocks = new Map<Vector[], number>();
  private next: number;

  private constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly exports: Kernels,
  ) {
    this.start = memory.buffer.byteLength;
    memory.grow(32);
    this.view = new DataView(memory.buffer);
    this.next = this.start + 16384;
  }

  static async create(optimize = ['-O2']): Promise<ManifoldKernels> {
    const kernels = await compileKernels(ENTRY, { flags: optimize });
    return new ManifoldKernels(kernels.memory, kernels);
  }

  get axisAddress(): number {
    return this.start + 8192;
  }

  set axis(axis: Vector) {
    this.numbers(this.axisAddress, axis);
  }

  get axis(): Vector {
    return this.vector(this.axisAddress);
  }

  private numbers(address: number, values: number[]): void {
    for (const [index, value] of values.entries()) this.view.setFloat64(address + 8 * index, value, true);
  }

  private vector(address: number): Vector {
    return [0, 8, 16].map((offset) => this.view.getFloat64(address + offset, true)) as Vector;
  }

  private hull(points: Vector[]): number {
    const known = this.blocks.get(points);
    if (known !== undefined) return known;
    const bytes = new Uint8Array(hullOf(points));
    const address = this.next;
    this.next += (bytes.length + 15) & ~15;
    if (this.next > this.memory.buffer.byteLength) throw new Error('no room for another hull');
    new Uint8Array(this.memory.buffer).set(bytes, address);
    this.blocks.set(points, address);
    return address;
  }

  /** Forgets hulls, whose room is used again. */
  clear(): void {
    this.blocks.clear();
    this.next = this.start + 16384;
  }

  write(slot: number, shape: ConvexShape): number {
    const address = this.start + slot * CONVEX_BYTES;
    const { type, size = [0, 0, 0], radius = 0, points = [], position = [0, 0, 0], rotation = IDENTITY } = shape;
    const corners = type === 'triangle' ? points.flat() : Array<number>(9).fill(0);
    this.numbers(address, [...rotation.flat(), ...position, ...size, radius, ...corners]);
    this.view.setUint32(address + 200, TYPES[type], true);
    this.view.setUint32(address + 204, type === 'hull' ? this.hull(points) : 0, true);
    return address;
  }

  /** The manifold; the axis of the last call is kept unless `fresh`. */
  collide(a: ConvexShape, b: ConvexShape, margin = 0.02, fresh = true): ManifoldResult {
    if (fresh) this.axis = [0, 0, 0];
    const out = this.start + 4096;
    this.exports['collide'](this.write(0, a), this.write(1, b), margin, this.axisAddress, out, 1);
    return this.readManifold(out);
  }

  /** Nanoseconds of a call, the last axis known: the quickest of many batches, since others use the machine too. */
  time(a: ConvexShape, b: ConvexShape, margin = 0.02, batches = 200): number {
    const out = this.start + 4096;
    const calls = 2000;
    const [first, second] = [this.write(0, a), this.write(1, b)];
    let least = Number.POSITIVE_INFINITY;
    for (let batch = 0; batch < batches; batch++) {
      const started = performance.now();
      this.exports['collide'](first, second, margin, this.axisAddress, out, calls);
      least = Math.min(least, performance.now() - started);
    }
    return (least * 1e6) / calls;
  }

  reduce(normal: Vector, points: ManifoldPoint[]): ManifoldPoint[] {
    if (points.length > MOST_REDUCED) throw new Error('too many points');
    const address = this.next;
    this.numbers(address, normal);
    this.view.setUint32(address + 24, points.length, true);
    for (const [index, { position, separation, id }] of points.entries()) {
      this.numbers(address + MANIFOLD_POINTS + 40 * index, [...position, separation]);
      this.view.setUint32(address + MANIFOLD_POINTS + 32 + 40 * index, id, true);
    }
    this.exports['reduce'](address);
    return this.readManifold(address).points;
  }

  private readManifold(address: number): ManifoldResult {
    const count = this.view.getUint32(address + 24, true);
    const points = Array.from({ length: count }, (_, index) => {
      const place = address + MANIFOLD_POINTS + 40 * index;
      return {
        position: this.vector(place),
        separation: this.view.getFloat64(place + 24, true),
        id: this.view.getUint32(place + 32, true),
      };
    });
    return { normal: this.vector(address), points };
  }
}
