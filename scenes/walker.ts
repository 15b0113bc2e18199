import { DrivenFigure } from '../bindings/control/index.ts';
import type { Body, Vec3, World } from '../bindings/index.ts';
import { addFloor } from './ground.ts';
import { defineScene, type Recorded } from './scene.ts';
import { largest, Recent } from './statistics.ts';
import { WALK_RATE, WALKER_BODIES, WALKER_MASS, walk } from './walk.ts';

const DT = 1 / WALK_RATE;
/** Periods until the gait has settled. */
const SETTLED = 2;

export const walker = defineScene({
  name: 'walker',
  description:
    'A figure walks on a treadmill as recorded: motors make each joint follow the recording, and their torques are those of the muscles.',
  figure: 'Waterson 2025, inverse dynamics of a recorded motion',
  feature: 'robots and figures',
  view: { direction: [1, 0.25, 0.6], target: [0, 0.85, 0], distance: 3.4, aspect: 0.7, layers: ['contacts'] },
  parameters: {
    speed: { description: 'speed of the belt', unit: 'm/s', default: 0.8, min: 0.2, max: 0.9 },
    period: { description: 'duration of two steps', unit: 's', default: 1.1, min: 0.9, max: 1.1 },
    residual: {
      description: 'maximum residual force (N) and torque (N m) along each axis that helps to keep the pelvis on the recorded path',
      default: 60,
      min: 0,
      max: 2000,
    },
  },
  frames: 480,
  dt: DT,
  build(world, { speed, period, residual }) {
    const ground = addFloor(world, 1.5, { material: { friction: 1, surfaceVelocity: [0, 0, -speed] } });
    const motion = walk({ speed, period });
    const figure = new DrivenFigure(world, motion, { bodies: WALKER_BODIES, residual: { maxForce: residual, maxTorque: residual } });
    const feet = ['left foot', 'right foot'].map((name) => figure.bodies[motion.skeleton.indexOf(name)]);
    const frames = motion.frames.length - 1;
    const weight = WALKER_MASS * -world.gravity[1];
    // One period of the supporting forces.
    const carried = new Recent(frames);
    const held = new Recent(frames);
    let [most, drift] = [0, 0];
    const kneeTorque = () => largest(['left shank', 'right shank'].map((name) => size(figure.torque(name))));
    return {
      beforeStep(frame) {
        figure.drive(frame % frames);
      },
      afterStep(frame) {
        const [left, right] = forcesOn(world, ground, feet);
        carried.push(left + right);
        held.push(figure.residual.force[1]);
        if (frame < SETTLED * frames) return;
        most = largest([most, kneeTorque()]);
        const { position } = motion.frames[(frame % frames) + 1][0];
        drift = largest([drift, Math.hypot(...figure.bodies[0].position.map((component, axis) => component - position[axis]))]);
      },
      recorded: () => [[...carried.values], [...held.values], most, drift],
      recall(recorded) {
        const [onFeet, besides, torque, away] = recorded as [Recorded, Recorded, number, number];
        carried.recall(onFeet);
        held.recall(besides);
        [most, drift] = [torque, away];
      },
      measures: () => ({
        /** What the feet bear, N: each now, and both in the mean of the last two steps, over the weight; then with what else holds the pelvis up. */
        footForces: forcesOn(world, ground, feet),
        groundShare: carried.mean / weight,
        supportShare: (carried.mean + held.mean) / weight,
        weight,
        /** Of the knee that has most to give, N m: now, and at most. */
        kneeTorque: kneeTorque(),
        maxKneeTorque: most,
        /** What the record, the masses and the feet do not account for, N and N m. */
        residualForce: size(figure.residual.force),
        residualTorque: size(figure.residual.torque),
        /** Of the pelvis from the record, m, at most. */
        maxDrift: drift,
      }),
    };
  },
});

const size = ([x, y, z]: Readonly<Vec3>): number => Math.hypot(x, y, z);

/** Vertical forces of the ground on bodies, N. */
function forcesOn(world: World, ground: Body, bodies: readonly Body[]): number[] {
  const forces = bodies.map(() => 0);
  for (const { a, b, friction, normal, points } of world.contacts()) {
    if (a !== ground && b !== ground) continue;
    const up = a === ground ? 1 : -1;
    const push = points.reduce((sum, { force }) => sum + force, 0);
    forces[bodies.indexOf(a === ground ? b : a)] += up * (normal[1] * push + friction[1]);
  }
  return forces;
}
