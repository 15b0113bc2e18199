// The ragdoll of Box3D, shared/human.c: 14 capsules of the density of water. The joints' springs and friction are left out, and the cones of the
// shoulders are about the arms at rest, where Box3D's are about an axis of the chest, 47 degrees off.
import { inertiaOf } from '../contacts/scenes.ts';
import {
  type BallSpec,
  type BodySpec,
  frameAlong,
  type HingeSpec,
  localDirection,
  type Pair,
  product,
  type Quat,
  rotate,
  type Vec3,
} from '../model.ts';

const DEGREE = Math.PI / 180;
const DENSITY = 1000;
/** Turns Y, the axis of a capsule, to X. */
const Y_TO_X: Quat = [0, 0, -Math.SQRT1_2, Math.SQRT1_2];

interface Bone {
  name: string;
  parent?: string;
  radius: number;
  /** Of the capsule's axis; the ragdoll stands at the origin. */
  ends: [Vec3, Vec3];
  /** On the parent and on the bone. They differ by up to 40 mm: some joints start open. */
  anchors?: [Vec3, Vec3];
  /** Its Z is the axis of the joint. */
  frame?: Quat;
  /** Degrees; hinges have none. */
  cone?: number;
  /** Of the twist or of the hinge, degrees. */
  range?: [number, number];
}

const BONES: readonly Bone[] = [
  {
    name: 'pelvis',
    radius: 0.13,
    ends: [
      [0.07, 1.0117, -0.0443],
      [-0.07, 1.0117, -0.0443],
    ],
  },
  {
    name: 'spine1',
    parent: 'pelvis',
    radius: 0.12,
    ends: [
      [0.06, 1.1655, -0.0298],
      [-0.06, 1.1655, -0.0298],
    ],
    anchors: [
      [0, 1.1135, -0.0348],
      [0, 1.1212, -0.0341],
    ],
    frame: [-0.6726, 0, 0, 0.74],
    cone: 25,
    range: [-15, 15],
  },
  {
    name: 'spine2',
    parent: 'spine1',
    radius: 0.1,
    ends: [
      [0.08, 1.286, -0.0431],
      [-0.08, 1.286, -0.0431],
    ],
    anchors: [
      [0, 1.202, -0.0264],
      [0, 1.2025, -0.0272],
    ],
    frame: [-0.7106, 0, 0, 0.7036],
    cone: 25,
    range: [-15, 15],
  },
  {
    name: 'spine3',
    parent: 'spine2',
    radius: 0.145,
    ends: [
      [0.11, 1.4357, -0.0811],
      [-0.11, 1.4357, -0.0811],
    ],
    anchors: [
      [0, 1.3186, -0.0283],
      [0, 1.3104, -0.0282],
    ],
    frame: [-0.7425, 0, 0, 0.6699],
    cone: 15,
    range: [-10, 10],
  },
  {
    name: 'neck',
    parent: 'spine3',
    radius: 0.07,
    ends: [
      [0, 1.5923, -0.0449],
      [0, 1.6452, -0.0161],
    ],
    anchors: [
      [0, 1.5756, -0.0558],
      [0, 1.5756, -0.0558],
    ],
    frame: [-0.4751, 0, 0, 0.8799],
    cone: 45,
    range: [-15, 15],
  },
  {
    name: 'head',
    parent: 'neck',
    radius: 0.0975,
    ends: [
      [0, 1.7094, 0.0209],
      [0, 1.768, 0.0076],
    ],
    anchors: [
      [0, 1.6533, -0.0032],
      [0, 1.6583, -0.0013],
    ],
    frame: [-0.6611, 0, 0, 0.7503],
    cone: 15,
    range: [-15, 15],
  },
  {
    name: 'thigh_l',
    parent: 'pelvis',
    radius: 0.09,
    ends: [
      [0.1208, 0.9518, -0.0406],
      [0.1014, 0.5566, -0.0323],
    ],
    anchors: [
      [0.05, 0.9861, -0.0351],
      [0.0904, 0.9861, -0.0351],
    ],
    frame: [-0.5013, 0.5012, -0.4868, 0.5104],
    cone: 10,
    range: [-60, 40],
  },
  {
    name: 'calf_l',
    parent: 'thigh_l',
    radius: 0.075,
    ends: [
      [0.1012, 0.5369, -0.036],
      [0.0979, 0.1078, -0.1113],
    ],
    anchors: [
      [0.1012, 0.527, -0.0374],
      [0.1012, 0.527, -0.0374],
    ],
    frame: [-0.4998, 0.5651, -0.4255, 0.4998],
    range: [-5, 45],
  },
  {
    name: 'thigh_r',
    parent: 'pelvis',
    radius: 0.09,
    ends: [
      [-0.1208, 0.9518, -0.0406],
      [-0.1014, 0.5566, -0.0323],
    ],
    anchors: [
      [-0.05, 0.9861, -0.0351],
      [-0.0904, 0.9861, -0.0351],
    ],
    frame: [0.4893, -0.5129, -0.4988, 0.4988],
    cone: 10,
    range: [-30, 60],
  },
  {
    name: 'calf_r',
    parent: 'thigh_r',
    radius: 0.075,
    ends: [
      [-0.1012, 0.5372, -0.0359],
      [-0.0986, 0.108, -0.1114],
    ],
    anchors: [
      [-0.1012, 0.527, -0.0374],
      [-0.1012, 0.527, -0.0374],
    ],
    frame: [0.5651, -0.4998, -0.4998, 0.4255],
    range: [-45, 5],
  },
  {
    name: 'upper_arm_l',
    parent: 'spine3',
    radius: 0.075,
    ends: [
      [0.2038, 1.4843, -0.1159],
      [0.301, 1.2539, -0.1175],
    ],
    anchors: [
      [0.2038, 1.4843, -0.1159],
      [0.2038, 1.4843, -0.1159],
    ],
    frame: [0.6536, 0.2758, 0, 0.7048],
    cone: 60,
    range: [-5, 5],
  },
  {
    name: 'lower_arm_l',
    parent: 'upper_arm_l',
    radius: 0.05,
    ends: [
      [0.3056, 1.2429, -0.1176],
      [0.4143, 0.9827, -0.0153],
    ],
    anchors: [
      [0.3056, 1.2429, -0.1176],
      [0.3056, 1.2429, -0.1176],
    ],
    frame: [0.5305, -0.496, -0.2698, 0.6322],
    range: [-5, 60],
  },
  {
    name: 'upper_arm_r',
    parent: 'spine3',
    radius: 0.075,
    ends: [
      [-0.2038, 1.4843, -0.1159],
      [-0.301, 1.2539, -0.1175],
    ],
    anchors: [
      [-0.2038, 1.4843, -0.1159],
      [-0.2038, 1.4843, -0.1159],
    ],
    frame: [0.6536, -0.2758, 0, 0.7048],
    cone: 60,
    range: [-5, 5],
  },
  {
    name: 'lower_arm_r',
    parent: 'upper_arm_r',
    radius: 0.05,
    ends: [
      [-0.3056, 1.2429, -0.1176],
      [-0.4143, 0.9827, -0.0153],
    ],
    anchors: [
      [-0.3056, 1.2429, -0.1176],
      [-0.3056, 1.2429, -0.1176],
    ],
    frame: [-0.496, 0.5305, -0.6322, 0.2698],
    range: [-60, 5],
  },
];

/** Bodies that do not collide although no joint is between them. */
const APART = [
  ['thigh_l', 'thigh_r'],
  ['spine1', 'thigh_l'],
  ['spine1', 'thigh_r'],
];

export interface Assembled {
  bodies: BodySpec[];
  balls: BallSpec[];
  hinges: HingeSpec[];
  apart: Pair[];
}

const sum = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const difference = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** The bodies of a ragdoll that stands at the origin, in the order of its bones; all ragdolls share their shapes. */
const BODIES: readonly BodySpec[] = BONES.map(({ ends: [from, to], radius }) => {
  const span = difference(to, from);
  const length = Math.hypot(...span);
  const shape = { type: 'capsule', radius, halfHeight: length / 2 } as const;
  const mass = DENSITY * Math.PI * radius ** 2 * (length + (4 / 3) * radius);
  const position: Vec3 = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
  const along: Vec3 = [span[0] / length, span[1] / length, span[2] / length];
  return { mass, inertia: inertiaOf(mass, shape), position, orientation: product(frameAlong(along), Y_TO_X), shape };
});

/** Adds a ragdoll that stands at a place. */
export function addHuman({ apart, balls, bodies, hinges }: Assembled, assembly: number, feet: Vec3): void {
  const first = bodies.length;
  const indexOf = (name: string) => BONES.findIndex((bone) => bone.name === name);
  for (const body of BODIES) bodies.push({ ...body, position: sum(body.position, feet), assembly });
  for (const [bone, { anchors, cone, frame, parent, range }] of BONES.entries()) {
    if (!parent || !anchors || !frame || !range) continue;
    const above = indexOf(parent);
    const local = (body: number, point: Vec3) => localDirection(BODIES[body], difference(point, BODIES[body].position));
    const joint = { a: first + above, b: first + bone, anchorA: local(above, anchors[0]), anchorB: local(bone, anchors[1]) };
    const axis = rotate(frame, [0, 0, 1]);
    const [lower, upper] = range.map((angle) => angle * DEGREE);
    if (cone) balls.push({ ...joint, limits: { axis, swing: cone * DEGREE, twist: { lower, upper } } });
    else hinges.push({ ...joint, axis, lower, upper });
  }
  for (const [one, other] of APART) apart.push([first + indexOf(one), first + indexOf(other)]);
}
