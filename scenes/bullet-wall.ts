import { Box, Sphere } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';

const RADIUS = 0.005;
const HALF_THICKNESS = 0.0005;
/** Bullets start at so many places along the way of a frame, so that no phase is left out. */
const BULLETS = 24;

export const bulletWall = defineScene({
  name: 'bullet-wall',
  description: 'Bullets one centimetre wide hit a wall one millimetre thick at hundreds of metres per second, and none passes through.',
  feature: 'contacts and friction',
  view: { direction: [-0.75, 0.3, 1], target: [-0.12, -0.05, 0], distance: 2.25, layers: [], opening: 14, ground: -0.65 },
  shown: { speed: 30 },
  parameters: { speed: { description: 'speed of the bullets', unit: 'm/s', default: 500, min: 1, max: 2000 } },
  frames: 30,
  lasts: 60,
  dt: 1 / 60,
  settings: { gravity: [0, 0, 0] },
  build(world, { speed }) {
    world.addBody({ type: 'static', shape: new Box([HALF_THICKNESS, 0.65, 0.45]) });
    const shape = new Sphere(RADIUS);
    const bullets = Array.from({ length: BULLETS }, (_, k) => {
      const way = (speed / 60) * (1 + k / BULLETS);
      const position = [-RADIUS - HALF_THICKNESS - way, 0.2 * (k % 6) - 0.5, 0.2 * Math.floor(k / 6) - 0.3];
      return world.addBody({ shape, density: 8000, position, linearVelocity: [speed, 0, 0], ccd: true });
    });
    return {
      measures: () => ({
        passed: bullets.filter((bullet) => !(bullet.position[0] < 0)).length,
        deepest: largest(bullets.map((bullet) => bullet.position[0] + RADIUS + HALF_THICKNESS)),
        fastest: largest(bullets.map((bullet) => Math.hypot(...bullet.linearVelocity))),
      }),
    };
  },
});
