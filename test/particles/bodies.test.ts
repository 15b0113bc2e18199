// Particles and bodies: rods, springs and ropes between them, attachments made while the world runs, and what steps tell.
import { describe, expect, test } from 'vitest';
import { Box, HalfSpace, HolonomicError, Sphere, World } from '../../bindings/index.ts';
import { ParticleSet, particleSets } from '../../bindings/particle/index.ts';

const DT = 1 / 60;
const FREE = { collisionMask: 0, canSleep: false } as const;

describe.each([
  ['single', 'wasm'],
  ['double', 'wasm'],
  ['double', 'reference'],
] as const)('%s %s', (precision, backend) => {
  const distance = ({ positions: x }: ParticleSet, p: ArrayLike<number>) => Math.hypot(x[0] - p[0], x[1] - p[1], x[2] - p[2]);

  test('a rod keeps a particle away from a point of a body, a rope does not', async () => {
    for (const pushes of [true, false]) {
      const world = await World.create({ precision, backend, gravity: [0, -10, 0] });
      const body = world.addBody({ type: 'static', shape: new Box([0.1, 0.1, 0.1]) });
      // It stands on the rod.
      const set = world.addParticles(
        new ParticleSet({ positions: [0, 1.1, 0], masses: 2, lengths: [{ points: [0, { body, point: [0, 0.1, 0] }], pushes }], ...FREE }),
      );
      for (let step = 0; step < 12; step++) world.step(DT);
      expect(set.positions[1]).toBeCloseTo(pushes ? 1.1 : 0.9, 1);
      if (pushes) expect(set.lengthTension(0)).toBeCloseTo(-20, 2);
      else expect(set.lengthTension(0)).toBeCloseTo(0, 12);
      world.dispose();
    }
  });

  test('a spring between a particle and a body swings with its period, both ways', async () => {
    const world = await World.create({ precision, backend, gravity: [0, 0, 0], substeps: 40 });
    const body = world.addBody({ shape: new Sphere(0.1), mass: 3, collides: false, canSleep: false });
    const [mass, compliance, stretch] = [1, 0.01, 0.05];
    const set = world.addParticles(
      new ParticleSet({
        positions: [0, 1 + stretch, 0],
        masses: mass,
        lengths: [{ points: [0, { body, point: [0, 0, 0] }], length: 1, compliance, pushes: true }],
        ...FREE,
      }),
    );
    const omega = Math.sqrt((1 / mass + 1 / 3) / compliance);
    let [least, most] = [Infinity, 0];
    for (let step = 1; step <= 30; step++) {
      world.step(DT);
      const length = distance(set, body.position);
      // What the implicit scheme damps in half a second, and the half substep by which velocities may be off.
      expect(Math.abs(length - 1 - stretch * Math.cos(omega * step * DT))).toBeLessThan(0.06 * stretch);
      [least, most] = [Math.min(least, length), Math.max(most, length)];
    }
    expect(least).toBeLessThan(1 - 0.9 * stretch);
    expect(body.linearVelocity[1] * 3 + set.velocities[1]).toBeCloseTo(0, precision === 'single' ? 4 : 9);
    world.dispose();
  });

  test('a particle is grabbed, and let go', async () => {
    const world = await World.create({ precision, backend });
    const hand = world.addBody({ type: 'kinematic', shape: new Sphere(0.05), position: [0, 2, 0], collides: false });
    const set = world.addParticles(
      new ParticleSet({ positions: [0, 1, 0, 0.5, 1, 0], distances: [{ pairs: [0, 1] }], spareAttachments: 1, ...FREE }),
    );
    for (let step = 0; step < 6; step++) world.step(DT);
    const grabbed = set.attach({ particle: 1, body: hand });
    expect(grabbed).toBe(0);
    const at = [...set.positions.slice(3, 6)];
    for (let step = 0; step < 120; step++) world.step(DT);
    expect(set.positions[4]).toBeCloseTo(at[1], 4);
    expect(set.attachmentForce(0)[1]).toBeGreaterThan(9);
    expect(() => set.attach({ particle: 0, body: hand })).toThrow(expect.objectContaining({ code: 'unsupported' }));
    hand.linearVelocity = [0, 1, 0];
    for (let step = 0; step < 30; step++) world.step(DT);
    expect(set.positions[4]).toBeCloseTo(at[1] + 0.5, 2);
    set.detach(grabbed);
    for (let step = 0; step < 30; step++) world.step(DT);
    expect(set.positions[4]).toBeLessThan(at[1] - 0.2);
    // Its place is free again, to be held at a point of the body.
    expect(set.attach({ particle: 0, body: hand, point: [0, 0.05, 0], compliance: 1e-3, damping: 0.01, breakForce: 1e4 })).toBe(0);
    world.dispose();
  });

  test('steps tell when a set touches a body, leaves it, and what tears', async () => {
    const world = await World.create({ precision, backend });
    const floor = world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), restitution: 0.8 });
    const box = world.addBody({ shape: new Box([0.2, 0.2, 0.2]), mass: 5, position: [3, 0.2, 0] });
    const ball = world.addParticles(new ParticleSet({ positions: [0, 0.5, 0], radii: 0.05, restitution: 0.8, canSleep: false }));
    const drop = world.addParticles(new ParticleSet({ positions: [3, 0.6, 0], radii: 0.05, canSleep: false }));
    const thread = world.addParticles(
      new ParticleSet({ positions: [0, 5, 3, 0, 4, 3], masses: 1, pinned: [0], distances: [{ pairs: [0, 1], breakForce: 5 }], ...FREE }),
    );
    const told: [number, string][] = [];
    for (let step = 0; step < 60; step++) {
      world.step(DT);
      for (const [k, set] of [ball, drop, thread].entries())
        for (const event of set.events)
          told.push([k, event.type === 'tear' ? `tear ${event.kind} ${event.number}` : `${event.type} ${event.body.index}`]);
    }
    expect(
      told
        .filter(([k]) => k === 0)
        .slice(0, 3)
        .map(([, text]) => text),
    ).toEqual(['touch-begin', 'touch-end', 'touch-begin'].map((type) => `${type} ${floor.index}`));
    const onBox = told.filter(([k]) => k === 1).map(([, text]) => text);
    expect([onBox[0], onBox.at(-1)]).toEqual([`touch-begin ${box.index}`, `touch-begin ${box.index}`]);
    expect(told.filter(([k]) => k === 2).map(([, text]) => text)).toEqual(['tear distance 0']);
    world.dispose();
  });
});

test('what is wrong is refused, and changes nothing', async () => {
  const [world, other] = [await World.create(), await World.create()];
  const body = world.addBody({ shape: new Sphere(0.1) });
  const set = world.addParticles(new ParticleSet({ positions: [0, 1, 0], spareAttachments: 1 }));
  const before = world.hash();
  expect(() => set.attach({ particle: 1, body })).toThrow(HolonomicError);
  expect(() => set.attach({ particle: 0, body: other.addBody({ shape: new Sphere(1) }) })).toThrow(
    expect.objectContaining({ code: 'foreign-handle' }),
  );
  expect(() => set.attach({ particle: 0, body, compliance: -1 })).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  expect(world.hash()).toBe(before);
  expect(() => new ParticleSet({ positions: [0, 0, 0], spareAttachments: -1 })).toThrow(HolonomicError);
});

test('an attachment made later is in snapshots, as its rods are', async () => {
  const world = await World.create();
  const body = world.addBody({ type: 'static', shape: new Box([0.1, 0.1, 0.1]) });
  const set = world.addParticles(
    new ParticleSet({
      positions: [0, 1, 0, 0.3, 1, 0],
      lengths: [{ points: [1, { body, point: [0, 0, 0] }], pushes: true }],
      spareAttachments: 2,
    }),
  );
  set.attach({ particle: 0, body });
  for (let step = 0; step < 5; step++) world.step(DT);
  const twin = await World.create();
  twin.restore(world.snapshot());
  const [copy] = particleSets(twin);
  for (let step = 0; step < 20; step++) {
    world.step(DT);
    twin.step(DT);
  }
  expect([...copy.positions]).toEqual([...set.positions]);
  expect(twin.hash()).toBe(world.hash());
});
