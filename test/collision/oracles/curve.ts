// A curve of cubic Hermite segments, and the tube around it.
import { along, between, dot, subtract, type Vector, vectors } from './vector.ts';

export interface Curve {
  /** Number of segments; the parameter runs from 0 to it. */
  segments: number;
  at(t: number): Vector;
}

export function hermiteCurve(points: ArrayLike<number>, tangents: ArrayLike<number>, closed: boolean): Curve {
  const [p, m] = [vectors(points), vectors(tangents)];
  const segments = closed ? p.length : p.length - 1;
  return {
    segments,
    at(t) {
      const i = Math.min(Math.max(Math.floor(t), 0), segments - 1);
      const next = (i + 1) % p.length;
      const u = t - i;
      const [uu, uuu] = [u * u, u * u * u];
      const start = along([0, 0, 0], p[i], 2 * uuu - 3 * uu + 1);
      const end = along(start, p[next], 3 * uu - 2 * uuu);
      return along(along(end, m[i], uuu - 2 * uu + u), m[next], uuu - uu);
    },
  };
}

const SAMPLES = 48;

/** The parameter at which a function of the curve's points is least: samples, then golden sections around the best of them. */
export function leastAlong(curve: Curve, value: (point: Vector) => number, samples = SAMPLES): { t: number; value: number } {
  const count = curve.segments * samples;
  const values = Array.from({ length: count + 1 }, (_, i) => value(curve.at(i / samples)));
  const starts = [...values.keys()].filter((i) => values[i] <= Math.min(values[i - 1] ?? Infinity, values[i + 1] ?? Infinity));
  const promising = starts.sort((a, b) => values[a] - values[b]).slice(0, 4);
  let best = { t: 0, value: Infinity };
  for (const i of promising) {
    const found = goldenSection((t) => value(curve.at(t)), Math.max(0, i - 1) / samples, Math.min(count, i + 1) / samples);
    if (found.value < best.value) best = found;
    if (values[i] < best.value) best = { t: i / samples, value: values[i] };
  }
  return best;
}

/** Least value of a function that falls and then rises. */
export function goldenSection(value: (t: number) => number, low: number, high: number): { t: number; value: number } {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
  let [atA, atB] = [value(a), value(b)];
  for (let round = 0; round < 45; round++) {
    if (atA < atB) {
      [high, b, atB] = [b, a, atA];
      a = high - ratio * (high - low);
      atA = value(a);
    } else {
      [low, a, atA] = [a, b, atB];
      b = low + ratio * (high - low);
      atB = value(b);
    }
  }
  return atA < atB ? { t: a, value: atA } : { t: b, value: atB };
}

export const distanceToCurve = (curve: Curve, point: Vector): number =>
  Math.sqrt(leastAlong(curve, (at) => dot(subtract(at, point), subtract(at, point))).value);

export function curveLength(curve: Curve, samples = 200): number {
  let sum = 0;
  for (let i = 0; i < curve.segments * samples; i++) sum += between(curve.at(i / samples), curve.at((i + 1) / samples));
  return sum;
}
