import { BallJoint, type Body } from '../bindings/index.ts';
import { createBunny } from './bunny.ts';
import { EnergyRecord } from './energy-record.ts';
import { defineScene, type Recorded } from './scene.ts';
import { largest, Recent } from './statistics.ts';

const HEIGHT = 0.2;
const DENSITY = 1000;

export const bunnyChain = defineScene({
  name: 'bunny-chain',
  description: 'A chain of bunnies hangs from the ceiling: with the same budget, it stretches far less with substeps than with iterations.',
  figure: 'Müller et al. 2020, Figures 10 and 11',
  feature: 'pendulums and chains',
  view: { direction: [0.5, 0.06, 1], layers: [], opening: 60 },
  shown: { count: 30, push: 2 },
  parameters: {
    count: { description: 'bunnies', default: 100, min: 1, max: 10_000, integer: true },
    push: { description: 'initial sideways speed of the lowest bunny', unit: 'm/s', default: 0, min: 0, max: 20 },
  },
  frames: 300,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { count, push }) {
    const { mesh, top, bottom } = createBunny(HEIGHT);
    const links: Body[] = [];
    const joints: BallJoint[] = [];
    for (let index = 0; index < count; index++) {
      const position = [-top[0], -index * HEIGHT - top[1], -top[2]];
      const linearVelocity = [(push * (index + 1)) / count, 0, 0];
      const above = links[index - 1] ?? null;
      const link = world.addBody({ shape: mesh, density: DENSITY, position, linearVelocity, collides: false });
      joints.push(world.addJoint(new BallJoint({ a: above, b: link, anchorA: above ? bottom : [0, 0, 0], anchorB: top })));
      links.push(link);
    }
    const length = count * HEIGHT;
    const last = links[count - 1];
    const energy = new EnergyRecord(world, -world.potentialEnergy); // from stretched out level with the ceiling to hanging down
    const lastSecond = new Recent();
    let maxElongation = 0;
    return {
      afterStep() {
        const elongation = Math.hypot(...last.worldPoint(bottom)) / length - 1;
        lastSecond.push(elongation);
        maxElongation = largest([maxElongation, elongation]);
        energy.record();
      },
      recorded: () => [[...lastSecond.values], maxElongation, energy.recorded()],
      recall(recorded) {
        const [values, most, energies] = recorded as [number[], number, Recorded];
        lastSecond.recall(values);
        maxElongation = most;
        energy.recall(energies);
      },
      measures: () => ({
        elongation: lastSecond.mean,
        maxElongation,
        maxAnchorError: largest(joints.map((joint) => joint.positionError)),
        ...energy.measures(),
      }),
    };
  },
});
