// A world with one of everything, to be called with whatever there is.
import * as api from '../../../bindings/index.ts';
import { type Body, type Coordinate, type Joint, World, type WorldOptions } from '../../../bindings/index.ts';
import { ParticleSet } from '../../../bindings/particle/index.ts';
import type { ShapeBase as Shape } from '../../../bindings/shape/shape.ts';

export interface Stage {
  world: World;
  bodies: Record<'dynamic' | 'other' | 'kinematic' | 'fixed' | 'removed' | 'foreign' | 'gone', Body>;
  joints: Record<string, Joint>;
  shapes: Record<string, Shape>;
  particles: ParticleSet;
  removedJoint: Joint;
  foreignJoint: Joint;
  looseJoint: Joint;
  /** A world that has been disposed of, and what was in it. */
  disposed: World;
  foreign: World;
  snapshot: Uint8Array;
  /** What members are called on, by a name that is the same in each stage. */
  targets: Map<string, object>;
}

const ORIGIN = [0, 0, 0] as const;

export function makeShapes(): Record<string, Shape> {
  const cube = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1].map((each) => each / 4);
  return {
    Sphere: new api.Sphere(0.3),
    Capsule: new api.Capsule(0.2, 0.2),
    Box: new api.Box([0.3, 0.2, 0.3], { rounding: 0.05 }),
    Cylinder: new api.Cylinder(0.3, 0.2),
    Cone: new api.Cone(0.3, 0.3),
    ConvexHull: new api.ConvexHull(cube),
    HalfSpace: new api.HalfSpace(),
    HeightField: new api.HeightField({ heights: new Array(9).fill(0), rows: 3, columns: 3, spacing: 1 }),
    TriangleMesh: new api.TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { solid: false }),
    Spline: new api.Spline([0, 0, 0, 1, 0, 0], { radius: 0.1 }),
    Compound: new api.Compound([{ shape: new api.Sphere(0.2) }, { shape: new api.Sphere(0.2), position: [0.2, 0, 0] }]),
  };
}

/** Options that each class of joints accepts, but for the bodies. */
export const JOINT_OPTIONS: Record<string, object> = {
  AxleJoint: { axis: [0, 1, 0], limits: { lower: -1, upper: 1, compliance: 1e-3, damping: 1 } },
  BallJoint: {
    anchor: ORIGIN,
    axis: [0, 1, 0],
    twist: { lower: -1, upper: 1 },
    swing: { y: 1, z: 1 },
    motor: { velocity: [0, 0, 1], maxTorque: 1 },
  },
  AngularDriveJoint: { target: [0, 0, 0, 1], targetVelocity: [0, 1, 0], stiffness: 10, damping: 1, maxTorque: 5, relaxation: 1 },
  ConeJoint: { axis: [0, 1, 0], angle: { y: 1, z: 0.5, compliance: 1e-3 } },
  CylindricalJoint: { anchor: ORIGIN, axis: [0, 1, 0], rotation: { friction: 1 }, translation: { motor: { velocity: 1, maxForce: 1 } } },
  DistanceJoint: { anchorA: ORIGIN, anchorB: ORIGIN, minLength: 0, maxLength: 5, compliance: 1e-4 },
  FixedJoint: { anchor: ORIGIN, angularCompliance: 1e-3 },
  HingeJoint: {
    anchor: ORIGIN,
    axis: [0, 1, 0],
    motor: { target: 0.5, stiffness: 10, damping: 1, deadZone: 0.1, secondary: { target: 0, stiffness: 1 } },
  },
  MatrixSpringJoint: { anchor: ORIGIN, stiffness: 100, damping: 1, maxForce: 10, relaxation: 1 },
  PathJoint: { anchor: ORIGIN, points: [ORIGIN, [1, 0, 0], [2, 1, 0]], orientation: 'follow', viscousDamping: 1 },
  PlanarJoint: { anchor: ORIGIN, normal: [0, 1, 0], axis: [1, 0, 0], y: { friction: 1 } },
  PrismaticJoint: { anchor: ORIGIN, axis: [1, 0, 0], target: { offset: 0, compliance: 1e-3 }, breakForce: 1e9 },
  PulleyJoint: { anchorA: ORIGIN, anchorB: ORIGIN, pointA: [0, 5, 0], pointB: [1, 5, 0], ratio: 2, length: 20, slack: true },
  RevoluteSphericalJoint: { anchorA: ORIGIN, anchorB: ORIGIN, axis: [1, 0, 0], damping: { linear: 1, angular: 1 } },
  RopeJoint: { anchorA: ORIGIN, anchorB: ORIGIN, length: 4 },
  ScrewJoint: { anchor: ORIGIN, axis: [0, 1, 0], lead: 0.1, rotation: { motor: { velocity: 1, maxTorque: 2 } } },
  SixDofJoint: {
    anchor: ORIGIN,
    axis: [0, 1, 0],
    linear: { x: { limits: { lower: -1, upper: 1, frequency: 5, dampingRatio: 1 } }, y: 'free' },
    angular: { x: 'free', y: 'free', z: 'free' },
    cone: { y: 1, z: 1 },
  },
  SpringDamperJoint: {
    anchorA: ORIGIN,
    anchorB: ORIGIN,
    stiffness: 100,
    damping: 1,
    restLength: 1,
    quadraticStiffness: 1,
    maxForce: 100,
    minLength: 0,
    maxLength: 9,
  },
  UniversalJoint: { anchor: ORIGIN, axisA: [0, 1, 0], axisB: [1, 0, 0], first: { motor: { velocity: 1, maxTorque: 1 } } },
  WheelJoint: { anchor: ORIGIN, axis: [0, 0, 1], suspensionAxis: [0, 1, 0], steering: { limits: { lower: -0.5, upper: 0.5 } } },
};

export const CUSTOM_OPTIONS = { rows: [{ linearB: [0, 1, 0], stiffness: 10, damping: 1, maxLoad: 5 }, {}, {}] };

export async function makeStage(settings: WorldOptions): Promise<Stage> {
  const options: WorldOptions = { ...settings, substeps: 2 };
  const [world, foreign, disposed] = [await World.create(options), await World.create(options), await World.create(options)];
  const shapes = makeShapes();
  const ball = shapes.Sphere as api.Sphere;
  world.addBody({ type: 'static', shape: shapes.HalfSpace as api.HalfSpace, position: [0, -1, 0] });
  const dynamic = world.addBody({
    shape: shapes.Box as api.Box,
    position: [0, -0.81, 0],
    centerOfMass: [0.05, 0, 0],
    angularVelocity: [0.1, 0.2, 0.3],
  });
  const other = world.addBody({
    shape: ball,
    mass: 2,
    position: [0.5, -0.75, 0],
    linearDamping: 0.1,
    lockRotation: [true, false, false],
    userData: 1,
  });
  const kinematic = world.addBody({ type: 'kinematic', shape: shapes.Capsule as api.Capsule, position: [3, 1, 0] });
  const fixed = world.addBody({ type: 'static', shape: shapes.HeightField as api.HeightField, position: [6, -1, 0] });
  const removed = world.addBody({ shape: ball });
  const removedJoint = world.addJoint(new api.BallJoint({ a: removed, anchor: ORIGIN }));
  world.removeBody(removed);
  const joints: Record<string, Joint> = {};
  for (const [name, given] of Object.entries(JOINT_OPTIONS)) {
    const at = Object.keys(joints).length;
    const [a, b] = [0, 1].map((k) => world.addBody({ shape: ball, position: [2 * at, 3 + k, 4], canSleep: at % 2 === 0 }));
    const Type = Reflect.get(api, name) as new (given: object) => Joint;
    joints[name] = world.addJoint(new Type({ a, b, ...given }));
  }
  const [hinge, prismatic] = [joints.HingeJoint as api.HingeJoint, joints.PrismaticJoint as api.PrismaticJoint];
  joints.GrabJoint = world.addJoint(new api.GrabJoint({ body: other, anchor: [0.5, -0.75, 0], target: [0.6, -0.7, 0] }));
  joints.GearJoint = world.addJoint(
    new api.GearJoint({ first: hinge, second: joints.CylindricalJoint as api.CylindricalJoint, ratio: -2 }),
  );
  joints.RackAndPinionJoint = world.addJoint(new api.RackAndPinionJoint({ pinion: hinge, rack: prismatic, radius: 0.5 }));
  const foreignBody = foreign.addBody({ shape: ball });
  const foreignJoint = foreign.addJoint(new api.HingeJoint({ a: foreignBody, anchor: ORIGIN, axis: [0, 1, 0] }));
  // Elsewhere: a world with such a joint is not stepped by the kernels.
  await World.load({ solver: 'pgs' });
  const custom = foreign.addJoint(new api.CustomJoint({ b: foreignBody, ...structuredClone(CUSTOM_OPTIONS) }));
  const looseJoint = new api.HingeJoint({ a: dynamic, anchor: ORIGIN, axis: [0, 1, 0] });
  const gone = disposed.addBody({ shape: ball });
  const goneJoint = disposed.addJoint(new api.HingeJoint({ a: gone, anchor: ORIGIN, axis: [0, 1, 0] }));
  const goneCoordinate = goneJoint.rotation;
  disposed.dispose();
  for (let step = 0; step < 3; step++) world.step(1 / 60);
  const bodies = { dynamic, other, kinematic, fixed, removed, foreign: foreignBody, gone };
  const targets = new Map<string, object>(
    Object.entries({ world, disposed, events: world.events, ...bodies, removedJoint, looseJoint, goneJoint, goneCoordinate }),
  );
  targets.delete('foreign'); // its state is not compared
  targets.set('custom', custom);
  for (const [name, joint] of Object.entries(joints)) {
    targets.set(name, joint);
    for (const [coordinate, handle] of Object.entries(joint.coordinates) as [string, Coordinate][])
      targets.set(`${name}.${coordinate}`, handle);
  }
  for (const [name, shape] of Object.entries(shapes)) targets.set(name, shape);
  const snapshot = world.snapshot();
  const particles = world.addParticles(new ParticleSet({ positions: [0, 9, 0] }));
  return { world, foreign, disposed, bodies, joints, shapes, particles, removedJoint, foreignJoint, looseJoint, snapshot, targets };
}
