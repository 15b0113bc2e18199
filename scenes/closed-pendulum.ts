import { addLinkage, observeLinkage, type Point, potentialRange } from './pendulum.ts';
import { defineScene } from './scene.ts';

/** Distance of the two fixed hinges, m. The longest side and the shortest together exceed the other two, so the linkage never folds flat. */
const SPAN = 1.5;

export const closedPendulum = defineScene({
  name: 'closed-pendulum',
  description:
    'A triple pendulum with its free end pinned as well, a closed loop of hinges, swings for half a minute without losing energy or coming apart.',
  figure: 'Müller et al. 2020, Figure 8',
  feature: 'pendulums and chains',
  view: { direction: [0.25, 0.12, 1], target: [0.75, -0.1, 0], distance: 4.6, aspect: 0.95, ground: -1.7 },
  parameters: {},
  frames: 1800,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world) {
    // The first bar is horizontal; the other two form a gable between its end and the far pin.
    const apex = Math.sqrt(1 - ((SPAN - 1) / 2) ** 2);
    const start: Point[] = [
      [0, 0],
      [1, 0],
      [(1 + SPAN) / 2, apex],
      [SPAN, 0],
    ];
    // At rest the middle bar is level.
    const inset = (SPAN - 1) / 2;
    const depth = Math.sqrt(1 - inset ** 2);
    const rest: Point[] = [
      [0, 0],
      [inset, -depth],
      [inset + 1, -depth],
      [SPAN, 0],
    ];
    return observeLinkage(world, addLinkage(world, start, true), potentialRange(world, start, rest));
  },
});
