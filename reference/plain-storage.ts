import { HolonomicError } from '../bindings/core/errors.ts';
import { BodyRecord, CoordinateRecord, JointRecord, PointRecord, WorldRecord } from '../bindings/core/layout.ts';
import type { StateMemory, Storage } from '../bindings/core/memory.ts';
import type { ParticleStages } from '../bindings/core/particle-stages.ts';
import type { SnapshotState } from '../bindings/snapshot/state.ts';
import { TRANSFORM_FLOATS, VELOCITY_FLOATS } from './state.ts';

const LEAST_CAPACITY = 16;
/** Offsets in the records are 32 bits wide. */
const MOST_BYTES = 2 ** 32;

// The state of a world where there is no WebAssembly to hold it: records in one ArrayBuffer.

/** Slots of each kind that there is room for. */
interface Room {
  bodies: number;
  joints: number;
  coordinates: number;
  points: number;
}

/** Where everything lies for given numbers of slots. Every start is a multiple of eight. */
function layoutFor(room: Room) {
  const bodyBase = WorldRecord.size;
  const jointBase = bodyBase + room.bodies * BodyRecord.size;
  const coordinateBase = jointBase + room.joints * JointRecord.size;
  const pointBase = coordinateBase + room.coordinates * CoordinateRecord.size;
  const transforms = pointBase + room.points * PointRecord.size;
  const velocities = multipleOfEight(transforms + room.bodies * TRANSFORM_FLOATS * 4);
  const size = velocities + room.bodies * VELOCITY_FLOATS * 4;
  return { bodyBase, jointBase, coordinateBase, pointBase, transforms, velocities, size };
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
    return this.u32[field >>> 2];
  }

  get room(): Room {
    return {
      bodies: this.read(WorldRecord.bodyCapacity),
      joints: this.read(WorldRecord.jointCapacity),
      coordinates: this.read(WorldRecord.coordinateCapacity),
      points: this.read(WorldRecord.pointCapacity),
    };
  }

  write(field: number, value: number): void {
    this.u32[field >>> 2] = value;
  }
}

export class PlainStorage implements Storage {
  readonly collision = null;
  particles: ParticleStages | null = null;
  private current = emptyMemory();

  constructor(private readonly maxMemory: number = MOST_BYTES) {}

  get memory(): StateMemory {
    return this.current;
  }

  reserveBodies(count: number): void {
    this.reserve('bodies', count);
  }

  reserveJoints(count: number): void {
    this.reserve('joints', count);
  }

  reserveCoordinates(count: number): void {
    this.reserve('coordinates', count);
  }

  reservePoints(count: number): void {
    this.reserve('points', count);
  }

  /** Shapes matter to the kernels only. */
  reserveShapes(): void {}

  save(room = 0): Uint8Array<ArrayBuffer> {
    const { u8 } = this.current;
    const bytes = new Uint8Array(room + u8.byteLength);
    bytes.set(u8, room);
    return bytes;
  }

  readonly packing = null;
  pack(): null {
    return null;
  }
  unpack(): void {
    throw new HolonomicError('bad-snapshot', 'This snapshot is of a world with WebAssembly.');
  }

  /** There is little to hash: it is taken as it is. */
  readonly digest = (bytes: Uint8Array) => {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
    return { secret: words, known: words };
  };

  findBlocks(state: SnapshotState): null {
    if (!isState(state.bytes)) throw new HolonomicError('bad-snapshot', 'These bytes are no state of a reference world.');
    return null;
  }

  requireRoom(bytes: number): void {
    if (bytes > this.maxMemory || bytes >= MOST_BYTES) throw outOfMemory();
  }

  load(bytes: Uint8Array): void {
    const memory = new ReferenceMemory(allocate(bytes.byteLength, this.maxMemory));
    memory.u8.set(bytes);
    this.current = memory;
  }

  dispose(): void {
    this.current = emptyMemory();
  }

  private reserve(kind: keyof Room, count: number): void {
    const { room } = this.current;
    if (count <= room[kind]) return;
    try {
      this.current = resized(this.current, { ...room, [kind]: grown(room[kind], count) }, this.maxMemory);
    } catch {
      // Without room to grow.
      this.current = resized(this.current, { ...room, [kind]: count }, this.maxMemory);
    }
  }
}

function emptyMemory(): ReferenceMemory {
  const memory = new ReferenceMemory(allocate(WorldRecord.size, MOST_BYTES));
  place(memory, { bodies: 0, joints: 0, coordinates: 0, points: 0 });
  const { bodyFirstFree, jointFirstFree, coordinateFirstFree, pointFirstFree } = WorldRecord;
  for (const field of [bodyFirstFree, jointFirstFree, coordinateFirstFree, pointFirstFree]) memory.i32[field >>> 2] = -1;
  return memory;
}

function grown(capacity: number, wanted: number): number {
  return wanted <= capacity ? capacity : Math.max(wanted, 2 * capacity, LEAST_CAPACITY);
}

/** The same state with room for other numbers of slots. */
function resized(from: ReferenceMemory, room: Room, maxMemory: number): ReferenceMemory {
  const have = from.room;
  if ((Object.keys(room) as (keyof Room)[]).every((kind) => room[kind] === have[kind])) return from;
  const before = layoutFor(have);
  const after = layoutFor(room);
  const to = new ReferenceMemory(allocate(after.size, maxMemory));
  const copy = (target: number, start: number, size: number) => to.u8.set(from.u8.subarray(start, start + size), target);
  copy(0, 0, WorldRecord.size);
  copy(after.bodyBase, before.bodyBase, have.bodies * BodyRecord.size);
  copy(after.jointBase, before.jointBase, have.joints * JointRecord.size);
  copy(after.coordinateBase, before.coordinateBase, have.coordinates * CoordinateRecord.size);
  copy(after.pointBase, before.pointBase, have.points * PointRecord.size);
  copy(after.transforms, before.transforms, have.bodies * TRANSFORM_FLOATS * 4);
  copy(after.velocities, before.velocities, have.bodies * VELOCITY_FLOATS * 4);
  place(to, room);
  return to;
}

/** Writes capacities, and where things lie, to the world's record. */
function place(memory: ReferenceMemory, room: Room): void {
  const { bodyBase, jointBase, coordinateBase, pointBase, transforms, velocities } = layoutFor(room);
  memory.write(WorldRecord.bodyCapacity, room.bodies);
  memory.write(WorldRecord.jointCapacity, room.joints);
  memory.write(WorldRecord.coordinateCapacity, room.coordinates);
  memory.write(WorldRecord.pointCapacity, room.points);
  memory.write(WorldRecord.bodyBase, bodyBase);
  memory.write(WorldRecord.jointBase, jointBase);
  memory.write(WorldRecord.coordinateBase, coordinateBase);
  memory.write(WorldRecord.pointBase, pointBase);
  memory.write(WorldRecord.transforms, transforms);
  memory.write(WorldRecord.velocities, velocities);
}

/** Whether all lies where its sizes say. */
function isState(bytes: Uint8Array): boolean {
  if (bytes.byteLength < WorldRecord.size || bytes.byteLength % 8 !== 0) return false;
  const memory = new ReferenceMemory(Uint8Array.from(bytes).buffer);
  const { size, ...places } = layoutFor(memory.room);
  const fits = (Object.keys(places) as (keyof typeof places)[]).every((name) => memory.read(WorldRecord[name]) === places[name]);
  return fits && size === bytes.byteLength;
}

function allocate(bytes: number, maxMemory: number): ArrayBuffer {
  if (bytes <= maxMemory && bytes < MOST_BYTES) {
    try {
      return new ArrayBuffer(bytes);
    } catch {
      // Falls through to the error that says what to do.
    }
  }
  throw outOfMemory();
}

function outOfMemory(): HolonomicError {
  return new HolonomicError(
    'out-of-memory',
    'The world needs more memory than its `maxMemory` or the engine allows; use fewer bodies and joints.',
  );
}
