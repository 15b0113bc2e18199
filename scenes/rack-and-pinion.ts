import {
  Box,
  Cylinder,
  DistanceJoint,
  HingeJoint,
  PrismaticJoint,
  RackAndPinionJoint,
  SpringDamperJoint,
  type Vec3,
} from '../bindings/index.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { arcsine, arctangent } from './trigonometry.ts';
import { ALONG_Z } from './turn.ts';

const PITCH_RADIUS = 0.1;
const PINION_MASS = 2;
const RACK_HALF: Vec3 = [0.4, 0.03, 0.05];
/** Of the middle of the rack. */
const RACK_Y = -PITCH_RADIUS - RACK_HALF[1];
const LINK = 0.4;
/** Half the length of the rocker, m. */
const ARM = 0.2;
const WALL = 1;

export const rackAndPinion = defineScene({
  name: 'rack-and-pinion',
  description:
    'A motor turns a pinion, which drives a rack against a spring until it stalls; two links of fixed length move a rocker and a block along.',
  figure: 'Topotoy, constraints, part two',
  feature: 'joints and mechanisms',
  view: { direction: [0.15, 0.2, 1], target: [0.05, -0.25, 0], distance: 2.6, aspect: 1.5, layers: [] },
  parameters: {
    speed: { description: 'speed of the motor', unit: 'rad/s', default: 2, min: 0.01, max: 20 },
    torque: { description: 'maximum torque of the motor', unit: 'N m', default: 4, min: 0.01, max: 8 },
    stiffness: { description: 'stiffness of the spring', unit: 'N/m', default: 400, min: 300, max: 1e5 },
  },
  frames: 300,
  dt: 1 / 60,
  settings: { substeps: 20, sleep: false },
  build(world, { speed, torque, stiffness }) {
    const pinion = world.addBody({ shape: new Cylinder(PITCH_RADIUS, 0.03), mass: PINION_MASS, orientation: ALONG_Z });
    const rack = world.addBody({ shape: new Box(RACK_HALF), mass: 1, position: [0, RACK_Y, 0] });
    const rockerCenter = [-RACK_HALF[0] - LINK, RACK_Y - ARM, 0];
    const rocker = world.addBody({ shape: new Box([0.02, ARM, 0.02]), mass: 0.5, position: rockerCenter });
    const block = world.addBody({ shape: new Box([0.05, 0.05, 0.05]), mass: 0.5, position: [-RACK_HALF[0], RACK_Y - 2 * ARM, 0] });

    const [along, across] = [
      [1, 0, 0],
      [0, 0, 1],
    ];
    const axle = world.addJoint(
      new HingeJoint({ b: pinion, anchor: [0, 0, 0], axis: across, motor: { velocity: speed, maxTorque: torque } }),
    );
    const rail = world.addJoint(new PrismaticJoint({ b: rack, anchor: rack.position, axis: along }));
    const mesh = world.addJoint(new RackAndPinionJoint({ pinion: axle, rack: rail, radius: PITCH_RADIUS }));
    const pivot = world.addJoint(new HingeJoint({ b: rocker, anchor: rockerCenter, axis: across }));
    const track = world.addJoint(new PrismaticJoint({ b: block, anchor: block.position, axis: along }));
    const wall = [WALL, RACK_Y, 0];
    // Critical for the spring and about all the mass that moves with the rack.
    const damping = 4 * Math.sqrt(stiffness);
    const spring = world.addJoint(new SpringDamperJoint({ a: rack, anchorA: [RACK_HALF[0], 0, 0], anchorB: wall, stiffness, damping }));
    const links = [
      world.addJoint(new DistanceJoint({ a: rack, b: rocker, anchorA: [-RACK_HALF[0], 0, 0], anchorB: [0, ARM, 0] })),
      world.addJoint(new DistanceJoint({ a: rocker, b: block, anchorA: [0, -ARM, 0], anchorB: [0, 0, 0] })),
    ];
    const offCourse = [axle, rail, pivot, track];
    let [meshError, linkError, rockerError, guideError] = [0, 0, 0, 0];
    return {
      afterStep() {
        meshError = largest([meshError, Math.abs(rail.offset - PITCH_RADIUS * axle.angle)]);
        linkError = largest([linkError, ...links.map((link) => link.positionError)]);
        rockerError = largest([rockerError, Math.abs(pivot.angle - rockerAngle(rail.offset))]);
        guideError = largest([guideError, ...offCourse.map((joint) => joint.positionError)]);
      },
      recorded: () => [meshError, linkError, rockerError, guideError],
      recall(recorded) {
        [meshError, linkError, rockerError, guideError] = recorded as number[];
      },
      measures: () => ({
        offset: rail.offset,
        /** Position at which the motor stalls, m. */
        expectedOffset: torque / (PITCH_RADIUS * stiffness),
        springForce: Math.hypot(...spring.force),
        motorTorque: axle.coordinates.rotation.loads.motor,
        meshForce: mesh.force[0],
        rockerAngle: pivot.angle,
        blockOffset: track.offset,
        meshError,
        linkError,
        rockerError,
        guideError,
      }),
    };
  },
});

/** Angle at which the top of the rocker is at its distance from the end of the rack: (u + r sin a)² + r² (1 - cos a)² = LINK². */
function rockerAngle(offset: number): number {
  const u = LINK + offset;
  const sum = u * u + 2 * ARM * ARM - LINK * LINK;
  return arctangent(ARM, u) - arcsine(sum / (2 * ARM * Math.hypot(u, ARM)));
}
