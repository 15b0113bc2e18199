// Ropes, sheets and soft bodies: what they are made of, and what holds them.
import { AZURE, BONE, FRAME, GRAPHITE, SAFFRON, STEEL, STONE, VERMILION } from '../studio/palette.ts';
import type { Dress, Finish } from './dress.ts';
import { drum, merged, roundedBox } from './geometry.ts';

/** Smooth skins, in turn. */
const SKINS = [VERMILION, BONE, SAFFRON, AZURE, '#8a9099', GRAPHITE];
const skin = (number: number): Finish => ({ substance: 'ceramic', color: SKINS[number % SKINS.length] });

export const softBodies: Dress = { particles: skin };

export const ropeThree: Dress = {
  posts: { half: [0.03, 0.05], above: 0.08 },
  labels: () => [
    { at: [-0.5, -0.14, 0.25], text: 'total length' },
    { at: [0.45, 0.15, -0.25], text: 'segment by segment' },
  ],
};

export const cloth: Dress = { gantry: { along: 'x', half: 0.72, thickness: 0.022, above: 0.01 } };

/** As scenes/curtain.ts has them, m: where the spheres are, and the height and half length of the rail, and how far it goes to either side. */
const SPHERES = [
  [-0.8, 0.9, 0],
  [0.2, 1.5, -0.2],
  [0.9, 0.7, 0.1],
] as const;
const RAIL = { height: 3.06, half: 1.5, way: 1.3 };

export const curtain: Dress = {
  finish: ({ kind, form }) => {
    if (kind === 'kinematic') return { substance: 'steel', color: STEEL };
    return form === 'sphere' ? { substance: 'ceramic', color: BONE } : null;
  },
  fixed: (_, ground) => {
    const { half, height, way } = RAIL;
    const aside = half + 0.06;
    const rails = () =>
      merged([-1, 1].map((side) => roundedBox([0.03, 0.03, way + 0.25], 0.008).translate(side * aside, height - 0.07, 0)));
    const legs = () =>
      merged(
        [-1, 1].flatMap((side) =>
          [-1, 1].flatMap((end) => [
            roundedBox([0.03, (height - ground) / 2, 0.03], 0.008).translate(
              side * aside,
              (height + ground) / 2 - 0.07,
              end * (way + 0.22),
            ),
            roundedBox([0.14, 0.015, 0.14], 0.006).translate(side * aside, ground + 0.015, end * (way + 0.22)),
          ]),
        ),
      );
    const stands = () =>
      merged(
        SPHERES.flatMap(([x, y, z]) => [
          drum(0.035, (y - ground) / 2).translate(x, (y + ground) / 2, z),
          drum(0.22, 0.015, 0.006).translate(x, ground + 0.015, z),
        ]),
      );
    return [
      { key: 'rails', make: rails, substance: 'steel', color: STEEL },
      { key: 'legs', make: legs, substance: 'paint', color: FRAME },
      { key: 'stands', make: stands, substance: 'paint', color: FRAME },
    ];
  },
};

/** As scenes/tetra-bar.ts has it, m: the bar starts at a wall. */
const BAR = { wall: -1, half: 0.2 };

export const tetraBar: Dress = {
  particles: skin,
  fixed: (_, ground) => {
    const top = 2.2 * BAR.half;
    const wall = () =>
      merged([roundedBox([2.4 * BAR.half, (top - ground) / 2, 0.05], 0.012).translate(0, (top + ground) / 2, BAR.wall - 0.05)]);
    const collar = () =>
      merged(
        [0, 1, 2, 3].map((k) =>
          roundedBox([1.25 * BAR.half, 0.025, 0.03], 0.008)
            .translate(0, 1.12 * BAR.half, BAR.wall + 0.03)
            .rotateZ((k * Math.PI) / 2),
        ),
      );
    return [
      { key: 'wall', make: wall, substance: 'stone', color: STONE },
      { key: 'collar', make: collar, substance: 'paint', color: FRAME },
    ];
  },
};
