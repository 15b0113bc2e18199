// Samples of a made-up motion, for tests of what is plotted.
import type { Sample } from '../../gallery/engine/types.ts';

/** The sample of a frame at 60 a second; with `joint` and `body`, those are selected. */
export function sampleOf(frame: number, { joint = -1, body = -1, size = 1 } = {}): Sample {
  const time = frame / 60;
  const swing = size * Math.sin(3 * time);
  return {
    frame,
    time,
    stepTime: 1 + 0.2 * Math.sin(frame),
    stages: { broadphase: 0.2 + 0.01 * Math.sin(frame), narrowphase: 0.3, solve: 0.5 + 0.1 * Math.cos(frame) },
    bodies: 30,
    awake: 20,
    joints: 3,
    jointIslands: { direct: 2, swept: 1, failures: 0 },
    contacts: 41,
    kinetic: 5 * swing ** 2,
    potential: 5 * (size - swing ** 2),
    linearMomentum: Math.abs(swing),
    angularMomentum: 2 * Math.abs(swing),
    largestError: 1e-5 * Math.abs(swing),
    meanError: 3e-6 * Math.abs(swing),
    penetration: 1e-4 * (1 + swing),
    joint:
      joint < 0
        ? null
        : {
            index: joint,
            type: 'hinge',
            force: [swing, 9.81, 0],
            torque: [0, 0, 0.1 * swing],
            positionError: 1e-6,
            angularError: 0,
            coordinates: { angle: swing },
            broken: false,
          },
    body:
      body < 0
        ? null
        : {
            slot: body,
            kind: 'dynamic',
            shape: 'box',
            mass: 2,
            position: [swing, 1, 0],
            orientation: [0, 0, 0, 1],
            velocity: [3 * size * Math.cos(3 * time), 0, 0],
            angularVelocity: [0, 0, 1],
            kinetic: 5 * swing ** 2,
            asleep: false,
            joints: [{ index: 2, type: 'hinge' }],
            contactForce: [0, 19.62, 0],
          },
  };
}
