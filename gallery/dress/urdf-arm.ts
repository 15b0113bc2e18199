// A six-axis arm of tubes and capped housings.
import type { BufferGeometry } from 'three';
import { AZURE, BONE, FRAME, GRAPHITE, RUBBER, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Finish, Part } from './dress.ts';
import { boltCircle } from './fasteners.ts';
import { drum, merged, roundedBox } from './geometry.ts';

/** From hinge to hinge as the URDF of scenes/robots/six-axis-arm.ts has it, m; links are drawn in its frames. */
const SHOULDER = 0.1359;
const UPPER = 0.425;
const FOREARM = 0.3923;
const WRIST = 0.0938;

const shell: Finish = { substance: 'paint', color: BONE };
const tubes: Finish = { substance: 'steel', color: STEEL };
const caps: Finish = { substance: 'paint', color: AZURE };
const dark: Finish = { substance: 'paint', color: GRAPHITE };

/** A drum about y or z, from one place on that axis to another. */
function from(axis: 'y' | 'z', low: number, high: number, radius: number, bevel = 0.006): BufferGeometry {
  const along = drum(radius, (high - low) / 2, bevel).translate(0, (low + high) / 2, 0);
  return axis === 'y' ? along : along.rotateX(Math.PI / 2);
}

const part = (key: string, finish: Finish, make: () => BufferGeometry[]): Part => ({ key, make: () => merged(make()), ...finish });

const BASE: readonly Part[] = [
  part('base', dark, () => [from('z', 0, 0.05, 0.078), from('z', 0, 0.012, 0.1)]),
  part('base bolts', tubes, () => [boltCircle(0.09, 8, 0.012, 0.014).rotateX(Math.PI / 2)]),
];

/** By their places among the dynamic bodies. */
const LINKS: readonly (readonly Part[])[] = [
  [
    part('shoulder', shell, () => [from('z', -0.036, 0.062, 0.06, 0.014), from('y', 0, SHOULDER - 0.068, 0.056)]),
    part('shoulder cap', caps, () => [from('z', 0.06, 0.072, 0.05)]),
  ],
  [
    part('upper housings', shell, () => [
      from('y', -0.066, 0.06, 0.06, 0.014),
      from('y', -0.058, 0.056, 0.055, 0.014).translate(0, 0, UPPER),
    ]),
    part('upper tube', tubes, () => [from('z', 0.04, UPPER - 0.04, 0.042)]),
    part('upper caps', caps, () => [from('y', 0.058, 0.072, 0.05), from('y', 0.054, 0.066, 0.045).translate(0, 0, UPPER)]),
  ],
  [
    part('forearm housings', shell, () => [
      from('y', -0.05, 0.06, 0.048, 0.012),
      from('y', -0.045, 0.042, 0.04, 0.01).translate(0, 0, FOREARM),
    ]),
    part('forearm tube', tubes, () => [from('z', 0.03, FOREARM - 0.03, 0.033)]),
    part('forearm caps', caps, () => [from('y', -0.062, -0.048, 0.04), from('y', -0.054, -0.043, 0.033).translate(0, 0, FOREARM)]),
  ],
  [
    part('first wrist', shell, () => [from('y', 0.043, WRIST, 0.036), from('z', -0.046, 0.046, 0.04, 0.01).translate(0, WRIST, 0)]),
    part('first wrist cap', caps, () => [from('z', -0.056, -0.044, 0.033).translate(0, WRIST, 0)]),
  ],
  [
    part('second wrist', shell, () => [from('z', 0.047, WRIST, 0.036), from('y', -0.046, 0.046, 0.04, 0.01).translate(0, 0, WRIST)]),
    part('second wrist cap', caps, () => [from('y', -0.056, -0.044, 0.033).translate(0, 0, WRIST)]),
  ],
  [
    part('flange', tubes, () => [from('y', 0.047, 0.058, 0.035, 0.003), boltCircle(0.026, 4, 0.008, 0.06)]),
    part('palm', dark, () => [roundedBox([0.05, 0.007, 0.018], 0.004).translate(0, 0.066, 0)]),
    part('fingers', dark, () => [-1, 1].map((side) => roundedBox([0.006, 0.03, 0.013], 0.003).translate(0.042 * side, 0.1, 0))),
    part('pads', { substance: 'rubber', color: RUBBER }, () =>
      [-1, 1].map((side) => roundedBox([0.003, 0.014, 0.012], 0.001).translate(0.034 * side, 0.112, 0)),
    ),
  ],
];

export const urdfArm: Dress = {
  joints: false,
  finish: ({ kind, form }) => {
    if (kind === 'static') return { substance: 'paint', color: FRAME };
    return form === 'sphere' ? { substance: 'ceramic', color: VERMILION } : null;
  },
  parts: ({ kind, form }, place) => {
    if (form !== 'compound') return null;
    return kind === 'static' ? BASE : (LINKS[place] ?? null);
  },
};
