/**
 * A keyed hash that nobody who does not know the key can make collide: NH, twice with the key shifted, so that two different inputs agree
 * with a probability of 2^-64 (Black, Halevi, Krawczyk, Krovetz and Rogaway, "UMAC: Fast and Secure Message Authentication", 1999).
 *
 *   NH(k, m) = sum over i of ((m[i] + k[i]) mod 2^32) ((m[i + 4] + k[i + 4]) mod 2^32)   mod 2^64,  i in groups of four out of eight
 *
 * The bindings write two keys and a chunk of input to a buffer, and read 16 bytes for each key and block of the chunk: of a secret key for what
 * nobody may forge, of one that all know for what may be damaged.
 */

/** Bytes that are hashed to 16 by each key. @layout */
export const DIGEST_BLOCK: u32 = 4096;
/** Bytes of a key: a block, and the shift. The keys are where the buffer starts. @layout */
export const DIGEST_KEY: u32 = 4112;
/** Bytes of input that the buffer has room for, behind the keys; the output follows. @layout */
export const DIGEST_CHUNK: u32 = 32768;

const BUFFER: usize = scratch<u8>(2 * DIGEST_KEY + DIGEST_CHUNK + 32 * (DIGEST_CHUNK / DIGEST_BLOCK));
const SHIFT: usize = 16;

export function digestBuffer(): usize {
  return BUFFER;
}

/** Hashes so many blocks of the buffer. */
export function digestBlocks(count: u32): void {
  const input = BUFFER + 2 * DIGEST_KEY;
  let output = input + DIGEST_CHUNK;
  // Each block with one key, then with the other.
  for (let k: u32 = 0; k < 2 * count; k++, output += 16)
    hashBlock(input + <usize>(k >> 1) * DIGEST_BLOCK, BUFFER + <usize>(k & 1) * DIGEST_KEY, output);
}

function hashBlock(block: usize, keys: usize, out: usize): void {
  let low = i64x2.splat(0);
  let high = i64x2.splat(0);
  for (let at: usize = 0; at < DIGEST_BLOCK; at += 32) {
    const a = v128.load(block + at);
    const b = v128.load(block + at, 16);
    const key = v128.load(keys + at);
    const next = v128.load(keys + at, 16);
    const last = v128.load(keys + at + SHIFT, 16);
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
