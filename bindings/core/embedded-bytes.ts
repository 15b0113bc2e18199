// The bytes of the kernels that the package has in it as text.

/** The bytes of a text in base64. */
export function embeddedBytes(text: string): Uint8Array<ArrayBuffer> {
  // What engines have for it: the loop below has not been compiled yet when a program starts.
  const { Buffer, Uint8Array: Bytes } = globalThis as {
    Buffer?: { from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer> };
    Uint8Array: { fromBase64?(text: string): Uint8Array<ArrayBuffer> };
  };
  if (Bytes.fromBase64) return Bytes.fromBase64(text);
  if (Buffer) return Buffer.from(text, 'base64');
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let k = 0; k < binary.length; k++) bytes[k] = binary.charCodeAt(k);
  return bytes;
}

/** What was deflated, by what the engine has for it: some places, such as jsdom, have nothing. */
export async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): typeof import('node:zlib') | undefined } };
  const zlib = process?.getBuiltinModule?.('node:zlib');
  if (zlib?.inflateSync) return zlib.inflateSync(bytes);
  if (typeof DecompressionStream === 'undefined' || typeof Response === 'undefined') return (await import('./inflate.ts')).inflate(bytes);
  const stream = new Response(bytes).body!.pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
