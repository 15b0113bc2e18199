import { type Body, Sphere, type Vec3, type World } from '../bindings/index.ts';
import { addFloor } from './ground.ts';
import { defineScene } from './scene.ts';
import { addMast } from './sculpture-masts.ts';
import { ARM_DROP, addArm, addLift, addWheel, DT, LIFT_HALF, massOfBall } from './sculpture-movers.ts';
import { addChannel, addWires, BALL_RADIUS, BALLS, Path, TRACKS } from './sculpture-track.ts';
import { largest } from './statistics.ts';

/** kg/m³ */
const DENSITY = 2500;
/** Of the turns, m; the sculpture is as wide. */
const TURN = 0.22;
const WIDTH = 2 * TURN;
/** Of the lift, m, and of the middle of a ball that leaves it. */
const [LIFT_X, TOP] = [1, 2.64];
/** From a wire track down to the pivot of an arm, m. */
const OVER_ARM = 0.23;
/** Angles of the ways to the right and to the left. */
const [RIGHT, LEFT] = [0, Math.PI];
/** What a ball that is not lost is within, m. */
const [LOW, HIGH]: [Vec3, Vec3] = [
  [-1.1, 0.15, -0.2],
  [1.8, 3, WIDTH + 0.2],
];

/** The way down in four floors. */
function addSculpture(world: World) {
  const ballMass = massOfBall(DENSITY);
  const first = new Path([LIFT_X + LIFT_HALF + 0.018, TOP, 0], RIGHT, [
    { length: 0.36, drop: 0.06 },
    { radius: TURN, angle: 3 * Math.PI, drop: 0.12 },
    { length: 1.21, drop: 0.05 },
  ]);
  const [x1, y1] = first.end;
  const pivot1: Vec3 = [x1 + 0.14, y1 - OVER_ARM, WIDTH];
  const out1 = pivot1[1] - ARM_DROP;
  addChannel(world, [0, out1 - 0.15, WIDTH], [-0.75, out1 - 0.21, WIDTH], 0.16);
  const second = new Path([-0.77, out1 - 0.17, WIDTH], LEFT, [
    { length: 0.1, drop: 0.06 },
    { radius: TURN, angle: Math.PI, drop: 0.07 },
    { length: 0.57, drop: 0.05 },
  ]);
  const [x2, y2] = second.end;
  const pivot2: Vec3 = [x2 - 0.14, y2 - OVER_ARM, 0];
  const out2 = pivot2[1] - ARM_DROP;
  addChannel(world, [0, out2 - 0.15, 0], [0.52, out2 - 0.2, 0], 0.16);
  const third = new Path([0.54, out2 - 0.16, 0], RIGHT, [
    { length: 0.03, drop: 0.06 },
    { radius: TURN, angle: Math.PI, drop: 0.07 },
    { length: 0.32, drop: 0.05 },
  ]);
  const [x3, y3] = third.end;
  const wheel = addWheel(world, [x3 - 0.12, y3 - 0.21, WIDTH]);
  addChannel(world, [x3 + 0.17, y3 - 0.47, WIDTH], [-0.45, y3 - 0.53, WIDTH], 0.2);
  const last = new Path([-0.47, y3 - 0.49, WIDTH], LEFT, [
    { length: 0.1, drop: 0.06 },
    { radius: TURN, angle: Math.PI, drop: 0.07 },
    { length: LIFT_X - LIFT_HALF - 0.015 + 0.57, drop: 0.06 },
  ]);
  for (const path of [first, second, third, last]) addWires(world, path);
  // Between the ways to the right and to the left there is room for what holds them.
  const across = 0.075;
  for (const [x, y, z] of [pivot1, pivot2, wheel.body.position]) addMast(world, x, TURN, [[x, y, z + Math.sign(z - TURN) * across]]);
  for (const [x, y, z] of [
    [-0.4, out1 - 0.14, WIDTH - across],
    [0.3, out2 - 0.14, across],
    [-0.2, y3 - 0.46, WIDTH - across],
  ])
    addMast(world, x, TURN, [[x, y, z]]);
  for (const [path, before, turns] of [
    [first, 0.36, 3],
    [second, 0.1, 1],
    [third, 0.03, 1],
    [last, 0.1, 1],
  ] as const)
    addMast(
      world,
      path.at(before).middle[0],
      TURN,
      Array.from({ length: turns }, (_, k) => path.inside(before + (k + 0.5) * Math.PI * TURN)),
    );
  const lift = addLift(world, LIFT_X, last.end[1] - BALL_RADIUS - 0.02, TOP - BALL_RADIUS + 0.025);
  const arms = [addArm(world, pivot1, -1, ballMass), addArm(world, pivot2, 1, ballMass)];
  return { last, lift, arms, wheel };
}

export const sculpture = defineScene({
  name: 'sculpture',
  description: 'Balls roll down wires, tip two arms and turn a wheel, and a lift brings them up again.',
  figure: 'Müller et al. 2020, Figure 1',
  feature: 'joints and mechanisms',
  view: { direction: [-0.35, 0.22, 1], target: [0.3, 1.3, 0.2], distance: 4, layers: [], opening: 900 },
  parameters: { balls: { description: 'number of balls', default: 10, min: 1, max: 14, integer: true } },
  frames: 1800,
  dt: DT,
  settings: { substeps: 10 },
  build(world, { balls: count }) {
    addFloor(world, 20, { collisionGroup: TRACKS, collisionMask: BALLS });
    const { last, lift, arms, wheel } = addSculpture(world);
    const shape = new Sphere(BALL_RADIUS);
    const material = { friction: 0.5, rollingFriction: 0.001, restitution: 0.1 };
    const balls: Body[] = Array.from({ length: count }, (_, k) =>
      world.addBody({
        shape,
        density: DENSITY,
        position: last.at(last.length - 0.06 - 0.104 * k).middle,
        material,
        canSleep: false,
        collisionGroup: BALLS,
      }),
    );
    const isUp = (ball: Body) => ball.position[1] > TOP - BALL_RADIUS && ball.position[0] > LIFT_X + LIFT_HALF;
    let raised = balls.map(() => 0);
    let [wasUp, wasDown] = [balls.map(() => false), arms.map(() => false)];
    let [tips, jointError, energy] = [0, 0, 0];
    return {
      beforeStep: (frame) => lift.drive(frame),
      afterStep() {
        const now = balls.map(isUp);
        raised = raised.map((times, k) => times + (now[k] && !wasUp[k] ? 1 : 0));
        wasUp = now;
        const down = arms.map(({ angle }) => Math.abs(angle) > 0.3);
        tips += down.filter((is, k) => is && !wasDown[k]).length;
        wasDown = down;
        jointError = largest([jointError, lift.joint.positionError, ...[...arms, wheel.joint].map((joint) => joint.positionError)]);
        energy = lift.joint.translation.motorWork;
      },
      recorded: () => [raised, wasUp, wasDown, [tips, jointError, energy]],
      recall(recorded) {
        const [raisedThen, upThen, downThen, rest] = recorded as unknown as [number[], boolean[], boolean[], number[]];
        [raised, wasUp, wasDown] = [[...raisedThen], [...upThen], [...downThen]];
        [tips, jointError, energy] = rest;
      },
      measures: () => ({
        lost: balls.filter(({ position }) => position.some((value, axis) => !(value > LOW[axis] && value < HIGH[axis]))).length,
        raised: raised.reduce((sum, times) => sum + times, 0),
        fewestRounds: Math.min(...raised),
        tips,
        wheelTurns: Math.abs(wheel.joint.angle) / (2 * Math.PI),
        jointError,
        liftWork: energy,
        liftedEnergy: raised.reduce((sum, times) => sum + times, 0) * massOfBall(DENSITY) * -world.gravity[1] * lift.height,
        topSpeed: largest(balls.map(({ linearVelocity }) => Math.hypot(...linearVelocity))),
      }),
    };
  },
});
