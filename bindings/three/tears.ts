// What is left of lines and triangles where distances have torn.

/** Numbers of pairs of particles. */
export type Torn = ReadonlySet<number>;

/** More than there are particles in a set. */
const STRIDE = 67_108_864;

const pairOf = (a: number, b: number): number => Math.min(a, b) * STRIDE + Math.max(a, b);

/** What calls back when other distances of a set have torn than the last time; at first none have. */
export function onTears(set: { readonly brokenPairs?: ArrayLike<number> }, change: (torn: Torn) => void): () => void {
  let known: ArrayLike<number> = [];
  return () => {
    const pairs = set.brokenPairs ?? [];
    if (pairs.length === known.length && Array.prototype.every.call(pairs, (particle, k) => particle === known[k])) return;
    known = Array.from(pairs);
    change(new Set(Array.from({ length: pairs.length / 2 }, (_, k) => pairOf(pairs[2 * k], pairs[2 * k + 1]))));
  };
}

/** The pieces of lines, also those of one particle. */
export function wholeLines(lines: readonly ArrayLike<number>[], torn: Torn): ArrayLike<number>[] {
  return lines.flatMap((line) => {
    const particles = Array.from(line);
    const ends = particles.flatMap((particle, k) => (k > 0 && torn.has(pairOf(particles[k - 1], particle)) ? [k] : []));
    return [0, ...ends].map((from, k) => particles.slice(from, ends[k]));
  });
}

/** The triangles none of whose edges has torn. */
export function wholeTriangles(triangles: Uint32Array, torn: Torn): Uint32Array {
  return triangles.filter((_, k) => {
    const [a, b, c] = triangles.subarray(k - (k % 3), k - (k % 3) + 3);
    return ![pairOf(a, b), pairOf(b, c), pairOf(c, a)].some((pair) => torn.has(pair));
  });
}
