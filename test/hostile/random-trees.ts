import assert from 'node:assert/strict';
import {
  BallJoint,
  type Body,
  CylindricalJoint,
  DistanceJoint,
  FixedJoint,
  HingeJoint,
  type Joint,
  PlanarJoint,
  PrismaticJoint,
  type Quat,
  RopeJoint,
  ScrewJoint,
  SixDofJoint,
  SpringDamperJoint,
  UniversalJoint,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

const DT = 1 / 60;
const STEPS = 180;
const GRAVITY = 9.81;
/** The heaviest body over the lightest, at most. */
const RATIO = 1e6;
/** m: what all bodies may have to fall for the energy gained, and how far a joint may open, from 10 substeps on. */
const MOST_GAIN = 0.1;
const MOST_ERROR = 1e-3;
/** m: what is further away than that from its place in the beginning is lost. */
const LOST = 1e3;

type Random = () => number;

/** A joint between bodies where they are. */
interface Place {
  at: { a: Body | null; b: Body; anchor: Vec3 };
  span: { a: Body | null; b: Body; anchorA: Vec3; anchorB: Vec3; frame: 'world' };
  axis: Vec3;
  across: Vec3;
  /** N m: of the order of what the heaviest body weighs. */
  load: number;
}

const turning = { limits: { lower: -0.5, upper: 0.7 } };
const sliding = { limits: { lower: -0.2, upper: 0.3 } };
const servo = (target: number, load: number) => ({ motor: { target, stiffness: 10 * load, damping: load } });

/** What has no source of energy, by name. */
const PASSIVE: Record<string, (place: Place) => Joint> = {
  ball: ({ at }) => new BallJoint(at),
  'ball with limits': ({ at, axis }) => new BallJoint({ ...at, axis, swing: { y: 0.4, z: 0.8 }, twist: turning.limits }),
  'ball with a cone': ({ at, axis }) => new BallJoint({ ...at, axis, swing: { y: 0.6, z: 0.6 } }),
  hinge: ({ at, axis }) => new HingeJoint({ ...at, axis }),
  'hinge with limits': ({ at, axis }) => new HingeJoint({ ...at, axis, ...turning }),
  'hinge with friction': ({ at, axis, load }) => new HingeJoint({ ...at, axis, friction: 0.1 * load }),
  fixed: ({ at }) => new FixedJoint(at),
  prismatic: ({ at, axis }) => new PrismaticJoint({ ...at, axis, ...sliding }),
  cylindrical: ({ at, axis }) => new CylindricalJoint({ ...at, axis, translation: sliding, rotation: turning }),
  universal: ({ at, axis, across }) => new UniversalJoint({ ...at, axisA: axis, axisB: across }),
  'universal with limits': ({ at, axis, across }) =>
    new UniversalJoint({ ...at, axisA: axis, axisB: across, first: turning, second: turning }),
  planar: ({ at, axis }) => new PlanarJoint({ ...at, normal: axis, y: sliding, z: sliding }),
  screw: ({ at, axis }) => new ScrewJoint({ ...at, axis, lead: 0.3, rotation: turning }),
  'six-dof': ({ at, axis }) => new SixDofJoint({ ...at, axis, linear: { x: sliding }, angular: { y: turning, z: turning } }),
  distance: ({ span }) => new DistanceJoint(span),
  rope: ({ span }) => new RopeJoint(span),
  spring: ({ span, load }) => new SpringDamperJoint({ ...span, stiffness: 10 * load, damping: load }),
};

const DRIVEN: Record<string, (place: Place) => Joint> = {
  'hinge with a servo': ({ at, axis, load }) => new HingeJoint({ ...at, axis, ...servo(0.3, load) }),
  'hinge with a motor': ({ at, axis, load }) => new HingeJoint({ ...at, axis, motor: { velocity: 1, maxTorque: load } }),
  'prismatic with a servo': ({ at, axis, load }) => new PrismaticJoint({ ...at, axis, ...servo(0.1, 5 * load) }),
  'universal with a servo': ({ at, axis, across, load }) =>
    new UniversalJoint({ ...at, axisA: axis, axisB: across, first: servo(0.2, load) }),
};

export interface TreeChoice {
  precision?: WorldOptions['precision'];
  backend?: WorldOptions['backend'];
  /** Kinds that are taken; all, if there are none. */
  only?: readonly string[];
}

export interface TreeResult {
  /** Kinds of its joints, those that close loops last, and how many these are. */
  kinds: string[];
  loops: number;
  driven: boolean;
  finite: boolean;
  /** m */
  gain: number;
  error: number;
  worst: string;
  /** m: the longest way from the beginning. */
  way: number;
  /** Direct solves that fell back to sweeps. */
  failures: number;
  ratio: number;
  label: string;
}

const norm = (v: readonly number[]) => Math.hypot(...v);
const unit = (v: Vec3): Vec3 => v.map((x) => x / norm(v)) as Vec3;

/** Bodies somewhere around each other, and the joints between them. */
function grow(random: Random, { precision, backend, only }: TreeChoice) {
  const inner = (size: number): Vec3 => [0, 1, 2].map(() => size * (2 * random() - 1)) as Vec3;
  const drawn = random() < 0.5 ? 'single' : 'double';
  const settings: WorldOptions = backend === 'reference' ? { backend } : { precision: precision ?? drawn };
  const ratio = RATIO ** random();
  const driven = random() < 0.3;
  const menu = { ...PASSIVE, ...(driven ? DRIVEN : {}) };
  const mixed = Object.keys(menu);
  // Half of all trees have few kinds, so that what one of them does wrong is seen.
  const few = [0, 1].map(() => mixed[Math.floor(mixed.length * random())]);
  const kinds = only ?? (random() < 0.5 ? mixed : few);
  const loops = random() < 0.6 ? 0 : 1 + Math.floor(3 * random());
  const count = 3 + Math.floor(10 * random());
  const isChain = random() < 0.3;
  const plan = Array.from({ length: count }, (_, k) => {
    const parent = k === 0 ? -1 : isChain ? k - 1 : Math.floor((k + 1) * random()) - 1;
    const edges = [0, 1, 2].map(() => 0.1 + 0.9 * random()) as Vec3;
    const q = [0, 1, 2, 3].map(() => random() - 0.5);
    return {
      parent,
      mass: ratio ** (random() - 0.5),
      edges,
      orientation: q.map((x) => x / norm(q)) as Quat,
      way: inner(0.8),
    };
  });
  const joints = Array.from({ length: count + loops }, (_, k) => ({
    kind: kinds[Math.floor(kinds.length * random())],
    ends: k < count ? [plan[k].parent, k] : [Math.floor(count * random()) - 1, Math.floor(count * random())],
    middle: 0.3 + 0.4 * random(),
    aside: inner(0.2),
    axis: unit(inner(1)),
    turn: unit(inner(1)),
  }));
  return { settings, ratio, driven, plan, joints };
}

/** Lets the tree of a seed fall, and looks at it. */
export async function fallingTree(seed: number, substeps: number, choice: TreeChoice = {}): Promise<TreeResult> {
  const { settings, ratio, driven, plan, joints } = grow(randomNumbers(seed), choice);
  const world = await World.create({
    ...settings,
    substeps,
    timeStepping: 'first-order',
    jointSolver: 'direct',
    sleep: false,
    gravity: [0, -GRAVITY, 0],
  });
  const bodies: Body[] = [];
  for (const { parent, mass, edges, orientation, way } of plan) {
    const from = parent < 0 ? [0, 0, 0] : bodies[parent].position;
    const [x, y, z] = edges.map((edge) => edge * edge);
    bodies.push(
      world.addBody({
        mass,
        inertia: [(mass * (y + z)) / 12, (mass * (x + z)) / 12, (mass * (x + y)) / 12],
        position: from.map((c, axis) => c + way[axis]) as Vec3,
        orientation,
        linearDamping: 0,
        angularDamping: 0,
      }),
    );
  }
  const total = plan.reduce((sum, { mass }) => sum + mass, 0);
  const made = joints.flatMap(({ kind, ends: [first, second], middle, aside, axis, turn }) => {
    if (first === second) return [];
    const a = first < 0 ? null : bodies[first];
    const b = bodies[second];
    const from = a ? a.position : [0, 0, 0];
    const anchor = b.position.map((c, k) => c + middle * (from[k] - c) + aside[k]) as Vec3;
    const other = from.map((c, k) => c - aside[k]) as Vec3;
    const across = unit([
      axis[1] * turn[2] - axis[2] * turn[1],
      axis[2] * turn[0] - axis[0] * turn[2],
      axis[0] * turn[1] - axis[1] * turn[0],
    ]);
    const make = PASSIVE[kind] ?? DRIVEN[kind];
    const at = { a, b, anchor };
    const span = { a, b, anchorA: other, anchorB: anchor, frame: 'world' } as const;
    return [{ kind, joint: world.addJoint(make({ at, span, axis, across, load: GRAVITY * total })) }];
  });
  const start = world.totalEnergy;
  const places = bodies.map(({ position }) => position);
  const result: TreeResult = {
    kinds: made.map(({ kind }) => kind),
    loops: made.length - plan.length,
    driven: driven && made.some(({ kind }) => kind in DRIVEN),
    finite: true,
    gain: 0,
    error: 0,
    worst: '',
    way: 0,
    failures: 0,
    ratio,
    label: `${plan.length} bodies to ${ratio.toExponential(1)}, ${made.map(({ kind }) => kind)}, ${substeps} substeps, ${JSON.stringify(settings)}`,
  };
  for (let step = 0; step < STEPS; step++) {
    world.step(DT);
    result.failures += world.jointIslands.failures;
    result.gain = Math.max(result.gain, (world.totalEnergy - start) / (GRAVITY * total));
    for (const { kind, joint } of made) {
      const error = kind === 'spring' ? 0 : joint.positionError;
      if (error > result.error) [result.error, result.worst] = [error, kind];
    }
    bodies.forEach(({ position }, k) => {
      result.way = Math.max(result.way, norm(position.map((c, axis) => c - places[k][axis])));
    });
    if (world.frozenCount > 0 || !Number.isFinite(world.totalEnergy)) {
      result.finite = false;
      break;
    }
  }
  world.dispose();
  return result;
}

export const randomTrees: Campaign = {
  name: 'random-trees',
  description: 'trees of joints, solved directly, fall without opening and without energy from nowhere',
  cases: 20,
  async run(seed) {
    for (const substeps of [4, 10, 20]) {
      const { finite, way, gain, error, worst, driven, label } = await fallingTree(seed, substeps);
      assert(finite, `a state that is not finite: ${label}`);
      assert(way < LOST, `a body is lost, ${way} m away: ${label}`);
      if (substeps < 10) continue;
      assert(driven || gain < MOST_GAIN, `energy of a fall of ${gain} m was gained: ${label}`);
      assert(error < MOST_ERROR, `a joint (${worst}) opens by ${error} m: ${label}`);
    }
  },
};
