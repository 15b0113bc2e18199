// npm run substeps: the chain of bunnies without a window, and the table of Figure 11 of Müller et al. 2020: what the splits of one budget
// into substeps and iterations do to the length of the chain.
import { Command } from 'commander';
import { bunnyChain } from '../bunny-chain.ts';
import { runScene, type SceneResult } from '../run.ts';
import { formatTable } from './format.ts';
import { runProgram, wholeNumber } from './options.ts';
import { createProgress } from './progress.ts';

const SPLITS = [
  [1, 20],
  [2, 10],
  [4, 5],
  [5, 4],
  [10, 2],
  [20, 1],
].map(([substeps, iterations]) => ({ substeps, iterations }));
/** Lets the engine optimise its code before anything is measured. */
const WARMUP_FRAMES = 60;

async function printTable(frames: number, count: number): Promise<void> {
  const parameters = { count };
  await runScene(bunnyChain, { parameters, frames: WARMUP_FRAMES });
  const progress = createProgress(SPLITS.length, frames);
  const results: SceneResult[] = [];
  for (const settings of SPLITS) {
    results.push(await runScene(bunnyChain, { parameters, settings, frames, onFrame: progress.frame }));
    progress.finish(`${results.length}/${SPLITS.length} ${settings.substeps} × ${settings.iterations} done`);
  }
  progress.end();
  const rows = results.map(({ settings, measures, msPerFrame }) => [
    `${settings.substeps} × ${settings.iterations}`,
    (measures.elongation as number).toExponential(2),
    msPerFrame.median.toFixed(3),
    msPerFrame.p99.toFixed(3),
  ]);
  console.log(`A chain of ${count} bunnies, ${frames} frames of 1/60 s, ${results[0].settings.precision} precision:`);
  console.log(formatTable(['substeps × iterations', 'relative elongation', 'ms per frame', '99 % within'], rows).join('\n'));
}

const program = new Command('substeps')
  .description('Simulates the hanging chain of bunnies and prints the table of Figure 11 of Müller et al. 2020.')
  .option('--frames <count>', 'frames of each run', wholeNumber, bunnyChain.frames)
  .option('--count <count>', 'bunnies', wholeNumber, 100)
  .action(({ frames, count }: { frames: number; count: number }) => printTable(frames, count));

await runProgram(program);
