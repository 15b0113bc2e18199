// Pages without a bundler: modules from where the package lies, by an import map or by their addresses, in workers, under policies.
import { findChromium } from '../tools/browser.mjs';
import { POLICY } from '../tools/serve.mjs';
import { html, inWorker, MODULE_PAGE, onPage, starting } from './program.ts';
import type { Cell, Project, Workshop } from './workshop.ts';

const ENTRIES = ['index', '2d', 'debug', 'particles'];
const at = (entry: string) => `./holonomic/dist/${entry}.js`;
const MAP = { imports: Object.fromEntries(ENTRIES.map((entry) => [entry === 'index' ? 'holonomic' : `holonomic/${entry}`, at(entry)])) };

/** What a page has to say that may compile no WebAssembly. */
const FORBIDDEN = `import { World } from '${at('index')}';
const refused = await World.create().catch(({ code, message }) => [code, message.includes("'wasm-unsafe-eval'")]);
const world = await World.create({ backend: 'reference' });
const body = world.addBody({ mass: 1, inertia: [1, 1, 1] });
for (let k = 0; k < 60; k++) world.step(1 / 60);
globalThis.outcome = JSON.stringify([refused, body.position[1] < -3]);
`;
const REFUSED = JSON.stringify([['unsupported', true], true]);

export function pageCells(workshop: Workshop, version: string): Cell[] {
  const tool = { tool: 'Chromium', version };
  const without = findChromium() ? {} : { except: 'no Chromium found: install the package `chromium` or set CHROMIUM to its path' };
  const page = (use: string, files: Record<string, string>, options?: { policy?: string; expected?: string }): Cell => ({
    ...tool,
    ...without,
    use,
    async run(project: Project) {
      project.copy(workshop.file('holonomic', 'dist'), 'page/holonomic/dist');
      for (const [file, text] of Object.entries({ 'index.html': MODULE_PAGE, ...files })) project.write(`page/${file}`, text);
      await project.page('page', options);
    },
  });
  const withMap = html(`<script type="importmap">${JSON.stringify(MAP)}</script><script type="module" src="./main.js"></script>`);
  return [
    page('import map', { 'index.html': withMap, 'main.js': onPage() }),
    page('module worker', { 'main.js': starting("new Worker('./worker.js', { type: 'module' })"), 'worker.js': inWorker({ at }) }),
    page('shared worker', {
      'main.js': starting("new SharedWorker('./worker.js', { type: 'module' }).port"),
      'worker.js': inWorker({ at }),
    }),
    page("policy with `'wasm-unsafe-eval'`", { 'main.js': onPage({ at }) }, { policy: POLICY }),
    page(
      'policy without it: says so, and the reference runs',
      { 'main.js': FORBIDDEN },
      { policy: POLICY.replace(" 'wasm-unsafe-eval'", ''), expected: REFUSED },
    ),
  ];
}
