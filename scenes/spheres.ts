import { type Body, Sphere, type Vec3 } from '../bindings/index.ts';
import { addFloor, maximumPenetration, meanSpeed } from './ground.ts';
import { randomNumbers, seedParameter } from './random.ts';
import { defineScene } from './scene.ts';

const SPACING = 1.1;

export const spheres = defineScene({
  name: 'spheres',
  description: 'A block of loosely packed balls falls to the floor and spreads out.',
  feature: 'stacks and piles',
  view: { direction: [0.6, 0.4, 1], layers: [] },
  parameters: {
    count: { description: 'balls', default: 10_000, min: 1, max: 100_000, integer: true },
    seed: seedParameter(99),
  },
  frames: 150,
  lasts: 600,
  dt: 1 / 60,
  build(world, { count, seed }) {
    addFloor(world, 100);
    const shape = new Sphere(0.5);
    const side = Math.max(1, Math.round(Math.cbrt(1.5 * count)));
    const random = randomNumbers(seed);
    const aside = () => 0.05 * (random() - 0.5);
    const balls: Body[] = [];
    for (let k = 0; k < count; k++) {
      const [column, row, layer] = [k % side, Math.floor(k / side) % side, Math.floor(k / (side * side))];
      const middle = (side - 1) / 2;
      const position: Vec3 = [(column - middle) * SPACING + aside(), 1 + layer * SPACING, (row - middle) * SPACING + aside()];
      balls.push(world.addBody({ shape, mass: 1, position }));
    }
    return {
      measures: () => ({
        lost: balls.filter((ball) => !(ball.position[1] > 0)).length,
        meanSpeed: meanSpeed(balls),
        penetration: maximumPenetration(world),
      }),
    };
  },
});
