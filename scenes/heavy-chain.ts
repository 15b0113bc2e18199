import { Ball, type Body, Capsule, type Quat, type Vec3 } from '../bindings/index.ts';
import { EnergyRecord } from './energy-record.ts';
import { defineScene } from './scene.ts';
import { largest, meanOfLastSecond } from './statistics.ts';

const LINKS = 20;
/** From joint to joint, m. */
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
  description: 'Twenty links of a metre and a kilogram carry a last one that is much heavier, at rest or swinging, and hardly stretch.',
  parameters: {
    ratio: { description: 'mass of the last link over that of the others', default: 100, min: 0.001, max: 1e5 },
    start: { description: 'how the chain starts', choices: ['hanging', 'horizontal'], default: 'hanging' },
  },
  frames: 600,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { ratio, start }) {
    const shape = new Capsule(RADIUS, LENGTH / 2 - RADIUS);
    const orientation = ORIENTATIONS[start];
    const links: Body[] = [];
    const joints: Ball[] = [];
    let range = 0;
    for (let index = 0; index < LINKS; index++) {
      const reach = (index + 0.5) * LENGTH;
      const mass = index === LINKS - 1 ? ratio : 1;
      const link = world.addBody({ shape, mass, orientation, position: start === 'hanging' ? [0, -reach, 0] : [reach, 0, 0] });
      const above = links[index - 1] ?? null;
      joints.push(world.addJoint(new Ball({ a: above, b: link, anchorA: above ? BOTTOM : [0, 0, 0], anchorB: TOP })));
      links.push(link);
      range += -world.gravity[1] * mass * reach;
    }
    const last = links[LINKS - 1];
    const energy = new EnergyRecord(world, range);
    const stretches: number[] = [];
    let maxAnchorError = 0;
    return {
      afterStep() {
        stretches.push(Math.hypot(...last.worldPoint(BOTTOM)) - LINKS * LENGTH);
        maxAnchorError = largest([maxAnchorError, ...joints.map((joint) => joint.positionError)]);
        energy.record();
      },
      measures: () => ({
        stretch: meanOfLastSecond(stretches),
        maxStretch: largest(stretches),
        maxAnchorError,
        ...energy.measures(),
      }),
    };
  },
});
