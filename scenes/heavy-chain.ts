import { BallJoint, type Body, Capsule, type Quat, type Vec3 } from '../bindings/index.ts';
import { EnergyRecord } from './energy-record.ts';
import { defineScene, type Recorded } from './scene.ts';
import { largest, Recent } from './statistics.ts';

/** Distance between joints, m. */
const LENGTH = 1;
const RADIUS = 0.05;
const TOP: Vec3 = [0, LENGTH / 2, 0];
const BOTTOM: Vec3 = [0, -LENGTH / 2, 0];

/** A quarter turn about z takes a link that hangs, along -y, to one that sticks out along +x. */
const ORIENTATIONS: Record<'hanging' | 'horizontal', Quat> = {
  hanging: [0, 0, 0, 1],
  horizontal: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
};

export const heavyChain = defineScene({
  name: 'heavy-chain',
  description:
    'A chain of one-metre, one-kilogram links carries a last link up to a million times as heavy, hanging or swinging, without stretching.',
  feature: 'pendulums and chains',
  view: { direction: [-1.5, 0.22, 1], target: [0, -9.2, 0], distance: 35, aspect: 1.15, opening: 106 },
  shown: { start: 'horizontal' },
  parameters: {
    ratio: { description: 'mass of the last link relative to the others', default: 100, min: 0.001, max: 1e6 },
    links: { description: 'links, including the heavy one', default: 20, min: 1, max: 10_000, integer: true },
    start: { description: 'how the chain starts', choices: ['hanging', 'horizontal'], default: 'hanging' },
  },
  frames: 600,
  dt: 1 / 60,
  settings: { substeps: 20, jointSolver: 'auto' },
  build(world, { ratio, links: count, start }) {
    const shape = new Capsule(RADIUS, LENGTH / 2 - RADIUS);
    const orientation = ORIENTATIONS[start];
    const links: Body[] = [];
    const joints: BallJoint[] = [];
    let range = 0;
    for (let index = 0; index < count; index++) {
      const reach = (index + 0.5) * LENGTH;
      const mass = index === count - 1 ? ratio : 1;
      const link = world.addBody({ shape, mass, orientation, position: start === 'hanging' ? [0, -reach, 0] : [reach, 0, 0] });
      const above = links[index - 1] ?? null;
      joints.push(world.addJoint(new BallJoint({ a: above, b: link, anchorA: above ? BOTTOM : [0, 0, 0], anchorB: TOP })));
      links.push(link);
      range += -world.gravity[1] * mass * reach;
    }
    const last = links[count - 1];
    const energy = new EnergyRecord(world, range);
    const lastSecond = new Recent();
    let [maxStretch, maxAnchorError] = [0, 0];
    return {
      afterStep() {
        const stretch = Math.hypot(...last.worldPoint(BOTTOM)) - count * LENGTH;
        lastSecond.push(stretch);
        maxStretch = largest([maxStretch, stretch]);
        maxAnchorError = largest([maxAnchorError, ...joints.map((joint) => joint.positionError)]);
        energy.record();
      },
      recorded: () => [[...lastSecond.values], maxStretch, maxAnchorError, energy.recorded()],
      recall(recorded) {
        const [values, stretch, error, energies] = recorded as [number[], number, number, Recorded];
        lastSecond.recall(values);
        [maxStretch, maxAnchorError] = [stretch, error];
        energy.recall(energies);
      },
      measures: () => ({
        stretch: lastSecond.mean,
        maxStretch,
        maxAnchorError,
        ...energy.measures(),
      }),
    };
  },
});
