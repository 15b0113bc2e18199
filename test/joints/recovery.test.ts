// Hard limits that are set where the coordinate is not take it back at 10 m/s or 10 rad/s, rather than within a substep.
import { describe, expect, it } from 'vitest';
import {
  type Body,
  CylindricalJoint,
  HingeJoint,
  type Joint,
  PrismaticJoint,
  PulleyJoint,
  RopeJoint,
  World,
} from '../../bindings/index.ts';
import { BACKENDS } from '../scenes/backends.ts';

const LIMITS = { lower: 1, upper: 2 };
const Y = [0, 1, 0];
const ZERO = [0, 0, 0];

/** Joints whose coordinate is 1 off, and how much it is off now. */
const JOINTS: Record<string, (b: Body) => [Joint, () => number]> = {
  Hinge: (b) => {
    const joint = new HingeJoint({ b, anchor: ZERO, axis: Y, limits: LIMITS });
    return [joint, () => 1 - joint.angle];
  },
  'Hinge with friction': (b) => {
    const joint = new HingeJoint({ b, anchor: ZERO, axis: Y, limits: LIMITS, friction: 1e-3 });
    return [joint, () => 1 - joint.angle];
  },
  Prismatic: (b) => {
    const joint = new PrismaticJoint({ b, anchor: ZERO, axis: Y, limits: LIMITS });
    return [joint, () => 1 - joint.offset];
  },
  Cylindrical: (b) => {
    const joint = new CylindricalJoint({ b, anchor: ZERO, axis: Y, translation: { limits: LIMITS } });
    return [joint, () => 1 - joint.offset];
  },
  Rope: (b) => {
    const joint = new RopeJoint({ b, anchorA: [0, 3, 0], anchorB: ZERO, length: 2 });
    return [joint, () => joint.distance - 2];
  },
  Pulley: (b) => {
    const points = { anchorA: ZERO, anchorB: ZERO, pointA: [0, 3, 0], pointB: [5, 0, 0] };
    const joint = new PulleyJoint({ a: b, b: null, ...points, length: 7 });
    return [joint, () => joint.currentLength - 7];
  },
};

describe.each(BACKENDS)('$label', ({ settings }) => {
  it.each(Object.entries(JOINTS))('a %s comes back', async (_name, make) => {
    const world = await World.create({ ...settings, gravity: ZERO });
    const body = world.addBody({ mass: 2, inertia: [0.1, 0.1, 0.1] });
    const [joint, off] = make(body);
    world.addJoint(joint);
    expect(off()).toBeCloseTo(1, 6);
    world.step(1 / 60);
    expect(off()).toBeCloseTo(1 - 10 / 60, 2);
    // That is no motion that goes on.
    expect(Math.hypot(...body.linearVelocity, ...body.angularVelocity)).toBeLessThan(1e-3);
    for (let k = 0; k < 6; k++) world.step(1 / 60);
    expect(off()).toBeLessThan(1e-3);
    world.dispose();
  });
});
