// What tumbles and falls, in substeps in which its limbs turn by a radian: contacts open joints then by more than one iteration can know.
import { expect, test } from 'vitest';
import { ragdolls } from '../../bench/contacts/ragdolls.ts';
import { twistRange } from '../../bench/model.ts';
import { BallJoint, Capsule, HalfSpace, HingeJoint, type Vec3, type World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { DT, largestError, onEachDirect, run } from './direct-worlds.ts';

/** A ragdoll just above the floor, of which every part is thrown somewhere else. */
function throwRagdoll(world: World, seed: number, spin: number): void {
  const random = randomNumbers(seed);
  const any = (size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];
  const { balls, bodies, hinges = [] } = ragdolls(1);
  const parts = bodies.map(({ inertia, mass, orientation, position: [x, y, z], shape }) => {
    if (shape?.type !== 'capsule') return null;
    const options = { mass, inertia, friction: 0.5, linearDamping: 0, angularDamping: 0, orientation, position: [x, y + 0.3, z] as Vec3 };
    const part = world.addBody({ shape: new Capsule(shape.radius, shape.halfHeight), ...options });
    part.angularVelocity = any(2 * spin);
    part.linearVelocity = any(spin / 2.5);
    return part;
  });
  for (const { a, anchorA, anchorB, b, limits } of balls) {
    const { axis, swing, twist } = limits as NonNullable<typeof limits>;
    const cone = { axis, swing: { y: swing, z: swing }, twist: twistRange(twist) };
    world.addJoint(new BallJoint({ a: parts[a], b: parts[b], anchorA, anchorB, ...cone }));
  }
  for (const { a, anchorA, anchorB, axis, b, lower, upper } of hinges)
    world.addJoint(new HingeJoint({ a: parts[a], b: parts[b], anchorA, anchorB, axis, limits: { lower, upper } }));
}

onEachDirect((create) => {
  test.each([
    [4, 1],
    [10, 1],
    [40, 2],
  ])('ragdoll %i thrown at the floor, %i substeps: joints hold, and no energy comes from nowhere', async (seed, substeps) => {
    const world = await create({ substeps });
    world.addBody({ type: 'static', shape: new HalfSpace(), friction: 0.5 });
    throwRagdoll(world, seed, 40);
    // The joints meet for the first time.
    world.step(DT);
    const start = world.totalEnergy;
    run(world, 1.5, () => {
      expect(world.totalEnergy).toBeLessThan(start);
      expect(largestError(world)).toBeLessThan(0.03);
      expect(world.jointIslands.failures).toBe(0);
    });
  });
});
