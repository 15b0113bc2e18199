// Balls of clay, wood, rubber and steel before a wall with a scale.
import type { Vec3 } from '../../bindings/index.ts';
import { BONE, FRAME, IRON, STEEL, STONE, VERMILION, WOOD } from '../studio/palette.ts';
import type { Dress, Finish } from './dress.ts';
import { drum, merged, roundedBox } from './geometry.ts';

/** As scenes/bounce.ts drops them: restitutions, and m from ball to ball. */
const RESTITUTIONS = [0, 0.5, 0.9, 1];
const BALLS: readonly Finish[] = [
  { substance: 'brick', color: '#8d6048' },
  { substance: 'wood', color: WOOD },
  { substance: 'rubber', color: VERMILION },
  { substance: 'steel', color: STEEL },
];
/** Of the wall, m: its height, how far it is behind the balls, and half its thickness. */
const WALL = { high: 1.32, behind: 0.3, half: 0.03 };
const [LEFT, RIGHT] = [-0.55, RESTITUTIONS.length - 0.45];

/** Lines every 0.1 m; every fifth is longer and thicker. */
function scale(long: boolean) {
  const lines = Array.from({ length: 13 }, (_, k) => k + 1).filter((k) => (k % 5 === 0) === long);
  const half = (RIGHT - LEFT) / 2 - 0.05;
  const at = (size: Vec3, k: number) => roundedBox(size).translate((LEFT + RIGHT) / 2, 0.1 * k, -WALL.behind);
  return merged(lines.map((k) => at([half, long ? 0.006 : 0.0028, 0.003], k)));
}

export const bounce: Dress = {
  finish: ({ kind }, place) => (kind === 'dynamic' ? (BALLS[place] ?? null) : null),
  fixed: (_, ground) => {
    const [middle, half] = [(LEFT + RIGHT) / 2, (RIGHT - LEFT) / 2];
    const wall = () =>
      roundedBox([half, WALL.high / 2, WALL.half], 0.012).translate(middle, ground + WALL.high / 2, -WALL.behind - WALL.half);
    const feet = () =>
      merged([LEFT + 0.3, RIGHT - 0.3].map((x) => roundedBox([0.04, 0.02, 0.2]).translate(x, ground + 0.02, -WALL.behind - WALL.half)));
    const pads = () => merged(RESTITUTIONS.map((_, k) => drum(0.17, 0.004, 0.002).translate(k, ground + 0.002, 0)));
    return [
      { key: 'wall', make: wall, substance: 'stone', color: STONE },
      { key: 'feet', make: feet, substance: 'paint', color: FRAME },
      { key: 'lines', make: () => scale(false), substance: 'paint', color: '#93979d' },
      { key: 'long lines', make: () => scale(true), substance: 'paint', color: BONE },
      { key: 'pads', make: pads, substance: 'iron', color: IRON },
    ];
  },
  labels: () => RESTITUTIONS.map((e, k) => ({ at: [k, WALL.high + 0.1, -WALL.behind], text: `e = ${e}` })),
};
