import type { Body } from '../body/body.ts';
import { BodyHandle } from '../body/body-handle.ts';
import { boolean, coefficient, options, orDefault, positive } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { type RowOptions, readRowOptions } from './row-options.ts';

/** Options of every joint. */
export interface JointOptions<UserData = unknown> {
  /** The two bodies; null or omitted is the world. */
  a?: Body | null;
  b?: Body | null;
  /** Inverse stiffness of the attachment of anchors, m/N; 0 (the default) is rigid. */
  compliance?: number;
  /** Rates at which relative velocities decay, 1/s. */
  damping?: { linear?: number; angular?: number };
  /** Whether the joint acts; true by default. */
  enabled?: boolean;
  /** Whether the two bodies collide with each other; false by default. */
  collideConnected?: boolean;
  /** Mean force, N, and torque, N m, over a step beyond which the joint breaks: it is then disabled. Infinite by default. */
  breakForce?: number;
  breakTorque?: number;
  /** How solvers other than 'xpbd' treat the rows of the joint. */
  rowOptions?: RowOptions;
  /** Your own data. */
  userData?: UserData;
}

/** What also joints can be given that have no compliance, and a damping of their own. */
export const PLAIN_JOINT_OPTIONS = [
  'a',
  'b',
  'enabled',
  'collideConnected',
  'breakForce',
  'breakTorque',
  'rowOptions',
  'userData',
] as const;
export const JOINT_OPTIONS = [...PLAIN_JOINT_OPTIONS, 'compliance', 'damping'] as const;
export type PlainJointOptions<UserData = unknown> = Pick<JointOptions<UserData>, (typeof PLAIN_JOINT_OPTIONS)[number]>;

/** What of the options every joint has. */
export function plainOptions<UserData>(given: PlainJointOptions<UserData>): PlainJointOptions<UserData> {
  const { a, b, enabled, collideConnected, breakForce, breakTorque, rowOptions, userData } = given;
  return { a, b, enabled, collideConnected, breakForce, breakTorque, rowOptions, userData };
}

const UNDAMPED = { linear: 0, angular: 0 } as const;

export function readInitial(given: JointOptions) {
  return {
    compliance: coefficient(given.compliance, 'compliance'),
    ...(given.damping === undefined ? UNDAMPED : readDamping(given.damping)),
    enabled: boolean(orDefault(given.enabled, true), 'enabled'),
    collideConnected: boolean(orDefault(given.collideConnected, false), 'collideConnected'),
    breakForce: threshold(orDefault(given.breakForce, Infinity), 'breakForce'),
    breakTorque: threshold(orDefault(given.breakTorque, Infinity), 'breakTorque'),
    rowOptions: readRowOptions(given.rowOptions),
  };
}

export function threshold(value: unknown, name: string): number {
  return value === Infinity ? Infinity : positive(value, name);
}

export function readDamping(value: unknown): { linear: number; angular: number } {
  const given = options<{ linear?: number; angular?: number }>(value, 'damping', ['linear', 'angular']);
  return { linear: coefficient(given.linear, 'damping.linear'), angular: coefficient(given.angular, 'damping.angular') };
}

export function bodyOrWorld(value: unknown, name: string): Body | null {
  if (value === null || value === undefined) return null;
  if (BodyHandle.isBody(value)) return value as Body;
  throw new HolonomicError('invalid-argument', `${name} must be a Body, or null for the world.`);
}
