// What moves in the rolling-ball sculpture: its lift, the arms that tip under a ball, and the wheel that balls turn.
import {
  type Body,
  Box,
  Compound,
  type CompoundPart,
  Cylinder,
  HingeJoint,
  PrismaticJoint,
  Sphere,
  type Vec3,
  type World,
} from '../bindings/index.ts';
import { BALL_RADIUS, BALLS, CHANNEL, channelParts, MOVERS, SHEET, TRACKS } from './sculpture-track.ts';
import { ALONG_Z, turn } from './turn.ts';

const Z: Vec3 = [0, 0, 1];
const DEGREE = Math.PI / 180;
const FILTER = { collisionGroup: MOVERS, collisionMask: BALLS };
/** Balls slip along what moves past them. */
const SMOOTH = { friction: 0.05, frictionCombine: 'minimum' } as const;

/** Half the width of the lift, m: there is room for one ball, beside which the next one waits outside. */
export const LIFT_HALF = 0.042;
/** Towards the way out. */
const LIFT_SLOPE = 7 * DEGREE;
const LIFT_MASS = 20;
/** Frames: the lift waits below, goes up, waits above, and comes down again. */
const [WAIT_LOW, RISE, WAIT_HIGH, FALL] = [50, 100, 60, 90];
/** From the lift to the posts, m. */
const LIFT_GAP = 0.012;
export const CYCLE = WAIT_LOW + RISE + WAIT_HIGH + FALL;
/** s a frame. */
export const DT = 1 / 60;

export interface Lift {
  joint: PrismaticJoint;
  /** By which it lifts balls, m. */
  height: number;
  /** To be called before each frame. */
  drive(frame: number): void;
}

/** A column that rises out of the ground, high enough to hold back who comes while it is up. `low`, `high`: of the middle of its slope. */
export function addLift(world: World, x: number, low: number, high: number): Lift {
  const half = (high - low) / 2 + 0.1;
  const slope = turn(Z, -LIFT_SLOPE);
  const parts: CompoundPart[] = [
    { shape: new Box([LIFT_HALF, 0.012, CHANNEL + SHEET]), position: [0, -0.012, 0], orientation: slope },
    { shape: new Box([LIFT_HALF + 0.003, half, CHANNEL - 0.004]), position: [0, -half - 0.02, 0] },
    ...[-1, 1].map((side) => ({
      shape: new Box([LIFT_HALF, 0.055, SHEET]),
      position: [0, 0.04, side * (CHANNEL + SHEET)] as Vec3,
      orientation: slope,
    })),
  ];
  const column = world.addBody({
    ...FILTER,
    shape: new Compound(parts),
    mass: LIFT_MASS,
    position: [x, low, 0],
    material: SMOOTH,
    canSleep: false,
  });
  const joint = world.addJoint(
    new PrismaticJoint({ b: column, anchor: [x, low, 0], axis: [0, 1, 0], motor: { target: 0, maxForce: 1000 } }),
  );
  // Posts that balls lean on until they are above.
  for (const side of [-1, 1])
    world.addBody({
      type: 'static',
      shape: new Box([0.007, (high - 0.06) / 2, 0.007]),
      position: [x + LIFT_HALF + LIFT_GAP + 0.007, (high - 0.06) / 2, 0.03 * side],
      material: SMOOTH,
      collisionGroup: TRACKS,
      collisionMask: BALLS,
    });
  const heightAt = (frame: number): number => {
    const phase = frame % CYCLE;
    const part = phase < WAIT_LOW + RISE ? (phase - WAIT_LOW) / RISE : 1 - (phase - WAIT_LOW - RISE - WAIT_HIGH) / FALL;
    const t = Math.min(Math.max(part, 0), 1);
    return (high - low) * t * t * (3 - 2 * t);
  };
  return {
    joint,
    height: high - low,
    drive(frame) {
      const [now, next] = [heightAt(frame), heightAt(frame + 1)];
      joint.translation.motorTarget = now;
      joint.translation.motorVelocity = (next - now) / DT;
    },
  };
}

/** From the pivot of an arm to the closed end of its channel and to the open one, m. */
export const [ARM_FROM, ARM_TO] = [0.1, 0.54];
/** rad: the channel is up while it is empty, and down under a ball. */
const [ARM_UP, ARM_DOWN] = [8 * DEGREE, 15 * DEGREE];
/** From the pivot of an arm down to its open end then, m. */
export const ARM_DROP = 0.14;

/** A channel on one side of a pivot and a counterweight on the other, lighter than any ball in the channel. `way`: 1 if balls roll towards +x, else -1. */
export function addArm(world: World, pivot: Vec3, way: 1 | -1, ballMass: number): HingeJoint {
  const parts: CompoundPart[] = [
    ...channelParts(way * ARM_FROM, way * ARM_TO, 0.09, way * ARM_FROM),
    { shape: new Box([(ARM_FROM + 0.2) / 2, 0.012, 0.02]), position: [way * (ARM_FROM / 2 - 0.1), -0.015, 0] },
    { shape: new Sphere(0.045), position: [-0.2 * way, -0.015, 0] },
  ];
  const arm = world.addBody({
    ...FILTER,
    shape: new Compound(parts),
    mass: ballMass,
    centerOfMass: [-0.08 * way, -0.03, 0],
    inertia: [0.01 * ballMass, 0.06 * ballMass, 0.06 * ballMass],
    position: pivot,
    orientation: turn(Z, way * ARM_UP),
    friction: 0.5,
  });
  const limits = way > 0 ? { lower: -ARM_DOWN - ARM_UP, upper: 0 } : { lower: 0, upper: ARM_DOWN + ARM_UP };
  return world.addJoint(new HingeJoint({ b: arm, anchor: pivot, axis: Z, limits, viscousDamping: 0.4 * ballMass }));
}

export const WHEEL_RADIUS = 0.17;
const PADDLES = 6;

/** A wheel with room for a ball between each two of its paddles; it turns freely about z. */
export function addWheel(world: World, centre: Vec3): { body: Body; joint: HingeJoint } {
  const disc = new Cylinder(WHEEL_RADIUS, 0.004);
  const parts: CompoundPart[] = [
    { shape: new Cylinder(0.035, CHANNEL), orientation: ALONG_Z },
    ...[-1, 1].map((side) => ({ shape: disc, position: [0, 0, side * (CHANNEL + 0.004)] as Vec3, orientation: ALONG_Z })),
    ...Array.from({ length: PADDLES }, (_, k) => {
      const orientation = turn(Z, (2 * Math.PI * k) / PADDLES);
      const { sine, cosine } = { sine: 2 * orientation[2] * orientation[3], cosine: 1 - 2 * orientation[2] ** 2 };
      const shape = new Box([(WHEEL_RADIUS - 0.035) / 2, 0.005, CHANNEL]);
      const middle = (WHEEL_RADIUS + 0.035) / 2;
      return { shape, position: [middle * cosine, middle * sine, 0] as Vec3, orientation };
    }),
  ];
  const body = world.addBody({ ...FILTER, shape: new Compound(parts), mass: 2, position: centre, friction: 0.3 });
  return { body, joint: world.addJoint(new HingeJoint({ b: body, anchor: centre, axis: Z, viscousDamping: 0.03 })) };
}

/** kg */
export const massOfBall = (density: number): number => (4 / 3) * Math.PI * BALL_RADIUS ** 3 * density;
