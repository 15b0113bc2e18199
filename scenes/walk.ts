// A walk on a treadmill: soles that stay flat on the belt while they carry, and a centre of mass that moves as that of an inverted pendulum
// over them does (Kajita's linear one, x″ = ω² (x − p) with p the point at which the ground pushes).
import { MarkerSkeleton, type SegmentPose, TrackedMotion } from '../bindings/control/index.ts';
import { add, frameOf, multiply, normalized, rotate, scale, subtract } from '../bindings/core/geometry.ts';
import { type BodyOptions, Box, Capsule, type Quat, type Vec3 } from '../bindings/index.ts';
import { ease } from './motion.ts';
import { sine } from './trigonometry.ts';
import { turn } from './turn.ts';

/** Frames a second. */
export const WALK_RATE = 60;
const THIGH = 0.43;
const SHANK = 0.42;
/** m: from the sole to the ankle, and from the middle of the pelvis to a hip. */
const ANKLE = 0.08;
const HIP: Vec3 = [0.09, -0.06, 0];
const SOLE: Vec3 = [0.05, 0.02, 0.13];
/** m: from the ankle to the middle of the foot. */
const FOOT: Vec3 = [0, SOLE[1] - ANKLE, 0.05];
const WAIST: Vec3 = [0, 0.08, 0];
const SHOULDER: Vec3 = [0.19, 0.22, 0];
const ARM = { upper: 0.29, lower: 0.25 };
const TRUNK_HALF = 0.26;
/** Height of the hips that lets the legs reach as far as the steps are, m, and at most. */
const HIPS = 0.86;
/** Part of a step's period in which a foot carries, and how high it is lifted between, m. */
const DUTY = 0.6;
const LIFT = 0.06;
const GRAVITY = 9.81;
/** Of the centre of mass, about, m. */
const HEIGHT = 0.98;
/** Of the pendulum's equation, until its start is forgotten. */
const PERIODS = 8;
/** How often the pelvis is moved until the centre of mass is where it should be, and the centre of mass until the ground pushes where it should. */
const CORRECTIONS = 3;
const PASSES = 3;

/** Across and along. */
type Place = readonly [x: number, z: number];

const SIDES = [
  { name: 'left', side: 1, phase: 0 },
  { name: 'right', side: -1, phase: 0.5 },
] as const;

interface Limb {
  name: string;
  parent: string;
  body: BodyOptions & { mass: number };
  /** Where the joint is in the frames of both, whose origins are in the middle. */
  onParent: Vec3;
  onSegment: Vec3;
}

const capsule = (radius: number, length: number, mass: number): Limb['body'] => ({
  shape: new Capsule(radius, Math.max(length / 2 - radius, 0.01)),
  mass,
  collides: false,
});
const mirrored = ([x, y, z]: Vec3, side: number): Vec3 => [side * x, y, z];

const PELVIS: Limb['body'] = { shape: new Box([0.14, 0.08, 0.09]), mass: 10, collides: false };
/** What hangs on the pelvis, each behind what it hangs on. */
const LIMBS: readonly Limb[] = [
  {
    name: 'trunk',
    parent: 'pelvis',
    body: capsule(0.13, 2 * TRUNK_HALF, 33),
    onParent: WAIST,
    onSegment: [0, -TRUNK_HALF, 0],
  },
  { name: 'head', parent: 'trunk', body: capsule(0.1, 0.25, 5), onParent: [0, TRUNK_HALF + 0.02, 0], onSegment: [0, -0.12, 0] },
  ...SIDES.flatMap(({ name, side }): Limb[] => [
    {
      name: `${name} upper arm`,
      parent: 'trunk',
      body: capsule(0.045, ARM.upper, 2.1),
      onParent: mirrored(SHOULDER, side),
      onSegment: [0, ARM.upper / 2, 0],
    },
    {
      name: `${name} forearm`,
      parent: `${name} upper arm`,
      body: capsule(0.038, ARM.lower, 1.6),
      onParent: [0, -ARM.upper / 2, 0],
      onSegment: [0, ARM.lower / 2, 0],
    },
    { name: `${name} thigh`, parent: 'pelvis', body: capsule(0.07, THIGH, 7), onParent: mirrored(HIP, side), onSegment: [0, THIGH / 2, 0] },
    {
      name: `${name} shank`,
      parent: `${name} thigh`,
      body: capsule(0.05, SHANK, 3.2),
      onParent: [0, -THIGH / 2, 0],
      onSegment: [0, SHANK / 2, 0],
    },
    {
      name: `${name} foot`,
      parent: `${name} shank`,
      body: { shape: new Box(SOLE), mass: 1.1 },
      onParent: [0, -SHANK / 2, 0],
      onSegment: scale(FOOT, -1),
    },
  ]),
];

/** Mass and shape of each segment. */
export const WALKER_BODIES: Readonly<Record<string, BodyOptions>> = {
  pelvis: PELVIS,
  ...Object.fromEntries(LIMBS.map(({ name, body }) => [name, body])),
};
export const WALKER_MASS = PELVIS.mass + LIMBS.reduce((sum, { body }) => sum + body.mass, 0);

export interface WalkOptions {
  /** m/s */
  speed: number;
  /** s of two steps, rounded to frames. */
  period: number;
}

/** Two steps, whose last frame is the first one again. */
export function walk({ period, speed }: WalkOptions): TrackedMotion {
  const count = 2 * Math.round((period * WALK_RATE) / 2);
  const stride = speed * (count / WALK_RATE);
  const wanted = Array.from({ length: count }, (_, frame) => pushAt(frame / count, stride));
  let pushes = wanted;
  let poses: SegmentPose[][] = [];
  for (let k = 0; k <= PASSES; k++) {
    poses = pendulum(pushes).map((place, frame) => posesOver(place, frame / count, stride));
    const found = pushesOf(poses);
    pushes = pushes.map(([x, z], frame): Place => [x + wanted[frame][0] - found[frame][0], z + wanted[frame][1] - found[frame][1]]);
  }
  const skeleton = new MarkerSkeleton([
    { name: 'pelvis', markers: ['pelvis'] },
    ...LIMBS.map(({ name, parent }) => ({ name, parent, markers: [name], joint: [0, 0, 0], ...(isKnee(name) && { axis: [1, 0, 0] }) })),
  ]);
  const none: Vec3 = [0, 0, 0];
  const anchors = [{ onParent: none, onSegment: none }, ...LIMBS.map(({ onParent, onSegment }) => ({ onParent, onSegment }))];
  return new TrackedMotion(skeleton, { offsets: [], anchors }, WALK_RATE, [...poses, poses[0]]);
}

const isKnee = (name: string): boolean => name.endsWith('shank');

/** Where the middle of a foot is at a part of the period, from 0 when it begins to carry. */
function footAt(part: number, side: number, stride: number): Vec3 {
  const x = side * HIP[0];
  const far = (DUTY * stride) / 2;
  if (part <= DUTY) return [x, SOLE[1], far - part * stride];
  // From the end of the way back to its start, with the speed of the belt at both ends.
  const swing = (part - DUTY) / (1 - DUTY);
  const back = stride * (1 - DUTY);
  const rise = 64 * (swing * (1 - swing)) ** 3;
  return [x, SOLE[1] + LIFT * rise, -far - swing * back + (2 * far + back) * ease5(swing)];
}

/** From 0 to 1 with neither speed nor acceleration at both ends. */
const ease5 = (part: number): number => part * part * part * (10 - part * (15 - 6 * part));

/** Where the ground pushes, across and along: under the foot that carries, and from one to the other while both do. */
function pushAt(part: number, stride: number): Place {
  const [left, right] = SIDES.map(({ phase, side }) => footAt((part + phase) % 1, side, stride));
  const both = DUTY - 0.5;
  // The left foot takes over from 0 on, the right one half a period later.
  const share = part < 0.5 ? ease(part, 0, both) : 1 - ease(part, 0.5, 0.5 + both);
  return [right[0] + share * (left[0] - right[0]), right[2] + share * (left[2] - right[2])];
}

/** The periodic way of the centre of mass, frame by frame: the mean of what two first-order equations give, one forwards and one back in time. */
function pendulum(pushes: readonly Place[]): Place[] {
  const count = pushes.length;
  const rate = Math.sqrt(GRAVITY / HEIGHT) / WALK_RATE;
  const decay = (1 - rate / 2) / (1 + rate / 2);
  const along = (step: 1 | -1, axis: 0 | 1): Float64Array => {
    const values = new Float64Array(count);
    let value = 0;
    for (let k = 0; k < PERIODS * count; k++) {
      const at = (((step * k) % count) + count) % count;
      const before = (at - step + count) % count;
      value = decay * value + ((1 - decay) * (pushes[at][axis] + pushes[before][axis])) / 2;
      values[at] = value;
    }
    return values;
  };
  const [x, z] = ([0, 1] as const).map((axis) => [along(1, axis), along(-1, axis)]);
  return pushes.map((_, k) => [(x[0][k] + x[1][k]) / 2, (z[0][k] + z[1][k]) / 2]);
}

/**
 * Where the ground pushes if the segments move so: each is two points of half its mass that turn as hard as a rod of its length, and the weights and
 * inertial forces of all have no moment about the point (Vukobratović's zero moment point).
 */
function pushesOf(poses: readonly SegmentPose[][]): Place[] {
  const points = poses.map((frame) => frame.flatMap((pose, k) => pointsOf(pose, k)));
  const count = points.length;
  return points.map((now, frame) => {
    const [before, after] = [points[(frame + count - 1) % count], points[(frame + 1) % count]];
    let [weight, x, z] = [0, 0, 0];
    for (const [k, { mass, place }] of now.entries()) {
      const pull = [0, 1, 2].map((axis) => (before[k].place[axis] - 2 * place[axis] + after[k].place[axis]) * WALK_RATE * WALK_RATE);
      weight += mass * (pull[1] + GRAVITY);
      x += mass * ((pull[1] + GRAVITY) * place[0] - pull[0] * place[1]);
      z += mass * ((pull[1] + GRAVITY) * place[2] - pull[2] * place[1]);
    }
    return [x / weight, z / weight];
  });
}

function pointsOf({ position, orientation }: SegmentPose, k: number): { mass: number; place: Vec3 }[] {
  if (k === 0) return [{ mass: PELVIS.mass, place: position }];
  const { body, onSegment } = LIMBS[k - 1];
  const arm = rotate(orientation, [0, onSegment[1] / Math.sqrt(3), 0]);
  return [add(position, arm), subtract(position, arm)].map((place) => ({ mass: body.mass / 2, place }));
}

/** All segments, with the centre of mass over a point. */
function posesOver([x, z]: Place, part: number, stride: number): SegmentPose[] {
  let pelvis: Vec3 = [x, HIPS - HIP[1], z];
  let poses: SegmentPose[] = [];
  for (let k = 0; k <= CORRECTIONS; k++) {
    poses = posesAt(pelvis, part, stride);
    const center = centerOf(poses);
    pelvis = [pelvis[0] + x - center[0], pelvis[1], pelvis[2] + z - center[2]];
  }
  return poses;
}

function centerOf(poses: readonly SegmentPose[]): Vec3 {
  const masses = [PELVIS.mass, ...LIMBS.map(({ body }) => body.mass)];
  const sum = poses.reduce((total, { position }, k) => add(total, scale(position, masses[k])), [0, 0, 0] as Vec3);
  return scale(sum, 1 / WALKER_MASS);
}

function posesAt(pelvis: Vec3, part: number, stride: number): SegmentPose[] {
  const turns: Record<string, Quat> = {};
  for (const { name, phase, side } of SIDES) {
    const own = (part + phase) % 1;
    const ankle = subtract(footAt(own, side, stride), FOOT);
    const hip = add(pelvis, mirrored(HIP, side));
    [turns[`${name} thigh`], turns[`${name} shank`]] = legTo(subtract(ankle, hip));
    turns[`${name} foot`] = IDENTITY;
    // Arms go along with the leg of the other side.
    const swing = 0.35 * sine(2 * Math.PI * (own - DUTY / 2));
    turns[`${name} upper arm`] = multiply(turn([0, 0, 1], 0.12 * side), turn([1, 0, 0], -swing));
    turns[`${name} forearm`] = multiply(turns[`${name} upper arm`], turn([1, 0, 0], -0.45 + 0.3 * swing));
  }
  turns.trunk = IDENTITY;
  turns.head = IDENTITY;
  const poses: SegmentPose[] = [{ position: pelvis, orientation: IDENTITY }];
  const numbers = new Map([['pelvis', 0]]);
  for (const [k, { name, onParent, onSegment, parent }] of LIMBS.entries()) {
    const above = poses[numbers.get(parent)!];
    const joint = add(above.position, rotate(above.orientation, onParent));
    const orientation = turns[name];
    poses.push({ position: subtract(joint, rotate(orientation, onSegment)), orientation });
    numbers.set(name, k + 1);
  }
  return poses;
}

const IDENTITY: Quat = [0, 0, 0, 1];

/** Turns of thigh and shank with which the ankle is at an arm from the hip: the knee points forwards. */
function legTo(arm: Vec3): [Quat, Quat] {
  const far = Math.min(Math.sqrt(arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2]), THIGH + SHANK - 1e-3);
  const down = normalized(arm);
  // The plane of the leg holds the arm and what is in front of it; x is normal to it.
  const across = normalized([down[1] > 0 ? -1 : 1, -down[0] / down[1], 0]);
  const front: Vec3 = [
    across[1] * -down[2] - across[2] * -down[1],
    across[2] * -down[0] - across[0] * -down[2],
    across[0] * -down[1] - across[1] * -down[0],
  ];
  const along = (THIGH * THIGH - SHANK * SHANK + far * far) / (2 * far);
  const out = Math.sqrt(Math.max(THIGH * THIGH - along * along, 0));
  const knee = add(scale(down, along), scale(front, out));
  const ankle = scale(down, far);
  return [frameOf(across, normalized(scale(knee, -1))), frameOf(across, normalized(subtract(knee, ankle)))];
}
