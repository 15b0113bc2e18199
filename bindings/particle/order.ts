/**
 * An order in which constraints that share no particles come together, and which gives the same as the order given: each is in the level behind
 * the last of those before it that it shares a particle with.
 */
export function levelOrder(count: number, particlesOf: (index: number) => ArrayLike<number>): Uint32Array {
  /** Of each particle the level behind its constraints so far. */
  const next = new Map<number, number>();
  const levels = new Uint32Array(count);
  let most = 0;
  for (let k = 0; k < count; k++) {
    const particles = particlesOf(k);
    let level = 0;
    for (let p = 0; p < particles.length; p++) level = Math.max(level, next.get(particles[p]) ?? 0);
    for (let p = 0; p < particles.length; p++) next.set(particles[p], level + 1);
    levels[k] = level;
    most = Math.max(most, level);
  }
  const starts = new Uint32Array(most + 2);
  for (const level of levels) starts[level + 1] += 1;
  for (let level = 0; level <= most; level++) starts[level + 1] += starts[level];
  const order = new Uint32Array(count);
  for (let k = 0; k < count; k++) order[starts[levels[k]]++] = k;
  return order;
}
