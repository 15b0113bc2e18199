// Directions of coordinates are the gradients of their values, the effective mass is what they give, and angles need no host.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, multiply, scale } from '../../bindings/core/geometry.ts';
import { JointType, Coordinate as Kind } from '../../bindings/core/layout.ts';
import { angleOfPoint, sineAndCosine, unwrap } from '../../bindings/core/trigonometry.ts';
import { Box, type Quat, type Vec3, World } from '../../bindings/index.ts';
import { coordinateDirection, coordinateValue, type Placement } from '../../bindings/joint/coordinate-geometry.ts';
import { inverseEffectiveMass } from '../../bindings/joint/effective-mass.ts';
import { expectRelative, norm } from './backends.ts';

const number = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const vec3 = (limit: number) => fc.tuple(number(limit), number(limit), number(limit)) as fc.Arbitrary<Vec3>;
const quat = fc
  .tuple(number(1), number(1), number(1), number(1))
  .filter((q) => norm(q) > 0.1)
  .map((q) => q.map((component) => component / norm(q)) as Quat);

const at = (type: JointType, frameA: Quat, frameB: Quat, separation: Vec3): Placement => ({
  type,
  bodyA: 0,
  bodyB: 0,
  centerA: [0, 0, 0],
  centerB: [0, 0, 0],
  anchorA: [1, 2, 3],
  anchorB: add([1, 2, 3], separation),
  frameA,
  frameB,
  twist: 0,
  secondTwist: 0,
  lead: 0.3,
  coneY: 0.4,
  coneZ: 0.7,
});

/** The placement when B has moved, and turned by a small angle, both in the world. */
function moved(place: Placement, shift: Vec3, turn: Vec3): Placement {
  const [x, y, z] = scale(turn, 0.5);
  const small: Quat = [x, y, z, Math.sqrt(1 - x * x - y * y - z * z)];
  return { ...place, anchorB: add(place.anchorB, shift), frameB: multiply(small, place.frameB) };
}

const EPSILON = 1e-6;
const AXES: Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Values far from where angles jump or swings are half a turn. */
function isRegular(place: Placement): boolean {
  const { frameA, frameB, type } = place;
  const conjugate: Quat = [-frameA[0], -frameA[1], -frameA[2], frameA[3]];
  const [x, , , w] = multiply(conjugate, frameB);
  const tilt = coordinateValue(Kind.SwingY, { ...place, type: JointType.Universal });
  return type === JointType.Universal
    ? Math.abs(tilt) < 0.8
    : Math.sqrt(x * x + w * w) > 0.3 && norm(place.anchorB.map((c, k) => c - place.anchorA[k])) > 0.1;
}

const cases: [name: string, type: JointType, kinds: Kind[]][] = [
  ['a joint', JointType.SixDof, [Kind.X, Kind.Y, Kind.Z, Kind.Twist, Kind.SwingY, Kind.SwingZ, Kind.Cone, Kind.Extra]],
  ['a universal joint', JointType.Universal, [Kind.Twist, Kind.SwingY, Kind.SwingZ]],
  ['a screw', JointType.Screw, [Kind.Extra]],
];

describe.each(cases)('coordinates of %s', (_, type, kinds) => {
  test.each(kinds)('%i: the direction is the gradient', (kind) => {
    fc.assert(
      fc.property(quat, quat, vec3(2), (frameA, frameB, separation) => {
        const place = at(type, frameA, frameB, separation);
        fc.pre(isRegular(place));
        const value = coordinateValue(kind, place);
        // The cone's gradient turns fast near its axis.
        fc.pre(kind !== Kind.Cone || value > -0.2);
        const { force, torque } = coordinateDirection(kind, { ...place });
        const near = { ...place, twist: coordinateValue(Kind.Twist, place), secondTwist: coordinateValue(Kind.SwingZ, place) };
        const slope = (shift: Vec3, turn: Vec3) => {
          const ahead = coordinateValue(kind, moved(near, scale(shift, EPSILON), scale(turn, EPSILON)));
          const behind = coordinateValue(kind, moved(near, scale(shift, -EPSILON), scale(turn, -EPSILON)));
          return (ahead - behind) / (2 * EPSILON);
        };
        const linear = AXES.map((axis) => slope(axis, [0, 0, 0]));
        const angular = AXES.map((axis) => slope([0, 0, 0], axis));
        // The value of the cone is scaled by its slope, which changes along it.
        if (kind === Kind.Cone && Math.abs(value) > 1e-3) return;
        const size = 1 + norm(torque);
        for (let axis = 0; axis < 3; axis++) {
          expect(Math.abs(linear[axis] - force[axis])).toBeLessThan(1e-7);
          expect(Math.abs(angular[axis] - torque[axis]) / size).toBeLessThan(1e-5);
        }
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

test('the gradient of a cone on it is that of its value', () => {
  for (const along of [0, 0.5, 1.2, 2, 3]) {
    const [y, z] = [0.4 * Math.cos(along), 0.7 * Math.sin(along)];
    const angle = norm([y, z]);
    const s = Math.sin(angle / 2) / angle;
    const place = at(JointType.Cone, [0, 0, 0, 1], [0, y * s, z * s, Math.cos(angle / 2)], [0, 0, 0]);
    expect(Math.abs(coordinateValue(Kind.Cone, place))).toBeLessThan(1e-14);
    const { torque } = coordinateDirection(Kind.Cone, place);
    for (const [k, axis] of AXES.entries()) {
      const value = (sign: number) => coordinateValue(Kind.Cone, moved(place, [0, 0, 0], scale(axis, sign * EPSILON)));
      expect(Math.abs((value(1) - value(-1)) / (2 * EPSILON) - torque[k])).toBeLessThan(1e-6);
    }
  }
});

describe('effective mass', () => {
  const world = async (options: object = {}) => {
    const made = await World.create({ backend: 'reference' });
    const body = made.addBody({ shape: new Box([0.5, 0.1, 0.2]), mass: 3, position: [2, 0, 0], ...options });
    const place: Placement = { ...at(JointType.SixDof, [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0]), anchorA: [1, 0, 0], anchorB: [1, 0, 0] };
    Object.assign(place, { bodyA: made.bodyOffset(0), bodyB: made.bodyOffset(body.index), centerB: [2, 0, 0] });
    return { place, memory: made.memory };
  };
  const mask = (...kinds: Kind[]) => kinds.reduce<number>((sum, kind) => sum | (1 << kind), 0);
  const moment = 0.25 + 0.01; // of the box about z, over a third of its mass

  test('of a body that is free, held by a point, and held altogether', async () => {
    const { place, memory } = await world();
    expectRelative(1 / inverseEffectiveMass(memory, place, Kind.X, 0), 3, 1e-13);
    expectRelative(inverseEffectiveMass(memory, place, Kind.Y, 0), 1 / 3 + 1 / moment, 1e-13);
    expectRelative(1 / inverseEffectiveMass(memory, place, Kind.SwingZ, mask(Kind.X, Kind.Y, Kind.Z)), moment + 3, 1e-13);
    expectRelative(1 / inverseEffectiveMass(memory, place, Kind.Y, mask(Kind.SwingZ)), 3, 1e-13);
    expect(inverseEffectiveMass(memory, place, Kind.Extra, mask(Kind.X, Kind.Y, Kind.Z))).toBe(0);
    expect(inverseEffectiveMass(memory, place, Kind.Y, mask(Kind.Y, Kind.SwingZ))).toBeGreaterThan(0);
  });

  test('of a body with locked axes, and of one that does not move', async () => {
    const locked = await world({ lockTranslation: [true, false, false], lockRotation: [true, true, true] });
    expect(inverseEffectiveMass(locked.memory, locked.place, Kind.X, 0)).toBe(0);
    expect(inverseEffectiveMass(locked.memory, locked.place, Kind.Twist, 0)).toBe(0);
    expectRelative(1 / inverseEffectiveMass(locked.memory, locked.place, Kind.Y, 0), 3, 1e-13);
    const still = await world({ type: 'static' });
    expect(inverseEffectiveMass(still.memory, still.place, Kind.X, 0)).toBe(0);
  });
});

test('trigonometry is that of the host, to the last bits', () => {
  fc.assert(
    fc.property(number(100), number(100), number(50), (y, x, angle) => {
      fc.pre(norm([x, y]) > 1e-200);
      expect(Math.abs(angleOfPoint(y, x) - Math.atan2(y + 0, x + 0))).toBeLessThan(1e-15); // without signs of zeros
      const { sine, cosine } = sineAndCosine(angle);
      expect(Math.abs(sine - Math.sin(angle)) + Math.abs(cosine - Math.cos(angle))).toBeLessThan(1e-15);
      expect(Math.abs(unwrap(angle, y) - y)).toBeLessThanOrEqual(Math.PI + 1e-12);
    }),
    { numRuns: 2000, seed: 3 },
  );
  expect([angleOfPoint(0, -1), angleOfPoint(0, 1), angleOfPoint(1, 0)]).toEqual([Math.PI, 0, Math.PI / 2]);
});
