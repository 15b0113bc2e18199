// Shapes that cannot be and queries that mean nothing are refused with a clear error, and change nothing: the world is to the last bit
// like a twin that never saw the call.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HolonomicError } from '../../bindings/index.ts';
import { HEADER } from '../../bindings/snapshot/header.ts';
import { QUERY_CALLS } from './bad-input-queries.ts';
import { type BadCall, makeSubject, SHAPES_AND_BODIES, type Subject } from './bad-input-values.ts';
import { HalfSpace, HeightField, PRECISIONS, REFERENCE, Sphere, Spline, TriangleMesh } from './package.ts';

function byArgument(calls: readonly BadCall[]): [what: string, calls: BadCall[]][] {
  const groups = new Map<string, BadCall[]>();
  for (const call of calls) groups.set(call.what, [...(groups.get(call.what) ?? []), call]);
  return [...groups];
}

/** What is wrong with the refusal, if anything. */
function problem({ name, codes, act }: BadCall, subject: Subject): string[] {
  try {
    act(subject);
  } catch (error) {
    if (!(error instanceof HolonomicError)) return [`${name}: ${error}`];
    if (!codes.includes(error.code)) return [`${name}: ${error.code}, ${error.message}`];
    return /^[A-Z'"`a-z].{10,}\.$/s.test(error.message) ? [] : [`${name}: no sentence: ${error.message}`];
  }
  return [`${name}: was accepted`];
}

/** Refused calls leave every byte as it was. */
function expectAlike(subject: Subject, twin: Subject): void {
  const [one, other] = [subject, twin].map(({ world }) => world.snapshot().subarray(HEADER));
  expect(Buffer.compare(one, other), 'the calls changed the state').toBe(0);
  expectSameMotion(subject, twin);
}

function expectSameMotion({ world }: Subject, { world: twin }: Subject): void {
  expect(world.hash()).toEqual(twin.hash());
  for (const each of [world, twin]) each.step(1 / 60);
  expect(world.hash(), 'hash after a step').toEqual(twin.hash());
  expect(world.bodyCount).toBe(twin.bodyCount);
}

describe.each([...PRECISIONS, REFERENCE])('$label', ({ settings }) => {
  let subject: Subject;
  let twin: Subject;
  beforeAll(async () => {
    [subject, twin] = [await makeSubject(settings), await makeSubject(settings)];
  });
  afterAll(() => {
    for (const { world, foreignWorld } of [subject, twin]) for (const each of [world, foreignWorld]) each.dispose();
  });

  test('the two worlds are alike to begin with', () => expectAlike(subject, twin));

  describe.each([
    ['shapes and bodies', SHAPES_AND_BODIES],
    ['queries', QUERY_CALLS],
  ] as const)('%s', (_, calls) => {
    test.each(byArgument(calls))('%s', (_argument, group) => {
      expect(group.flatMap((call) => problem(call, subject))).toEqual([]);
      expectAlike(subject, twin);
    });
  });

  test('queries that are good change no body and no contact', async () => {
    const asking = await makeSubject(settings);
    const quiet = await makeSubject(settings);
    const { world, dynamic, fixed } = asking;
    world.castRay([5, 9, 0], [0, -1, 0]);
    world.castRayAll([5, 9, 0], [0, -1, 0]);
    world.castRays(Float64Array.of(5, 9, 0, 0, -1, 0));
    world.castShape(new Sphere(0.5), { position: [5, 9, 0], translation: [0, -20, 0] });
    world.overlap(new Sphere(0.5), { position: [5, 3, 0] });
    world.bodiesAt([5, 3, 0]);
    world.closestPoint([5, 9, 0]);
    world.distanceBetween(dynamic, fixed);
    expectSameMotion(asking, quiet);
    expect(world.contacts().map(({ points }) => points)).toEqual(quiet.world.contacts().map(({ points }) => points));
  });

  const FIXED = [
    ['a half-space', () => new HalfSpace()],
    ['a surface', () => new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 1, 2], { solid: false })],
    ['a height field', () => new HeightField({ heights: [0, 0, 0, 0], rows: 2, columns: 2, spacing: 1 })],
    ['a spline', () => new Spline([0, 0, 0, 1, 0, 0], { radius: 0.1 })],
  ] as const;
  test.each(FIXED)('%s serves static and kinematic bodies, and dynamic ones that do not collide', (_, make) => {
    const { world } = subject;
    const bodies = (['static', 'kinematic'] as const).map((type) => world.addBody({ type, shape: make() }));
    bodies.push(world.addBody({ shape: make(), mass: 1, inertia: [1, 1, 1], collides: false }));
    expect(bodies.map(({ shape }) => shape !== null)).toEqual([true, true, true]);
    world.detectCollisions();
    for (const body of bodies) world.removeBody(body);
  });

  test('after disposal every query says so', async () => {
    const gone = await makeSubject(settings);
    gone.world.dispose();
    const uses: (() => unknown)[] = [
      () => gone.world.castRay([0, 0, 0], [0, 1, 0]),
      () => gone.world.castRays(new Float64Array(0)),
      () => gone.world.overlap(new Sphere(1), { position: [0, 0, 0] }),
      () => gone.world.bodiesAt([0, 0, 0]),
      () => gone.world.closestPoint([0, 0, 0]),
      () => gone.world.distanceBetween(gone.dynamic, gone.fixed),
      () => gone.world.detectCollisions(),
      () => gone.world.contacts(),
      () => gone.world.collisionPairs(),
    ];
    for (const use of uses) expect(use).toThrow(expect.objectContaining({ code: 'disposed' }));
    gone.foreignWorld.dispose();
  });
});
