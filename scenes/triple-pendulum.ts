import { buildChain } from './pendulum.ts';
import { defineScene } from './scene.ts';

export const triplePendulum = defineScene({
  name: 'triple-pendulum',
  description: 'Three hinged bars released from horizontal swing chaotically for half a minute without losing energy.',
  figure: 'Müller et al. 2020, Figures 8 and 9',
  feature: 'pendulums and chains',
  view: { direction: [0.3, 0.12, 1], target: [0, -1.2, 0], distance: 7, opening: 60 },
  parameters: {},
  frames: 1800,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build: (world) => buildChain(world, 3),
});
