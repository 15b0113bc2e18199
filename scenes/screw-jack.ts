import { Box, Cylinder, HingeJoint, PrismaticJoint, ScrewJoint } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest, Recent } from './statistics.ts';

const DT = 1 / 60;
const SPINDLE_RADIUS = 0.02;
const HALF_HEIGHT = 0.3;
const SPINDLE_MASS = 3;
/** Number of final frames over which torques are averaged: half of the run. */
const SETTLED = 150;

export const screwJack = defineScene({
  name: 'screw-jack',
  description: 'A motor turns a spindle that lifts a load by one lead per turn, with a torque of weight × lead / 2π.',
  feature: 'joints and mechanisms',
  view: { direction: [0.7, 0.28, 1], target: [0, -0.1, 0], distance: 1.58, aspect: 0.7, layers: [], opening: 150, ground: -0.56 },
  parameters: {
    load: { description: 'mass of the load', unit: 'kg', default: 200, min: 0.1, max: 1e4 },
    lead: { description: 'rise of the load per turn', unit: 'm', default: 0.01, min: 0.001, max: 0.5 },
    speed: { description: 'speed of the motor', unit: 'rad/s', default: 10, min: 0.1, max: 200 },
  },
  frames: 300,
  lasts: 1000,
  dt: DT,
  settings: { substeps: 20 },
  build(world, { load, lead, speed }) {
    const gravity = -world.gravity[1];
    const spindle = world.addBody({ shape: new Cylinder(SPINDLE_RADIUS, HALF_HEIGHT), mass: SPINDLE_MASS });
    const plate = world.addBody({ shape: new Box([0.2, 0.1, 0.2]), mass: load });
    const axis = [0, 1, 0];
    // With a right-hand thread the load rises while the spindle turns clockwise, seen from above.
    const bearing = world.addJoint(new HingeJoint({ b: spindle, anchor: [0, -HALF_HEIGHT, 0], axis, motor: { velocity: -speed } }));
    const guide = world.addJoint(new PrismaticJoint({ b: plate, anchor: [0, 0, 0], axis }));
    const thread = world.addJoint(new ScrewJoint({ a: spindle, b: plate, anchor: [0, 0, 0], axis, lead }));
    let [leadError, sag, tilt] = [0, 0, 0];
    const torques = new Recent(SETTLED);
    const lift = () => guide.offset;
    const turns = () => -bearing.angle / (2 * Math.PI);
    return {
      afterStep() {
        leadError = largest([leadError, Math.abs(thread.offset - (lead * thread.angle) / (2 * Math.PI))]);
        sag = largest([sag, bearing.positionError]);
        tilt = largest([tilt, thread.angularError, bearing.angularError, guide.angularError]);
        torques.push(-bearing.coordinates.rotation.loads.motor);
      },
      recorded: () => [leadError, sag, tilt, [...torques.values]],
      recall(recorded) {
        const [leadErrorThen, sagThen, tiltThen, torquesThen] = recorded as unknown as [number, number, number, number[]];
        [leadError, sag, tilt] = [leadErrorThen, sagThen, tiltThen];
        torques.recall(torquesThen);
      },
      measures: () => ({
        lift: lift(),
        turns: turns(),
        /** Of the thread: largest deviation of its travel from turns × lead, m. */
        leadError,
        /** By how much the spindle gives in its bearing, m. */
        sag,
        tilt,
        motorSpeed: -bearing.angularVelocity,
        motorTorque: torques.mean,
        expectedTorque: (load * gravity * lead) / (2 * Math.PI),
        motorWork: bearing.coordinates.rotation.motorWork,
        energyGained: load * gravity * lift() + world.kineticEnergy,
      }),
    };
  },
});
