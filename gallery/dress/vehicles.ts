import type { Vec3 } from '../../bindings/index.ts';
import { AZURE, BONE, IRON, RUBBER, STEEL, VERMILION, WOOD } from '../studio/palette.ts';
import { varied } from '../view/colors.ts';
import type { Dress, Finish, Part } from './dress.ts';
import { ball, drum, merged, rim, roundedBox, tyre } from './geometry.ts';

const paint = (color: string): Finish => ({ substance: 'paint', color });
const GLASS: Finish = { substance: 'ceramic', color: '#15181c' };
const DARK: Finish = { substance: 'iron', color: '#3f434a' };
const LAMP: Finish = { substance: 'ceramic', color: '#fff6dc' };

type Box = readonly [half: Vec3, place: Vec3, radius: number, finish: Finish];

/** The rover's hull, cab, windows and stripe. */
const HULL: readonly Box[] = [
  [[0.95, 0.1, 0.29], [0, 0.04, 0], 0.06, paint(BONE)],
  [[0.86, 0.045, 0.26], [0, -0.095, 0], 0.02, DARK],
  [[0.4, 0.15, 0.27], [-0.15, 0.3, 0], 0.07, paint(VERMILION)],
  [[0.405, 0.075, 0.21], [-0.145, 0.33, 0], 0.03, GLASS],
  [[0.28, 0.075, 0.275], [-0.15, 0.33, 0], 0.03, GLASS],
  [[0.3, 0.012, 0.295], [0.55, 0.13, 0], 0.005, paint(VERMILION)],
  [[0.05, 0.04, 0.075], [-0.45, 0.9, 0.2], 0.014, paint(BONE)],
  ...[-1, 1].flatMap((end) => [-1, 1].map((side): Box => [[0.09, 0.03, 0.07], [end * 0.7, 0.17, side * 0.38], 0.015, DARK])),
];

function hullParts(): Part[] {
  const boxes = HULL.map(
    ([half, place, radius, finish], k): Part => ({
      key: `hull ${k}`,
      make: () => roundedBox(half, radius).translate(...place),
      ...finish,
    }),
  );
  const mast: Part = { key: 'mast', make: () => drum(0.02, 0.28).translate(-0.46, 0.6, 0.2), substance: 'steel', color: STEEL };
  const lamps = [-1, 1].map((side): Part => ({ key: `lamp ${side}`, make: () => ball(0.055).translate(0.93, 0.05, 0.24 * side), ...LAMP }));
  return [...boxes, mast, ...lamps];
}

function wheelParts(radius: number, half: number): Part[] {
  return [
    { key: `tyre ${radius}`, make: () => tyre(radius, half), substance: 'rubber', color: RUBBER },
    { key: `rim ${radius}`, make: () => rim(radius, half), substance: 'steel', color: STEEL },
  ];
}

export const rover: Dress = {
  joints: false,
  parts: ({ form, kind, scale }) => {
    if (kind !== 'dynamic') return null;
    if (form === 'compound') return hullParts();
    return form === 'cylinder' ? wheelParts(scale[0], scale[1]) : null;
  },
  finish: ({ kind, scale }, place) => {
    if (kind !== 'dynamic') return null;
    return scale[0] < 0.1 ? { substance: 'iron', color: IRON } : { substance: 'wood', color: varied(WOOD, place, 0.1) };
  },
};

/** Axle, kingpins, servo and the plate they are mounted on, as scenes/steering.ts has them; m. */
function axleParts(): Part[] {
  const sides = [-1, 1];
  const kingpin = 0.1;
  const beam = () =>
    merged([
      roundedBox([0.008, 0.006, kingpin], 0.003).translate(0.004, -0.02, 0),
      ...sides.flatMap((side) => [-1, 1].map((end) => drum(0.011, 0.0035).translate(0, 0.0165 * end, side * kingpin))),
      ...sides.map((side) => roundedBox([0.004, 0.02, 0.008], 0.002).translate(0.013, 0, side * kingpin)),
    ]);
  const plate = () =>
    merged([
      roundedBox([0.07, 0.003, 0.046], 0.002).translate(0.062, -0.029, 0),
      ...sides.map((side) => roundedBox([0.06, 0.006, 0.004], 0.002).translate(0.07, -0.02, side * 0.038)),
    ]);
  const pins = () =>
    merged([...sides.map((side) => drum(0.0045, 0.024).translate(0, 0, side * kingpin)), drum(0.006, 0.011).translate(0, -0.004, 0)]);
  const servo = () => roundedBox([0.021, 0.012, 0.012], 0.003).translate(0.008, -0.016, 0);
  return [
    { key: 'beam', make: beam, ...paint('#7b8088') },
    { key: 'plate', make: plate, ...DARK },
    { key: 'pins', make: pins, substance: 'steel', color: STEEL },
    { key: 'servo', make: servo, ...paint(AZURE) },
  ];
}

export const steering: Dress = {
  fixed: axleParts,
  parts: ({ form, kind, scale }) => (form === 'cylinder' && kind === 'dynamic' && scale[0] > 0.05 ? wheelParts(scale[0], scale[1]) : null),
  finish: ({ kind }, place) => (kind === 'dynamic' ? (place === 0 ? paint(VERMILION) : { substance: 'steel', color: STEEL }) : null),
};
