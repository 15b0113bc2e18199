import {
  coefficient,
  finite,
  nonNegative,
  nonNegativeOrInfinite,
  options,
  orDefault,
  positive,
  requiredCoefficient,
} from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import type { HandleTypes } from '../core/handle-types.ts';
import { type InverseMass, type Oscillation, readOscillation, springOf } from './spring.ts';

interface GreatestLoad {
  /** Maximum load of a motor of a length, N. Infinite by default. */
  maxForce?: number;
  /** Maximum load of a motor of an angle, N m. Infinite by default. */
  maxTorque?: number;
}

/** The secondary target of a motor, for when its primary target has no effect. */
export interface SecondaryMotorOptions extends GreatestLoad {
  target: number;
  stiffness: number;
  damping?: number;
  /** A coordinate with a motor: this target is used while that motor is saturated. */
  helps?: HandleTypes['Coordinate'];
}

/**
 * A motor along a coordinate. With a `target` it is a servo: load = stiffness e + quadraticStiffness |e| e + damping (velocity - speed), e
 * = target - value; without a target it drives the speed to a velocity. By default either is as stiff as its maximum load allows.
 */
export interface MotorOptions extends GreatestLoad {
  /** Target value, m or rad; it moves with `velocity`. */
  target?: number;
  /** Target speed, m/s or rad/s; 0 by default if there is a target. */
  velocity?: number;
  /** Stiffness, N/m or N m/rad; needs a target. Infinite by default. */
  stiffness?: number;
  /** Damping, N s/m or N m s/rad. */
  damping?: number;
  /**
   * Alternative to stiffness and damping: the frequency at which the moving bodies would swing, Hz, and the damping ratio, 1 by default.
   */
  frequency?: number;
  dampingRatio?: number;
  /** Quadratic stiffness, N/m² or N m/rad². */
  quadraticStiffness?: number;
  /** Half width of a band about the target, or about the velocity if there is none, in which the motor has no effect. */
  deadZone?: number;
  /** A target for use inside the dead zone, or while another motor needs help. */
  secondary?: SecondaryMotorOptions;
}

/** A motor in numbers. */
export interface Drive {
  servo: boolean;
  rigid: boolean;
  target: number;
  velocity: number;
  stiffness: number;
  quadraticStiffness: number;
  damping: number;
  maxLoad: number;
  deadZone: number;
  secondary: SecondaryDrive | null;
}

export interface SecondaryDrive {
  target: number;
  stiffness: number;
  damping: number;
  maxLoad: number;
  /** Slot of the coordinate's record, plus one; 0: there is none. */
  helped: number;
}

/** A motor as it was given; the coordinate to help is checked when the motor is resolved. */
export interface DriveGiven extends Omit<Drive, 'secondary'> {
  oscillation: Oscillation | null;
  secondary: (Omit<SecondaryDrive, 'helped'> & { helps: unknown }) | null;
  name: string;
}

const MOTOR = [
  'target',
  'velocity',
  'stiffness',
  'damping',
  'frequency',
  'dampingRatio',
  'quadraticStiffness',
  'deadZone',
  'secondary',
] as const;

function invalid(message: string): never {
  throw new HolonomicError('invalid-argument', message);
}

function greatestLoad(value: unknown, name: string): number {
  return nonNegativeOrInfinite(orDefault(value, Infinity), name);
}

/** A motor of a coordinate in m (`linear`), whose maximum load is a force, or in rad. */
export function readMotor(value: unknown, name: string, linear: boolean): DriveGiven {
  const most = linear ? 'maxForce' : 'maxTorque';
  const given = options<MotorOptions>(value, name, [...MOTOR, most]);
  const oscillation = readOscillation({ ...given }, name, ['stiffness', 'damping']);
  const servo = given.target !== undefined;
  if (!servo) refuseSpring(given, name);
  if (!servo && given.velocity === undefined) invalid(`${name} needs a target or a velocity.`);
  const rigid = servo ? !oscillation && (given.stiffness === undefined || given.stiffness === Infinity) : given.damping === undefined;
  if (servo && rigid && (given.damping !== undefined || given.quadraticStiffness !== undefined))
    invalid(`${name}.damping and ${name}.quadraticStiffness need a finite ${name}.stiffness, because the motor is rigid without it.`);
  const deadZone = nonNegative(orDefault(given.deadZone, 0), `${name}.deadZone`);
  return {
    servo,
    rigid,
    target: finite(orDefault(given.target, 0), `${name}.target`),
    velocity: finite(orDefault(given.velocity, 0), `${name}.velocity`),
    stiffness: rigid ? 0 : coefficient(given.stiffness, `${name}.stiffness`),
    quadraticStiffness: coefficient(given.quadraticStiffness, `${name}.quadraticStiffness`),
    damping:
      servo || rigid
        ? coefficient(given.damping, `${name}.damping`)
        : positive(requiredCoefficient(given.damping, `${name}.damping`), `${name}.damping`),
    maxLoad: greatestLoad(given[most], `${name}.${most}`),
    deadZone,
    oscillation,
    secondary: given.secondary === undefined ? null : readSecondary(given.secondary, `${name}.secondary`, most, servo, deadZone),
    name,
  };
}

function refuseSpring(given: MotorOptions, name: string): void {
  for (const spring of ['stiffness', 'frequency', 'quadraticStiffness'] as const)
    if (given[spring] !== undefined) invalid(`${name}.${spring} needs a ${name}.target.`);
}

function readSecondary(
  value: unknown,
  name: string,
  most: 'maxForce' | 'maxTorque',
  servo: boolean,
  deadZone: number,
): DriveGiven['secondary'] {
  const given = options<SecondaryMotorOptions>(value, name, ['target', 'stiffness', 'damping', 'helps', most]);
  if (!servo) invalid(`${name} needs a motor with a target.`);
  if (deadZone === 0 && given.helps === undefined) invalid(`${name} needs a deadZone above zero, or a coordinate in ${name}.helps.`);
  return {
    target: finite(given.target, `${name}.target`),
    stiffness: requiredCoefficient(given.stiffness, `${name}.stiffness`),
    damping: coefficient(given.damping, `${name}.damping`),
    maxLoad: greatestLoad(given[most], `${name}.${most}`),
    helps: given.helps,
  };
}

/** A motor in numbers; `slotOf` finds the record of the coordinate to help. */
export function resolveDrive(given: DriveGiven, inverseMass: InverseMass, slotOf: (helps: unknown, name: string) => number): Drive {
  const { servo, rigid, target, velocity, quadraticStiffness, maxLoad, deadZone, oscillation, name } = given;
  const { stiffness, damping } = oscillation ? springOf(oscillation, inverseMass, name) : given;
  let secondary: SecondaryDrive | null = null;
  if (given.secondary) {
    const { helps, ...numbers } = given.secondary;
    secondary = { ...numbers, helped: helps === undefined ? 0 : slotOf(helps, `${name}.secondary.helps`) + 1 };
  }
  return { servo, rigid, target, velocity, stiffness, quadraticStiffness, damping, maxLoad, deadZone, secondary };
}
