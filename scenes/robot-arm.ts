import { rotate } from '../bindings/core/geometry.ts';
import { BallJoint, type Body, Box, Compound, Cylinder, HingeJoint, type Quat, type Vec3 } from '../bindings/index.ts';
import { ease } from './motion.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { turn, turnTwice } from './turn.ts';

const DT = 1 / 60;
/** From hinge to hinge, m. */
const LENGTH = 0.5;
const LINK = new Box([LENGTH / 2 - 0.03, 0.05, 0.05]);
const WRIST: Vec3 = [0.1, 0.05, 0.05];
const GRIPPER = new Compound([
  { shape: new Box(WRIST), position: [-0.12, 0, 0] },
  ...[-1, 1].map((side) => ({ shape: new Box([0.11, 0.015, 0.04]), position: [0.08, side * 0.1, 0] }) as const),
  { shape: new Box([0.02, 0.115, 0.04]), position: [-0.03, 0, 0] },
]);
const LINK_MASS = 1;
/** Angles of the hinges at the start, and their maximum either way, rad; they are about z and y in turn. */
const ANGLES = [1.2, 0.4, -1, -0.3, -0.9, 0.2];
const LIMIT = 1.5;
const REACH = ANGLES.length * LENGTH;
/** Direction from the foot of the arm in which the target leaves: the first link turns in the plane z = 0, so that all six can lie along it. */
const OUT: Vec3 = [0.8, 0.6, 0];
/** Times at which the target leaves, arrives, starts back and has returned, s. */
const TIMES = [1, 2.5, 5, 6.5];
/** Frames at the end of the stay in which the arm should be at rest. */
const SETTLED = 30;

export const robotArm = defineScene({
  name: 'robot-arm',
  description:
    'The gripper of an arm with six limited hinges is attached to a box that moves out of reach: the arm stretches after it and follows it back.',
  figure: 'Müller et al. 2020, Figure 17',
  feature: 'joints and mechanisms',
  view: { direction: [-0.35, 0.22, 1], target: [1.6, 1, 0], distance: 5, aspect: 1.2, layers: [], opening: 104, ground: -0.6 },
  // The default, for measurements, is a rigid grip.
  shown: { compliance: 1e-5, distance: 4 },
  parameters: {
    distance: { description: 'distance of the target from the base of the arm; its reach is 3 m', unit: 'm', default: 5, min: 1, max: 20 },
    damping: { description: 'viscous damping of each hinge', unit: 'N m s/rad', default: 10, min: 0, max: 100 },
    compliance: { description: 'compliance of the grip', unit: 'm/N', default: 0, min: 0, max: 1 },
    path: { description: 'how the target moves', choices: ['smooth', 'jump'], default: 'smooth' },
  },
  frames: 600,
  dt: DT,
  settings: { substeps: 20, jointSolver: 'auto' },
  build(world, { distance, damping, compliance, path }) {
    world.addBody({ type: 'static', shape: new Cylinder(0.18, 0.3), position: [0, -0.3, 0], collides: false });
    const links: Body[] = [];
    const hinges: HingeJoint[] = [];
    let [place, orientation]: [Vec3, Quat] = [
      [0, 0, 0],
      [0, 0, 0, 1],
    ];
    for (const [k, angle] of ANGLES.entries()) {
      const local: Vec3 = k % 2 ? [0, 1, 0] : [0, 0, 1];
      const axis = rotate(orientation, local);
      orientation = turnTwice(turn(local, angle), orientation);
      const isLast = k === ANGLES.length - 1;
      const link = world.addBody({
        shape: isLast ? GRIPPER : LINK,
        mass: LINK_MASS,
        position: along(place, orientation, LENGTH / 2),
        orientation,
        collides: false,
        canSleep: false,
      });
      const limits = { lower: -LIMIT - angle, upper: LIMIT - angle };
      hinges.push(
        world.addJoint(new HingeJoint({ a: links[k - 1] ?? null, b: link, anchor: place, axis, limits, viscousDamping: damping })),
      );
      links.push(link);
      place = along(place, orientation, LENGTH);
    }
    const start = place;
    const far = OUT.map((component) => distance * component);
    const target = world.addBody({ type: 'kinematic', shape: new Box([0.07, 0.07, 0.07]), position: start, collides: false });
    const gripper = links[links.length - 1];
    const grip = world.addJoint(new BallJoint({ a: target, b: gripper, anchor: start, compliance }));
    const targetAt = (time: number): Vec3 => {
      const out =
        path === 'jump' ? Number(time > TIMES[0] && time <= TIMES[2]) : ease(time, TIMES[0], TIMES[1]) - ease(time, TIMES[2], TIMES[3]);
      return start.map((component, axis) => component + out * (far[axis] - component)) as Vec3;
    };
    const angleOf = (k: number) => hinges[k].angle + ANGLES[k];
    let [gap, gapOverOptimum, restSpeed, gapAfterReturn, limitPassed, jointError, fastest] = [0, 0, 0, 0, 0, 0, 0];
    return {
      beforeStep(frame) {
        const next = targetAt((frame + 1) * DT);
        if (path === 'smooth') target.moveTo(next);
        else target.position = next;
      },
      afterStep(frame) {
        const time = (frame + 1) * DT;
        gap = grip.positionError;
        const optimum = Math.max(0, Math.hypot(...target.position) - REACH);
        if (time > TIMES[2] - SETTLED * DT && time <= TIMES[2]) {
          gapOverOptimum = largest([gapOverOptimum, Math.abs(gap - optimum)]);
          restSpeed = largest([restSpeed, ...hinges.map((hinge) => Math.abs(hinge.angularVelocity))]);
        }
        if (time > TIMES[3] + 1) gapAfterReturn = largest([gapAfterReturn, gap]);
        if (time > TIMES[2]) fastest = largest([fastest, Math.hypot(...gripper.velocityAt(grip.anchorWorldB))]);
        limitPassed = largest([limitPassed, ...hinges.map((_, k) => Math.abs(angleOf(k)) - LIMIT)]);
        jointError = largest([jointError, ...hinges.map((hinge) => hinge.positionError)]);
      },
      recorded: () => [gap, gapOverOptimum, restSpeed, gapAfterReturn, limitPassed, jointError, fastest],
      recall(recorded) {
        [gap, gapOverOptimum, restSpeed, gapAfterReturn, limitPassed, jointError, fastest] = recorded as number[];
      },
      measures: () => ({
        /** From the gripper to the target, m: now, beside the least that the arm can reach when it is stretched out, and once the target is back. */
        gap,
        gapOverOptimum,
        leastGap: Math.max(0, distance - REACH),
        gapAfterReturn,
        /** Largest speed of a hinge in the last half second of the stay out of reach, rad/s. */
        restSpeed,
        /** Largest speed of the point that is held since the target set out for the way back, m/s, and that of the target. */
        speedOfReturn: fastest,
        targetSpeed: (1.5 * Math.hypot(...start.map((component, axis) => far[axis] - component))) / (TIMES[3] - TIMES[2]),
        limitPassed,
        jointError,
        angles: hinges.map((_, k) => angleOf(k)),
      }),
    };
  },
});

const along = (place: Vec3, orientation: Quat, way: number): Vec3 =>
  rotate(orientation, [way, 0, 0]).map((component, axis) => component + place[axis]) as Vec3;
