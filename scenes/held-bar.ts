import { Box, HingeJoint } from '../bindings/index.ts';
import { defineScene } from './scene.ts';

/** Half the length of the bar, m. */
const HALF = 0.15;

export const heldBar = defineScene({
  name: 'held-bar',
  description:
    'A hinge with a rigid target angle of zero holds a bar that is pulled down at a distance from the axis: torque = force × lever arm.',
  figure: 'Müller et al. 2020, Figure 5',
  feature: 'springs and loads',
  view: { direction: [0.4, 0.3, 1], target: [0.13, -0.02, 0], distance: 0.7, aspect: 0.95, layers: ['forces', 'torques'] },
  parameters: {
    lever: { description: 'distance of the force from the axis', unit: 'm', default: 0.2, min: 0.01, max: 2 * HALF },
    force: { description: 'downward force', unit: 'N', default: 10, min: 0.001, max: 1e5 },
  },
  frames: 120,
  dt: 1 / 60,
  settings: { gravity: [0, 0, 0], substeps: 20 }, // so that the motor holds only this force
  build(world, { lever, force }) {
    const bar = world.addBody({ shape: new Box([HALF, 0.02, 0.02]), position: [HALF, 0, 0] });
    const hinge = world.addJoint(new HingeJoint({ b: bar, anchor: [0, 0, 0], axis: [0, 0, 1], target: { angle: 0 } }));
    return {
      beforeStep: () => bar.applyForce([0, -force, 0], bar.worldPoint([lever - HALF, 0, 0])),
      measures: () => ({
        torqueError: Math.abs(hinge.torque[2] / (force * lever) - 1),
        forceError: Math.abs(hinge.force[1] / force - 1),
        torque: hinge.torque[2],
        angle: hinge.angle,
        positionError: hinge.positionError,
      }),
    };
  },
});
