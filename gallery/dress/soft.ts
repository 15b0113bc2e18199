// Ropes, sheets and soft bodies: what they are made of, and what holds them.
import { AZURE, BONE, FRAME, GRAPHITE, SAFFRON, STONE, VERMILION } from '../studio/palette.ts';
import type { Dress, Finish } from './dress.ts';
import { merged, roundedBox } from './geometry.ts';

/** Smooth skins, in turn. */
const SKINS = [VERMILION, BONE, SAFFRON, AZURE, '#8a9099', GRAPHITE];
const skin = (number: number): Finish => ({ substance: 'ceramic', color: SKINS[number % SKINS.length] });

export const softBodies: Dress = { particles: skin };

export const ropeThree: Dress = {
  posts: { half: [0.03, 0.05], above: 0.08 },
  labels: () => [
    { at: [-0.45, -0.12, 0.25], text: 'total length' },
    { at: [0.35, 0.2, -0.25], text: 'segment by segment' },
  ],
};

export const cloth: Dress = { gantry: { along: 'x', half: 0.72, thickness: 0.022, above: 0.01 } };

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
