// Motions whose errors fall with a power of the substep, and such as go on for a hundred seconds: tests and docs/validation.md measure them.
import {
  BallJoint,
  type Body,
  Box,
  Cylinder,
  HingeJoint,
  PrismaticJoint,
  Sphere,
  SpringDamperJoint,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
import { andrewsSqueezer } from './squeezer.ts';

export const G = 9.81;

export interface Motion {
  bodies: Body[];
  /** Loads of each step. */
  act?(): void;
}

export interface Smooth {
  build(world: World): Motion;
  /** s, over which errors add up. */
  seconds: number;
}

type Point = readonly [x: number, y: number];

export function addBar(world: World, x: number, given: { linearVelocity?: Vec3; angularVelocity?: Vec3 } = {}): Body {
  return world.addBody({ shape: new Box([0.5, 0.05, 0.05]), collides: false, mass: 1, position: [x, 0, 0], ...given });
}

export function addSpring(world: World, a: Body | null, b: Body, stiffness: number, damping = 0): SpringDamperJoint {
  return world.addJoint(new SpringDamperJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], restLength: 1, stiffness, damping }));
}

/** A thin bar of 1 kg/m between two points of the plane z = 0. */
function addLink(world: World, [x0, y0]: Point, [x1, y1]: Point): Body {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const turn = Math.atan2(y1 - y0, x1 - x0);
  return world.addBody({
    mass: length,
    inertia: [1e-3 * length, length ** 3 / 12, length ** 3 / 12],
    collides: false,
    position: [(x0 + x1) / 2, (y0 + y1) / 2, 0],
    orientation: [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)],
  });
}

function addHinge(world: World, a: Body | null, b: Body, [x, y]: Point): HingeJoint {
  return world.addJoint(new HingeJoint({ a, b, anchor: [x, y, 0], axis: [0, 0, 1] }));
}

/** A crank that starts in motion, or is driven. */
function sliderCrank(world: World, drives: boolean): Motion {
  const [pin, wrist]: Point[] = [
    [0.3, 0.1],
    [1.2, 0],
  ];
  const crank = addLink(world, [0, 0], pin);
  const rod = addLink(world, pin, wrist);
  const slider = world.addBody({ mass: 0.5, inertia: [0.01, 0.01, 0.01], collides: false, position: [...wrist, 0] });
  const bearing = addHinge(world, null, crank, [0, 0]);
  addHinge(world, crank, rod, pin);
  addHinge(world, rod, slider, wrist);
  world.addJoint(new PrismaticJoint({ b: slider, anchor: [...wrist, 0], axis: [1, 0, 0] }));
  if (drives) bearing.motor = { velocity: 6, damping: 0.3 };
  return { bodies: [crank, rod, slider] };
}

/** Four squares side by side with a common base (IFToMM's problem A02), here leaning. */
function fourFourBars(world: World): Motion {
  const lean: Point = [0.199, 0.98];
  const rods = [0, 1, 2, 3, 4].map((x) => {
    const rod = addLink(world, [x, 0], [x + lean[0], lean[1]]);
    addHinge(world, null, rod, [x, 0]);
    return rod;
  });
  const couplers = [0, 1, 2, 3].map((x) => {
    const ends: Point[] = [x, x + 1].map((foot) => [foot + lean[0], lean[1]]);
    const coupler = addLink(world, ends[0], ends[1]);
    addHinge(world, rods[x], coupler, ends[0]);
    addHinge(world, coupler, rods[x + 1], ends[1]);
    return coupler;
  });
  return { bodies: [...rods, ...couplers] };
}

/** Bricard's mechanism (IFToMM's problem A04): five rods and six hinges along the edges of a cube, with one constraint too many. */
function bricard(world: World): Motion {
  const corners: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [1, -1, 0],
    [1, -1, 1],
    [0, -1, 1],
    [0, 0, 1],
  ];
  const axes: Vec3[] = [
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
  ];
  const rods = corners.slice(1).map((end, k) => {
    const along = end.map((x, axis) => x - corners[k][axis]);
    return world.addBody({
      mass: 1,
      inertia: along.map((x) => (x === 0 ? 1 / 12 : 1e-3)),
      collides: false,
      position: end.map((x, axis) => (x + corners[k][axis]) / 2),
    });
  });
  for (const [k, anchor] of corners.entries())
    world.addJoint(new HingeJoint({ a: rods[k - 1] ?? null, b: rods[k] ?? null, anchor, axis: axes[k] }));
  return { bodies: rods };
}

function fourBar(world: World): Motion {
  const add = (x: number, y: number, turn: number, half: number) =>
    world.addBody({
      shape: new Box([half, 0.03, 0.03]),
      collides: false,
      mass: 2 * half,
      position: [x, y, 0],
      orientation: [0, 0, Math.sin(turn / 2), Math.cos(turn / 2)],
    });
  const [left, middle, right] = [
    add(0, 0.5, Math.PI / 2, 0.5),
    add(0.75, 1, 0, 0.75),
    add(1.75, 0.5, Math.atan2(1, -0.5), Math.hypot(0.5, 0.25)),
  ];
  addHinge(world, null, left, [0, 0]);
  world.addJoint(new BallJoint({ a: left, b: middle, anchor: [0, 1, 0] }));
  world.addJoint(new BallJoint({ a: middle, b: right, anchor: [1.5, 1, 0] }));
  addHinge(world, null, right, [2, 0]);
  return { bodies: [left, middle, right] };
}

/** Four balls on springs, from the ground on. */
function springChain(world: World, damping: number): Motion {
  const bodies: Body[] = [];
  for (let k = 0; k < 4; k++) {
    const position: Vec3 = [k + 1, 0.3 * k, 0];
    const ball = world.addBody({ shape: new Sphere(0.1), collides: false, mass: 1 + k, position, linearVelocity: [0, 0, k] });
    addSpring(world, bodies.at(-1) ?? null, ball, 80, damping);
    bodies.push(ball);
  }
  return { bodies };
}

const motion = (build: (world: World) => Motion, seconds = 0.5): Smooth => ({ build, seconds });

export const SMOOTH: Record<string, Smooth> = {
  'a projectile in air': motion((world) => {
    const ball = world.addBody({
      shape: new Sphere(0.1),
      mass: 1,
      position: [0, 5, 0],
      linearVelocity: [3, 2, 0],
      linearDamping: 1.5,
      angularVelocity: [3, 1, 0],
      angularDamping: 2,
    });
    return { bodies: [ball] };
  }),
  'a pendulum that starts in motion': motion((world) => {
    const b = world.addBody({
      shape: new Sphere(0.3),
      mass: 1,
      position: [0, -1, 0],
      linearVelocity: [3, 0, 0],
      angularVelocity: [0, 0, 3],
    });
    world.addJoint(new BallJoint({ a: null, b, anchor: [0, 0, 0] }));
    return { bodies: [b] };
  }),
  'a double pendulum': motion((world) => {
    const [first, second] = [addBar(world, 0.5), addBar(world, 1.5)];
    addHinge(world, null, first, [0, 0]);
    addHinge(world, first, second, [1, 0]);
    return { bodies: [first, second] };
  }),
  'a heavy top': motion((world) => {
    const orientation = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;
    const b = world.addBody({ shape: new Cylinder(0.3, 0.05), mass: 1, position: [0.5, 0.3, 0], orientation, angularVelocity: [10, 0, 0] });
    world.addJoint(new BallJoint({ a: null, b, anchor: [0, 0.3, 0] }));
    return { bodies: [b] };
  }),
  'a four-bar linkage': motion(fourBar),
  'a slider-crank': motion((world) => sliderCrank(world, false)),
  'a slider-crank with a motor': motion((world) => sliderCrank(world, true)),
  "Bricard's mechanism": motion(bricard),
  'four four-bars in a row': motion(fourFourBars),
  "Andrews' squeezer": motion(andrewsSqueezer, 0.02),
  'a spring and a damper': motion((world) => {
    const b = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0, -1.2, 0], linearVelocity: [0, 1, 0] });
    addSpring(world, null, b, 100, 3);
    return { bodies: [b] };
  }),
  'an elastic pendulum': motion((world) => {
    const b = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [1, 0, 0] });
    addSpring(world, null, b, 100);
    return { bodies: [b] };
  }),
  'a chain of springs': motion((world) => springChain(world, 0)),
  'a chain of springs with dampers': motion((world) => springChain(world, 1.5)),
  'a servo that lifts': motion((world) => {
    const b = addBar(world, 0.5);
    const motor = { target: 0.3, stiffness: 50, damping: 2 };
    world.addJoint(new HingeJoint({ a: null, b, anchor: [0, 0, 0], axis: [0, 0, 1], motor }));
    return { bodies: [b] };
  }),
};

export interface Lasting {
  build(world: World): Body[];
  /** J: what the deviation of the energy is measured in. */
  range: number;
  /** Whether the angular momentum about the vertical through the origin stays. */
  keepsMomentum: boolean;
}

export function heavyTop(spin: number): Lasting {
  const [s, c] = [Math.sin(0.5), Math.cos(0.5)];
  const build = (world: World) => {
    const b = world.addBody({
      mass: 2,
      inertia: [0.0208, 0.04, 0.0208],
      position: [-s * 0.3, c * 0.3, 0],
      orientation: [0, 0, Math.sin(0.25), Math.cos(0.25)],
      angularVelocity: [-s * spin, c * spin, 0],
    });
    world.addJoint(new BallJoint({ a: null, b, anchor: [0, 0, 0] }));
    return [b];
  };
  return { build, range: 2 * 2 * G * 0.3, keepsMomentum: true };
}

/** Bars that hang on each other, let go from horizontal. */
function chain(count: number, join: (a: Body | null, b: Body, anchor: Vec3) => BallJoint | HingeJoint): Lasting {
  const build = (world: World) => {
    const bodies: Body[] = [];
    for (let k = 0; k < count; k++) {
      const b = addBar(world, k + 0.5);
      world.addJoint(join(bodies.at(-1) ?? null, b, [k, 0, 0]));
      bodies.push(b);
    }
    return bodies;
  };
  return { build, range: G * count * count, keepsMomentum: false };
}

export const LASTING: Record<string, Lasting> = {
  'a heavy top at 30 rad/s': heavyTop(30),
  'a heavy top at 75 rad/s': heavyTop(75),
  'a heavy top at 150 rad/s': heavyTop(150),
  'a triple pendulum of hinges': chain(3, (a, b, anchor) => new HingeJoint({ a, b, anchor, axis: [0, 0, 1] })),
  'a chain of ten on ball joints': chain(10, (a, b, anchor) => new BallJoint({ a, b, anchor })),
};
