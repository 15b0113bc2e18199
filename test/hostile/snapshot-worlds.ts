// Worlds whose snapshots are forged: every kind of scene, joint and shape, awake and asleep.

import * as holonomic from '../../bindings/index.ts';
import {
  BallJoint,
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  Cylinder,
  HalfSpace,
  HeightField,
  HingeJoint,
  type Shape,
  Sphere,
  Spline,
  TriangleMesh,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { scenes } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from '../agreement/all-joints.ts';
import { buildMixedScene } from '../determinism/mixed-scene.ts';
import { SMALL } from '../scenes/small.ts';

/** A grid of triangles, as a surface. */
function ground(): TriangleMesh {
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let row = 0; row <= 6; row++)
    for (let column = 0; column <= 6; column++) vertices.push(column - 3, 0.1 * ((row * column) % 3), row - 3);
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 6; column++) {
      const at = 7 * row + column;
      indices.push(at, at + 7, at + 1, at + 1, at + 7, at + 8);
    }
  }
  return new TriangleMesh(vertices, indices, { solid: false });
}

function hull(random: () => number): ConvexHull {
  return new ConvexHull(Array.from({ length: 90 }, () => 0.4 * (2 * random() - 1)));
}

/** All shapes, some of them sensors, on all grounds. Some come and go, so that there are free records of all kinds. */
function buildShapes(world: World): void {
  const random = randomNumbers(7);
  const heights = Array.from({ length: 64 }, () => 0.2 * random());
  const grounds: [Shape, number][] = [
    [ground(), 0],
    [new HeightField({ heights, rows: 8, columns: 8, spacing: 1 }), 8],
    [new HalfSpace([0, 1, 0.1]), 16],
    [new Spline([-3, 0.5, 0, -1, 0.2, 0.3, 1, 0.3, 0, 3, 0.6, 0.5], { radius: 0.3 }), 0],
  ];
  for (const [shape, x] of grounds) world.addBody({ type: 'static', shape, position: [x, 0, 0] });
  const shapes = [
    new Box([0.2, 0.3, 0.25]),
    new Sphere(0.25),
    new Capsule(0.2, 0.2),
    new Cylinder(0.2, 0.3),
    new Cone(0.3, 0.3, { rounding: 0.02 }),
    hull(random),
    new Compound([{ shape: new Sphere(0.2), position: [0.3, 0, 0] }, { shape: new Box([0.2, 0.1, 0.1]) }, { shape: hull(random) }]),
    new Compound([
      { shape: new Sphere(0.2), position: [0.2, 0, 0], sensor: true },
      { shape: new Box([0.2, 0.1, 0.1]), material: { friction: 1, id: 3 }, collisionGroup: 3 },
    ]),
  ];
  const bodies = Array.from({ length: 28 }, (_, k) =>
    world.addBody({
      shape: shapes[k % shapes.length],
      position: [8 * (k % 3) - 1 + 0.6 * random(), 0.7 + 0.5 * Math.floor(k / 9), random() - 0.5],
      sensor: k === 13,
      ccd: k % 9 === 1,
      restitution: (k % 3) / 4,
    }),
  );
  world.addBody({ type: 'kinematic', shape: new Box([1, 0.1, 1]), position: [0, 0.4, 0], linearVelocity: [0.1, 0, 0] });
  world.addJoint(new BallJoint({ a: bodies[0], b: bodies[1], anchor: [0, 1, 0] }));
  const hinge = world.addJoint(new HingeJoint({ b: bodies[2], anchor: [16, 1, 0], axis: [0, 0, 1], motor: { velocity: 1, maxTorque: 5 } }));
  for (let k = 0; k < 5; k++) world.step(1 / 60);
  world.removeJoint(hinge);
  world.removeBody(bodies[6]);
  world.removeBody(bodies[27]);
}

/** Two towers that have fallen asleep, and bodies that are joined to them. */
function buildSleepers(world: World): void {
  world.sleep = { timeUntilSleep: 0.05, linearThreshold: 0.2, angularThreshold: 0.5 };
  world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] });
  for (let tower = 0; tower < 2; tower++)
    for (let k = 0; k < 3; k++) world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [3 * tower, 0.5 + k, 0] });
  const [a, b] = [...world.bodies].slice(-2);
  world.addJoint(new BallJoint({ a, b, anchor: [3, 2, 0] }));
  world.addBody({ shape: new Sphere(0.5), position: [-3, 4, 0] });
  for (let k = 0; k < 40; k++) world.step(1 / 60);
}

const SETTINGS: WorldOptions[] = [
  { precision: 'single' },
  { precision: 'double' },
  { precision: 'single', contacts: 'position', projection: 'scalar' },
  { backend: 'reference' },
];

/** Smaller still: their shapes are made anew for each forgery. */
const PARAMETERS: Record<string, Record<string, number>> = {
  ...SMALL,
  'mesh-roll': { triangles: 300 },
  'bunny-chain': { count: 2 },
  pile: { count: 20 },
};

type Make = (settings: WorldOptions) => Promise<World>;

const built =
  (build: (world: World) => void): Make =>
  async (settings) => {
    const world = await World.create({ substeps: 2, ...settings });
    build(world);
    return world;
  };

const MAKERS: Make[] = [
  built(() => {}),
  built(buildShapes),
  built(buildShapes),
  built(buildShapes),
  built(buildSleepers),
  built(buildSleepers),
  built((world) => buildMixedScene(holonomic, world)),
  ...scenes.map(
    (scene): Make =>
      async (settings) => {
        const open = await openScene(scene, { parameters: PARAMETERS[scene.name] ?? {}, settings: { ...settings, substeps: 2 } });
        for (let frame = 0; frame < 5; frame++) open.step();
        return open.world;
      },
  ),
  ...Object.values(LINKS).map(
    (make): Make =>
      (settings) =>
        linked(make, { ...settings, substeps: 2 }),
  ),
  ...Object.values(BESIDE_A_BALL).map(
    (make): Make =>
      (settings) =>
        linked(make, { ...settings, substeps: 2 }, true),
  ),
  ...Object.values(MECHANISMS).map((build) => built(build)),
];

const JOINTED = MAKERS.slice(-Object.keys({ ...LINKS, ...BESIDE_A_BALL, ...MECHANISMS }).length);

/** Does something in an engine that has no WebAssembly: worlds that are made meanwhile hold their state in an ArrayBuffer. */
async function withoutWebAssembly<Result>(act: () => Promise<Result>): Promise<Result> {
  const kept = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly')!;
  Object.defineProperty(globalThis, 'WebAssembly', { ...kept, value: undefined });
  try {
    return await act();
  } finally {
    Object.defineProperty(globalThis, 'WebAssembly', kept);
  }
}

/** A world that has been stepped, and how to make others that take its snapshots. */
export async function worldOf(random: () => number): Promise<{ world: World; another: () => Promise<World> }> {
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)];
  const plain = random() < 0.1;
  const make = async () => {
    const world = plain ? await pick(JOINTED)({ backend: 'reference' }) : await pick(MAKERS)(pick(SETTINGS));
    for (let k = 0; k < 3; k++) world.step(1 / 60);
    return world;
  };
  const world = plain ? await withoutWebAssembly(make) : await make();
  const settings = { substeps: 2, backend: world.backend, precision: world.precision };
  return { world, another: () => (plain ? withoutWebAssembly(() => World.create(settings)) : World.create(settings)) };
}
