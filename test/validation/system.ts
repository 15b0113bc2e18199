// A case as bodies and joints of a world.

import { add, cross, scale, subtract } from '../../bindings/geometry.ts';
import { Ball, type Body, Distance, Hinge, type Joint, Prismatic, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import type { Case, CaseBody, CaseJoint } from './case.ts';

export interface System {
  world: World;
  bodies: Map<string, Body>;
  joints: Map<string, Joint>;
}

export async function buildSystem({ gravity, bodies, joints }: Case, settings: WorldOptions): Promise<System> {
  const world = await World.create({ ...settings, gravity });
  const built = new Map(bodies.map((body) => [body.name, world.addBody(optionsOf(body))]));
  const bodyNamed = (name: string): Body => {
    const body = built.get(name);
    if (!body) throw new Error(`the case has no body '${name}'`);
    return body;
  };
  const joined = joints.map((joint) => [joint.name, world.addJoint(createJoint(joint, bodyNamed))] as const);
  return { world, bodies: built, joints: new Map(joined) };
}

function optionsOf({ type, position, orientation, mass, inertia, linearVelocity, angularVelocity }: CaseBody) {
  if (type === 'static') return { type, position, orientation };
  return { mass, inertia: inertia?.principal, position, orientation, linearVelocity, angularVelocity };
}

function createJoint(joint: CaseJoint, bodyNamed: (name: string) => Body): Joint {
  const pair = { a: bodyNamed(joint.bodyA), b: bodyNamed(joint.bodyB) };
  switch (joint.type) {
    case 'distance': {
      const { pointA, pointB } = joint.frame;
      return new Distance({ ...pair, anchorA: pointA, anchorB: pointB, frame: 'world', length: joint.parameters.length });
    }
    case 'spherical':
      return new Ball({ ...pair, anchor: joint.frame.point });
    case 'revolute':
      return new Hinge({ ...pair, anchor: joint.frame.point, axis: joint.frame.axis });
    case 'prismatic':
      return new Prismatic({ ...pair, anchor: joint.frame.point, axis: joint.frame.axis });
  }
}

/** What body B exerts on body A through a joint, world axes. */
export interface Reaction {
  force: Vec3;
  /** About the joint's point on A. */
  torque: Vec3;
}

/**
 * A joint tells the load on B at B's anchor. Both halves of it act at one point, but those of a Distance, which act at an anchor
 * each and so have no torque about it.
 */
export function reactionOf(joint: Joint): Reaction {
  const force = joint.getForce();
  const lever = joint instanceof Distance ? ([0, 0, 0] as Vec3) : subtract(joint.anchorWorldB, joint.anchorWorldA);
  return { force: scale(force, -1), torque: scale(add(joint.getTorque(), cross(lever, force)), -1) };
}
