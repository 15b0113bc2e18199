import { Cloth } from '../bindings/particle/index.ts';
import { lowest, meanStretch, threadsOf } from './meshes.ts';
import { defineScene } from './scene.ts';
import { Recent } from './statistics.ts';

const SIDE = 20;
/** So compliant that it is not there. */
const NONE = 1e6;

export const cloth = defineScene({
  name: 'cloth',
  description:
    'A cloth of 400 nodes in a gravity of 100 m/s² hangs by a few iterations; with the total lengths of its rows and columns it stretches half as much.',
  figure: 'Waterson, Fig. 7',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.35, 0.2, 1], target: [0, -0.55, 0.35], distance: 3.6 },
  parameters: {
    lengths: { description: 'rows and columns as a whole are no longer than they were', default: 'on', choices: ['on', 'off'] },
    pinned: { description: 'where it hangs', default: 'corners', choices: ['corners', 'edge'] },
  },
  frames: 240,
  dt: 1 / 60,
  settings: { gravity: [0, -100, 0], substeps: 1, iterations: 8 },
  build(world, { lengths, pinned }) {
    const edge = Array.from({ length: SIDE }, (_, k) => k);
    const sheet = world.addParticles(
      new Cloth({
        columns: SIDE,
        rows: SIDE,
        position: [0, 0, 0.5],
        lines: false,
        holdLengths: lengths === 'on',
        shearCompliance: NONE,
        bendCompliance: Number.POSITIVE_INFINITY,
        damping: 1,
        pinned: pinned === 'edge' ? edge : [edge[0], edge[SIDE - 1]],
      }),
    );
    const threads = threadsOf(SIDE, SIDE);
    const stretch = new Recent();
    return {
      particles: [sheet],
      afterStep: () => stretch.push(meanStretch(sheet, threads, 1 / (SIDE - 1))),
      measures: () => ({ meanStretch: stretch.mean, lowest: lowest([sheet]) }),
    };
  },
});
