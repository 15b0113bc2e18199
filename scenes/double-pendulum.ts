import { buildChain } from './pendulum.ts';
import { defineScene } from './scene.ts';

export const doublePendulum = defineScene({
  name: 'double-pendulum',
  description: 'Two hinged bars released from horizontal swing for half a minute without losing energy.',
  figure: 'Müller et al. 2020, Figure 8',
  feature: 'pendulums and chains',
  view: { direction: [0.3, 0.12, 1], target: [0, -0.75, 0], distance: 4.6, opening: 50 },
  parameters: {},
  frames: 1800,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build: (world) => buildChain(world, 2),
});
