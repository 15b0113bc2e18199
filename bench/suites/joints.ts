// Nanoseconds per projection of each type of joint, in short hanging chains.
import { BUILDS, JOINT_SUBSTEPS, loadPackage } from '../engines/holonomic.ts';
import { interleave, type Lane, warmUp } from '../interleave.ts';
import type { Suite } from '../suite.ts';

const CHAINS = 250;
const LINKS = 4;
const FRAMES_PER_ROUND = 4;
const DT = 1 / 60;

/** Two bodies, the upper one null where it is the world, and the point where they meet. */
interface Link {
  a: any;
  b: any;
  anchor: number[];
}

type Join = (holonomic: any, world: any, link: Link) => void;

/** A joint of one class with these options; the axis is level, so that hinges swing. */
function join(name: string, options: object = {}): Join {
  return (holonomic, world, link) => world.addJoint(new holonomic[name]({ ...link, ...options }));
}

/** A joint between two points a little apart. */
function joinPoints(name: string, options: object = {}): Join {
  return (holonomic, world, { a, b, anchor: [x, y, z] }) =>
    world.addJoint(new holonomic[name]({ a, b, anchorA: [x, y, z], anchorB: [x + 0.1, y, z], frame: 'world', ...options }));
}

/** A joint of directions only. */
function joinAxes(name: string, options: object = {}): Join {
  return (holonomic, world, { a, b }) => world.addJoint(new holonomic[name]({ a, b, axis: Z, ...options }));
}

/** Two hinges side by side, and what couples them. */
const gear: Join = (holonomic, world, { b, anchor: [x, y, z] }) => {
  const other = world.addBody({ mass: 1, inertia: [0.002, 0.02, 0.02], position: [x + 0.25, y + 1, z] });
  const first = world.addJoint(new holonomic.HingeJoint({ b, anchor: [x, y, z], axis: Z }));
  const second = world.addJoint(new holonomic.HingeJoint({ b: other, anchor: [x, y + 1, z], axis: Z }));
  world.addJoint(new holonomic.GearJoint({ first, second, ratio: -2 }));
};

const rackAndPinion: Join = (holonomic, world, { b, anchor: [x, y, z] }) => {
  const other = world.addBody({ mass: 1, inertia: [0.002, 0.02, 0.02], position: [x + 0.25, y + 1, z] });
  const pinion = world.addJoint(new holonomic.HingeJoint({ b, anchor: [x, y, z], axis: Z }));
  const rack = world.addJoint(new holonomic.PrismaticJoint({ b: other, anchor: [x, y + 1, z], axis: Y }));
  world.addJoint(new holonomic.RackAndPinionJoint({ pinion, rack, radius: 0.1 }));
};

const pulley: Join = (holonomic, world, { b, anchor: [x, y, z] }) => {
  const other = world.addBody({ mass: 1, inertia: [0.002, 0.02, 0.02], position: [x + 0.25, y, z + 0.5] });
  const points = { pointA: [x, y + 1, z], pointB: [x, y + 1, z + 0.5] };
  world.addJoint(new holonomic.PulleyJoint({ a: b, b: other, anchorA: [0, 0, 0], anchorB: [0, 0, 0], ...points }));
};

const Y = [0, 1, 0];
const Z = [0, 0, 1];

/** The couplings are measured with the joints that they couple. */
const JOINTS: Record<string, Join> = {
  Ball: join('Ball'),
  'Ball, swing and twist limits': join('Ball', { axis: [1, 0, 0], swing: { y: 1, z: 1 }, twist: { lower: -1, upper: 1 } }),
  Hinge: join('Hinge', { axis: Z }),
  'Hinge, limits': join('Hinge', { axis: Z, limits: { lower: -1, upper: 1 } }),
  'Hinge, motor': join('Hinge', { axis: Z, motor: { velocity: 1, maxTorque: 1 } }),
  'Hinge, limits, motor and friction': join('Hinge', {
    axis: Z,
    limits: { lower: -1, upper: 1 },
    motor: { target: 0, stiffness: 10, damping: 1 },
    friction: 0.1,
  }),
  Fixed: join('Fixed'),
  Prismatic: join('Prismatic', { axis: Y, limits: { lower: -0.1, upper: 0.1 } }),
  'Prismatic, motor': join('Prismatic', { axis: Y, motor: { target: 0, stiffness: 1000, damping: 10 } }),
  Cylindrical: join('Cylindrical', { axis: Y, translation: { limits: { lower: -0.1, upper: 0.1 } } }),
  Universal: join('Universal', { axisA: Y, axisB: Z }),
  Planar: join('Planar', { normal: Z }),
  SixDof: join('SixDof', { axis: Z, angular: { x: 'free' } }),
  Axle: joinAxes('Axle'),
  Cone: joinAxes('Cone', { angle: 0.5 }),
  Screw: join('Screw', { axis: Y, lead: 0.1 }),
  Distance: joinPoints('Distance'),
  Rope: joinPoints('Rope', { length: 0.1 }),
  SpringDamper: joinPoints('SpringDamper', { stiffness: 1000, damping: 10 }),
  RevoluteSpherical: joinPoints('RevoluteSpherical', { axis: Z }),
  MatrixSpring: join('MatrixSpring', { stiffness: 1000, damping: 10 }),
  Grab: (holonomic, world, { b, anchor }) => world.addJoint(new holonomic.GrabJoint({ b, anchor })),
  Path: join('Path', {
    points: [
      [-1, 0, 0],
      [0, 0, 0],
      [3, 0, 0],
    ],
  }),
  'Gear and two hinges': gear,
  'RackAndPinion, hinge and prismatic': rackAndPinion,
  Pulley: pulley,
};

/** Bars of 0.5 m that stick out sideways from the world, joined end to end by one type of joint. */
async function chains(holonomic: any, joint: string, build: object): Promise<any> {
  const world = await holonomic.World.create({ ...build, substeps: JOINT_SUBSTEPS });
  for (let chain = 0; chain < CHAINS; chain++) {
    let previous = null;
    for (let link = 0; link < LINKS; link++) {
      const anchor = [0.5 * link, 0, chain];
      const body = world.addBody({ mass: 1, inertia: [0.002, 0.02, 0.02], position: [0.5 * link + 0.25, 0, chain] });
      JOINTS[joint](holonomic, world, { a: previous, b: body, anchor });
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
      return (ms * 1e6) / (CHAINS * LINKS * JOINT_SUBSTEPS);
    };
    const builds = Object.keys(BUILDS);
    return {
      name: 'joints',
      title: `joints: nanoseconds per projection, ${CHAINS} chains of ${LINKS} links, ${JOINT_SUBSTEPS} substeps of one iteration`,
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
