// Brings a planned robot into a world: its bodies and joints, at zero.
import { rotate } from '../../core/geometry.ts';
import {
  type Body,
  type CoordinateOptions,
  GearJoint,
  HingeJoint,
  type Joint,
  PlanarJoint,
  PrismaticJoint,
  SixDofJoint,
  type World,
} from '../../index.ts';
import { within } from './frames.ts';
import type { PlannedBody } from './plan.ts';
import type { RobotSettings } from './robot-options.ts';
import type { UrdfJoint } from './urdf-description.ts';

export interface BuiltRobot {
  /** In the order of the plan. */
  readonly bodies: readonly Body[];
  /** What moves each body; null for the first. */
  readonly joints: readonly (Joint | null)[];
}

/** Adds all bodies and joints, or none: what was added before an error is removed again. */
export function addRobot(world: World, planned: readonly PlannedBody[], settings: RobotSettings<unknown>): BuiltRobot {
  const bodies: Body[] = [];
  try {
    const joints = planned.map((plan) => {
      const body = world.addBody(bodyOptions(plan, bodies, settings));
      bodies.push(body);
      return plan.joint && addJoint(world, plan.joint, bodies[plan.parent], body);
    });
    if (!settings.selfCollision && world.hasCollision) ignoreEachOther(world, bodies);
    return { bodies, joints };
  } catch (error) {
    for (const body of bodies.reverse()) world.removeBody(body);
    throw error;
  }
}

function bodyOptions({ mass, shape, parent, origin }: PlannedBody, bodies: readonly Body[], settings: RobotSettings<unknown>) {
  const outer = parent < 0 ? settings : bodies[parent];
  const place = within({ position: outer.position, orientation: outer.orientation }, origin);
  const isFixed = parent < 0 && settings.fixedBase;
  return {
    ...settings.body,
    ...place,
    ...(isFixed ? { type: 'static' as const } : mass!),
    ...(shape ? { shape } : {}),
  };
}

function ignoreEachOther(world: World, bodies: readonly Body[]): void {
  for (const [k, body] of bodies.entries()) for (const other of bodies.slice(0, k)) world.ignoreCollisions(body, other);
}

function addJoint(world: World, described: UrdfJoint, a: Body, b: Body): Joint {
  const { type, lower, upper, damping, friction } = described;
  const anchor = b.position;
  const axis = rotate([...b.orientation], [...described.axis]);
  const resistance: CoordinateOptions = { friction, viscousDamping: damping };
  switch (type) {
    case 'revolute':
    case 'continuous':
      return world.addJoint(new HingeJoint({ a, b, anchor, axis, ...resistance, ...limitsOf(lower, upper) }));
    case 'prismatic':
      return world.addJoint(new PrismaticJoint({ a, b, anchor, axis, ...resistance, ...limitsOf(lower, upper) }));
    case 'planar':
      return world.addJoint(new PlanarJoint({ a, b, anchor, normal: axis, y: resistance, z: resistance, rotation: resistance }));
    default: {
      const free = { x: 'free', y: 'free', z: 'free' } as const;
      return world.addJoint(new SixDofJoint({ a, b, anchor, axis, linear: free, angular: free }));
    }
  }
}

const limitsOf = (lower: number, upper: number) => {
  const limits = { ...(lower > -Infinity ? { lower } : {}), ...(upper < Infinity ? { upper } : {}) };
  return Object.keys(limits).length > 0 ? { limits } : {};
};

/** Makes joints follow others. */
export function addMimics(world: World, planned: readonly PlannedBody[], joints: readonly (Joint | null)[]): void {
  const byName = new Map(planned.map(({ joint }, k) => [joint?.name, joints[k]]));
  for (const [k, { joint }] of planned.entries()) {
    if (!joint?.mimic) continue;
    const [first, second] = [byName.get(joint.mimic.joint), joints[k]] as (HingeJoint | PrismaticJoint)[];
    world.addJoint(new GearJoint({ first, second, ratio: joint.mimic.multiplier }));
  }
}
