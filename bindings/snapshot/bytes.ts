// What somebody gives as a snapshot, seen as bytes that lie well and stay what they are while they are read.
import { plainBytes } from '../core/lists.ts';

/** The bytes as a plain array, aligned to words; a copy where that needs one, or where other threads can write. Null for anything else. */
export function alignedBytes(given: unknown): Uint8Array<ArrayBuffer> | null {
  const bytes = plainBytes(given);
  if (!bytes) return null;
  const { buffer, byteOffset, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && byteOffset % 8 === 0) return new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint8Array(bytes);
}
