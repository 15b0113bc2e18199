// Reads what is plotted from a world: after each step, or less often where there is much to read.
import type { Body, GrabJoint, Joint, World } from '../../bindings/index.ts';
import type { OpenScene } from '../../scenes/open.ts';
import type { BodyReadout, JointReadout, Sample, Wishes } from './types.ts';

/** Bodies and joints that are read after each step; twice as many are after every other. */
const BODIES_A_STEP = 4000;
const JOINTS_A_STEP = 500;
const SMALLEST_LOAD = 1e-6;

export class Sampler {
  /** Joints that were broken when they were read last. */
  brokenJoints = 0;
  private samples: Sample[] = [];
  private force = SMALLEST_LOAD;
  private torque = SMALLEST_LOAD;

  /** After a step that took so many ms. */
  record(open: OpenScene, stepTime: number, wishes: Wishes, hand: GrabJoint | null, time?: number): void {
    const { world, frame } = open;
    const stride = Math.max(1, Math.ceil(world.bodyCount / BODIES_A_STEP), Math.ceil(world.jointCount / JOINTS_A_STEP));
    if (frame % stride === 0) this.push(open, stepTime, wishes, hand, time);
  }

  /** Without a step. */
  now(open: OpenScene, wishes: Wishes, hand: GrabJoint | null, time?: number): void {
    this.push(open, Number.NaN, wishes, hand, time);
  }

  /** `time` is given where another engine simulates the world, which then neither has stages nor knows its contacts. */
  private push(open: OpenScene, stepTime: number, wishes: Wishes, hand: GrabJoint | null, time?: number): void {
    const { broken, ...own } = read(open, stepTime, wishes, hand);
    const sample = time === undefined ? own : { ...own, time, stages: {}, contacts: Number.NaN, penetration: Number.NaN };
    this.brokenJoints = broken;
    this.samples.push(sample);
  }

  take(): Sample[] {
    const { samples } = this;
    this.samples = [];
    return samples;
  }

  /** The largest force and torque of any joint until now, so that arrows keep their scale. */
  largestLoads(world: World): { force: number; torque: number } {
    for (const joint of world.joints) {
      this.force = Math.max(this.force, Math.hypot(...joint.force));
      this.torque = Math.max(this.torque, Math.hypot(...joint.torque));
    }
    world.forEachContact(({ points, friction }) => {
      for (const point of points) this.force = Math.max(this.force, point.force);
      this.force = Math.max(this.force, Math.hypot(...friction));
    });
    return { force: this.force, torque: this.torque };
  }
}

function read({ world, frame }: OpenScene, stepTime: number, wishes: Wishes, hand: GrabJoint | null): Sample & { broken: number } {
  const { kinetic, potential, linearMomentum, angularMomentum } = world.energy();
  return {
    frame,
    time: world.time,
    stepTime,
    stages: stepTime > 0 ? world.profile() : {},
    bodies: world.bodyCount,
    awake: world.awakeCount,
    joints: world.jointCount - (hand?.alive ? 1 : 0),
    jointIslands: world.jointIslands,
    kinetic,
    potential,
    linearMomentum: Math.hypot(...linearMomentum),
    angularMomentum: Math.hypot(...angularMomentum),
    ...contactsOf(world),
    ...errorsOf(world, hand),
    joint: readJoint(world, wishes.joint),
    body: readBody(world, wishes.body),
  };
}

function contactsOf(world: World): Pick<Sample, 'contacts' | 'penetration'> {
  let contacts = 0;
  let penetration = 0;
  world.forEachContact(({ points }) => {
    let touches = false;
    for (const { separation, force } of points) {
      touches ||= force > 0 || separation <= 0;
      penetration = Math.max(penetration, -separation);
    }
    if (touches) contacts++;
  });
  return { contacts, penetration };
}

function errorsOf(world: World, hand: GrabJoint | null): Pick<Sample, 'largestError' | 'meanError'> & { broken: number } {
  let [largestError, squares, count, broken] = [0, 0, 0, 0];
  for (const joint of world.joints) {
    if (joint.broken) broken++;
    if (joint === hand || !joint.enabled) continue;
    const error = joint.positionError;
    largestError = Math.max(largestError, error);
    squares += error * error;
    count++;
  }
  return { largestError, meanError: count ? Math.sqrt(squares / count) : 0, broken };
}

function readJoint(world: World, index: number): JointReadout | null {
  for (const joint of world.joints) if (joint.index === index) return jointReadout(joint);
  return null;
}

/** Index of a joint and the name of its class. */
export function nameJoint(joint: Joint): { index: number; type: string } {
  return { index: joint.index, type: joint.constructor.name };
}

function jointReadout(joint: Joint): JointReadout {
  const { index, force, torque, positionError, angularError, broken } = joint;
  const coordinates = Object.fromEntries(Object.entries(joint.coordinates).map(([name, { value }]) => [name, value]));
  return { index, type: nameJoint(joint).type, force, torque, positionError, angularError, coordinates, broken };
}

function readBody(world: World, slot: number): BodyReadout | null {
  for (const body of world.bodies) if (body.index === slot) return bodyReadout(world, body);
  return null;
}

function bodyReadout(world: World, body: Body): BodyReadout {
  const joints = Array.from(world.joints).filter(({ a, b }) => a === body || b === body);
  return {
    slot: body.index,
    kind: body.type,
    shape: body.shape?.type ?? 'none',
    mass: body.mass,
    position: body.position,
    orientation: body.orientation,
    velocity: body.linearVelocity,
    angularVelocity: body.angularVelocity,
    kinetic: body.kineticEnergy,
    asleep: body.isSleeping,
    joints: joints.map(nameJoint),
    contactForce: body.contactForce(),
  };
}
