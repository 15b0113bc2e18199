// npm run fuzz: runs cases of all campaigns in turn until the time is up, and lists what they found with the seeds that replay it.
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command, InvalidArgumentError, Option } from 'commander';
import { runProgram } from '../../scenes/cli/options.ts';
import type { Campaign } from './campaign.ts';
import { campaigns } from './campaigns.ts';
import type { Answer } from './fuzz-worker.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Seconds after which a case counts as one that never ends. */
const PATIENCE = 120;
/** First seeds of a run lie below this, so that seeds stay exact in any language. */
const SEEDS = 2 ** 31;

interface Options {
  minutes: number;
  seed?: number;
  only?: string;
  cases?: number;
}

/** Another process for the cases, started anew when one has died or hangs. */
class Worker {
  private child: ChildProcess | undefined;

  run(campaign: string, seed: number): Promise<string | undefined> {
    this.child ??= fork(path.join(ROOT, 'tools/run-ts.mjs'), [path.join(import.meta.dirname, 'fuzz-worker.ts')], { cwd: ROOT });
    const { child } = this;
    return new Promise((resolve) => {
      const settle = (finding: string | undefined) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(finding);
      };
      const timer = setTimeout(() => {
        this.end();
        settle(`does not end within ${PATIENCE} s`);
      }, PATIENCE * 1000);
      child.once('message', (answer: Answer) => settle(answer.finding));
      child.once('exit', (code, signal) => {
        this.child = undefined;
        settle(`the process ended with ${signal ?? `code ${code}`}`);
      });
      child.send({ campaign, seed });
    });
  }

  end(): void {
    this.child?.removeAllListeners();
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}

interface Progress {
  update(seconds: number, cases: number, findings: number): void;
  end(): void;
}

/** A bar on a terminal, a line a minute elsewhere; on stderr, so that stdout holds the findings alone. */
function createProgress(seconds: number): Progress {
  if (!process.stderr.isTTY) {
    let next = 60;
    return {
      update(now, cases, findings) {
        if (now < next) return;
        next = now + 60;
        console.error(`${Math.round(now / 60)} of ${Math.round(seconds / 60)} min, ${cases} cases, ${findings} findings`);
      },
      end() {},
    };
  }
  const format = '{bar} {percentage} %, {cases} cases, {findings} findings';
  const bar = new SingleBar({ format, hideCursor: true, stream: process.stderr });
  bar.start(seconds, 0, { cases: 0, findings: 0 });
  return {
    update: (now, cases, findings) => bar.update(Math.min(now, seconds), { cases, findings }),
    end: () => bar.stop(),
  };
}

async function fuzz(chosen: readonly Campaign[], { minutes, seed = Math.floor(Math.random() * SEEDS), cases: most = Infinity }: Options) {
  const worker = new Worker();
  const seconds = minutes * 60;
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const progress = createProgress(seconds);
  let cases = 0;
  let findings = 0;
  for (let round = 0; round < most && (elapsed() < seconds || round === 0); round++) {
    for (const { name } of chosen) {
      const caseSeed = (seed + round) % SEEDS;
      const finding = await worker.run(name, caseSeed);
      cases++;
      if (finding !== undefined) {
        findings++;
        console.log(`${name}: ${finding}\n  replay: npm run fuzz -- --only ${name} --seed ${caseSeed} --cases 1\n`);
      }
      progress.update(elapsed(), cases, findings);
    }
  }
  progress.end();
  worker.end();
  console.log(`${cases} cases from seed ${seed}, ${findings} findings`);
  if (findings) process.exitCode = 1;
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function minutesOf(text: string): number {
  const minutes = Number(text);
  if (!(minutes > 0)) throw new InvalidArgumentError('It must be a number above zero.');
  return minutes;
}

const program = new Command('fuzz')
  .description('Looks for faults with random calls, snapshots, scenes and requests, and prints the seeds that replay what it finds.')
  .option('--minutes <number>', 'how long to look', minutesOf, 5)
  .option('--seed <number>', 'first seed; random without it', wholeNumber)
  .addOption(new Option('--only <campaign>', 'one campaign').choices(campaigns.map(({ name }) => name)))
  .option('--cases <count>', 'cases of each campaign at most', wholeNumber)
  .action((options: Options) => fuzz(options.only ? campaigns.filter(({ name }) => name === options.only) : campaigns, options));

await runProgram(program);
