// Mass properties by counting random points.
import type { Vec3 } from '../../bindings/core/arguments.ts';
import type { MassProperties } from '../../bindings/shape/mass-properties.ts';

/** Numbers in [0, 1) that are the same on every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * How far volume, first and second moments about the centre of mass are from what random points in and around a box say, in standard deviations of
 * that estimate: the largest of all. `weight` is the density at a point.
 */
export function deviations(properties: MassProperties, weight: (point: Vec3) => number, low: Vec3, high: Vec3, samples = 20_000): number {
  const random = randomNumbers(7);
  const { volume, centerOfMass, inertia } = properties;
  const widths = low.map((bound, axis) => 1.2 * (high[axis] - bound)); // what fills its box shall be seen to end there
  const space = widths.reduce((product, width) => product * width, 1);
  const pairs = [0, 1, 2].flatMap((i) => [0, 1, 2].slice(i).map((j) => [i, j]));
  const sums = Array.from({ length: 4 + pairs.length }, () => ({ value: 0, square: 0 }));
  for (let k = 0; k < samples; k++) {
    const point = widths.map((width, axis) => (low[axis] + high[axis]) / 2 + width * (random() - 0.5)) as Vec3;
    const here = weight(point);
    if (here === 0) continue;
    const arm = point.map((coordinate, axis) => coordinate - centerOfMass[axis]);
    for (const [entry, value] of [1, ...arm, ...pairs.map(([i, j]) => arm[i] * arm[j])].entries()) {
      sums[entry].value += here * value;
      sums[entry].square += here * value * here * value;
    }
  }
  const trace = (inertia[0] + inertia[4] + inertia[8]) / 2;
  const exact = [volume, 0, 0, 0, ...pairs.map(([i, j]) => (i === j ? trace : 0) - inertia[3 * i + j])];
  return sums.reduce((worst, { value, square }, entry) => {
    const mean = value / samples;
    const deviation = space * Math.sqrt((square / samples - mean * mean) / samples);
    return Math.max(worst, Math.abs(space * mean - exact[entry]) / deviation);
  }, 0);
}
