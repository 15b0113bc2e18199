// Snapshots as somebody else makes them: with the right checksum, and without the seal of this process.
import { World } from '../../bindings/index.ts';
import { checksumOf, Form, WORDS } from '../../bindings/snapshot/header.ts';
import { expand } from '../../bindings/snapshot/packing.ts';
import { PlainStorage } from '../../reference/plain-storage.ts';

export const HEADER_BYTES = 4 * (WORDS.checksum + 1);

const kernels = (await World.create()).live;
const plainStorage = new PlainStorage();

const headerOf = (bytes: Uint8Array) => new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_BYTES / 4);

/** The same snapshot with its state as it lies in the memory: behind the header, and all of it. */
export function laidOpen(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes);
  const words = headerOf(copy);
  if (words[WORDS.form] !== Form.Packed) return copy;
  const state = expand({ bytes: copy.subarray(HEADER_BYTES), length: words[WORDS.length] });
  const open = new Uint8Array(HEADER_BYTES + state.byteLength);
  open.set(copy.subarray(0, HEADER_BYTES));
  open.set(state, HEADER_BYTES);
  headerOf(open)[WORDS.form] = Form.Plain;
  return open;
}

/** Makes the header right for what the bytes are now. */
export function passOff(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = laidOpen(bytes);
  const words = headerOf(copy);
  words[WORDS.length] = copy.byteLength - HEADER_BYTES;
  words[WORDS.seal] ^= 1;
  words[WORDS.checksum] = checksumOf(copy, words[WORDS.kind] >>> 4 ? kernels : plainStorage);
  return copy;
}
