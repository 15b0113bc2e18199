// A program that prints how many bytes a step takes for each body. To be run with --expose-gc and with room for new objects, so that none is
// collected while it counts.
import { Body, Box, DistanceConstraint, Plane, Quaternion, Sphere, Vec3, World } from '../../bindings/cannon/index.ts';

let kept: Vec3 | undefined;
const STEPS = 300;
const BODIES = 200;

function fill(world: World): void {
  world.addBody(new Body({ shape: new Plane(), quaternion: new Quaternion().setFromEuler(-Math.PI / 2, 0, 0) }));
  for (let k = 0; k < BODIES; k++) {
    const shape = k % 2 ? new Sphere(0.5) : new Box(new Vec3(0.5, 0.5, 0.5));
    world.addBody(new Body({ mass: 1, shape, position: new Vec3(2 * (k % 20), 0.5, 2 * Math.floor(k / 20)) }));
    if (k % 4 === 1) world.addConstraint(new DistanceConstraint(world.bodies[k], world.bodies[k + 1]));
  }
}

/** Bytes a step and body. */
function bytesOf(step: (world: World) => void): number {
  const world = new World({ gravity: new Vec3(0, -9.82, 0) });
  fill(world);
  for (let k = 0; k < STEPS; k++) step(world);
  globalThis.gc!();
  const before = process.memoryUsage().heapUsed;
  for (let k = 0; k < STEPS; k++) step(world);
  return (process.memoryUsage().heapUsed - before) / (STEPS * BODIES);
}

const bytes = {
  step: bytesOf((world) => world.step(1 / 60)),
  interpolated: bytesOf((world) => world.step(1 / 60, 1 / 90)),
  // What a copy of each pose in new vectors takes, to know that the count counts.
  copied: bytesOf((world) => {
    world.step(1 / 60);
    for (const body of world.bodies) kept = body.position.clone();
  }),
};

console.log(JSON.stringify({ ...bytes, kept: kept !== undefined }));
