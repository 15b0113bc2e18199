// How far two convex cores are apart, by comparing many directions.
import { add, type Core, cross, norm, polytope, randomUnit, reach, scaled, turn, unit, type Vector } from './gjk-shapes.ts';

/** (minimum over b of n·x) - (maximum over a): how far n parts the cores. */
export function separation(a: Core, b: Core, n: Vector): number {
  return -reach(b, scaled(n, -1)) - reach(a, n);
}

/** Largest separation over all axes where two polytopes overlap: the separating axis test, every edge with every edge. */
export function polytopeSeparation(a: Core, b: Core): number {
  const p = polytope(a)!;
  const q = polytope(b)!;
  let most = -Infinity;
  const attempt = (n: Vector): void => {
    for (const axis of [n, scaled(n, -1)]) most = Math.max(most, separation(a, b, axis));
  };
  for (const n of [...p.normals, ...q.normals]) attempt(n);
  for (const e of p.edges)
    for (const f of q.edges) {
      const n = cross(e, f);
      if (norm(n) > 1e-7 * norm(e) * norm(f)) attempt(unit(n));
    }
  return most;
}

/** The same by search: directions all over, then descents from the best. */
export function searchedSeparation(a: Core, b: Core, random: () => number, samples = 1000): number {
  const tries: [number, Vector][] = [];
  for (let i = 0; i < samples; i++) {
    const y = 1 - (2 * i + 1) / samples;
    const r = Math.sqrt(1 - y * y);
    const n: Vector = [r * Math.cos(i * 2.399963), y, r * Math.sin(i * 2.399963)];
    tries.push([separation(a, b, n), n]);
  }
  for (const c of [a, b]) {
    for (const [x, y, z] of polytope(c)?.normals ?? []) {
      tries.push([separation(a, b, [x, y, z]), [x, y, z]], [separation(a, b, [-x, -y, -z]), [-x, -y, -z]]);
    }
    if (!polytope(c)) {
      const axis = turn(c.rotation, [0, 1, 0]);
      for (const n of [axis, scaled(axis, -1)]) tries.push([separation(a, b, n), n]);
    }
  }
  tries.sort((s, t) => t[0] - s[0]);
  let most = -Infinity;
  for (const [start, direction] of tries.slice(0, 6)) {
    let best = start;
    let n = direction;
    for (let step = 0.1, misses = 0; step > 1e-9; ) {
      const attempt = unit(add(n, randomUnit(random), step));
      const value = separation(a, b, attempt);
      if (value > best) {
        best = value;
        n = attempt;
        misses = 0;
      } else if (++misses > 12) {
        step *= 0.6;
        misses = 0;
      }
    }
    most = Math.max(most, best);
  }
  return most;
}
