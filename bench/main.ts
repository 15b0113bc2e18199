// npm run bench -- [filter] [--rounds n] [--frames n] [--engine name] [--part name] [--json FILE]: see README.md in this folder.
import { Command, InvalidArgumentError } from 'commander';
import { plainTable, type Table, writeResults } from './report.ts';
import { chooseSuites, type Suite } from './suite.ts';
import { adapters } from './suites/adapters.ts';
import { api } from './suites/api.ts';
import { cannonSuite } from './suites/cannon.ts';
import { cloth } from './suites/cloth.ts';
import { collisionSuites } from './suites/collision.ts';
import { contactSuites } from './suites/contacts.ts';
import { exactJoints } from './suites/exact-joints.ts';
import { gallery } from './suites/gallery.ts';
import { joints } from './suites/joints.ts';
import { peerSuites } from './suites/peers.ts';
import { projection } from './suites/projection.ts';
import { scaling } from './suites/scaling.ts';
import { sceneSuites } from './suites/scenes.ts';
import { stabilitySuites } from './suites/stability.ts';
import { velocitySuites } from './suites/velocity.ts';

const suites: Suite[] = [
  adapters,
  ...sceneSuites,
  projection,
  joints,
  exactJoints,
  scaling,
  api,
  ...collisionSuites,
  ...contactSuites,
  ...velocitySuites,
  ...peerSuites,
  cloth,
  cannonSuite,
  ...stabilitySuites,
  gallery,
];

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('a positive number is needed');
  return value;
}

const program = new Command('npm run bench --')
  .description('Benchmarks of holonomic and of the engines it is measured against.')
  .argument('[filter]', `part of a suite's name: ${suites.map(({ name }) => name).join(', ')}`, '')
  .option('--rounds <n>', 'turns that each contestant gets in one run, of 10 frames in scenes', positive, 30)
  .option('--frames <n>', 'frames of a turn in the suites of contacts; 20 unless the scene has another number', positive)
  .option('--engine <name>', 'only engines whose name contains this', '')
  .option('--part <name>', 'only parts of a suite whose name contains this: exact-joints has some')
  .option('--cap <seconds>', 'time that one contestant may use in one scene', positive, 30)
  .option('--json <file>', 'write the results to this file, and as a table to the same name with .md')
  .exitOverride((error) => process.exit(error.exitCode ? 2 : 0))
  .parse();

const [filter] = program.processedArgs as [string];
const options = program.opts<{ rounds: number; frames?: number; engine: string; part?: string; cap: number; json?: string }>();
const chosen = chooseSuites(suites, filter);
if (!chosen.length) {
  console.error(`no suite named '${filter}': there are ${suites.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

let failed = false;
const tables: Table[] = [];
const say = (line: string) => console.error(line);
for (const suite of chosen) {
  say(`${suite.name} ...`);
  try {
    const { rounds, frames, engine, part, cap } = options;
    const result = await suite.run({ rounds: Math.round(rounds), frames: frames && Math.ceil(frames), engine, part, capSeconds: cap, say });
    for (const table of [result].flat()) {
      console.log(plainTable(table));
      tables.push(table);
    }
  } catch (error) {
    failed = true;
    say(`${suite.name} failed: ${(error as Error).message}`);
  }
}
if (options.json) writeResults(options.json, tables);
process.exit(failed ? 1 : 0); // some engines leave timers behind
