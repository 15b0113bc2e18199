// Things that stand, fall, roll and slide.
import { AZURE, BONE, BRASS, GRAPHITE, IRON, RUBBER, SAFFRON, STEEL, VERMILION, WOOD } from '../studio/palette.ts';
import { chance, varied } from '../view/colors.ts';
import type { Dress, Finish } from './dress.ts';

function dynamic(finishOf: (place: number, count: number) => Finish): Dress {
  return {
    finish: ({ kind }, place, { bodies }) =>
      kind === 'dynamic' ? finishOf(place, bodies.filter((body) => body.kind === 'dynamic').length) : null,
  };
}
const wood = (place: number): Finish => ({ substance: 'wood', color: varied(WOOD, place, 0.1) });
const MARBLES = [VERMILION, AZURE, SAFFRON, BONE, GRAPHITE];
const BALLS: readonly Finish[] = [
  { substance: 'rubber', color: '#a83a2a' },
  { substance: 'wood', color: WOOD },
  { substance: 'steel', color: STEEL },
  { substance: 'ceramic', color: '#bcd3d8' },
  { substance: 'ceramic', color: BONE },
];

export const crates = dynamic(wood);
export const heavyOnLight = dynamic((place, count) => (place === count - 1 ? { substance: 'iron', color: IRON } : wood(place)));
export const pyramid = dynamic((place, count) => ({
  substance: 'brick',
  color: place === count - 1 ? VERMILION : varied([BONE, '#d8cfbd', '#c3b9a6'][Math.floor(3 * chance(place))], place, 0.05),
}));
export const cradle: Dress = { ...dynamic(() => ({ substance: 'steel', color: STEEL })), gantry: { along: 'x', half: 0.8 } };
export const bounce = dynamic((place) => BALLS[place % BALLS.length]);
export const coin = dynamic(() => ({ substance: 'brass', color: BRASS }));
export const incline = dynamic(
  (place) =>
    [
      { substance: 'steel', color: STEEL } as const,
      wood(place),
      { substance: 'rubber', color: RUBBER } as const,
      { substance: 'ceramic', color: BONE } as const,
    ][place % 4],
);
export const marbles: Dress = {
  finish: ({ kind }, place) =>
    kind === 'dynamic' ? { substance: 'ceramic', color: MARBLES[place % MARBLES.length] } : { substance: 'steel', color: STEEL },
};
export const bulletWall: Dress = {
  finish: ({ kind }) => (kind === 'dynamic' ? { substance: 'brass', color: BRASS } : { substance: 'steel', color: STEEL }),
};
export const conveyor: Dress = {
  floors: true,
  finish: ({ kind }, place) => (kind === 'dynamic' ? wood(place) : { substance: 'rubber', color: RUBBER }),
};
export const bridge: Dress = {
  finish: ({ kind, form, scale }, place) => {
    if (kind !== 'dynamic') return { substance: 'stone', color: '#77777a' };
    return form === 'sphere' || scale[1] > 0.5 * scale[0] ? { substance: 'iron', color: IRON } : wood(place);
  },
};
