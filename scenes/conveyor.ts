import { Box } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';

const FRICTIONS = [0.1, 0.2, 0.4, 0.8];
const HALF = 0.2;

export const conveyor = defineScene({
  name: 'conveyor',
  description: 'Boxes placed on a moving belt slip until they match its speed.',
  feature: 'contacts and friction',
  view: { direction: [-0.45, 0.45, 1], target: [3.6, -0.3, 0], distance: 10.5, aspect: 1.6, layers: [], opening: 110, ground: -1 },
  parameters: { speed: { description: 'speed of the belt', unit: 'm/s', default: 2, min: 0.1, max: 10 } },
  frames: 240,
  lasts: 270,
  dt: 1 / 60,
  build(world, { speed }) {
    world.addBody({
      type: 'static',
      shape: new Box([50, 0.5, 5]),
      position: [0, -0.5, 0],
      material: { friction: 1, frictionCombine: 'multiply', surfaceVelocity: [speed, 0, 0] },
    });
    const shape = new Box([2 * HALF, HALF, HALF]);
    const boxes = FRICTIONS.map((friction, k) => world.addBody({ shape, mass: 1, position: [0, HALF, k - 1.5], friction }));
    const gravity = -world.gravity[1];
    // How far a box falls behind the belt, and how long it slips.
    const lags = FRICTIONS.map((friction) => (speed * speed) / (2 * friction * gravity));
    const times = FRICTIONS.map((friction) => speed / (friction * gravity));
    return {
      measures() {
        const measured = boxes.map((box) => speed * world.time - box.position[0]);
        const carried = boxes.map((box, k) => ({ box, k })).filter(({ k }) => world.time > times[k]);
        return {
          speedError: largest([0, ...carried.map(({ box }) => Math.abs(box.linearVelocity[0] / speed - 1))]),
          lagError: largest([0, ...carried.map(({ k }) => Math.abs(measured[k] / lags[k] - 1))]),
          friction: FRICTIONS,
          lag: measured,
          expectedLag: lags,
        };
      },
    };
  },
});
