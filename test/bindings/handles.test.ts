// Handles, counts and memory under any order of adding and removing, against a model that is a list of what should be there.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  Body,
  Box,
  DistanceJoint,
  FixedJoint,
  HingeJoint,
  type Joint,
  PrismaticJoint,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { HEADER } from '../../bindings/snapshot/header.ts';
import { laidOpen } from '../hostile/stranger.ts';
import { BACKENDS, wrongRefusal } from './backends.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');
const KINDS = [BallJoint, HingeJoint, FixedJoint, PrismaticJoint, DistanceJoint] as const;
const shape = new Box([0.1, 0.1, 0.1]);

function makeJoint(kind: number, a: Body | null, b: Body | null): Joint {
  if (kind === 4) return new DistanceJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], maxLength: 1e6 });
  const Kind = KINDS[kind] as typeof HingeJoint;
  const axis = kind === 1 || kind === 3 ? { axis: [0, 0, 1] as const } : {};
  return new Kind({ a, b, anchor: [0, 0, 0], ...axis } as never);
}

interface Entry {
  body: Body;
  tag: number;
}

/** What a world should hold, beside the world. */
class Model {
  readonly bodies: Entry[] = [];
  readonly joints: Joint[] = [];
  readonly dead: (Body | Joint)[] = [];
  readonly saved: { bytes: Uint8Array; bodies: Entry[]; joints: Joint[] }[] = [];
  private tags = 0;

  constructor(readonly world: World) {}

  addBody(): void {
    const tag = ++this.tags;
    const body = this.world.addBody({ shape, position: [tag, 0, 0], userData: tag });
    this.bodies.push({ body, tag });
  }

  removeBody(choice: number): void {
    if (this.bodies.length === 0) return;
    const [{ body }] = this.bodies.splice(choice % this.bodies.length, 1);
    this.world.removeBody(body);
    this.dead.push(body);
    for (const joint of this.joints.filter(({ a, b }) => a === body || b === body)) this.forgetJoint(joint);
  }

  addJoint(kind: number, choiceA: number, choiceB: number): void {
    const pick = (choice: number) => this.bodies[choice % (this.bodies.length + 1)]?.body ?? null;
    const [a, b] = [pick(choiceA), pick(choiceB)];
    if (a !== b) this.joints.push(this.world.addJoint(makeJoint(kind, a, b)));
  }

  removeJoint(choice: number): void {
    if (this.joints.length === 0) return;
    const joint = this.joints[choice % this.joints.length];
    this.world.removeJoint(joint);
    this.forgetJoint(joint);
  }

  save(): void {
    this.saved.push({ bytes: this.world.snapshot(), bodies: [...this.bodies], joints: [...this.joints] });
  }

  restore(choice: number): void {
    if (this.saved.length === 0) return;
    const { bytes, bodies, joints } = this.saved[choice % this.saved.length];
    this.world.restore(bytes);
    const before = new Set<Body | Joint>([...this.dead, ...this.bodies.map(({ body }) => body), ...this.joints]);
    this.bodies.splice(0, Infinity, ...bodies);
    this.joints.splice(0, Infinity, ...joints);
    for (const { body } of bodies) before.delete(body);
    for (const joint of joints) before.delete(joint);
    this.dead.splice(0, Infinity, ...before);
  }

  private forgetJoint(joint: Joint): void {
    this.joints.splice(this.joints.indexOf(joint), 1);
    this.dead.push(joint);
  }

  check(): void {
    const { world, bodies, joints, dead } = this;
    const bySlot = <Item extends { index: number }>(items: Item[]) => items.toSorted((a, b) => a.index - b.index);
    expect([world.bodyCount, world.jointCount]).toEqual([bodies.length, joints.length]);
    expect([...world.bodies].map(({ index }) => index)).toEqual(bySlot(bodies.map(({ body }) => body)).map(({ index }) => index));
    expect([...world.bodies].every((body) => bodies.some((entry) => entry.body === body))).toBe(true);
    expect([...world.joints].every((joint, k) => joint === bySlot(joints)[k])).toBe(true);
    // Thousands of these would take longer than all that they look at.
    const states = bodies.map(({ body }) => [body.alive, body.userData, body.position[0], world.transforms[7 * body.index]]);
    expect(states).toEqual(bodies.map(({ tag }) => [true, tag, tag, tag]));
    for (const joint of joints) expect([joint.alive, joint.enabled, joint.a?.alive ?? true, joint.b?.alive ?? true]).not.toContain(false);
    expect(dead.filter(({ alive }) => alive !== false)).toEqual([]);
    const accepted = dead.flatMap((handle) => [
      wrongRefusal(() => (handle instanceof Body ? handle.mass : handle.compliance), 'removed-handle'),
      wrongRefusal(() => (handle instanceof Body ? world.removeBody(handle) : world.removeJoint(handle)), 'removed-handle'),
    ]);
    expect(accepted.filter((wrong) => wrong !== null)).toEqual([]);
    expect(new Set(bodies.map(({ body }) => body.index)).size).toBe(bodies.length);
    expect(bodies.every(({ body }) => body.index > 0)).toBe(true); // slot 0 is the world
  }
}

const command = (name: string, run: (model: Model, ...choices: number[]) => void, ...choices: fc.Arbitrary<number>[]) =>
  fc.tuple(...choices).map((values) => ({ run: (model: Model) => run(model, ...values), toString: () => `${name}(${values.join(', ')})` }));

const choice = fc.nat(1000);
const CHANGES = [
  { weight: 4, arbitrary: command('addBody', (model) => model.addBody()) },
  { weight: 3, arbitrary: command('removeBody', (model, k) => model.removeBody(k), choice) },
  { weight: 5, arbitrary: command('addJoint', (model, kind, a, b) => model.addJoint(kind, a, b), fc.nat(4), choice, choice) },
  { weight: 2, arbitrary: command('removeJoint', (model, k) => model.removeJoint(k), choice) },
];
const SNAPSHOTS = [
  { weight: 2, arbitrary: command('save', (model) => model.save()) },
  { weight: 2, arbitrary: command('restore', (model, k) => model.restore(k), choice) },
];

async function checkModel(settings: WorldOptions, kinds: typeof CHANGES, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...kinds), { maxLength: 60, size: 'max' }), async (commands) => {
      // Without gravity nothing moves, so that a body's position tells which one it is, also after a step.
      const world = await World.create({ ...settings, gravity: [0, 0, 0], substeps: 1 });
      const model = new Model(world);
      for (const { run } of commands) {
        run(model);
        model.check();
      }
      world.dispose();
    }),
    { numRuns, seed: 1 },
  );
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('bodies and joints come and go in any order', () => checkModel(settings, CHANGES, 60));

  test('and snapshots bring them back', () => checkModel(settings, [...CHANGES, ...SNAPSHOTS], 60));

  test('a slot is used again, and its old handle stays dead', async () => {
    const world = await World.create(settings);
    const first = world.addBody({ shape });
    world.removeBody(first);
    const second = world.addBody({ shape });
    expect(second.index).toBe(first.index);
    expect([first.alive, second.alive]).toEqual([false, true]);
    expect(() => (first.position = [9, 9, 9])).toThrow();
    expect(second.position).toEqual([0, 0, 0]);
    const joint = world.addJoint(makeJoint(0, second, null));
    world.removeJoint(joint);
    const again = world.addJoint(makeJoint(1, second, null));
    expect([again.index, joint.alive, again.alive]).toEqual([joint.index, false, true]);
    world.dispose();
  });

  test('removal of a body removes its joints, and no others', async () => {
    const world = await World.create(settings);
    const bodies = [0, 1, 2].map((x) => world.addBody({ shape, position: [x, 0, 0] }));
    const joints = KINDS.flatMap((_, kind) => [
      world.addJoint(makeJoint(kind, bodies[0], bodies[1])),
      world.addJoint(makeJoint(kind, bodies[1], bodies[2])),
      world.addJoint(makeJoint(kind, null, bodies[1])),
      world.addJoint(makeJoint(kind, bodies[0], bodies[2])),
    ]);
    world.removeBody(bodies[1]);
    expect(world.jointCount).toBe(KINDS.length);
    expect(joints.filter(({ alive }) => alive)).toEqual(joints.filter((_, k) => k % 4 === 3));
    world.step(1 / 60);
    expect([bodies[0].frozen, bodies[2].frozen]).toEqual([false, false]);
    world.dispose();
  });

  test('a body may be removed while others are listed', async () => {
    const world = await World.create(settings);
    for (let k = 0; k < 10; k++) world.addBody({ shape });
    for (const body of world.bodies) if (body.index % 2) world.removeBody(body);
    expect([...world.bodies].map(({ index }) => index)).toEqual([2, 4, 6, 8, 10]);
    world.dispose();
  });

  test('memory does not grow when bodies and joints come and go', async () => {
    const world = await World.create({ ...settings, substeps: 1 });
    const sizes: number[] = [];
    for (let round = 0; round < 10; round++) {
      fill(world, 150, 400, round);
      expect([world.bodyCount, world.jointCount]).toEqual([0, 0]);
      world.step(1 / 60);
      sizes.push(laidOpen(world.snapshot()).length);
    }
    const last = sizes[sizes.length - 1];
    expect(sizes.slice(5), String(sizes)).toEqual([last, last, last, last, last]);
    expect(world.memoryBytes).toBeGreaterThanOrEqual(last - HEADER);
    world.dispose();
  });

  test('memory returns to its high-water mark, however large the world was in between', async () => {
    const world = await World.create({ ...settings, substeps: 1 });
    const most = settings.backend === 'reference' ? 150 : 500;
    const worlds = () => {
      fill(world, most, 1.6 * most, 0);
      // Fewer joints may take more: with few loops they are solved directly.
      for (const count of [10, 0.6 * most, most - 1, 3, 0.8 * most, most]) fill(world, count, count, count);
    };
    worlds();
    worlds();
    const mark = world.memoryBytes;
    worlds();
    worlds();
    expect(world.memoryBytes).toBe(mark);
    world.dispose();
  });

  test('the time to add and remove a body does not grow with how often that was done', async () => {
    const churn = (world: World, times: number) => {
      const start = performance.now();
      for (let k = 0; k < times; k++) world.removeBody(world.addBody({ shape }));
      return performance.now() - start;
    };
    const worlds = await Promise.all([0, 1, 2].map(() => World.create(settings)));
    for (const world of worlds) churn(world, 300);
    const early = Math.min(...worlds.map((world) => churn(world, 300)));
    churn(worlds[0], 8000);
    expect(Math.min(churn(worlds[0], 300), churn(worlds[0], 300))).toBeLessThan(6 * early + 5);
    for (const world of worlds) world.dispose();
  });

  test('the time to remove a body does not grow with the number of joints elsewhere', async () => {
    /** The shortest of three times to remove 300 of so many bodies. */
    const fastest = async (count: number) => {
      const world = await World.create(settings);
      const bodies = Array.from({ length: count }, () => world.addBody({ shape }));
      for (let k = 1; k < count; k++) world.addJoint(makeJoint(0, bodies[k - 1], bodies[k]));
      const times = [0, 300, 600].map((first) => {
        const start = performance.now();
        for (const body of bodies.slice(first, first + 300)) world.removeBody(body);
        return performance.now() - start;
      });
      world.dispose();
      return Math.min(...times);
    };
    const few = await fastest(1000);
    expect(await fastest(10_000)).toBeLessThan(4 * few + 20);
  });
});

test('in one job nothing stays on the heap of what was added and removed', () => {
  const rounds = 5000;
  const args = ['--expose-gc', 'tools/run-ts.mjs', 'test/bindings/churn.ts', String(rounds)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const { bytes, finite } = JSON.parse(stdout) as { bytes: Record<string, number>; finite: boolean };
  expect(finite).toBe(true);
  const { 'kept on purpose': held, ...others } = bytes;
  expect(held, 'it would be seen').toBeGreaterThan(16);
  // The code that is compiled meanwhile takes some kilobytes. The least that stayed of weak references was 150 bytes.
  for (const [name, stays] of Object.entries(others)) expect(stays, name).toBeLessThan(40);
});

/** Adds bodies and joints between them at random, steps, and removes them in a random order. */
function fill(world: World, bodyCount: number, jointCount: number, seed: number): void {
  const random = (k: number) => (Math.imul(k + 31 * seed + 1, 2654435761) >>> 0) / 2 ** 32;
  // All of them lie in one place.
  const bodies = Array.from({ length: bodyCount }, () => world.addBody({ shape, collides: false }));
  for (let k = 0; k < jointCount; k++) {
    const [a, b] = [random(2 * k), random(2 * k + 1)].map((value) => bodies[Math.floor(value * bodyCount)]);
    if (a !== b) world.addJoint(makeJoint(k % 5, a, b));
  }
  world.step(1 / 60);
  for (const body of bodies.toSorted((a, b) => random(a.index) - random(b.index))) world.removeBody(body);
}
