// Small worlds whose bodies touch, with everything that a contact can do, for comparing two computations of them.

import {
  ContactScheme,
  MANIFOLD_BYTES,
  ManifoldPointRecord,
  ManifoldRecord,
  NarrowphaseRecord,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import type { Backend, StateMemory } from '../../bindings/core/memory.ts';
import {
  BallJoint,
  type Body,
  type BodyOptions,
  Box,
  Capsule,
  ConvexHull,
  Cylinder,
  HalfSpace,
  HingeJoint,
  type Shape,
  Sphere,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { noise } from './joints.ts';

export type Scheme = 'soft' | 'position';

/** A scene of contacts. */
export interface ContactScene {
  build(world: World): void;
  settings?: WorldOptions;
  /** For how many steps round-off stays round-off, where that is not a hundred. */
  agrees?: Partial<Record<Scheme, number>>;
  /** For how many steps one step from the same state agrees, where that is not for a hundred. */
  steps?: number;
  /** Parts of 1e-12 m, and of 1e-8 of the loads, to which one step agrees, where that is not one. */
  rough?: number;
}

export async function worldOf(scene: ContactScene, scheme: Scheme, settings: WorldOptions): Promise<World> {
  const world = await World.create({ substeps: 20, ...scene.settings, ...settings });
  chooseScheme(world, scheme);
  scene.build(world);
  return world;
}

export function chooseScheme(world: World, scheme: Scheme): void {
  const { memory } = world as unknown as { memory: StateMemory };
  memory.u32[(memory.world + WorldRecord.contactScheme) >> 2] = scheme === 'soft' ? ContactScheme.Soft : ContactScheme.Position;
}

const box = new Box([0.5, 0.5, 0.5]);

function ground(world: World, options: BodyOptions = {}): Body {
  return world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), ...options });
}

function stack(world: World, shape: Shape, count: number, height: number): void {
  ground(world);
  for (let k = 0; k < count; k++) world.addBody({ shape, position: [0.01 * (k % 2), height * (k + 0.5), 0] });
}

/** A torso, a head and four limbs above the ground, joined at neck, shoulders and hips. */
function ragdoll(world: World, [x, y, z]: Vec3): void {
  ground(world);
  const limb = new Capsule(0.08, 0.2);
  const torso = world.addBody({ shape: new Box([0.2, 0.3, 0.12]), position: [x, y, z] });
  const attach = (shape: Shape, dx: number, dy: number, anchor: Vec3) => {
    const part = world.addBody({ shape, position: [x + dx, y + dy, z], friction: 0.6 });
    world.addJoint(new BallJoint({ a: torso, b: part, anchor: [x + anchor[0], y + anchor[1], z + anchor[2]] }));
  };
  attach(new Sphere(0.14), 0, 0.48, [0, 0.33, 0]);
  for (const side of [-1, 1]) {
    attach(limb, 0.32 * side, 0.05, [0.3 * side, 0.28, 0]);
    attach(limb, 0.12 * side, -0.62, [0.12 * side, -0.33, 0]);
  }
}

function pile(world: World, count: number, withCylinders: boolean): void {
  ground(world);
  for (const [x, z] of [
    [3, 0],
    [-3, 0],
    [0, 3],
    [0, -3],
  ]) {
    world.addBody({ type: 'static', shape: new HalfSpace([-Math.sign(x), 0, -Math.sign(z)]), position: [0.6 * x, 0, 0.6 * z] });
  }
  const random = noise(11);
  const shapes = [
    () => new Box([0.3 + 0.1 * random(), 0.25, 0.3]),
    () => new Sphere(0.3 + 0.05 * random()),
    () => new Capsule(0.2, 0.25 + 0.1 * random()),
    () => new ConvexHull(Array.from({ length: 36 }, () => 0.4 * random())),
    ...(withCylinders ? [() => new Cylinder(0.25, 0.25 + 0.05 * random())] : []),
  ];
  for (let k = 0; k < count; k++) {
    const q = [random(), random(), random(), 1 + random()];
    const norm = Math.hypot(...q);
    world.addBody({
      shape: shapes[k % shapes.length](),
      position: [(k % 3) - 1 + 0.1 * random(), 0.5 + 0.75 * Math.floor(k / 9), (Math.floor(k / 3) % 3) - 1 + 0.1 * random()],
      orientation: q.map((value) => value / norm),
      angularVelocity: [random(), random(), random()],
      friction: 0.4 + 0.2 * random(),
    });
  }
}

const DIRECT: WorldOptions = { jointSolver: 'direct', substeps: 4 };

/** A heavy body on four light legs of two bars each, with servos of limited torque at hips and knees. */
function quadruped(world: World, ratio: number, restitution = 0): void {
  ground(world);
  const torso = world.addBody({ shape: new Box([0.5, 0.1, 0.4]), mass: 0.1 * ratio, position: [0, 0.93, 0] });
  const bar = (mass: number, y: number, x: number, z: number) =>
    world.addBody({
      shape: new Capsule(0.04, 0.15),
      mass,
      position: [x, y, z],
      friction: 0.8,
      restitution,
    });
  for (const x of [-0.4, 0.4]) {
    for (const z of [-0.3, 0.3]) {
      const [thigh, shin] = [bar(0.2, 0.63, x, z), bar(0.1, 0.22, x, z)];
      const motor = { target: 0, maxTorque: 20 * ratio };
      world.addJoint(new HingeJoint({ a: torso, b: thigh, anchor: [x, 0.83, z], axis: [0, 0, 1], motor }));
      world.addJoint(new HingeJoint({ a: thigh, b: shin, anchor: [x, 0.42, z], axis: [0, 0, 1], motor }));
    }
  }
}

/** Tongs: two bars on a hinge that a spring closes about a ball, on the ground. Both contacts of the ball, and those of the bars, are of one island or two. */
function tongs(world: World): void {
  ground(world);
  const bars = [-1, 1].map((side) =>
    world.addBody({ shape: new Box([0.4, 0.05, 0.05]), mass: 0.5, position: [0, 0.3 + 0.12 * side, 0], friction: 0.7 }),
  );
  const motor = { target: -0.4, stiffness: 50, damping: 1 };
  world.addJoint(new HingeJoint({ a: bars[0], b: bars[1], anchor: [-0.4, 0.3, 0], axis: [0, 0, 1], motor }));
  const tail = world.addBody({ shape: new Sphere(0.1), mass: 4, position: [-0.8, 0.3, 0], friction: 0.7 });
  world.addJoint(new BallJoint({ a: bars[0], b: tail, anchor: [-0.6, 0.3, 0] }));
  world.addBody({ shape: new Sphere(0.06), mass: 0.2, position: [0.2, 0.3, 0], friction: 0.7, material: { rollingFriction: 0.01 } });
}

/** Two chains on the ground, one across the other, and a box on top. */
function crossedChains(world: World, restitution = 0): void {
  ground(world);
  for (const [k, turn] of [
    [0, 0],
    [1, 1],
  ]) {
    let last: Body | null = null;
    for (let link = 0; link < 5; link++) {
      const along = 0.5 * (link - 2);
      const position: Vec3 = [turn ? 0 : along, 0.117 + 0.21 * k, turn ? along : 0];
      const orientation = turn ? [Math.SQRT1_2, 0, 0, Math.SQRT1_2] : [0, 0, Math.SQRT1_2, Math.SQRT1_2];
      const body = world.addBody({ shape: new Capsule(0.1, 0.12), mass: 1 + link, position, orientation, friction: 0.5, restitution });
      const between = 0.5 * (link - 2.5);
      if (last) world.addJoint(new BallJoint({ a: last, b: body, anchor: [turn ? 0 : between, position[1], turn ? between : 0] }));
      last = body;
    }
  }
  world.addBody({ shape: new Box([0.2, 0.2, 0.2]), mass: 5, position: [0.05, 0.65, 0.03], friction: 0.5 });
}

/** A chain with so many contacts that these do not feel its joints, and short ones with few that fall on it. */
function unlikeChains(world: World): void {
  ground(world);
  const chain = (count: number, place: (link: number) => Vec3, shape: Box | Sphere) => {
    let last: Body | null = null;
    for (let link = 0; link < count; link++) {
      const body = world.addBody({ shape, position: place(link), friction: 0.4, mass: 1 + 0.1 * (link % 3) });
      if (last) world.addJoint(new BallJoint({ a: last, b: body, anchor: place(link - 0.5) }));
      last = body;
    }
  };
  chain(24, (link) => [0.25 * link, 0.1, 0.05 * Math.sin(link)], new Sphere(0.1));
  for (let k = 0; k < 5; k++) chain(2, (link) => [0.6 + k, 0.33 + 0.02 * k, 0.3 * link - 0.1], new Box([0.1, 0.1, 0.1]));
}

/** Whose joints are solved directly, so that contacts feel them. */
export const ARTICULATED_SCENES: Record<string, ContactScene> = {
  'a heavy body on light legs': { settings: DIRECT, build: (world) => quadruped(world, 1000) },
  'the same, at three iterations': { settings: { ...DIRECT, iterations: 3 }, build: (world) => quadruped(world, 1000) },
  'a heavy body that bounces on light legs': { settings: DIRECT, build: (world) => quadruped(world, 1000, 0.5) },
  'chains that bounce': { settings: DIRECT, build: (world) => crossedChains(world, 0.8) },
  'tongs about a ball': { settings: DIRECT, build: tongs },
  'chains and a box on each other': { settings: DIRECT, build: (world) => crossedChains(world) },
  'short chains on a long one whose contacts do not feel its joints': { build: unlikeChains },
  'short and long chains at four iterations': { settings: { iterations: 4, substeps: 4 }, build: unlikeChains },
  'a ragdoll of direct joints': { settings: DIRECT, build: (world) => ragdoll(world, [0, 1.1, 0]) },
};

export const CONTACT_SCENES: Record<string, ContactScene> = {
  'a stack of boxes': { build: (world) => stack(world, box, 4, 1) },
  // Which points of two faces that lie on each other clipping finds hangs on the last bit.
  'a stack of cylinders': { agrees: { soft: 0, position: 0 }, build: (world) => stack(world, new Cylinder(0.5, 0.25), 3, 0.5) },
  // What pushes its way out goes wherever round-off turns it.
  'a heavy box on light ones': {
    agrees: { position: 0 },
    rough: 100,
    build(world) {
      stack(world, box, 3, 1);
      world.addBody({ shape: box, mass: 1000 * 1000, position: [0.1, 3.5, 0.05] });
    },
  },
  'a heavy plate that lands on light legs': {
    agrees: { position: 0 },
    rough: 100,
    build(world) {
      ground(world);
      const leg = new Box([0.1, 0.5, 0.1]);
      for (const [x, z] of [
        [-1, -1],
        [1, -1],
        [0, 1],
      ])
        world.addBody({ shape: leg, mass: 1, position: [x, 0.5, z] });
      world.addBody({ shape: new Box([1.3, 0.2, 1.3]), mass: 200, position: [0, 1.25, 0] });
    },
  },
  'a stack that starts in itself': { agrees: { soft: 20 }, build: (world) => stack(world, box, 2, 0.9) },
  'spheres that bounce': {
    build: (world) => {
      ground(world);
      for (let k = 0; k < 4; k++) {
        const velocity = [0.3 * k, 0, 0.1];
        world.addBody({ shape: new Sphere(0.3), position: [k, 1 + 0.2 * k, 0], restitution: 0.3 * k, linearVelocity: velocity });
      }
    },
  },
  'a box that lands flat and bounces': {
    agrees: { position: 50 },
    build: (world) => {
      ground(world);
      world.addBody({ shape: box, position: [0, 1.5, 0], restitution: 0.6, friction: 0.3, linearVelocity: [1, 0, 0] });
    },
  },
  'spheres that meet in a row': {
    settings: { gravity: [0, 0, 0] },
    build: (world) => {
      for (let k = 0; k < 5; k++) {
        const linearVelocity = k === 0 ? [2, 0, 0] : [0, 0, 0];
        world.addBody({ shape: new Sphere(0.5), position: [k === 0 ? -0.7037 : k, 0, 0], restitution: 1, friction: 0, linearVelocity });
      }
    },
  },
  'rolling bodies': {
    build: (world) => {
      ground(world);
      const spin = { linearVelocity: [2, 0, 0], angularVelocity: [0, 0, -2] };
      world.addBody({ shape: new Sphere(0.5), position: [0, 0.5, 0], ...spin });
      world.addBody({ shape: new Sphere(0.5), position: [0, 0.5, 2], material: { rollingFriction: 0.02 }, ...spin });
      world.addBody({ shape: new Capsule(0.4, 0.5), position: [0, 0.4, 5], orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2], ...spin });
      world.addBody({ shape: new Sphere(0.5), position: [0, 0.5, 8], angularVelocity: [0, 0, -20] });
    },
  },
  'boxes that slide': {
    build: (world) => {
      const angle = 0.3;
      const orientation = [0, 0, -Math.sin(angle / 2), Math.cos(angle / 2)];
      world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), orientation, friction: 1 });
      const rises = [Math.sin(angle), Math.cos(angle), 0];
      for (const [k, friction] of [0, 0.1, 0.2, 0.6].entries()) {
        const position = [0.51 * rises[0], 0.51 * rises[1], 2 * k];
        world.addBody({ shape: box, position, orientation, friction, material: { staticFriction: 1.2 * friction } });
      }
    },
  },
  'materials with all that they have': {
    // A cylinder that spins on its cap: points that are chosen of several alike.
    rough: 20,
    build: (world) => {
      ground(world, { material: { friction: 0.7, frictionCombine: 'minimum', restitutionCombine: 'average', restitution: 0.4 } });
      const belt = { surfaceVelocity: [1.5, 0, 0.2], friction: 0.8 };
      world.addBody({ type: 'static', shape: new Box([2, 0.2, 1]), position: [0, 0.2, 4], material: belt });
      world.addBody({ shape: box, position: [-1, 0.92, 4], material: { friction: 0.3 } });
      world.addBody({ shape: new Sphere(0.3), position: [1, 0.72, 4], material: { rollingFriction: 0.01, torsionalFriction: 0.02 } });
      const twirl = { angularVelocity: [0, 8, 0] };
      world.addBody({ shape: new Sphere(0.4), position: [0, 0.4, 0], material: { torsionalFriction: 0.05 }, ...twirl });
      world.addBody({ shape: new Cylinder(0.4, 0.1), position: [2, 0.1, 0], friction: 0.2, ...twirl });
      world.addBody({ shape: box, position: [4, 0.52, 0], material: { compliance: 1e-5 } });
      world.addBody({ shape: box, position: [6, 0.52, 0], material: { compliance: 1e-7, frictionCombine: 'multiply', friction: 2 } });
    },
  },
  'what drops onto soft surfaces, alone and with joints': {
    build: (world) => {
      ground(world, { material: { compliance: 1e-3 } });
      const falling: BodyOptions = { linearVelocity: [0.3, -3, 0] };
      world.addBody({ shape: new Sphere(0.4), position: [-3, 0.7, 0], ...falling });
      world.addBody({ shape: new Sphere(0.5), position: [3, 0.8, 0], restitution: 0.5, ...falling });
      const a = world.addBody({ shape: new Sphere(0.5), position: [0, 0.8, 0], ...falling });
      const b = world.addBody({ shape: new Sphere(0.5), position: [1.2, 0.8, 0], material: { compliance: 1e-4 }, ...falling });
      world.addJoint(new BallJoint({ a, b, anchor: [0.6, 0.8, 0] }));
    },
  },
  'bodies with locked axes and a kinematic one': {
    build: (world) => {
      const lift = world.addBody({ type: 'kinematic', shape: new Box([3, 0.2, 3]), position: [0, 0, 0] });
      lift.linearVelocity = [0.3, 0.5, 0];
      lift.angularVelocity = [0, 0.4, 0];
      world.addBody({ shape: box, position: [1, 0.7, 0], lockTranslation: [false, false, true] });
      world.addBody({ shape: box, position: [-1, 0.7, 1], lockRotation: [true, false, true] });
      world.addBody({ shape: new Sphere(0.5), position: [-1, 0.7, -1.2], lockRotation: [true, true, true] });
    },
  },
  'a ragdoll that falls': { agrees: { soft: 20, position: 40 }, build: (world) => ragdoll(world, [0, 1.1, 0]) },
  // A cylinder that falls from its rim onto its side goes two ways.
  'balls and a roller among bricks': {
    agrees: { soft: 20, position: 4 },
    build: (world) => {
      for (let k = 0; k < 70; k++) world.addBody({ shape: box, position: [1.2 * (k % 10), 0.5, 1.2 * Math.floor(k / 10)] });
      ground(world);
      const rolls = { friction: 0.8, linearVelocity: [0, 0, 2.5] as Vec3 };
      world.addBody({ type: 'static', shape: new Sphere(3), position: [-8, 0, 0] });
      world.addBody({ ...rolls, shape: new Sphere(0.4), position: [-8, 3.4, 0], angularVelocity: [6.25, 0, 0] });
      world.addBody({ ...rolls, shape: new Capsule(0.3, 0.5), position: [-12, 0.3, 0] });
      world.addBody({
        shape: new Cylinder(0.5, 0.2),
        position: [-16, 0.52, 0],
        orientation: [0.05, 0, 0.7, 0.7],
        linearVelocity: [0, 0, 3],
        angularVelocity: [6, 0, 0],
      });
    },
  },
  // The papers' scheme makes differences tenfold in each step from the tenth on. Under 'tgs' one step of a hundred differs by 1.2e-12 m where the others do by 2e-14.
  'a pile': { agrees: { soft: 20, position: 12 }, rough: 2, build: (world) => pile(world, 30, false) },
  // GJK finds contacts of cylinders to 1e-10 m only; those that turn fast are found anew at poses that differ by round-off, and where edges are
  // nearly parallel their points move along these by a thousand times as much.
  // Later they lie on their faces, and which points these have hangs on the last bit: velocities that differ by 4e-16 change the kernels' own
  // step by 2e-5 m.
  'a pile with cylinders': { agrees: { soft: 10, position: 4 }, rough: 1e6, steps: 45, build: (world) => pile(world, 30, true) },
};

/** What a world's state is saved and loaded by: the two backends in double precision share its form. */
export function engineOf(world: World): Backend {
  return world.live;
}

interface Loads {
  /** friction, twist, rolling torque, friction impulse of each manifold, and force and impulse of each point. */
  all: number[];
  /** N s over the last step: of all points along their normals, and of all friction. */
  normal: number;
  friction: number;
}

function loadsOf(world: World): Loads {
  const { f64, u32, world: root } = (world as unknown as { memory: StateMemory }).memory;
  const narrowphase = u32[(root + WorldRecord.narrowphase) >> 2];
  const base = u32[(narrowphase + NarrowphaseRecord.manifoldBase) >> 2];
  const loads: Loads = { all: [], normal: 0, friction: 0 };
  for (let slot = 0; slot < u32[(narrowphase + NarrowphaseRecord.manifoldCount) >> 2]; slot++) {
    const record = base + slot * MANIFOLD_BYTES;
    const count = u32[(record + ManifoldRecord.count) >> 2];
    if (count === 0) continue;
    const from = (record + ManifoldRecord.frictionX) >> 3;
    const total = (record + ManifoldRecord.frictionImpulseX) >> 3;
    loads.all.push(...f64.subarray(from, total + 3));
    loads.friction += Math.hypot(...f64.subarray(total, total + 3));
    for (let k = 0; k < count; k++) {
      const point = record + ManifoldRecord.size + k * ManifoldPointRecord.size;
      const impulse = f64[(point + ManifoldPointRecord.impulse) >> 3];
      loads.all.push(f64[(point + ManifoldPointRecord.force) >> 3], impulse);
      loads.normal += impulse;
    }
  }
  return loads;
}

/** All loads of all contacts: N, N m, N s. */
export function contactLoads(world: World): number[] {
  return loadsOf(world).all;
}

/** Of all contacts over the last step, N s. */
export function sumOfImpulses(world: World): { normal: number; friction: number } {
  return loadsOf(world);
}
