import { BallJoint, type Body, Capsule, FixedJoint, type Joint, type Quat, type Vec3, type World } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest, mean, Recent } from './statistics.ts';
import { cosine, sine } from './trigonometry.ts';
import { turn, turnTwice } from './turn.ts';

const DT = 1 / 60;
/** Distance between joints, m. */
const LENGTH = 0.04;
const RADIUS = 0.01;
const DENSITY = 1000;
const DOWN: Vec3 = [0, -1, 0];
/** Angle of the arc in which the rope is slung, rad, and the tilt of its plane, which makes it coil to one side. */
const ARC = 4;
const LEAN = 0.05;
/** Number of final frames in which the twist is tracked: half of the run. */
const SETTLED = 300;

export const twistedRope = defineScene({
  name: 'twisted-rope',
  description:
    'A twisted rope of capsules, joined with compliant swing and twist limits, is released: slung between two posts it coils; hanging, it oscillates about its axis like a rod.',
  figure: 'Müller et al. 2020, Figure 18',
  feature: 'pendulums and chains',
  view: { direction: [0.3, 0.1, 1], target: [0.91, -0.82, 0], distance: 2.9, aspect: 1.15, layers: [] },
  parameters: {
    links: { description: 'capsules', default: 100, min: 2, max: 1000, integer: true },
    turns: { description: 'initial twist of the rope, in turns', default: 12, min: -100, max: 100 },
    start: { description: 'how the rope is held', choices: ['slung', 'hanging'], default: 'slung' },
    twistLimit: { description: 'free twist of each joint in either direction', unit: 'rad', default: 0.02, min: 0, max: 3 },
    twistCompliance: { description: 'twist compliance of each joint beyond its limit', unit: 'rad/(N m)', default: 10, min: 0, max: 1e6 },
    swingLimit: {
      description: 'half-angle of the cone within which each joint bends freely',
      unit: 'rad',
      default: 0.05,
      min: 0.001,
      max: 3,
    },
    swingCompliance: { description: 'swing compliance of each joint beyond its limit', unit: 'rad/(N m)', default: 200, min: 0, max: 1e6 },
    damping: { description: 'damping of each joint beyond its limits', unit: 'N m s/rad', default: 1e-4, min: 0, max: 10 },
  },
  frames: 600,
  dt: DT,
  settings: { substeps: 20, jointSolver: 'auto' },
  build(world, { links, turns, start, ...limits }) {
    const isHanging = start === 'hanging';
    const rope = addRope(world, links, limits);
    const joints: Joint[] = [...rope.joints];
    const total = 2 * Math.PI * turns;
    for (const [index, body] of rope.bodies.entries()) {
      const place = isHanging ? hanging(index) : slung(index, links);
      body.orientation = turnTwice(turn(DOWN, (total * (index + 1)) / links), place.orientation);
      body.position = place.position;
    }
    if (!isHanging) {
      const last = rope.bodies[links - 1];
      joints.push(world.addJoint(new FixedJoint({ a: last, anchor: last.worldPoint([0, -LENGTH / 2, 0]) })));
    }
    const moment = rope.bodies[0].inertia[1];
    const twist = () => rope.joints.reduce((sum, joint) => sum + joint.twist.value, 0);
    const crossings: number[] = [];
    let [before, anchorError, greatestSwing] = [twist(), 0, 0];
    const twists = new Recent(SETTLED);
    return {
      afterStep() {
        const now = twist();
        if (now * before < 0) crossings.push(world.time - (DT * now) / (now - before));
        before = now;
        twists.push(now);
        anchorError = largest([anchorError, ...joints.map((joint) => joint.positionError)]);
        greatestSwing = largest([greatestSwing, ...rope.joints.map(({ cone }) => limits.swingLimit + (cone?.value ?? 0))]);
      },
      recorded: () => [before, anchorError, greatestSwing, [...twists.values], [...crossings]],
      recall(recorded) {
        const [beforeThen, anchorErrorThen, greatestSwingThen, twistsThen, crossingsThen] = recorded as unknown as [
          number,
          number,
          number,
          number[],
          number[],
        ];
        [before, anchorError, greatestSwing] = [beforeThen, anchorErrorThen, greatestSwingThen];
        twists.recall(twistsThen);
        crossings.splice(0, crossings.length, ...crossingsThen);
      },
      measures: () => ({
        /** Total twist along the rope, rad. */
        twist: before,
        greatestTwist: largest([0, ...twists.values.map(Math.abs)]),
        /** Period of free torsional oscillation, from the zeros of the twist, s; 0 while there is none yet. */
        period: meanPeriod(crossings),
        /** Of joints whose twist is not free within limits, s; 0 where they are rigid. */
        expectedPeriod: chainPeriod(links, moment, limits.twistCompliance),
        rodPeriod: rodPeriod(links, moment, limits.twistCompliance),
        /** Largest angle of a joint between the two capsules, rad. */
        greatestSwing,
        anchorError,
        kineticEnergy: world.kineticEnergy,
      }),
    };
  },
});

interface Limits {
  twistLimit: number;
  twistCompliance: number;
  swingLimit: number;
  swingCompliance: number;
  damping: number;
}

/** A straight rope that hangs down with its joints at rest; the first one is attached to the world. */
function addRope(world: World, links: number, { twistLimit, twistCompliance, swingLimit, swingCompliance, damping }: Limits) {
  const shape = new Capsule(RADIUS, LENGTH / 2 - RADIUS);
  const soft = (compliance: number) => (compliance > 0 ? { compliance, damping } : {});
  const twist = { lower: -twistLimit, upper: twistLimit, ...soft(twistCompliance) };
  const swing = { y: swingLimit, z: swingLimit, ...soft(swingCompliance) };
  const bodies: Body[] = [];
  const joints: BallJoint[] = [];
  for (let index = 0; index < links; index++) {
    const body = world.addBody({ shape, density: DENSITY, position: hanging(index).position });
    const anchor = [0, -index * LENGTH, 0];
    joints.push(world.addJoint(new BallJoint({ a: bodies[index - 1] ?? null, b: body, anchor, axis: DOWN, swing, twist })));
    bodies.push(body);
  }
  return { bodies, joints };
}

interface Place {
  position: Vec3;
  orientation: Quat;
}

function hanging(index: number): Place {
  return { position: [0, -(index + 0.5) * LENGTH, 0], orientation: [0, 0, 0, 1] };
}

/** Along a chain of chords of an arc that starts at the origin, as the rope's first joint does. */
function slung(index: number, links: number): Place {
  const step = ARC / links;
  const angle = (k: number) => -ARC / 2 + (k + 0.5) * step; // of a link to the horizontal
  const alongTo = (k: number): Vec3 => [LENGTH * cosine(angle(k)), LENGTH * sine(angle(k)), 0];
  const position: Vec3 = [0, 0, 0];
  for (let k = 0; k <= index; k++) for (const axis of [0, 1]) position[axis] += alongTo(k)[axis] * (k < index ? 1 : 0.5);
  const lean = turn([1, 0, 0], LEAN);
  const inPlane = turn([0, 0, 1], angle(index) + Math.PI / 2); // takes the way down to the way along
  const [x, y] = position;
  return { position: [x, y * cosine(LEAN), y * sine(LEAN)], orientation: turnTwice(inPlane, lean) };
}

/** Twice the mean time between zeros; 0 for less than two of them. */
function meanPeriod(crossings: number[]): number {
  return crossings.length < 2 ? 0 : 2 * mean(crossings.slice(1).map((time, index) => time - crossings[index]));
}

/** Period of the slowest mode of equal discs in a row, each joined to the one before by a torsion spring, the first to the world. */
function chainPeriod(discs: number, moment: number, compliance: number): number {
  return (Math.PI * Math.sqrt(compliance * moment)) / sine(Math.PI / (4 * discs + 2));
}

/** The same of a rod with the moment of inertia and the torsional compliance spread evenly along it: 4 L √(Jρ / GJ). */
function rodPeriod(discs: number, moment: number, compliance: number): number {
  return 4 * discs * Math.sqrt(moment * compliance);
}
