// Settings of a world that people can choose: the options of the command line, the words of the gallery's links, the controls of its panel.
import type { Vec3, WorldOptions } from '../bindings/index.ts';
import { WORLD_OPTIONS } from '../bindings/world/world-options.ts';
import { type ChoiceParameter, type NumberParameter, readValue, type Scene, SceneError } from './scene.ts';

interface Described {
  readonly description: string;
  /** Whether a world can change it while it runs; otherwise it takes a new world. */
  readonly live: boolean;
}
export type Setting = Described &
  (
    | ({ readonly kind: 'integer'; readonly integer: true } & NumberParameter)
    | ({ readonly kind: 'choice' } & ChoiceParameter)
    | { readonly kind: 'switch'; readonly default: boolean }
    | { readonly kind: 'vector'; readonly default: Readonly<Vec3>; readonly unit: string }
  );

/** Settings that are chosen; see `WorldOptions`. */
export type ChosenSettings = Pick<
  WorldOptions,
  'solver' | 'substeps' | 'iterations' | 'precision' | 'backend' | 'projection' | 'gradient' | 'gyroscopic' | 'jointSolver' | 'contacts'
> & { gravity?: Vec3; sleep?: boolean };
export type SettingName = keyof ChosenSettings;
export type SettingValue = string | number | boolean | Vec3;

function choice(description: string, { words }: { readonly words: readonly string[] }): Setting {
  return { kind: 'choice', description, choices: words as [string, ...string[]], default: words[0], live: false };
}

function integer(description: string, option: { readonly default: number; readonly highest: number }): Setting {
  return { kind: 'integer', integer: true, description, default: option.default, min: 1, max: option.highest, live: true };
}

const { gravity, sleep, ...options } = WORLD_OPTIONS;

/** All of them, with the defaults of `World.create`. */
export const SETTINGS: Readonly<Record<SettingName, Setting>> = {
  solver: choice('formulation that solves the constraints', options.solver),
  substeps: integer('parts of a step', options.substeps),
  iterations: integer('sweeps over the joints in each substep', options.iterations),
  gravity: { kind: 'vector', description: 'acceleration of falling bodies', unit: gravity.unit!, default: gravity.default, live: true },
  sleep: { kind: 'switch', description: 'whether bodies at rest fall asleep', default: sleep.default === true, live: true },
  precision: choice('precision of the kernels', options.precision),
  backend: choice('kernels, or the solver in plain TypeScript', options.backend),
  contacts: choice('how contacts are solved', options.contacts),
  projection: choice('how a point attachment is solved', options.projection),
  gradient: choice('what joints push along', options.gradient),
  gyroscopic: choice('how the gyroscopic torque is integrated', options.gyroscopic),
  jointSolver: choice('how joints are solved', options.jointSolver),
};
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** What a setting is in a scene where nobody chooses. */
export function settingOfScene(scene: Scene, name: SettingName): SettingValue {
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
