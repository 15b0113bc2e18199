// A drum with flanges between two trestles, cables of steel, and a weight of iron.
import type { Vec3 } from '../../bindings/index.ts';
import type { BodyLook } from '../engine/types.ts';
import { AZURE, FRAME, IRON, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Part } from './dress.ts';
import { boltCircle } from './fasteners.ts';
import { drum, merged, roundedBox } from './geometry.ts';

/** From the middle of the axle to a trestle, m, and how far apart its feet are for its height. */
const TRESTLE = 0.85;
const SPREAD = 0.17;
const LEG = 0.07;

/** The axis is y. */
function drumParts(radius: number, half: number): Part[] {
  const flange = (side: number) => drum(1.3 * radius, 0.022).translate(0, side * (half - 0.022), 0);
  const spokes = () =>
    merged(
      [-1, 1].flatMap((side) =>
        [0, 1, 2].map((k) =>
          roundedBox([1.15 * radius, 0.012, 0.05])
            .rotateY((k * Math.PI) / 3)
            .translate(0, side * (half + 0.005), 0),
        ),
      ),
    );
  const hubs = () => merged([drum(0.07, TRESTLE + 0.12), ...[-1, 1].map((side) => boltCircle(0.2, 6, 0.06, side * (half + 0.02)))]);
  return [
    { key: 'barrel', make: () => drum(radius, half), substance: 'iron', color: IRON },
    { key: 'flanges', make: () => merged([-1, 1].map(flange)), substance: 'paint', color: VERMILION },
    { key: 'spokes', make: spokes, substance: 'paint', color: FRAME },
    { key: 'axle', make: hubs, substance: 'steel', color: STEEL },
  ];
}

function weightParts({ scale: [x, y, z] }: BodyLook): Part[] {
  const band = (side: number) => roundedBox([x + 0.008, 0.035, z + 0.008], 0.01).translate(0, side * 0.55 * y, 0);
  return [
    { key: 'weight', make: () => roundedBox([x, y, z], 0.03), substance: 'iron', color: IRON },
    { key: 'bands', make: () => merged([-1, 1].map(band)), substance: 'paint', color: SAFFRON },
  ];
}

function trestleParts(ground: number): Part[] {
  const legs = [-1, 1].flatMap((side) =>
    [-1, 1].map((way) => {
      const reach = SPREAD * -ground;
      const angle = Math.atan2(way * reach, -ground);
      return roundedBox([LEG, Math.hypot(reach, ground) / 2, LEG])
        .rotateZ(angle)
        .translate((way * reach) / 2, ground / 2, side * TRESTLE);
    }),
  );
  const ties = [-1, 1].map((side) =>
    roundedBox([SPREAD * -ground * 0.55, 0.6 * LEG, 0.6 * LEG] as Vec3).translate(0, 0.55 * ground, side * TRESTLE),
  );
  const bearings = () =>
    merged(
      [-1, 1].map((side) =>
        drum(0.17, 0.1)
          .rotateX(Math.PI / 2)
          .translate(0, 0, side * TRESTLE),
      ),
    );
  const motor = () =>
    drum(0.3, 0.22, 0.04)
      .rotateX(Math.PI / 2)
      .translate(0, 0, -TRESTLE - 0.35);
  return [
    { key: 'trestles', make: () => merged([...legs, ...ties]), substance: 'paint', color: FRAME },
    { key: 'bearings', make: bearings, substance: 'steel', color: STEEL },
    { key: 'motor', make: motor, substance: 'paint', color: AZURE },
  ];
}

export const winch: Dress = {
  joints: false,
  finish: ({ form }) => (form === 'capsule' ? { substance: 'steel', color: STEEL } : null),
  parts: (look) => {
    if (look.kind !== 'dynamic') return null;
    if (look.form === 'cylinder') return drumParts(look.scale[0], look.scale[1]);
    return look.form === 'box' ? weightParts(look) : null;
  },
  fixed: (_, ground) => trestleParts(ground),
};
