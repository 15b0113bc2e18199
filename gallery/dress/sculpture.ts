// Steel wire, wood and brass.
import { AZURE, BONE, BRASS, GRAPHITE, IRON, SAFFRON, STEEL, VERMILION, WOOD } from '../studio/palette.ts';
import type { Dress, Finish } from './dress.ts';

/** As scenes/sculpture.ts adds what moves: the wheel, the lift, the arms, and the balls. */
const MOVERS: readonly Finish[] = [
  { substance: 'wood', color: '#8f6239' },
  { substance: 'paint', color: GRAPHITE },
  { substance: 'brass', color: BRASS },
  { substance: 'brass', color: BRASS },
];
const BALLS = [VERMILION, AZURE, SAFFRON, BONE];
const FIXED: Readonly<Record<string, Finish>> = {
  spline: { substance: 'steel', color: STEEL },
  compound: { substance: 'wood', color: WOOD },
};

export const sculpture: Dress = {
  joints: false,
  finish: ({ kind, form }, place) => {
    if (kind !== 'dynamic') return FIXED[form] ?? { substance: 'iron', color: IRON };
    return MOVERS[place] ?? { substance: 'ceramic', color: BALLS[(place - MOVERS.length) % BALLS.length] };
  },
};
