// Every public argument is fed what it must not be given. Each call has to throw the right HolonomicError and change nothing: the
// world still steps, and is to the last bit like a twin that never saw the call.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Body, Box, type Joint, World, type WorldOptions } from '../../bindings/index.ts';
import { BACKENDS, expectRefusal } from './backends.ts';
import * as bodies from './bad-input-bodies.ts';
import * as joints from './bad-input-joints.ts';
import { type BadCall, byArgument, NOT_COUNTS, NOT_OBJECTS, NOT_VECTORS } from './bad-input-values.ts';
import * as world from './bad-input-world.ts';
import { expectAlike, makeSubject, type Subject } from './twin-worlds.ts';

const GROUPS: [title: string, calls: BadCall[]][] = [
  ['members of the world', world.SETTERS],
  ['options of a body', world.BODY_OPTIONS],
  ['removal', world.REMOVALS],
  ['snapshots', world.SNAPSHOTS],
  ['setters of a body', bodies.SETTERS],
  ['methods of a body', bodies.METHODS],
  ['options of a joint', joints.CONSTRUCTORS],
  ['joints that cannot be added', joints.ADDITIONS],
  ['setters of a joint', joints.SETTERS],
];

/** Names of the getters that a class and its bases have, but for some. */
function getters(object: object, except: string[]): string[] {
  const names = new Set<string>();
  for (let at = object; at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(at))) if (get) names.add(name);
  return [...names].filter((name) => !except.includes(name));
}
const read = (object: object, name: string): unknown => (object as Record<string, unknown>)[name];

/** What the checks complain about, so that one bad value does not hide the next. */
function problems(name: string, checks: (() => void)[]): string[] {
  return checks.flatMap((check) => {
    try {
      check();
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message.split('\n')[0]}`];
    }
  });
}

const BODY_GETTERS = getters(Body.prototype, ['alive', 'memory', 'userData']);
const JOINT_KINDS = ['Ball', 'Hinge', 'Fixed', 'Prismatic', 'Distance'] as const;
/** What a joint knows without its record; and the error of those that hold no axis. */
const ALWAYS = ['a', 'b', 'index', 'world', 'alive', 'angularError', 'memory'];

describe.each(BACKENDS)('$label', ({ settings }) => {
  let subject: Subject;
  let twin: Subject;
  beforeAll(async () => {
    [subject, twin] = [await makeSubject(settings), await makeSubject(settings)];
  });
  afterAll(() => {
    for (const each of [subject, twin]) each.world.dispose();
  });

  test('the two worlds are alike to begin with, and move', () => {
    const before = subject.world.hash();
    expectAlike(subject.world, twin.world);
    expect(subject.world.hash()).not.toBe(before);
  });

  describe.each(GROUPS)('%s', (_, calls) => {
    test.each(byArgument(calls))('%s', (_argument, rows) => {
      const failures = rows.flatMap(({ name, act, code }) => {
        return problems(name, [() => expectRefusal(() => act(subject), code), () => expectAlike(subject.world, twin.world)]);
      });
      expect(failures).toEqual([]);
    });
  });

  describe('removed handles', () => {
    test.each(BODY_GETTERS)('body.%s', (name) => expectRefusal(() => read(subject.removed, name), 'removed-handle'));
    test.each(bodies.USES)('body.%s', (_, use) => {
      expectRefusal(() => use(subject.removed), 'removed-handle');
      expectAlike(subject.world, twin.world);
    });
    test.each(JOINT_KINDS)('every member of a %s', (kind) => {
      const joint = subject[`removed${kind}`] as Joint;
      for (const name of getters(joint, ALWAYS)) expectRefusal(() => read(joint, name), 'removed-handle');
      for (const [, use] of joints.USES[kind]) expectRefusal(() => use(joint), 'removed-handle');
      expectAlike(subject.world, twin.world);
    });
    test('they tell that they are not alive', () => {
      expect(subject.removed.alive).toBe(false);
      for (const kind of JOINT_KINDS) expect(subject[`removed${kind}`].alive).toBe(false);
    });
  });

  test.each(JOINT_KINDS)('a %s that was never added has no state', (kind) => {
    const joint = joints.makeJoint(kind, subject);
    for (const name of getters(joint, ALWAYS)) expectRefusal(() => read(joint, name), 'removed-handle');
    for (const [, use] of joints.USES[kind]) expectRefusal(() => use(joint), 'removed-handle');
    expect([joint.alive, joint.index, joint.world]).toEqual([false, -1, null]);
    expectAlike(subject.world, twin.world);
  });

  test('snapshots of the other kinds of world', async () => {
    for (const { settings: others } of BACKENDS) {
      if (others === settings) continue;
      const other = await makeSubject(others);
      expectRefusal(() => subject.world.restore(other.world.snapshot()), 'bad-snapshot');
      other.world.dispose();
      expectAlike(subject.world, twin.world);
    }
  });

  test('a snapshot with any one bit flipped', () => {
    const bytes = subject.world.snapshot();
    const anyBit = fc.tuple(fc.nat(bytes.length - 1), fc.nat(7)).filter(([at]) => at < 20 || at >= 24); // four bytes mean nothing
    fc.assert(
      fc.property(anyBit, ([at, bit]) => {
        const damaged = Uint8Array.from(bytes);
        damaged[at] ^= 1 << bit;
        expectRefusal(() => subject.world.restore(damaged), 'bad-snapshot');
      }),
      { numRuns: 50 },
    );
    expectAlike(subject.world, twin.world);
  });

  describe('a world that was disposed of', () => {
    let gone: Subject;
    beforeAll(async () => {
      gone = await makeSubject(settings);
      gone.world.dispose();
    });

    test.each(getters(World.prototype, []))('world.%s', (name) => expectRefusal(() => read(gone.world, name), 'disposed'));
    const uses: [string, (gone: Subject) => unknown][] = [
      ['step', ({ world }) => world.step(1 / 60)],
      ['addBody', ({ world }) => world.addBody()],
      ['addBody with a shape', ({ world }) => world.addBody({ shape: new Box([1, 1, 1]) })],
      ['removeBody', ({ world, dynamic }) => world.removeBody(dynamic)],
      ['addJoint', ({ world, looseBall }) => world.addJoint(looseBall)],
      ['removeJoint', ({ world, ball }) => world.removeJoint(ball)],
      ['snapshot', ({ world }) => world.snapshot()],
      ['restore', ({ world }) => world.restore(subject.world.snapshot())],
      ['hash', ({ world }) => world.hash()],
      ['profile', ({ world }) => world.profile()],
      ['gravity =', ({ world }) => (world.gravity = [0, 0, 0])],
      ['substeps =', ({ world }) => (world.substeps = 1)],
      ['iterations =', ({ world }) => (world.iterations = 1)],
      ['profiling =', ({ world }) => (world.profiling = true)],
      ['for bodies', ({ world }) => [...world.bodies]],
      ['for joints', ({ world }) => [...world.joints]],
    ];
    test.each(uses)('%s', (_, use) => expectRefusal(() => use(gone), 'disposed'));
    test.each(BODY_GETTERS)('body.%s', (name) => expectRefusal(() => read(gone.dynamic, name), 'disposed'));
    test.each(bodies.USES)('body.%s', (_, use) => expectRefusal(() => use(gone.kinematic), 'disposed'));
    test.each(JOINT_KINDS)('every member of a %s', (kind) => {
      const joint = gone[kind.toLowerCase() as 'ball'] as Joint;
      for (const name of getters(joint, ALWAYS)) expectRefusal(() => read(joint, name), 'disposed');
      for (const [, use] of joints.USES[kind]) expectRefusal(() => use(joint), 'disposed');
    });
    test('dispose may be called again, by any name, and nothing is alive', () => {
      gone.world.dispose();
      gone.world[Symbol.dispose]();
      expect([gone.dynamic.alive, gone.ball.alive]).toEqual([false, false]);
    });
    test('other worlds live on', () => expectAlike(subject.world, twin.world));
  });
});

describe('World.create', () => {
  const words: [string, unknown][] = [
    ['a wrong word', 'nothing'],
    ['a number', 1],
    ['null', null],
    ['an object', {}],
  ];
  const sources: [string, unknown][] = [
    ['null', null],
    ['a number', 5],
    ['an object', {}],
    ['true', true],
  ];
  const wrong: [name: string, values: readonly [string, unknown][]][] = [
    ['gravity', NOT_VECTORS],
    ['substeps', NOT_COUNTS],
    ['maxMemory', [...NOT_COUNTS.filter(([name]) => name !== '1e9'), ['below 1 MiB', 2 ** 20 - 1], ['beyond 4 GiB', 2 ** 32 + 1]]],
    ['iterations', NOT_COUNTS],
    ...['solver', 'precision', 'backend', 'projection', 'gradient', 'gyroscopic'].map((name): [string, typeof words] => [name, words]),
    ['wasm', sources],
    ['gravitiy', [['an unknown name', [0, 0, 0]]]],
    ['Backend', [['an unknown name', 'wasm']]],
  ];
  /** Waits for what the call comes to; the result does it again without waiting. */
  async function outcome(options: unknown): Promise<() => unknown> {
    try {
      const world = await World.create(options as WorldOptions);
      return () => `a world of ${world.backend}`;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }
  const refusals = async (rows: [string, unknown][]) => {
    const all = await Promise.all(rows.map(async ([name, options]) => [name, await outcome(options)] as const));
    return all.flatMap(([name, act]) => problems(name, [() => expectRefusal(act, 'invalid-argument')]));
  };

  test('options', async () => expect(await refusals(NOT_OBJECTS)).toEqual([]));
  test.each(wrong)('%s', async (option, values) => {
    expect(await refusals(values.map(([name, value]) => [name, { [option]: value }]))).toEqual([]);
  });
});
