// The seal of a snapshot: a keyed hash that says that this process took it, and that nobody has changed it since. The key is random and never
// leaves the process. The kernels hash blocks by NH (assembly/memory/digest.ts), and what comes of that goes through HalfSipHash-2-4
// (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012), so that seals reveal nothing of the key.
import { DIGEST_KEY } from '../core/layout.ts';

/** Hashes bytes to fewer, by a key of DIGEST_KEY bytes that nobody knows and by one that all know. */
export type Digest = (bytes: Uint8Array, key: Uint8Array) => { secret: Uint32Array; known: Uint32Array };

export type Seal = readonly [number, number];

let known: Uint8Array | undefined;
let key: { digest: Uint8Array; seal: Uint32Array } | null | undefined;

/** The key of this process; null where the platform has no random bytes, and then no snapshot has a seal. */
function theKey() {
  if (key === undefined) {
    const random = globalThis.crypto?.getRandomValues
      ? (bytes: number) => globalThis.crypto.getRandomValues(new Uint8Array(bytes))
      : undefined;
    key = random ? { digest: random(DIGEST_KEY), seal: new Uint32Array(random(8).buffer) } : null;
  }
  return key;
}

/** The key that a digest is made with; any where there is none. */
export const digestKey = (): Uint8Array => theKey()?.digest ?? new Uint8Array(DIGEST_KEY);

/** The key that all know: the same in every process, and as good as random (Marsaglia, "Xorshift RNGs", 2003). */
export function knownKey(): Uint8Array {
  if (known) return known;
  const words = new Uint32Array(DIGEST_KEY / 4);
  let state = 0x9e3779b9;
  for (let k = 0; k < words.length; k++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[k] = state;
  }
  known = new Uint8Array(words.buffer);
  return known;
}

/** The seal of a header's words and what a state was hashed to; null where there is no key. */
export function sealOf(header: readonly number[], digest: Uint32Array): Seal | null {
  const secret = theKey();
  return secret && halfSipHash([header, digest], secret.seal);
}

function halfSipHash(lists: readonly ArrayLike<number>[], [k0, k1]: Uint32Array): Seal {
  let [a, b, c, d] = [k0 | 0, (k1 ^ 0xee) | 0, 0x6c796765 ^ k0, 0x74656462 ^ k1];
  const mix = (rounds: number) => {
    for (let k = 0; k < rounds; k++) {
      a = (a + b) | 0;
      b = ((b << 5) | (b >>> 27)) ^ a;
      a = (a << 16) | (a >>> 16);
      c = (c + d) | 0;
      d = ((d << 8) | (d >>> 24)) ^ c;
      a = (a + d) | 0;
      d = ((d << 7) | (d >>> 25)) ^ a;
      c = (c + b) | 0;
      b = ((b << 13) | (b >>> 19)) ^ c;
      c = (c << 16) | (c >>> 16);
    }
  };
  let bytes = 0;
  for (const list of lists) {
    bytes += 4 * list.length;
    for (let k = 0; k < list.length; k++) {
      d ^= list[k];
      mix(2);
      a ^= list[k];
    }
  }
  d ^= bytes << 24;
  mix(2);
  a ^= bytes << 24;
  c ^= 0xee;
  mix(4);
  const low = (b ^ d) >>> 0;
  b ^= 0xdd;
  mix(4);
  return [low, (b ^ d) >>> 0];
}
