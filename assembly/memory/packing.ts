/**
 * Snapshots hold only what of a state is not zero, in chunks of 16 bytes: a map with a bit a chunk, and the chunks whose bits are set. What differs
 * between two snapshots is written in the same way down to bytes. The bindings work window by window through a buffer:
 *
 *   map | data | plain | other
 */

/** Bytes of a state that are packed at a time. @layout */
export const PACKING_WINDOW: u32 = 16384;
/** Bytes of the map of a window. @layout */
export const PACKING_MAP: u32 = 128;
/** Room for the chunks of a window, or for what of it differs: a word, a map, and a mask of 16 bits with each chunk. @layout */
export const PACKING_DATA: u32 = 18576;

const CHUNK: usize = 16;
const MAP: usize = scratch<u8>(PACKING_MAP + PACKING_DATA + 2 * PACKING_WINDOW);
const DATA: usize = PACKING_MAP;
const PLAIN: usize = PACKING_MAP + PACKING_DATA;

export function packingBuffer(): usize {
  return MAP;
}

/** How many chunks from an address on are not zero. */
export function countChunks(from: usize, bytes: u32): u32 {
  let count: u32 = 0;
  for (let at = from; at < from + bytes; at += CHUNK) count += <u32>v128.any_true(v128.load(at));
  return count;
}

/** Writes the map of a window, and its chunks that are not zero; returns how many they are. `bytes` is a multiple of 16. */
export function packChunks(from: usize, bytes: u32): u32 {
  let to = MAP + DATA;
  for (let first: usize = 0; first < bytes; first += 32 * CHUNK) {
    const end = min<usize>(first + 32 * CHUNK, bytes);
    let bits: u32 = 0;
    let bit: u32 = 1;
    for (let at = first; at < end; at += CHUNK) {
      const chunk = v128.load(from + at);
      if (v128.any_true(chunk)) {
        bits |= bit;
        v128.store(to, chunk);
        to += CHUNK;
      }
      bit <<= 1;
    }
    store<u32>(MAP + (first >> 7), bits);
  }
  return <u32>((to - MAP - DATA) >> 4);
}

/** Puts the window that the map and the chunks say at an address. */
export function expandChunks(to: usize, bytes: u32): void {
  memory.fill(to, 0, bytes);
  let from = MAP + DATA;
  for (let first: usize = 0; first < bytes; first += 32 * CHUNK)
    for (let bits = load<u32>(MAP + (first >> 7)); bits; bits &= bits - 1) {
      const at = first + ((<usize>ctz<u32>(bits)) << 4);
      if (at >= bytes) return;
      v128.store(to + at, v128.load(from));
      from += CHUNK;
    }
}

/**
 * What of the two windows differs, as data: which 32 chunks do, a word; of those which chunk, a word each; of each such chunk a mask of its bytes, and
 * these, as exclusive or. Returns how many bytes that takes; 0 for none.
 */
export function writeDifference(bytes: u32): u32 {
  const plain = MAP + PLAIN;
  for (let at: usize = 0; at < bytes; at += CHUNK)
    v128.store(plain + at, v128.xor(v128.load(plain + at), v128.load(plain + at, PACKING_WINDOW)));
  // For the map; the chunks are written over.
  if (!packChunks(plain, bytes)) return 0;
  let words: u32 = 0;
  let to = MAP + DATA + 4;
  for (let word: u32 = 0; word << 9 < bytes; word++) {
    const bits = load<u32>(MAP + ((<usize>word) << 2));
    if (!bits) continue;
    words |= 1 << word;
    store<u32>(to, bits);
    to += 4;
  }
  store<u32>(MAP + DATA, words);
  for (let rest = words; rest; rest &= rest - 1) {
    const word = <usize>ctz<u32>(rest);
    for (let bits = load<u32>(MAP + (word << 2)); bits; bits &= bits - 1) {
      const from = plain + (word << 9) + ((<usize>ctz<u32>(bits)) << 4);
      const mask = ~i8x16.bitmask(i8x16.eq(v128.load(from), i8x16.splat(0))) & 0xffff;
      store<u16>(to, <u16>mask);
      to += 2;
      for (let left = mask; left; left &= left - 1) store<u8>(to++, load<u8>(from + <usize>ctz<i32>(left)));
    }
  }
  return <u32>(to - MAP - DATA);
}

/** Changes the plain window by such data; returns how many bytes these were. Data of any content do no harm. */
export function applyDifference(bytes: u32): u32 {
  const words = load<u32>(MAP + DATA);
  let from = MAP + DATA + 4 + ((<usize>popcnt<u32>(words)) << 2);
  let map = MAP + DATA + 4;
  for (let rest = words; rest; rest &= rest - 1) {
    const first = (<usize>ctz<u32>(rest)) << 9;
    for (let bits = load<u32>(map); bits; bits &= bits - 1) {
      const at = first + ((<usize>ctz<u32>(bits)) << 4);
      if (at >= bytes) return 0;
      const mask = <u32>load<u16>(from);
      from += 2;
      for (let left = mask; left; left &= left - 1) {
        const place = MAP + PLAIN + at + <usize>ctz<u32>(left);
        store<u8>(place, load<u8>(place) ^ load<u8>(from++));
      }
    }
    map += 4;
  }
  return <u32>(from - MAP - DATA);
}
