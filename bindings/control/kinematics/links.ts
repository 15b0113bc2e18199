// The links of a tree that inverse kinematics turns, as users say them and in numbers.
import { direction, finite, options, orDefault, positive, type Vec3, type Vec3Like, vector } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { add, length, normalized, scale, subtract } from '../../core/geometry.ts';
import { readEntries, SOME } from '../../core/lists.ts';

/** A link, which turns about its pivot. Points and directions are given for the rest pose. */
export interface IkLinkOptions {
  /** Index of its parent, which comes before it in the list; -1, or omitted, for a root. */
  parent?: number;
  /** The point about which the link turns. */
  pivot: Vec3Like;
  /** The end of the link. By default the mass is that of a thin rod from the pivot to the end. */
  end?: Vec3Like;
  /** Mass, kg; 1 by default. */
  mass?: number;
  centerOfMass?: Vec3Like;
  /** Inertia about the centre of mass, kg m²: three moments along the axes, or the nine numbers of the tensor, row by row. */
  inertia?: ArrayLike<number>;
  /** Axis of a hinge; without it the link turns freely. */
  hinge?: Vec3Like;
  /** Limits of the angle about the hinge, rad from rest. */
  lower?: number;
  upper?: number;
  /** Without a hinge: maximum swing of its direction, from pivot to end, away from rest, and maximum twist either way, rad. */
  swing?: number;
  twist?: number;
}

export interface Link {
  parent: number;
  pivot: Vec3;
  mass: number;
  center: Vec3;
  /** xx, yy, zz, xy, xz, yz at rest. */
  inertia: readonly number[];
  hinge: { axis: Vec3; lower: number; upper: number } | null;
  cone: { axis: Vec3; swing: number; twist: number } | null;
}

const LINK: readonly (keyof IkLinkOptions)[] = [
  'parent',
  'pivot',
  'end',
  'mass',
  'centerOfMass',
  'inertia',
  'hinge',
  'lower',
  'upper',
  'swing',
  'twist',
];
/** Moment of a thin rod about itself, over that of a rod across, m l². */
const ROD_ABOUT_ITSELF = 0.005;
const ROD_ACROSS = 1 / 12;

function invalid(message: string): never {
  throw new HolonomicError('invalid-argument', message);
}

export function readLinks(given: unknown): Link[] {
  return readEntries(given, 'The list of links', SOME, () => 'Inverse kinematics needs a list of at least one link.', readLink);
}

function readLink(given: unknown, index: number): Link {
  const o = options<IkLinkOptions>(given, `Link ${index}`, LINK);
  const what = (name: string) => `${name} of link ${index}`;
  const parent = orDefault(o.parent, -1) as number;
  if (!Number.isInteger(parent) || parent < -1 || parent >= index)
    invalid(`${what('parent')} must be the number of a link before it, or -1, but is ${String(o.parent)}.`);
  const pivot = vector(o.pivot, what('pivot'));
  const end = o.end === undefined ? null : vector(o.end, what('end'));
  if (!end && (o.centerOfMass === undefined || o.inertia === undefined))
    invalid(`Link ${index} needs an end, or a centre of mass and an inertia.`);
  const mass = positive(orDefault(o.mass, 1), what('mass'));
  return {
    parent,
    pivot,
    mass,
    center: o.centerOfMass === undefined ? scale(add(pivot, end!), 0.5) : vector(o.centerOfMass, what('centerOfMass')),
    inertia: o.inertia === undefined ? rod(mass, subtract(end!, pivot), what('end')) : tensor(o.inertia, what('inertia')),
    ...readRange(o, what, end ? subtract(end, pivot) : null),
  };
}

function readRange(o: IkLinkOptions, what: (name: string) => string, along: Vec3 | null): Pick<Link, 'hinge' | 'cone'> {
  if (o.hinge !== undefined) {
    if (o.swing !== undefined || o.twist !== undefined) invalid(`${what('hinge')} needs lower and upper instead of swing and twist.`);
    const bound = (value: unknown, fallback: number, name: string) => (value === undefined ? fallback : finite(value, what(name)));
    const [lower, upper] = [bound(o.lower, -Infinity, 'lower'), bound(o.upper, Infinity, 'upper')];
    if (lower > upper) invalid(`${what('lower')} must not be above its upper.`);
    return { hinge: { axis: direction(o.hinge, what('hinge')), lower, upper }, cone: null };
  }
  if (o.lower !== undefined || o.upper !== undefined) invalid(`${what('lower')} and upper need a hinge.`);
  if (o.swing === undefined && o.twist === undefined) return { hinge: null, cone: null };
  if (!along) invalid(`${what('swing')} and twist need an end, which defines the direction of the link.`);
  const half = (value: unknown, name: string) => (value === undefined ? Math.PI : Math.min(positive(value, what(name)), Math.PI));
  return { hinge: null, cone: { axis: normalized(along), swing: half(o.swing, 'swing'), twist: half(o.twist, 'twist') } };
}

function rod(mass: number, way: Vec3, name: string): number[] {
  const size = length(way);
  if (!(size > 0)) invalid(`${name} must not be its pivot.`);
  const [x, y, z] = scale(way, 1 / size);
  const across = ROD_ACROSS * mass * size * size;
  const less = ROD_ABOUT_ITSELF * mass * size * size - across;
  return [across + less * x * x, across + less * y * y, across + less * z * z, less * x * y, less * x * z, less * y * z];
}

function tensor(given: ArrayLike<number>, name: string): number[] {
  if (given.length !== 3 && given.length !== 9) invalid(`${name} must be three moments or nine numbers.`);
  const at = (k: number) => finite(given[k], name);
  if (given.length === 3) return [0, 1, 2].map((k) => positive(given[k], name)).concat([0, 0, 0]);
  return [at(0), at(4), at(8), at(1), at(2), at(5)];
}
