// A line of the table of options is all that an option is: here each is created with, read, set and checked.
import { describe, expect, test } from 'vitest';
import { World, type WorldOptions } from '../../bindings/index.ts';
import {
  OPTION_NAMES,
  SLEEP_OPTIONS,
  STORED_NAMES,
  type StoredName,
  storedOption,
  WORLD_OPTIONS,
} from '../../bindings/world/world-options.ts';
import { BACKENDS, expectRefusal } from './backends.ts';

/** A value that is not the default. */
const OTHERS: Record<StoredName, unknown> = {
  gravity: [1, 2, 3],
  substeps: 7,
  iterations: 3,
  projection: 'scalar',
  gradient: 'current',
  gyroscopic: 'none',
  jointSolver: 'sweeps',
  timeStepping: 'second-order',
  contacts: 'position',
  sweep: 'jacobi',
  velocityPass: false,
  contactNormals: 'current',
  contactMargin: 0.5,
  boundsGrowth: 4,
  contactFrequency: 60,
  contactDamping: 2,
  maxDepenetrationVelocity: 9,
  sleep: false,
  profiling: true,
  solver: 'tgs',
  velocityIterations: 0,
  baumgarte: 0.5,
  relaxation: 1.5,
  regularization: 0.25,
  effectiveInertia: false,
  warmStart: true,
  momocity: true,
  erp: 0.75,
  cfm: 1e-5,
  constraintStiffness: 400,
  constraintDamping: 40,
  linear: 'cg',
  integrator: 'rk4',
};

const member = (name: StoredName) => (name === 'contacts' ? 'contactScheme' : name);
const read = (world: World, name: StoredName): unknown => world[member(name)];
const write = (world: World, name: StoredName, value: unknown): void => {
  (world as unknown as Record<string, unknown>)[member(name)] = value;
};
const DEFAULT_SLEEP = Object.fromEntries(Object.entries(SLEEP_OPTIONS).map(([name, option]) => [name, option.default]));
const told = (name: StoredName, value: unknown): unknown => (name === 'sleep' && value === true ? DEFAULT_SLEEP : value);

describe.each(BACKENDS)('$label', ({ settings: options }) => {
  test('a world without options has the defaults of the table', async () => {
    const world = await World.create(options);
    for (const name of STORED_NAMES) expect(read(world, name)).toEqual(told(name, WORLD_OPTIONS[name].default));
  });

  test.each(STORED_NAMES)('%s is what was given, and can be set if the table says so', async (name) => {
    const world = await World.create({ ...options, [name]: OTHERS[name] });
    expect(read(world, name)).toEqual(OTHERS[name]);
    const original = await World.create(options);
    const before = original.memory.u8.slice();
    if (!storedOption(name).live) {
      expectRefusal(() => write(original, name, OTHERS[name]), 'invalid-argument');
      expect(Buffer.compare(original.memory.u8, before)).toBe(0);
      return;
    }
    write(original, name, OTHERS[name]);
    expect(read(original, name)).toEqual(OTHERS[name]);
    write(original, name, WORLD_OPTIONS[name].default);
    expect(Buffer.compare(original.memory.u8, before)).toBe(0);
  });

  test('a snapshot brings all of them back', async () => {
    const world = await World.create({ ...options, ...(OTHERS as WorldOptions) });
    const copy = await World.create(options);
    copy.restore(world.snapshot());
    for (const name of STORED_NAMES) expect(read(copy, name)).toEqual(read(world, name));
  });
});

test.each(OPTION_NAMES.filter((name) => name !== 'wasm'))('%s is checked', async (name) => {
  for (const bad of [null, Symbol('bad'), Number.NaN, -1e9, 'no such word', {}.toString])
    await expect(World.create({ [name]: bad }), `${name}: ${String(bad)}`).rejects.toMatchObject({ code: 'invalid-argument' });
});
