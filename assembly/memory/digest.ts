/**
 * A keyed hash that nobody who does not know the key can make collide: NH, twice with the key shifted, so that two different inputs agree
 * with a probability of 2^-64 (Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC: Fast and Secure Message Authentication", 1999).
 *
 *   NH(k, m) = sum over i of ((m[i] + k[i]) mod 2^32) ((m[i + 4] + k[i + 4]) mod 2^32)   mod 2^64,  i in groups of four out of eight
 *
 * The bindings write the key and a chunk of input to a buffer, and read 16 bytes for each block of the chunk.
 */

/** Bytes that are hashed to 16. @layout */
export const DIGEST_BLOCK: u32 = 4096;
/** Bytes of the key, which is where the buffer starts: a block, and the shift. @layout */
export const DIGEST_KEY: u32 = 4112;
/** Bytes of input that the buffer has room for, behind the key; the output follows. @layout */
export const DIGEST_CHUNK: u32 = 32768;

const BUFFER: usize = scratch<u8>(DIGEST_KEY + DIGEST_CHUNK + 16 * (DIGEST_CHUNK / DIGEST_BLOCK));
const SHIFT: usize = 16;

export function digestBuffer(): usize {
  return BUFFER;
}

/** Hashes so many blocks of the buffer. */
export function digestBlocks(count: u32): void {
  const input = BUFFER + DIGEST_KEY;
  const output = input + DIGEST_CHUNK;
  for (let k: u32 = 0; k < count; k++) hashBlock(input + <usize>k * DIGEST_BLOCK, output + ((<usize>k) << 4));
}

function hashBlock(block: usize, out: usize): void {
  let low = i64x2.splat(0);
  let high = i64x2.splat(0);
  for (let at: usize = 0; at < DIGEST_BLOCK; at += 32) {
    const a = v128.load(block + at);
    const b = v128.load(block + at, 16);
    const key = v128.load(BUFFER + at);
    const next = v128.load(BUFFER + at, 16);
    const last = v128.load(BUFFER + at + SHIFT, 16);
    low = i64x2.add(low, multiply(i32x4.add(a, key), i32x4.add(b, next)));
    high = i64x2.add(high, multiply(i32x4.add(a, next), i32x4.add(b, last)));
  }
  store<u64>(out, <u64>i64x2.extract_lane(low, 0) + <u64>i64x2.extract_lane(low, 1));
  store<u64>(out, <u64>i64x2.extract_lane(high, 0) + <u64>i64x2.extract_lane(high, 1), 8);
}

/** The four products of two vectors of 32 bits, summed in twos. */
function multiply(a: v128, b: v128): v128 {
  return i64x2.add(i64x2.extmul_low_i32x4_u(a, b), i64x2.extmul_high_i32x4_u(a, b));
}
