import { Box, HingeJoint, SixDofJoint, type Vec3 } from '../bindings/index.ts';
import { addBar } from './bar.ts';
import { addFloor } from './ground.ts';
import { drive, ease } from './motion.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { cosine, sine } from './trigonometry.ts';

const DT = 1 / 60;
/** Of a bar, from hinge to hinge, m. */
const LENGTH = 1.2;
const BAR: readonly [number, number] = [0.045, 0.025];
const BAR_MASS = 1;
/** From the plane in the middle to the bars in front and behind, m. */
const ASIDE = 0.03;
/** The lowest hinges, and the plate above the highest, m. */
const BASE = 0.1;
const PLATE = 0.05;
/** Angles of the bars to the level when the lift is down and up, rad. */
const [DOWN, UP] = [0.35, 0.95];
const HOLD = 1; // s
const TRAVEL = 3;
const AXIS: Vec3 = [0, 0, 1];

export const scissorLift = defineScene({
  name: 'scissor-lift',
  description:
    'A servo pulls the feet of a scissor lift together: the plate, a hundred times as heavy as a bar, rises as the closed form predicts.',
  feature: 'joints and mechanisms',
  view: { direction: [0.5, 0.2, 1], target: [0.5, 3.05, 0], distance: 10.5, aspect: 0.7, layers: [], opening: 240 },
  parameters: {
    stages: { description: 'pairs of bars, one above the other', default: 6, min: 1, max: 20, integer: true },
    load: { description: 'mass of the plate; a bar weighs 1 kg', unit: 'kg', default: 100, min: 0.1, max: 1e5 },
  },
  frames: 480,
  dt: DT,
  settings: { jointSolver: 'auto' },
  build(world, { stages, load }) {
    addFloor(world, 5, { collides: false });
    const [width, height] = [LENGTH * cosine(DOWN), LENGTH * sine(DOWN)];
    const at = (side: number, stage: number): Vec3 => [side * width, BASE + stage * height, 0];
    const bar = ([x0, y0]: Vec3, [x1, y1]: Vec3, z: number) =>
      addBar(world, [x0, y0, z], [x1, y1, z], BAR, { mass: BAR_MASS, collides: false, canSleep: false });
    const rising = Array.from({ length: stages }, (_, k) => bar(at(0, k), at(1, k + 1), ASIDE));
    const falling = Array.from({ length: stages }, (_, k) => bar(at(0, k + 1), at(1, k), -ASIDE));
    const top = BASE + stages * height + PLATE;
    const plate = world.addBody({
      shape: new Box([0.7, 0.04, 0.4]),
      mass: load,
      position: [width / 2, top, 0],
      collides: false,
      canSleep: false,
    });
    const hinge = (given: Omit<ConstructorParameters<typeof HingeJoint>[0], 'axis'>) =>
      world.addJoint(new HingeJoint({ ...given, axis: AXIS }));
    // A hinge that slides along x, the y of its frame.
    const slot = { axis: AXIS, normal: [1, 0, 0], angular: { x: 'free' } } as const;
    const motor = { target: 0 };
    const feet = world.addJoint(new SixDofJoint({ ...slot, b: falling[0], anchor: at(1, 0), linear: { y: { motor } } }));
    const joints = [
      feet,
      hinge({ b: rising[0], anchor: at(0, 0) }),
      hinge({ a: falling[stages - 1], b: plate, anchor: at(0, stages) }),
      world.addJoint(new SixDofJoint({ ...slot, a: plate, b: rising[stages - 1], anchor: at(1, stages), linear: { y: 'free' } })),
      ...rising.map((a, k) => hinge({ a, b: falling[k], anchor: [width / 2, BASE + (k + 0.5) * height, 0] })),
      ...rising
        .slice(1)
        .flatMap((b, k) => [
          hinge({ a: falling[k], b, anchor: at(0, k + 1) }),
          hinge({ a: rising[k], b: falling[k + 1], anchor: at(1, k + 1) }),
        ]),
    ];
    const servo = feet.y!;
    const angleAt = (frame: number) => {
      const time = (frame * DT) % (2 * (HOLD + TRAVEL));
      const raised = ease(time, HOLD, HOLD + TRAVEL) - ease(time, 2 * HOLD + TRAVEL, 2 * (HOLD + TRAVEL));
      return DOWN + raised * (UP - DOWN);
    };
    const targetAt = (frame: number) => LENGTH * cosine(angleAt(frame)) - width;
    let [angle, sag, maxSag, jointError, tilt] = [DOWN, 0, 0, 0, 0];
    return {
      beforeStep(frame) {
        drive(servo, targetAt(frame), targetAt(frame + 1), DT);
      },
      afterStep(frame) {
        angle = angleAt(frame + 1);
        sag = BASE + stages * LENGTH * sine(angle) + PLATE - plate.position[1];
        maxSag = largest([maxSag, Math.abs(sag)]);
        jointError = largest([jointError, ...joints.map((joint) => joint.positionError)]);
        tilt = largest([tilt, 2 * Math.hypot(...plate.orientation.slice(0, 3))]);
      },
      recorded: () => [angle, sag, maxSag, jointError, tilt],
      recall(recorded) {
        [angle, sag, maxSag, jointError, tilt] = recorded as number[];
      },
      measures: () => ({
        /** Of the plate above the floor, m, and how far it is below where it should be, now and at most. */
        height: plate.position[1],
        sag,
        maxSag,
        jointError,
        /** Largest angle of the plate to the level, rad. */
        tilt,
        /** Of the servo, N: the weights times the heights that they gain for each metre between the feet. */
        force: servo.loads.motor,
        expectedForce: (world.gravity[1] * (stages * load + BAR_MASS * stages * stages) * cosine(angle)) / sine(angle),
      }),
    };
  },
});
