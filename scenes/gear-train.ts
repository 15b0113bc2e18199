import { Cylinder, GearJoint, HingeJoint } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest, Recent } from './statistics.ts';
import { ALONG_Z } from './turn.ts';

/** Pitch radius per tooth, m. */
const RADIUS_PER_TOOTH = 0.01;
const HALF_WIDTH = 0.02;
const DENSITY = 1000;
/** Number of final frames over which torques are averaged: half of the run. */
const SETTLED = 150;
const teeth = (which: string, count: number) => ({
  description: `teeth of the ${which} wheel`,
  default: count,
  min: 5,
  max: 200,
  integer: true,
});

export const gearTrain = defineScene({
  name: 'gear-train',
  description: 'A motor drives four meshing gears against a brake: angles follow the tooth ratios, and energy is conserved.',
  feature: 'joints and mechanisms',
  view: { direction: [0.3, 0.3, 1], target: [0.96, 0, 0], distance: 3.4, layers: ['torques'] },
  parameters: {
    first: teeth('first', 12),
    second: teeth('second', 30),
    third: teeth('third', 18),
    fourth: teeth('fourth', 48),
    speed: { description: 'speed of the motor', unit: 'rad/s', default: 10, min: -1000, max: 1000 },
    torque: { description: 'maximum torque of the motor', unit: 'N m', default: 10, min: 0.001, max: 1e5 },
    brake: { description: 'friction of the last wheel', unit: 'N m', default: 5, min: 0, max: 1e4 },
  },
  frames: 300,
  dt: 1 / 60,
  settings: { substeps: 20 },
  build(world, { first, second, third, fourth, speed, torque, brake }) {
    const counts = [first, second, third, fourth];
    let x = -RADIUS_PER_TOOTH * first;
    const hinges = counts.map((count, index) => {
      const radius = RADIUS_PER_TOOTH * count;
      x += radius;
      const wheel = world.addBody({
        shape: new Cylinder(radius, HALF_WIDTH),
        density: DENSITY,
        position: [x, 0, 0],
        orientation: ALONG_Z,
      });
      const drive = index === 0 ? { motor: { velocity: speed, maxTorque: torque } } : {};
      const load = index === counts.length - 1 ? { friction: brake } : {};
      const hinge = world.addJoint(new HingeJoint({ b: wheel, anchor: [x, 0, 0], axis: [0, 0, 1], ...drive, ...load }));
      x += radius;
      return hinge;
    });
    const gears = hinges
      .slice(1)
      .map((hinge, index) =>
        world.addJoint(new GearJoint({ first: hinges[index], second: hinge, ratio: -counts[index] / counts[index + 1] })),
      );
    const [motor, last] = [hinges[0], hinges[hinges.length - 1]];
    /** Of angles to that of the first wheel: wheels in mesh turn against each other. */
    const ratios = counts.map((count, index) => ((-1) ** index * first) / count);
    let ratioError = 0;
    const torques = new Recent(SETTLED);
    return {
      afterStep() {
        ratioError = largest([ratioError, ...hinges.map((hinge, index) => Math.abs(hinge.angle - ratios[index] * motor.angle))]);
        torques.push(motor.coordinates.rotation.loads.motor);
      },
      recorded: () => [ratioError, [...torques.values]],
      recall(recorded) {
        const [ratioErrorThen, torquesThen] = recorded as unknown as [number, number[]];
        ratioError = ratioErrorThen;
        torques.recall(torquesThen);
      },
      measures: () => ({
        /** Maximum deviation of an angle from the tooth ratio, rad. */
        ratioError,
        motorAngle: motor.angle,
        motorSpeed: motor.angularVelocity,
        motorTorque: torques.mean,
        motorWork: motor.coordinates.rotation.motorWork,
        brakeWork: brake * Math.abs(last.angle),
        kineticEnergy: world.kineticEnergy,
        angle: hinges.map((hinge) => hinge.angle),
        speed: hinges.map((hinge) => hinge.angularVelocity),
        ratio: ratios,
        toothTorque: [0, ...gears.map((gear) => gear.torque[2])],
      }),
    };
  },
});
