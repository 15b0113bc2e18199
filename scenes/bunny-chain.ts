import { Ball, type Body } from '../bindings/index.ts';
import { createBunny } from './bunny.ts';
import { EnergyRecord } from './energy-record.ts';
import { defineScene } from './scene.ts';
import { largest, meanOfLastSecond } from './statistics.ts';

const HEIGHT = 0.2;
const DENSITY = 1000;

export const bunnyChain = defineScene({
  name: 'bunny-chain',
  description:
    'Stanford bunnies hang from the ceiling, one from the other: the same budget stretches the chain far less as substeps than as iterations.',
  figure: 'Müller et al. 2020, Figures 10 and 11',
  parameters: {
    count: { description: 'bunnies', default: 100, min: 1, max: 10_000, integer: true },
  },
  frames: 300,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { count }) {
    const { mesh, top, bottom } = createBunny(HEIGHT);
    const links: Body[] = [];
    const joints: Ball[] = [];
    for (let index = 0; index < count; index++) {
      const position = [-top[0], -index * HEIGHT - top[1], -top[2]];
      const above = links[index - 1] ?? null;
      const link = world.addBody({ shape: mesh, density: DENSITY, position, collides: false });
      joints.push(world.addJoint(new Ball({ a: above, b: link, anchorA: above ? bottom : [0, 0, 0], anchorB: top })));
      links.push(link);
    }
    const length = count * HEIGHT;
    const last = links[count - 1];
    const energy = new EnergyRecord(world, -world.potentialEnergy); // from stretched out level with the ceiling to hanging
    const elongations: number[] = [];
    return {
      afterStep() {
        elongations.push(Math.hypot(...last.worldPoint(bottom)) / length - 1);
        energy.record();
      },
      measures: () => ({
        elongation: meanOfLastSecond(elongations),
        maxElongation: largest(elongations),
        maxAnchorError: largest(joints.map((joint) => joint.positionError)),
        ...energy.measures(),
      }),
    };
  },
});
