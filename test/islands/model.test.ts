import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyFlag, BodyRecord, WorldRecord } from '../../bindings/core/layout.ts';
import { BallJoint, type Body, type Joint, type Vec3, type World } from '../../bindings/index.ts';
import { addBall, CRATE, DT, floored, PRECISIONS } from './worlds.ts';

const OPERATIONS = ['add', 'step', 'step', 'step', 'rest', 'remove', 'wake', 'sleep', 'push', 'join', 'part', 'type', 'move'] as const;
const operation = fc.record({
  kind: fc.constantFrom(...OPERATIONS),
  first: fc.nat(1000),
  second: fc.nat(1000),
});
type Operation = typeof operation extends fc.Arbitrary<infer Kind> ? Kind : never;

/** What the test knows of a world by itself: who is in it, and where those were that it saw asleep. */
interface Model {
  bodies: Body[];
  joints: { joint: Joint; ends: [Body, Body] }[];
  resting: Map<Body, string>;
}

const flags = ({ world, index }: Body): number => world.memory.u32[(world.bodyOffset(index) + BodyRecord.flags) >> 2];
const pose = (body: Body) => JSON.stringify([body.position, body.orientation]);

/** The ring of those that fell asleep together, from a body's record on. */
function ringOf(world: World, body: Body): Body[] {
  const ring: Body[] = [];
  for (let slot = body.index; ring.length === 0 || slot !== body.index; ) {
    const member = world.bodyAt(slot);
    expect(member, 'a ring holds bodies that are there').not.toBeNull();
    expect(ring.length, 'a ring closes').toBeLessThan(1000);
    ring.push(member!);
    slot = world.memory.u32[(world.bodyOffset(slot) + BodyRecord.islandNext) >> 2] - 1;
  }
  return ring;
}

function check(world: World, model: Model): void {
  const { u32 } = world.memory;
  const base = u32[(world.memory.world + WorldRecord.awake) >> 2] >> 2;
  const isSet = (slot: number) => ((u32[base + (slot >> 5)] >>> (slot & 31)) & 1) === 1;
  const alive = new Map(model.bodies.map((body) => [body.index, body]));
  let resting = 0;
  for (let slot = 0; slot < u32[(world.memory.world + WorldRecord.bodyCount) >> 2]; slot++) {
    const body = alive.get(slot);
    if (!body) expect(isSet(slot), 'no bit without a body that moves').toBe(false);
    else if (body.type === 'dynamic') expect(isSet(slot), 'a bit for those that are awake').toBe(!body.isSleeping && !body.frozen);
    else if (body.type === 'static') expect(isSet(slot)).toBe(false);
    const rests = body !== undefined && !isSet(slot) && (body.isSleeping || (body.type === 'kinematic' && !body.frozen));
    if (body) expect((flags(body) & BodyFlag.Resting) !== 0, 'a flag for those that could be roused').toBe(rests);
    if (rests) resting++;
  }
  expect(u32[(world.memory.world + WorldRecord.restingCount) >> 2], 'those that could be roused are counted').toBe(resting);
  expect(world.sleepingCount).toBe(model.bodies.filter((body) => body.isSleeping).length);
  expect(world.awakeCount).toBe(model.bodies.filter((body) => body.type === 'dynamic' && !body.isSleeping).length);
  for (const body of model.bodies) {
    if (!body.isSleeping) continue;
    expect([...body.linearVelocity, ...body.angularVelocity].every((component) => component === 0)).toBe(true);
    expect(body.type).toBe('dynamic');
    for (const member of ringOf(world, body)) expect(flags(member) & BodyFlag.Asleep, 'who sleeps, sleeps together').not.toBe(0);
  }
  for (const { ends } of model.joints)
    if (ends.every((body) => body.type === 'dynamic')) expect(ends[0].isSleeping, 'joined bodies sleep together').toBe(ends[1].isSleeping);
}

/** Nobody that sleeps moves. */
function checkPoses(model: Model): void {
  for (const [body, was] of model.resting) if (body.alive && body.isSleeping) expect(pose(body), 'sleepers stay').toBe(was);
  model.resting = new Map(model.bodies.filter((body) => body.isSleeping).map((body) => [body, pose(body)]));
}

function advance(world: World, model: Model, steps: number): void {
  for (let k = 0; k < steps; k++) {
    world.step(DT);
    checkPoses(model);
  }
}

function apply(world: World, model: Model, { kind, first, second }: Operation): void {
  const { bodies, joints } = model;
  const pick = (index: number): Body | undefined => bodies[index % Math.max(1, bodies.length)];
  const [a, b] = [pick(first), pick(second)];
  const place: Vec3 = [(first % 7) * 1.01, 0.5 + (second % 3), (second % 5) * 1.01];
  if (kind === 'step') advance(world, model, 1 + (first % 4));
  else if (kind === 'rest') advance(world, model, 40);
  else if (kind === 'add' && bodies.length < 24) {
    const type = first % 9 === 0 ? 'kinematic' : first % 11 === 0 ? 'static' : 'dynamic';
    bodies.push(second % 4 === 0 ? addBall(world, { position: place, type }) : world.addBody({ shape: CRATE, position: place, type }));
  } else if (a && kind === 'remove') {
    const touched = a.isSleeping ? ringOf(world, a) : [];
    world.removeBody(a);
    bodies.splice(bodies.indexOf(a), 1);
    model.joints = joints.filter(({ ends }) => !ends.includes(a));
    for (const body of touched) if (body.alive) expect(body.isSleeping).toBe(false);
  } else if (a && kind === 'wake') {
    const ring = a.isSleeping ? ringOf(world, a) : [a];
    a.wake();
    for (const body of ring) expect(body.isSleeping, 'a ring wakes as a whole').toBe(false);
  } else if (kind === 'sleep' && a?.type === 'dynamic') a.sleep();
  else if (kind === 'push' && a && a.type !== 'static') a.linearVelocity = [((second % 5) - 2) / 2, 0, 0];
  else if (kind === 'join' && a && b && a !== b && joints.length < 12) {
    const joint = world.addJoint(new BallJoint({ a, b, anchor: a.position, collideConnected: second % 2 === 0 }));
    joints.push({ joint, ends: [a, b] });
  } else if (kind === 'part' && joints.length > 0) world.removeJoint(joints.splice(first % joints.length, 1)[0].joint);
  else if (kind === 'type' && a) a.type = (['dynamic', 'dynamic', 'kinematic', 'static'] as const)[second % 4];
  else if (kind === 'move' && a) a.position = place;
  if (a?.alive && (kind === 'type' || kind === 'move' || (kind === 'push' && a.type !== 'static')))
    expect(a.isSleeping, 'who is changed, is awake').toBe(false);
}

describe.each(PRECISIONS)('sleep, $label', ({ settings }) => {
  test('10 000 random operations keep bits, rings and poses consistent', async () => {
    const { world, floor } = await floored({ ...settings, substeps: 2 });
    let slept = 0;
    fc.assert(
      fc.property(fc.array(operation, { minLength: 100, maxLength: 100, size: 'max' }), (operations) => {
        const model: Model = { bodies: [floor], joints: [], resting: new Map() };
        const kept = (body: Body) => body !== floor;
        try {
          for (const one of operations) {
            // The floor is in the model, but nothing is done to it.
            model.bodies = model.bodies.filter(kept);
            apply(world, model, one);
            model.bodies.push(floor);
            check(world, model);
            checkPoses(model);
            slept = Math.max(slept, world.sleepingCount);
          }
        } finally {
          for (const body of [...world.bodies]) if (kept(body)) world.removeBody(body);
        }
      }),
      { numRuns: 100, seed: 5, endOnFailure: true },
    );
    expect(slept).toBeGreaterThan(5);
  });
});
