// Scenes whose bodies touch, for the tests of determinism: in Node, and bundled for a browser. Numbers come from operations that are rounded
// alike everywhere.
import {
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  Cylinder,
  HalfSpace,
  type Shape,
  Sphere,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { addRagdoll } from '../../scenes/ragdoll.ts';
import { randomNumbers } from '../../scenes/random.ts';

export const CONTACT_STEPS = 600;
/** Steps from one hash to the next. */
const EVERY = 50;
const DT = 1 / 60;
const SUBSTEPS = 8;
const YARD = 3.5;

/** A floor, and four walls around it. */
function addYard(world: World): void {
  world.addBody({ type: 'static', shape: new Box([20, 0.5, 20]), position: [0, -0.5, 0], friction: 0.6 });
  for (const [x, z] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ])
    world.addBody({ type: 'static', shape: new HalfSpace([-x, 0, -z]), position: [YARD * x, 0, YARD * z] });
}

/** Sixty bodies of all shapes that dynamic bodies may have, with materials of many kinds, fall into a yard. */
function buildPile(world: World): void {
  addYard(world);
  const random = randomNumbers(2024);
  const size = () => 0.25 + 0.2 * random();
  const shapes: (() => Shape)[] = [
    () => new Box([size(), size(), size()], { rounding: 0.01 * random() }),
    () => new Sphere(size()),
    () => new Capsule(0.8 * size(), size()),
    () => new Cylinder(size(), size()),
    () => new ConvexHull(Array.from({ length: 36 }, () => 1.6 * size() * (2 * random() - 1))),
    () => new Cone(size(), size()),
    () => new Compound([{ shape: new Sphere(size()), position: [0.3, 0, 0] }, { shape: new Box([size(), 0.15, 0.15]) }]),
  ];
  for (let k = 0; k < 60; k++) {
    world.addBody({
      shape: shapes[k % shapes.length](),
      density: 400 + 100 * (k % 5),
      position: [1.5 * ((k % 4) - 1.5) + 0.1 * random(), 1 + 1.3 * Math.floor(k / 16), 1.5 * ((Math.floor(k / 4) % 4) - 1.5)],
      orientation: [random(), random() - 0.5, random(), 0.2 + random()],
      friction: 0.3 + 0.1 * (k % 4),
      restitution: (k % 3) / 5,
      material: k % 8 === 1 ? { rollingFriction: 0.02, torsionalFriction: 0.01 } : {},
      ccd: k % 10 === 1,
    });
  }
}

/** Six dolls fall on each other. */
function buildRagdolls(world: World): void {
  addYard(world);
  for (let k = 0; k < 6; k++) addRagdoll(world, [1.2 * (k % 2) - 0.6, 0.3 + 2 * Math.floor(k / 2), 0.7 * (k % 3) - 0.7], 0.4 * k - 1);
}

export const CONTACT_SCENES = { pile: buildPile, ragdolls: buildRagdolls } as const;
export type ContactSceneName = keyof typeof CONTACT_SCENES;

export async function contactWorld(name: ContactSceneName, options: WorldOptions): Promise<World> {
  const world = await World.create({ substeps: SUBSTEPS, ...options });
  CONTACT_SCENES[name](world);
  return world;
}

/** Steps on to the last step; the hashes after each so many steps. */
export function stepToEnd(world: World): string[] {
  const hashes: string[] = [];
  while (world.stepCount < CONTACT_STEPS) {
    world.step(DT);
    if (world.stepCount % EVERY === 0) hashes.push(world.hash());
  }
  return hashes;
}

/** Hashes of a scene from its start to its end. */
export async function hashesOfContactScene(name: ContactSceneName, options: WorldOptions): Promise<string[]> {
  const world = await contactWorld(name, options);
  const hashes = stepToEnd(world);
  world.dispose();
  return hashes;
}
