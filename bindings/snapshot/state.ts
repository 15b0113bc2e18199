// The state in a snapshot, seen at the addresses that it will have in the memory, so that what is in it can be looked at before a world takes it.
import { HolonomicError } from '../core/errors.ts';
import { WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/state-memory.ts';
import type { ShapeBase } from '../shape/shape.ts';

/** The shapes of a snapshot by slot. */
export type SnapshotShapes = readonly (ShapeBase | undefined)[];

export class SnapshotState implements StateMemory {
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly u8: Uint8Array;

  /** Copies the bytes: nobody else can change them while they are checked. */
  constructor(
    bytes: Uint8Array,
    readonly world: number,
  ) {
    const buffer = new ArrayBuffer(world + bytes.byteLength);
    this.u8 = new Uint8Array(buffer);
    this.u8.set(bytes, world);
    this.f64 = new Float64Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
  }

  /** Where the state ends. */
  get end(): number {
    return this.u8.byteLength;
  }

  /** The bytes of the state alone. */
  get bytes(): Uint8Array {
    return this.u8.subarray(this.world);
  }

  /** A field of the world's record. */
  field(field: number): number {
    return this.u32[(this.world + field) >>> 2];
  }

  /** Has the bundles of joints packed again, and direct solves planned again: those of a stranger hold addresses. */
  unpack(bit: number): void {
    this.u32[(this.world + WorldRecord.planEnd) >>> 2] = 0;
    this.u32[(this.world + WorldRecord.topologyDirty) >>> 2] |= bit;
  }
}

/** Refuses a snapshot that no world can have taken. */
export function unsound(why: string): never {
  throw new HolonomicError('bad-snapshot', `This snapshot is not sound: ${why}. Take a new one from a world.`);
}

export function requireSound(condition: boolean, why: string): void {
  if (!condition) unsound(why);
}

/** Refuses fields of a record that are not finite, or not what `test` wants. */
export function requireNumbers(
  { f64 }: StateMemory,
  record: number,
  fields: readonly number[],
  test: (value: number) => boolean,
  what: string,
): void {
  for (let k = 0; k < fields.length; k++) if (!test(f64[(record + fields[k]) >>> 3])) unsound(`${what} is out of range`);
}

export const isFinite64 = (value: number): boolean => Number.isFinite(value);
export const isNonNegative = (value: number): boolean => value >= 0 && value < Infinity;
/** Finite or without a bound. */
export const isBound = (value: number): boolean => !Number.isNaN(value);
export const isThreshold = (value: number): boolean => value >= 0;
export const isCoefficient = (value: number): boolean => value >= 0 && value <= 1e30;

/** Whether three numbers are a unit vector, or zero: the side of a surface. */
export function isSide({ f64 }: StateMemory, vector: number): boolean {
  const [x, y, z] = f64.subarray(vector >>> 3, (vector >>> 3) + 3);
  const square = x * x + y * y + z * z;
  return square === 0 || Math.abs(square - 1) < 1e-6;
}

/** Byte offsets of consecutive numbers. */
export const range = (first: number, last: number): number[] => Array.from({ length: (last - first) / 8 + 1 }, (_, k) => first + 8 * k);

const NEARLY = 1e-6;

/** Refuses four numbers that are no rotation. */
export function requireRotation({ f64 }: StateMemory, record: number, what: string): void {
  const at = record >>> 3;
  const square = f64[at] * f64[at] + f64[at + 1] * f64[at + 1] + f64[at + 2] * f64[at + 2] + f64[at + 3] * f64[at + 3];
  requireSound(Math.abs(square - 1) < NEARLY, `${what} is no rotation`);
}
