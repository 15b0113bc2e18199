// Pendulums and linkages of forged rods with bearings at their ends.
import type { BufferGeometry } from 'three';
import type { BodyLook } from '../engine/types.ts';
import { anchorsOf } from '../props/stand.ts';
import { BONE, FRAME, GRAPHITE, IRON, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Finish, Part } from './dress.ts';
import { boltCircle } from './fasteners.ts';
import { drum, merged, roundedBox, tube } from './geometry.ts';

/** Half the width of a bar of scenes/pendulum.ts, m. */
const HALF_WIDTH = 0.05;
/** Of an eye at the end of a rod, m; rods that meet lie in front of each other. */
const EYE = { radius: 0.1, half: 0.034, bore: 0.062 };
const LAYER = 0.075;

const paints: readonly Finish[] = [BONE, VERMILION, SAFFRON].map((color) => ({ substance: 'paint', color }));
const steel: Finish = { substance: 'steel', color: STEEL };
const iron: Finish = { substance: 'iron', color: IRON };

const facing = (geometry: BufferGeometry) => geometry.rotateX(Math.PI / 2);

/** A rod of an I-section between two eyes, along x; `depth` is that of its middle, and its pins reach from there to the next rod. */
function rodParts(half: number, depth: number, finish: Finish): Part[] {
  const { radius, half: thick, bore } = EYE;
  const ends = [-half, half];
  const shank = half - 0.8 * radius;
  const flange = (side: number) => roundedBox([shank, 0.013, thick], 0.006).translate(0, side * 0.045, depth);
  const body = () =>
    merged([
      ...ends.map((x) => facing(tube(bore, radius, thick)).translate(x, 0, depth)),
      roundedBox([shank, 0.04, 0.4 * thick], 0.005).translate(0, 0, depth),
      flange(-1),
      flange(1),
    ]);
  const bushes = () => merged(ends.map((x) => facing(drum(bore, 1.06 * thick, 0.006)).translate(x, 0, depth)));
  const pins = () =>
    merged(
      ends.flatMap((x) => [
        facing(drum(0.034, LAYER, 0.008)).translate(x, 0, 0),
        facing(boltCircle(0.046, 6, 0.012, 0)).translate(x, 0, depth + 1.06 * thick + 0.002),
      ]),
    );
  const key = `${half.toFixed(4)} ${depth}`;
  return [
    { key: `rod ${key} ${finish.color}`, make: body, ...finish },
    { key: `bushes ${key}`, make: bushes, substance: 'paint', color: GRAPHITE },
    { key: `pins ${key}`, make: pins, ...steel },
  ];
}

const isBar = ({ kind, form, scale }: BodyLook) => kind === 'dynamic' && form === 'box' && Math.abs(scale[1] - HALF_WIDTH) < 1e-6;
const rodsInTurn: Dress['parts'] = (look, place) =>
  isBar(look) ? rodParts(look.scale[0], ((place % 2 === 0 ? -1 : 1) * LAYER) / 2, paints[place % paints.length]) : null;

/** Two cheeks below the beam that bear the first axle. */
export const pendulum: Dress = {
  joints: false,
  gantry: { along: 'x', above: 0.16, thickness: 0.06 },
  parts: rodsInTurn,
  fixed: (looks) => {
    const hanger = () =>
      merged(
        anchorsOf(looks).flatMap(([x, y, z]) => [
          roundedBox([0.13, 0.02, 0.16], 0.01).translate(x, y + 0.15, z),
          ...[-1, 1].flatMap((side) => [
            roundedBox([0.07, 0.085, 0.018], 0.01).translate(x, y + 0.075, z + side * 0.125),
            facing(drum(0.075, 0.018)).translate(x, y, z + side * 0.125),
          ]),
        ]),
      );
    const axle = () => merged(anchorsOf(looks).map(([x, y, z]) => facing(drum(0.036, 0.165)).translate(x, y, z)));
    return [
      { key: 'hanger', make: hanger, substance: 'paint', color: FRAME },
      { key: 'axle', make: axle, ...steel },
    ];
  },
};

export const closedPendulum: Dress = {
  joints: false,
  board: { behind: 0.16, margin: [0.5, 0.95], pin: 0.036, thickness: 0.05 },
  parts: rodsInTurn,
};

export const fourBar: Dress = {
  joints: false,
  board: { behind: 0.14, margin: [0.4, 0.85], pin: 0.036, thickness: 0.03 },
  parts: rodsInTurn,
};

/** Depths of the crank and of the rod, which pass in front of the slider; and what the slider measures, m. */
const [CRANK, ROD] = [0.02, 0.1];
const SLIDER = { half: 0.1, rail: 0.022, apart: 0.04 };

/** A disc that turns about the beginning of its body, with a pin for the rod. */
function crankParts(half: number): Part[] {
  const rim = half * 2 + 0.9 * EYE.radius;
  const disc = () => facing(merged([drum(rim - 0.03, 0.014), tube(rim - 0.05, rim, 0.03), drum(0.09, 0.034)])).translate(-half, 0, CRANK);
  const web = () =>
    merged([
      roundedBox([half, 0.05, 0.012], 0.01).translate(0, 0, CRANK + 0.016),
      facing(drum(0.08, 0.026)).translate(half, 0, CRANK + 0.016),
    ]);
  const pins = () =>
    merged([
      facing(drum(0.036, 0.07)).translate(half, 0, ROD - 0.02),
      facing(drum(0.036, 0.05)).translate(-half, 0, CRANK),
      facing(boltCircle(0.06, 6, 0.014, 0)).translate(-half, 0, CRANK + 0.036),
    ]);
  return [
    { key: `disc ${half}`, make: disc, substance: 'paint', color: VERMILION },
    { key: `web ${half}`, make: web, substance: 'paint', color: BONE },
    { key: `crank pins ${half}`, make: pins, ...steel },
  ];
}

export const sliderCrank: Dress = {
  joints: false,
  board: { behind: 0.12, margin: [0.52, 0.55], pin: 0.02, thickness: 0.03 },
  parts: (look, place) => {
    const [half, high] = look.scale;
    if (place === 0) return crankParts(half);
    if (isBar(look)) return rodParts(half, ROD, { substance: 'paint', color: BONE });
    if (look.kind !== 'dynamic') return null;
    const sleeves = () =>
      merged(
        [-1, 1].map((side) =>
          drum(0.036, half)
            .rotateZ(Math.PI / 2)
            .translate(0, side * SLIDER.apart, -0.01),
        ),
      );
    return [
      { key: 'slider', make: () => roundedBox([0.8 * half, 1.5 * high, 0.05], 0.015), substance: 'paint', color: SAFFRON },
      { key: 'sleeves', make: sleeves, substance: 'paint', color: GRAPHITE },
      { key: 'wrist', make: () => facing(drum(0.036, 0.09)).translate(0, 0, 0.06), ...steel },
    ];
  },
  // Rails as long as the way of the slider, which starts at its far end.
  fixed: ({ bodies, joints }) => {
    const guide = joints.find(({ kind }) => kind === 'Prismatic');
    const crank = bodies.find(({ kind }) => kind === 'dynamic');
    if (!guide || !crank) return [];
    const [far, y] = guide.from;
    const [low, high] = [far - 4 * crank.scale[0] - 1.35 * SLIDER.half, far + 1.6 * SLIDER.half];
    const middle = (low + high) / 2;
    const rails = () =>
      merged(
        [-1, 1].map((side) =>
          drum(SLIDER.rail, (high - low) / 2)
            .rotateZ(Math.PI / 2)
            .translate(middle, y + side * SLIDER.apart, -0.01),
        ),
      );
    const brackets = () => merged([low, high].map((x) => roundedBox([0.022, 0.085, 0.07], 0.01).translate(x, y, -0.05)));
    return [
      { key: 'rails', make: rails, ...steel },
      { key: 'brackets', make: brackets, ...iron },
    ];
  },
};
