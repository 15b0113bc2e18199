// The program that is tried everywhere: it uses several entries, every chunk that is loaded when it is wanted, and prints the same
// everywhere, to the bit.

/** Begins what pages report when their program threw. */
export const FAILED = 'failed: ';

export interface Expected {
  /** Of the program on all of the package. */
  full: string;
  /** Of the one on an entry with the kernels of one precision. */
  single: string;
}

interface Form {
  /** Whether it is CommonJS. */
  common?: boolean;
  /** Where an entry is: its name in the package by default. */
  at?: (entry: string) => string;
  /** Uses `holonomic/single` alone. */
  single?: boolean;
}

const nameOf = (entry: string) => (entry === 'index' ? 'holonomic' : `holonomic/${entry}`);

/** Declares `trial()`, which gives the line that the program is to print. */
export function trial({ common = false, at = nameOf, single = false }: Form = {}): string {
  const load = (names: string, entry: string) =>
    common ? `const { ${names} } = require('${at(entry)}');` : `import { ${names} } from '${at(entry)}';`;
  const others = [load('DEBUG_LAYERS, debugLines', 'debug'), load('particleSets, Rope', 'particles'), load('World2D', '2d')];
  const worlds = single
    ? "[{}, { solver: 'tgs' }, { solver: 'dbd' }]"
    : "[{}, { precision: 'double' }, { solver: 'tgs' }, { solver: 'dbd' }, { backend: 'reference' }]";
  return `${load('BallJoint, Box, HalfSpace, HolonomicError, World', single ? 'single' : 'index')}
${single ? '' : others.join('\n')}
async function trial() {
  const results = [];
  for (const options of ${worlds}) {
    const world = await World.create(options);
    const lower = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [1, 0, 0] });
    const upper = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [2.1, 0, 0] });
    world.addJoint(new BallJoint({ b: lower, anchor: [0, 0, 0] }));
    world.addJoint(new BallJoint({ a: lower, b: upper, anchor: [1.5, 0, 0] }));
    if (options.backend !== 'reference') world.addBody({ type: 'static', shape: new HalfSpace(), position: [0, -1.2, 0] });
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    // Solvers in JavaScript use the engine's own sines.
    results.push(['xpbd', 'tgs'].includes(world.solver) && world.backend === 'wasm' ? world.hash() : upper.position[1].toFixed(9));
    world.dispose();
  }
  try {
    await World.create({ substeps: 0 });
  } catch (error) {
    results.push(error instanceof HolonomicError && error.code);
  }
${
  single
    ? ''
    : `  const world = await World.create();
  const rope = world.addParticles(new Rope({ from: [0, 1, 0], to: [1, 1, 0], pinned: [0], segments: 8 }));
  for (let k = 0; k < 10; k++) world.step(1 / 60);
  const plane = await World2D.create();
  results.push(particleSets(world).length, rope.positions[25], debugLines(world, { layers: ['links'], size: 0.2 }).count, DEBUG_LAYERS.length > 0, plane instanceof World2D);
`
}  return JSON.stringify(results);
}
`;
}

/** Prints it. */
export const printing = (form: Form = {}) => `${trial(form)}trial().then((line) => console.log(line));\n`;

/** Reports a page's outcome. */
export const onPage = (form: Form = {}) =>
  `${trial(form)}trial().then((line) => { globalThis.outcome = line; }, (error) => { globalThis.outcome = '${FAILED}' + error.stack; });\n`;

/** Reports to whoever started the worker, as a worker of one page or of several. */
export const inWorker = (form: Form = {}) => `${trial(form)}
const reported = trial().catch((error) => '${FAILED}' + error.stack);
if (typeof SharedWorkerGlobalScope !== 'undefined') globalThis.onconnect = ({ ports: [port] }) => reported.then((line) => port.postMessage(line));
else reported.then((line) => globalThis.postMessage(line));
`;

/** A page's program that starts a worker and reports its outcome. */
export const starting = (worker: string) => `const worker = ${worker};
worker.onmessage = ({ data }) => { globalThis.outcome = data; };
worker.onerror = (event) => { globalThis.outcome = '${FAILED}' + (event.message ?? 'the worker could not be started'); };
`;

/** A page that loads a program. */
export const html = (head: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trial</title><link rel="icon" href="data:,">${head}</head><body></body></html>\n`;
export const MODULE_PAGE = html('<script type="module" src="./main.js"></script>');
