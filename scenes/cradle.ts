import { DistanceJoint, Sphere } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { cosine, sine } from './trigonometry.ts';

const RADIUS = 0.05;
/** Of the threads, m. */
const LENGTH = 1;

export const cradle = defineScene({
  name: 'cradle',
  description: 'The first of a row of hanging balls strikes the others, and only the last one swings out.',
  figure: 'Müller et al. 2020, Figure 12',
  feature: 'contacts and friction',
  view: { direction: [0.45, 0.1, 1], target: [0.2, -0.55, 0], distance: 2.15, opening: 8 },
  parameters: {
    balls: { description: 'balls', default: 5, min: 2, max: 20, integer: true },
    angle: { description: 'angle to which the first ball is pulled aside', unit: '°', default: 30, min: 1, max: 80 },
  },
  frames: 60,
  dt: 1 / 60,
  build(world, { balls: count, angle }) {
    const shape = new Sphere(RADIUS);
    const lean = (angle * Math.PI) / 180;
    const height = LENGTH * (1 - cosine(lean));
    const balls = Array.from({ length: count }, (_, k) => {
      const x = 2 * RADIUS * k;
      const position = k === 0 ? [x - LENGTH * sine(lean), -LENGTH * cosine(lean), 0] : [x, -LENGTH, 0];
      const ball = world.addBody({ shape, mass: 1, position, restitution: 1, friction: 0 });
      world.addJoint(new DistanceJoint({ b: ball, anchorA: [x, 0, 0], anchorB: [0, 0, 0], length: LENGTH }));
      return ball;
    });
    const start = world.totalEnergy;
    const impactSpeed = Math.sqrt(2 * -world.gravity[1] * height);
    let highest = -LENGTH;
    let speeds = balls.map(() => 0);
    return {
      afterStep() {
        const last = balls[count - 1].position[1];
        if (last <= highest) return;
        // The other balls are measured at the moment when the last one reaches its highest point.
        highest = last;
        speeds = balls.map((ball) => Math.hypot(...ball.linearVelocity));
      },
      recorded: () => [highest, speeds],
      recall(recorded) {
        const [highestThen, speedsThen] = recorded as unknown as [number, number[]];
        [highest, speeds] = [highestThen, speedsThen];
      },
      measures: () => ({
        heightError: Math.abs((highest + LENGTH) / height - 1),
        restError: largest(speeds.slice(0, -1)) / impactSpeed,
        energyError: Math.abs(world.totalEnergy - start) / (balls[0].mass * -world.gravity[1] * height),
        speedAtTop: speeds,
      }),
    };
  },
});
