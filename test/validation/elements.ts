// What a case calls its joints: joints of a world, and what acts along the coordinates of such joints.
import { dot, subtract } from '../../bindings/core/geometry.ts';
import {
  BallJoint,
  type Body,
  type Coordinate,
  CylindricalJoint,
  DistanceJoint,
  HingeJoint,
  type Joint,
  type JointLoads,
  type MotorOptions,
  PrismaticJoint,
  RackAndPinionJoint,
  RevoluteSphericalJoint,
  RopeJoint,
  SpringDamperJoint,
  UniversalJoint,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
import type { CaseJoint, CaseJointOf, PrescribedMotion } from './case.ts';

export type Side = 'a' | 'b';
export type Load = JointLoads['total'];

export interface Element {
  /** Load on a body of the case's joint at its point on that body, world axes: mean over the last step. */
  load(side: Side): Load;
  /** By how much its equations are off, m or rad. */
  errors(): number[];
  /** What it acts on or leaves free, by name. */
  coordinates: Readonly<Record<string, Coordinate>>;
}

type Driver = CaseJointOf<'torsion-spring' | 'linear-actuator'>;
type Coupling = CaseJointOf<'rack-and-pinion'>;
type Link = CaseJointOf<Exclude<CaseJoint['type'], (Driver | Coupling)['type']>>;
type Guide = CaseJointOf<'revolute' | 'prismatic' | 'cylindrical' | 'rotation-motor'>;
type BodyNamed = (name: string) => Body;
type Freedom = 'rotation' | 'translation';

interface Built {
  joint: Joint;
  element: Element;
}

const GUIDES: Record<Freedom, Guide['type'][]> = {
  rotation: ['revolute', 'cylindrical', 'rotation-motor'],
  translation: ['prismatic', 'cylindrical'],
};

const isDriver = (joint: CaseJoint): joint is Driver => joint.type === 'torsion-spring' || joint.type === 'linear-actuator';
const isCoupling = (joint: CaseJoint): joint is Coupling => joint.type === 'rack-and-pinion';
const isLink = (joint: CaseJoint): joint is Link => !isDriver(joint) && !isCoupling(joint);

/** Adds the joints of a case to a world: first those that others act on. */
export function buildElements(joints: CaseJoint[], world: World, bodyNamed: BodyNamed): Map<string, Element> {
  const built = new Map<string, Built>();
  for (const joint of joints.filter(isLink)) built.set(joint.name, buildLink(joint, world, bodyNamed));
  for (const joint of joints.filter(isDriver)) built.set(joint.name, buildDriver(joint, joints, built));
  for (const joint of joints.filter(isCoupling)) built.set(joint.name, buildCoupling(joint, joints, built, world));
  return new Map(joints.map(({ name }) => [name, built.get(name)!.element]));
}

function buildLink(link: Link, world: World, bodyNamed: BodyNamed): Built {
  const joint = world.addJoint(createJoint(link, { a: bodyNamed(link.bodyA), b: bodyNamed(link.bodyB) }));
  const { coordinates } = joint;
  const element: Element = {
    load: (side) => joint.getLoads({ on: side }).total,
    // A spring has no equation to be off from.
    errors: () => (link.type === 'spring-damper' ? [] : [joint.positionError, joint.angularError]),
    coordinates,
  };
  if (link.type !== 'rotation-motor') return { joint, element };
  const errors = () => [...element.errors(), ...motorError(coordinates.rotation)];
  return { joint, element: { ...element, errors } };
}

function createJoint(link: Link, pair: { a: Body; b: Body }): Joint {
  switch (link.type) {
    case 'spherical':
      return new BallJoint({ ...pair, anchor: link.frame.point });
    case 'revolute':
      return new HingeJoint({ ...pair, anchor: link.frame.point, axis: link.frame.axis });
    case 'rotation-motor':
      return new HingeJoint({ ...pair, anchor: link.frame.point, axis: link.frame.axis, motor: motionMotor(link.parameters, 1) });
    case 'prismatic':
      return new PrismaticJoint({ ...pair, anchor: link.frame.point, axis: link.frame.axis });
    case 'cylindrical':
      return new CylindricalJoint({ ...pair, anchor: link.frame.point, axis: link.frame.axis });
    case 'universal':
      return new UniversalJoint({ ...pair, anchor: link.frame.point, axisA: link.frame.axisA, axisB: link.frame.axisB });
    case 'distance':
      return createDistance(link, pair);
    case 'revolute-spherical': {
      const { pointA, pointB, axis } = link.frame;
      return new RevoluteSphericalJoint({
        ...pair,
        anchorA: pointA,
        anchorB: pointB,
        frame: 'world',
        axis,
        length: link.parameters.length,
      });
    }
    case 'spring-damper': {
      const { restLength, stiffness, damping, quadraticStiffness } = link.parameters;
      return new SpringDamperJoint({ ...pair, ...anchorsOf(link), restLength, stiffness, damping, quadraticStiffness });
    }
  }
}

const anchorsOf = ({ frame: { pointA, pointB } }: { frame: { pointA: Vec3; pointB: Vec3 } }) =>
  ({ anchorA: pointA, anchorB: pointB, frame: 'world' }) as const;

function createDistance(link: CaseJointOf<'distance'>, pair: { a: Body; b: Body }): Joint {
  const { length, minLength, maxLength } = link.parameters;
  const options = { ...pair, ...anchorsOf(link) };
  if (typeof length === 'number') return new DistanceJoint({ ...options, length });
  if (!minLength && typeof maxLength === 'number') return new RopeJoint({ ...options, length: maxLength });
  return new DistanceJoint({ ...options, minLength: minLength ?? undefined, maxLength: maxLength ?? undefined });
}

/** A spring or an actuator along the coordinate of another joint is a motor there: both are solved at once. */
function buildDriver(driver: Driver, joints: CaseJoint[], built: Map<string, Built>): Built {
  const freedom = driver.type === 'torsion-spring' ? 'rotation' : 'translation';
  const { bodyA, bodyB } = driver;
  const between = (guide: Guide) => [guide.bodyA, guide.bodyB].sort().join() === [bodyA, bodyB].sort().join();
  const guide = guideOf(freedom, driver.frame.axis, joints, between, driver.name);
  const host = built.get(guide.name)!;
  const coordinate = host.joint.coordinates[freedom];
  if (coordinate.motor) throw new Error(`'${guide.name}' has a motor already: '${driver.name}' cannot be one too`);
  const reversed = guide.bodyA !== bodyA;
  const sign = alongAxis(guide, driver.frame.axis) * (reversed ? -1 : 1);
  coordinate.motor = driver.type === 'torsion-spring' ? springMotor(driver, sign) : motionMotor(driver.parameters, sign);
  const sideOf = (side: Side): Side => (reversed ? (side === 'a' ? 'b' : 'a') : side);
  const loads = (side: Side) => host.joint.getLoads({ on: side });
  const element: Element = {
    load: (side) => loads(sideOf(side)).motor,
    errors: () => (driver.type === 'linear-actuator' ? motorError(coordinate) : []),
    coordinates: { [freedom]: coordinate },
  };
  if (driver.type === 'linear-actuator') {
    // The load of a hinge is told with that of its spring, that of a guide without its actuator's.
    const load = (side: Side): Load => {
      const { total, motor } = loads(side);
      return { force: subtract(total.force, motor.force), torque: subtract(total.torque, motor.torque) };
    };
    built.set(guide.name, { joint: host.joint, element: { ...host.element, load } });
  }
  return { joint: host.joint, element };
}

function buildCoupling(
  { name, bodyA, bodyB, frame, parameters }: Coupling,
  joints: CaseJoint[],
  built: Map<string, Built>,
  world: World,
): Built {
  const carried = (freedom: Freedom, body: string, axis: Vec3) => {
    const guide = guideOf(freedom, axis, joints, (each) => each.bodyA === body || each.bodyB === body, name);
    const sign = alongAxis(guide, axis) * (guide.bodyB === body ? 1 : -1);
    return { joint: built.get(guide.name)!.joint, sign };
  };
  const [pinion, rack] = [carried('rotation', bodyA, frame.axisA), carried('translation', bodyB, frame.axisB)];
  const radius = parameters.ratio * pinion.sign * rack.sign;
  const joint = world.addJoint(new RackAndPinionJoint({ pinion: pinion.joint as HingeJoint, rack: rack.joint as PrismaticJoint, radius }));
  const element: Element = {
    load: (side) => joint.getLoads({ on: side }).total,
    errors: () => [joint.error],
    coordinates: {},
  };
  return { joint, element };
}

/** The joint that leaves a body free to move along or about an axis. */
function guideOf(freedom: Freedom, axis: Vec3, joints: CaseJoint[], holds: (guide: Guide) => boolean, name: string): Guide {
  const isGuide = (joint: CaseJoint): joint is Guide => (GUIDES[freedom] as string[]).includes(joint.type);
  const guide = joints.filter(isGuide).find((joint) => holds(joint) && alongAxis(joint, axis) !== 0);
  if (!guide) throw new Error(`'${name}' needs a joint that leaves the ${freedom} free`);
  return guide;
}

/** 1 or -1 for a joint whose axis is along another, or against it; else 0. */
function alongAxis({ frame }: Guide, axis: Vec3): -1 | 0 | 1 {
  const cosine = dot(frame.axis, axis) / Math.sqrt(dot(frame.axis, frame.axis) * dot(axis, axis));
  if (Math.abs(cosine) < 1 - 1e-9) return 0;
  return cosine > 0 ? 1 : -1;
}

function motionMotor({ motion = 'constant-rate', rate, drive = 'position' }: PrescribedMotion, sign: number): MotorOptions {
  if (motion !== 'constant-rate') throw new Error(`no motion '${motion}' is known`);
  return drive === 'position' ? { target: 0, velocity: sign * rate } : { velocity: sign * rate };
}

function springMotor({ parameters }: CaseJointOf<'torsion-spring'>, sign: number): MotorOptions {
  const { restAngle = 0, stiffness, damping, quadraticStiffness } = parameters;
  return { target: sign * restAngle, stiffness, damping, quadraticStiffness };
}

/** How far a servo is from its target; a motor for a speed holds no position. */
function motorError(coordinate: Coordinate): number[] {
  return coordinate.motor?.target === undefined ? [] : [coordinate.motorTarget - coordinate.value];
}
