import { type Body, Box, PulleyJoint, type Vec3 } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';

/** Half the distance between the two sides of the rope, m. */
const HALF_SPAN = 0.5;
/** Initial distance of the weights below the pulley, m. */
const DROP = 5;
const HALF = 0.1;

export const pulley = defineScene({
  name: 'pulley',
  description: 'Atwood’s machine: two weights on a rope over a pulley, or a block and tackle, accelerate according to their masses.',
  feature: 'joints and mechanisms',
  view: { direction: [0.35, 0.06, 1], target: [0, -2.9, 0], distance: 11.5, aspect: 0.55, layers: ['forces'], opening: 40, ground: -6.2 },
  parameters: {
    left: { description: 'mass of the left weight', unit: 'kg', default: 3, min: 0.001, max: 1000 },
    right: { description: 'mass of the right weight', unit: 'kg', default: 2, min: 0.001, max: 1000 },
    ratio: {
      description: 'mechanical advantage: rope segments that carry the right weight, for each one on the left',
      default: 1,
      min: 0.1,
      max: 10,
    },
  },
  frames: 60,
  lasts: 110,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { left, right, ratio }) {
    const gravity = -world.gravity[1];
    const addWeight = (x: number, mass: number) =>
      world.addBody({ shape: new Box([HALF, HALF, HALF]), mass, position: [x, -DROP - HALF, 0] });
    const [a, b] = [addWeight(-HALF_SPAN, left), addWeight(HALF_SPAN, right)];
    const top: Vec3 = [0, HALF, 0];
    const points = { pointA: [-HALF_SPAN, 0, 0], pointB: [HALF_SPAN, 0, 0] };
    const rope = world.addJoint(new PulleyJoint({ a, b, anchorA: top, anchorB: top, ...points, ratio }));
    const length = ropeLength(a, b, ratio);
    // The rope pulls with T on the left, with ratio × T on the right, and the right weight rises by 1 / ratio of what the left one falls.
    const acceleration = (gravity * (left - right / ratio)) / (left + right / (ratio * ratio));
    const tension = left * (gravity - acceleration);
    let [stretch, fastest, tensionError] = [0, 0, 0];
    return {
      afterStep() {
        stretch = largest([stretch, Math.abs(ropeLength(a, b, ratio) - length)]);
        fastest = largest([fastest, Math.abs(a.linearVelocity[1] + acceleration * world.time)]);
        tensionError = largest([tensionError, Math.abs(Math.hypot(...rope.force) / (ratio * tension) - 1)]);
      },
      recorded: () => [stretch, fastest, tensionError],
      recall(recorded) {
        [stretch, fastest, tensionError] = recorded as number[];
      },
      measures: () => ({
        acceleration: world.time > 0 ? -a.linearVelocity[1] / world.time : 0,
        expectedAcceleration: acceleration,
        /** Largest deviation of the speed of the left weight from acceleration × time, m/s. */
        speedError: fastest,
        tension: Math.hypot(...rope.force) / ratio,
        expectedTension: tension,
        /** Largest at any time, relative. */
        tensionError,
        stretch,
      }),
    };
  },
});

/** Of the rope, but for what is on the pulley, if both weights hang straight down from y = 0. */
function ropeLength(a: Body, b: Body, ratio: number): number {
  const fall = (body: Body) => -body.worldPoint([0, HALF, 0])[1];
  return fall(a) + ratio * fall(b);
}
