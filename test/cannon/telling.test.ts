// What worlds tell of contacts, in the words of cannon-es.
import { describe, expect, test } from 'vitest';
import { both, type Cannon } from './packages.ts';
import { addBall, addBox, type Body, newWorld, stepFor, type World } from './programs/program.ts';

/** What is told of contacts, in order; `collide` once for each body where cannon-es tells it of each point. */
function listen(world: World, bodies: Record<string, Body>): string[] {
  const told: string[] = [];
  for (const [type, name] of [
    ['beginContact', 'begin'],
    ['endContact', 'end'],
  ])
    world.addEventListener(type, () => told.push(name));
  for (const [name, body] of Object.entries(bodies))
    body.addEventListener('collide', () => {
      if (!told.slice(told.findLastIndex((line) => !line.startsWith('collide')) + 1).includes(`collide ${name}`))
        told.push(`collide ${name}`);
    });
  return told;
}

/** The same is told under both packages. */
function tellsAlike(run: (C: Cannon) => unknown, expected?: unknown): void {
  const { theirs, ours } = both(run);
  expect(ours).toEqual(theirs);
  if (expected) expect(ours).toEqual(expected);
}

describe('of what only feels', () => {
  const SEEN = ['collide ball', 'collide zone', 'begin', 'end'];
  const fall = (C: Cannon, options: object, change: (zone: Body) => void = () => {}) => {
    const world = newWorld(C);
    const zone = addBox(C, world, 1, [0, 0, 0], { mass: 0, ...options });
    change(zone);
    const ball = addBall(C, world, 0.3, [0, 3, 0]);
    const told = listen(world, { zone, ball });
    stepFor(world, 2);
    return told;
  };
  test('a trigger collides', () => tellsAlike((C) => fall(C, { isTrigger: true }), SEEN));
  test('a body without response collides', () => tellsAlike((C) => fall(C, { collisionResponse: false }), SEEN));
  test('a shape without response collides', () =>
    tellsAlike(
      (C) =>
        fall(C, {}, (zone) => {
          zone.shapes[0].collisionResponse = false;
        }),
      SEEN,
    ));

  test('the matrix and the contacts of a world have it, with bodies, shapes and a normal from one to the other', () => {
    tellsAlike(
      (C) => {
        const world = newWorld(C);
        const zone = addBox(C, world, 1, [0, 0, 0], { mass: 0, isTrigger: true });
        const ball = addBall(C, world, 0.3, [0, 0.9, 0], { velocity: new C.Vec3(0, -1, 0) });
        const told: unknown[] = [];
        ball.addEventListener('collide', ({ body, contact }: { body: Body; contact: InstanceType<Cannon['ContactEquation']> }) => {
          const { bi, si, sj, ni } = contact;
          told.push(body === zone, bi === ball, si === ball.shapes[0], sj === zone.shapes[0], Math.round(ni.y));
          told.push(contact.getImpactVelocityAlongNormal() > 0);
        });
        stepFor(world, 0.05);
        return [told, world.contacts.length, Boolean(world.collisionMatrix.get(zone, ball))];
      },
      [[true, true, true, true, -1, true], 1, true],
    );
  });
});
