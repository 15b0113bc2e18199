// Where the joints of a chain of equal links hang between two points, down along y. With the weight of a link as the unit of force, H the horizontal part of the
// tension and V its vertical part in the middle of the first link, link k has the direction (H, V + k), and all of them span the way:
//
//   Σ l cos θₖ = D,   Σ l sin θₖ = Y,   tan θₖ = (V + k) / H
//
// by Newton's method from the catenary of that length: sinh(s) / s = √(L² − Y²) / D, s = D / 2a.
import { norm, type Vec3 } from '../core/arguments.ts';
import { hyperbolicCosine, hyperbolicSine, inverseHyperbolicSine } from '../core/exponential.ts';

const MOST_STEPS = 50;
const CLOSE = 1e-14;
/** Of its length: a chain that is less slack is straight. */
const TAUT = 1e-9;
/** Of its length: ends that are nearer are one above the other. */
const NARROW = 1e-6;

/** x y z of the ends of `links` links, `length` m together. */
export function hangingChain(from: Vec3, to: Vec3, length: number, links: number): Float64Array {
  const way = to.map((value, axis) => value - from[axis]);
  const across = norm([way[0], way[2]]);
  const path = new Float64Array(3 * (links + 1));
  const straight = (k: number) => from.map((value, axis) => value + (way[axis] * k) / links);
  if (length - norm(way) <= TAUT * length) {
    for (let k = 0; k <= links; k++) path.set(straight(k), 3 * k);
    return path;
  }
  // What hangs in one line is opened a little; what it spans then is brought back below.
  const span = Math.max(across, NARROW * length);
  const side = across > 0 ? [way[0] / across, way[2] / across] : [1, 0];
  const chain = solve(span, way[1], length / links, links);
  let [x, y] = [0, 0];
  const points = chain.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x, y] as const;
  });
  const [offX, offY] = [across - x, way[1] - y];
  path.set(from);
  points.forEach(([px, py], k) => {
    const part = (k + 1) / links;
    const along = px + part * offX;
    path.set([from[0] + side[0] * along, from[1] + py + part * offY, from[2] + side[1] * along], 3 * (k + 1));
  });
  return path;
}

/** The ways along the links. */
function solve(span: number, drop: number, link: number, links: number): [number, number][] {
  const length = link * links;
  const a = catenary(span, Math.sqrt(length * length - drop * drop));
  const middle = inverseHyperbolicSine(drop / (2 * a * hyperbolicSine(span / (2 * a))));
  let h = a / link;
  let v = h * hyperbolicSine(middle - span / (2 * a)) + 0.5;
  let best = misfit(span, drop, link, links, h, v);
  for (let step = 0; step < MOST_STEPS && best.size > CLOSE * length; step++) {
    const { hh, hv, rx, ry, vv } = best;
    const det = hh * vv - hv * hv;
    const [dh, dv] = [(vv * rx - hv * ry) / det, (hh * ry - hv * rx) / det];
    let part = 1;
    while (part > 1e-6) {
      const next = misfit(span, drop, link, links, h + part * dh, v + part * dv);
      if (h + part * dh > 0 && isBetter(next, best)) {
        [h, v, best] = [h + part * dh, v + part * dv, next];
        break;
      }
      part /= 2;
    }
    if (part <= 1e-6) break;
  }
  // So few links may have no such shape: then they are chords of the catenary, a little slack.
  if (best.size > NARROW * length) {
    const at = (k: number) => inverseHyperbolicSine(hyperbolicSine(middle - span / (2 * a)) + (k * link) / a);
    return Array.from({ length: links }, (_, k) => [a * (at(k + 1) - at(k)), a * (hyperbolicCosine(at(k + 1)) - hyperbolicCosine(at(k)))]);
  }
  return Array.from({ length: links }, (_, k) => {
    const pull = norm([h, v + k]);
    return [(link * h) / pull, (link * (v + k)) / pull];
  });
}

interface Fit {
  energy: number;
  size: number;
}

/** Where the energy is known to rounding alone, by what the ends are off. */
const isBetter = (next: Fit, last: Fit): boolean => {
  const gain = last.energy - next.energy;
  return Math.abs(gain) > 1e-13 * Math.abs(last.energy) ? gain > 0 : next.size < last.size;
};

/** a of a catenary over such a span, of which `slack` is √(L² − Y²). */
function catenary(span: number, slack: number): number {
  let [low, high] = [1e-9, 700];
  for (let k = 0; k < 200; k++) {
    const s = (low + high) / 2;
    if (hyperbolicSine(s) / s < slack / span) low = s;
    else high = s;
  }
  return span / (2 * low);
}

/** What the ends are off by, and its derivatives by H and V: it is the gradient of a convex function of these, the energy. */
function misfit(span: number, drop: number, link: number, links: number, h: number, v: number) {
  let [rx, ry, hh, hv, vv] = [span, drop, 0, 0, 0];
  let energy = -h * span - v * drop;
  for (let k = 0; k < links; k++) {
    const up = v + k;
    const pull = norm([h, up]);
    energy += link * pull;
    rx -= (link * h) / pull;
    ry -= (link * up) / pull;
    const cube = link / (pull * pull * pull);
    hh += cube * up * up;
    hv -= cube * h * up;
    vv += cube * h * h;
  }
  return { rx, ry, hh, hv, vv, energy, size: norm([rx, ry]) };
}
