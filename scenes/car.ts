import { rotate, unrotate } from '../bindings/core/geometry.ts';
import {
  type Body,
  Box,
  Capsule,
  Compound,
  Cylinder,
  CylindricalJoint,
  DistanceJoint,
  HalfSpace,
  HingeJoint,
  type Joint,
  type Vec3,
  type World,
} from '../bindings/index.ts';
import type { ParticleSet } from '../bindings/particle/index.ts';
import { defineScene } from './scene.ts';
import { largest, mean, Recent } from './statistics.ts';
import { arccosine, arctangent, cosine, hypotenuse, sine } from './trigonometry.ts';
import { ALONG_Z, turn, turnTwice } from './turn.ts';
import { addTyre } from './tyre.ts';

const UP: Vec3 = [0, 1, 0];
/** The servo arm, and the arms of the knuckles, which are parallel to it, m. */
const ARM = 0.03;
const ARM_MASS = 0.002;
/** 15 cm wheels: rim and tyre together weigh 760 times as much as the arm. */
const RIM_RADIUS = 0.04;
const WHEEL_RADIUS = 0.075;
const HALF_WIDTH = 0.032;
const RIM_MASS = 0.92;
const TYRE_MASS = 760 * ARM_MASS - RIM_MASS;
const PARTICLE_RADIUS = 0.004;
const KNUCKLE_MASS = 0.06;
const CHASSIS_MASS = 4;
const CHASSIS = new Compound([
  { shape: new Box([0.21, 0.015, 0.06]) },
  { shape: new Box([0.12, 0.03, 0.075]), position: [-0.03, 0.045, 0] },
]);
/** Distances from the centre of the chassis to the axles and the kingpins, and from a kingpin to the centre of its wheel, m. */
const HALF_BASE = 0.165;
const KINGPIN = 0.115;
const OFFSET = 0.04;
/** Stiffness (N/m) and damping (N s/m) of a strut, and its travel in either direction (m). */
const STIFFNESS = 2400;
const DAMPING = 60;
const TRAVEL = 0.02;
/** Collision groups of the ground and of tyres, which collide with nothing else. */
const GROUND = 2;
const TYRES = 4;
/** The course is a wavy circle: its radius, the amplitude and number of its waves, and the number of points along it. */
const RADIUS = 1.5;
const SWING = 0.1;
const SWINGS = 4;
const POINTS = 720;
/** Look-ahead distance of the steering, m. */
const AHEAD = 0.35;
/** Frames in which the car settles on its wheels, and in which it then accelerates. */
const SETTLING = 30;
const STARTING = 30;
/** Radius of the bars that form the bumps, and half their length, m. */
const BAR_RADIUS = 0.03;
const BAR_HALF = 0.16;
const DT = 1 / 60;

export const car = defineScene({
  name: 'car',
  description:
    'A car on soft tyres drives around a winding course with bumps; a two-gram servo arm steers wheels of one and a half kilograms.',
  figure: 'Müller et al. 2020, Figures 1 and 16',
  feature: 'joints and mechanisms',
  view: { direction: [0.6, 0.4, 1], distance: 1.5, follow: 0, layers: [], opening: 200 },
  parameters: {
    speed: { description: 'surface speed of the tyres', unit: 'm/s', default: 2, min: 0, max: 8 },
    bumps: { description: 'number of bumps on the course', default: 12, min: 0, max: 40, integer: true },
    bumpHeight: { description: 'height of the bumps', unit: 'm', default: 0.015, min: 0, max: 0.03 },
    servoSpeed: { description: 'speed of the servo', unit: 'rad/s', default: 5, min: 0.1, max: 50 },
    servoTorque: { description: 'maximum torque of the servo', unit: 'N m', default: 20, min: 0.01, max: 1000 },
    compliance: { description: 'compliance of the tyres’ cells', unit: 'm/N', default: 0.002, min: 0, max: 1 },
    around: { description: 'cells around a tyre', default: 44, min: 8, max: 120, integer: true },
    across: { description: 'cells across a tyre and from rim to tread', default: 5, min: 1, max: 10, integer: true },
  },
  frames: 600,
  dt: DT,
  settings: { substeps: 20, jointSolver: 'auto' },
  build(world, { speed, bumps, bumpHeight, servoSpeed, servoTorque, compliance, around, across }) {
    world.addBody({ type: 'static', shape: new HalfSpace(UP), collisionGroup: GROUND, friction: 1 });
    const bars = addBumps(world, bumps, bumpHeight);
    const center: Vec3 = [0, WHEEL_RADIUS, 0];
    const chassis = world.addBody({ shape: CHASSIS, mass: CHASSIS_MASS, position: [0, WHEEL_RADIUS + 0.02, 0], canSleep: false });
    const pivot: Vec3 = [HALF_BASE, WHEEL_RADIUS, 0];
    const arm = world.addBody({
      shape: new Box([ARM / 2, 0.003, 0.004]),
      mass: ARM_MASS,
      position: [HALF_BASE - ARM / 2, WHEEL_RADIUS, 0],
      collides: false,
    });
    const servo = world.addJoint(
      new HingeJoint({ a: chassis, b: arm, anchor: pivot, axis: UP, motor: { target: 0, maxTorque: servoTorque } }),
    );
    const made = { cells: [around, across, across] as const, compliance };
    const wheels = [-1, 1].flatMap((end) => [-1, 1].map((side) => addWheel(world, chassis, center, end, side, made)));
    const rods = wheels.filter(({ end }) => end > 0).map(({ hub, side }) => addRod(world, arm, hub, side));
    const joints: Joint[] = [servo, ...rods, ...wheels.flatMap(({ axle, strut }) => [axle, strut])];
    const course = coursePoints();
    const speeds = new Recent();
    let [last, distance, lag, swing, tilt, stretch, travel, off, deepest] = [chassis.position, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    const steers = wheels.filter(({ end }) => end > 0);
    return {
      particles: wheels.map(({ tyre }) => tyre),
      beforeStep(frame) {
        const part = Math.max(0, Math.min(1, (frame - SETTLING) / STARTING));
        const wanted = part > 0 ? steeringAngle(chassis, course) : 0;
        const most = servoSpeed * DT;
        servo.coordinates.rotation.motorTarget = servo.angle + Math.max(-most, Math.min(most, wanted - servo.angle));
        const curvature = sine(servo.angle) / cosine(servo.angle) / (2 * HALF_BASE);
        for (const { axle, end, side } of wheels)
          if (end < 0) axle.rotation.motorVelocity = (-speed * part * (1 + curvature * side * (KINGPIN + OFFSET))) / WHEEL_RADIUS;
      },
      afterStep() {
        const now = chassis.position;
        const way = hypotenuse(now[0] - last[0], now[2] - last[2]);
        distance += way;
        last = [...now];
        speeds.push(way / DT);
        lag = largest([lag, ...steers.map(({ strut }) => Math.abs(strut.rotation.value - servo.angle))]);
        swing = largest([swing, Math.abs(servo.angle)]);
        tilt = largest([tilt, arccosine(Math.min(1, rotate(chassis.getOrientation(), UP)[1]))]);
        stretch = largest([stretch, ...joints.map((joint) => joint.positionError)]);
        travel = largest([travel, ...wheels.map(({ strut }) => Math.abs(strut.translation.value))]);
        off = largest([off, offCourse(now, course)]);
        deepest = largest([deepest, ...wheels.map((wheel) => deepestOf(wheel, bars))]);
      },
      recorded: () => [last, distance, lag, swing, tilt, stretch, travel, off, deepest, [...speeds.values]],
      recall(recorded) {
        const [lastThen, distanceThen, lagThen, swingThen, tiltThen, stretchThen, travelThen, offThen, deepestThen, speedsThen] =
          recorded as unknown as [Vec3, number, number, number, number, number, number, number, number, number[]];
        [last, distance, lag, swing, tilt, stretch, travel, off, deepest] = [
          lastThen,
          distanceThen,
          lagThen,
          swingThen,
          tiltThen,
          stretchThen,
          travelThen,
          offThen,
          deepestThen,
        ];
        speeds.recall(speedsThen);
      },
      measures: () => ({
        /** Horizontal distance travelled, m. */
        distance,
        /** Over the last second, m/s. */
        speed: speeds.mean,
        /** Maximum lag of a front wheel behind the servo arm, at the tread, m. It includes the effect of strut travel, which tilts the rods. */
        lagOfTread: lag * WHEEL_RADIUS,
        /** Maximum angle of the servo, rad. */
        steering: swing,
        /** Maximum position error of a joint or rod, m. */
        stretch,
        /** Maximum travel of a strut, m; tilt of the chassis, rad; distance from the course, m. */
        travel,
        tilt,
        off,
        /** Mean sag of the axles compared with rigid wheels, m. */
        sag: WHEEL_RADIUS - mean(wheels.map(({ rim }) => rim.position[1])),
        /** Maximum penetration of a tyre into the ground or a bump, m. */
        deepest,
      }),
    };
  },
});

interface Wheel {
  hub: Body;
  rim: Body;
  axle: HingeJoint;
  strut: CylindricalJoint;
  tyre: ParticleSet;
  /** 1 in front, -1 behind. */
  end: number;
  /** 1 to the right. */
  side: number;
}

/** A hub on a sprung strut, which can steer in front, carrying a rim with a tyre, driven by a motor at the rear. */
function addWheel(
  world: World,
  chassis: Body,
  center: Vec3,
  end: number,
  side: number,
  made: { cells: readonly [number, number, number]; compliance: number },
): Wheel {
  const at = (across: number): Vec3 => [center[0] + end * HALF_BASE, center[1], center[2] + side * across];
  const [pin, middle] = [at(KINGPIN), at(KINGPIN + OFFSET)];
  const hub = world.addBody({
    shape: new Box([ARM / 2, 0.012, 0.006]),
    mass: KNUCKLE_MASS,
    position: [pin[0] - ARM / 2, pin[1], pin[2]],
    collides: false,
  });
  const rim = world.addBody({ shape: new Cylinder(RIM_RADIUS, HALF_WIDTH), mass: RIM_MASS, position: middle, orientation: ALONG_Z });
  const sag = (CHASSIS_MASS * -world.gravity[1]) / 4 / STIFFNESS;
  const strut = world.addJoint(
    new CylindricalJoint({
      a: chassis,
      b: hub,
      anchor: pin,
      axis: UP,
      translation: { limits: { lower: -TRAVEL, upper: TRAVEL }, motor: { target: -sag, stiffness: STIFFNESS, damping: DAMPING } },
      ...(end < 0 && { rotation: { motor: { target: 0 } } }),
    }),
  );
  const axle = world.addJoint(
    new HingeJoint({ a: hub, b: rim, anchor: middle, axis: [0, 0, 1], ...(end < 0 && { motor: { velocity: 0, maxTorque: 5 } }) }),
  );
  const tyre = addTyre(world, rim, middle, {
    ...made,
    inner: RIM_RADIUS,
    outer: WHEEL_RADIUS,
    halfWidth: HALF_WIDTH,
    mass: TYRE_MASS,
    radius: PARTICLE_RADIUS,
    friction: 1,
    collisionGroup: TYRES,
    collisionMask: GROUND,
  });
  return { hub, rim, axle, strut, tyre, end, side };
}

/** From the tip of the servo arm to that of a knuckle. */
function addRod(world: World, arm: Body, hub: Body, side: number): DistanceJoint {
  const tip: Vec3 = [HALF_BASE - ARM, WHEEL_RADIUS, 0];
  return world.addJoint(new DistanceJoint({ a: arm, b: hub, anchorA: tip, anchorB: [tip[0], tip[1], side * KINGPIN], frame: 'world' }));
}

/** The ends of a bar across the course. */
type Bar = readonly [Vec3, Vec3];

/** Bars sunk into the ground: alternately under both wheels, the left ones and the right ones. */
function addBumps(world: World, count: number, height: number): Bar[] {
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * (k + 1)) / (count + 1);
    const direction: Vec3 = [sine(angle), 0, cosine(angle)];
    const middle = radiusAt(angle) + [0, 1, -1][k % 3] * (BAR_HALF + BAR_RADIUS);
    const at = (r: number): Vec3 => [r * direction[0], height - BAR_RADIUS, r * direction[2] - RADIUS];
    world.addBody({
      type: 'static',
      shape: new Capsule(BAR_RADIUS, BAR_HALF),
      position: at(middle),
      orientation: turnTwice(ALONG_Z, turn(UP, angle)),
      collisionGroup: GROUND,
      friction: 1,
    });
    return [at(middle - BAR_HALF), at(middle + BAR_HALF)] as const;
  });
}

const radiusAt = (angle: number): number => RADIUS + SWING * (1 - cosine(SWINGS * angle));

function coursePoints(): Vec3[] {
  return Array.from({ length: POINTS }, (_, k) => {
    const angle = (2 * Math.PI * k) / POINTS;
    return [radiusAt(angle) * sine(angle), 0, radiusAt(angle) * cosine(angle) - RADIUS];
  });
}

const levelDistance = (p: Readonly<Vec3>, q: Readonly<Vec3>): number => hypotenuse(p[0] - q[0], p[2] - q[2]);

function nearest(place: Readonly<Vec3>, course: readonly Vec3[]): number {
  return course.reduce((best, point, k) => (levelDistance(point, place) < levelDistance(course[best], place) ? k : best), 0);
}

const offCourse = (place: Readonly<Vec3>, course: readonly Vec3[]): number => levelDistance(place, course[nearest(place, course)]);

/** Steering angle for a circle through a point of the course ahead of the car (pure pursuit). */
function steeringAngle(chassis: Body, course: readonly Vec3[]): number {
  const { position } = chassis;
  const ahead = Math.round((AHEAD * POINTS) / (2 * Math.PI * RADIUS));
  const [x, , z] = course[(nearest(position, course) + ahead) % POINTS];
  const way = unrotate(chassis.getOrientation(), [x - position[0], 0, z - position[2]]);
  return arctangent((-4 * HALF_BASE * way[2]) / (way[0] * way[0] + way[2] * way[2]), 1);
}

/** Maximum penetration of particles, including their radius, into the ground or a bump, m. */
function deepestOf({ rim, tyre: { positions } }: Wheel, bars: readonly Bar[]): number {
  const near = bars.filter((bar) => distanceTo(rim.position, bar) < 2 * WHEEL_RADIUS);
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < positions.length; k += 3) {
    least = Math.min(least, positions[k + 1]);
    if (near.length === 0 || positions[k + 1] > BAR_RADIUS) continue;
    const point: Vec3 = [positions[k], positions[k + 1], positions[k + 2]];
    for (const bar of near) least = Math.min(least, distanceTo(point, bar) - BAR_RADIUS);
  }
  return Math.max(0, PARTICLE_RADIUS - least);
}

function distanceTo(p: Readonly<Vec3>, [a, b]: Bar): number {
  const [d, e] = [[0, 1, 2].map((k) => b[k] - a[k]), [0, 1, 2].map((k) => p[k] - a[k])];
  const t = Math.max(0, Math.min(1, (d[0] * e[0] + d[1] * e[1] + d[2] * e[2]) / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2])));
  const [x, y, z] = [0, 1, 2].map((k) => e[k] - t * d[k]);
  return Math.sqrt(x * x + y * y + z * z);
}
