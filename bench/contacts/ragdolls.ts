// Ragdolls: 11 capsules and 10 joints each, about 1.8 m tall, that fall on each other.
import { random } from '../collision/shapes.ts';
import {
  type BallSpec,
  type BodySpec,
  type HingeSpec,
  type JointSpec,
  localDirection,
  type Muscle,
  product,
  type Quat,
  rotate,
  type SceneData,
  type Vec3,
} from '../model.ts';
import { COMMON, floor, solid, turnAbout, walls } from './scenes.ts';

/** A capsule's axis, Y, turned to X. */
const SIDEWAYS: Quat = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
const UPRIGHT: Quat = [0, 0, 0, 1];

/** As many as a box of 8 m × 8 m holds in layers of 20. */
export function ragdolls(count = 100): SceneData {
  const next = random(777);
  const scene = {
    ...COMMON,
    name: 'ragdolls',
    description: `${count} ragdolls of 11 capsules, fallen on each other between walls`,
    warmup: 240,
    bodies: [floor(20), ...walls(4, 20)],
    balls: [] as BallSpec[],
    hinges: [] as HingeSpec[],
  };
  for (let i = 0; i < count; i++) {
    const [column, row, layer] = [i % 4, Math.floor(i / 4) % 5, Math.floor(i / 20)];
    addRagdoll(scene, i, [(column - 1.5) * 1.8, 0.5 + layer * 2.2, (row - 2) * 1.4], (next() - 0.5) * 0.5);
  }
  return scene;
}

/** The same, whose joints are pulled back to the pose at rest by muscles, as strong as those of holonomic/control. */
export function drivenRagdolls(count = 100): SceneData {
  const { balls, bodies, hinges = [], ...scene } = ragdolls(count);
  const joints = [...balls, ...hinges];
  const muscleOf = ({ a, anchorA, b }: JointSpec): Muscle => {
    const pivot = worldPoint(bodies[a], anchorA);
    const inertia = [b, ...beyond(b, joints)].reduce((sum, body) => sum + inertiaAbout(pivot, bodies[body]), 0);
    const angular = 2 * Math.PI * FREQUENCY;
    return { stiffness: inertia * angular * angular, damping: 2 * inertia * angular, maxTorque: inertia * ACCELERATION };
  };
  const driven = <Spec extends JointSpec>(specs: Spec[]): Spec[] => specs.map((spec) => ({ ...spec, muscle: muscleOf(spec) }));
  return {
    ...scene,
    name: 'driven-ragdolls',
    description: `${count} ragdolls of 11 capsules that pull to a pose, fallen on each other between walls`,
    bodies,
    balls: driven(balls),
    hinges: driven(hinges),
  };
}

/** Hz and rad/s²: what muscles do to all that is beyond them. */
const FREQUENCY = 5;
const ACCELERATION = 200;

/** Bodies that hang on a body, directly or not. */
function beyond(body: number, joints: readonly JointSpec[]): number[] {
  return joints.filter(({ a }) => a === body).flatMap(({ b }) => [b, ...beyond(b, joints)]);
}

/** The mean of all axes. */
function inertiaAbout([x, y, z]: Vec3, { inertia, mass, position }: BodySpec): number {
  const way2 = (position[0] - x) ** 2 + (position[1] - y) ** 2 + (position[2] - z) ** 2;
  return (inertia[0] + inertia[1] + inertia[2] + 2 * mass * way2) / 3;
}

interface Assembled {
  bodies: BodySpec[];
  balls: BallSpec[];
  hinges: HingeSpec[];
}

/** A ragdoll that stands with its feet at a place, its arms held out, turned about the vertical. */
function addRagdoll({ bodies, balls, hinges }: Assembled, assembly: number, feet: Vec3, yaw: number): void {
  const heading = turnAbout([0, 1, 0], yaw);
  const place = (point: Vec3): Vec3 => sum(feet, rotate(heading, point));

  const capsule = (center: Vec3, radius: number, halfHeight: number, mass: number, orientation = UPRIGHT): number => {
    const body = solid({ type: 'capsule', radius, halfHeight }, mass, place(center), product(heading, orientation));
    return bodies.push({ ...body, assembly }) - 1;
  };
  const anchors = (a: number, b: number, point: Vec3) => ({
    a,
    b,
    anchorA: localPoint(bodies[a], place(point)),
    anchorB: localPoint(bodies[b], place(point)),
  });
  const ball = (a: number, b: number, point: Vec3, axis: Vec3, swing: number, twist: number): void => {
    balls.push({ ...anchors(a, b, point), limits: { axis: rotate(heading, axis), swing, twist } });
  };
  const hinge = (a: number, b: number, point: Vec3, axis: Vec3, lower: number, upper: number): void => {
    hinges.push({ ...anchors(a, b, point), axis: rotate(heading, axis), lower, upper });
  };

  const pelvis = capsule([0, 0.95, 0], 0.11, 0.1, 10, SIDEWAYS);
  const chest = capsule([0, 1.3, 0], 0.13, 0.12, 15);
  const head = capsule([0, 1.7, 0], 0.1, 0.04, 5);
  ball(pelvis, chest, [0, 1.07, 0], [0, 1, 0], 0.4, 0.3);
  ball(chest, head, [0, 1.54, 0], [0, 1, 0], 0.5, 0.5);
  for (const side of [-1, 1]) {
    const upperArm = capsule([side * 0.36, 1.42, 0], 0.055, 0.1, 2, SIDEWAYS);
    const lowerArm = capsule([side * 0.64, 1.42, 0], 0.05, 0.09, 1.5, SIDEWAYS);
    ball(chest, upperArm, [side * 0.2, 1.42, 0], [side, 0, 0], 1.2, 0.6);
    const [lower, upper] = side > 0 ? [-2.2, 0.05] : [-0.05, 2.2];
    hinge(upperArm, lowerArm, [side * 0.5, 1.42, 0], [0, 1, 0], lower, upper);
    const thigh = capsule([side * 0.11, 0.66, 0], 0.08, 0.13, 6);
    const shank = capsule([side * 0.11, 0.24, 0], 0.065, 0.14, 4);
    ball(pelvis, thigh, [side * 0.11, 0.86, 0], [0, -1, 0], 0.9, 0.4);
    hinge(thigh, shank, [side * 0.11, 0.45, 0], [1, 0, 0], -0.05, 2.2);
  }
}

const sum = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

const worldPoint = ({ orientation, position }: BodySpec, local: Vec3): Vec3 => sum(position, rotate(orientation, local));

function localPoint(body: BodySpec, [x, y, z]: Vec3): Vec3 {
  const [px, py, pz] = body.position;
  return localDirection(body, [x - px, y - py, z - pz]);
}
