import { BallJoint, type Body, Box, Capsule, Cylinder, HingeJoint, type Vec3, type World } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { ALONG_Z } from './turn.ts';

const DT = 1 / 60;
/** Distance between joints, m. */
const LENGTH = 0.1;
const RADIUS = 0.02;
const LINK_MASS = 0.2;
const DRUM_RADIUS = 0.6;
const DRUM_MASS = 200;
/** Where the cables leave the drum, and the distance of the outer ones from the middle one, m. */
const OFF = DRUM_RADIUS + RADIUS;
const ASIDE = 0.35;
/** Of the weight: half its edges, m. */
const WEIGHT: Vec3 = [0.3, 0.3, 0.5];
/** Frames before the motor starts, and in which it reaches its speed. */
const HOLD = 30;
const STARTING = 60;

export const winch = defineScene({
  name: 'winch',
  description: 'Three cables of 64 capsules each wind onto a drum and lift a weight 300 times as heavy as a capsule, and hardly stretch.',
  feature: 'joints and mechanisms',
  view: { direction: [0.8, 0.15, 1], target: [0.2, -3.35, 0], distance: 13.2, aspect: 0.6, layers: [], opening: 330 },
  parameters: {
    links: { description: 'capsules per cable', default: 64, min: 2, max: 500, integer: true },
    ratio: { description: 'mass of the weight relative to a capsule', default: 300, min: 1, max: 1e6 },
    speed: { description: 'speed of the drum', unit: 'rad/s', default: 0.8, min: 0.01, max: 5 },
    angle: { description: 'angle by which the drum turns', unit: 'rad', default: 5, min: 0, max: 5.5 },
  },
  frames: 540,
  dt: DT,
  settings: { jointSolver: 'auto' },
  build(world, { links, ratio, speed, angle }) {
    const drum = world.addBody({
      shape: new Cylinder(DRUM_RADIUS, 0.6),
      mass: DRUM_MASS,
      orientation: ALONG_Z,
      friction: 0.5,
      canSleep: false,
    });
    const axle = world.addJoint(new HingeJoint({ b: drum, anchor: [0, 0, 0], axis: [0, 0, 1], motor: { velocity: 0 } }));
    const bottom = -links * LENGTH;
    const weight = world.addBody({ shape: new Box(WEIGHT), mass: ratio * LINK_MASS, position: [OFF, bottom - WEIGHT[1], 0] });
    const cables = [-ASIDE, 0, ASIDE].map((z) => addCable(world, drum, weight, links, z));
    const start = world.totalEnergy;
    const top = weight.position[1];
    let [stretch, jointError, tilt] = [0, 0, 0];
    return {
      beforeStep(frame) {
        // Half of what is left in a step at most: it comes to rest where it should.
        const started = Math.max(0, Math.min(1, (frame - HOLD) / STARTING));
        axle.rotation.motorVelocity = Math.min(started * speed, (angle - axle.angle) / (0.5 + DT));
      },
      afterStep() {
        for (const cable of cables) {
          const gaps = cable.map((joint) => joint.positionError);
          stretch = largest([stretch, gaps.reduce((sum, gap) => sum + gap, 0) / (links * LENGTH)]);
          jointError = largest([jointError, ...gaps]);
        }
        tilt = largest([tilt, 2 * Math.hypot(...weight.orientation.slice(0, 3))]);
      },
      recorded: () => [stretch, jointError, tilt],
      recall(recorded) {
        [stretch, jointError, tilt] = recorded as number[];
      },
      measures: () => ({
        /** Of the weight, m, and the length of cable that the drum has wound up. */
        lift: weight.position[1] - top,
        wound: OFF * axle.angle,
        drumAngle: axle.angle,
        /** Most that the joints of a cable were open together, in parts of its length, and one joint, m. */
        stretch,
        jointError,
        /** Maximum tilt of the weight, rad. */
        tilt,
        motorTorque: axle.rotation.loads.motor,
        motorWork: axle.rotation.motorWork,
        energyGained: world.totalEnergy - start,
      }),
    };
  },
});

/** Hangs straight down from the side of the drum. */
function addCable(world: World, drum: Body, weight: Body, links: number, z: number): BallJoint[] {
  const shape = new Capsule(RADIUS, LENGTH / 2 - RADIUS);
  const capsules = Array.from({ length: links }, (_, k) =>
    world.addBody({ shape, mass: LINK_MASS, position: [OFF, -(k + 0.5) * LENGTH, z], friction: 0.5 }),
  );
  const parts = [drum, ...capsules, weight];
  return parts.slice(1).map((b, k) => world.addJoint(new BallJoint({ a: parts[k], b, anchor: [OFF, -k * LENGTH, z] })));
}
