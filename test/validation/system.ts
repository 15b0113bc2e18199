// A case as bodies, joints and loads of a world.

import { cross, dot, rotate, scale } from '../../bindings/core/geometry.ts';
import {
  type Body,
  type BodyOptions,
  Box,
  Compound,
  Cylinder,
  HalfSpace,
  type Quat,
  type Shape,
  Sphere,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { bodiesOf, type Case, type CaseBody, type CaseLoad, type CaseShape } from './case.ts';
import { buildElements, type Element } from './elements.ts';
import { surfacesOf } from './surfaces.ts';

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
  const surfaces = surfacesOf(item);
  for (const { a, b, friction, restitution } of surfaces.pairs) world.setPairMaterial(a, b, { friction, restitution });
  const bodies = new Map(
    bodiesOf(item).map((body) => [body.name, world.addBody({ ...optionsOf(body), ...surfaceOf(body, surfaces.materialOf(body.name)) })]),
  );
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

function surfaceOf({ shape, position }: CaseBody, id: number): BodyOptions {
  if (!shape) return {};
  const place = shape.type === 'plane' ? scale(shape.normal, shape.offset) : position;
  return { shape: shapeOf(shape), position: place, material: { id } };
}

function shapeOf(shape: CaseShape): Shape {
  switch (shape.type) {
    case 'sphere':
      return new Sphere(shape.radius);
    case 'box':
      return new Box(shape.halfExtents);
    case 'plane':
      return new HalfSpace(shape.normal);
    case 'cylinder': {
      const cylinder = new Cylinder(shape.radius, shape.halfLength);
      const orientation = fromY(shape.axis);
      return orientation[3] === 1 ? cylinder : new Compound([{ shape: cylinder, orientation }]);
    }
  }
}

/** The shortest rotation from the y axis, along which cylinders are, to another one or against it, which is the same for them. */
function fromY(axis: Vec3): Quat {
  const along = scale(axis, (axis[1] < 0 ? -1 : 1) / Math.hypot(...axis));
  const [x, y, z] = cross([0, 1, 0], along);
  const w = 1 + along[1];
  const length = Math.sqrt(dot([x, y, z], [x, y, z]) + w * w);
  return [x / length, y / length, z / length, w / length];
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
