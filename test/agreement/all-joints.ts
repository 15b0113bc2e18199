// Short chains of every type of joint, with and without what a joint can do along its coordinates. Tame ones: what amplifies round-off says
// nothing about agreement.
import {
  AngularDriveJoint,
  AxleJoint,
  BallJoint,
  type Body,
  ConeJoint,
  CylindricalJoint,
  DistanceJoint,
  FixedJoint,
  GearJoint,
  GrabJoint,
  HingeJoint,
  type Joint,
  MatrixSpringJoint,
  PathJoint,
  PlanarJoint,
  PrismaticJoint,
  PulleyJoint,
  type Quat,
  RackAndPinionJoint,
  RevoluteSphericalJoint,
  RopeJoint,
  ScrewJoint,
  SixDofJoint,
  SpringDamperJoint,
  UniversalJoint,
  type Vec3,
  WheelJoint,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';

/** Two bodies and where the joint between them is. */
interface Link {
  a: Body | null;
  b: Body;
  anchor: Vec3;
}

const AXIS: Vec3 = [0.2, 0.3, 1];
const ACROSS: Vec3 = [1, 0.1, 0];
const about = { axis: AXIS, normal: ACROSS };
const soft = { compliance: 2e-3, damping: 10 };
const angular = { limits: { lower: -0.1, upper: 0.15 } };
const servo = (stiffness: number) => ({ motor: { target: 0.2, stiffness, damping: stiffness / 10 } });
const speed = { motor: { velocity: 0.5 } };
const brake = { friction: 1, viscousDamping: 0.5 };
const quarter: Quat = [0, 0.1, 0.1, Math.sqrt(0.98)];
/** From one anchor to a point above it. */
const above = ([x, y, z]: Vec3): Vec3 => [x, y + 0.5, z + 0.1];

/** A chain's joints by what they are and do. */
export const LINKS: Record<string, (link: Link) => Joint> = {
  'Ball with a cone and a twist': (link) =>
    new BallJoint({ ...link, ...about, swing: { y: 0.15, z: 0.3 }, twist: { lower: -0.1, upper: 0.1 } }),
  'Ball with a soft cone': (link) => new BallJoint({ ...link, ...about, swing: { y: 0.15, z: 0.3, ...soft } }),
  'Ball with a motor': (link) => new BallJoint({ ...link, ...about, motor: { target: quarter, stiffness: 30, damping: 3 } }),
  'Ball with friction': (link) => new BallJoint({ ...link, ...brake }),
  'Hinge beyond limits, as rows': (link) => new HingeJoint({ ...link, axis: AXIS, limits: { ...angular.limits, restitution: 0.3 } }),
  'Hinge with soft limits': (link) => new HingeJoint({ ...link, axis: AXIS, limits: { ...angular.limits, ...soft } }),
  'Hinge with a servo': (link) => new HingeJoint({ ...link, axis: AXIS, ...servo(60) }),
  // With little torque a servo without damping goes to and fro for ever, which is not tame.
  'Hinge with a rigid servo': (link) => new HingeJoint({ ...link, axis: AXIS, motor: { target: 0, velocity: 0.2, maxTorque: 400 } }),
  'Hinge with a motor': (link) => new HingeJoint({ ...link, axis: AXIS, ...speed }),
  'Hinge with friction': (link) => new HingeJoint({ ...link, axis: AXIS, ...brake }),
  'Hinge with all': (link) => new HingeJoint({ ...link, axis: AXIS, ...angular, ...servo(30), ...brake }),
  'Prismatic with limits, as rows': (link) =>
    new PrismaticJoint({ ...link, axis: ACROSS, limits: { lower: -0.1, upper: 0.1, restitution: 0.2 } }),
  'Prismatic with a servo': (link) => new PrismaticJoint({ ...link, axis: ACROSS, ...servo(500) }),
  'Prismatic with all': (link) => new PrismaticJoint({ ...link, axis: ACROSS, ...angular, ...servo(100), ...brake }),
  'Cylindrical with limits': (link) => new CylindricalJoint({ ...link, axis: ACROSS, rotation: angular, translation: angular }),
  'Cylindrical with motors': (link) => new CylindricalJoint({ ...link, axis: ACROSS, rotation: speed, translation: servo(400) }),
  'Cylindrical with friction': (link) =>
    new CylindricalJoint({ ...link, axis: ACROSS, rotation: brake, translation: { ...brake, ...angular } }),
  Universal: (link) => new UniversalJoint({ ...link, axisA: AXIS, axisB: ACROSS }),
  'Universal with limits': (link) => new UniversalJoint({ ...link, axisA: AXIS, axisB: ACROSS, first: angular, second: angular }),
  'Universal with motors': (link) => new UniversalJoint({ ...link, axisA: AXIS, axisB: ACROSS, first: servo(60), second: servo(40) }),
  Wheel: (link) =>
    new WheelJoint({ ...link, axis: AXIS, suspensionAxis: ACROSS, suspension: servo(900), rotation: speed, steering: angular }),
  'Wheel that is not steered': (link) =>
    new WheelJoint({ ...link, axis: AXIS, suspensionAxis: ACROSS, suspension: { ...angular, ...servo(500) } }),
  'Planar with limits': (link) => new PlanarJoint({ ...link, normal: AXIS, y: angular, z: angular, rotation: brake }),
  'Planar with motors': (link) => new PlanarJoint({ ...link, normal: AXIS, y: servo(300), z: servo(300), rotation: servo(20) }),
  'SixDof, locked': (link) => new SixDofJoint({ ...link, ...about }),
  'SixDof, locked softly': (link) => new SixDofJoint({ ...link, ...about, compliance: 1e-4, angularCompliance: 1e-3 }),
  'SixDof with springs': (link) =>
    new SixDofJoint({
      ...link,
      ...about,
      linear: { x: servo(2000), y: servo(2000), z: servo(2000) },
      angular: { x: servo(50), y: servo(50), z: servo(50) },
    }),
  'SixDof with a cone': (link) =>
    new SixDofJoint({ ...link, ...about, angular: { x: brake, y: 'free', z: 'free' }, cone: { y: 0.2, z: 0.3 } }),
  'Screw with friction': (link) => new ScrewJoint({ ...link, axis: ACROSS, lead: 0.5, rotation: brake }),
  'Screw with a motor': (link) => new ScrewJoint({ ...link, axis: ACROSS, lead: 0.5, rotation: servo(30), translation: angular }),
  RevoluteSpherical: ({ a, b, anchor }) =>
    new RevoluteSphericalJoint({ a, b, anchorA: above(anchor), axis: [0, -0.2, 1], anchorB: anchor, frame: 'world' }),
  Rope: ({ a, b, anchor }) => new RopeJoint({ a, b, anchorA: above(anchor), anchorB: anchor, frame: 'world', length: 0.52 }),
  SpringDamper: ({ a, b, anchor }) =>
    new SpringDamperJoint({
      a,
      b,
      anchorA: above(anchor),
      anchorB: anchor,
      frame: 'world',
      stiffness: 800,
      damping: 20,
      quadraticStiffness: 2e3,
    }),
  'SpringDamper with bounds': ({ a, b, anchor }) =>
    new SpringDamperJoint({
      a,
      b,
      anchorA: above(anchor),
      anchorB: anchor,
      frame: 'world',
      stiffness: 300,
      damping: 5,
      minLength: 0.4,
      maxLength: 0.6,
    }),
  MatrixSpring: (link) => new MatrixSpringJoint({ ...link, stiffness: 2000, damping: 20 }),
  'MatrixSpring of limited force': (link) => new MatrixSpringJoint({ ...link, stiffness: 2000, damping: 20, maxForce: 150 }),
  Path: ({ a, b, anchor: [x, y, z] }) => new PathJoint({ a, b, anchor: [x, y, z], points: path(x, y, z), frame: 'world', friction: 1 }),
  'Path that is followed': ({ a, b, anchor: [x, y, z] }) =>
    new PathJoint({ a, b, anchor: [x, y, z], points: path(x, y, z), frame: 'world', orientation: 'follow', ...servo(200) }),
};

/** A path whose points are not where the joint starts: there its curvature jumps. */
function path(x: number, y: number, z: number): Vec3[] {
  return [
    [x - 0.8, y + 0.2, z],
    [x - 0.4, y, z],
    [x + 0.4, y, z],
    [x + 1.2, y + 0.2, z + 0.2],
    [x + 2, y + 0.4, z],
  ];
}

/** Joints that hold less than a place, beside one that does. */
export const BESIDE_A_BALL: Record<string, (link: Link) => Joint> = {
  Axle: ({ a, b }) => new AxleJoint({ a, b, axis: AXIS, ...brake }),
  'Axle with a motor': ({ a, b }) => new AxleJoint({ a, b, axis: AXIS, ...servo(20) }),
  Cone: ({ a, b }) => new ConeJoint({ a, b, ...about, angle: { y: 0.2, z: 0.1 } }),
  Distance: ({ a, b, anchor }) =>
    new DistanceJoint({ a, b, anchorA: above(anchor), anchorB: anchor.map((x) => x + 0.2), frame: 'world', compliance: 1e-3 }),
  Fixed: ({ a, b, anchor }) => new FixedJoint({ a, b, anchor, compliance: 1e-3, angularCompliance: 1e-2 }),
  AngularDrive: ({ a, b }) =>
    new AngularDriveJoint({ a, b, stiffness: 30, damping: 2, target: [0.1, 0.2, 0, 1], targetVelocity: [0.5, 0, -1] }),
  'AngularDrive of limited torque': ({ a, b }) =>
    new AngularDriveJoint({ a, b, stiffness: 60, damping: 2, target: [0, 0.2, 0.3, 1], maxTorque: 6 }),
};

/** Three boxes in a row, the first held by the world, with some way on. */
export async function linked(make: (link: Link) => Joint, settings: WorldOptions, withBall = false): Promise<World> {
  const world = await World.create({ substeps: 20, ...settings });
  let previous: Body | null = null;
  for (let k = 0; k < 3; k++) {
    const body: Body = world.addBody({
      mass: 2 - 0.3 * k,
      inertia: [0.2, 0.3 - 0.05 * k, 0.25],
      position: [0.8 * k + 0.4, 0.05 * k, 0.02],
      angularVelocity: [0.3, -0.2, 0.4 - 0.3 * k],
      linearDamping: 0.2,
      angularDamping: 0.2,
    });
    const link: Link = { a: previous, b: body, anchor: [0.8 * k, 0, 0] };
    if (withBall) world.addJoint(new BallJoint(link));
    world.addJoint(make(link));
    previous = body;
  }
  return world;
}

/** Mechanisms of joints that couple others, or that one grabs with. */
export const MECHANISMS: Record<string, (world: World) => void> = {
  'a gear train': (world) => gears(world, null, 0),
  'a gear train with compliance': (world) => gears(world, null, 1e-3),
  'a gear train on a carrier': (world) => gears(world, world.addBody({ mass: 5, inertia: [2, 3, 4], angularVelocity: [0.1, 0.2, 0.5] }), 0),
  'a rack and pinion': (world) => {
    const [wheel, bar] = [box(world, [0, 0, 0]), box(world, [0.5, 0, 0])];
    const pinion = world.addJoint(new HingeJoint({ b: wheel, anchor: [0, 0, 0], axis: [0, 0, 1], friction: 0.5 }));
    const rack = world.addJoint(new PrismaticJoint({ b: bar, anchor: [0.5, 0, 0], axis: [0, 1, 0], limits: { lower: -1 } }));
    world.addJoint(new RackAndPinionJoint({ pinion, rack, radius: 0.5 }));
  },
  'a pulley': (world) => pulley(world, true),
  'a pulley whose rope pushes': (world) => pulley(world, false),
  'a grab': (world) => {
    const body = box(world, [0, 0, 0]);
    const grab = world.addJoint(new GrabJoint({ b: body, anchor: [0.1, 0.2, 0], maxForce: 60 }));
    grab.target = [0.5, 0.5, 0.1];
  },
  'motors that help': (world) => {
    const [one, other] = [box(world, [1, 0, 0]), box(world, [4, 0, 0])];
    const weak = world.addJoint(new HingeJoint({ b: one, anchor: [0, 0, 0], axis: [0, 0, 1], motor: { target: 0, maxTorque: 3 } }));
    const secondary = { target: 0.4, stiffness: 40, damping: 4, helps: weak.coordinates.rotation };
    const motor = { target: 0, stiffness: 60, damping: 6, deadZone: 0.05, secondary };
    world.addJoint(new HingeJoint({ b: other, anchor: [3, 0, 0], axis: [0, 0, 1], motor }));
  },
};

function box(world: World, position: Vec3, options: object = {}): Body {
  return world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.25], position, linearDamping: 0.2, angularDamping: 0.2, ...options });
}

function gears(world: World, carrier: Body | null, compliance: number): void {
  const wheels = [0, 1, 2].map((k) => {
    const wheel = box(world, [k, 0, 0], { angularVelocity: [0, 0, 1 - k] });
    return world.addJoint(new HingeJoint({ a: carrier, b: wheel, anchor: [k, 0, 0], axis: [0, 0, 1] }));
  });
  world.addJoint(new GearJoint({ first: wheels[0], second: wheels[1], ratio: -1.5, compliance }));
  world.addJoint(new GearJoint({ first: wheels[1], second: wheels[2], ratio: -0.5, compliance }));
}

function pulley(world: World, slack: boolean): void {
  const [a, b] = [box(world, [-1, -1, 0.1]), box(world, [1.2, -1, 0], { mass: 1.5 })];
  const anchors = { anchorA: [0.1, 0.2, 0], anchorB: [0, 0.2, 0.1] };
  world.addJoint(new PulleyJoint({ a, b, ...anchors, pointA: [-1, 1, 0], pointB: [1, 1, 0], ratio: 1.3, slack }));
}
