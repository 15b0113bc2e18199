// Command line options that every program running scenes has, and what happens when they are wrong.
import { type Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { HolonomicError, type WorldOptions } from '../../bindings/index.ts';
import { SceneError } from '../scene.ts';

/** Exit code for a command line that cannot be understood. */
const USAGE_ERROR = 2;

export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}

/** Settings of the world; those not given stay undefined, so that the scene's own hold. */
export function addSettings(command: Command): Command {
  const choice = (flags: string, description: string, choices: string[]) => new Option(flags, description).choices(choices);
  return command
    .addOption(choice('--solver <name>', 'formulation that solves the constraints', ['xpbd']))
    .addOption(new Option('--substeps <count>', 'parts of a step').argParser(wholeNumber))
    .addOption(new Option('--iterations <count>', 'sweeps over the joints in each substep').argParser(wholeNumber))
    .addOption(choice('--precision <name>', 'precision of the kernels', ['single', 'double']))
    .addOption(choice('--backend <name>', 'kernels, or the solver in plain TypeScript', ['wasm', 'reference']))
    .addOption(choice('--projection <name>', 'how a point attachment is solved', ['block', 'scalar']))
    .addOption(choice('--gradient <name>', 'what joints push along', ['auto', 'start', 'current']))
    .addOption(choice('--gyroscopic <name>', 'how the gyroscopic torque is integrated', ['implicit', 'explicit', 'none']));
}

const SETTINGS = ['solver', 'substeps', 'iterations', 'precision', 'backend', 'projection', 'gradient', 'gyroscopic'] as const;

export function settingsOf(given: Record<string, unknown>): WorldOptions {
  return Object.fromEntries(SETTINGS.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

/**
 * Runs a program. Whatever is wrong with its command line gives one line on stderr and exit code 2. The exit code is set rather
 * than forced, so that what was written to a pipe gets through.
 */
export async function runProgram(command: Command): Promise<void> {
  command
    .exitOverride()
    .showSuggestionAfterError(false)
    .allowExcessArguments(false)
    .configureOutput({ outputError: () => {} }); // told below, in one line
  try {
    await command.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return; // help was asked for
    const isUsage =
      error instanceof CommanderError ||
      error instanceof SceneError ||
      (error instanceof HolonomicError && error.code === 'invalid-argument');
    if (!isUsage) throw error;
    console.error(error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' '));
    process.exitCode = USAGE_ERROR;
  }
}
