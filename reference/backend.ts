import { HolonomicError } from '../bindings/errors.ts';
import { BodyRecord, JointRecord, WorldRecord } from '../bindings/layout.ts';
import type { Backend, StateMemory } from '../bindings/memory.ts';
import { ReferenceSolver } from './solver.ts';
import { TRANSFORM_FLOATS, VELOCITY_FLOATS } from './state.ts';

const LEAST_CAPACITY = 16;
/** Offsets in the records are 32 bits wide. */
const MOST_BYTES = 2 ** 32;

/** Where everything lies for given numbers of slots. Every start is a multiple of eight. */
function layoutFor(bodies: number, joints: number) {
  const bodyBase = WorldRecord.size;
  const jointBase = bodyBase + bodies * BodyRecord.size;
  const transforms = jointBase + joints * JointRecord.size;
  const velocities = multipleOfEight(transforms + bodies * TRANSFORM_FLOATS * 4);
  return { bodyBase, jointBase, transforms, velocities, size: velocities + bodies * VELOCITY_FLOATS * 4 };
}

function multipleOfEight(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** The state of a world in one ArrayBuffer: world, bodies, joints, bulk views. */
class ReferenceMemory implements StateMemory {
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly u8: Uint8Array;
  readonly world = 0;

  constructor(buffer: ArrayBuffer) {
    this.f64 = new Float64Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u8 = new Uint8Array(buffer);
  }

  read(field: number): number {
    return this.u32[field >> 2];
  }

  write(field: number, value: number): void {
    this.u32[field >> 2] = value;
  }
}

/** The solver in plain TypeScript, in double precision: the oracle of the kernels. Backend of `World.create({ backend: 'reference' })`. */
export class ReferenceBackend implements Backend {
  private current = emptyMemory();
  private readonly solver = new ReferenceSolver();

  get memory(): StateMemory {
    return this.current;
  }

  reserveBodies(count: number): void {
    const { current } = this;
    const capacity = grown(current.read(WorldRecord.bodyCapacity), count);
    this.current = resized(current, capacity, current.read(WorldRecord.jointCapacity));
  }

  reserveJoints(count: number): void {
    const { current } = this;
    const capacity = grown(current.read(WorldRecord.jointCapacity), count);
    this.current = resized(current, current.read(WorldRecord.bodyCapacity), capacity);
  }

  step(dt: number): void {
    this.solver.step(this.current, dt);
  }

  save(): Uint8Array {
    return this.current.u8.slice();
  }

  load(bytes: Uint8Array): void {
    if (!isState(bytes)) throw new HolonomicError('bad-snapshot', 'These bytes are no state of a reference world.');
    const memory = new ReferenceMemory(allocate(bytes.byteLength));
    memory.u8.set(bytes);
    this.current = memory;
    this.solver.forget();
  }

  profile(): Record<string, number> {
    return { ...this.solver.profile };
  }

  dispose(): void {
    this.current = emptyMemory();
    this.solver.forget();
  }
}

function emptyMemory(): ReferenceMemory {
  const memory = new ReferenceMemory(allocate(WorldRecord.size));
  place(memory, 0, 0);
  memory.i32[WorldRecord.bodyFirstFree >> 2] = -1;
  memory.i32[WorldRecord.jointFirstFree >> 2] = -1;
  return memory;
}

function grown(capacity: number, wanted: number): number {
  return wanted <= capacity ? capacity : Math.max(wanted, 2 * capacity, LEAST_CAPACITY);
}

/** The same state with room for other numbers of slots. */
function resized(from: ReferenceMemory, bodies: number, joints: number): ReferenceMemory {
  const bodiesBefore = from.read(WorldRecord.bodyCapacity);
  const jointsBefore = from.read(WorldRecord.jointCapacity);
  if (bodies === bodiesBefore && joints === jointsBefore) return from;
  const before = layoutFor(bodiesBefore, jointsBefore);
  const after = layoutFor(bodies, joints);
  const to = new ReferenceMemory(allocate(after.size));
  const copy = (target: number, start: number, size: number) => to.u8.set(from.u8.subarray(start, start + size), target);
  copy(0, 0, WorldRecord.size);
  copy(after.bodyBase, before.bodyBase, bodiesBefore * BodyRecord.size);
  copy(after.jointBase, before.jointBase, jointsBefore * JointRecord.size);
  copy(after.transforms, before.transforms, bodiesBefore * TRANSFORM_FLOATS * 4);
  copy(after.velocities, before.velocities, bodiesBefore * VELOCITY_FLOATS * 4);
  place(to, bodies, joints);
  return to;
}

/** Writes capacities, and where things lie, to the world's record. */
function place(memory: ReferenceMemory, bodies: number, joints: number): void {
  const { bodyBase, jointBase, transforms, velocities } = layoutFor(bodies, joints);
  memory.write(WorldRecord.bodyCapacity, bodies);
  memory.write(WorldRecord.jointCapacity, joints);
  memory.write(WorldRecord.bodyBase, bodyBase);
  memory.write(WorldRecord.jointBase, jointBase);
  memory.write(WorldRecord.transforms, transforms);
  memory.write(WorldRecord.velocities, velocities);
}

function isState(bytes: Uint8Array): boolean {
  if (bytes.byteLength < WorldRecord.size) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bodies = view.getUint32(WorldRecord.bodyCapacity, true);
  const joints = view.getUint32(WorldRecord.jointCapacity, true);
  return layoutFor(bodies, joints).size === bytes.byteLength;
}

function allocate(bytes: number): ArrayBuffer {
  if (bytes < MOST_BYTES) {
    try {
      return new ArrayBuffer(bytes);
    } catch {
      // Falls through to the error that says what to do.
    }
  }
  throw new HolonomicError('out-of-memory', 'The world needs more memory than the engine gives; use fewer bodies and joints.');
}
