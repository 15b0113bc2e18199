// A name for what a job says: jobs that say the same have the same one, in every process.

/** 128 bits in hexadecimal of plain data, whatever the order of its names; what is undefined counts as not there. */
export function contentKey(value: unknown): string {
  const text = canonical(value);
  const lanes = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k);
    for (let lane = 0; lane < 4; lane++) {
      const mixed = Math.imul(lanes[lane] ^ code, 0x01000193 + 0x100 * lane);
      lanes[lane] = (mixed ^ (mixed >>> 15)) + Math.imul(lanes[(lane + 1) & 3], 0x9e3779b1);
    }
  }
  // Once more around, so that the last letters reach all bits.
  for (let round = 0; round < 8; round++) {
    const lane = round & 3;
    const mixed = Math.imul(lanes[lane] ^ (lanes[lane] >>> 16), 0x7feb352d) ^ lanes[(lane + 3) & 3];
    lanes[lane] = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  }
  return lanes.map((lane) => ((lane ^ (lane >>> 16)) >>> 0).toString(16).padStart(8, '0')).join('');
}

function canonical(value: unknown): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, content]) => content !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => `${JSON.stringify(name)}:${canonical(content)}`)
    .join(',')}}`;
}
