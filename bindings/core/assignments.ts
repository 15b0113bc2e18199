// Assignments that would do nothing: to properties that a class does not have, and to those that can only be read.
import { shortened } from './arguments.ts';
import { HolonomicError } from './errors.ts';

/** What to do instead of setting properties, by their names. */
type Advice = Readonly<Record<string, string>>;

interface Refusals {
  /** What the objects are, as 'a body'. */
  what: string;
  /** Where users keep what is their own. */
  own: string;
  advice?: Advice;
}

/** Objects that have all their fields, where bundlers make assignments of these. */
const finished = new WeakSet<object>();

/** Whether fields of classes are assigned rather than defined, as in what is bundled for engines of before 2022. */
function fieldsAreAssigned(): boolean {
  class Base {}
  // Swallows assignments. The outcome is read from the object, for bundlers take constructors that seem to do nothing away.
  Object.setPrototypeOf(Base.prototype, new Proxy({}, { set: () => true }));
  class Probe extends Base {
    field = 0;
  }
  return !Object.hasOwn(new Probe(), 'field');
}
const ASSIGNED = fieldsAreAssigned();

/** To be called when an object has all its fields, after which assignments to it may be refused. */
export function finish<Kind extends object>(object: Kind): Kind {
  if (ASSIGNED) finished.add(object);
  return object;
}

/**
 * Makes assignments to objects of a class and its subclasses throw `invalid-argument` where they would do nothing. Those to unknown properties
 * look through all prototypes for a setter, and meet a proxy behind the last of them; what the classes do have is found before it, and is as
 * fast as ever. To be called once for a base class, before there are objects.
 */
export function refuseUnknown(base: { prototype: object }, { what, own, advice = {} }: Refusals): void {
  const last = new Proxy(Object.create(Object.prototype), {
    set(_target, key, value, receiver): boolean {
      if (ASSIGNED && !finished.has(receiver)) return Reflect.defineProperty(receiver, key, { ...FIELD, value });
      const name = shortened(String(key));
      const meant = otherSpelling(receiver, name);
      const instead = ownEntry(advice, name) ?? (meant ? `it has ${meant}.` : own);
      throw new HolonomicError('invalid-argument', `${what} has no property '${name}' that can be set: ${instead}`);
    },
  });
  Object.setPrototypeOf(base.prototype, last);
}

/** Makes assignments to properties that a class has only getters for throw `invalid-argument`. To be called for each class of a family. */
export function refuseReadOnly(type: { prototype: object }, what: string, advice: Advice = {}): void {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
    if (!property.get || property.set) continue;
    const instead = ownEntry(advice, name) ?? 'it is read-only.';
    const set = (): never => {
      throw new HolonomicError('invalid-argument', `${name} of ${what} cannot be set: ${instead}`);
    };
    Object.defineProperty(type.prototype, name, { ...property, set });
  }
}

/** Fixes properties of a finished object that never change: assigning to them is an error in strict code. */
export function fixProperties(object: object, names: readonly string[] = Object.keys(object)): void {
  for (const name of names) Object.defineProperty(object, name, { writable: false, configurable: false });
  finish(object);
}

const FIELD = { writable: true, enumerable: true, configurable: true };

const ownEntry = (advice: Advice, name: string): string | undefined => (Object.hasOwn(advice, name) ? advice[name] : undefined);

/** A property that can be set and differs from a name in upper and lower case alone. */
function otherSpelling(object: object, name: string): string | undefined {
  for (let at = Object.getPrototypeOf(object); at !== null; at = Object.getPrototypeOf(at))
    for (const [known, { set }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (set && known !== '__proto__' && known.toLowerCase() === name.toLowerCase()) return known;
  return undefined;
}
