// A screw jack: spindle and nut of real lead, a motor below, a carriage with iron weights on two guide rods.
import type { BufferGeometry } from 'three';
import type { Vec3 } from '../../bindings/index.ts';
import type { SceneLooks } from '../engine/types.ts';
import { AZURE, BRASS, FRAME, IRON, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Finish, Part } from './dress.ts';
import { boltCircle, nut, screw } from './fasteners.ts';
import { drum, merged, roundedBox } from './geometry.ts';

/** Of the thread that is drawn: from ridge to ridge, in parts of the spindle's radius. Coarser threads have more than one start. */
const RIDGE = { finest: 0.3, coarsest: 0.9 };
/** As scenes/screw-jack.ts builds it: half the carriage and half the spindle, m. */
const CARRIAGE: Vec3 = [0.2, 0.1, 0.2];
const SPINDLE = 0.3;
/** Of the guide rods, m. */
const GUIDE = { x: 0.165, radius: 0.012, top: 0.37 };

const steel: Finish = { substance: 'steel', color: STEEL };
const frame: Finish = { substance: 'paint', color: FRAME };
const box = (half: Vec3, place: Vec3, radius?: number) => roundedBox(half, radius).translate(...place);

function leadOf({ joints }: SceneLooks): number {
  return joints.find(({ lead }) => lead !== null)?.lead ?? 0.01;
}

function spindleParts(radius: number, half: number, lead: number): Part[] {
  const starts = Math.max(1, Math.round(lead / (RIDGE.coarsest * radius)));
  const pitch = Math.max(RIDGE.finest * radius, lead / starts);
  const collar = (y: number, r: number, thick: number) => drum(r, thick).translate(0, y, 0);
  const ends = () =>
    merged([
      collar(half + 0.012, 0.8 * radius, 0.014),
      nut(2.1 * radius, 0.012).translate(0, half + 0.03, 0),
      collar(-half + 0.012, 1.7 * radius, 0.012),
    ]);
  return [
    { key: `thread ${lead}`, make: () => screw(1.08 * radius, half, pitch, starts), ...steel },
    { key: 'ends', make: ends, ...frame },
  ];
}

/** Within the box that is simulated. */
function carriageParts(): Part[] {
  const [x, y, z] = CARRIAGE;
  const low = -y + 0.022;
  const plate = () => box([x, 0.022, z], [0, low, 0], 0.012);
  const nutOf = () => merged([nut(0.088, 0.026, 0.021).translate(0, low + 0.115, 0), drum(0.036, 0.045).translate(0, low + 0.06, 0)]);
  const weights = () =>
    merged([-1, 1].flatMap((side) => [0, 1].map((k) => box([x - 0.062, 0.021, 0.058], [0, low + 0.045 + 0.045 * k, side * 0.125], 0.006))));
  const straps = () =>
    merged([-1, 1].flatMap((side) => [-1, 1].map((end) => box([0.012, 0.048, 0.0605], [end * 0.08, low + 0.07, side * 0.125], 0.003))));
  const bushes = () =>
    merged(
      [-1, 1].flatMap((side) => [
        drum(0.03, 0.055).translate(side * GUIDE.x, low + 0.03, 0),
        boltCircle(0.05, 4, 0.012, low + 0.024).translate(0, 0, 0),
      ]),
    );
  return [
    { key: 'plate', make: plate, substance: 'paint', color: VERMILION },
    { key: 'nut', make: nutOf, substance: 'brass', color: BRASS },
    { key: 'weights', make: weights, substance: 'iron', color: IRON },
    { key: 'straps', make: straps, substance: 'paint', color: SAFFRON },
    { key: 'bushes', make: bushes, ...steel },
  ];
}

/** Motor, bearing, base, and the yoke that carries the guide rods. */
function standParts(ground: number): Part[] {
  const foot = -SPINDLE;
  const deck = foot - 0.03;
  const rods = () =>
    merged([-1, 1].map((side) => drum(GUIDE.radius, (GUIDE.top - deck) / 2, 0.002).translate(side * GUIDE.x, (GUIDE.top + deck) / 2, 0)));
  const legs: BufferGeometry[] = [-1, 1].map((side) => box([0.02, (deck - ground) / 2, 0.1], [side * 0.21, (deck + ground) / 2, 0]));
  const stand = () =>
    merged([
      box([0.25, 0.02, 0.13], [0, deck - 0.02, 0]),
      box([0.3, 0.015, 0.2], [0, ground + 0.015, 0]),
      ...legs,
      box([0.2, 0.018, 0.035], [0, GUIDE.top, 0]),
      drum(0.034, 0.024).translate(0, GUIDE.top, 0),
    ]);
  const [top, low] = [deck - 0.04, ground + 0.05];
  const motor = () => drum(0.075, (top - low) / 2, 0.012).translate(0, (top + low) / 2, 0);
  const fins = () =>
    merged([
      ...[0, 1, 2, 3, 4].map((k) => drum(0.082, 0.004).translate(0, low + 0.03 + k * 0.022, 0)),
      drum(0.055, 0.016).translate(0, foot - 0.012, 0),
      boltCircle(0.043, 6, 0.011, foot + 0.006),
    ]);
  return [
    { key: 'stand', make: stand, ...frame },
    { key: 'rods', make: rods, ...steel },
    { key: 'motor', make: motor, substance: 'paint', color: AZURE },
    { key: 'fins', make: fins, substance: 'iron', color: IRON },
  ];
}

export const screwJack: Dress = {
  joints: false,
  parts: ({ kind, form, scale }, place, looks) => {
    if (kind !== 'dynamic' || place > 1) return null;
    return form === 'cylinder' ? spindleParts(scale[0], scale[1], leadOf(looks)) : carriageParts();
  },
  fixed: (_, ground) => standParts(ground),
};
