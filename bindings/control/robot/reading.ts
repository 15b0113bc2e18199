// Attributes of URDF elements, checked: errors name the element and its line.
import { direction, type Quat, shortened, type Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { multiply } from '../../core/geometry.ts';
import { sineAndCosine } from '../../core/trigonometry.ts';
import type { Element } from './xml.ts';

/** What is wrong with an element, for people: `<joint name="elbow"> (line 12) has no parent.` */
export function wrong(element: Element, what: string): HolonomicError {
  const name = element.attributes.get('name');
  const tag = name === undefined ? `<${element.name}>` : `<${element.name} name="${shortened(name)}">`;
  return new HolonomicError('invalid-argument', `${tag} (line ${element.line}) ${what}`);
}

export function optionalText(element: Element, attribute: string): string | undefined {
  const text = element.attributes.get(attribute);
  if (text?.includes('${'))
    throw wrong(element, `has "${shortened(text)}" as ${attribute}: this is a xacro file; expand it to a URDF first.`);
  return text;
}

export function text(element: Element, attribute: string): string {
  const found = optionalText(element, attribute);
  if (found === undefined || found.trim() === '') throw wrong(element, `needs the attribute ${attribute}.`);
  return found;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function numbers(element: Element, attribute: string, count: number, given: string): number[] {
  const words = given.trim().split(/\s+/);
  const values = words.map((word) => (NUMBER.test(word) ? Number(word) : Number.NaN));
  if (words.length !== count || !values.every(Number.isFinite))
    throw wrong(
      element,
      `needs ${count === 1 ? 'a finite number' : `${count} finite numbers`} as ${attribute}, but has "${shortened(given)}".`,
    );
  return values;
}

export function number(element: Element, attribute: string, fallback?: number): number {
  const given = optionalText(element, attribute);
  if (given === undefined && fallback !== undefined) return fallback;
  return numbers(element, attribute, 1, given ?? text(element, attribute))[0];
}

/** A number of at least zero. */
export function nonNegative(element: Element, attribute: string, fallback?: number): number {
  const value = number(element, attribute, fallback);
  if (value < 0) throw wrong(element, `must not have a negative ${attribute}, but has ${value}.`);
  return value;
}

/** A number above zero. */
export function positive(element: Element, attribute: string): number {
  const value = number(element, attribute);
  if (value <= 0) throw wrong(element, `needs a ${attribute} above zero, but has ${value}.`);
  return value;
}

export function vector(element: Element, attribute: string, fallback: Vec3): Vec3 {
  const given = optionalText(element, attribute);
  return given === undefined ? [...fallback] : (numbers(element, attribute, 3, given) as Vec3);
}

/** Three numbers above zero. */
export function sizes(element: Element, attribute: string): Vec3 {
  const values = numbers(element, attribute, 3, text(element, attribute)) as Vec3;
  if (values.some((value) => value <= 0)) throw wrong(element, `needs a ${attribute} above zero, but has ${values.join(' ')}.`);
  return values;
}

export function colour(element: Element, attribute: string): readonly number[] {
  return Object.freeze(numbers(element, attribute, 4, text(element, attribute)));
}

/** A unit vector. */
export function unitVector(element: Element, attribute: string, fallback: Vec3): Vec3 {
  const given = vector(element, attribute, fallback);
  if (given.every((component) => component === 0)) throw wrong(element, `has an ${attribute} of zero length.`);
  return direction(given, attribute);
}

export const childrenOf = (element: Element, name: string): Element[] => element.children.filter((child) => child.name === name);

/** The only child of a name, if there is one. */
export function child(element: Element, name: string): Element | undefined {
  const [first, second] = childrenOf(element, name);
  if (second) throw wrong(element, `has a second <${name}>, in line ${second.line}.`);
  return first;
}

export function requiredChild(element: Element, name: string): Element {
  const found = child(element, name);
  if (!found) throw wrong(element, `needs a <${name}>.`);
  return found;
}

/** A frame in another. */
export interface Frame {
  /** m */
  readonly position: Readonly<Vec3>;
  readonly orientation: Readonly<Quat>;
}

/** Where an element says that it is: by its child <origin>. */
export function originOf(element: Element): Frame {
  const origin = child(element, 'origin');
  if (!origin) return Object.freeze({ position: Object.freeze<Vec3>([0, 0, 0]), orientation: Object.freeze<Quat>([0, 0, 0, 1]) });
  const position = vector(origin, 'xyz', [0, 0, 0]);
  const [roll, pitch, yaw] = vector(origin, 'rpy', [0, 0, 0]);
  return Object.freeze({ position: Object.freeze(position), orientation: Object.freeze(fixedAngles(roll, pitch, yaw)) });
}

/** Turns about the fixed axes x, y and z, in this order. */
function fixedAngles(roll: number, pitch: number, yaw: number): Quat {
  const [x, y, z] = [roll, pitch, yaw].map((angle) => sineAndCosine(angle / 2));
  return multiply([0, 0, z.sine, z.cosine], multiply([0, y.sine, 0, y.cosine], [x.sine, 0, 0, x.cosine]));
}
