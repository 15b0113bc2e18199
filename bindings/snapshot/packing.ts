// States in snapshots: what of them is not zero, in chunks of 16 bytes behind a map with a bit a chunk, and what differs between two of them.
// See assembly/memory/packing.ts.
import { PACKING_DATA, PACKING_MAP, PACKING_WINDOW } from '../core/layout.ts';
import type { StateMemory } from '../core/state-memory.ts';

const CHUNK = 16;
/** Bytes of a state that a word of the map is of; windows and gaps begin at multiples of it. */
const WORD_SPAN = 32 * CHUNK;
/** Bytes of a state that each byte of the map stands for. */
const COVERED = 8 * CHUNK;

/** What packs, in the kernels. */
export interface PackingKernels {
  packingBuffer(): number;
  countChunks(from: number, bytes: number): number;
  packChunks(from: number, bytes: number): number;
  expandChunks(to: number, bytes: number): void;
  writeDifference(bytes: number): number;
  applyDifference(bytes: number): number;
}

/** A state that is packed, and how long it is when it is not. */
export interface Packed {
  bytes: Uint8Array;
  length: number;
}

/** Bytes of the map of a state, filled up so that chunks lie well. */
const mapBytes = (length: number): number => Math.ceil(length / COVERED / CHUNK) * CHUNK;

/** Where each byte of the map has its chunks is the sum of the bits before it. */
const BITS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

function countBits(bytes: Uint8Array): number {
  let count = 0;
  for (let k = 0; k < bytes.length; k++) count += BITS[bytes[k]];
  return count;
}

/** Whether bytes are a state of the length that they are said to be of, packed. */
export function isPacked({ bytes: packed, length }: Packed): boolean {
  const map = mapBytes(length);
  if (length <= 0 || length % CHUNK !== 0 || packed.byteLength < map) return false;
  const beyond = length / CHUNK;
  const last = packed[beyond >>> 3] ?? 0;
  const isInside = last >>> (beyond & 7) === 0 || beyond >>> 3 >= map;
  const rest = packed.subarray((beyond >>> 3) + 1, map);
  return isInside && rest.every((byte) => byte === 0) && packed.byteLength === map + CHUNK * countBits(packed.subarray(0, map));
}

/** A state as it was before it was packed. */
export function expand({ bytes: packed, length }: Packed): Uint8Array<ArrayBuffer> {
  const state = new Uint8Array(length);
  let from = mapBytes(length);
  for (let k = 0; k * COVERED < length; k++)
    for (let bits = packed[k]; bits !== 0; bits &= bits - 1) {
      const at = k * COVERED + CHUNK * (31 - Math.clz32(bits & -bits));
      state.set(packed.subarray(from, from + CHUNK), at);
      from += CHUNK;
    }
  return state;
}

/** Reads words of a packed state, by their bytes from its start. */
export function wordsOf({ bytes: packed, length }: Packed): (at: number) => number {
  const map = mapBytes(length);
  const words = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const before = new Uint32Array(Math.ceil(map / PACKING_MAP) + 1);
  for (let window = 0; window + 1 < before.length; window++)
    before[window + 1] = before[window] + countBits(packed.subarray(window * PACKING_MAP, Math.min((window + 1) * PACKING_MAP, map)));
  return (at) => {
    const place = Math.floor(at / COVERED);
    const bit = (at % COVERED) >>> 4;
    if (!(at < length) || !((packed[place] >>> bit) & 1)) return 0;
    const window = Math.floor(place / PACKING_MAP);
    const inside = countBits(packed.subarray(window * PACKING_MAP, place)) + BITS[packed[place] & ((1 << bit) - 1)];
    return words.getUint32(map + CHUNK * (before[window] + inside) + (at % CHUNK), true);
  };
}

/** Goes through a packed state window by window. */
class Windows {
  /** Whether the window has no chunk. */
  isEmpty = true;
  /** Bytes of the map, from where, and how many chunks from where that are. */
  private map = 0;
  private size = 0;
  private chunks: number;
  private count = 0;

  constructor(private readonly state: Packed) {
    this.chunks = mapBytes(state.length);
  }

  /** The next one: so many bytes from `start` on, or what of them there is. */
  next(start: number, bytes: number): void {
    this.chunks += CHUNK * this.count;
    this.map = start / COVERED;
    this.size = Math.max(0, Math.ceil(Math.min(this.state.length - start, bytes) / COVERED));
    this.count = countBits(this.state.bytes.subarray(this.map, this.map + this.size));
    this.isEmpty = this.count === 0;
  }

  /** Puts its map and chunks into the buffer of the kernels. */
  put(u8: Uint8Array, buffer: number): void {
    u8.fill(0, buffer, buffer + PACKING_MAP);
    u8.set(this.state.bytes.subarray(this.map, this.map + this.size), buffer);
    u8.set(this.state.bytes.subarray(this.chunks, this.chunks + CHUNK * this.count), buffer + PACKING_MAP);
  }
}

/** Bytes of a state that snapshots go without, and their end, in order; from its start. */
export type Gaps = readonly (readonly [start: number, end: number])[];

export class Packing {
  constructor(
    private readonly memory: () => StateMemory,
    private readonly kernels: PackingKernels,
  ) {}

  /** Packs `length` bytes of the memory from `from` on, as if there were zeros in the gaps, behind so many bytes of room. */
  pack(from: number, length: number, gaps: Gaps, room: number): Uint8Array<ArrayBuffer> {
    const runs = kept(length, gaps);
    const chunks = runs.reduce((sum, [start, end]) => sum + this.kernels.countChunks(from + start, end - start), 0);
    const map = room + mapBytes(length);
    const packed = new Uint8Array(map + CHUNK * chunks);
    let to = map;
    for (const [first, last] of runs)
      for (let start = first; start < last; start += PACKING_WINDOW)
        to = this.packWindow(packed, room + start / COVERED, to, from + start, Math.min(last - start, PACKING_WINDOW));
    return packed;
  }

  private packWindow(packed: Uint8Array, map: number, to: number, from: number, bytes: number): number {
    const buffer = this.kernels.packingBuffer();
    const count = this.kernels.packChunks(from, bytes);
    if (count === 0) return to;
    const { u8 } = this.memory();
    packed.set(u8.subarray(buffer, buffer + Math.ceil(bytes / COVERED)), map);
    packed.set(u8.subarray(buffer + PACKING_MAP, buffer + PACKING_MAP + CHUNK * count), to);
    return to + CHUNK * count;
  }

  /** Puts a state back that is packed. */
  unpack(state: Packed, to: number): void {
    const { length } = state;
    const { u8 } = this.memory();
    const windows = new Windows(state);
    const buffer = this.kernels.packingBuffer();
    for (let start = 0; start < length; start += PACKING_WINDOW) {
      const bytes = Math.min(length - start, PACKING_WINDOW);
      windows.next(start, bytes);
      this.show(windows, u8, buffer, bytes, to + start);
    }
  }

  /** How two packed states differ, behind so many bytes of room: which windows do, and what in them. Both are filled up with zeros to `length`. */
  difference(before: Packed, after: Packed, room: number): Uint8Array<ArrayBuffer> {
    const length = after.length;
    const parts: Uint8Array[] = [];
    const marks = new Uint8Array(markBytes(length));
    const { u8 } = this.memory();
    const buffer = this.kernels.packingBuffer();
    const [plain, other] = [buffer + PACKING_MAP + PACKING_DATA, buffer + PACKING_MAP + PACKING_DATA + PACKING_WINDOW];
    const sides = [new Windows(before), new Windows(after)];
    let size = 0;
    for (let start = 0, window = 0; start < length; start += PACKING_WINDOW, window++) {
      const bytes = Math.min(length - start, PACKING_WINDOW);
      for (const side of sides) side.next(start, bytes);
      if (sides[0].isEmpty && sides[1].isEmpty) continue;
      this.show(sides[0], u8, buffer, bytes, plain);
      this.show(sides[1], u8, buffer, bytes, other);
      const written = this.kernels.writeDifference(bytes);
      if (written === 0) continue;
      marks[window >>> 3] |= 1 << (window & 7);
      parts.push(u8.slice(buffer + PACKING_MAP, buffer + PACKING_MAP + written));
      size += written;
    }
    const found = new Uint8Array(room + marks.length + size);
    found.set(marks, room);
    let at = room + marks.length;
    for (const part of parts) {
      found.set(part, at);
      at += part.length;
    }
    return found;
  }

  /** Puts a window at an address. */
  private show(side: Windows, u8: Uint8Array, buffer: number, bytes: number, to: number): void {
    if (side.isEmpty) {
      u8.fill(0, to, to + bytes);
      return;
    }
    side.put(u8, buffer);
    this.kernels.expandChunks(to, bytes);
  }

  /** The packed state of `length` bytes, `size` when packed, that differs so from another; null where the bytes do not say it. Behind room. */
  merge(before: Packed, difference: Uint8Array, length: number, size: number, room: number): Uint8Array<ArrayBuffer> | null {
    const marks = markBytes(length);
    const packed = new Uint8Array(room + size);
    const { u8 } = this.memory();
    const buffer = this.kernels.packingBuffer();
    const plain = buffer + PACKING_MAP + PACKING_DATA;
    const side = new Windows(before);
    let from = marks;
    let to = room + mapBytes(length);
    for (let start = 0, window = 0; start < length; start += PACKING_WINDOW, window++) {
      const bytes = Math.min(length - start, PACKING_WINDOW);
      side.next(start, bytes);
      const differs = (difference[window >>> 3] >>> (window & 7)) & 1;
      if (side.isEmpty && !differs) continue;
      this.show(side, u8, buffer, bytes, plain);
      if (differs) {
        const data = difference.subarray(from, from + PACKING_DATA);
        u8.set(data, buffer + PACKING_MAP);
        u8.fill(0, buffer + PACKING_MAP + data.length, plain);
        const read = this.kernels.applyDifference(bytes);
        from += read;
        if (read === 0 || from > difference.length) return null;
      }
      const count = this.kernels.packChunks(plain, bytes);
      if (to + CHUNK * count > packed.length) return null;
      packed.set(u8.subarray(buffer, buffer + Math.ceil(bytes / COVERED)), room + start / COVERED);
      packed.set(u8.subarray(buffer + PACKING_MAP, buffer + PACKING_MAP + CHUNK * count), to);
      to += CHUNK * count;
    }
    const windows = Math.ceil(length / PACKING_WINDOW);
    const isMarked = difference.subarray(0, marks).some((byte, k) => byte >>> Math.max(0, Math.min(8, windows - 8 * k)) !== 0);
    return to === packed.length && from === difference.length && !isMarked ? packed : null;
  }
}

const markBytes = (length: number): number => Math.ceil(length / PACKING_WINDOW / 64) * 8;

/** What is between the gaps; each begins and ends with a word of the map. */
function kept(length: number, gaps: Gaps): [start: number, end: number][] {
  const runs: [number, number][] = [];
  let start = 0;
  for (const gap of gaps) {
    const [first, last] = [Math.ceil(gap[0] / WORD_SPAN) * WORD_SPAN, Math.floor(gap[1] / WORD_SPAN) * WORD_SPAN];
    if (last <= first) continue;
    if (first > start) runs.push([start, first]);
    start = last;
  }
  if (length > start) runs.push([start, length]);
  return runs;
}
