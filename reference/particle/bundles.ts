// Constraints in bundles of LANES that share no particles, and lines side by side: what the kernels of particles work through.

/** Numbers of constraints, LANES for each bundle; -1 for idle lanes. Those without particles are left out. */
export function bundled(count: number, lanes: number, particlesOf: (index: number) => ArrayLike<number> | null): Int32Array {
  const places: number[] = [];
  let inBundle = new Set<number>();
  let lane = 0;
  const close = () => {
    while (lane > 0 && lane < lanes) {
      places.push(-1);
      lane += 1;
    }
    lane = 0;
    inBundle = new Set();
  };
  for (let index = 0; index < count; index++) {
    const found = particlesOf(index);
    if (!found) continue;
    const particles = Array.from(found);
    if (lane === lanes || particles.some((particle) => inBundle.has(particle))) close();
    places.push(index);
    for (const particle of particles) inBundle.add(particle);
    lane += 1;
  }
  close();
  return Int32Array.from(places);
}

/** Lines side by side: of each their first and number of links, which are the same of all; and the particles of the lines are all different. */
export function groupedLines(
  starts: ArrayLike<number>,
  ends: ArrayLike<number>,
  lanes: number,
  particlesOf: (start: number, end: number) => Iterable<number>,
): number[][] {
  const groups: number[][] = [];
  let open: number[] = [];
  let taken = new Set<number>();
  let links = -1;
  for (let k = 0; k < starts.length; k++) {
    const particles = [...particlesOf(starts[k], ends[k])];
    if (open.length === lanes || ends[k] - starts[k] !== links || particles.some((particle) => taken.has(particle))) {
      if (open.length > 0) groups.push(open);
      open = [];
      taken = new Set();
      links = ends[k] - starts[k];
    }
    open.push(k);
    for (const particle of particles) taken.add(particle);
  }
  if (open.length > 0) groups.push(open);
  return groups;
}
