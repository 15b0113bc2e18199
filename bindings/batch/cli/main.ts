// npx holonomic: sweeps on the cores of a machine and on a queue.
import { Command } from 'commander';
import { runCommand } from '../../../tools/run-command.mjs';
import { HolonomicError } from '../../index.ts';
import { addStatus } from './status.ts';
import { addSweep } from './sweep.ts';
import { addWorker } from './worker.ts';

// Commands take these over when they are added; `runCommand` says what is wrong.
const program = new Command('holonomic')
  .description('Many worlds: sweeps over parameters and seeds, here or on a queue.')
  .exitOverride()
  .allowExcessArguments(false)
  .configureOutput({ outputError: () => {} });
addSweep(program);
addWorker(program);
addStatus(program);

/** What people can put right; all else is a fault of ours, with where it happened. */
const EXPECTED = ['invalid-argument', 'bad-scene', 'unsupported'];

await runCommand(program, (error) => error instanceof HolonomicError && EXPECTED.includes(error.code));
