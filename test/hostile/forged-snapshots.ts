import assert from 'node:assert/strict';
import { BallJoint, Box, DistanceJoint, HolonomicError, Sphere, type Vec3, type World } from '../../bindings/index.ts';
import { particleSets } from '../../bindings/particle/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';
import { forge } from './forge.ts';
import { worldOf } from './snapshot-worlds.ts';
import { passOff } from './stranger.ts';

/** Forged snapshots a case. */
const FORGERIES = 100;

/** What became of forged snapshots in this process. */
export const outcomes = { refused: 0, taken: 0 };

/** Runs what may refuse its arguments; anything but a HolonomicError is thrown on. */
function attempt(act: () => unknown): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof HolonomicError)) throw error;
  }
}

/** Does of everything something with a world. */
function exercise(world: World, random: () => number): void {
  // How long a step takes is not what is looked for.
  if (world.substeps === 'auto' || world.substeps * world.iterations > 100) {
    world.iterations = 1;
    world.substeps = 2;
  }
  // Whoever takes a snapshot that may have particles has to ask for them before stepping.
  const sets = particleSets(world);
  for (let k = 0; k < 3; k++) world.step(1 / 60);
  for (const set of sets) {
    attempt(() => [set.positions, set.velocities, set.masses, set.radii, set.lines, set.triangles, set.wind, set.brokenCount, set.asleep]);
    attempt(() => [set.tension(0), set.lengthTension(0), set.pressure(0), set.attachmentForce(0)]);
    attempt(() => set.pin(Math.floor(set.count * random())));
    attempt(() => set.detach(0));
    attempt(() => set.setInflation(0, 2 * random()));
  }
  const bodies = [...world.bodies];
  const joints = [...world.joints];
  const somewhere = (): Vec3 => [20 * random() - 5, 4 * random(), 4 * random() - 2];
  for (const event of world.events) void event.a;
  void [world.energy(), world.transforms.length, world.sleepingCount, world.jointBreaks, world.hash()];
  for (const body of bodies.slice(0, 10)) attempt(() => [body.position, body.shape?.type, body.bounds, body.contactForce()]);
  for (const joint of joints.slice(0, 10))
    attempt(() => [joint.force, joint.a, joint.b, joint.positionError, joint.angularError, joint.getLoads(), joint.coordinates]);
  if (world.hasCollision) {
    attempt(() => world.contacts());
    attempt(() => world.collisionPairs());
    for (let k = 0; k < 3; k++) attempt(() => world.castRay(somewhere(), [random() - 0.5, -1, random() - 0.5]));
    attempt(() => world.castRays([...somewhere(), 0, -1, 0.1, ...somewhere(), 1, 0, 0]));
    attempt(() => world.castShape(new Sphere(0.3), { position: somewhere(), translation: [5 * random(), -5, 0] }));
    attempt(() => world.overlap(new Box([1, 1, 1]), { position: somewhere() }));
    attempt(() => world.closestPoint(somewhere()));
    if (bodies.length > 1) attempt(() => world.distanceBetween(bodies[0], bodies[1]));
    attempt(() => world.detectCollisions());
  }
  const added = [0, 1].map((k) => world.addBody({ shape: new Box([0.3, 0.2, 0.3]), position: [k, 1, 0] }));
  attempt(() => world.addJoint(new BallJoint({ a: added[0], b: added[1], anchor: [0.5, 1, 0] })));
  const one = bodies[Math.floor(random() * bodies.length)];
  if (one) attempt(() => world.addJoint(new DistanceJoint({ a: added[0], b: one, anchorA: [0, 0, 0], anchorB: [0, 0, 0] })));
  if (one) attempt(() => one.sleep());
  if (one) attempt(() => world.ignoreCollisions(one, added[0]));
  if (joints.length) attempt(() => world.removeJoint(joints[Math.floor(random() * joints.length)]));
  world.step(1 / 60);
  if (one?.alive) attempt(() => world.removeBody(one));
  if (bodies[0]?.alive) attempt(() => (bodies[0].type = 'kinematic'));
  world.gravity = [1, -5, 0];
  for (let k = 0; k < 2; k++) world.step(1 / 60);
  world.removeBody(added[0]);
  if (sets.length > 0) attempt(() => world.removeParticles(sets[Math.floor(random() * sets.length)]));
  world.step(0.01);
}

/** Whoever makes up a snapshot controls every byte of it. */
export const forgedSnapshots: Campaign = {
  name: 'forged-snapshots',
  description: 'a forged snapshot is refused and changes nothing, or makes a world that goes on',
  cases: 4,
  async run(seed) {
    const random = randomNumbers(seed);
    const { world, another } = await worldOf(random);
    const bytes = world.snapshot();
    const receiver = await another();
    // What is not forged is taken, and so is what it goes on to.
    receiver.restore(passOff(bytes));
    exercise(receiver, random);
    receiver.restore(passOff(receiver.snapshot()));
    const empty = await another();
    receiver.restore(empty.snapshot());
    empty.dispose();
    const ground = receiver.addBody({ type: 'static', shape: new Box([5, 0.5, 5]) });
    const box = receiver.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0, 0.99, 0] });
    receiver.addJoint(new BallJoint({ a: ground, b: box, anchor: [0, 0.5, 0] }));
    for (let k = 0; k < 3; k++) receiver.step(1 / 60);
    const before = receiver.snapshot();
    for (let k = 0; k < FORGERIES; k++) {
      const forged = forge(bytes, world.memory.world, random);
      try {
        receiver.restore(forged);
      } catch (error) {
        if (!(error instanceof HolonomicError) || error.code !== 'bad-snapshot') throw error;
        outcomes.refused++;
        assert(Buffer.compare(receiver.snapshot(), before) === 0 && box.alive, `forgery ${k}: refused, and the world has changed`);
        continue;
      }
      outcomes.taken++;
      try {
        exercise(receiver, random);
      } catch (error) {
        throw new Error(`forgery ${k} was taken, and then: ${error instanceof Error ? error.stack : error}`);
      }
      receiver.restore(before);
      assert(Buffer.compare(receiver.snapshot(), before) === 0 && box.alive, `forgery ${k}: what it left cannot be taken back`);
    }
    receiver.dispose();
    world.dispose();
  },
};
