// Every export of cannon-es is here, with the members, the arity and the defaults that it has; docs/cannon.md lists what differs.
import { describe, expect, test } from 'vitest';
import { differingMembers } from './differences.ts';
import { ours, PACKAGES, theirs } from './packages.ts';
import { specimens } from './specimens.ts';

type Members = Map<string, PropertyDescriptor>;
type Class = (new () => object) & Record<string, unknown>;

const SKIPPED = new Set(['constructor', 'length', 'name', 'prototype']);
const own = (object: object): Members =>
  new Map(
    Object.entries(Object.getOwnPropertyDescriptors(object)).filter(([name]) => !SKIPPED.has(name)) as [string, PropertyDescriptor][],
  );
const classes = Object.entries(theirs).filter(([, value]) => typeof value === 'function') as unknown as [string, Class][];
const ourClass = (name: string) => (ours as unknown as Record<string, Class>)[name];

/** What is told of a value: of classes of the package their names, of numbers what they are, lists and plain objects by their entries. */
function shown(value: unknown, depth = 4): unknown {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'number')
    return Math.abs(value) < 1e-12 ? 0 : Number.isFinite(value) ? Number(value.toPrecision(12)) : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value))
    return [value.constructor.name, ...Array.from(value as Float32Array, (entry) => Math.round(entry * 1e6) / 1e6)];
  if (Array.isArray(value)) return value.map((each) => shown(each, depth - 1));
  const name = value.constructor?.name ?? 'Object';
  if (name === 'Vec3' || name === 'Quaternion') return [name, ...Object.values(value).map((entry) => shown(entry, 0))];
  if (depth === 0 || name === 'World' || name === 'Body' || name === 'Narrowphase') return name;
  return { '': name };
}

const IDS = new Set(['id', 'nextId']);
const differing = new Set(differingMembers());

describe('the exports', () => {
  test('are those of cannon-es, and init', () => {
    expect(Object.keys(ours).sort()).toEqual([...Object.keys(theirs), 'init'].sort());
  });

  test('that are tables are the same', () => {
    const tables = (from: object) => Object.fromEntries(Object.entries(from).filter(([, value]) => typeof value === 'object'));
    expect(tables(ours)).toEqual(tables(theirs));
    expect(Object.keys(tables(theirs)).length).toBe(5);
  });

  test.each(classes)('%s takes as many arguments, and extends the same class', (name, type) => {
    const mine = ourClass(name);
    expect(mine.length).toBe(type.length);
    expect(mine.name).toBe(name);
    expect(Object.getPrototypeOf(mine).name).toBe(Object.getPrototypeOf(type).name);
  });
});

describe('members', () => {
  const arity = (descriptor: PropertyDescriptor | undefined) =>
    typeof descriptor?.value === 'function' ? descriptor.value.length : descriptor?.get ? 'getter' : undefined;

  test.each(classes)('of the prototype of %s are there with the same arity', (name, type) => {
    const mine = ourClass(name).prototype as object;
    for (const [member, descriptor] of own(type.prototype as object)) {
      if (differing.has(`${name}.${member}`)) continue;
      let holder: object | null = mine;
      while (holder && !Object.hasOwn(holder, member)) holder = Object.getPrototypeOf(holder);
      const found = holder ? Object.getOwnPropertyDescriptor(holder, member) : undefined;
      expect([name, member, arity(found)]).toEqual([name, member, arity(descriptor)]);
    }
  });

  test.each(classes)('of %s itself are there', (name, type) => {
    for (const [member, { value }] of own(type)) {
      if (differing.has(`${name}.${member}`)) continue;
      const mine = ourClass(name)[member];
      if (typeof value === 'function')
        expect([name, member, (mine as unknown[] | undefined)?.length]).toEqual([name, member, value.length]);
      else if (member === 'idCounter') expect(typeof mine).toBe('number');
      else expect([name, member, shown(mine)]).toEqual([name, member, shown(value)]);
    }
  });
});

describe('a fresh', () => {
  const [theirInstances, ourInstances] = PACKAGES.map(({ cannon }) => specimens(cannon));

  test('instance is there of every class', () => {
    const tried = new Set(Object.values(theirInstances).map((instance) => instance.constructor.name));
    expect(classes.map(([name]) => name).filter((name) => !tried.has(name))).toEqual([]);
  });

  test.each(Object.keys(theirInstances))('%s has the same fields', (title) => {
    const [instance, mine] = [theirInstances[title], ourInstances[title] as Record<string, unknown>];
    const name = instance.constructor.name;
    for (const [field, value] of Object.entries(instance)) {
      if (differing.has(`${name}.${field}`)) continue;
      expect([name, field, field in mine]).toEqual([name, field, true]);
      if (IDS.has(field)) expect(typeof mine[field]).toBe('number');
      else expect([name, field, shown(mine[field])]).toEqual([name, field, shown(value)]);
    }
  });
});

describe('the table of docs/cannon.md', () => {
  test('names members that there are, and that differ', () => {
    expect(differing.size).toBeGreaterThan(0);
    const instances = specimens(theirs);
    for (const each of differing) {
      const [name, member] = each.split('.');
      const type = (theirs as unknown as Record<string, Class>)[name];
      expect([each, Boolean(type)]).toEqual([each, true]);
      const holders = [type, type.prototype as object, ...Object.values(instances).filter((instance) => instance.constructor === type)];
      expect([each, holders.some((holder) => member in holder)]).toEqual([each, true]);
    }
  });
});
