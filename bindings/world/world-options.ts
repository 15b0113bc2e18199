import {
  choice,
  describe,
  finite,
  integer,
  nonNegative,
  options,
  orDefault,
  positive,
  type Vec3,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { ContactScheme, Gradient, Gyroscopic, Projection } from '../core/layout.ts';
import type { Precision, WasmSource } from '../core/load.ts';

/** When bodies fall asleep: all that touch or are joined together, once every one of them has been slow for long enough. */
export interface SleepOptions {
  /** m/s; slower bodies rest. 0.08 by default. */
  linearThreshold?: number;
  /** rad/s: those that also turn slower. 0.3 by default. */
  angularThreshold?: number;
  /** s for which they have to; 0.5 by default. */
  timeUntilSleep?: number;
}

export interface WorldOptions {
  /** m/s²; [0, -9.81, 0] by default. */
  gravity?: Vec3Like;
  /** The formulation that solves the constraints. */
  solver?: 'xpbd';
  /** Parts a step is cut into, more in steps over 1/20 s; 10 by default, at most 10 000. Stiff joints want more: the error of joints falls with the square. */
  substeps?: number;
  /** Sweeps over the joints and contacts in each substep; 1 by default. Times the substeps at most 100 000. */
  iterations?: number;
  /** 'single' (f32x4, the default) is fastest, 'double' (f64x2) most accurate. The reference backend always computes in double. */
  precision?: Precision;
  /** 'wasm' (the default), or 'reference': the same in plain TypeScript. */
  backend?: 'wasm' | 'reference';
  /** 'block' (the default) solves a point attachment as one 3x3 system, 'scalar' along the separation as in the papers. */
  projection?: 'block' | 'scalar';
  /** Gradient that joints push along: that at the substep's 'start' (symplectic), the 'current' one (the papers'), or as each joint needs it. */
  gradient?: 'auto' | 'start' | 'current';
  /** Gyroscopic torque: implicit midpoint (the default), explicit as in the papers, or none. */
  gyroscopic?: 'implicit' | 'explicit' | 'none';
  /** Surfaces nearer than this, m, have contact points before they touch; 0.02 by default, and less beside small shapes. */
  contactMargin?: number;
  /** By how many times the way that a body makes in a step its box in the broad phase is grown; 2 by default, at least 1. */
  boundsGrowth?: number;
  /** How contacts are solved: 'soft' (the default) on velocities, warm-started and relaxed, 'position' as in the papers. */
  contacts?: 'soft' | 'position';
  /** Hz: frequency of the springs that push overlapping bodies apart; 120 by default, and at most 0.18 of the substeps' rate counts. */
  contactFrequency?: number;
  /** Damping ratio of these springs; 1 by default. */
  contactDamping?: number;
  /** m/s: overlapping bodies are pushed apart at most as fast; 3 by default. */
  maxDepenetrationVelocity?: number;
  /** Whether bodies at rest fall asleep, and then cost nothing; true by default. Or what counts as rest. */
  sleep?: boolean | SleepOptions;
  /**
   * Bytes of memory that the world may take at most, from 1 MiB; 4 GiB by default, which is all that there can be. What would need more throws
   * `out-of-memory`. (Objects such as `Body` are not counted; the engine holds them.)
   */
  maxMemory?: number;
  /** The WebAssembly, if not the embedded one: a URL, bytes, or a module. The reference takes that of double precision. */
  wasm?: WasmSource;
}

/** What `createSync` takes: nothing that would have to be fetched or compiled. */
export interface SyncWorldOptions extends WorldOptions {
  /** The compiled kernels, if not the embedded ones. */
  wasm?: WebAssembly.Module;
}

const OPTIONS: readonly (keyof WorldOptions)[] = [
  'gravity',
  'solver',
  'substeps',
  'iterations',
  'precision',
  'backend',
  'projection',
  'gradient',
  'gyroscopic',
  'contactMargin',
  'boundsGrowth',
  'contacts',
  'contactFrequency',
  'contactDamping',
  'maxDepenetrationVelocity',
  'sleep',
  'maxMemory',
  'wasm',
];
export const PROJECTIONS = { block: Projection.Block, scalar: Projection.Scalar };
export const GRADIENTS = { auto: Gradient.Auto, start: Gradient.Start, current: Gradient.Current };
export const GYROSCOPICS = { implicit: Gyroscopic.Implicit, explicit: Gyroscopic.Explicit, none: Gyroscopic.None };
export const CONTACT_SCHEMES = { soft: ContactScheme.Soft, position: ContactScheme.Position };
export const MOST_SUBSTEPS = 10_000;
/** Sweeps over the joints in a step; more take so long that a step seems never to end. */
export const MOST_SWEEPS = 100_000;

export function requireSweeps(substeps: number, iterations: number): void {
  if (substeps * iterations <= MOST_SWEEPS) return;
  throw new HolonomicError(
    'invalid-argument',
    `substeps times iterations must be at most ${MOST_SWEEPS}, but are ${substeps} times ${iterations}. Substeps serve joints better than iterations.`,
  );
}

/** Options with everything checked and filled in. */
export interface Settings {
  gravity: Vec3;
  substeps: number;
  iterations: number;
  precision: Precision;
  backend: 'wasm' | 'reference';
  projection: 'block' | 'scalar';
  gradient: 'auto' | 'start' | 'current';
  gyroscopic: 'implicit' | 'explicit' | 'none';
  contactMargin: number;
  boundsGrowth: number;
  contacts: 'soft' | 'position';
  contactFrequency: number | undefined;
  contactDamping: number | undefined;
  maxDepenetrationVelocity: number | undefined;
  sleep: boolean | SleepOptions;
  maxMemory: number;
  wasm: WasmSource | undefined;
}

/** Bytes: an empty world takes less than the one, and no world takes more than the other. */
const LEAST_MEMORY = 0x100000;
const MOST_MEMORY = 0x100000000;

/** s. Beyond these the squares of substeps leave the range of single precision. */
const SHORTEST_STEP = 1e-9;
const LONGEST_STEP = 1e3;

export function stepLength(value: unknown): number {
  const dt = finite(value, 'dt');
  if (dt >= SHORTEST_STEP && dt <= LONGEST_STEP) return dt;
  throw new HolonomicError('invalid-argument', `dt must lie between ${SHORTEST_STEP} and ${LONGEST_STEP} seconds, but is ${dt}.`);
}

export function readWorldOptions(given: WorldOptions): Settings {
  const o = options<WorldOptions>(given, 'The options of World.create', OPTIONS);
  const word = <Word extends string>(name: keyof WorldOptions, words: readonly Word[]): Word =>
    choice(orDefault(o[name], words[0]), name, words);
  word('solver', ['xpbd']);
  const { sleeping, ...sleep } = o.sleep === undefined ? { sleeping: true } : readSleep(o.sleep);
  const substeps = integer(orDefault(o.substeps, 10), 'substeps', 1, MOST_SUBSTEPS);
  const iterations = integer(orDefault(o.iterations, 1), 'iterations', 1, MOST_SUBSTEPS);
  requireSweeps(substeps, iterations);
  return {
    gravity: vector(orDefault(o.gravity, [0, -9.81, 0]), 'gravity'),
    maxMemory: integer(orDefault(o.maxMemory, MOST_MEMORY), 'maxMemory', LEAST_MEMORY, MOST_MEMORY),
    substeps,
    iterations,
    precision: word('precision', ['single', 'double']),
    backend: word('backend', ['wasm', 'reference']),
    projection: word('projection', ['block', 'scalar']),
    gradient: word('gradient', ['auto', 'start', 'current']),
    gyroscopic: word('gyroscopic', ['implicit', 'explicit', 'none']),
    contactMargin: nonNegative(orDefault(o.contactMargin, 0.02), 'contactMargin'),
    boundsGrowth: atLeastOne(orDefault(o.boundsGrowth, 2), 'boundsGrowth'),
    contacts: word('contacts', ['soft', 'position']),
    contactFrequency: o.contactFrequency === undefined ? undefined : positive(o.contactFrequency, 'contactFrequency'),
    contactDamping: o.contactDamping === undefined ? undefined : nonNegative(o.contactDamping, 'contactDamping'),
    maxDepenetrationVelocity:
      o.maxDepenetrationVelocity === undefined ? undefined : nonNegative(o.maxDepenetrationVelocity, 'maxDepenetrationVelocity'),
    sleep: sleeping && sleep,
    wasm: o.wasm,
  };
}

/** What `sleep` says; numbers that it leaves out are undefined. */
export function readSleep(value: unknown): SleepOptions & { sleeping: boolean } {
  if (typeof value === 'boolean') return { sleeping: value };
  if (typeof value !== 'object')
    throw new HolonomicError(
      'invalid-argument',
      `sleep must be true, false, or an object like { linearThreshold: 0.05 }, but is ${describe(value)}.`,
    );
  const o = options<SleepOptions>(value, 'sleep', ['linearThreshold', 'angularThreshold', 'timeUntilSleep']);
  const number = (name: keyof SleepOptions) => (o[name] === undefined ? {} : { [name]: nonNegative(o[name], name) });
  return { sleeping: true, ...number('linearThreshold'), ...number('angularThreshold'), ...number('timeUntilSleep') };
}

function atLeastOne(value: unknown, name: string): number {
  if (finite(value, name) >= 1) return value as number;
  throw new HolonomicError('invalid-argument', `${name} must be at least 1, but is ${value}.`);
}

/** The word that stands for a code. */
export function nameOf<Name extends string>(codes: Record<Name, number>, code: number): Name {
  return (Object.keys(codes) as Name[]).find((name) => codes[name] === code) as Name;
}

/** Codes of options, as a record has them. */
interface SettingCodes {
  substeps: number;
  iterations: number;
  projection: number;
  gradient: number;
  gyroscopic: number;
  contactScheme: number;
}

/** Throws `invalid-argument` unless `World.create` could have made a record with these codes. */
export function requireSettings({ substeps, iterations, projection, gradient, gyroscopic, contactScheme }: SettingCodes): void {
  integer(substeps, 'substeps', 1, MOST_SUBSTEPS);
  integer(iterations, 'iterations', 1, MOST_SUBSTEPS);
  choice(nameOf(PROJECTIONS, projection), 'projection', Object.keys(PROJECTIONS));
  choice(nameOf(GRADIENTS, gradient), 'gradient', Object.keys(GRADIENTS));
  choice(nameOf(GYROSCOPICS, gyroscopic), 'gyroscopic', Object.keys(GYROSCOPICS));
  choice(nameOf(CONTACT_SCHEMES, contactScheme), 'contacts', Object.keys(CONTACT_SCHEMES));
}
