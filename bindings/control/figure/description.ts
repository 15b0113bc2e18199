// What a figure is made of, as users say it and as it is built.
import {
  direction,
  finite,
  options,
  orDefault,
  positive,
  type Quat,
  type QuatLike,
  type Vec3,
  type Vec3Like,
  vector,
} from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { dot, length, normalized, rotationBetween, scale, subtract } from '../../core/geometry.ts';
import { readEntries, SOME } from '../../core/lists.ts';

/** Range of a ball joint. Angles in rad, from the middle of the range. */
export interface BallLimits {
  /** Half angles of the cone in which the part's own direction stays, about the joint's y and z; one number for both. */
  swing?: number | { y: number; z: number };
  /** Range of the twist about the part's own direction; one number for a symmetric range. */
  twist?: number | { lower: number; upper: number };
  /** The part's own direction at rest, in the figure's axes; along its capsule by default. */
  axis?: Vec3Like;
  /** The direction at the centre of the cone, in the figure's axes at rest; by default the direction at rest. */
  center?: Vec3Like;
  /** A direction whose component normal to `center` is the joint's y axis, which `swing.y` is about. */
  normal?: Vec3Like;
}

/** Range of a hinge, about an axis in the figure's axes at rest, in rad from the rest position. */
export interface HingeLimits {
  hinge: Vec3Like;
  lower: number;
  upper: number;
}

/** Strength of the muscle of a joint. Omitted values are those of the `Ragdoll`. */
export interface MuscleOptions {
  /** Frequency at which the parts outboard of the joint would swing, Hz. */
  frequency?: number;
  /** Damping ratio. */
  dampingRatio?: number;
  /** Angular acceleration that the maximum torque gives to the parts outboard of the joint, rad/s². */
  acceleration?: number;
}

/**
 * A part of a figure: a capsule, and the joint that connects it to its parent. Points are in the figure's frame, in which it stands at
 * rest.
 */
export interface FigurePart {
  name: string;
  /** Name of the parent part; only the first part has none. */
  parent?: string;
  /** Position of the joint to the parent; `from` by default. */
  joint?: Vec3Like;
  /** Ends of the capsule's axis, m. */
  from: Vec3Like;
  to: Vec3Like;
  /** Radius, m. */
  radius: number;
  /** Density, kg/m³; 1000 by default. */
  density?: number;
  /** Range of the joint; by default a ball joint without limits. */
  limits?: BallLimits | HingeLimits;
  muscle?: MuscleOptions;
}

/** The parts of a figure, each after its parent. */
export type FigureDescription = readonly FigurePart[];

/**
 * Rotations of parts relative to their parents, zero at rest, by name: quaternions in the axes of the figure at rest. Omitted parts are at
 * rest.
 */
export type FigurePose = Readonly<Record<string, QuatLike>>;

/** A part in numbers. */
export interface Part {
  name: string;
  index: number;
  /** -1: none. */
  parent: number;
  joint: Vec3;
  center: Vec3;
  /** Turns the body's y axis along the capsule, at rest. */
  rest: Quat;
  /** Unit vector along the capsule. */
  along: Vec3;
  halfHeight: number;
  radius: number;
  density: number;
  limits: Ball | Hinge;
  muscle: MuscleOptions;
}

export interface Ball {
  kind: 'ball';
  swing: { y: number; z: number } | null;
  twist: { lower: number; upper: number } | null;
  axis: Vec3;
  center: Vec3;
  normal: Vec3 | null;
}

export interface Hinge {
  kind: 'hinge';
  axis: Vec3;
  lower: number;
  upper: number;
}

const PART: readonly (keyof FigurePart)[] = ['name', 'parent', 'joint', 'from', 'to', 'radius', 'density', 'limits', 'muscle'];
export const MUSCLE: readonly (keyof MuscleOptions)[] = ['frequency', 'dampingRatio', 'acceleration'];
/** Sine of the angle between two directions that count as parallel. */
const PARALLEL = 1e-6;
/** m; of shorter capsules only a ball is left. */
const LEAST_LENGTH = 1e-6;
const Y: Vec3 = [0, 1, 0];

function invalid(message: string): never {
  throw new HolonomicError('invalid-argument', message);
}

/** Checks a description. */
export function readFigure(given: unknown): Part[] {
  const indices = new Map<string, number>();
  const needs = () => 'A figure needs a list of at least one part, such as humanoid() returns.';
  return readEntries(given, 'The figure', SOME, needs, (one, index) => {
    const part = readPart(one, index, indices);
    indices.set(part.name, index);
    return part;
  });
}

function readPart(given: unknown, index: number, indices: ReadonlyMap<string, number>): Part {
  const o = options<FigurePart>(given, `Part ${index} of the figure`, PART);
  if (typeof o.name !== 'string' || o.name === '') invalid(`Part ${index} of the figure needs a name.`);
  const what = (name: string) => `${name} of the part '${o.name}'`;
  if (indices.has(o.name)) invalid(`The figure has two parts with the name '${o.name}'; rename one of them.`);
  if (index === 0 && o.parent !== undefined) invalid('The first part of a figure has no parent; omit it.');
  const parent = index === 0 ? -1 : indices.get(o.parent as string);
  if (parent === undefined) invalid(`The part '${o.name}' needs as its parent the name of a part before it, not '${String(o.parent)}'.`);
  const [from, to] = [vector(o.from, what('from')), vector(o.to, what('to'))];
  const size = length(subtract(to, from));
  const along = size > LEAST_LENGTH ? normalized(subtract(to, from)) : Y;
  return {
    name: o.name,
    index,
    parent,
    joint: o.joint === undefined ? from : vector(o.joint, what('joint')),
    center: scale([from[0] + to[0], from[1] + to[1], from[2] + to[2]], 0.5),
    rest: rotationBetween(Y, along),
    along,
    halfHeight: size > LEAST_LENGTH ? size / 2 : 0,
    radius: positive(o.radius, what('radius')),
    density: positive(orDefault(o.density, 1000), what('density')),
    limits: readLimits(orDefault(o.limits, {}), what('limits'), along),
    muscle: readMuscle(orDefault(o.muscle, {}), what('muscle')),
  };
}

export function readMuscle(given: unknown, name: string): MuscleOptions {
  const o = options<MuscleOptions>(given, name, MUSCLE);
  for (const key of Object.keys(o) as (keyof MuscleOptions)[]) positive(o[key], `${name}.${key}`);
  return o;
}

function readLimits(given: unknown, name: string, along: Vec3): Ball | Hinge {
  if (typeof given === 'object' && given !== null && 'hinge' in given) {
    const o = options<HingeLimits>(given, name, ['hinge', 'lower', 'upper']);
    const [lower, upper] = interval(o, name);
    return { kind: 'hinge', axis: direction(o.hinge, `${name}.hinge`), lower, upper };
  }
  const o = options<BallLimits>(given, name, ['swing', 'twist', 'axis', 'center', 'normal']);
  const axis = o.axis === undefined ? along : direction(o.axis, `${name}.axis`);
  const center = o.center === undefined ? axis : direction(o.center, `${name}.center`);
  const normal = o.normal === undefined ? null : direction(o.normal, `${name}.normal`);
  if (normal && Math.abs(dot(normal, center)) > Math.sqrt(1 - PARALLEL * PARALLEL))
    invalid(`${name}.normal must not be parallel to the direction of the part.`);
  return { kind: 'ball', swing: readSwing(o.swing, `${name}.swing`), twist: readTwist(o.twist, `${name}.twist`), axis, center, normal };
}

function readSwing(given: BallLimits['swing'], name: string): Ball['swing'] {
  if (given === undefined) return null;
  const o = typeof given === 'number' ? { y: given, z: given } : options<{ y: number; z: number }>(given, name, ['y', 'z']);
  const half = (value: number, key: string) => {
    const angle = positive(value, key);
    return angle < Math.PI ? angle : invalid(`${key} must be less than half a turn, but is ${angle}.`);
  };
  return { y: half(o.y, `${name}.y`), z: half(o.z, `${name}.z`) };
}

function readTwist(given: BallLimits['twist'], name: string): Ball['twist'] {
  if (given === undefined) return null;
  if (typeof given === 'number') return { lower: -positive(given, name), upper: given };
  const [lower, upper] = interval(options<{ lower: number; upper: number }>(given, name, ['lower', 'upper']), name);
  return { lower, upper };
}

function interval(o: { lower: number; upper: number }, name: string): [number, number] {
  const [lower, upper] = [finite(o.lower, `${name}.lower`), finite(o.upper, `${name}.upper`)];
  return lower <= upper ? [lower, upper] : invalid(`${name}.lower must not be above ${name}.upper.`);
}
