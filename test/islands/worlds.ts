import { type Body, type BodyOptions, Box, Sphere, World, type WorldOptions } from '../../bindings/index.ts';

export const PRECISIONS: { label: string; settings: WorldOptions }[] = [
  { label: 'single', settings: { precision: 'single' } },
  { label: 'double', settings: { precision: 'double' } },
];

export const DT = 1 / 60;
export const CRATE = new Box([0.5, 0.5, 0.5]);

/** A world with a floor whose top is at y = 0; eight substeps keep the tests short. */
export async function floored(settings: WorldOptions): Promise<{ world: World; floor: Body }> {
  const world = await World.create({ substeps: 8, ...settings });
  const floor = world.addBody({ type: 'static', shape: new Box([50, 0.5, 50]), position: [0, -0.5, 0] });
  return { world, floor };
}

/** Boxes on each other, from the floor up. */
export function addStack(world: World, count: number, x = 0, options: BodyOptions = {}): Body[] {
  return Array.from({ length: count }, (_, k) => world.addBody({ shape: CRATE, position: [x, 0.5 + k, 0], ...options }));
}

export const addBall = (world: World, options: BodyOptions): Body => world.addBody({ shape: new Sphere(0.2), ...options });

export function run(world: World, seconds: number): void {
  for (let k = 0; k < seconds * 60; k++) world.step(DT);
}

/** Steps until a condition holds; the simulated time it took, infinite if it takes longer than `most` s. */
export function runUntil(world: World, most: number, condition: () => boolean): number {
  for (let k = 0; k < most * 60; k++) {
    if (condition()) return k * DT;
    world.step(DT);
  }
  return condition() ? most : Number.POSITIVE_INFINITY;
}
