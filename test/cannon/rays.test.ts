// Rays meet the same in both packages: which bodies, where, from which side.
import { expect, test } from 'vitest';
import { both, type Cannon } from './packages.ts';
import { addBox, type Body, newWorld, type World } from './programs/program.ts';

const SCENES = 15;
const RAYS = 30;
const FLIPPED = [0, 2, 1, 0, 3, 2];
const QUAD = [-3, 0, -3, 3, 0, -3, 3, 1, 3, -3, 0, 3];

/** xorshift, from a to b. */
function drawFrom(seed: number): (a: number, b: number) => number {
  let state = seed * 2654435761 || 1;
  return (a, b) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return a + ((b - a) * (state >>> 0)) / 2 ** 32;
  };
}

function drawShape(C: Cannon, draw: (a: number, b: number) => number) {
  const kind = Math.floor(draw(0, 3));
  if (kind === 0) return new C.Sphere(draw(0.3, 1));
  return kind === 1 ? new C.Box(new C.Vec3(draw(0.3, 1), draw(0.3, 1), draw(0.3, 1))) : new C.Cylinder(0.7, 0.7, 1.2, 7);
}

/** Balls, boxes and cylinders, alone and in pairs, some of which only feel, and a mesh. */
function fill(C: Cannon, world: World, draw: (a: number, b: number) => number): void {
  const point = (most: number) => new C.Vec3(draw(-most, most), draw(-most, most), draw(-most, most));
  for (let k = 0; k < 6; k++) {
    const body = new C.Body({ mass: k % 2, position: point(4), isTrigger: draw(0, 1) < 0.15, collisionResponse: draw(0, 1) > 0.1 });
    body.quaternion.set(draw(-1, 1), draw(-1, 1), draw(-1, 1), draw(-1, 1)).normalize();
    const count = draw(0, 1) < 0.4 ? 2 : 1;
    for (let index = 0; index < count; index++) {
      const shape = drawShape(C, draw);
      shape.collisionResponse = draw(0, 1) > 0.15;
      body.addShape(shape, new C.Vec3(2.5 * index, 0, 0));
    }
    world.addBody(body);
  }
  world.addBody(new C.Body({ mass: 0, shape: new C.Trimesh(QUAD, FLIPPED), position: new C.Vec3(0, -3, 0) }));
}

const rounded = (value: number): number => Math.round(value * 100) / 100 + 0;

test('of random rays through random shapes', () => {
  for (let seed = 1; seed <= SCENES; seed++) {
    const { theirs, ours } = both((C) => {
      const draw = drawFrom(seed);
      const world = newWorld(C);
      fill(C, world, draw);
      return Array.from({ length: RAYS }, () => {
        const [from, to] = [0, 1].map(() => new C.Vec3(draw(-8, 8), draw(-8, 8), draw(-8, 8)));
        const options = { skipBackfaces: draw(0, 1) < 0.5, checkCollisionResponse: draw(0, 1) < 0.7 };
        const closest = new C.RaycastResult();
        const hasHit = world.raycastClosest(from, to, { ...options }, closest);
        const { body, shape, distance, hitNormalWorld } = closest;
        const nearest = hasHit && [body!.index, body!.shapes.indexOf(shape!), distance, ...hitNormalWorld.toArray()].map(rounded);
        const all = new Set<string>();
        world.raycastAll(from, to, { ...options }, (hit) => all.add(`${hit.body!.index} at ${rounded(hit.distance)}`));
        return { nearest, all: [...all].sort() };
      });
    });
    expect(ours.map(({ all }) => all)).toEqual(theirs.map(({ all }) => all));
    const far = ours.filter(({ nearest }, k) => {
      const other = theirs[k].nearest;
      return nearest && other ? nearest.some((value, at) => Math.abs(value - other[at]) > 0.02) : nearest !== other;
    });
    expect(far).toEqual([]);
  }
});

/** Whether a ray from below meets the front alone, and from which side it meets the surface. */
function fromBelow(C: Cannon, shape: InstanceType<Cannon['Shape']>, isUp: boolean): unknown {
  const world = newWorld(C);
  const body = new C.Body({ mass: 0, shape });
  if (isUp) body.quaternion.setFromEuler(-Math.PI / 2, 0, 0);
  world.addBody(body);
  const [low, high] = [new C.Vec3(1.3, -5, -2.4), new C.Vec3(1.3, 5, -2.4)];
  const seen = [
    [low, high],
    [high, low],
  ].map(([from, to]) => {
    const result = new C.RaycastResult();
    const hasFront = world.raycastClosest(from, to, { skipBackfaces: true }, new C.RaycastResult());
    world.raycastClosest(from, to, {}, result);
    return [hasFront, rounded(result.hitNormalWorld.y)];
  });
  return seen;
}
const FRONT_UP = [
  [false, 1],
  [true, 1],
];

test('of the back of a plane', () => {
  const { theirs, ours } = both((C) => fromBelow(C, new C.Plane(), true));
  expect([theirs, ours]).toEqual([FRONT_UP, FRONT_UP]);
});
test('of the back of a mesh', () => {
  const { theirs, ours } = both((C) => fromBelow(C, new C.Trimesh([-5, 0, -5, 5, 0, -5, 5, 0, 5, -5, 0, 5], FLIPPED), false));
  expect([theirs, ours]).toEqual([FRONT_UP, FRONT_UP]);
});
test('of the back of a height field', () => {
  const heights = Array.from({ length: 8 }, () => Array(8).fill(1));
  const { theirs, ours } = both((C) => fromBelow(C, new C.Heightfield(heights, { elementSize: 1 }), true));
  expect([theirs, ours]).toEqual([FRONT_UP, FRONT_UP]);
});

test('of shapes without response, whatever else is in the world', () => {
  const { theirs, ours } = both((C) => {
    const world = newWorld(C);
    const box = addBox(C, world, 1, [0, 0, 0], { mass: 0 });
    box.shapes[0].collisionResponse = false;
    const [from, to] = [new C.Vec3(-5, 0, 0), new C.Vec3(5, 0, 0)];
    const ask = (options = {}) => world.raycastClosest(from, to, options, new C.RaycastResult());
    const seen = [ask(), ask({ checkCollisionResponse: false })];
    const trigger: Body = addBox(C, world, 1, [0, 50, 0], { mass: 0, isTrigger: true });
    seen.push(ask());
    world.removeBody(trigger);
    seen.push(ask({ collisionFilterGroup: 1 }));
    // A second shape behind it has.
    box.addShape(new C.Sphere(0.2), new C.Vec3(0.5, 0.1, 0));
    seen.push(ask());
    box.collisionFilterMask = 0;
    seen.push(ask());
    return seen;
  });
  expect(ours).toEqual(theirs);
  expect(ours).toEqual([false, true, false, false, true, false]);
});
