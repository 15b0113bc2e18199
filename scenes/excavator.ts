import { rotate } from '../bindings/core/geometry.ts';
import { type Body, Box, Compound, Cylinder, HingeJoint, PrismaticJoint, Sphere, type Vec3, type World } from '../bindings/index.ts';
import { addBar } from './bar.ts';
import { between, drive } from './motion.ts';
import { defineScene } from './scene.ts';
import { largest } from './statistics.ts';
import { cosine, hypotenuse, sine } from './trigonometry.ts';
import { turn } from './turn.ts';

const DT = 1 / 60;
type Point = readonly [x: number, y: number];
const [UP, AXIS]: [Vec3, Vec3] = [
  [0, 1, 0],
  [0, 0, 1],
];
const HOUSE_MASS = 4000;
const BOOM_MASS = 600;
const STICK_MASS = 300;
const BUCKET_MASS = 250;
const [BARREL_MASS, ROD_MASS] = [40, 25];
const BALL_RADIUS = 0.3;
/** Of boom and stick, from pin to pin, m. */
const [BOOM, STICK] = [4, 2.2];
/** In the house, whose origin is on its axis on the ground: the pin of the boom. */
const FOOT: Point = [0.4, 1.1];
/** Both ends of each cylinder, in the frames of the two parts that it turns against each other; those begin at their pins, x along them. */
const CYLINDERS: readonly (readonly [Point, Point])[] = [
  [
    [1.3, 0.55],
    [1.7, -0.1],
  ],
  [
    [1.6, 0.5],
    [-0.6, 0.25],
  ],
  [
    [0.4, 0.35],
    [0.4, 0.15],
  ],
];
/** Of the bucket: the point whose way is followed. */
const TIP: Point = [1.1, -0.6];
const PLATE = 0.04;
const BUCKET = new Compound([
  { shape: new Box([0.2, 0.1, 0.1]), position: [0.25, 0.1, 0] },
  { shape: new Box([0.5, PLATE, 0.45]), position: [0.6, -0.6, 0] },
  { shape: new Box([PLATE, 0.35, 0.45]), position: [0.1, -0.25, 0] },
  ...[-0.45, 0.45].map((z) => ({ shape: new Box([0.5, 0.25, PLATE]), position: [0.6, -0.35, z] }) as const),
]);
const BOOM_SHAPE = new Compound([
  { shape: new Box([BOOM / 2, 0.18, 0.15]), position: [BOOM / 2, 0, 0] },
  { shape: new Box([0.15, 0.2, 0.12]), position: [1.6, 0.35, 0] },
]);
/** It goes on behind its pin, to the cylinder that turns it. */
const STICK_SHAPE = new Compound([
  { shape: new Box([STICK / 2 + 0.35, 0.15, 0.13]), position: [STICK / 2 - 0.35, 0, 0] },
  { shape: new Box([0.12, 0.12, 0.1]), position: [-0.6, 0.2, 0] },
  { shape: new Box([0.12, 0.15, 0.1]), position: [0.4, 0.22, 0] },
]);
/** A round: angles of the house about the vertical, and of boom, stick and bucket to the level. */
const ROUND = [
  { at: 0, values: [0, 0.5, -1.3, 0.3] },
  { at: 1, values: [0, 0.5, -1.3, 0.3] },
  { at: 3, values: [0, 0.8, -1.05, 0.3] },
  { at: 6, values: [1.2, 0.7, -1.2, 0.3] },
  { at: 7.5, values: [1.2, 0.75, -0.95, -1.2] },
  { at: 8.5, values: [1.2, 0.7, -1.2, 0.2] },
  { at: 11, values: [0, 0.5, -1.3, 0.3] },
];

export const excavator = defineScene({
  name: 'excavator',
  description: 'Three hydraulic cylinders and a slewing drive move the bucket of an excavator, with a ball in it, along a planned path.',
  feature: 'joints and mechanisms',
  view: { direction: [0.5, 0.35, 1], target: [2.4, 1.5, -0.6], distance: 10, layers: [], opening: 240 },
  parameters: {
    load: { description: 'mass of the ball in the bucket', unit: 'kg', default: 500, min: 1, max: 1e5 },
    rate: { description: 'speed of the servos, relative to the default', default: 1, min: 0.01, max: 4 },
    stiffness: { description: 'stiffness of each cylinder; 0 for rigid', unit: 'N/m', default: 0, min: 0, max: 1e9 },
  },
  frames: 660,
  dt: DT,
  settings: { jointSolver: 'auto' },
  build(world, { load, rate, stiffness }) {
    world.addBody({ type: 'static', shape: new Box([20, 0.5, 20]), position: [0, -0.5, 0] });
    for (const z of [-1, 1]) world.addBody({ type: 'static', shape: new Box([1.6, 0.3, 0.25]), position: [0, 0.3, z], collides: false });
    const poseAt = (frame: number) => between(ROUND, frame * DT * rate);
    const start = poseAt(0);
    const machine = addMachine(world, start, stiffness);
    const bucket = machine.parts[3];
    const middle = bucket.worldPoint([0.6, -0.6 + PLATE + BALL_RADIUS, 0]);
    const ball = world.addBody({ shape: new Sphere(BALL_RADIUS), mass: load, position: middle, friction: 0.6, canSleep: false });
    const lengths = (pose: readonly number[]) => CYLINDERS.map((_, k) => lengthOf(k, pose));
    const first = lengths(start);
    let [jointError, tipError, tipSpeed, servoError] = [0, 0, 0, 0];
    let lastTip = tipOf(start);
    return {
      beforeStep(frame) {
        const [from, to] = [poseAt(frame), poseAt(frame + 1)];
        drive(machine.slew.rotation, from[0], to[0], DT);
        const [before, after] = [lengths(from), lengths(to)];
        for (const [k, slide] of machine.slides.entries()) drive(slide.translation, before[k] - first[k], after[k] - first[k], DT);
      },
      afterStep(frame) {
        const pose = poseAt(frame + 1);
        const expected = tipOf(pose);
        tipError = largest([tipError, distance(bucket.worldPoint([...TIP, 0]), expected)]);
        tipSpeed = largest([tipSpeed, distance(expected, lastTip) / DT]);
        lastTip = expected;
        const wanted = lengths(pose);
        servoError = largest([servoError, ...machine.slides.map((slide, k) => Math.abs(slide.offset - (wanted[k] - first[k])))]);
        jointError = largest([jointError, ...machine.joints.map((joint) => joint.positionError)]);
      },
      recorded: () => [jointError, tipError, tipSpeed, servoError, lastTip],
      recall(recorded) {
        const [jointErrorThen, tipErrorThen, tipSpeedThen, servoErrorThen, lastTipThen] = recorded as unknown as [
          number,
          number,
          number,
          number,
          ReturnType<typeof tipOf>,
        ];
        [jointError, tipError, tipSpeed, servoError, lastTip] = [jointErrorThen, tipErrorThen, tipSpeedThen, servoErrorThen, lastTipThen];
      },
      measures: () => ({
        /** Largest distance of the tip of the bucket from where rigid cylinders would have it, m, and its largest speed there, m/s. */
        tipError,
        tipSpeed,
        /** Largest deviation of a cylinder's length, m. */
        servoError,
        jointError,
        /** What each cylinder pushes with now, N. */
        cylinderForce: machine.slides.map((slide) => slide.translation.loads.motor),
        ballHeight: ball.position[1],
      }),
    };
  },
});

interface Machine {
  /** House, boom, stick, bucket. */
  parts: Body[];
  slew: HingeJoint;
  slides: PrismaticJoint[];
  joints: (HingeJoint | PrismaticJoint)[];
}

const distance = (a: Readonly<Vec3>, b: Readonly<Vec3>) => Math.hypot(...a.map((component, axis) => component - b[axis]));
const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
const turned = ([x, y]: Point, angle: number): Point => [x * cosine(angle) - y * sine(angle), x * sine(angle) + y * cosine(angle)];

/** Where the frames of house, boom, stick and bucket begin, and their angles, in the plane of the house. */
function framesOf([, boom, stick, bucket]: readonly number[]): { origin: Point; angle: number }[] {
  const elbow = plus(FOOT, turned([BOOM, 0], boom));
  const wrist = plus(elbow, turned([STICK, 0], stick));
  return [
    { origin: [0, 0], angle: 0 },
    { origin: FOOT, angle: boom },
    { origin: elbow, angle: stick },
    { origin: wrist, angle: bucket },
  ];
}

/** Both ends of a cylinder in the plane of the house. */
function endsOf(k: number, pose: readonly number[]): [Point, Point] {
  const frames = framesOf(pose);
  return CYLINDERS[k].map((point, side) => plus(frames[k + side].origin, turned(point, frames[k + side].angle))) as [Point, Point];
}

function lengthOf(k: number, pose: readonly number[]): number {
  const [[x0, y0], [x1, y1]] = endsOf(k, pose);
  return hypotenuse(x1 - x0, y1 - y0);
}

function tipOf(pose: readonly number[]): Vec3 {
  const { origin, angle } = framesOf(pose)[3];
  return rotate(turn(UP, pose[0]), [...plus(origin, turned(TIP, angle)), 0]);
}

/** In the plane z = 0, as the house stands at angle zero. */
function addMachine(world: World, pose: readonly number[], stiffness: number): Machine {
  const frames = framesOf(pose);
  const apart = { collides: false, canSleep: false };
  const house = world.addBody({
    shape: new Compound([
      { shape: new Box([1.2, 0.45, 0.9]), position: [-0.4, 1.05, 0] },
      { shape: new Box([0.45, 0.4, 0.3]), position: [0.35, 1.9, 0.55] },
      { shape: new Cylinder(0.7, 0.1), position: [0, 0.5, 0] },
    ]),
    mass: HOUSE_MASS,
    ...apart,
  });
  const limb = (k: number, shape: Compound, mass: number) =>
    world.addBody({ shape, mass, position: [...frames[k].origin, 0], orientation: turn(AXIS, frames[k].angle), ...apart });
  const [boom, stick] = [limb(1, BOOM_SHAPE, BOOM_MASS), limb(2, STICK_SHAPE, STICK_MASS)];
  const { origin, angle } = frames[3];
  const bucket = world.addBody({
    shape: BUCKET,
    mass: BUCKET_MASS,
    position: [...origin, 0],
    orientation: turn(AXIS, angle),
    friction: 0.6,
    canSleep: false,
  });
  const parts = [house, boom, stick, bucket];
  const pin = (a: Body, b: Body, [x, y]: Point) => world.addJoint(new HingeJoint({ a, b, anchor: [x, y, 0], axis: AXIS }));
  const slew = world.addJoint(new HingeJoint({ b: house, anchor: [0, 0, 0], axis: UP, motor: { target: 0 } }));
  const pins = [1, 2, 3].map((k) => pin(parts[k - 1], parts[k], frames[k].origin));
  const cylinders = CYLINDERS.map((_, k) => {
    const [from, to] = endsOf(k, pose);
    const barrelEnd: Point = [from[0] + 0.55 * (to[0] - from[0]), from[1] + 0.55 * (to[1] - from[1])];
    const barrel = addBar(world, [...from, 0], [...barrelEnd, 0], [0.09, 0.09], { mass: BARREL_MASS, ...apart });
    const rod = addBar(world, [...barrelEnd, 0], [...to, 0], [0.05, 0.05], { mass: ROD_MASS, ...apart });
    const axis = [to[0] - from[0], to[1] - from[1], 0];
    const motor = stiffness > 0 ? { target: 0, stiffness, damping: stiffness / 50 } : { target: 0 };
    const slide = world.addJoint(new PrismaticJoint({ a: barrel, b: rod, anchor: [...barrelEnd, 0], axis, motor }));
    return { slide, ends: [pin(parts[k], barrel, from), pin(rod, parts[k + 1], to)] };
  });
  const slides = cylinders.map(({ slide }) => slide);
  return { parts, slew, slides, joints: [slew, ...pins, ...slides, ...cylinders.flatMap(({ ends }) => ends)] };
}
