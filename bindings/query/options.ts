import type { Body } from '../body/body.ts';
import { BodyHandle } from '../body/body-handle.ts';
import {
  ALL_GROUPS,
  bits,
  boolean,
  nonNegative,
  optionNames,
  options,
  orDefault,
  type Quat,
  type QuatLike,
  rotation,
  unreadable,
  type Vec3,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { readArray } from '../core/lists.ts';

/** Selects the bodies that a query considers. */
export interface QueryFilter {
  /** Groups (bits) to consider; all by default. A body is considered if one of the bits of its `collisionGroup` is among them. */
  mask?: number;
  /** Bodies to ignore. */
  exclude?: Body | readonly Body[];
  /** Called with each body that would be found; a body for which it returns false is ignored. It must not change the world. */
  filter?: (body: Body) => boolean;
  /** Whether sensors are considered too; false by default. */
  sensors?: boolean;
}

export interface RayOptions extends QueryFilter {
  /** Length of the ray, m; no limit by default. */
  maxDistance?: number;
  /**
   * Whether a ray that starts inside a solid continues to the point where it leaves it, instead of hitting at distance zero; false by
   * default.
   */
  hollow?: boolean;
}

export interface PointQueryOptions extends QueryFilter {
  /** Maximum distance of a body that `closestPoint` finds, m; no limit by default. `bodiesAt`, where it is always 0, ignores it. */
  maxDistance?: number;
}

/** A pose of a shape. */
export interface ShapePose extends QueryFilter {
  /** Position of the shape's origin, m; the world's origin by default. */
  position?: Vec3Like;
  orientation?: QuatLike;
}

export interface CastOptions extends ShapePose {
  /** Displacement of the shape, m. */
  translation: Vec3Like;
}

const FILTER: readonly (keyof QueryFilter)[] = ['mask', 'exclude', 'filter', 'sensors'];
const RAY = [...FILTER, 'maxDistance', 'hollow'];
export const CLOSEST_RAY: readonly string[] = [...RAY, 'out'];

/** A filter with everything checked. */
export interface Filter {
  mask: number;
  exclude: readonly Body[];
  filter: ((body: Body) => boolean) | undefined;
  sensors: boolean;
}

function readFilter({ exclude, filter, mask, sensors }: QueryFilter): Filter {
  if (filter !== undefined && typeof filter !== 'function')
    throw new HolonomicError('invalid-argument', 'filter must be a function that takes a body.');
  return {
    mask: bits(mask, 'mask', ALL_GROUPS),
    exclude: exclude === undefined ? NOBODY : readExcluded(exclude),
    filter,
    sensors: boolean(orDefault(sensors, false), 'sensors'),
  };
}

const NOBODY: readonly Body[] = Object.freeze([]);
/** More bodies there are not. */
const MOST_EXCLUDED = 1 << 22;

function readExcluded(exclude: unknown): readonly Body[] {
  return isArray(exclude) ? readArray(exclude, 'exclude', MOST_EXCLUDED, excludedBody) : [excludedBody(exclude)];
}

function excludedBody(value: unknown): Body {
  if (BodyHandle.isBody(value)) return value as Body;
  throw new HolonomicError('invalid-argument', 'exclude must be a body or a list of bodies.');
}

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false; // a proxy that has been revoked: no body either
  }
}

/** What is read where no options are given. */
export const NO_OPTIONS = Object.freeze({});
const DEFAULT_RAY: RayQuery = {
  mask: ALL_GROUPS,
  exclude: [],
  filter: undefined,
  sensors: false,
  limit: Number.POSITIVE_INFINITY,
  hollow: false,
  out: undefined,
};

/** What a ray looks for. */
export interface RayQuery extends Filter {
  limit: number;
  hollow: boolean;
  /** What is to be written over; not checked yet. */
  out: unknown;
}

export function readRayOptions(given: RayOptions & { out?: unknown }, name: string, known: readonly string[] = RAY): RayQuery {
  if (given === NO_OPTIONS) return DEFAULT_RAY;
  // Read once and not copied: rays are many.
  optionNames(given, `The options of ${name}`, known);
  try {
    const { maxDistance, hollow, out } = given;
    const { mask, exclude, filter, sensors } = readFilter(given);
    return { mask, exclude, filter, sensors, limit: readLimit(maxDistance), hollow: boolean(orDefault(hollow, false), 'hollow'), out };
  } catch (cause) {
    return unreadable(`The options of ${name}`, cause);
  }
}

export function readPointOptions(given: PointQueryOptions, name: string): Filter & { limit: number } {
  const o = options<PointQueryOptions>(given, `The options of ${name}`, [...FILTER, 'maxDistance']);
  return { ...readFilter(o), limit: readLimit(o.maxDistance) };
}

/** A largest distance; none by default. */
export function readLimit(value: unknown): number {
  return value === undefined || value === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : nonNegative(value, 'maxDistance');
}

export function readPose(o: ShapePose): Filter & { position: Vec3; orientation: Quat } {
  return {
    ...readFilter(o),
    position: vector(orDefault(o.position, [0, 0, 0]), 'position'),
    orientation: rotation(orDefault(o.orientation, [0, 0, 0, 1]), 'orientation'),
  };
}

export function readOverlapOptions(given: ShapePose): ReturnType<typeof readPose> {
  return readPose(options<ShapePose>(given, 'The options of overlap', [...FILTER, 'position', 'orientation']));
}

export function readCastOptions(given: CastOptions): ReturnType<typeof readPose> & { translation: Vec3 } {
  const o = options<CastOptions>(given, 'The options of castShape', [...FILTER, 'position', 'orientation', 'translation']);
  return { ...readPose(o), translation: vector(o.translation, 'translation') };
}
