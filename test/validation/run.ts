// A case simulated: what the bodies did and what the joints carried, step by step.

import { scale, unrotate } from '../../bindings/geometry.ts';
import type { Body, Joint, Quat, Vec3, World, WorldOptions } from '../../bindings/index.ts';
import type { Case } from './case.ts';
import { buildSystem, type Reaction, reactionOf } from './system.ts';

export interface BodyState {
  pos: Vec3;
  /** Mean velocities over the last substep but for the start, where they are those given: see docs/validation.md. */
  vel: Vec3;
  quat: Quat;
  angVel: Vec3;
  /** In the body's axes, which are the principal ones. */
  angularVelocityBody: Vec3;
  /** About the centre of mass. */
  angularMomentum: Vec3;
}

/** The system at the end of a step, and the mean load of its joints over that step. */
export interface Moment {
  time: number;
  bodies: Map<string, BodyState>;
  reactions: Map<string, Reaction>;
  /** Of each joint: distance that its anchors are off, m, and angle that its axes are, rad. */
  errors: [position: number, angle: number][];
  kinetic: number;
  total: number;
}

export interface Run {
  dt: number;
  /** Steps from one output of the case to the next. */
  stepsPerOutput: number;
  /** The start, every step, and one step beyond the end. */
  moments: Moment[];
}

/** Simulates a case in steps of `dt`, which has to divide its output interval. */
export async function runCase(item: Case, dt: number, settings: WorldOptions): Promise<Run> {
  const stepsPerOutput = Math.round(item.outputInterval / dt);
  const exact = item.outputInterval / stepsPerOutput;
  if (Math.abs(exact / dt - 1) > 1e-6) throw new Error(`${dt} s does not divide the output interval of ${item.name}`);
  const { world, bodies, joints } = await buildSystem(item, settings);
  const moving = new Map([...bodies].filter(([, body]) => body.type === 'dynamic'));
  const steps = stepsPerOutput * Math.round(item.duration / item.outputInterval);
  const moments = [look(world, moving, joints, 0)];
  for (let step = 1; step <= steps + 1; step++) {
    world.step(exact);
    moments.push(look(world, moving, joints, step * exact));
  }
  world.dispose();
  return { dt: exact, stepsPerOutput, moments };
}

function look(world: World, bodies: Map<string, Body>, joints: Map<string, Joint>, time: number): Moment {
  return {
    time,
    bodies: new Map([...bodies].map(([name, body]) => [name, stateOf(body)])),
    reactions: new Map([...joints].map(([name, joint]) => [name, reactionOf(joint)])),
    errors: [...joints.values()].map((joint) => [joint.positionError, joint.angleError]),
    kinetic: world.kineticEnergy,
    total: world.totalEnergy,
  };
}

function stateOf(body: Body): BodyState {
  const quat = body.getOrientation();
  const angVel = body.getAngularVelocity();
  return {
    pos: body.getPosition(),
    vel: body.getLinearVelocity(),
    quat,
    angVel,
    angularVelocityBody: unrotate(quat, angVel),
    angularMomentum: body.angularMomentum,
  };
}

/** The body's state at one moment. */
export function bodyAt({ bodies }: Moment, name: string): BodyState {
  const state = bodies.get(name);
  if (!state) throw new Error(`no body '${name}' was recorded`);
  return state;
}

/** Force and torque of a joint at a moment: the mean over the step before and the step after it, at the start over the first one. */
export function reactionAt({ moments }: Run, index: number, joint: string): Reaction {
  const load = (moment: Moment): Reaction => {
    const reaction = moment.reactions.get(joint);
    if (!reaction) throw new Error(`no joint '${joint}' was recorded`);
    return reaction;
  };
  const after = load(moments[index + 1]);
  if (index === 0) return after;
  const before = load(moments[index]);
  return { force: middle(before.force, after.force), torque: middle(before.torque, after.torque) };
}

/** Rate at which a velocity changes at a moment, over the same steps as `reactionAt`. */
export function accelerationAt({ moments, dt }: Run, index: number, body: string, velocity: 'vel' | 'angVel'): Vec3 {
  const first = Math.max(index - 1, 0);
  const [start, end] = [first, index + 1].map((moment) => bodyAt(moments[moment], body)[velocity]);
  return end.map((component, axis) => (component - start[axis]) / ((index + 1 - first) * dt)) as Vec3;
}

function middle(a: Vec3, b: Vec3): Vec3 {
  return scale([a[0] + b[0], a[1] + b[1], a[2] + b[2]], 0.5);
}
