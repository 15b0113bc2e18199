import { type Body, Box, Capsule, ConvexHull, type Shape, Sphere, type Vec3 } from '../bindings/index.ts';
import { addFloor, addWalls, countLost, maximumPenetration, meanSpeed } from './ground.ts';
import { randomNumbers, seedParameter } from './random.ts';
import { defineScene } from './scene.ts';
import { cosine, sine } from './trigonometry.ts';
import { turn } from './turn.ts';

/** Initial distance between the centres of neighbouring bodies, m. */
const SPACING = 1.5;

export const pile = defineScene({
  name: 'pile',
  description: 'Boxes, balls, capsules and hulls fall into a walled yard and settle in a pile.',
  feature: 'stacks and piles',
  view: { direction: [0.6, 0.5, 1], layers: [] },
  parameters: {
    count: { description: 'bodies', default: 1000, min: 1, max: 50_000, integer: true },
    seed: seedParameter(12345),
  },
  frames: 600,
  dt: 1 / 60,
  build(world, { count, seed }) {
    // As many bodies to a side as there are layers, in a slightly wider yard.
    const side = Math.max(2, Math.ceil(Math.cbrt(count)));
    const half = 0.8 * side;
    addFloor(world, half + 2);
    addWalls(world, half, half, 60 + 2 * side);
    const random = randomNumbers(seed);
    const shapes: ((a: number, b: number, c: number) => Shape)[] = [
      (a, b, c) => new Box([0.3 + 0.2 * a, 0.3 + 0.2 * b, 0.3 + 0.2 * c]),
      (a) => new Sphere(0.3 + 0.2 * a),
      (a, b) => new Capsule(0.2 + 0.15 * a, 0.2 + 0.2 * b),
      (a) => randomHull(0.35 + 0.2 * a, random),
    ];
    const bodies: Body[] = [];
    for (let k = 0; k < count; k++) {
      const [column, row, layer] = [k % side, Math.floor(k / side) % side, Math.floor(k / (side * side))];
      const shape = shapes[k % shapes.length](random(), random(), random());
      const aside = () => 0.2 * (random() - 0.5);
      const position: Vec3 = [
        (column - (side - 1) / 2) * SPACING + aside(),
        1.5 + layer * SPACING,
        (row - (side - 1) / 2) * SPACING + aside(),
      ];
      bodies.push(world.addBody({ shape, mass: 1, position, orientation: turn(randomDirection(random), 3 * random()) }));
    }
    return {
      measures: () => ({
        lost: countLost(bodies, half, half),
        restSpeed: meanSpeed(bodies),
        penetration: maximumPenetration(world),
      }),
    };
  },
});

function randomDirection(random: () => number): Vec3 {
  const height = 2 * random() - 1;
  const angle = 2 * Math.PI * random();
  const radius = Math.sqrt(1 - height * height);
  return [radius * cosine(angle), height, radius * sine(angle)];
}

/** The hull of a dozen points on a sphere. Four of them form a tetrahedron, so that it is never flat. */
function randomHull(radius: number, random: () => number): ConvexHull {
  const edge = 1 / Math.sqrt(3);
  const corners: Vec3[] = [
    [edge, edge, edge],
    [edge, -edge, -edge],
    [-edge, edge, -edge],
    [-edge, -edge, edge],
  ];
  const points = [...corners, ...Array.from({ length: 8 }, () => randomDirection(random))];
  return new ConvexHull(points.flat().map((component) => radius * component));
}
