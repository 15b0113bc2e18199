// The files in data/: each describes one small system and what has to come out of it. data/README.md tells their format.
import fs from 'node:fs';
import type { Quat, Vec3 } from '../../bindings/index.ts';

export interface CaseBody {
  name: string;
  type: 'static' | 'dynamic';
  /** Of the centre of mass, which is the body's origin. */
  position: Vec3;
  orientation: Quat;
  mass?: number;
  /** Moments about the centre of mass; the principal axes are turned against the body's by `orientation`. */
  inertia?: { principal: Vec3; orientation?: Quat };
  linearVelocity?: Vec3;
  angularVelocity?: Vec3;
  /** Only where contact matters. */
  shape?: CaseShape;
}

/** Of a plane, the points with normal · x = offset in the world; what lies below is solid. */
export type CaseShape =
  | { type: 'sphere'; radius: number }
  | { type: 'box'; halfExtents: Vec3 }
  | { type: 'cylinder'; radius: number; halfLength: number; axis: Vec3 }
  | { type: 'plane'; normal: Vec3; offset: number };

/** What two bodies do where they touch: coefficients of the pair, not of each body. In their names `*` stands for any part. */
export interface CaseContact {
  bodyA: string;
  bodyB: string;
  friction: number;
  restitution: number;
}

/** Many equal bodies: their names are the prefix and a number from 0. */
export interface CaseBodyArray extends Omit<CaseBody, 'name' | 'position'> {
  namePrefix: string;
  positions: Vec3[];
}

interface PointFrame {
  point: Vec3;
}
interface AxisFrame extends PointFrame {
  axis: Vec3;
}
interface LinkFrame {
  pointA: Vec3;
  pointB: Vec3;
}
interface SpringLaw {
  stiffness: number;
  damping: number;
  quadraticStiffness?: number;
}
/** A displacement that grows by `rate`; with another drive than the position it is the rate that is prescribed. */
export interface PrescribedMotion {
  motion?: 'constant-rate';
  rate: number;
  drive?: string;
}

/** The frame is in world coordinates at the start. */
export type CaseJoint = { name: string; bodyA: string; bodyB: string } & (
  | { type: 'spherical'; frame: PointFrame }
  | { type: 'revolute' | 'prismatic' | 'cylindrical'; frame: AxisFrame }
  | { type: 'universal'; frame: PointFrame & { axisA: Vec3; axisB: Vec3 } }
  | { type: 'distance'; frame: LinkFrame; parameters: { length: number | null; minLength?: number | null; maxLength?: number | null } }
  | { type: 'revolute-spherical'; frame: LinkFrame & { axis: Vec3 }; parameters: { length: number } }
  | { type: 'spring-damper'; frame: LinkFrame; parameters: SpringLaw & { restLength: number } }
  | { type: 'torsion-spring'; frame: AxisFrame; parameters: SpringLaw & { restAngle?: number } }
  | { type: 'rotation-motor' | 'linear-actuator'; frame: AxisFrame; parameters: PrescribedMotion }
  | { type: 'rack-and-pinion'; frame: { axisA: Vec3; axisB: Vec3 }; parameters: { ratio: number } }
);

export type CaseJointOf<Type extends CaseJoint['type']> = CaseJoint & { type: Type };

/** A force at the centre of mass or a torque, world axes, that is there from one time to another. */
export interface CaseLoad {
  body: string;
  force?: Vec3;
  torque?: Vec3;
  from?: number;
  to?: number;
}

/** Values of one body, or of a joint at it, at the times `t`: `pos`, `vel`, `quat`, `reactionForce` and so on. */
export type CaseTrajectory = { body: string; t: number[] } & { [quantity: string]: (number | number[])[] };

/** What a soft constraint does that is solved implicitly in steps of `h`: time, displacement and velocity. */
export interface CaseStepTable {
  h: number;
  columns: string[];
  rows: number[][];
}

export interface Tolerance {
  type: 'absolute' | 'relative';
  value: number;
}

/** A number, or several, that have to come out. */
export interface CaseQuantity {
  name: string;
  value: number | number[];
  unit: string;
  /** Null: told for information. */
  tolerance: Tolerance | null;
}

/** A load that a joint has to carry all the time: force of body B on body A, and torque about the joint's point. */
export interface CaseReaction {
  joint: string;
  force: Vec3;
  torque?: Vec3;
  tolerance: Tolerance;
}

/** Greatest root mean square error of a component, by the quantity's name; much else is noted beside. */
export interface CaseTolerances {
  [name: string]: unknown;
  fromSource?: { constraintViolation?: number };
  /** s: the step with which the source reaches these tolerances, or for which they are suggested. */
  stepUsedBySource?: number;
  step?: number;
  /** Those for the motion itself, and those for the table of an implicit step. */
  exact?: { [name: string]: number };
  implicitStep?: { pos: number };
}

export interface Case {
  name: string;
  /** `reference`: of another program. `analytic`: a closed form. `computed`: integrated far below the tolerances. */
  kind: 'reference' | 'analytic' | 'computed';
  description: string;
  source: { license: string };
  gravity: Vec3;
  duration: number;
  outputInterval: number;
  bodies: CaseBody[];
  bodyArrays?: CaseBodyArray[];
  joints: CaseJoint[];
  contacts?: { pairs: CaseContact[] };
  loads?: CaseLoad[];
  tolerances: CaseTolerances;
  reference?: CaseTrajectory;
  expected?: {
    quantities: CaseQuantity[];
    trajectories?: CaseTrajectory[];
    reactions?: CaseReaction[];
    implicitStep?: CaseStepTable;
  };
}

export function readCase(name: string): Case {
  return JSON.parse(fs.readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8')) as Case;
}

/** All bodies, those of the arrays one by one. */
export function bodiesOf({ bodies, bodyArrays = [] }: Case): CaseBody[] {
  const single = ({ namePrefix, positions, ...common }: CaseBodyArray): CaseBody[] =>
    positions.map((position, index) => ({ ...common, name: `${namePrefix}${index}`, position }));
  return [...bodies, ...bodyArrays.flatMap(single)];
}

/** The side of a joint that the ground is on; A where both bodies move. */
export function groundSide({ bodies }: Case, { bodyA, bodyB }: CaseJoint): 'a' | 'b' {
  const isStatic = (name: string) => bodies.some((body) => body.name === name && body.type === 'static');
  return isStatic(bodyB) && !isStatic(bodyA) ? 'b' : 'a';
}

/** The trajectories that a case lists, of whichever kind. */
export function trajectoriesOf({ reference, expected }: Case): CaseTrajectory[] {
  return reference ? [reference] : (expected?.trajectories ?? []);
}
