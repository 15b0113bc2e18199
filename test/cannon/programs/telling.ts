// Events, sleep and rays.
import type { Cannon } from '../packages.ts';
import { addBall, addBox, addFloor, type Body, newWorld, type Program, stepFor, type World } from './program.ts';

type Told = { type: string; bodyA: Body; bodyB: Body };

/** Names of what a world tells, one after another. */
function listen(world: World, names: Map<Body, string>, types: string[]): string[] {
  const told: string[] = [];
  for (const type of types)
    world.addEventListener(type, ({ bodyA, bodyB }: Told) => {
      const line = `${type} ${names.get(bodyA)} ${names.get(bodyB)}`;
      // cannon-es tells some twice, and some of nobody.
      if (bodyA && bodyB && told.at(-1) !== line) told.push(line);
    });
  return told;
}

function ray(C: Cannon, world: World, from: number[], to: number[], options = {}) {
  const result = new C.RaycastResult();
  const [a, b] = [new C.Vec3(...from), new C.Vec3(...to)];
  const hasHit = world.raycastClosest(a, b, options, result);
  return { hasHit, result };
}

export const TELLING: Program[] = [
  {
    name: 'balls that fall one after the other tell of it',
    run(C) {
      const world = newWorld(C);
      const floor = addFloor(C, world);
      const balls = [1, 3, 6].map((y, k) => addBall(C, world, 0.5, [3 * k, y, 0]));
      const names = new Map([floor, ...balls].map((body, k) => [body, `${k}`]));
      const told = listen(world, names, ['beginContact', 'endContact']);
      for (const ball of balls)
        ball.addEventListener('collide', ({ body, contact }: { body: Body; contact: { getImpactVelocityAlongNormal(): number } }) => {
          told.push(`collide ${names.get(ball)} with ${names.get(body)}, ${contact.getImpactVelocityAlongNormal() > 0}`);
        });
      stepFor(world, 2);
      // In cannon-es what has no restitution bounces a little, and tells of that too.
      const first = told.filter((line, k) => told.indexOf(line) === k && !line.startsWith('end'));
      return { events: first };
    },
  },
  {
    name: 'the speed of an impact is told',
    run(C) {
      const world = newWorld(C);
      addFloor(C, world);
      const ball = addBall(C, world, 0.5, [0, 5, 0], { linearDamping: 0 });
      const speeds: number[] = [];
      ball.addEventListener('collide', ({ contact }: { contact: { getImpactVelocityAlongNormal(): number } }) => {
        speeds.push(contact.getImpactVelocityAlongNormal());
      });
      stepFor(world, 1.2);
      return { rates: { impact: speeds[0] } };
    },
  },
  {
    name: 'bodies that are put apart end their contact',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3() });
      const [a, b, c] = [0, 0.9, 5].map((x) => addBall(C, world, 0.5, [x, 0, 0]));
      const names = new Map([a, b, c].map((body, k) => [body, 'abc'[k]]));
      const told = listen(world, names, ['beginContact', 'endContact', 'beginShapeContact', 'endShapeContact']);
      const seen: unknown[] = [];
      world.step(1 / 60);
      seen.push(Boolean(world.collisionMatrix.get(a, b)), Boolean(world.collisionMatrix.get(b, c)));
      b.position.set(10, 0, 0);
      b.velocity.setZero();
      world.step(1 / 60);
      told.push('then');
      world.step(1 / 60);
      seen.push(Boolean(world.collisionMatrix.get(a, b)));
      return { events: [...new Set(told)], values: seen };
    },
  },
  {
    name: 'a trigger feels what flies through it',
    run(C) {
      const world = newWorld(C, { gravity: new C.Vec3() });
      const trigger = addBox(C, world, 1, [0, 0, 0], { mass: 0, isTrigger: true });
      const ball = addBall(C, world, 0.3, [-4, 0, 0], { velocity: new C.Vec3(5, 0, 0), linearDamping: 0 });
      const names = new Map([trigger, ball].map((body, k) => [body, ['trigger', 'ball'][k]]));
      const told = listen(world, names, ['beginContact', 'endContact']);
      stepFor(world, 2);
      return { events: told, rates: { speed: ball.velocity.x } };
    },
  },
  {
    name: 'a body without response passes through',
    run(C) {
      const world = newWorld(C);
      const floor = addFloor(C, world);
      const ghost = addBall(C, world, 0.5, [0, 1, 0], { collisionResponse: false, linearDamping: 0 });
      const names = new Map([floor, ghost].map((body, k) => [body, ['floor', 'ghost'][k]]));
      const told = listen(world, names, ['beginContact']);
      stepFor(world, 1);
      return { events: told, rates: { speed: ghost.velocity.y } };
    },
  },
  {
    name: 'bodies fall asleep and are woken',
    run(C) {
      const world = newWorld(C, { allowSleep: true });
      addFloor(C, world);
      const box = addBox(C, world, 0.5, [0, 0.5, 0], { sleepSpeedLimit: 0.2, sleepTimeLimit: 0.5 });
      const told: string[] = [];
      for (const type of ['sleepy', 'sleep', 'wakeup']) box.addEventListener(type, () => told.push(type));
      stepFor(world, 2);
      const states: number[] = [box.sleepState];
      const ball = addBall(C, world, 0.5, [0, 4, 0], { allowSleep: false });
      stepFor(world, 0.9);
      told.push('hit');
      states.push(box.sleepState === C.Body.SLEEPING ? 1 : 0);
      const once = told.filter((type, k) => told.indexOf(type) === k);
      return { events: once, values: [states, ball.sleepState] };
    },
  },
  {
    name: 'a body that is put to sleep stays until it is woken',
    run(C) {
      const world = newWorld(C);
      const [one, other] = [addBox(C, world, 0.5, [0, 5, 0]), addBox(C, world, 0.5, [4, 5, 0])];
      one.sleep();
      other.sleep();
      stepFor(world, 1);
      const stays = one.position.clone();
      other.wakeUp();
      stepFor(world, 0.5);
      return { places: { stays }, rates: { falls: other.velocity.y }, values: [one.sleepState, other.sleepState] };
    },
  },
  {
    name: 'rays hit balls, boxes, planes and polyhedra',
    run(C) {
      const world = newWorld(C);
      const floor = addFloor(C, world);
      const bodies = [addBall(C, world, 1, [-3, 2, 0]), addBox(C, world, 1, [0, 2, 0]), floor];
      const cylinder = new C.Body({ mass: 1, shape: new C.Cylinder(1, 1, 2, 8), position: new C.Vec3(4, 2, 0) });
      world.addBody(cylinder);
      const lines: [number[], number[]][] = [
        [
          [-10, 2.2, 0.1],
          [10, 2.2, 0.1],
        ],
        [
          [0, 10, 0.3],
          [0, -10, 0.3],
        ],
        [
          [4.2, 10, 0.1],
          [4.2, -10, 0.1],
        ],
        [
          [8, 5, 8],
          [8, -5, 8],
        ],
        [
          [-10, 20, 0],
          [10, 20, 0],
        ],
      ];
      const hits = lines.map(([from, to]) => ray(C, world, from, to));
      const places = Object.fromEntries(
        hits.flatMap(({ result }, k) => [
          [`point ${k}`, result.hitPointWorld.clone()] as const,
          [`normal ${k}`, result.hitNormalWorld.clone()] as const,
        ]),
      );
      return { places, values: hits.map(({ hasHit, result }) => [hasHit, bodies.indexOf(result.body!)]) };
    },
  },
  {
    name: 'rays have filters, back faces and callbacks',
    run(C) {
      const world = newWorld(C);
      const far = addBox(C, world, 1, [6, 0, 0], { collisionFilterGroup: 2 });
      const near = addBox(C, world, 1, [3, 0, 0], { collisionResponse: false });
      const ball = addBall(C, world, 1, [0, 0, 0]);
      const bodies: (Body | null)[] = [far, near, ball];
      const closest = (options: object, from = [-5, 0.1, 0.2]) => {
        const { hasHit, result } = ray(C, world, from, [20, 0.1, 0.2], options);
        return [hasHit, bodies.indexOf(result.body), Math.round(result.distance * 100)];
      };
      const all: unknown[] = [];
      world.raycastAll(new C.Vec3(-5, 0.1, 0.2), new C.Vec3(20, 0.1, 0.2), { skipBackfaces: true }, (result) => {
        all.push([bodies.indexOf(result.body), Math.round(result.distance * 100)]);
      });
      const test: number[] = [];
      world.rayTest(new C.Vec3(-5, 0.1, 0.2), new C.Vec3(20, 0.1, 0.2), (result) => test.push(Math.round(result.distance * 100)));
      const inside = [0, 0.1, 0.2];
      return {
        values: [
          closest({}),
          closest({ collisionFilterMask: 2 }),
          closest({ checkCollisionResponse: false }, [1.5, 0, 0]),
          closest({ skipBackfaces: true }, inside),
          closest({}, inside),
          all.sort(),
          test.sort(),
          world.raycastAny(new C.Vec3(0, 5, 0), new C.Vec3(0, 9, 0), {}, new C.RaycastResult()),
        ],
      };
    },
  },
  {
    name: 'bodies come and go while the world tells',
    run(C) {
      const world = newWorld(C);
      const told: string[] = [];
      for (const type of ['addBody', 'removeBody'])
        world.addEventListener(type, ({ body }: { body: Body }) => told.push(`${type} ${body.mass}`));
      addFloor(C, world);
      const ball = addBall(C, world, 0.5, [0, 1, 0], { mass: 3 });
      const removed: Body[] = [];
      ball.addEventListener('collide', () => removed.push(ball));
      stepFor(world, 1, () => {
        for (const body of removed.splice(0)) if (body.world) world.removeBody(body);
      });
      world.addBody(ball);
      world.addBody(ball);
      return { events: told, values: [world.bodies.length, ball.index, world.getBodyById(ball.id) === ball] };
    },
  },
];
