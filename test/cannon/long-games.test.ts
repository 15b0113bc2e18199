// Bodies that come and go, each with a material or a filter of its own: there may be any number, as in cannon-es, as long as few are used at once.
import { expect, test } from 'vitest';
import { both } from './packages.ts';
import { addBall, addBox, addFloor, DT, G, newWorld, stepFor } from './programs/program.ts';

const ROUNDS = 600;

test('a great many materials pass, and those that are used stay what they are', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C);
    const [ice, wood, rubber] = ['ice', 'wood', 'rubber'].map((name) => new C.Material(name));
    world.addContactMaterial(new C.ContactMaterial(wood, ice, { friction: 0 }));
    world.addContactMaterial(new C.ContactMaterial(wood, rubber, { friction: 0, restitution: 0.8 }));
    addFloor(C, world, 0, { material: wood });
    const slides = addBox(C, world, 0.5, [0, 0.5, 0], { material: ice, linearDamping: 0 });
    slides.velocity.x = 1;
    for (let k = 0; k < ROUNDS; k++) {
      const other = addBall(C, world, 0.5, [0, 9, 9], { material: new C.Material() });
      other.shapes[0].material = k % 3 ? null : new C.Material();
      world.step(1 / 600);
      world.removeBody(other);
    }
    const slid = slides.position.x;
    const bounces = addBall(C, world, 0.5, [0, 2.5, 5], { material: rubber, linearDamping: 0 });
    let rose = 0;
    stepFor(world, 1, () => {
      rose = Math.max(rose, bounces.velocity.y);
    });
    return { slid, rose };
  });
  expect(ours.slid).toBeCloseTo(theirs.slid, 1);
  expect(ours.slid).toBeCloseTo(ROUNDS / 600, 2);
  // As fast as it was a fraction of a step after the bounce.
  expect(Math.abs(ours.rose - 0.8 * Math.sqrt(2 * G * 2))).toBeLessThan(G * DT);
  expect(theirs.rose).toBeGreaterThan(4);
});

test('a hundred combinations of filters pass, and those that are used stay what they are', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C);
    addFloor(C, world);
    const rests = addBall(C, world, 0.5, [0, 0.5, 0]);
    rests.shapes[0].collisionFilterGroup = 8;
    for (let k = 0; k < 100; k++) {
      const other = addBall(C, world, 0.5, [5, 0.5, 0], { collisionFilterMask: 1 | (k << 4) });
      other.shapes[0].collisionFilterMask = 1 | (k << 4);
      world.step(1 / 60);
      world.removeBody(other);
    }
    const [on, through] = [8, 16].map((mask, k) => {
      const ball = addBall(C, world, 0.2, [0, 1.3 + k, 0], { linearDamping: 0.9 });
      ball.shapes[0].collisionFilterMask = 1 | mask;
      ball.collisionFilterMask = 1;
      return ball;
    });
    stepFor(world, 0.1);
    const touches = [on, through].map((ball) => Boolean(world.collisionMatrix.get(ball, rests)));
    through.position.y = 1.15;
    world.removeBody(on);
    stepFor(world, 0.1);
    return [rests.position.y, ...touches.map(Number), Number(Boolean(world.collisionMatrix.get(through, rests)))].map((value) =>
      Math.round(value * 50),
    );
  });
  expect(ours).toEqual(theirs);
});
