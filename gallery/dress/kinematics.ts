// What is only posed: chains that reach for a target, and a skeleton that is fitted to markers.
import type { SceneLooks } from '../engine/types.ts';
import type { Span } from '../props/placed.ts';
import { AZURE, BONE, FRAME, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import type { Dress, Part } from './dress.ts';
import { drum, merged, roundedBox } from './geometry.ts';

/** As scenes/ik-chain.ts has them, m: the heights of the two chains, half the thickness of a link, and the brackets. */
const HEIGHTS = [0, 0.7];
const RADIUS = 0.022;
const BRACKET = [0.03, 0.05, 0.05] as const;
const CHAINS = [SAFFRON, AZURE];
/** Of the post, m. */
const POST = 0.03;

/** A bar with an eye at its root, in which a pin turns. Links are along y. */
function linkParts(half: number, color: string): Part[] {
  const bar = () =>
    merged([
      roundedBox([0.62 * RADIUS, half - 0.3 * RADIUS, 0.5 * RADIUS], 0.25 * RADIUS),
      ...[-1, 1].map((end) =>
        drum(RADIUS, (end < 0 ? 0.75 : 0.5) * RADIUS)
          .rotateX(Math.PI / 2)
          .translate(0, end * half, 0),
      ),
    ]);
  const pin = () =>
    drum(0.42 * RADIUS, 1.05 * RADIUS)
      .rotateX(Math.PI / 2)
      .translate(0, -half, 0);
  return [
    { key: `bar ${color}`, make: bar, substance: 'paint', color },
    { key: 'pin', make: pin, substance: 'steel', color: STEEL },
  ];
}

/** Links of each of the two chains, which are one after the other: a bracket, links, and a target. */
const linksOf = ({ bodies }: SceneLooks) => bodies.length / HEIGHTS.length - 2;

export const ikChain: Dress = {
  finish: ({ kind, form }) => {
    if (kind === 'static') return { substance: 'paint', color: FRAME };
    return form === 'sphere' ? { substance: 'ceramic', color: VERMILION } : null;
  },
  parts: (look, _, looks) => {
    if (look.form !== 'capsule') return null;
    const links = linksOf(looks);
    return linkParts(0.5 / links, CHAINS[Math.floor(looks.bodies.indexOf(look) / (links + 2))]);
  },
  fixed: (_, ground) => {
    const top = HEIGHTS[HEIGHTS.length - 1] + 2 * BRACKET[1];
    const x = -2 * BRACKET[0] - POST;
    const post = () =>
      merged([
        roundedBox([POST, (top - ground) / 2, POST], 0.006).translate(x, (top + ground) / 2, 0),
        roundedBox([5 * POST, 0.4 * POST, 5 * POST], 0.006).translate(x, ground + 0.4 * POST, 0),
      ]);
    return [{ key: 'post', make: post, substance: 'paint', color: FRAME }];
  },
  labels: () => [
    { at: [0.3, HEIGHTS[0] - 0.07, 0], text: 'minimum kinetic energy' },
    { at: [0.3, HEIGHTS[1] - 0.07, 0], text: 'minimum rotation' },
  ],
};

/** m: thickness of a bone. */
const BONE_RADIUS = 0.026;

/**
 * As scenes/marker-fit.ts adds them: markers, then the two halves of each joint, then the ends of the feet. Bones go from the lower half of a
 * joint to the upper half of the next.
 */
export const markerFit: Dress = {
  finish: (look, _, { bodies }) => {
    const own = bodies.indexOf(look);
    const first = bodies.length - FITTED;
    if (own < first) return { substance: 'ceramic', color: SAFFRON };
    if (own >= bodies.length - FEET) return { substance: 'ceramic', color: BONE };
    return { substance: 'ceramic', color: (own - first) % 2 === 0 ? AZURE : VERMILION };
  },
  spans: ({ bodies }) => {
    const first = bodies.length - FITTED;
    if (first < 0) return [];
    return BONES.map(([a, b]): Span => {
      const slots = [a, b].map((place) => bodies[first + place].slot);
      return { a: slots[0], from: [0, 0, 0], b: slots[1], to: [0, 0, 0], radius: BONE_RADIUS, color: BONE };
    });
  },
};
/** Places of the ends of bones among what is fitted: both hips, then thigh, shank and foot of each leg. */
const JOINTS = 6;
const FEET = 2;
const FITTED = 2 * JOINTS + FEET;
const BONES = [
  [0, 6],
  [1, 2],
  [3, 4],
  [5, 12],
  [7, 8],
  [9, 10],
  [11, 13],
] as const;
