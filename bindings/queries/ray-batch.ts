import { boolean, options, orDefault } from '../arguments.ts';
import { HolonomicError } from '../errors.ts';
import { QueryRecord, WorldRecord } from '../layout.ts';
import type { Backend, CollisionKernels } from '../memory.ts';
import { ALL_GROUPS, bits, readLimit } from './options.ts';

/** What a batch of rays hits, an entry (or three) a ray. */
export interface RayBatch {
  /** m; infinite without a hit. */
  distances: Float64Array;
  /** `body.index`; -1 without a hit. */
  bodies: Int32Array;
  /** x y z; zero without a hit. */
  normals: Float64Array;
}

export interface RayBatchOptions {
  /** m; no limit by default. */
  maxDistance?: number;
  /** Groups (bits) that are looked at; all by default. */
  mask?: number;
  /** Whether sensors are looked at too; false by default. */
  sensors?: boolean;
  /** Where to write; arrays of the right lengths. */
  out?: RayBatch;
}

const NUMBERS = 6;
/** Rays that are handed to the kernels at once. */
const CHUNK = 4096;
/** Bytes of a ray going in, and of its answer coming back: distance, normal, body. */
const RAY_BYTES = 48;
const ANSWER_BYTES = 36;

export function castRayBatch(backend: Backend, collision: CollisionKernels, rays: ArrayLike<number>, given: RayBatchOptions): RayBatch {
  const o = options<RayBatchOptions>(given, 'The options of castRays', ['maxDistance', 'mask', 'sensors', 'out']);
  const limit = readLimit(o.maxDistance);
  const mask = bits(o.mask, 'mask', ALL_GROUPS);
  const sensors = boolean(orDefault(o.sensors, false), 'sensors');
  const units = unitRays(rays);
  const count = units.length / NUMBERS;
  const out =
    o.out !== undefined
      ? o.out
      : { distances: new Float64Array(count), bodies: new Int32Array(count), normals: new Float64Array(3 * count) };
  checkOut(out, count);
  if (count === 0) return out;
  const chunk = Math.min(CHUNK, count);
  const block = collision.allocateBlock(chunk * (RAY_BYTES + ANSWER_BYTES));
  try {
    const { memory } = backend;
    const query = memory.u32[(memory.world + WorldRecord.query) >>> 2];
    memory.f64[(query + QueryRecord.limit) >>> 3] = limit;
    memory.u32[(query + QueryRecord.mask) >>> 2] = mask;
    memory.u32[(query + QueryRecord.sensors) >>> 2] = sensors ? 1 : 0;
    memory.u32[(query + QueryRecord.excluded) >>> 2] = 0;
    memory.u32[(query + QueryRecord.hollow) >>> 2] = 0;
    for (let first = 0; first < count; first += chunk)
      castChunk(backend, collision, units, first, Math.min(chunk, count - first), block, out);
  } finally {
    collision.releaseBlock(block);
  }
  return out;
}

function castChunk(
  backend: Backend,
  collision: CollisionKernels,
  units: Float64Array,
  first: number,
  count: number,
  block: number,
  out: RayBatch,
): void {
  const answers = block + count * RAY_BYTES;
  backend.memory.f64.set(units.subarray(first * NUMBERS, (first + count) * NUMBERS), block >>> 3);
  collision.queryRays(block, count, answers);
  const { f64, i32 } = backend.memory;
  const normals = answers + count * 8;
  const bodies = normals + count * 24;
  out.distances.set(f64.subarray(answers >>> 3, (answers >>> 3) + count), first);
  out.normals.set(f64.subarray(normals >>> 3, (normals >>> 3) + 3 * count), 3 * first);
  out.bodies.set(i32.subarray(bodies >>> 2, (bodies >>> 2) + count), first);
}

/** A copy of the rays with unit directions. */
function unitRays(rays: ArrayLike<number>): Float64Array {
  if (typeof rays !== 'object' || rays === null || !Number.isInteger(rays.length) || rays.length % NUMBERS !== 0)
    throw new HolonomicError('invalid-argument', 'castRays takes a list of numbers, six a ray: origin and direction.');
  const units = Float64Array.from(rays);
  for (let k = 0; k < units.length; k += NUMBERS) {
    const x = units[k + 3];
    const y = units[k + 4];
    const z = units[k + 5];
    // As `direction` computes it, so that one ray and many give the same bits.
    const scale = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    const [u, v, w] = [x / scale, y / scale, z / scale];
    const size = Math.sqrt(u * u + v * v + w * w) * scale;
    if (!(scale >= 1e-150 && size < Number.POSITIVE_INFINITY) || !Number.isFinite(units[k] + units[k + 1] + units[k + 2]))
      throw new HolonomicError(
        'invalid-argument',
        `Ray ${k / NUMBERS} needs an origin of finite numbers and a direction that is not zero.`,
      );
    units[k + 3] = x / size;
    units[k + 4] = y / size;
    units[k + 5] = z / size;
  }
  return units;
}

function checkOut(out: RayBatch, count: number): void {
  const { distances, bodies, normals } = out ?? {};
  const fits = distances instanceof Float64Array && bodies instanceof Int32Array && normals instanceof Float64Array;
  if (fits && distances.length === count && bodies.length === count && normals.length === 3 * count) return;
  throw new HolonomicError(
    'invalid-argument',
    `out must hold { distances: Float64Array(${count}), bodies: Int32Array(${count}), normals: Float64Array(${3 * count}) }.`,
  );
}
