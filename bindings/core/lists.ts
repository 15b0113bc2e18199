// Lists that users give: their lengths and entries are read once, and copied.
import { describe, typedArrayName, unreadable } from './arguments.ts';
import { HolonomicError } from './errors.ts';

/** More numbers do not fit into the memory of a world. */
const LONGEST = 1 << 29;
/** Room for the entries of what says to be a list, until it has shown as many. */
const FIRST_ROOM = 1 << 16;

/** The length of a list; undefined for what is none. Throws `invalid-argument` for one that is too long. */
export function listLength(list: unknown, name: string): number | undefined {
  if (typeof list !== 'object' || list === null) return undefined;
  let length: unknown;
  try {
    ({ length } = list as { length?: unknown });
  } catch (cause) {
    unreadable(name, cause);
  }
  if (!Number.isInteger(length) || (length as number) < 0) return undefined;
  if ((length as number) > LONGEST)
    throw new HolonomicError('invalid-argument', `${name} must hold at most ${LONGEST} numbers, but its length is ${length}.`);
  return length as number;
}

/** Copies so many entries of a list; `read` makes numbers of them, or throws. */
export function copyNumbers(list: unknown, length: number, name: string, read: (value: unknown, index: number) => number): Float64Array {
  const given = list as ArrayLike<unknown>;
  let copy = room(typedArrayName(list) ? length : Math.min(length, FIRST_ROOM));
  try {
    for (let k = 0; k < length; k++) {
      if (k === copy.length) {
        const longer = room(Math.min(2 * k, length));
        longer.set(copy);
        copy = longer;
      }
      copy[k] = read(given[k], k);
    }
  } catch (cause) {
    unreadable(name, cause);
  }
  return copy;
}

function room(length: number): Float64Array {
  try {
    return new Float64Array(length);
  } catch (cause) {
    throw new HolonomicError('out-of-memory', `There is no memory for ${length} numbers; pass fewer.`, { cause });
  }
}

/** A list of numbers that shows what it holds as an array that nobody can change, made when it is first asked for. */
export class ShownNumbers<List extends Float64Array | Uint32Array> {
  private frozen: readonly number[] | undefined;

  constructor(readonly list: List) {}

  get shown(): readonly number[] {
    this.frozen ??= Object.freeze(Array.from(this.list));
    return this.frozen;
  }
}

/** A finite number of a list. */
export function finiteEntry(value: unknown, name: string, index: number): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new HolonomicError('invalid-argument', `${name}[${index}] must be a finite number, but is ${describe(value)}.`);
}

/** What `read` makes of the entries of an array, which may hold at most so many. The first that it refuses is the last to be read. */
export function readArray<Entry>(value: unknown, name: string, most: number, read: (entry: unknown, index: number) => Entry): Entry[] {
  const entries: Entry[] = [];
  try {
    if (!Array.isArray(value)) throw new HolonomicError('invalid-argument', `${name} must be an array, but is ${describe(value)}.`);
    const { length } = value;
    if (length > most)
      throw new HolonomicError('invalid-argument', `${name} must hold at most ${most} entries, but its length is ${length}.`);
    for (let k = 0; k < length; k++) entries.push(read(value[k], k));
  } catch (cause) {
    unreadable(name, cause);
  }
  return entries;
}

/** How many entries a list has that needs one. */
export const SOME: readonly [least: number, most: number] = [1, Number.POSITIVE_INFINITY];

/**
 * The same of an array that has to hold from `least` to `most` entries; `needs` says so to whoever gives another one. Methods of arrays pass over entries that are missing, and
 * may be the user's own: these are refused like any others.
 */
export function readEntries<Entry>(
  value: unknown,
  name: string,
  [least, most]: readonly [least: number, most: number],
  needs: () => string,
  read: (entry: unknown, index: number) => Entry,
): Entry[] {
  const entries: Entry[] = [];
  try {
    const length = Array.isArray(value) ? value.length : -1;
    if (length < least || length > most) throw new HolonomicError('invalid-argument', needs());
    for (let k = 0; k < length; k++) entries.push(read((value as readonly unknown[])[k], k));
  } catch (cause) {
    unreadable(name, cause);
  }
  return entries;
}

const TYPED_ARRAY = Object.getPrototypeOf(Uint8Array.prototype);
const intrinsic = (name: string): ((this: unknown) => unknown) => Object.getOwnPropertyDescriptor(TYPED_ARRAY, name)!.get!;
const [bufferOf, offsetOf, lengthOf] = [intrinsic('buffer'), intrinsic('byteOffset'), intrinsic('length')];
const setEntries: (this: unknown, values: ArrayLike<number>, at: number) => void = TYPED_ARRAY.set;

/** The same bytes as a Uint8Array that nobody has changed the methods of; undefined for what is none. */
export function plainBytes(value: unknown): Uint8Array | undefined {
  if (typedArrayName(value) !== 'Uint8Array') return undefined;
  const length = lengthOf.call(value) as number;
  if (length === 0) return new Uint8Array(0); // also of a buffer that has been transferred
  return new Uint8Array(bufferOf.call(value) as ArrayBuffer, offsetOf.call(value) as number, length);
}

/** Whether a value is a typed array of a class and a length, and not only says so. */
export function isTypedArray(
  value: unknown,
  name: 'Float64Array' | 'Float32Array' | 'Int32Array' | 'Uint32Array' | 'Uint8Array',
  length?: number,
): boolean {
  return typedArrayName(value) === name && (length === undefined || lengthOf.call(value) === length);
}

/** Writes to a typed array of the user's, whatever its methods are. */
export function writeEntries(target: unknown, values: ArrayLike<number>, at: number): void {
  setEntries.call(target, values, at);
}
