// Particles as part of a world's state: snapshots, hashes, handles, sleep, memory, and what is refused.
import { describe, expect, test } from 'vitest';
import { Box, HalfSpace, World } from '../../bindings/index.ts';
import { Cloth, ParticleSet, particleSets, Rope } from '../../bindings/particle/index.ts';
import { BACKENDS, expectRefusal } from '../bindings/backends.ts';

const H = 1 / 60;
const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step(H);
};

function furnish(world: World) {
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
  const body = world.addBody({ shape: new Box([0.2, 0.2, 0.2]), mass: 5, position: [3, 1, 0] });
  const cloth = world.addParticles(new Cloth({ columns: 9, rows: 7, position: [0, 0.5, 0], selfCollision: true }));
  const rope = world.addParticles(new Rope({ from: [3, 3, 0], to: { body, point: [0, 0.2, 0] }, segments: 10, pinned: [0] }));
  return { body, cloth, rope };
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('a snapshot goes on with the same bits, here and in another world', async () => {
    const world = await World.create(settings);
    const { cloth } = furnish(world);
    run(world, 20);
    const snapshot = world.snapshot();
    run(world, 30);
    const hash = world.hash();
    const end = Float64Array.from(cloth.positions);
    world.restore(snapshot);
    run(world, 30);
    expect(world.hash()).toBe(hash);
    expect(Array.from(cloth.positions)).toEqual(Array.from(end));
    const other = await World.create(settings);
    other.restore(snapshot);
    expectRefusal(() => other.step(H), 'unsupported');
    const [first, second] = particleSets(other);
    expect([first.count, second.count]).toEqual([63, 11]);
    run(other, 30);
    expect(other.hash()).toBe(hash);
  });

  test('taut threads go on with the same bits from a snapshot of any step, also where steps change their length', async () => {
    const world = await World.create(settings);
    world.addParticles(new Cloth({ columns: 8, rows: 6, position: [0, 2, 0], pinned: [0, 7] }));
    const other = await World.create(settings);
    for (let k = 0; k < 12; k++) {
      world.step(k % 3 === 2 ? H / 2 : H);
      other.restore(world.snapshot());
      particleSets(other);
      const next = k % 2 ? H : H / 2;
      world.step(next);
      other.step(next);
      expect(other.hash()).toBe(world.hash());
    }
  });
  test('a hash tells particles apart', async () => {
    const world = await World.create(settings);
    const { cloth } = furnish(world);
    const hash = world.hash();
    cloth.positions[4] += 1e-9;
    expect(world.hash()).not.toBe(hash);
  });

  test('what is at rest falls asleep, and wakes when something comes', async () => {
    const world = await World.create(settings);
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
    const set = world.addParticles(new ParticleSet({ positions: [0, 0.02, 0, 0.5, 0.02, 0], radii: 0.02 }));
    run(world, 90);
    expect(set.asleep).toBe(true);
    const ball = world.addBody({
      shape: new Box([0.1, 0.1, 0.1]),
      mass: 1,
      position: [-0.5, 0.1, 0],
      linearVelocity: [4, 0, 0],
      friction: 0,
    });
    run(world, 12);
    expect(set.asleep).toBe(false);
    expect(set.positions[0]).toBeGreaterThan(0.05);
    expect(ball.linearVelocity[0]).toBeLessThan(4);
  });

  test('a moving particle wakes the body that it meets', async () => {
    const world = await World.create(settings);
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
    const body = world.addBody({ shape: new Box([0.1, 0.1, 0.1]), mass: 1, position: [0, 0.1, 0] });
    run(world, 120);
    expect(body.isSleeping).toBe(true);
    world.addParticles(new ParticleSet({ positions: [-0.5, 0.1, 0], velocities: [5, 0, 0], masses: 1, gravityScale: 0 }));
    run(world, 15);
    expect(body.isSleeping).toBe(false);
    expect(body.position[0]).toBeGreaterThan(0.001);
  });

  test('a removed body lets its particles go', async () => {
    const world = await World.create(settings);
    const { body, rope } = furnish(world);
    run(world, 5);
    world.removeBody(body);
    run(world, 60);
    expect(rope.positions.every(Number.isFinite)).toBe(true);
    expect(rope.attachmentForce(0)).toEqual([0, 0, 0]);
  });

  test('removed particles are gone, their memory returns, and their handle says so', async () => {
    const world = await World.create(settings);
    furnish(world);
    run(world, 2);
    const bytes = world.snapshot().byteLength;
    for (let k = 0; k < 40; k++) {
      const set = world.addParticles(new Cloth({ columns: 12, rows: 12, position: [10, 5, 0] }));
      if (k % 10 === 0) run(world, 1);
      world.removeParticles(set);
      expect(set.alive).toBe(false);
      expectRefusal(() => set.positions, 'removed-handle');
    }
    const after = world.snapshot().byteLength;
    for (let k = 0; k < 40; k++) world.removeParticles(world.addParticles(new Cloth({ columns: 12, rows: 12, position: [10, 5, 0] })));
    expect(world.snapshot().byteLength).toBe(after);
    expect(after).toBeLessThan(bytes + 200_000);
  });

  test('a value that is not finite freezes the set, which goes on once that is set anew', async () => {
    const world = await World.create(settings);
    const set = world.addParticles(
      new ParticleSet({ positions: [0, 0, 0, 0, -1, 0], masses: 2, pinned: [0], distances: [{ line: [0, 1] }] }),
    );
    run(world, 5);
    set.velocities[3] = Number.POSITIVE_INFINITY;
    run(world, 2);
    expect(set.frozen).toBe(true);
    set.velocities[3] = 0;
    set.wake();
    run(world, 30);
    expect(set.frozen).toBe(false);
    expect(set.tension(0)).toBeCloseTo(2 * 9.81, 1);
  });

  test('a loaded thread tears', async () => {
    const world = await World.create(settings);
    const set = world.addParticles(
      new ParticleSet({ positions: [0, 0, 0, 0, -1, 0], masses: 2, pinned: [0], distances: [{ pairs: [0, 1], breakForce: 15 }] }),
    );
    run(world, 1);
    expect(set.isBroken(0)).toBe(true);
    expect(set.brokenCount).toBe(1);
    run(world, 30);
    expect(set.positions[4]).toBeLessThan(-1.5);
  });

  test('loads are those of statics', async () => {
    const world = await World.create({ ...settings, substeps: 20 });
    const positions = [0, 0, 0, 0, -1, 0, 0, -2, 0];
    const set = world.addParticles(
      new ParticleSet({
        positions,
        masses: 2,
        pinned: [0],
        damping: 3,
        canSleep: false,
        distances: [{ line: [0, 1, 2], compliance: 1e-4 }],
      }),
    );
    run(world, 600);
    expect(set.tension(0)).toBeCloseTo(4 * 9.81, 2);
    expect(set.tension(1)).toBeCloseTo(2 * 9.81, 2);
    expect(-set.positions[4] - 1).toBeCloseTo(4 * 9.81 * 1e-4, 6);
  });
});

const world = await World.create();
const body = world.addBody({ mass: 1 });
const BAD: Record<string, () => unknown> = {
  'no positions': () => new ParticleSet({} as never),
  'two numbers': () => new ParticleSet({ positions: [1, 2] }),
  'no number': () => new ParticleSet({ positions: [1, 2, Number.NaN] }),
  'no mass': () => new ParticleSet({ positions: [0, 0, 0], masses: 0 }),
  'a radius below zero': () => new ParticleSet({ positions: [0, 0, 0], radii: -1 }),
  'too few masses': () => new ParticleSet({ positions: [0, 0, 0, 1, 1, 1], masses: [1] }),
  'a particle that there is not': () => new ParticleSet({ positions: [0, 0, 0], pinned: [1] }),
  'a pair of one': () => new ParticleSet({ positions: [0, 0, 0, 1, 0, 0], distances: [{ pairs: [1, 1] }] }),
  'pairs and a line': () => new ParticleSet({ positions: [0, 0, 0, 1, 0, 0], distances: [{ pairs: [0, 1], line: [0, 1] }] }),
  'an option that there is not': () => new ParticleSet({ positions: [0, 0, 0], colour: 1 } as never),
  'a rope without ends': () => new Rope({}),
  'a rope that is too short': () => new Rope({ from: [0, 0, 0], to: [2, 0, 0], length: 1 }),
  'cloth of one row': () => new Cloth({ rows: 1 }),
  'an attachment to nothing': () => new ParticleSet({ positions: [0, 0, 0], attachments: [{ particle: 0, body: {} as never }] }),
};
test.each(Object.entries(BAD))('refuses %s', (_, act) => expectRefusal(act, 'invalid-argument'));

test('refuses surfaces that are open, sets of other worlds, and sets twice; and then nothing has changed', async () => {
  expectRefusal(() => new ParticleSet({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], volumes: [{ triangles: [0, 1, 2] }] }), 'open-mesh');
  const other = await World.create();
  const hash = other.hash();
  expectRefusal(
    () => other.addParticles(new ParticleSet({ positions: [0, 0, 0], attachments: [{ particle: 0, body }] })),
    'foreign-handle',
  );
  expect(other.hash()).toBe(hash);
  const set = other.addParticles(new ParticleSet({ positions: [0, 0, 0] }));
  expectRefusal(() => other.addParticles(set), 'already-added');
  expectRefusal(() => world.removeParticles(set), 'foreign-handle');
  // Which is of this world, and no set.
  expectRefusal(() => world.removeParticles(world.addBody({}) as never), 'invalid-argument');
  expectRefusal(() => other.addParticles({} as never), 'invalid-argument');
});

test('particles before they are in a world have no state', () => {
  const set = new ParticleSet({ positions: [0, 0, 0] });
  expect([set.world, set.alive, set.id, set.count]).toEqual([null, false, 0, 1]);
  expectRefusal(() => set.positions, 'removed-handle');
});
