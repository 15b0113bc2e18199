import { Box, HingeJoint, PrismaticJoint } from '../bindings/index.ts';
import { addLinkage, type Point } from './pendulum.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { cosine, sine } from './trigonometry.ts';

const MASS = 0.5;

export const sliderCrank = defineScene({
  name: 'slider-crank',
  description: 'A motor turns a crank, and a rod moves a slider: its position follows from the angle of the crank.',
  feature: 'joints and mechanisms',
  view: { direction: [0.2, 0.3, 1], target: [0.5, 0, 0], distance: 2.4, aspect: 1.45, layers: [] },
  parameters: {
    crank: { description: 'length of the crank', unit: 'm', default: 0.3, min: 0.05, max: 1 },
    rod: { description: 'length of the rod relative to the crank', default: 3, min: 1.2, max: 20 },
    speed: { description: 'speed of the motor', unit: 'rad/s', default: 6, min: -100, max: 100 },
  },
  frames: 300,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { crank, rod, speed }) {
    const length = rod * crank;
    const start: Point[] = [
      [0, 0],
      [crank, 0],
      [crank + length, 0],
    ];
    const { bars, hinges } = addLinkage(world, start);
    const pin = [crank + length, 0, 0];
    const slider = world.addBody({ shape: new Box([0.1, 0.06, 0.06]), mass: MASS, position: pin, collides: false });
    const wrist = world.addJoint(new HingeJoint({ a: bars[1], b: slider, anchor: pin, axis: [0, 0, 1] }));
    const guide = world.addJoint(new PrismaticJoint({ b: slider, anchor: pin, axis: [1, 0, 0] }));
    const [motor] = hinges;
    motor.motor = { velocity: speed };
    const joints = [...hinges, wrist, guide];
    let [closureError, positionError, angularError] = [0, 0, 0];
    const expected = () => crank * cosine(motor.angle) + Math.sqrt(length * length - (crank * sine(motor.angle)) ** 2);
    return {
      afterStep() {
        closureError = largest([closureError, ...joints.map((joint) => joint.positionError)]);
        positionError = largest([positionError, Math.abs(slider.position[0] - expected())]);
        angularError = largest([angularError, Math.abs(motor.angle - speed * world.time)]);
      },
      recorded: () => [closureError, positionError, angularError],
      recall(recorded) {
        [closureError, positionError, angularError] = recorded as number[];
      },
      measures: () => ({
        /** Maximum gap of a joint, m. */
        closureError,
        /** Deviation of the slider from the position given by the crank angle, m. */
        positionError,
        /** Deviation of the crank from speed × time, rad. */
        angularError,
        angle: motor.angle,
        position: slider.position[0],
        expectedPosition: expected(),
        motorTorque: motor.coordinates.rotation.loads.motor,
        motorWork: motor.coordinates.rotation.motorWork,
      }),
    };
  },
});
