// Snapshots as somebody else makes them: with the right checksum, and without the seal of this process.
import { checksumOf, WORDS } from '../../bindings/snapshot/header.ts';

/** Makes the header right for what the bytes are now. */
export function passOff(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const words = new Uint32Array(copy.buffer, 0, copy.byteLength >>> 2);
  words[WORDS.length] = copy.byteLength - HEADER_BYTES;
  words[WORDS.seal] ^= 1;
  words[WORDS.checksum] = checksumOf(words);
  return copy;
}

export const HEADER_BYTES = 4 * (WORDS.checksum + 1);
