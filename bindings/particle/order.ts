/** An order in which constraints of one colour, which share no particles, come together: greedy colours, in the order given within each. */
export function colorOrder(count: number, particlesOf: (index: number) => ArrayLike<number>): Uint32Array {
  /** For each particle the colours of its constraints so far, 32 a word. */
  const used = new Map<number, number[]>();
  const colors = new Uint32Array(count);
  let most = 0;
  for (let k = 0; k < count; k++) {
    const particles = particlesOf(k);
    let color = 0;
    for (let word = 0; ; word++) {
      let taken = 0;
      for (let p = 0; p < particles.length; p++) taken |= used.get(particles[p])?.[word] ?? 0;
      if (taken === -1) continue;
      color = 32 * word + (31 - Math.clz32(~taken & -~taken));
      break;
    }
    colors[k] = color;
    most = Math.max(most, color);
    for (let p = 0; p < particles.length; p++) {
      const words = used.get(particles[p]) ?? [];
      while (words.length <= color >>> 5) words.push(0);
      words[color >>> 5] |= 1 << (color & 31);
      used.set(particles[p], words);
    }
  }
  const starts = new Uint32Array(most + 2);
  for (const color of colors) starts[color + 1] += 1;
  for (let color = 0; color <= most; color++) starts[color + 1] += starts[color];
  const order = new Uint32Array(count);
  for (let k = 0; k < count; k++) order[starts[colors[k]]++] = k;
  return order;
}
