// npm run matrix -- [filters...] [--write]: tries the packed package under everything that it is to work with; see docs/package.md.
import fs from 'node:fs';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { createProgress } from '../scenes/cli/progress.ts';
import { launchBrowser } from '../tools/browser.mjs';
import { runCommand } from '../tools/run-command.mjs';
import { bundlerCells } from './bundlers.ts';
import { nextCells, runnerCells } from './frameworks.ts';
import { nodeCells } from './node.ts';
import { pageCells } from './pages.ts';
import { type Expected, printing } from './program.ts';
import { nameOf, type Outcome, plainTable, remember, writeTable } from './report.ts';
import { runtimeCells } from './runtimes.ts';
import { typescriptCells } from './typescript.ts';
import { type Cell, Project, Workshop } from './workshop.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(ROOT, 'build/matrix');

/** What the program prints in this Node, from the packed package: it is to be the same everywhere. */
async function expectation(): Promise<Expected> {
  const project = new Project(path.join(FOLDER, 'projects/expected'), new Workshop(FOLDER, { full: '', single: '' }));
  const line = async (single: boolean) => (await project.node([project.write(`${single}.mjs`, printing({ single }))])).trim();
  return { full: await line(false), single: await line(true) };
}

async function chromiumVersion(): Promise<string> {
  const browser = await launchBrowser().catch(() => null);
  const version = browser?.context.browser()?.version() ?? '';
  await browser?.close();
  return version;
}

async function attempt(cell: Cell, workshop: Workshop): Promise<Outcome> {
  if (!cell.run || cell.except !== undefined) return { cell, seconds: 0 };
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  try {
    await cell.run(workshop.open(`${cell.tool} ${cell.version} ${cell.use}`));
    return { cell, seconds: seconds() };
  } catch (error) {
    return { cell, seconds: seconds(), failure: (error as Error).message };
  }
}

/** Without the minified lines that stacks begin with. */
const shortLines = (text: string) => text.replaceAll(/^(.{300}).+$/gm, '$1…');

async function run(filters: string[], { write, tarball }: { write?: boolean; tarball: string }): Promise<void> {
  const workshop = new Workshop(FOLDER, await expectation());
  const all = [
    ...nodeCells(workshop, path.resolve(tarball)),
    ...typescriptCells(workshop),
    ...bundlerCells(workshop),
    ...nextCells(workshop),
    ...runnerCells(workshop),
    ...runtimeCells(workshop),
    ...pageCells(workshop, await chromiumVersion()),
  ];
  const wanted = (name: string) => filters.length === 0 || filters.some((filter) => name.includes(filter.toLowerCase()));
  const cells = all.filter((cell) => wanted(nameOf(cell).toLowerCase()));
  if (cells.length === 0) throw new CommanderError(2, 'matrix.filter', `nothing is called '${filters.join("' or '")}'`);
  const progress = createProgress(cells.length, 1, 'cells');
  const outcomes: Outcome[] = [];
  const failures: string[] = [];
  for (const cell of cells) {
    const outcome = await attempt(cell, workshop);
    outcomes.push(outcome);
    if (outcome.failure !== undefined) failures.push(`== ${nameOf(cell)}\n${shortLines(outcome.failure)}\n`);
    fs.writeFileSync(path.join(FOLDER, 'failures.txt'), failures.join('\n'));
    const verdict = outcome.failure === undefined ? (cell.except ?? 'works') : 'FAILS';
    progress.finish(`${outcomes.length}/${cells.length} ${nameOf(cell)}: ${verdict}, ${outcome.seconds.toFixed(0)} s`);
  }
  progress.end();
  await workshop.close();
  console.log(plainTable(outcomes));
  for (const failure of failures) console.log(`\n${failure}`);
  const known = remember(path.join(FOLDER, 'outcomes.json'), outcomes, all);
  if (write) writeTable(path.join(ROOT, 'docs/package.md'), known);
  if (failures.length > 0) process.exitCode = 1;
}

const command = new Command('npm run matrix --')
  .description('Tries the packed package under Node, TypeScript, bundlers, frameworks, test runners, other runtimes and in Chromium.')
  .argument('[filters...]', "parts of what is tried, such as 'vite' or 'worker'")
  .option('--write', 'write the table to docs/package.md')
  .requiredOption('--tarball <file>', 'the package as npm pack writes it; npm run matrix gives it')
  .action(run);
await runCommand(command);
