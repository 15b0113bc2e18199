import assert from 'node:assert/strict';
import {
  type Body,
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  Cylinder,
  HalfSpace,
  HeightField,
  type Shape,
  Sphere,
  TriangleMesh,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

/** m: half the width and the thickness of what is shot at. */
const WIDE = 500;
const THIN = 1e-4;
/** m/s */
const SLOWEST = 50;
const FASTEST = 10_000;
const STEPS = 10;

type Random = () => number;

/** The wall lies in the plane x = 0 and everything comes from below it: a box, a mesh, a height field, a half-space, one that moves. */
const WALLS: Record<string, (world: World, random: Random) => { body: Body; place: () => number }> = {
  box: (world) => still(world.addBody({ type: 'static', shape: new Box([THIN / 2, WIDE, WIDE]) })),
  mesh: (world) => {
    const corners = [0, -WIDE, -WIDE, 0, WIDE, -WIDE, 0, WIDE, WIDE, 0, -WIDE, WIDE];
    return still(world.addBody({ type: 'static', shape: new TriangleMesh(corners, [0, 2, 1, 0, 3, 2], { solid: false }) }));
  },
  field: (world) => {
    const field = new HeightField({ heights: new Array(25).fill(0), rows: 5, columns: 5, spacing: WIDE / 2 });
    // Its up is -x, and it begins at a corner.
    return still(world.addBody({ type: 'static', shape: field, orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }));
  },
  'half-space': (world) => still(world.addBody({ type: 'static', shape: new HalfSpace([-1, 0, 0]) })),
  kinematic: (world, random) => {
    const wall = world.addBody({
      type: 'kinematic',
      shape: new Box([THIN / 2, WIDE, WIDE]),
      linearVelocity: [200 * (random() - 0.5), 0, 0],
    });
    return { body: wall, place: () => wall.position[0] };
  },
  heavy: (world, random) => {
    const wall = world.addBody({
      shape: new Box([THIN / 2, WIDE, WIDE]),
      mass: 1e6,
      linearVelocity: [200 * (random() - 0.5), 0, 0],
      ccd: random() < 0.5,
    });
    return { body: wall, place: () => wall.position[0] };
  },
};

function still(body: Body): { body: Body; place: () => number } {
  return { body, place: () => 0 };
}

function bulletShape(random: Random): [string, Shape, number] {
  const size = 0.002 * 20 ** random();
  const other = size * (0.2 + 0.8 * random());
  const shapes: [string, () => Shape][] = [
    ['sphere', () => new Sphere(size)],
    ['box', () => new Box([size, other, size * (0.2 + 0.8 * random())])],
    ['capsule', () => new Capsule(other, size)],
    ['cylinder', () => new Cylinder(other, size)],
    ['cone', () => new Cone(other, size)],
    ['hull', () => new ConvexHull(Array.from({ length: 36 }, () => size * (random() - 0.5)))],
    [
      'compound',
      () =>
        new Compound([
          { shape: new Box([other / 4, size, other / 4]) },
          { shape: new Box([other, other / 3, other / 3]), position: [0, size, 0] },
        ]),
    ],
  ];
  const [name, make] = shapes[Math.floor(shapes.length * random())];
  return [name, make(), size];
}

function direction(random: Random): Vec3 {
  const z = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const r = Math.sqrt(1 - z * z);
  return [r * Math.cos(angle), r * Math.sin(angle), z];
}

const scaled = (v: Vec3, s: number): Vec3 => [v[0] * s, v[1] * s, v[2] * s];

interface Shot {
  velocity: Vec3;
  spin: Vec3;
  orientation: [number, number, number, number];
}

/** A shot towards +x: at right angles to the wall or nearly along it, with spin. */
function shot(random: Random): Shot {
  const speed = SLOWEST * (FASTEST / SLOWEST) ** random();
  const incidence = random() < 0.3 ? 0 : (random() < 0.5 ? 1 : 0.99) * (Math.PI / 2) * random();
  const around = 2 * Math.PI * random();
  const across = Math.sin(incidence);
  const velocity = scaled([Math.cos(incidence), across * Math.cos(around), across * Math.sin(around)], speed);
  const spin = random() < 0.3 ? ([0, 0, 0] as Vec3) : scaled(direction(random), 10 * 1000 ** random());
  const axis = direction(random);
  const half = Math.PI * random();
  return { velocity, spin, orientation: [...scaled(axis, Math.sin(half)), Math.cos(half)] as [number, number, number, number] };
}

/** Bullets with `ccd`, of any shape, at what is thin and at each other. */
export const bullets: Campaign = {
  name: 'bullets',
  description: 'no swept body passes a wall of 0.1 mm, or another one, at up to 10 km/s',
  cases: 60,
  async run(seed) {
    const random = randomNumbers(seed);
    const world = await World.create({
      gravity: [0, 0, 0],
      substeps: 1 + Math.floor(10 * random()),
      precision: random() < 0.5 ? 'single' : 'double',
      contacts: random() < 0.8 ? 'soft' : 'position',
    });
    if (random() < 0.25) await shootEachOther(world, random);
    else await shootWall(world, random);
    world.dispose();
  },
};

async function shootWall(world: World, random: Random): Promise<void> {
  const names = Object.keys(WALLS);
  const name = names[Math.floor(names.length * random())];
  const wall = WALLS[name](world, random);
  const [kind, shape, size] = bulletShape(random);
  const { velocity, spin, orientation } = shot(random);
  const restitution = random() < 0.5 ? 0 : random();
  // So far off that the wall is met at any part of a step.
  const away = 3 * size + (velocity[0] / 60) * random();
  const bullet = world.addBody({
    shape,
    density: 8000,
    ccd: true,
    restitution,
    position: [-away, (-away * velocity[1]) / Math.max(velocity[0], 1), (-away * velocity[2]) / Math.max(velocity[0], 1)],
    orientation,
    linearVelocity: velocity,
    angularVelocity: spin,
  });
  const told = () =>
    `a ${kind} of ${size} m at ${velocity} m/s and ${spin} rad/s passes the ${name} (${world.substeps} substeps, ${world.precision})`;
  for (let step = 0; step < STEPS; step++) {
    world.step(1 / 60);
    // A tip may be through for a step: what is pushed back to where it came from has its middle there.
    const [x, y, z] = bullet.centerOfMass;
    assert([x, y, z].every(Number.isFinite) && !bullet.frozen, `step ${step}: ${told()}: it is nowhere`);
    if (Math.abs(y) > 0.9 * WIDE || Math.abs(z) > 0.9 * WIDE) break;
    assert(x < wall.place() + THIN, `step ${step}: ${told()} and is at ${bullet.centerOfMass} then`);
  }
}

async function shootEachOther(world: World, random: Random): Promise<void> {
  const bodies = [0, 1].map((k) => {
    const [, shape, size] = bulletShape(random);
    const speed = SLOWEST * (FASTEST / SLOWEST) ** random();
    const spin = scaled(direction(random), 10 * 100 ** random());
    return world.addBody({
      shape,
      density: 8000,
      ccd: true,
      position: [(2 * k - 1) * (3 * size + (speed / 60) * random()), 0, 0],
      linearVelocity: [(1 - 2 * k) * speed, 0, 0],
      angularVelocity: spin,
    });
  });
  const [a, b] = bodies;
  for (let step = 0; step < STEPS; step++) {
    const before = b.position[0] - a.position[0];
    world.step(1 / 60);
    const [x, y, z] = b.position.map((component, axis) => component - a.position[axis]);
    const beside = Math.hypot(y, z);
    if (beside > 1e-3) break;
    assert(x > 0, `step ${step}: two bullets ${before} m apart pass each other at ${a.linearVelocity} and ${b.linearVelocity} m/s`);
  }
}
