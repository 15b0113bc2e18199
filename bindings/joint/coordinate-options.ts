import { coefficient, options } from '../core/arguments.ts';
import { Coordinate as Kind } from '../core/layout.ts';
import { drivenSlot, isLinear } from './coordinate.ts';
import type { Placement } from './coordinate-geometry.ts';
import type { CoordinateState } from './coordinate-record.ts';
import { inverseEffectiveMass } from './effective-mass.ts';
import type { JointHost } from './joint-handle.ts';
import {
  type ConeLimitOptions,
  isBounded,
  isPlain,
  type LimitGiven,
  type LimitOptions,
  readCone,
  readLimits,
  resolveLimit,
} from './limits.ts';
import { type DriveGiven, type MotorOptions, readMotor, resolveDrive } from './motor.ts';

/** Limits, motor and friction of a free coordinate of a joint. */
export interface CoordinateOptions {
  limits?: LimitOptions;
  motor?: MotorOptions;
  /** Coulomb friction: the maximum load that resists motion, N or N m. */
  friction?: number;
  /** Viscous damping: load per speed that resists motion, N s/m or N m s/rad. */
  viscousDamping?: number;
}

export const COORDINATE_OPTIONS = ['limits', 'motor', 'friction', 'viscousDamping'] as const;

/** The same, checked as far as can be without a world. */
export interface CoordinateGiven {
  kind: Kind;
  limit: LimitGiven | null;
  drive: DriveGiven | null;
  friction: number;
  viscousDamping: number;
}

/** The options about one coordinate among those of a joint. `prefix` is put before their names in errors. */
export function readCoordinate(given: CoordinateOptions, kind: Kind, prefix = ''): CoordinateGiven {
  const limit = given.limits === undefined ? null : readLimits(given.limits, `${prefix}limits`);
  return {
    kind,
    limit: limit && isBounded(limit) ? limit : null,
    drive: given.motor === undefined ? null : readMotor(given.motor, `${prefix}motor`, isLinear(kind)),
    friction: coefficient(given.friction, `${prefix}friction`),
    viscousDamping: coefficient(given.viscousDamping, `${prefix}viscousDamping`),
  };
}

/** The options about one coordinate as an object of their own. */
export function readCoordinateObject(value: unknown, kind: Kind, name: string): CoordinateGiven {
  const given = value === undefined ? {} : options<CoordinateOptions>(value, name, COORDINATE_OPTIONS);
  return readCoordinate(given, kind, `${name}.`);
}

/** The bound of a swing by a cone. */
export function coneGiven(value: ConeLimitOptions, name: string): CoordinateGiven {
  return { kind: Kind.Cone, limit: readCone(value, name), drive: null, friction: 0, viscousDamping: 0 };
}

/** Whether there is nothing but an interval, which a joint's own kernel holds. */
export const isOnlyInterval = ({ limit, drive, friction, viscousDamping }: CoordinateGiven): boolean =>
  drive === null && friction === 0 && viscousDamping === 0 && (limit === null || isPlain(limit));

/** What is to be written for a joint at a placement that locks the coordinates of a mask. */
export function resolveCoordinate(given: CoordinateGiven, host: JointHost, at: Placement, locks: number): CoordinateState {
  const { kind, limit, drive, friction, viscousDamping } = given;
  if (!limit && !drive) return { kind, limit, drive, friction, viscousDamping };
  const inverseMass = () => inverseEffectiveMass(host.context.memory, at, kind, locks);
  const slotOf = (helps: unknown, name: string) => drivenSlot(helps, host, name);
  return {
    kind,
    limit: limit && resolveLimit(limit, inverseMass),
    drive: drive && resolveDrive(drive, inverseMass, slotOf),
    friction,
    viscousDamping,
  };
}
