// Gates that light up while something is in them, on a track.
import { type BufferGeometry, TorusGeometry } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import { BONE, FRAME, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Part } from './dress.ts';
import { ball, drum, merged, roundedBox } from './geometry.ts';

/** As scenes/sensors.ts places them: half a gate, its middle over the floor, and from gate to gate, m. */
const HALF = 0.5;
const MIDDLE = 0.2;
const SPACING = 3;
const GATES = 3;
/** Half the thickness of a rim, m. */
const RIM = 0.018;
/** Where the mast of a gate stands, and the height of its lamp over the middle of the gate, m. */
const MAST = { x: 0, z: -0.85, top: 1.15 };
const OFF = '#2b3a50';
const VOLUME = '#5c7fb0';

const bar = (half: Vec3, place: Vec3) => roundedBox(half, 0.4 * Math.min(...half)).translate(...place);

/** Edges of the part of a box that is above the floor. */
function boxRim(): BufferGeometry {
  const [low, high] = [-MIDDLE, HALF];
  const sides = [-1, 1] as const;
  const upright = [RIM, (high - low) / 2, RIM] as Vec3;
  return merged([
    ...sides.flatMap((x) => sides.map((z) => bar(upright, [x * HALF, (low + high) / 2, z * HALF]))),
    ...[low + RIM / 2, high].flatMap((y) => sides.map((z) => bar([HALF + RIM, RIM, RIM], [0, y, z * HALF]))),
    ...[low + RIM / 2, high].flatMap((y) => sides.map((x) => bar([RIM, RIM, HALF + RIM], [x * HALF, y, 0]))),
  ]);
}

/** The diagonals of the triangles that it consists of. */
function meshRim(): BufferGeometry {
  const rod = () => drum(0.6 * RIM, Math.SQRT2 * HALF);
  return merged([
    boxRim(),
    rod()
      .rotateX(Math.PI / 2)
      .rotateY(Math.PI / 4)
      .translate(0, HALF, 0),
    ...[-1, 1].map((side) => {
      const [low, high] = [-MIDDLE, HALF];
      const half = Math.hypot(2 * HALF, high - low) / 2;
      const slope = Math.atan2(high - low, 2 * HALF);
      return drum(0.6 * RIM, half)
        .rotateZ(Math.PI / 2 + slope)
        .translate(0, (low + high) / 2, side * HALF);
    }),
  ]);
}

/** Three rings: one lies, two stand. */
function sphereRim(): BufferGeometry {
  const ring = () => new TorusGeometry(HALF, RIM, 8, 64);
  return merged([ring(), ring().rotateY(Math.PI / 2), ring().rotateX(Math.PI / 2)]);
}

function gateParts(form: string): Part[] {
  const volume: Record<string, () => BufferGeometry> = {
    sphere: () => ball(HALF),
    box: () => roundedBox([HALF, HALF, HALF], 0.01),
    mesh: () => roundedBox([HALF, HALF, HALF], 0.01),
  };
  const rims: Record<string, () => BufferGeometry> = { sphere: sphereRim, box: boxRim, mesh: meshRim };
  return [
    { key: `volume ${form}`, make: volume[form] ?? volume.box, substance: 'ceramic', color: VOLUME },
    { key: `rim ${form}`, lamp: true, make: rims[form] ?? boxRim, substance: 'ceramic', color: OFF },
    { key: 'lamp', lamp: true, make: () => ball(0.085).translate(MAST.x, MAST.top, MAST.z), substance: 'ceramic', color: OFF },
  ];
}

/** Two rails on sleepers, a buffer before the first gate, and a mast beside each. */
function trackParts(ground: number): Part[] {
  const [from, to] = [-0.6, SPACING * (GATES + 1) - 0.4];
  const [middle, half] = [(from + to) / 2, (to - from) / 2];
  const rail = (z: number) => bar([half, 0.028, 0.014], [middle, ground + 0.028, z]);
  const sleeper = (k: number) => bar([0.045, 0.006, 0.3], [from + 0.15 + 0.3 * k, ground + 0.006, 0]);
  const mast = (k: number) => {
    const [x, height] = [SPACING * (k + 1) + MAST.x, MIDDLE + MAST.top];
    return [
      drum(0.022, height / 2).translate(x, ground + height / 2, MAST.z),
      drum(0.12, 0.02).translate(x, ground + 0.02, MAST.z),
      drum(0.06, 0.03).translate(x, ground + height - 0.09, MAST.z),
    ];
  };
  return [
    { key: 'rails', make: () => merged([-1, 1].map((side) => rail(0.215 * side))), substance: 'steel', color: STEEL },
    {
      key: 'sleepers',
      make: () => merged(Array.from({ length: Math.floor((to - from) / 0.3) }, (_, k) => sleeper(k))),
      substance: 'wood',
      color: '#5d4630',
    },
    { key: 'masts', make: () => merged(Array.from({ length: GATES }, (_, k) => mast(k)).flat()), substance: 'paint', color: FRAME },
  ];
}

export const gates: Dress = {
  finish: ({ kind }) => (kind === 'dynamic' ? { substance: 'ceramic', color: VERMILION } : null),
  parts: ({ kind, form, sensor, scale }, place) => {
    if (sensor) return gateParts(form);
    if (kind !== 'dynamic' || place !== 0) return null;
    return [
      { key: 'ball', make: () => ball(scale[0]), substance: 'ceramic', color: VERMILION },
      { key: 'band', make: () => merged([new TorusGeometry(scale[0], 0.014, 8, 48)]), substance: 'paint', color: BONE },
    ];
  },
  fixed: (_, ground) => trackParts(ground),
};
