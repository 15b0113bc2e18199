// Energies and momenta of a world are the sums of those of its bodies.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Vec3, World } from '../../bindings/index.ts';
import { BACKENDS, cross, expectRefusal, expectVector } from './backends.ts';

const number = fc.double({ min: -10, max: 10, noNaN: true });
const vector = fc.tuple(number, number, number);
const body = fc.record({
  position: vector,
  orientation: fc.tuple(number, number, number, fc.double({ min: 0.1, max: 1, noNaN: true })),
  linearVelocity: vector,
  angularVelocity: vector,
  centerOfMass: vector,
  mass: fc.double({ min: 0.1, max: 5, noNaN: true }),
  gravityScale: number,
});

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('The sums over bodies, and the same however one asks.', async () => {
    const world = await World.create({ ...settings, gravity: [0.5, -9, 2] });
    world.addBody({ type: 'kinematic', linearVelocity: [1, 2, 3] });
    fc.assert(
      fc.property(fc.array(body, { maxLength: 5 }), (options) => {
        for (const each of world.bodies) if (each.type === 'dynamic') world.removeBody(each);
        const added = options.map((each) => world.addBody({ ...each, inertia: [0.3, 0.4, 0.5] }));
        // Sums to the last bit are in the order of the slots.
        const bodies = added.sort((a, b) => a.index - b.index);
        const total = (read: (body: (typeof bodies)[number]) => number) => bodies.reduce((sum, each) => sum + read(each), 0);
        const totals = (read: (body: (typeof bodies)[number]) => Readonly<Vec3>) =>
          [0, 1, 2].map((axis) => total((each) => read(each)[axis]));
        const { kinetic, potential, linearMomentum, angularMomentum } = world.energy();
        expect(kinetic).toBe(total((each) => each.kineticEnergy));
        expect(potential).toBe(total((each) => each.potentialEnergy));
        expectVector(
          linearMomentum,
          totals((each) => each.linearMomentum),
          0,
        );
        const orbital = totals((each) => cross(each.centerOfMass, each.linearMomentum));
        const spin = totals((each) => each.angularMomentum);
        expectVector(
          angularMomentum,
          spin.map((value, axis) => value + orbital[axis]),
          1e-10 * (1 + kinetic),
        );
        expect([world.kineticEnergy, world.potentialEnergy, world.totalEnergy]).toEqual([kinetic, potential, kinetic + potential]);
        expect([world.linearMomentum, world.angularMomentum]).toEqual([linearMomentum, angularMomentum]);
      }),
    );
  });
});

test('A world that is disposed of has none.', async () => {
  const world = await World.create();
  expect(world.energy()).toEqual({ kinetic: 0, potential: 0, linearMomentum: [0, 0, 0], angularMomentum: [0, 0, 0] });
  world.dispose();
  expectRefusal(() => world.energy(), 'disposed');
});
