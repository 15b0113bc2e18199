// What somebody gives as a snapshot, seen as bytes that lie well and stay what they are while they are read.

/** Reads what a typed array is about, whatever properties of the same names somebody has put over them. */
function reader<Value>(name: 'buffer' | 'byteOffset' | 'byteLength'): (bytes: Uint8Array) => Value {
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), name)!;
  return (bytes) => get!.call(bytes) as Value;
}
const bufferOf = reader<ArrayBufferLike>('buffer');
const offsetOf = reader<number>('byteOffset');
const lengthOf = reader<number>('byteLength');

/** The bytes as a plain array, aligned to words; a copy where that needs one, or where other threads can write. Null for anything else. */
export function plainBytes(given: unknown): Uint8Array<ArrayBuffer> | null {
  if (!(given instanceof Uint8Array) || !ArrayBuffer.isView(given)) return null;
  const [buffer, offset, length] = [bufferOf(given), offsetOf(given), lengthOf(given)];
  if (buffer instanceof ArrayBuffer && offset % 8 === 0) return new Uint8Array(buffer, offset, length);
  return new Uint8Array(new Uint8Array(buffer, offset, length));
}
