import { ParticleSet } from '../bindings/particle/index.ts';
import { defineScene } from './scene.ts';

const HALF = 0.98;
const START = -0.6;
/** Apart along z. */
const APART = 0.25;

export const ropeThree = defineScene({
  name: 'rope-three',
  description: 'Three nodes of a rope that is too long are pulled tight: in front by its total length, at once, behind piece by piece.',
  figure: 'Waterson, Fig. 6',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.25, 0.2, 1], target: [0, -0.2, 0], distance: 2.6 },
  parameters: { damping: { description: 'of the nodes', default: 4, min: 0, max: 1000, unit: '1/s' } },
  frames: 120,
  dt: 1 / 60,
  settings: { substeps: 1, iterations: 1 },
  build(world, { damping }) {
    const made = (z: number) => ({
      positions: [-HALF, 0, z, 0, START, z, HALF, 0, z],
      pinned: [0, 2],
      radii: 0.02,
      damping,
      canSleep: false,
    });
    const whole = world.addParticles(
      new ParticleSet({
        ...made(APART),
        lengths: [{ points: [0, 1, 2], length: 2 }],
        // Only to be drawn as a rope.
        distances: [{ line: [0, 1, 2], compliance: Number.POSITIVE_INFINITY }],
      }),
    );
    const pieces = world.addParticles(
      new ParticleSet({
        ...made(-APART),
        distances: [1, 2].map((end) => ({ pairs: [end - 1, end], lengths: 1, compressCompliance: Number.POSITIVE_INFINITY })),
      }),
    );
    const first = { total: START, pairwise: START };
    return {
      particles: [whole, pieces],
      afterStep(frame) {
        if (frame === 0) Object.assign(first, { total: whole.positions[4], pairwise: pieces.positions[4] });
      },
      measures: () => ({
        firstHeightTotal: first.total,
        firstHeightPairwise: first.pairwise,
        heightTotal: whole.positions[4],
        heightPairwise: pieces.positions[4],
      }),
    };
  },
});
