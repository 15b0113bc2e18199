// The kernels as they are compiled, but for the limits of the memory that they import: a shared memory has to be declared as such.
const IMPORTS = 2;
const KINDS = { function: 0, table: 1, memory: 2, global: 3 };
const LIMITS = { hasEnd: 1, shared: 2 };

class Reader {
  at = 8;

  constructor(readonly bytes: Uint8Array) {}

  /** An unsigned LEB128 number. */
  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  skip(bytes: number): void {
    this.at += bytes;
  }
}

function leb(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low + 128, ...leb(Math.floor(value / 128))];
}

/** The bytes of a module that imports a shared memory of at most so many pages. */
export function withSharedMemory(bytes: Uint8Array, pages: number): Uint8Array<ArrayBuffer> {
  const reader = new Reader(bytes);
  while (reader.at < bytes.length) {
    const start = reader.at;
    const id = bytes[reader.at++];
    const size = reader.number();
    const contents = reader.at;
    if (id !== IMPORTS) {
      reader.skip(size);
      continue;
    }
    for (let left = reader.number(); left > 0; left--) {
      reader.skip(reader.number()); // the name of a module, then that of what it has
      reader.skip(reader.number());
      const kind = bytes[reader.at++];
      if (kind === KINDS.function) reader.number();
      else if (kind === KINDS.global) reader.skip(2);
      else if (kind === KINDS.memory) {
        const flags = reader.at;
        if (bytes[reader.at++] !== 0) throw new Error('The memory has an end already.');
        const least = reader.number();
        const limits = [LIMITS.hasEnd | LIMITS.shared, ...leb(least), ...leb(pages)];
        const section = [...bytes.subarray(contents, flags), ...limits, ...bytes.subarray(reader.at, contents + size)];
        return Uint8Array.from([...bytes.subarray(0, start), id, ...leb(section.length), ...section, ...bytes.subarray(contents + size)]);
      } else throw new Error('The kernels import a table.');
    }
  }
  throw new Error('The kernels import no memory.');
}
