// A case as bodies, joints and loads of a world.

import type { MaterialOptions } from '../../bindings/body/material.ts';
import { rotate, scale } from '../../bindings/core/geometry.ts';
import {
  type Body,
  type BodyOptions,
  Box,
  HalfSpace,
  type Shape,
  Sphere,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { bodiesOf, type Case, type CaseBody, type CaseLoad, type CaseShape } from './case.ts';
import { buildElements, type Element } from './elements.ts';

export interface System {
  world: World;
  bodies: Map<string, Body>;
  /** What the case calls its joints. */
  elements: Map<string, Element>;
  /** Applies the loads of the case to the step that starts at this time. */
  applyLoads(time: number): void;
}

export async function buildSystem(item: Case, settings: WorldOptions): Promise<System> {
  const world = await World.create({ ...settings, gravity: item.gravity, sleep: false });
  const bodies = new Map(bodiesOf(item).map((body) => [body.name, world.addBody({ ...optionsOf(body), ...surfaceOf(item, body) })]));
  const bodyNamed = (name: string): Body => {
    const body = bodies.get(name);
    if (!body) throw new Error(`the case has no body '${name}'`);
    return body;
  };
  const elements = buildElements(item.joints, world, bodyNamed);
  const applyLoads = (time: number) => {
    for (const load of item.loads ?? []) applyLoad(load, bodyNamed(load.body), time);
  };
  return { world, bodies, elements, applyLoads };
}

function optionsOf({ type, position, orientation, mass, inertia, linearVelocity, angularVelocity }: CaseBody) {
  if (type === 'static') return { type, position, orientation };
  return { mass, inertia: inertia && tensorOf(inertia), position, orientation, linearVelocity, angularVelocity };
}

/** The shape of a body, and its part in the coefficients of its pair. */
function surfaceOf(item: Case, { name, type, shape, position }: CaseBody): BodyOptions {
  if (!shape) return {};
  const place = shape.type === 'plane' ? scale(shape.normal, shape.offset) : position;
  return { shape: shapeOf(shape), position: place, material: type === 'static' ? NEUTRAL : materialOf(item, name) };
}

function shapeOf(shape: CaseShape): Shape {
  if (shape.type === 'sphere') return new Sphere(shape.radius);
  return shape.type === 'box' ? new Box(shape.halfExtents) : new HalfSpace(shape.normal);
}

/** With this one the coefficients of a pair are those of the other body. */
const NEUTRAL: MaterialOptions = { friction: 1, frictionCombine: 'multiply', restitution: 0, restitutionCombine: 'maximum' };

/** The bodies of the cases that move touch only what does not. */
function materialOf({ name, contacts }: Case, body: string): MaterialOptions {
  const pairs = (contacts?.pairs ?? []).filter(({ bodyA, bodyB }) => bodyA === body || bodyB === body);
  if (pairs.length !== 1) throw new Error(`${name} has ${pairs.length} pairs with the body '${body}'`);
  const { friction, restitution } = pairs[0];
  return { ...NEUTRAL, friction, restitution };
}

/** Principal moments, or the tensor in the body's axes where those are not the principal ones. */
function tensorOf({ principal, orientation }: NonNullable<CaseBody['inertia']>): number[] {
  if (!orientation || Math.abs(orientation[3]) === 1) return principal;
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as Vec3[]
  ).map((axis) => rotate(orientation, axis));
  const entry = (row: number, column: number) => axes.reduce((sum, axis, k) => sum + principal[k] * axis[row] * axis[column], 0);
  return [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => entry(row, column)));
}

/** Half a step's room for rounding in the time. */
function applyLoad({ force, torque, from = 0, to = Infinity }: CaseLoad, body: Body, time: number): void {
  const rounding = 1e-9;
  if (time < from - rounding || time >= to - rounding) return;
  if (force) body.applyForce(force);
  if (torque) body.applyTorque(torque);
}
