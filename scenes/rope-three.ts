import { World } from '../bindings/index.ts';
import { ParticleSet } from '../bindings/particle/index.ts';
import { defineScene } from './scene.ts';

const HALF = 0.98;
const START = -0.6;
/** Distance of each rope from z = 0. */
const APART = 0.25;

/** A constraint without effect, which makes the nodes a line that is drawn as a rope. */
const DRAWN = { line: [0, 1, 2], compliance: Number.POSITIVE_INFINITY };
/** Numbers of iterations after which the height is measured. */
const COUNTS = [1, 2, 3, 4, 8, 16, 28];

export const ropeThree = defineScene({
  name: 'rope-three',
  description:
    'A slack rope of three nodes is pulled tight: the front one at once, by a constraint on its total length; the back one segment by segment.',
  figure: 'Waterson, Fig. 6',
  feature: 'ropes, cloth and soft bodies',
  view: { direction: [0.25, 0.2, 1], target: [0, -0.2, 0], distance: 2.2, aspect: 1.6, ground: -0.75, opening: 12 },
  parameters: { damping: { description: 'damping of the nodes', default: 4, min: 0, max: 1000, unit: '1/s' } },
  frames: 120,
  dt: 1 / 60,
  settings: { substeps: 1, iterations: 1 },
  async build(world, { damping }) {
    const made = (z: number) => ({
      positions: [-HALF, 0, z, 0, START, z, HALF, 0, z],
      pinned: [0, 2],
      radii: 0.025,
      damping,
      canSleep: false,
    });
    const total = (z: number) => new ParticleSet({ ...made(z), lengths: [{ points: [0, 1, 2], length: 2 }], distances: [DRAWN] });
    const pairs = { pairs: [0, 1, 1, 2], lengths: 1, compressCompliance: Number.POSITIVE_INFINITY };
    const pairwise = (z: number) => new ParticleSet({ ...made(z), distances: [pairs, DRAWN] });
    const [front, back] = [world.addParticles(total(APART)), world.addParticles(pairwise(-APART))];
    const { backend, precision } = world;
    /** Heights of the middle nodes after this many iterations of the first step, without gravity. */
    const after = async (iterations: number) => {
      const small = await World.create({ backend, precision, substeps: 1, iterations, gravity: [0, 0, 0] });
      const sets = [total, pairwise].map((make) => small.addParticles(make(0)));
      small.step(1 / 60);
      const heights = sets.map(({ positions }) => positions[4]);
      small.dispose();
      return heights;
    };
    const heights = await Promise.all(COUNTS.map(after));
    return {
      particles: [front, back],
      measures: () => ({
        iterations: [...COUNTS],
        totalHeight: heights.map(([height]) => height),
        pairwiseHeight: heights.map(([, height]) => height),
        heightTotal: front.positions[4],
        heightPairwise: back.positions[4],
      }),
    };
  },
});
