// Things that stand, fall, roll and slide.
import { BONE, FRAME, IRON, RUBBER, STEEL, VERMILION, WOOD } from '../studio/palette.ts';
import { chance, varied } from '../view/colors.ts';
import type { Dress, Finish, Part } from './dress.ts';
import { drum, roundedBox } from './geometry.ts';

function dynamic(finishOf: (place: number, count: number) => Finish): Dress {
  return {
    finish: ({ kind }, place, { bodies }) =>
      kind === 'dynamic' ? finishOf(place, bodies.filter((body) => body.kind === 'dynamic').length) : null,
  };
}
const wood = (place: number): Finish => ({ substance: 'wood', color: varied(WOOD, place, 0.1) });

export const crates = dynamic(wood);
export const heavyOnLight = dynamic((place, count) => (place === count - 1 ? { substance: 'iron', color: IRON } : wood(place)));
export const pyramid = dynamic((place, count) => ({
  substance: 'brick',
  color: place === count - 1 ? VERMILION : varied([BONE, '#d8cfbd', '#c3b9a6'][Math.floor(3 * chance(place))], place, 0.05),
}));
export const cradle: Dress = { ...dynamic(() => ({ substance: 'steel', color: STEEL })), gantry: { along: 'x', half: 0.8 } };
/** The belt of the conveyor in the frame of its body, whose surface is at y = 0.5 m. */
const BELT = { from: -1.6, to: 10.6, halfWidth: 2.1, height: 0.5, gap: 0.6, color: '#4c5056' };
export const conveyor: Dress = {
  floors: true,
  belt: BELT,
  parts: ({ kind }) => (kind === 'static' ? conveyorParts() : null),
  finish: ({ kind }, place) => (kind === 'dynamic' ? wood(place) : { substance: 'rubber', color: RUBBER }),
};
/** Belt, rollers, side rails and legs. */
function conveyorParts(): Part[] {
  const { from, to, halfWidth, height } = BELT;
  const [middle, half] = [(from + to) / 2, (to - from) / 2];
  const radius = 0.16;
  const frame: Finish = { substance: 'paint', color: FRAME };
  const at = (key: string, make: Part['make'], finish: Finish): Part => ({ key, make, ...finish });
  return [
    at('belt', () => roundedBox([half, radius, halfWidth], 0.9 * radius).translate(middle, height - radius, 0), {
      substance: 'rubber',
      color: RUBBER,
    }),
    ...[from + radius, to - radius].map((x, k) =>
      at(
        `roller ${k}`,
        () =>
          drum(0.85 * radius, halfWidth + 0.1)
            .rotateX(Math.PI / 2)
            .translate(x, height - radius, 0),
        {
          substance: 'steel',
          color: STEEL,
        },
      ),
    ),
    ...[-1, 1].map((side) =>
      at(`rail ${side}`, () => roundedBox([half - 0.1, 0.11, 0.05]).translate(middle, height - radius, side * (halfWidth + 0.12)), frame),
    ),
    ...[from + 1, middle, to - 1].flatMap((x) =>
      [-1, 1].map((side) =>
        at(`leg ${x} ${side}`, () => roundedBox([0.07, 0.4, 0.05]).translate(x, height - 0.62, side * (halfWidth + 0.1)), frame),
      ),
    ),
  ];
}
export const bridge: Dress = {
  posts: { half: [0.16, 0.75], above: 0.12 },
  finish: ({ kind, form, scale }, place) => {
    if (kind !== 'dynamic') return { substance: 'stone', color: '#77777a' };
    return form === 'sphere' || scale[1] > 0.5 * scale[0] ? { substance: 'iron', color: IRON } : wood(place);
  },
};
