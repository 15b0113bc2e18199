// Settings of a world that people can choose: the options of the command line, the words of the gallery's links, the controls of its panel.
import type { Vec3, World, WorldOptions } from '../bindings/index.ts';
import { WORLD_OPTIONS } from '../bindings/world/world-options.ts';
import { type ChoiceParameter, type NumberParameter, readValue, type Scene, SceneError, type SceneSettings } from './scene.ts';

export type SolverName = NonNullable<WorldOptions['solver']>;
/** The formulations, the default first. */
export const SOLVERS: readonly SolverName[] = WORLD_OPTIONS.solver.words;

interface Described {
  readonly description: string;
  /** Whether a world can change it while it runs; otherwise it takes a new world. */
  readonly live: boolean;
  /** The solvers that look at it. */
  readonly solvers: readonly SolverName[];
}
export type Setting = Described &
  (
    | ({ readonly kind: 'integer'; readonly integer: true } & NumberParameter)
    | ({
        readonly kind: 'count' /** In place of a number: the world chooses one. */;
        readonly word: 'auto';
        readonly default: number | 'auto';
      } & Count)
    | ({ readonly kind: 'number' } & NumberParameter)
    | ({ readonly kind: 'choice' /** Where they are not the same for all. */; readonly bySolver?: WordsBySolver } & ChoiceParameter)
    | { readonly kind: 'switch'; readonly default: boolean }
    | { readonly kind: 'vector'; readonly default: Readonly<Vec3>; readonly unit: string }
  );
type Count = Pick<NumberParameter, 'min' | 'max'>;
type WordsBySolver = Partial<Record<SolverName, readonly string[]>>;

/** Settings that are chosen; see `WorldOptions`. */
export type ChosenSettings = Partial<SceneSettings> & { gravity?: Vec3; sleep?: boolean };
export type SettingName = keyof ChosenSettings;
export type SettingValue = string | number | boolean | Vec3;

/** Of numbers that an option bounds on one side only: beyond, they mean the same, or nothing. */
const LARGEST = 1e6;

interface Range {
  min?: number;
  max?: number;
}

/** A setting from the option of the world that it is, for some solvers or all of them. */
function common({ live }: { readonly live?: boolean }, description: string, solvers: readonly SolverName[]): Described {
  return { description, live: live === true, solvers };
}

function choice(
  option: { readonly words: readonly string[]; readonly live?: boolean },
  description: string,
  solvers = SOLVERS,
  bySolver?: WordsBySolver,
): Setting {
  const [first] = option.words;
  const words = { kind: 'choice', choices: option.words, default: first } as const;
  return { ...common(option, description, solvers), ...words, ...(bySolver && { bySolver }) };
}

function integer(
  option: { readonly default: number; readonly highest: number; readonly live?: boolean },
  description: string,
  solvers = SOLVERS,
  min = 1,
): Setting {
  return { ...common(option, description, solvers), kind: 'integer', integer: true, default: option.default, min, max: option.highest };
}

function count(
  option: { readonly default: number | 'auto'; readonly word: 'auto'; readonly highest: number; readonly live?: boolean },
  description: string,
): Setting {
  return {
    ...common(option, description, SOLVERS),
    kind: 'count',
    word: option.word,
    default: option.default,
    min: 1,
    max: option.highest,
  };
}

function number(
  option: { readonly default: number; readonly unit?: string; readonly live?: boolean },
  description: string,
  solvers: readonly SolverName[],
  { min = 0, max = LARGEST }: Range = {},
): Setting {
  const unit = option.unit ? { unit: option.unit } : {};
  return { ...common(option, description, solvers), kind: 'number', default: option.default, min, max, ...unit };
}

function onOff(
  option: { readonly default: unknown; readonly live?: boolean },
  description: string,
  solvers: readonly SolverName[] = SOLVERS,
): Setting {
  return { ...common(option, description, solvers), kind: 'switch', default: option.default === true };
}

const SHARE = { min: 0, max: 1 };
/** Sweeps converge above 0 and below 2. */
const RELAXING = { min: 0.01, max: 1.99 };
const LINEARS = { ode: ['auto', 'dantzig', 'quickstep'], force: ['auto', 'elimination', 'cg', 'gauss-seidel'] } as const;

const { gravity, ...options } = WORLD_OPTIONS;

/** All of them, with the defaults of `World.create`. */
export const SETTINGS: Readonly<Record<SettingName, Setting>> = {
  solver: choice(options.solver, 'formulation that solves the constraints'),
  substeps: count(options.substeps, 'substeps per step'),
  iterations: integer(options.iterations, 'sweeps over the joints in each substep'),
  velocityIterations: integer(options.velocityIterations, 'sweeps that ignore position errors', ['pgs', 'tgs'], 0),
  baumgarte: number(options.baumgarte, 'fraction of an error that a substep removes', ['pgs', 'tgs'], SHARE),
  momocity: onOff(options.momocity, 'whether rows use square roots of inertias', ['pgs', 'tgs']),
  relaxation: number(options.relaxation, 'over-relaxation of each row', ['xpbd', 'dbd', 'ode'], RELAXING),
  regularization: number(options.regularization, 'added to the inverse mass along each row', ['dbd']),
  effectiveInertia: onOff(options.effectiveInertia, 'whether rows include the rotation of the inertia', ['dbd']),
  warmStart: onOff(options.warmStart, 'whether a substep starts from the last impulses', ['dbd', 'pgs', 'tgs', 'ode']),
  erp: number(options.erp, 'fraction of an error that a substep removes', ['ode'], SHARE),
  cfm: number(options.cfm, 'constraint force mixing', ['ode']),
  linear: choice(options.linear, 'how the linear systems are solved', ['ode', 'force'], LINEARS),
  integrator: choice(options.integrator, 'how accelerations are integrated', ['force']),
  constraintStiffness: number(options.constraintStiffness, 'acceleration of a constraint per error', ['force']),
  constraintDamping: number(options.constraintDamping, 'acceleration of a constraint per speed', ['force']),
  gravity: {
    ...common(gravity, 'acceleration of falling bodies', SOLVERS),
    kind: 'vector',
    unit: gravity.unit!,
    default: gravity.default,
  },
  sleep: onOff({ default: options.sleep.default, live: options.sleep.live }, 'whether bodies at rest fall asleep'),
  precision: choice(options.precision, 'precision of the kernels'),
  backend: choice(options.backend, 'kernels, or the solver in plain TypeScript'),
  contacts: choice(options.contacts, 'how contacts are solved', ['xpbd']),
  projection: choice(options.projection, 'how a point attachment is solved', ['xpbd', 'dbd']),
  gradient: choice(options.gradient, 'gradient along which joints push', ['xpbd', 'dbd']),
  gyroscopic: choice(
    options.gyroscopic,
    'how the gyroscopic torque is integrated',
    SOLVERS.filter((solver) => solver !== 'force'),
  ),
  timeStepping: choice(options.timeStepping, 'order of the time stepping', ['xpbd']),
  jointSolver: choice(options.jointSolver, 'how joints are solved', ['xpbd']),
  sweep: choice(options.sweep, 'order in which joints and contacts are solved', ['xpbd']),
  velocityPass: onOff(options.velocityPass, 'whether a pass corrects velocities afterwards', ['xpbd']),
  contactNormals: choice(options.contactNormals, 'when position contacts find their normals', ['xpbd']),
};
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
/** Those that say how a world solves. */
export const SOLVING_NAMES = SETTING_NAMES.filter((name): name is keyof SceneSettings => name !== 'gravity' && name !== 'sleep');

/** Whether a solver looks at a setting. */
export function hasSetting(solver: SolverName, name: SettingName): boolean {
  return SETTINGS[name].solvers.includes(solver);
}

/** The words that a solver knows for a setting. */
export function wordsOfSolver(setting: Setting & { kind: 'choice' }, solver: SolverName): readonly string[] {
  return setting.bySolver?.[solver] ?? setting.choices;
}

/** How a world solves now. */
export function solvingOf(world: World): SceneSettings {
  const { contactScheme: contacts } = world;
  const values = SOLVING_NAMES.map((name) => [name, name === 'contacts' ? contacts : world[name]]);
  return Object.fromEntries(values) as SceneSettings;
}

/** What a setting is in a scene where nobody chooses. */
export function settingOfScene(scene: Pick<Scene, 'settings'>, name: SettingName): SettingValue {
  const own = scene.settings?.[name];
  if (own === undefined) return SETTINGS[name].default as SettingValue;
  if (name === 'gravity') return Array.from(own as ArrayLike<number>) as Vec3;
  return name === 'sleep' ? own !== false : (own as SettingValue);
}

/** A setting from text as a command line or a link has it. Throws a `SceneError` that says what is allowed. */
export function readSetting(name: SettingName, text: string): SettingValue {
  const setting = SETTINGS[name];
  const what = `Setting '${name}'`;
  if (setting.kind === 'vector') return readVector(what, text);
  if (setting.kind === 'switch') return readSwitch(what, text);
  if (setting.kind === 'count')
    return text === setting.word ? text : readValue(what, { ...setting, default: setting.min, integer: true }, text);
  return readValue(what, setting, text);
}

/** The text that `readSetting` reads as this value. */
export function writeSetting(value: SettingValue): string {
  if (typeof value === 'boolean') return writeSwitch(value);
  if (Array.isArray(value)) return value.map(writeSetting).join(',');
  return Object.is(value, -0) ? '-0' : String(value);
}

export function readSwitch(what: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new SceneError(`${what} must be on or off, but is '${text}'.`);
  return text === 'on';
}

export function writeSwitch(value: boolean): string {
  return value ? 'on' : 'off';
}

function readVector(what: string, text: string): Vec3 {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.length === 3 && numbers.every(Number.isFinite)) return numbers as Vec3;
  throw new SceneError(`${what} must be three numbers such as 0,-9.81,0, but is '${text}'.`);
}
