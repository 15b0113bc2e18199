import { BallJoint, type Body, Box, Cylinder, DistanceJoint, HingeJoint, type Joint, type Vec3, type World } from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { ALONG_Z } from './turn.ts';

/** The servo arm, and the arms of the knuckles, which stay parallel to it, m. */
const ARM = 0.03;
const ARM_MASS = 0.01;
const ROD_MASS = 0.01;
const KNUCKLE_MASS = 0.1;
const WHEEL_RADIUS = 0.075;
const WHEEL_HALF_WIDTH = 0.02;
const WHEEL_MASS = 760 * ARM_MASS;
/** From the servo to each kingpin, and from there to the middle of the wheel, m. */
const KINGPIN = 0.1;
const OFFSET = 0.03;
const UP = [0, 1, 0];
const THIN = 0.002;

export const steering = defineScene({
  name: 'steering',
  description: 'A ten-gram servo arm steers two 7.6 kg wheels left and right through tie rods, and the linkage hardly stretches.',
  figure: 'Müller et al. 2020, Figure 16',
  feature: 'joints and mechanisms',
  view: { direction: [-1, 0.55, 0.5], target: [0.01, 0, 0], distance: 0.52, layers: [], opening: 62, ground: -0.075 },
  parameters: {
    speed: { description: 'speed of the servo', unit: 'rad/s', default: 5, min: 0.01, max: 50 },
    arc: { description: 'angle at which the servo reverses', unit: 'rad', default: 0.4, min: 0.01, max: 0.6 },
    torque: { description: 'maximum torque of the servo', unit: 'N m', default: 20, min: 0.01, max: 1000 },
    rods: {
      description: 'tie rods as distance constraints, or as bodies with ball joints',
      choices: ['distances', 'bodies'],
      default: 'distances',
    },
  },
  frames: 300,
  dt: 1 / 60,
  settings: {
    gravity: [0, 0, 0], // the ground would carry the wheels, and not the knuckles
    substeps: 20,
    jointSolver: 'auto', // the tip of the arm weighs 3 g, and has to move what feels like 20 kg there: sweeps need 1500 substeps
  },
  build(world, { speed, arc, torque, rods }) {
    const arm = world.addBody({ shape: new Box([ARM / 2, THIN, THIN]), mass: ARM_MASS, position: [-ARM / 2, 0, 0] });
    const servo = world.addJoint(new HingeJoint({ b: arm, anchor: [0, 0, 0], axis: UP, motor: { velocity: speed, maxTorque: torque } }));
    const sides = [-1, 1].map((side) => addSide(world, arm, side, rods === 'bodies'));
    const joints = [servo, ...sides.flatMap((side) => side.joints)];
    const rotation = servo.coordinates.rotation;
    let [stretch, lag, fastest, largestServoAngle, largestWheelAngle, reversals] = [0, 0, 0, 0, 0, 0];
    let [earlier, last] = [Number.NaN, Number.NaN]; // angles of the servo after the two frames before
    return {
      beforeStep() {
        if (servo.angle * rotation.motorVelocity > 0 && Math.abs(servo.angle) > arc) rotation.motorVelocity = -rotation.motorVelocity;
      },
      afterStep() {
        stretch = largest([stretch, ...joints.map((joint) => joint.positionError)]);
        lag = largest([lag, ...sides.map(({ kingpin }) => Math.abs(kingpin.angle - servo.angle))]);
        fastest = largest([fastest, ...sides.map(({ kingpin }) => Math.abs(kingpin.angularVelocity))]);
        largestServoAngle = largest([largestServoAngle, Math.abs(servo.angle)]);
        largestWheelAngle = largest([largestWheelAngle, Math.abs(sides[0].kingpin.angle)]);
        if ((servo.angle - last) * (last - earlier) < 0) reversals++;
        [earlier, last] = [last, servo.angle];
      },
      recorded: () => [stretch, lag, fastest, largestServoAngle, largestWheelAngle, reversals, earlier, last],
      recall(recorded) {
        [stretch, lag, fastest, largestServoAngle, largestWheelAngle, reversals, earlier, last] = recorded as number[];
      },
      measures: () => ({
        /** Maximum position error of a joint or rod, m. */
        stretch,
        /** Maximum angle between a wheel's arm and the servo arm, which should be parallel, rad. */
        lag,
        /** The same at the rim of the wheel, m. */
        lagOfRim: lag * WHEEL_RADIUS,
        largestServoAngle,
        largestWheelAngle,
        fastestWheel: fastest,
        reversals,
        servoAngle: servo.angle,
        leftWheelAngle: sides[0].kingpin.angle,
        rightWheelAngle: sides[1].kingpin.angle,
      }),
    };
  },
});

interface Side {
  kingpin: HingeJoint;
  joints: Joint[];
}

function addSide(world: World, arm: Body, side: number, asBodies: boolean): Side {
  const pin: Vec3 = [0, 0, side * KINGPIN];
  const hub: Vec3 = [0, 0, side * (KINGPIN + OFFSET)];
  const knuckle = world.addBody({ shape: new Box([ARM / 2, 0.01, 0.005]), mass: KNUCKLE_MASS, position: [-ARM / 2, 0, side * KINGPIN] });
  const wheel = world.addBody({
    shape: new Cylinder(WHEEL_RADIUS, WHEEL_HALF_WIDTH),
    mass: WHEEL_MASS,
    position: hub,
    orientation: ALONG_Z,
  });
  const kingpin = world.addJoint(new HingeJoint({ b: knuckle, anchor: pin, axis: UP }));
  const axle = world.addJoint(new HingeJoint({ a: knuckle, b: wheel, anchor: hub, axis: [0, 0, 1] }));
  const ends: [Vec3, Vec3] = [
    [-ARM, 0, 0],
    [-ARM, 0, side * KINGPIN],
  ];
  return { kingpin, joints: [kingpin, axle, ...addRod(world, arm, knuckle, ends, asBodies)] };
}

function addRod(world: World, arm: Body, knuckle: Body, [inner, outer]: [Vec3, Vec3], asBody: boolean): Joint[] {
  if (!asBody) return [world.addJoint(new DistanceJoint({ a: arm, b: knuckle, anchorA: inner, anchorB: outer, frame: 'world' }))];
  const rod = world.addBody({
    shape: new Box([THIN, THIN, KINGPIN / 2]),
    mass: ROD_MASS,
    position: [inner[0], 0, (inner[2] + outer[2]) / 2],
    angularDamping: 1, // it is free to rotate about its own axis
  });
  return [
    world.addJoint(new BallJoint({ a: arm, b: rod, anchor: inner })),
    world.addJoint(new BallJoint({ a: rod, b: knuckle, anchor: outer })),
  ];
}
