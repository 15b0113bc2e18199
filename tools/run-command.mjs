import { CommanderError } from 'commander';

/** Exit code for a command line that cannot be understood. */
const USAGE_ERROR = 2;

/**
 * Runs a program. Whatever is wrong with its command line gives one line on stderr and exit code 2. The exit code is set rather
 * than forced, so that what was written to a pipe gets through.
 * @param {import('commander').Command} command
 * @param {(error: unknown) => boolean} isUsageError which errors of the program's own say that its command line is wrong
 */
export async function runCommand(command, isUsageError = () => false) {
  command
    .exitOverride()
    .allowExcessArguments(false)
    .configureOutput({ outputError: () => {} }); // printed below, in one line
  try {
    await command.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return; // help was asked for
    if (!(error instanceof CommanderError) && !isUsageError(error)) throw error;
    console.error(error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' '));
    process.exitCode = USAGE_ERROR;
  }
}
