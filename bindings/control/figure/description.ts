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

/** How far a ball joint lets a part move. Angles in rad, from the middle of its range. */
export interface BallLimits {
  /** Half angles of the cone in which the part's own direction stays: about the joint's y and z; one number for both. */
  swing?: number | { y: number; z: number };
  /** How far the part turns about its own direction; a number for as far either way. */
  twist?: number | { lower: number; upper: number };
  /** The part's own direction at rest, in the figure's axes; along its capsule, unless given. */
  axis?: Vec3Like;
  /** Where that points, in the figure's axes at rest, in the middle of its cone; as at rest, unless given. */
  center?: Vec3Like;
  /** A direction that is the joint's y axis, as far as it is normal to `center`: the one `swing.y` is about. */
  normal?: Vec3Like;
}

/** How far a hinge lets a part move: about an axis, in the figure's axes at rest, rad from there. */
export interface HingeLimits {
  hinge: Vec3Like;
  lower: number;
  upper: number;
}

/** How hard the muscle of a joint pulls. What is not given is that of the `Ragdoll`. */
export interface MuscleOptions {
  /** Hz, with which what hangs on the joint would swing. */
  frequency?: number;
  /** Over the critical damping. */
  dampingRatio?: number;
  /** rad/s², that the maximum torque gives to what hangs on the joint. */
  acceleration?: number;
}

/** A part of a figure: a capsule, and the joint by which it hangs on another. Points are in the figure's frame, in which it stands at rest. */
export interface FigurePart {
  name: string;
  /** Name of the part it hangs on; one part, the first, has none. */
  parent?: string;
  /** Place of the joint to the parent; `from`, unless given. */
  joint?: Vec3Like;
  /** Ends of the capsule's axis, m. */
  from: Vec3Like;
  to: Vec3Like;
  /** m. */
  radius: number;
  /** kg/m³; 1000 unless given. */
  density?: number;
  /** A ball joint without limits, unless given. */
  limits?: BallLimits | HingeLimits;
  muscle?: MuscleOptions;
}

/** The parts of a figure, each after the one it hangs on. */
export type FigureDescription = readonly FigurePart[];

/** Rotations of parts against what they hang on, zero at rest, by their names: quaternions in the axes of the figure at rest. Those left out are at rest. */
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
  if (!Array.isArray(given) || given.length === 0) invalid('A figure is a list of its parts, at least one; humanoid() makes one.');
  const indices = new Map<string, number>();
  return (given as unknown[]).map((one, index) => {
    const part = readPart(one, index, indices);
    indices.set(part.name, index);
    return part;
  });
}

function readPart(given: unknown, index: number, indices: ReadonlyMap<string, number>): Part {
  const o = options<FigurePart>(given, `Part ${index} of the figure`, PART);
  if (typeof o.name !== 'string' || o.name === '') invalid(`Part ${index} of the figure needs a name.`);
  const what = (name: string) => `${name} of the part '${o.name}'`;
  if (indices.has(o.name)) invalid(`The figure has two parts with the name '${o.name}'; give each its own.`);
  if (index === 0 && o.parent !== undefined) invalid('The first part of a figure hangs on none: leave out its parent.');
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
