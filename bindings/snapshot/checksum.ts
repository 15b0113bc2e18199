// A checksum for damage on the way: four lanes of multiplying and rotating over 32-bit words, after xxHash32 (Collet, 2012). It is no
// protection against anybody: whoever changes a snapshot can compute it again.

const A = 0x9e3779b1;
const B = 0x85ebca77;
const C = 0xc2b2ae3d;
const D = 0x27d4eb2f;

/** Goes on from the checksum of what came before; `words` may be of any number. */
export function checksum(words: Uint32Array, seed = 0): number {
  const count = words.length;
  let a = (seed + A + B) | 0;
  let b = (seed + B) | 0;
  let c = seed | 0;
  let d = (seed - A) | 0;
  let k = 0;
  for (; k + 3 < count; k += 4) {
    a = (a + Math.imul(words[k], B)) | 0;
    b = (b + Math.imul(words[k + 1], B)) | 0;
    c = (c + Math.imul(words[k + 2], B)) | 0;
    d = (d + Math.imul(words[k + 3], B)) | 0;
    a = Math.imul((a << 13) | (a >>> 19), A);
    b = Math.imul((b << 13) | (b >>> 19), A);
    c = Math.imul((c << 13) | (c >>> 19), A);
    d = Math.imul((d << 13) | (d >>> 19), A);
  }
  let hash = ((a << 1) | (a >>> 31)) + ((b << 7) | (b >>> 25)) + ((c << 12) | (c >>> 20)) + ((d << 18) | (d >>> 14));
  hash = (hash + 4 * count) | 0;
  for (; k < count; k++) {
    hash = (hash + Math.imul(words[k], C)) | 0;
    hash = Math.imul((hash << 17) | (hash >>> 15), D);
  }
  hash = Math.imul(hash ^ (hash >>> 15), B);
  hash = Math.imul(hash ^ (hash >>> 13), C);
  return (hash ^ (hash >>> 16)) >>> 0;
}
