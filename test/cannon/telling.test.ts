// What worlds tell of contacts, in the words of cannon-es.
import { describe, expect, test } from 'vitest';
import { both, type Cannon } from './packages.ts';
import { addBall, addBox, addFloor, type Body, newWorld, stepFor, type World } from './programs/program.ts';

/** What is told of contacts, in order; `collide` once for each body where cannon-es tells it of each point. */
function listen(world: World, bodies: Record<string, Body>): string[] {
  const told: string[] = [];
  for (const [type, name] of [
    ['beginContact', 'begin'],
    ['endContact', 'end'],
  ])
    world.addEventListener(type, () => {
      if (told.at(-1) !== name) told.push(name); // cannon-es tells some twice
    });
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

describe('of what changes', () => {
  const CALM = { linearDamping: 0.5, angularDamping: 0.5 };
  const begun = ['collide body', 'begin'];

  /** A box or a ball rests on a floor, and then something changes. */
  const rest = (C: Cannon, change: (it: { C: Cannon; world: World; floor: Body; body: Body }) => void, isBall = false) => {
    const world = newWorld(C);
    const floor = addFloor(C, world);
    const body = (isBall ? addBall : addBox)(C, world, 0.5, [0, 0.499, 0], CALM);
    const told = listen(world, { body });
    const touching = new Set<unknown>();
    world.addEventListener('beginShapeContact', ({ shapeA }: { shapeA: unknown }) => touching.add(shapeA));
    world.addEventListener('endShapeContact', ({ shapeA }: { shapeA: unknown }) => touching.delete(shapeA));
    stepFor(world, 0.5);
    told.push('then');
    change({ C, world, floor, body });
    stepFor(world, 0.5);
    return [told, touching.size, Boolean(world.collisionMatrix.get(floor, body))];
  };
  const lasts: Record<string, Parameters<typeof rest>[1]> = {
    'the material of what rests': ({ C: { Material }, body }) => {
      body.material = new Material();
    },
    'the material of the floor': ({ C: { Material }, floor }) => {
      floor.material = new Material();
    },
    'the groups of what rests': ({ body }) => {
      body.collisionFilterGroup = 2;
    },
    'the groups of the floor': ({ floor }) => {
      floor.collisionFilterGroup = 2;
    },
    'groups of a shape': ({ body }) => {
      body.shapes[0].collisionFilterGroup = 4;
    },
    'shapes of what rests': ({ C: { Sphere, Vec3 }, body }) => {
      body.addShape(new Sphere(0.1), new Vec3(0, 0.4, 0));
    },
    'shapes of the floor': ({ C: { Sphere, Vec3 }, floor }) => {
      floor.addShape(new Sphere(0.1), new Vec3(0, 9, 3));
    },
    'the type of what rests': ({ C: { Body }, body }) => {
      body.type = Body.KINEMATIC;
      body.type = Body.DYNAMIC;
    },
  };
  test.each(Object.keys(lasts))('a contact lasts through a change of %s', (name) =>
    tellsAlike((C) => rest(C, lasts[name]), [[...begun, 'then'], 1, true]),
  );

  test('a contact ends with the groups of a floor and begins again with them, and lasts without response', () => {
    tellsAlike(
      (C) =>
        rest(
          C,
          ({ world, floor, body }) => {
            floor.collisionFilterMask = 0;
            stepFor(world, 0.3);
            floor.collisionFilterMask = -1;
            body.position.y = 0.49;
            body.velocity.setZero();
            stepFor(world, 0.05);
            floor.collisionResponse = false;
          },
          true,
        ).slice(0, 2),
      [[...begun, 'then', 'end', ...begun], 1],
    );
  });

  test('a contact ends with the shape that is removed', () => {
    const fall = (C: Cannon) => {
      const world = newWorld(C);
      addBox(C, world, 1, [0, -1, 0], { mass: 0 });
      const body = new C.Body({ mass: 1, position: new C.Vec3(0, 1.499, 0), ...CALM });
      const [low, high, top] = [0.5, 0.3, 0.2].map((radius) => new C.Sphere(radius));
      body.addShape(low, new C.Vec3(0, -1, 0));
      body.addShape(high, new C.Vec3(0, 1, 0));
      body.addShape(top, new C.Vec3(0, 2, 0));
      world.addBody(body);
      const told = listen(world, { body });
      stepFor(world, 0.3);
      body.removeShape(low);
      body.removeShape(top);
      told.push('removed');
      body.position.y = 3;
      stepFor(world, 0.1);
      const apart = Boolean(world.collisionMatrix.get(world.bodies[0], body));
      body.position.y = -0.71;
      body.velocity.setZero();
      stepFor(world, 0.05);
      return [told, apart];
    };
    tellsAlike(fall, [[...begun, 'removed', 'end', ...begun], false]);
  });

  test('a contact ends with the body that is removed, which cannon-es has forgotten', () => {
    const { theirs, ours } = both((C) => {
      const world = newWorld(C);
      const floor = addFloor(C, world);
      const body = addBox(C, world, 0.5, [0, 0.499, 0], CALM);
      const told: unknown[] = [];
      world.addEventListener('endContact', ({ bodyA, bodyB }: { bodyA?: Body; bodyB?: Body }) =>
        told.push([bodyA === floor, bodyB === body]),
      );
      stepFor(world, 0.5);
      world.removeBody(body);
      const matrix = Boolean(world.collisionMatrix.get(floor, body));
      stepFor(world, 0.1);
      return { told, matrix };
    });
    expect(theirs).toEqual({ told: [[true, false]], matrix: false });
    expect(ours).toEqual({ told: [[true, true]], matrix: false });
  });

  test('nothing ends where a body is taken out and put in again', () => {
    const { ours } = both((C) =>
      rest(C, ({ world, body }) => {
        world.removeBody(body);
        world.addBody(body);
      }),
    );
    expect(ours).toEqual([[...begun, 'then'], 1, true]);
  });
});

describe('of what the engine does not pair', () => {
  const pass = (
    C: Cannon,
    zone: object,
    passing: object,
    change: (it: { world: World; zone: Body; other: Body; step: number }) => void = () => {},
  ) => {
    const world = newWorld(C, { gravity: new C.Vec3() });
    const bodies = { zone: addBox(C, world, 1, [0, 0, 0], zone), other: addBox(C, world, 0.3, [-4, 0, 0], passing) };
    bodies.other.velocity.x = 2;
    bodies.other.linearDamping = 0;
    const told = listen(world, bodies);
    for (let step = 0; step < 240; step++) {
      change({ world, ...bodies, step });
      world.step(1 / 60);
    }
    return told;
  };
  test.each([
    ['a kinematic body passes a static one', { mass: 0 }, { type: 4 }, 0],
    ['a kinematic body passes a kinematic one', { mass: 0, type: 4 }, { mass: 0, type: 4 }, 0],
    ['a kinematic body passes a static trigger', { mass: 0, isTrigger: true }, { type: 4 }, 0],
    ['a kinematic trigger passes a static body', { mass: 0 }, { type: 4, isTrigger: true }, 0],
    ['what has no response passes a trigger', { mass: 0, isTrigger: true }, { collisionResponse: false }, 2],
    ['a trigger passes a trigger', { mass: 0, isTrigger: true }, { isTrigger: true }, 2],
    ['a trigger passes a moving one', { mass: 1, isTrigger: true }, { isTrigger: true }, 2],
  ])('%s', (_, zone, passing, collisions) =>
    tellsAlike((C) => pass(C, zone, passing), [...['collide zone', 'collide other'].slice(0, collisions), 'begin', 'end']),
  );

  test('static triggers tell nothing of each other, nor does what is filtered', () => {
    tellsAlike((C) => pass(C, { mass: 0, isTrigger: true }, { mass: 0, isTrigger: true, position: new C.Vec3(0, 0, 0) }), []);
    tellsAlike((C) => pass(C, { mass: 0, isTrigger: true }, { isTrigger: true, collisionFilterMask: 2 }), []);
  });

  test('the one that rests changes, leaves and comes back', () => {
    tellsAlike(
      (C) =>
        pass(C, { mass: 0 }, { type: 4 }, ({ world, zone, other, step }) => {
          if (step === 120) other.velocity.setZero();
          if (step === 130) zone.collisionFilterMask = 2;
          if (step === 140) zone.collisionFilterMask = 1;
          if (step === 150) zone.material = new C.Material();
          if (step === 160) zone.position.y = 5;
          if (step === 170) zone.position.y = 0;
          if (step === 180) zone.addShape(new C.Sphere(0.1), new C.Vec3(3, 0, 0));
          if (step === 190) world.removeBody(zone);
          if (step === 200) world.addBody(zone);
        }),
      ['begin', 'end', 'begin', 'end', 'begin', 'end', 'begin'],
    );
  });
});
