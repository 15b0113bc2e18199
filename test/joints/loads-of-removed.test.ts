// Motors, limits and friction that are taken away have no load from then on.
import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, type Coordinate, CylindricalJoint, HingeJoint, type Joint, PrismaticJoint } from '../../bindings/index.ts';
import { addUnit, coordinateOf, GRAVITY, norm, onEachBackend, settle } from './worlds.ts';

interface Case {
  name: string;
  coordinate: string;
  part: 'limit' | 'motor' | 'friction';
  make(b: Body): Joint;
  remove(coordinate: Coordinate): void;
}

const ends = (b: Body) => ({ b, anchor: [0, 0, 0] });
const hinge = (b: Body, options: object) => new HingeJoint({ ...ends(b), axis: [0, 0, 1], ...options });
const slide = (b: Body, options: object) => new PrismaticJoint({ ...ends(b), axis: [0, 1, 0], ...options });
const noMotor = (coordinate: Coordinate) => {
  coordinate.motor = null;
};
const noLimits = (coordinate: Coordinate) => {
  coordinate.limits = null;
};

const CASES: Case[] = [
  {
    name: 'rigid motor of a hinge',
    coordinate: 'rotation',
    part: 'motor',
    make: (b) => hinge(b, { motor: { target: 0 } }),
    remove: noMotor,
  },
  {
    name: 'spring of a prismatic joint',
    coordinate: 'translation',
    part: 'motor',
    make: (b) => slide(b, { motor: { target: 0, stiffness: 500, damping: 5 } }),
    remove: noMotor,
  },
  {
    name: 'limits of a hinge alone',
    coordinate: 'rotation',
    part: 'limit',
    make: (b) => hinge(b, { limits: { lower: 0, upper: 1 } }),
    remove: noLimits,
  },
  {
    name: 'limits of a hinge with friction',
    coordinate: 'rotation',
    part: 'limit',
    make: (b) => hinge(b, { limits: { lower: 0, upper: 1 }, friction: 0.1 }),
    remove: noLimits,
  },
  {
    name: 'limits of a cylindrical joint',
    coordinate: 'translation',
    part: 'limit',
    make: (b) => new CylindricalJoint({ ...ends(b), axis: [0, 1, 0], translation: { limits: { lower: 0, upper: 1 } } }),
    remove: noLimits,
  },
  {
    name: 'twist limits of a ball',
    coordinate: 'twist',
    part: 'limit',
    make: (b) => new BallJoint({ ...ends(b), axis: [0, 0, 1], twist: { lower: 0, upper: 1 } }),
    remove: noLimits,
  },
  {
    name: 'friction',
    coordinate: 'rotation',
    part: 'friction',
    make: (b) => hinge(b, { friction: 100 }),
    remove: (coordinate) => {
      coordinate.friction = 0;
    },
  },
  {
    name: 'viscous damping',
    coordinate: 'translation',
    part: 'friction',
    make: (b) => slide(b, { viscousDamping: 3 }),
    remove: (coordinate) => {
      coordinate.viscousDamping = 0;
    },
  },
];

onEachBackend(({ create }) => {
  describe.each(CASES)('$name', ({ coordinate: name, make, part, remove }) => {
    test('holds, and then gives nothing', async () => {
      const world = await create({ gravity: [0, -GRAVITY, 0] });
      const joint = world.addJoint(make(addUnit(world, { position: [0.5, 0, 0] })));
      const coordinate = coordinateOf(joint, name);
      const loads = () => [coordinate.loads[part], coordinate.getLoads({ at: 'end' })[part]];
      const split = () => (['mean', 'end'] as const).map((at) => joint.getLoads({ at })[part]);
      settle(world, 10);
      for (const load of loads()) expect(Math.abs(load)).toBeGreaterThan(1);
      remove(coordinate);
      for (const steps of [0, 1, 3]) {
        settle(world, steps);
        expect(loads()).toEqual([0, 0]);
        for (const { force, torque } of split()) expect(norm(force) + norm(torque)).toBe(0);
      }
      world.dispose();
    });
  });
});
