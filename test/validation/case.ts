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
  /** Moments about the centre of mass; the principal axes are the body's in every file here. */
  inertia?: { principal: Vec3 };
  linearVelocity?: Vec3;
  angularVelocity?: Vec3;
}

/** The frame is in world coordinates at the start. */
export type CaseJoint = { name: string; bodyA: string; bodyB: string } & (
  | { type: 'distance'; frame: { pointA: Vec3; pointB: Vec3 }; parameters: { length: number } }
  | { type: 'spherical'; frame: { point: Vec3 } }
  | { type: 'revolute' | 'prismatic'; frame: { point: Vec3; axis: Vec3 } }
);

/** Vectors of one body, or of a joint at it, at the times `t`: `pos`, `vel`, `quat`, `reactionForce` and so on. */
export type CaseTrajectory = { body: string; t: number[] } & { [quantity: string]: number[][] };

export interface Tolerance {
  type: 'absolute' | 'relative';
  value: number;
}

/** A number, or several, that have to come out. */
export interface CaseQuantity {
  name: string;
  value: number | number[];
  unit: string;
  tolerance: Tolerance;
}

/** A load that a joint has to carry all the time: force of body B on body A. */
export interface CaseReaction {
  joint: string;
  force: Vec3;
  tolerance: Tolerance;
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
  joints: CaseJoint[];
  /** Greatest root mean square error of a component, by the quantity's name; much else is noted beside. */
  tolerances: { [name: string]: unknown; fromSource?: { constraintViolation?: number } };
  reference?: CaseTrajectory;
  expected?: { quantities: CaseQuantity[]; trajectories?: CaseTrajectory[]; reactions?: CaseReaction[] };
}

export function readCase(name: string): Case {
  return JSON.parse(fs.readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8')) as Case;
}

/** The trajectories that a case lists, of whichever kind. */
export function trajectoriesOf({ reference, expected }: Case): CaseTrajectory[] {
  return reference ? [reference] : (expected?.trajectories ?? []);
}
