import { Box, Sphere } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';

const RADIUS = 0.005;
const HALF_THICKNESS = 0.0005;
/** Number of starting positions along the distance flown in a frame, so that every phase is covered. */
const BULLETS = 24;
/** Points of impact: rows and columns, and the distance between bullets, m. */
const ROWS = 6;
const GAP = 0.04;
/** Stride between successive points of impact, coprime with their number, so that successive hits are far apart. */
const STRIDE = 7;

export const bulletWall = defineScene({
  name: 'bullet-wall',
  description: 'Bullets one centimetre wide hit a wall one millimetre thick at hundreds of metres per second; none passes through.',
  feature: 'contacts and friction',
  view: { direction: [-0.8, 0.26, 1], target: [-0.06, -0.012, 0], distance: 0.54, layers: [], opening: 26, ground: -0.19 },
  // Slow enough to see the bullets arrive one by one.
  shown: { speed: 3, interval: 2 },
  parameters: {
    speed: { description: 'speed of the bullets', unit: 'm/s', default: 500, min: 1, max: 2000 },
    interval: { description: 'frames from one hit to the next', default: 0, min: 0, max: 20 },
  },
  frames: 30,
  lasts: 90,
  dt: 1 / 60,
  settings: { gravity: [0, 0, 0] },
  build(world, { speed, interval }) {
    world.addBody({ type: 'static', shape: new Box([HALF_THICKNESS, 0.14, 0.1]) });
    const shape = new Sphere(RADIUS);
    const bullets = Array.from({ length: BULLETS }, (_, k) => {
      const way = (speed / 60) * (1 + k / BULLETS + k * interval);
      const place = (STRIDE * k) % BULLETS;
      const position = [-RADIUS - HALF_THICKNESS - way, GAP * ((place % ROWS) - 2.5), GAP * (Math.floor(place / ROWS) - 1.5)];
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
