import {
  describe,
  finite,
  integer,
  nonNegative,
  options,
  orDefault,
  positive,
  relaxationFactor,
  share,
  type Vec3,
  type Vec3Like,
} from '../core/arguments.ts';
import { PRECISIONS, type Precision } from '../core/embedded.ts';
import { HolonomicError } from '../core/errors.ts';
import {
  ContactNormals,
  ContactScheme,
  Gradient,
  Gyroscopic,
  Integrator,
  JointSolver,
  Linear,
  Projection,
  Solver,
  Sweep,
  TimeStepping,
  USUAL_SUBSTEPS,
  WorldRecord,
} from '../core/layout.ts';
import type { WasmSource } from '../core/load.ts';
import type { StateMemory } from '../core/memory.ts';
import { choiceOf, count, countOr, flag, live, type Option, real, type StoredOption, vectorOf, word } from './option-kinds.ts';

/** When bodies fall asleep. Bodies that touch or are joined fall asleep together, once every one of them has been slow for long enough. */
export interface SleepOptions {
  /** Linear speed below which a body may fall asleep, m/s; 0.08 by default. */
  linearThreshold?: number;
  /** Angular speed below which a body may fall asleep, rad/s; 0.3 by default. */
  angularThreshold?: number;
  /** Time for which a body has to stay below both speeds, s; 0.5 by default. */
  timeUntilSleep?: number;
}

export interface WorldOptions {
  /** Acceleration of gravity, m/s²; [0, -9.81, 0] by default. */
  gravity?: Vec3Like;
  /**
   * The formulation that solves joints and contacts: 'xpbd' (the default) projects velocities in substeps; 'dbd' projects displacements;
   * 'pgs' and 'tgs' sweep over velocity rows, like PhysX; 'ode' solves a mixed complementarity problem with ERP and CFM; 'force' computes
   * constraint forces from J W Jᵀ. All but 'xpbd' are for comparison; 'dbd', 'ode' and 'force' run in TypeScript. See docs/formulations.md.
   */
  solver?: 'xpbd' | 'dbd' | 'pgs' | 'tgs' | 'ode' | 'force';
  /**
   * Substeps per step: 1 to 10 000, or 'auto' (the default), with which each step has 2 to 64, as few as loads, joints and the size of the
   * world allow; `lastSubsteps` reports the number. Steps over 1/20 s have dt / (1/20 s), rounded up, times as many. Stiff joints need more:
   * the error of joints falls with the square.
   */
  substeps?: number | 'auto';
  /** Sweeps over the joints and contacts in each substep; 1 by default. The product with `substeps` is at most 100 000. */
  iterations?: number;
  /** 'single' (the default), f32x4, is fastest; 'double', f64x2, is most accurate. The reference backend always computes in double. */
  precision?: Precision;
  /** 'wasm' (the default), or 'reference': the same solver in plain TypeScript. */
  backend?: 'wasm' | 'reference';
  /** 'block' (the default) solves a point attachment as one 3x3 system; 'scalar' along the separation, as in the papers. */
  projection?: 'block' | 'scalar';
  /**
   * Gradient along which joints push: 'auto' (the default) chooses for each joint, 'start' is that at the start of the substep
   * (symplectic), 'current' as in the papers.
   */
  gradient?: 'auto' | 'start' | 'current';
  /** Gyroscopic torque: 'implicit' (the default) midpoint, 'explicit' as in the papers, or 'none'. */
  gyroscopic?: 'implicit' | 'explicit' | 'none';
  /**
   * How joints are solved: 'auto' (the default) directly where that pays, in trees or with few loops, unless these are a crowd: small
   * free trees of bodies of like mass in a world of 512 joints or more; 'sweeps' one at a time; 'direct' all joints of an island together
   * wherever possible. `jointIslands` reports how many islands are solved either way.
   */
  jointSolver?: 'auto' | 'direct' | 'sweeps';
  /**
   * 'xpbd': order in which joints and contacts are solved: 'gauss-seidel' (the default) one after the other, 'symmetric' forwards and
   * backwards, 'jacobi' all from the same state, averaged. All but the default solve no joints directly, over-relax by `relaxation`, and
   * run in TypeScript.
   */
  sweep?: 'gauss-seidel' | 'symmetric' | 'jacobi';
  /**
   * 'xpbd': whether a velocity pass follows the motion of bodies, with restitution, dynamic friction, and joint damping; true by default.
   * Without it, velocities are Δx / h, as in plain PBD; in TypeScript.
   */
  velocityPass?: boolean;
  /**
   * 'xpbd': 'second-order': velocities are centred in time. Errors then fall with the square of the substep also for motions that start
   * with a speed, free fall is exact, loads are correct from the first step, springs that a substep resolves lose nothing, and chains and
   * tops hardly drift. 'first-order': velocities are those of the last substep's motion and springs are implicit. 'auto' (the default):
   * second order, but first order for bodies with contacts, with damping and joints, or with joints that may meet a limit, or the end of a
   * rope, within two steps, and for all bodies that joints connect with one of these (docs/solvers.md).
   */
  timeStepping?: 'first-order' | 'second-order' | 'auto';
  /**
   * 'pgs', 'tgs': sweeps of each substep that ignore position errors, so that their correction leaves no velocity; 1 by default, 0 to 1000.
   */
  velocityIterations?: number;
  /**
   * 'pgs', 'tgs': fraction of an error that a substep removes, 0 to 1 (Baumgarte); 1 by default. 'tgs' removes 1/√iterations of it in each
   * of its iterations.
   */
  baumgarte?: number;
  /**
   * 'dbd', 'ode' with 'quickstep', and 'xpbd' with a `sweep` other than the default: over-relaxation of each row, above 0 and below 2; 1 by
   * default.
   */
  relaxation?: number;
  /** 'dbd': added to the inverse mass along each row, 1/kg or 1/(kg m²); 0 by default. */
  regularization?: number;
  /** 'dbd': whether rows include how the rotation of a substep turns the inertia; true by default. */
  effectiveInertia?: boolean;
  /** 'dbd', 'pgs', 'tgs', and 'ode' with 'quickstep': whether a substep starts from the impulses of the last one; false by default. */
  warmStart?: boolean;
  /**
   * 'pgs', 'tgs': whether to compute with the square roots of inertias: the same result with fewer products, in TypeScript; false by
   * default.
   */
  momocity?: boolean;
  /** 'ode': fraction of an error that a substep removes, 0 to 1; 0.2 by default. */
  erp?: number;
  /** 'ode': constraint force mixing, s/kg or s/(kg m²); 1e-10 by default. */
  cfm?: number;
  /** 'force': acceleration of a constraint per error, 1/s²; 100 by default. */
  constraintStiffness?: number;
  /** 'force': acceleration of a constraint per speed, 1/s; 20 by default. */
  constraintDamping?: number;
  /**
   * How 'ode' ('dantzig', 'quickstep') and 'force' ('elimination', 'cg', 'gauss-seidel') solve their linear systems; 'auto' (the default)
   * uses the first, but with 'ode' 'quickstep' for islands of more than 300 rows.
   */
  linear?: 'auto' | 'dantzig' | 'quickstep' | 'elimination' | 'cg' | 'gauss-seidel';
  /** Integrator of 'force'; 'semi-implicit-euler' by default. */
  integrator?: 'semi-implicit-euler' | 'rk4';
  /** Surfaces closer than this, m, get contact points before they touch; 0.02 by default, and less beside small shapes. */
  contactMargin?: number;
  /** Growth of the boxes in the broad phase, in displacements per step; 2 by default, at least 1. */
  boundsGrowth?: number;
  /** How contacts are solved: 'soft' (the default) on velocities, warm-started and relaxed; 'position' as in the papers. */
  contacts?: 'soft' | 'position';
  /**
   * For `contacts: 'position'`: 'auto' (the default) finds normals when a step begins, and for round bodies that turn fast in each substep;
   * 'current' finds them before each projection, at the poses at the end of the substep, as in the papers; in TypeScript.
   */
  contactNormals?: 'auto' | 'current';
  /** Frequency of the springs that push penetrating bodies apart, Hz; 120 by default, limited to 0.18 of the substep rate. */
  contactFrequency?: number;
  /** Damping ratio of these springs; 1 by default. */
  contactDamping?: number;
  /** Maximum speed of depenetration, m/s; 3 by default. */
  maxDepenetrationVelocity?: number;
  /** Whether bodies at rest fall asleep, and then cost nothing; true by default. Or an object with the thresholds. */
  sleep?: boolean | SleepOptions;
  /** Whether each step measures its stages for `profile`; false by default. */
  profiling?: boolean;
  /**
   * Maximum memory of the world in bytes, from 1 MiB; 4 GiB by default, which is the limit of WebAssembly. Calls that would need more throw
   * `out-of-memory`. (Objects such as `Body` are not counted; the JavaScript engine holds them.)
   */
  maxMemory?: number;
  /**
   * The WebAssembly, if not the embedded one: the package's `holonomic/single.wasm` or `holonomic/double.wasm` as a URL, a Response or its
   * promise, bytes, or a module. The reference uses the one of double precision.
   */
  wasm?: WasmSource;
}

/** The options of `createSync`: nothing has to be fetched or compiled. */
export interface SyncWorldOptions extends WorldOptions {
  /** The compiled kernels, if not the embedded ones. */
  wasm?: WebAssembly.Module;
}

const PROJECTIONS = { block: Projection.Block, scalar: Projection.Scalar };
const GRADIENTS = { auto: Gradient.Auto, start: Gradient.Start, current: Gradient.Current };
const GYROSCOPICS = { implicit: Gyroscopic.Implicit, explicit: Gyroscopic.Explicit, none: Gyroscopic.None };
const JOINT_SOLVERS = { auto: JointSolver.Auto, sweeps: JointSolver.Sweeps, direct: JointSolver.Direct };
const SWEEPS = { 'gauss-seidel': Sweep.GaussSeidel, symmetric: Sweep.Symmetric, jacobi: Sweep.Jacobi };
const CONTACT_NORMALS = { auto: ContactNormals.Auto, current: ContactNormals.Current };
const SOLVERS = { xpbd: Solver.Xpbd, dbd: Solver.Dbd, pgs: Solver.Pgs, tgs: Solver.Tgs, ode: Solver.Ode, force: Solver.Force };
const LINEARS = {
  auto: Linear.Auto,
  dantzig: Linear.Dantzig,
  quickstep: Linear.Quickstep,
  elimination: Linear.Elimination,
  cg: Linear.ConjugateGradients,
  'gauss-seidel': Linear.GaussSeidel,
};
const INTEGRATORS = { 'semi-implicit-euler': Integrator.SemiImplicitEuler, rk4: Integrator.RungeKutta };
const TIME_STEPPINGS = { auto: TimeStepping.Auto, 'first-order': TimeStepping.FirstOrder, 'second-order': TimeStepping.SecondOrder };
const CONTACT_SCHEMES = { soft: ContactScheme.Soft, position: ContactScheme.Position };
const MOST_SUBSTEPS = 10_000;
const MOST_VELOCITY_ITERATIONS = 1000;
/** Bytes: an empty world takes less than the one, and no world takes more than the other. */
const LEAST_MEMORY = 0x100000;
const MOST_MEMORY = 0x100000000;

/** What counts as rest. */
export const SLEEP_OPTIONS = {
  linearThreshold: real(0.08, 'm/s', WorldRecord.sleepSpeed, nonNegative),
  angularThreshold: real(0.3, 'rad/s', WorldRecord.sleepTurning, nonNegative),
  timeUntilSleep: real(0.5, 's', WorldRecord.sleepDelay, nonNegative),
} satisfies Record<keyof SleepOptions, StoredOption<number>>;

const SLEEP_NAMES = Object.keys(SLEEP_OPTIONS) as (keyof SleepOptions)[];

const SLEEPING = flag(true, WorldRecord.sleeping);
const differs = (before: Readonly<Vec3>, after: Readonly<Vec3>): boolean => after.some((component, axis) => component !== before[axis]);

/** Numbers that are not given stay. */
const SLEEP: StoredOption<boolean | SleepOptions> = {
  default: true,
  wakes: (_before, after) => after === false,
  read: readSleep,
  load: (memory) => SLEEPING.load(memory) && Object.freeze(eachOf(SLEEP_NAMES, (name) => SLEEP_OPTIONS[name].load(memory))),
  store: (memory, value) => {
    SLEEPING.store(memory, value !== false);
    if (typeof value === 'object') for (const name of SLEEP_NAMES) storeGiven(memory, SLEEP_OPTIONS[name], value[name]);
  },
};

/**
 * All options of a world, a line each: what it is unless given, its unit, the field of the world's record that has it, the check, and whether it
 * can be set between steps. Their TSDoc above and the table in docs/solvers.md are held to this.
 */
export const WORLD_OPTIONS = {
  gravity: live({ ...vectorOf([0, -9.81, 0], 'm/s²', WorldRecord.gravityX), wakes: differs }),
  solver: live(word(SOLVERS, WorldRecord.solver)),
  substeps: live(countOr('auto', 'auto', MOST_SUBSTEPS, WorldRecord.substeps)),
  iterations: live(count(1, MOST_SUBSTEPS, WorldRecord.iterations)),
  precision: choiceOf(...PRECISIONS),
  backend: choiceOf('wasm', 'reference'),
  projection: word(PROJECTIONS, WorldRecord.projection),
  gradient: word(GRADIENTS, WorldRecord.gradient),
  gyroscopic: word(GYROSCOPICS, WorldRecord.gyroscopic),
  jointSolver: word(JOINT_SOLVERS, WorldRecord.jointSolver),
  contacts: word(CONTACT_SCHEMES, WorldRecord.contactScheme),
  sweep: live(word(SWEEPS, WorldRecord.sweep)),
  velocityPass: live(flag(true, WorldRecord.velocityPass)),
  timeStepping: word(TIME_STEPPINGS, WorldRecord.timeStepping),
  contactNormals: live(word(CONTACT_NORMALS, WorldRecord.contactNormals)),
  velocityIterations: live({ ...count(1, MOST_VELOCITY_ITERATIONS, WorldRecord.velocityIterations), read: upTo(MOST_VELOCITY_ITERATIONS) }),
  baumgarte: live(real(1, '', WorldRecord.baumgarte, share)),
  relaxation: live(real(1, '', WorldRecord.relaxation, relaxationFactor)),
  regularization: live(real(0, '1/kg', WorldRecord.regularization, nonNegative)),
  effectiveInertia: live(flag(true, WorldRecord.effectiveInertia)),
  warmStart: live(flag(false, WorldRecord.warmStart)),
  momocity: live(flag(false, WorldRecord.momocity)),
  erp: live(real(0.2, '', WorldRecord.erp, share)),
  cfm: live(real(1e-10, 's/kg', WorldRecord.cfm, nonNegative)),
  constraintStiffness: live(real(100, '1/s²', WorldRecord.constraintStiffness, nonNegative)),
  constraintDamping: live(real(20, '1/s', WorldRecord.constraintDamping, nonNegative)),
  linear: live(word(LINEARS, WorldRecord.linear)),
  integrator: live(word(INTEGRATORS, WorldRecord.integrator)),
  contactMargin: real(0.02, 'm', WorldRecord.contactMargin, nonNegative),
  boundsGrowth: real(2, '', WorldRecord.boundsGrowth, atLeastOne),
  contactFrequency: live(real(120, 'Hz', WorldRecord.contactFrequency, positive)),
  contactDamping: live(real(1, '', WorldRecord.contactDamping, nonNegative)),
  maxDepenetrationVelocity: live(real(3, 'm/s', WorldRecord.depenetrationSpeed, nonNegative)),
  sleep: live(SLEEP),
  profiling: live(flag(false, WorldRecord.profiling)),
  maxMemory: { default: MOST_MEMORY, unit: 'bytes', read: (value, name) => integer(value, name, LEAST_MEMORY, MOST_MEMORY) },
  wasm: { default: undefined, read: (value) => value as WasmSource | undefined },
} satisfies { [Name in keyof WorldOptions]-?: Option<WorldOptions[Name]> };

export type OptionName = keyof typeof WORLD_OPTIONS;
export const OPTION_NAMES = Object.keys(WORLD_OPTIONS) as OptionName[];

/** What kernels do not have: a world in which one of these is not the default is stepped by the reference. */
const BEYOND_KERNELS = ['solver', 'sweep', 'velocityPass', 'contactNormals'] as const;
export const isBeyondKernels = (name: OptionName, value: unknown): boolean =>
  BEYOND_KERNELS.some((each) => each === name) && value !== WORLD_OPTIONS[name].default;
export const areBeyondKernels = (settings: Settings): boolean => BEYOND_KERNELS.some((name) => isBeyondKernels(name, settings[name]));

/** Options with everything checked and filled in. */
export type Settings = { [Name in OptionName]: ReturnType<(typeof WORLD_OPTIONS)[Name]['read']> };

/** Those that lie in the world's record. */
export type StoredName = { [Name in OptionName]: (typeof WORLD_OPTIONS)[Name] extends { load: unknown } ? Name : never }[OptionName];
export const STORED_NAMES = OPTION_NAMES.filter((name) => 'load' in WORLD_OPTIONS[name]) as StoredName[];
export const storedOption = (name: StoredName) => WORLD_OPTIONS[name] as StoredOption<unknown>;

export function readWorldOptions(given: WorldOptions): Settings {
  const o = options<WorldOptions>(given, 'The options of World.create', OPTION_NAMES);
  const settings = eachOf(OPTION_NAMES, (name) =>
    WORLD_OPTIONS[name].read(orDefault(o[name], WORLD_OPTIONS[name].default), name),
  ) as Settings;
  requireSweeps(settings);
  return settings;
}

/** Writes all options to the record of a new world. */
export function storeSettings(memory: StateMemory, settings: Settings): void {
  for (const name of SLEEP_NAMES) SLEEP_OPTIONS[name].store(memory, SLEEP_OPTIONS[name].default);
  for (const name of STORED_NAMES) storedOption(name).store(memory, settings[name]);
}

/** Throws `invalid-argument` unless `World.create` could have made a record with these options. */
export function checkStoredOptions(memory: StateMemory): void {
  for (const name of STORED_NAMES) storedOption(name).read(storedOption(name).load(memory), name);
  SLEEPING.read(SLEEPING.load(memory), 'sleep');
  for (const name of SLEEP_NAMES) SLEEP_OPTIONS[name].read(SLEEP_OPTIONS[name].load(memory), name);
  requireSweeps({ substeps: WORLD_OPTIONS.substeps.load(memory), iterations: WORLD_OPTIONS.iterations.load(memory) });
}

/** Sweeps over the joints in a step; more take so long that a step seems never to end. */
const MOST_SWEEPS = 100_000;

export function requireSweeps({ substeps, iterations }: Pick<Settings, 'substeps' | 'iterations'>): void {
  const most = substeps === 'auto' ? USUAL_SUBSTEPS : substeps;
  if (most * iterations <= MOST_SWEEPS) return;
  throw new HolonomicError(
    'invalid-argument',
    `substeps times iterations must be at most ${MOST_SWEEPS}, but are ${most} times ${iterations}; use fewer iterations first.`,
  );
}

function readSleep(value: unknown): boolean | SleepOptions {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object')
    throw new HolonomicError(
      'invalid-argument',
      `sleep must be true, false, or an object like { linearThreshold: ${SLEEP_OPTIONS.linearThreshold.default} }, but is ${describe(value)}.`,
    );
  const o = options<SleepOptions>(value, 'sleep', SLEEP_NAMES);
  const given = SLEEP_NAMES.filter((name) => o[name] !== undefined);
  return eachOf(given, (name) => SLEEP_OPTIONS[name].read(o[name], name));
}

function storeGiven(memory: StateMemory, option: StoredOption<number>, value: number | undefined): void {
  if (value !== undefined) option.store(memory, value);
}

function eachOf<Name extends string, Value>(names: readonly Name[], value: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, Value>;
}

function atLeastOne(value: unknown, name: string): number {
  if (finite(value, name) >= 1) return value as number;
  throw new HolonomicError('invalid-argument', `${name} must be at least 1, but is ${value}.`);
}

function upTo(highest: number): (value: unknown, name: string) => number {
  return (value, name) => integer(value, name, 0, highest);
}

/** s. Beyond these the squares of substeps leave the range of single precision. */
const SHORTEST_STEP = 1e-9;
const LONGEST_STEP = 1e3;

export function stepLength(value: unknown): number {
  const dt = finite(value, 'dt');
  if (dt >= SHORTEST_STEP && dt <= LONGEST_STEP) return dt;
  throw new HolonomicError('invalid-argument', `dt must lie between ${SHORTEST_STEP} and ${LONGEST_STEP} seconds, but is ${dt}.`);
}
