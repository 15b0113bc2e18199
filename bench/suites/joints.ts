// Nanoseconds per projection of each type of joint, in short hanging chains.
import { BUILDS, DEFAULT_SUBSTEPS, loadPackage } from '../engines/holonomic.ts';
import { interleave, type Lane, warmUp } from '../interleave.ts';
import type { Suite } from '../suite.ts';

const CHAINS = 250;
const LINKS = 4;
const FRAMES_PER_ROUND = 4;
const DT = 1 / 60;

/** Options of each joint besides bodies and anchor. The axis is level, so that the hinges swing. */
const JOINTS: Record<string, object> = {
  Ball: {},
  Hinge: { axis: [0, 0, 1] },
  Fixed: {},
  Prismatic: { axis: [0, 1, 0], limits: { lower: -0.1, upper: 0.1 } },
  Distance: { frame: 'world' },
};

/** Bars of 0.5 m that stick out sideways from the world, joined end to end by one type of joint. */
async function chains(holonomic: any, joint: string, build: object): Promise<any> {
  const world = await holonomic.World.create(build);
  for (let chain = 0; chain < CHAINS; chain++) {
    let previous = null;
    for (let link = 0; link < LINKS; link++) {
      const anchor = [0.5 * link, 0, chain];
      const body = world.addBody({ mass: 1, inertia: [0.002, 0.02, 0.02], position: [0.5 * link + 0.25, 0, chain] });
      const where = joint === 'Distance' ? { anchorA: anchor, anchorB: [0.5 * link + 0.1, 0, chain] } : { anchor };
      world.addJoint(new holonomic[joint]({ a: previous, b: body, ...where, ...JOINTS[joint] }));
      previous = body;
    }
  }
  return world;
}

export const joints: Suite = {
  name: 'joints',
  description: 'nanoseconds per projection of each type of joint, single, double and reference',
  async run({ rounds, capSeconds }) {
    const holonomic = await loadPackage();
    const lanes: Lane[] = [];
    for (const joint of Object.keys(JOINTS)) {
      for (const build of Object.keys(BUILDS)) {
        const world = await chains(holonomic, joint, BUILDS[build]);
        const step = () => world.step(DT);
        warmUp(step);
        lanes.push({ label: `${joint} ${build}`, step });
      }
    }
    const times = interleave(lanes, { rounds, framesPerRound: FRAMES_PER_ROUND, capSeconds });
    const nanoseconds = (joint: string, build: string) => {
      const { ms } = times.find(({ label }) => label === `${joint} ${build}`) ?? { ms: Number.NaN };
      return (ms * 1e6) / (CHAINS * LINKS * DEFAULT_SUBSTEPS);
    };
    const builds = Object.keys(BUILDS);
    return {
      name: 'joints',
      title: `joints: nanoseconds per projection, ${CHAINS} chains of ${LINKS} links, ${DEFAULT_SUBSTEPS} substeps of one iteration`,
      notes: ['integration and velocity update of one body per joint included'],
      columns: ['joint', ...builds, 'reference / single'],
      rows: Object.keys(JOINTS).map((joint) => [
        joint,
        ...builds.map((build) => nanoseconds(joint, build)),
        nanoseconds(joint, 'reference') / nanoseconds(joint, 'single'),
      ]),
    };
  },
};
