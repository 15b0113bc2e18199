// A case simulated: what the bodies did and what the joints carried, step by step.
import { scale, unrotate } from '../../bindings/core/geometry.ts';
import type { Body, Quat, Vec3, WorldOptions } from '../../bindings/index.ts';
import type { Case } from './case.ts';
import type { Element, Load, Side } from './elements.ts';
import { buildSystem, type System } from './system.ts';

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
  /** Of all contacts on it, mean over the last step, N. */
  contactForce: Vec3;
}

export interface ElementState extends Record<Side, Load> {
  /** By how much its equations are off: m or rad. */
  errors: number[];
  coordinates: Map<string, CoordinateState>;
}

export interface CoordinateState {
  value: number;
  speed: number;
  /** Mean load of the motor on B over the last step. */
  motor: number;
}

/** The system at the end of a step, and the mean loads of its joints over that step. */
export interface Moment {
  time: number;
  bodies: Map<string, BodyState>;
  elements: Map<string, ElementState>;
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
  const system = await buildSystem(item, settings);
  const steps = stepsPerOutput * Math.round(item.duration / item.outputInterval);
  const moments = [look(system, 0)];
  for (let step = 1; step <= steps + 1; step++) {
    system.applyLoads((step - 1) * exact);
    system.world.step(exact);
    moments.push(look(system, step * exact));
  }
  system.world.dispose();
  return { dt: exact, stepsPerOutput, moments };
}

function look({ world, bodies, elements }: System, time: number): Moment {
  const moving = [...bodies].filter(([, body]) => body.type === 'dynamic');
  return {
    time,
    bodies: new Map(moving.map(([name, body]) => [name, stateOf(body)])),
    elements: new Map([...elements].map(([name, element]) => [name, elementState(element)])),
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
    angularMomentum: [...body.angularMomentum],
    contactForce: body.shape ? body.contactForce() : [0, 0, 0],
  };
}

function elementState(element: Element): ElementState {
  const coordinates = Object.entries(element.coordinates).map(
    ([name, { value, velocity, loads }]) => [name, { value, speed: velocity, motor: loads.motor }] as const,
  );
  return { a: element.load('a'), b: element.load('b'), errors: element.errors(), coordinates: new Map(coordinates) };
}

/** The body's state at one moment. */
export function bodyAt({ bodies }: Moment, name: string): BodyState {
  return found(bodies, name, 'body');
}

export function elementAt({ elements }: Moment, name: string): ElementState {
  return found(elements, name, 'joint');
}

export function coordinateAt(moment: Moment, element: string, name: string): CoordinateState {
  return found(elementAt(moment, element).coordinates, name, `coordinate of '${element}'`);
}

/** Load of a joint on one of its bodies at a moment. */
export function loadAt(run: Run, index: number, element: string, side: Side): Load {
  const [first, ...rest] = stepsAround(run, index).map((moment) => elementAt(moment, element)[side]);
  return rest.reduce(({ force, torque }, load) => ({ force: middle(force, load.force), torque: middle(torque, load.torque) }), first);
}

/** What contacts do to a body at a moment, N. */
export function contactForceAt(run: Run, index: number, body: string): Vec3 {
  const [first, ...rest] = stepsAround(run, index).map((moment) => bodyAt(moment, body).contactForce);
  return rest.reduce(middle, first);
}

/** Load of the motor along a coordinate at a moment, on B. */
export function motorLoadAt(run: Run, index: number, element: string, coordinate: string): number {
  const loads = stepsAround(run, index).map((moment) => coordinateAt(moment, element, coordinate).motor);
  return loads.reduce((sum, load) => sum + load, 0) / loads.length;
}

/** Rate at which a velocity changes at a moment, over the same steps as loads. */
export function accelerationAt({ moments, dt }: Run, index: number, body: string, velocity: 'vel' | 'angVel'): Vec3 {
  const first = Math.max(index - 1, 0);
  const [start, end] = [first, index + 1].map((moment) => bodyAt(moments[moment], body)[velocity]);
  return end.map((component, axis) => (component - start[axis]) / ((index + 1 - first) * dt)) as Vec3;
}

/** The steps before and after a moment, at the start the first one: a load told is the mean over a step. */
function stepsAround({ moments }: Run, index: number): Moment[] {
  return index === 0 ? [moments[1]] : [moments[index], moments[index + 1]];
}

function middle(a: Vec3, b: Vec3): Vec3 {
  return scale([a[0] + b[0], a[1] + b[1], a[2] + b[2]], 0.5);
}

function found<Value>(known: Map<string, Value>, name: string, what: string): Value {
  const value = known.get(name);
  if (value === undefined) throw new Error(`no ${what} '${name}' was recorded`);
  return value;
}
