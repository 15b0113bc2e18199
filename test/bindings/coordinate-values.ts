// What the tests of coordinates share: records read by name, and one joint of every kind.

import { CoordinateRecord, JointFlag, JointRecord, Coordinate as Kind, Role } from '../../bindings/core/layout.ts';
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
  RackAndPinionJoint,
  RevoluteSphericalJoint,
  RopeJoint,
  ScrewJoint,
  SixDofJoint,
  SpringDamperJoint,
  UniversalJoint,
  type World,
} from '../../bindings/index.ts';

const words = (names: object, mask: number) =>
  Object.entries(names)
    .filter(([name, bit]) => name !== 'Count' && mask & bit)
    .map(([name]) => name);

/** Names of the coordinates in a mask. */
const kindsIn = (mask: number) => Object.keys(Kind).filter((name) => name !== 'Count' && mask & (1 << Kind[name as 'X']));

/** Rows of a mask, such as 'X.Bound'. */
function rowsIn(mask: number): string[] {
  const names = (of: object) => Object.keys(of).filter((name) => name !== 'Count');
  return names(Kind).flatMap((kind, k) => names(Role).flatMap((role, r) => (mask & (1 << (4 * k + r)) ? [`${kind}.${role}`] : [])));
}

/** What a joint's records say. */
export function recordOf(joint: Joint) {
  const world = joint.world!;
  const { f64, u32 } = world.memory;
  const record = joint.record();
  const flags = u32[(record + JointRecord.flags) >> 2];
  const slots = world.store.coordinateSlots(joint.index);
  return {
    locks: kindsIn(u32[(record + JointRecord.locks) >> 2]),
    rows: rowsIn(u32[(record + JointRecord.rows) >> 2] >>> 0),
    flags: words(JointFlag, flags).filter((name) => !['Alive', 'Enabled', 'Placed'].includes(name)),
    coordinates: slots.map((slot) => {
      const at = world.store.coordinates.offset(slot);
      return Object.keys(Kind)[u32[(at + CoordinateRecord.kind) >> 2]];
    }),
    read: (field: number) => f64[(record + field) >> 3],
    /** A number of the record of the joint's k-th coordinate. */
    coordinate: (field: number, k = 0) => f64[(world.store.coordinates.offset(slots[k]) + field) >> 3],
    /** The same, of a whole number. */
    whole: (field: number, k = 0) => u32[(world.store.coordinates.offset(slots[k]) + field) >> 2],
  };
}

export function poke(joint: Joint, field: number, value: number): void {
  joint.world!.memory.f64[(joint.record() + field) >> 3] = value;
}

type Maker = (ends: { a: Body | null; b: Body }, world: World) => Joint;
const at = { anchor: [0.5, 0, 0] as const };
const points = { anchorA: [0, 0, 0], anchorB: [0.5, 0, 0] } as const;
const hinge: Maker = (ends, world) => world.addJoint(new HingeJoint({ ...ends, ...at, axis: [0, 0, 1] }));
const slider: Maker = ({ b }, world) => world.addJoint(new PrismaticJoint({ a: null, b, ...at, axis: [0, 1, 0] }));

/** One joint of every type, not yet added. */
export const MAKERS: Record<string, Maker> = {
  Ball: (ends) => new BallJoint({ ...ends, ...at }),
  Hinge: (ends) => new HingeJoint({ ...ends, ...at, axis: [0, 0, 1] }),
  Fixed: (ends) => new FixedJoint({ ...ends, ...at }),
  Prismatic: (ends) => new PrismaticJoint({ ...ends, ...at, axis: [1, 0, 0] }),
  Distance: (ends) => new DistanceJoint({ ...ends, ...points }),
  Cylindrical: (ends) => new CylindricalJoint({ ...ends, ...at, axis: [0, 0, 1] }),
  Universal: (ends) => new UniversalJoint({ ...ends, ...at, axisA: [0, 0, 1], axisB: [0, 1, 0.5] }),
  Planar: (ends) => new PlanarJoint({ ...ends, ...at, normal: [0, 1, 0] }),
  Rope: (ends) => new RopeJoint({ ...ends, ...points }),
  SpringDamper: (ends) => new SpringDamperJoint({ ...ends, ...points, stiffness: 100 }),
  MatrixSpring: (ends) => new MatrixSpringJoint({ ...ends, ...at, stiffness: 100, damping: 5 }),
  RevoluteSpherical: (ends) => new RevoluteSphericalJoint({ ...ends, ...points, axis: [0, 0, 1] }),
  SixDof: (ends) => new SixDofJoint({ ...ends, ...at, axis: [1, 0, 0], linear: { y: 'free' }, angular: { x: 'free', z: { friction: 2 } } }),
  Axle: (ends) => new AxleJoint({ ...ends, axis: [0, 1, 0] }),
  AngularDrive: (ends) => new AngularDriveJoint({ ...ends, stiffness: 20, damping: 1 }),
  Cone: (ends) => new ConeJoint({ ...ends, axis: [0, 1, 0], angle: { y: 0.5, z: 0.3 } }),
  Screw: (ends) => new ScrewJoint({ ...ends, ...at, axis: [0, 0, 1], lead: 0.02 }),
  Gear: (ends, world) =>
    new GearJoint({ first: hinge(ends, world) as HingeJoint, second: hinge({ a: null, b: ends.b }, world) as HingeJoint, ratio: -2 }),
  RackAndPinion: (ends, world) =>
    new RackAndPinionJoint({
      pinion: hinge({ a: null, b: ends.a! }, world) as HingeJoint,
      rack: slider(ends, world) as PrismaticJoint,
      radius: 0.5,
    }),
  Pulley: (ends) => new PulleyJoint({ ...ends, anchorA: [0, 0, 0], anchorB: [0, 0, 0], pointA: [0, 3, 0], pointB: [1, 2, 0] }),
  Path: (ends) =>
    new PathJoint({
      ...ends,
      ...at,
      points: [
        [0, 0, 0],
        [1, 0, 0],
        [2, 1, 0],
      ],
    }), // prettier-ignore
  Grab: ({ b }) => new GrabJoint({ body: b, anchor: [1, 0.1, 0] }),
};
