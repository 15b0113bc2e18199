import { type FigurePose, humanoid, Ragdoll } from '../bindings/control/index.ts';
import { type Body, type Quat, Sphere, type Vec3 } from '../bindings/index.ts';
import { addFloor } from './ground.ts';
import { randomNumbers, seedParameter } from './random.ts';
import { defineScene } from './scene.ts';
import { largest, mean } from './statistics.ts';
import { cosine, sine } from './trigonometry.ts';
import { turn, turnTwice } from './turn.ts';

const DT = 1 / 60;
/** s of two steps. */
const PERIOD = 1.1;
const BALLS = 10;
const RADIUS = 0.11;
/** Distance from which balls are thrown, and the height they are aimed at, m. */
const FAR = 4;
const HEIGHT = 1.25;
/** m: soles above the floor. */
const CLEARANCE = 0.03;

export const ragdollTracking = defineScene({
  name: 'ragdoll-tracking',
  description: 'A figure follows an animation with muscles of limited strength while balls are thrown at it.',
  feature: 'joints and mechanisms',
  view: { direction: [0.9, 0.2, 1], target: [0, 1, 0], distance: 4.5, aspect: 0.85, layers: [] },
  parameters: {
    strength: { description: 'strength of the muscles, as a fraction of full strength', default: 1, min: 0, max: 1 },
    mass: { description: 'mass of a ball', unit: 'kg', default: 4, min: 0.1, max: 40 },
    speed: { description: 'speed of a ball', unit: 'm/s', default: 8, min: 1, max: 30 },
    every: { description: 'frames between balls', default: 24, min: 5, max: 600, integer: true },
    seed: seedParameter(11),
  },
  frames: 480,
  dt: DT,
  build(world, { strength, mass, speed, every, seed }) {
    addFloor(world, 12);
    const place = { position: [0, CLEARANCE, 0], orientation: [0, 0, 0, 1] } as const;
    const doll = new Ragdoll(world, humanoid(), { ...place, root: 'supported', pose: walkAt(0), canSleep: false });
    doll.blend(strength);
    const balls: Body[] = Array.from({ length: BALLS }, (_, k) => {
      return world.addBody({ shape: new Sphere(RADIUS), mass, position: [0.5 * k - 2.5, RADIUS, -6] });
    });
    const throwBall = (number: number) => {
      const random = randomNumbers(seed + number);
      const angle = 2 * Math.PI * random();
      const from: Vec3 = [FAR * sine(angle), HEIGHT + 0.3 * random(), FAR * cosine(angle)];
      const ball = balls[number % BALLS];
      ball.position = from;
      ball.angularVelocity = [0, 0, 0];
      // Aims at the chest, allowing for the fall on the way.
      ball.linearVelocity = [(-from[0] / FAR) * speed, (0.5 * 9.81 * FAR) / speed, (-from[2] / FAR) * speed];
    };
    const errors = () => doll.muscles.map((muscle) => muscle.error);
    let [most, sum, frames, gap, hits] = [0, 0, 0, 0, 0];
    return {
      beforeStep(frame) {
        doll.drive(walkAt((frame + 1) * DT), DT, place);
        if (frame % every === every - 1) throwBall(Math.floor(frame / every));
      },
      afterStep() {
        const now = errors();
        most = largest([most, ...now]);
        sum += mean(now);
        frames++;
        hits += doll.muscles.some((muscle) => muscle.saturated) ? 1 : 0;
        gap = largest([gap, ...doll.joints.map((joint) => joint.positionError)]);
      },
      recorded: () => [most, sum, frames, gap, hits],
      recall(recorded) {
        [most, sum, frames, gap, hits] = recorded as number[];
      },
      measures: () => ({
        /** Deviation from the animation, rad: mean, maximum and current. */
        meanError: frames > 0 ? sum / frames : mean(errors()),
        maxError: most,
        errorNow: largest(errors()),
        /** Frames in which a muscle was saturated. */
        saturatedFrames: hits,
        /** Distance of the pelvis from its position in the animation, m. */
        drift: Math.hypot(doll.origin[0], doll.origin[1] - CLEARANCE, doll.origin[2]),
        maxJointGap: gap,
      }),
    };
  },
});

const X: Vec3 = [1, 0, 0];
const ARM_DOWN = 1.2;

/** Walking on the spot. */
function walkAt(time: number): FigurePose {
  const phase = (2 * Math.PI * time) / PERIOD;
  const pose: Record<string, Quat> = { chest: turn([0, 1, 0], 0.12 * sine(phase)), head: turn([0, 1, 0], -0.08 * sine(phase)) };
  for (const [side, name] of [
    [1, 'left'],
    [-1, 'right'],
  ] as const) {
    const swing = side * sine(phase);
    const lift = Math.max(0, side * cosine(phase));
    pose[`${name}UpperLeg`] = turn(X, -0.15 - 0.35 * swing - 0.3 * lift);
    pose[`${name}LowerLeg`] = turn(X, 0.3 + 0.9 * lift);
    pose[`${name}Foot`] = turn(X, -0.1);
    pose[`${name}UpperArm`] = turnTwice(turn([0, 0, 1], -side * ARM_DOWN), turn(X, 0.45 * swing));
    pose[`${name}LowerArm`] = turn([0, -side, 0], 0.5 + 0.2 * swing);
  }
  return pose;
}
