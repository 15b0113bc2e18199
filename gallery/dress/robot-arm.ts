// An arm of housings, forks and a gripper.
import type { BufferGeometry } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import { AZURE, BONE, FRAME, GRAPHITE, RUBBER, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Finish, Part } from './dress.ts';
import { boltCircle } from './fasteners.ts';
import { drum, merged, roundedBox } from './geometry.ts';

/** As scenes/robot-arm.ts builds it: half the way from hinge to hinge along x, m; hinges are about z and y in turn. */
const HALF = 0.25;
const LAST = 5;
/** Of a housing, and of the cheeks that hold the next one, m. */
const HOUSING = { radius: 0.082, half: 0.072 };
const CHEEK = { radius: 0.072, half: 0.014, place: 0.092 };

const shell: Finish = { substance: 'paint', color: BONE };
const dark: Finish = { substance: 'paint', color: GRAPHITE };
const steel: Finish = { substance: 'steel', color: STEEL };

type Axis = 'y' | 'z';
const axisOf = (place: number): Axis => (place % 2 === 0 ? 'z' : 'y');
/** What is made about y, about another axis. */
const along = (axis: Axis, geometry: BufferGeometry) => (axis === 'y' ? geometry : geometry.rotateX(Math.PI / 2));
const box = (half: Vec3, place: Vec3, radius?: number) => roundedBox(half, radius).translate(...place);

/** Two cheeks on the sides of a hinge at x. */
function fork(axis: Axis, x: number, back: number): BufferGeometry[] {
  return [-1, 1].flatMap((side) => [
    along(axis, drum(CHEEK.radius, CHEEK.half).translate(0, side * CHEEK.place, 0)).translate(x, 0, 0),
    along(axis, box([back / 2, CHEEK.half, 0.86 * CHEEK.radius], [0, side * CHEEK.place, 0], 0.008)).translate(x - back / 2, 0, 0),
  ]);
}

function jointParts(place: number): Part[] {
  const axis = axisOf(place);
  const { radius, half } = HOUSING;
  const caps = () =>
    merged(
      [-1, 1].flatMap((side) => [
        along(axis, drum(0.5 * radius, 0.012).translate(0, side * (CHEEK.place + CHEEK.half + 0.006), 0)).translate(-HALF, 0, 0),
        along(axis, boltCircle(0.033, 5, 0.011, side * (CHEEK.place + CHEEK.half + 0.016))).translate(-HALF, 0, 0),
      ]),
    );
  return [
    { key: `housing ${axis}`, make: () => along(axis, drum(radius, half, 0.012)).translate(-HALF, 0, 0), ...dark },
    { key: `caps ${axis}`, make: caps, ...steel },
  ];
}

function linkParts(place: number): Part[] {
  const next = axisOf(place + 1);
  const wide: Vec3 = next === 'y' ? [0.028, CHEEK.place + CHEEK.half, 0.058] : [0.028, 0.058, CHEEK.place + CHEEK.half];
  const arm = () =>
    merged([box([0.125, 0.056, 0.056], [-0.06, 0, 0], 0.03), box(wide, [0.115, 0, 0], 0.014), ...fork(next, HALF, HALF - 0.115)]);
  const band = () => box([0.012, 0.0575, 0.0575], [0.02, 0, 0], 0.01);
  return [
    ...jointParts(place),
    { key: `arm ${next}`, make: arm, ...shell },
    { key: 'band', make: band, substance: 'paint', color: place === 0 || place === 3 ? AZURE : VERMILION },
  ];
}

function gripperParts(): Part[] {
  const sides = [-1, 1];
  const wrist = () =>
    merged([
      drum(0.055, 0.075)
        .rotateZ(Math.PI / 2)
        .translate(-0.12, 0, 0),
      box([0.06, 0.045, 0.045], [-0.18, 0, 0], 0.02),
    ]);
  const flange = () =>
    merged([
      drum(0.068, 0.012)
        .rotateZ(Math.PI / 2)
        .translate(-0.055, 0, 0),
      boltCircle(0.056, 6, 0.014, 0.014)
        .rotateZ(Math.PI / 2)
        .translate(-0.055, 0, 0),
    ]);
  const palm = () => box([0.024, 0.125, 0.046], [-0.02, 0, 0], 0.014);
  const fingers = () =>
    merged(
      sides.flatMap((side) => [
        box([0.1, 0.013, 0.03], [0.09, side * 0.109, 0], 0.008),
        box([0.05, 0.02, 0.034], [0.225, side * 0.097, 0], 0.01).rotateZ(0),
        box([0.03, 0.02, 0.036], [0.02, side * 0.105, 0], 0.01),
      ]),
    );
  const pads = () => merged(sides.map((side) => box([0.044, 0.006, 0.03], [0.227, side * 0.079, 0], 0.003)));
  return [
    ...jointParts(LAST),
    { key: 'wrist', make: wrist, ...shell },
    { key: 'flange', make: flange, ...steel },
    { key: 'palm', make: palm, ...dark },
    { key: 'fingers', make: fingers, substance: 'paint', color: VERMILION },
    { key: 'pads', make: pads, substance: 'rubber', color: RUBBER },
  ];
}

/** A column with a flange; its cheeks hold the first hinge, which is at its top. */
function columnParts(radius: number, half: number): Part[] {
  const foot = () =>
    merged([
      drum(1.45 * radius, 0.022).translate(0, -half + 0.022, 0),
      drum(radius, half - 0.09, 0.02).translate(0, -0.06, 0),
      ...[0, 1, 2, 3].map((k) => box([0.012, 0.12, 0.05], [0, -half + 0.13, 1.1 * radius], 0.004).rotateY((k * Math.PI) / 2 + Math.PI / 4)),
    ]);
  const turret = () =>
    merged([
      drum(0.86 * radius, 0.03).translate(0, half - 0.135, 0),
      ...[-1, 1].flatMap((side) => [
        box([0.86 * CHEEK.radius, 0.065, CHEEK.half], [0, half - 0.06, side * CHEEK.place], 0.006),
        drum(CHEEK.radius, CHEEK.half)
          .rotateX(Math.PI / 2)
          .translate(0, half, side * CHEEK.place),
      ]),
    ]);
  return [
    { key: 'column', make: foot, substance: 'paint', color: FRAME },
    { key: 'turret', make: turret, ...shell },
    { key: 'column bolts', make: () => boltCircle(1.28 * radius, 8, 0.03, -half + 0.05), ...steel },
    { key: 'column band', make: () => drum(1.02 * radius, 0.012).translate(0, half - 0.19, 0), substance: 'paint', color: SAFFRON },
  ];
}

export const robotArm: Dress = {
  joints: false,
  finish: ({ kind }) => (kind === 'kinematic' ? { substance: 'paint', color: SAFFRON } : null),
  parts: ({ kind, form, scale }, place) => {
    if (kind === 'static' && form === 'cylinder') return columnParts(scale[0], scale[1]);
    if (kind !== 'dynamic' || place > LAST) return null;
    return place === LAST ? gripperParts() : linkParts(place);
  },
};
