import { ALL_GROUPS, bits, boolean, options, orDefault, unreadable } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { QueryRecord, WorldRecord } from '../core/layout.ts';
import { copyNumbers, isTypedArray, listLength, writeEntries } from '../core/lists.ts';
import type { Backend, CollisionKernels } from '../core/memory.ts';
import { readLimit } from './options.ts';

/** The hits of a batch of rays, one entry (or three) per ray. */
export interface RayBatch {
  /** Distances, m; infinite without a hit. */
  distances: Float64Array;
  /** `body.index` of each hit body; -1 without a hit. */
  bodies: Int32Array;
  /** Normals x y z; zero without a hit. */
  normals: Float64Array;
}

export interface RayBatchOptions {
  /** Length of the rays, m; no limit by default. */
  maxDistance?: number;
  /** Groups (bits) to consider; all by default. */
  mask?: number;
  /** Whether sensors are considered too; false by default. */
  sensors?: boolean;
  /** Arrays of the right lengths to write to. */
  out?: RayBatch;
}

const NUMBERS = 6;
/** Rays that are handed to the kernels at once. */
const CHUNK = 4096;
/** Bytes of a ray going in, and of its answer coming back: distance, normal, body. */
const RAY_BYTES = 48;
const ANSWER_BYTES = 36;

/** Rays to cast, with everything checked and copied. */
interface RayBatchQuery {
  units: Float64Array;
  limit: number;
  mask: number;
  sensors: boolean;
  /** What is returned, and the arrays that are written to. */
  out: RayBatch;
  arrays: RayBatch;
}

export function readRayBatch(rays: unknown, given: unknown): RayBatchQuery {
  const o = options<RayBatchOptions>(given, 'The options of castRays', ['maxDistance', 'mask', 'sensors', 'out']);
  const limit = readLimit(o.maxDistance);
  const mask = bits(o.mask, 'mask', ALL_GROUPS);
  const sensors = boolean(orDefault(o.sensors, false), 'sensors');
  const units = unitRays(rays);
  const count = units.length / NUMBERS;
  const made = (): RayBatch => ({
    distances: new Float64Array(count),
    bodies: new Int32Array(count),
    normals: new Float64Array(3 * count),
  });
  const out = o.out === undefined ? made() : o.out;
  return { units, limit, mask, sensors, out, arrays: readOut(out, count) };
}

export function castRayBatch(backend: Backend, collision: CollisionKernels, query: RayBatchQuery): RayBatch {
  const { units, limit, mask, sensors, out, arrays } = query;
  const count = units.length / NUMBERS;
  if (count === 0) return out;
  const chunk = Math.min(CHUNK, count);
  const block = collision.allocateBlock(chunk * (RAY_BYTES + ANSWER_BYTES));
  try {
    const { memory } = backend;
    const record = memory.u32[(memory.world + WorldRecord.query) >>> 2];
    memory.f64[(record + QueryRecord.limit) >>> 3] = limit;
    memory.u32[(record + QueryRecord.mask) >>> 2] = mask;
    memory.u32[(record + QueryRecord.sensors) >>> 2] = sensors ? 1 : 0;
    memory.u32[(record + QueryRecord.excluded) >>> 2] = 0;
    memory.u32[(record + QueryRecord.hollow) >>> 2] = 0;
    for (let first = 0; first < count; first += chunk)
      castChunk(backend, collision, units, first, Math.min(chunk, count - first), block, arrays);
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
  writeEntries(out.distances, f64.subarray(answers >>> 3, (answers >>> 3) + count), first);
  writeEntries(out.normals, f64.subarray(normals >>> 3, (normals >>> 3) + 3 * count), 3 * first);
  writeEntries(out.bodies, i32.subarray(bodies >>> 2, (bodies >>> 2) + count), first);
}

/** A copy of the rays with unit directions. */
function unitRays(rays: unknown): Float64Array {
  const length = listLength(rays, 'rays');
  if (length === undefined || length % NUMBERS !== 0)
    throw new HolonomicError('invalid-argument', 'castRays takes a list of numbers, six a ray: origin and direction.');
  const units = copyNumbers(rays, length, 'rays', rayNumber);
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

/** A number that is not finite is reported with its ray. */
const rayNumber = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** The arrays to write to, read once. */
function readOut(out: unknown, count: number): RayBatch {
  try {
    const { distances, bodies, normals } = (out ?? {}) as RayBatch;
    const fits =
      isTypedArray(distances, 'Float64Array', count) &&
      isTypedArray(bodies, 'Int32Array', count) &&
      isTypedArray(normals, 'Float64Array', 3 * count);
    if (fits) return { distances, bodies, normals };
  } catch (cause) {
    unreadable('out', cause);
  }
  throw new HolonomicError(
    'invalid-argument',
    `out must hold { distances: Float64Array(${count}), bodies: Int32Array(${count}), normals: Float64Array(${3 * count}) }.`,
  );
}
