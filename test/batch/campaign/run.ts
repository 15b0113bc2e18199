// npm run sweep-campaign -- [--jobs N]: the long campaign, with figures; a shorter one is among the tests.
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { sweep } from '../../../bindings/batch/sweep.ts';
import { runProgram, wholeNumber } from '../../../scenes/cli/options.ts';
import { runCampaign } from './campaign.ts';

interface Options {
  jobs: number;
  processes: number;
  killEvery: number;
}

const program = new Command('sweep-campaign')
  .description('Jobs through Redis with worker processes that are killed all the time and a Redis that is restarted, against a plain run.')
  .option('--jobs <count>', 'jobs to run', wholeNumber, 10_000)
  .option('--processes <count>', 'worker processes', wholeNumber, 4)
  .option('--kill-every <ms>', 'time between the deaths of workers', wholeNumber, 2000)
  .action(async ({ jobs: count, killEvery, processes }: Options) => {
    const jobs = [...sweep({ scene: 'pile', parameters: { count: 8 }, steps: 60, seeds: count })];
    const bar = new SingleBar({ format: '{bar} {value}/{total} results, {kills} kills', stream: process.stderr, noTTYOutput: true });
    bar.start(count, 0, { kills: 0 });
    const report = await runCampaign({
      jobs,
      processes,
      killEvery: { ms: killEvery },
      restartAt: 0.5,
      worker: { workers: 1, patience: 2, snapshotEvery: 1 },
      onProgress: (results, kills) => bar.update(results, { kills }),
    });
    bar.stop();
    console.log(report);
    if (report.missing || report.repeated || report.wrong || report.failed || report.mismatches) process.exitCode = 1;
  });

await runProgram(program);
