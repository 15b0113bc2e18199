// Contacts of surfaces that do not reach each other in a step are not solved, and nothing passes because of that.
import { expect, test } from 'vitest';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { Box, Capsule, Cylinder, type Quat, type Shape, Sphere, type Vec3, type World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { DT, onEachKernel } from './worlds.ts';

const SHAPES: Record<string, Shape> = {
  ball: new Sphere(0.4),
  box: new Box([0.3, 0.4, 0.5]),
  plate: new Box([0.6, 0.05, 0.3]),
  capsule: new Capsule(0.2, 0.4),
  cylinder: new Cylinder(0.3, 0.4),
};
const NAMES = Object.keys(SHAPES);
const PAIRS = NAMES.flatMap((first, k) => NAMES.slice(k).map((second) => [first, second]));
const RUNS = 60;

onEachKernel(({ create }) => {
  const solved = (world: World): number => world.memory.u32[(world.memory.world + WorldRecord.contactCount) >>> 2];

  test.each(['ball', 'box', 'capsule'])('two of kind %s that part are not solved, and are where they approach', async (name) => {
    const breadths = { ball: 0.8, box: 0.6, capsule: 0.4 } as Record<string, number>;
    for (const [speed, count] of [
      [3, 0],
      [-3, 1],
      [0, 0],
    ]) {
      const world = await create({ gravity: [0, 0, 0] });
      world.addBody({ shape: SHAPES[name], mass: 1 });
      world.addBody({ shape: SHAPES[name], mass: 1, position: [breadths[name] + 0.03, 0, 0], linearVelocity: [speed, 0, 0] });
      world.step(DT);
      expect(solved(world), `${speed} m/s`).toBe(count);
      world.dispose();
    }
  });

  test.each(PAIRS)('%s and %s that move and spin do not get into each other', async (first, second) => {
    const random = randomNumbers(7);
    const vector = (size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];
    const orientation = (): Quat => {
      const [x, y, z] = vector(2);
      const w = random();
      const size = Math.hypot(x, y, z, w);
      return [x / size, y / size, z / size, w / size];
    };
    const world = await create({ gravity: [0, 0, 0] });
    for (let run = 0; run < RUNS; run++) {
      const speed = 6 * random();
      const spin = 10 * random();
      const away = vector(1);
      const far = (0.5 + random()) / Math.hypot(...away);
      const motion = () => ({ mass: 1, orientation: orientation(), linearVelocity: vector(speed), angularVelocity: vector(spin) });
      const a = world.addBody({ shape: SHAPES[first], ...motion() });
      const b = world.addBody({ shape: SHAPES[second], position: [far * away[0], far * away[1], far * away[2]], ...motion() });
      for (let k = 0; k < 6 && world.distanceBetween(a, b).distance > 0; k++) {
        world.step(DT);
        expect(world.distanceBetween(a, b).distance, `run ${run}, step ${k}`).toBeGreaterThan(-0.006);
      }
      world.removeBody(a);
      world.removeBody(b);
    }
    world.dispose();
  });
});
