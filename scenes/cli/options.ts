// Command line options that every program running scenes has, and what happens when they are wrong.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { HolonomicError } from '../../bindings/index.ts';
import { runCommand } from '../../tools/run-command.mjs';
import { SceneError } from '../scene.ts';
import { type ChosenSettings, readSetting, SETTING_NAMES, SETTINGS, type SettingName, SOLVERS } from '../settings.ts';

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

/** Settings of the world; those not given stay undefined, so that the scene's own hold. */
export function addSettings(command: Command, names: readonly SettingName[] = SETTING_NAMES): Command {
  for (const name of names) command.addOption(optionOf(name));
  return command;
}

/** Parameters of the scene, as `set`. */
export function addParameters(command: Command): Command {
  return command.option('--set <parameter=value>', 'sets a parameter of the scene; may be repeated', addAssignment);
}

function addAssignment(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const equals = text.indexOf('=');
  if (equals < 1) throw new SceneError(`--set takes parameter=value, not '${text}'.`);
  return { ...earlier, [text.slice(0, equals)]: text.slice(equals + 1) };
}

function optionOf(name: SettingName): Option {
  const setting = SETTINGS[name];
  const of = setting.solvers.length < SOLVERS.length ? ` (${setting.solvers.join(', ')})` : '';
  const unit = 'unit' in setting && setting.unit ? `, ${setting.unit}` : '';
  const text = setting.description + unit + of;
  if (setting.kind === 'choice') return new Option(`--${name} <name>`, text).choices(setting.choices);
  const form = { integer: 'count', count: 'count|auto', number: 'number', switch: 'on|off', vector: 'x,y,z' }[setting.kind];
  return new Option(`--${name} <${form}>`, text).argParser((given) => readSetting(name, given));
}

export function settingsOf(given: Record<string, unknown>): ChosenSettings {
  return Object.fromEntries(SETTING_NAMES.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

/** Runs a program. Whatever is wrong with its command line gives one line on stderr and exit code 2. */
export function runProgram(command: Command): Promise<void> {
  const isUsageError = (error: unknown) =>
    error instanceof SceneError || (error instanceof HolonomicError && error.code === 'invalid-argument');
  return runCommand(command, isUsageError);
}
