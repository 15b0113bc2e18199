// Bundlers: what they make of the program is run in Chromium, and in Node where it is for that.
import path from 'node:path';
import { build } from 'esbuild';
import { CANNON } from './node.ts';
import { html, inWorker, MODULE_PAGE, onPage, printing, starting } from './program.ts';
import type { Cell, Project, Workshop } from './workshop.ts';

/** The form of starting a worker that bundlers know. */
const WORKER = starting("new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })");

/** A page with its program, or with a worker in which it runs. */
function writePage(project: Project, use: 'page' | 'worker', single = false): void {
  project.write('index.html', MODULE_PAGE);
  project.write('main.js', use === 'page' ? onPage() : WORKER);
  if (use === 'worker') project.write('worker.js', inWorker({ single }));
}

const USES = ['page', 'worker'] as const;

export function bundlerCells(workshop: Workshop): Cell[] {
  return [
    ...['vite-5', 'vite-6', 'vite-7', 'vite'].flatMap((name) => viteCells(workshop, name)),
    ...webpackCells(workshop),
    ...rollupCells(workshop),
    ...esbuildCells(workshop),
    ...parcelCells(workshop),
  ];
}

function viteCells(workshop: Workshop, name: string): Cell[] {
  const tool = { tool: 'Vite', version: workshop.version(name) ?? 'not installed' };
  const program = workshop.file(name, 'bin/vite.js');
  const bundle = async (project: Project, expected?: string) => {
    await project.node([program, 'build', '--logLevel', 'warn']);
    await project.page('dist', { expected });
  };
  // Workers of Vite 5 to 7 are one classic script by default.
  const classic = Number.parseInt(tool.version, 10) < 8;
  return [
    {
      ...tool,
      use: 'page',
      async run(project) {
        writePage(project, 'page');
        await bundle(project);
      },
    },
    {
      ...tool,
      use: classic ? "worker with `worker.format: 'es'`" : 'worker',
      async run(project) {
        writePage(project, 'worker');
        if (classic) project.write('vite.config.js', "export default { worker: { format: 'es' } };\n");
        await bundle(project);
      },
    },
    {
      ...tool,
      use: 'worker of `holonomic/single`',
      async run(project) {
        writePage(project, 'worker', true);
        await bundle(project, workshop.expected.single);
      },
    },
    {
      ...tool,
      use: 'development server',
      async run(project) {
        writePage(project, 'page');
        await project.serve([program, '--port', '{port}', '--host', '127.0.0.1'], (url) => project.visit(url));
      },
    },
    {
      ...tool,
      use: '`holonomic/cannon`, target es2022',
      async run(project) {
        project.write('index.html', MODULE_PAGE);
        project.write('main.js', CANNON);
        project.write('vite.config.js', "export default { build: { target: 'es2022' } };\n");
        await bundle(project, '"1.000"');
      },
    },
  ];
}

/** Without its command line, which is another package. */
const webpackProgram = (webpack: string, entry: string) => `const webpack = require(${JSON.stringify(webpack)});
webpack({ mode: 'production', entry: ${JSON.stringify(entry)}, context: __dirname, performance: { hints: false } }, (error, stats) => {
  const { errors, warnings } = stats ? stats.toJson({ all: false, errors: true, warnings: true }) : { errors: [error], warnings: [] };
  for (const { message } of [...errors, ...warnings]) console.error(message);
  process.exitCode = errors.length + warnings.length > 0 ? 1 : 0;
});
`;

function webpackCells(workshop: Workshop): Cell[] {
  const tool = { tool: 'webpack', version: workshop.version('webpack') ?? 'not installed' };
  const bundle = async (project: Project, expected?: string) => {
    const program = project.write('build.cjs', webpackProgram(workshop.file('webpack'), './main.js'));
    await project.node([program]);
    project.write('dist/index.html', MODULE_PAGE);
    await project.page('dist', { expected });
  };
  return [
    ...USES.map((use) => ({
      ...tool,
      use,
      async run(project: Project) {
        writePage(project, use);
        await bundle(project);
      },
    })),
    {
      ...tool,
      use: '`holonomic/cannon`',
      async run(project) {
        project.write('main.js', CANNON);
        await bundle(project, '"1.000"');
      },
    },
  ];
}

function rollupCells(workshop: Workshop): Cell[] {
  const tool = { tool: 'Rollup', version: workshop.version('rollup') ?? 'not installed' };
  const bundle = (project: Project, args: string[]) =>
    project.node([
      workshop.file('rollup', 'dist/bin/rollup'),
      'main.js',
      '-p',
      '@rollup/plugin-node-resolve',
      '--failAfterWarnings',
      ...args,
    ]);
  const classic = html('<script defer src="./main.js"></script>');
  return [
    {
      ...tool,
      use: 'es',
      async run(project) {
        project.write('main.js', onPage());
        await bundle(project, ['-f', 'es', '-d', 'dist']);
        project.write('dist/index.html', MODULE_PAGE);
        await project.page('dist');
      },
    },
    {
      ...tool,
      use: 'iife of `holonomic/single`',
      async run(project) {
        project.write('main.js', onPage({ single: true }));
        await bundle(project, ['-f', 'iife', '-o', 'dist/main.js']);
        project.write('dist/index.html', classic);
        await project.page('dist', { expected: workshop.expected.single });
      },
    },
    {
      ...tool,
      use: 'iife with `inlineDynamicImports`',
      async run(project) {
        project.write('main.js', onPage());
        await bundle(project, ['-f', 'iife', '-o', 'dist/main.js', '--inlineDynamicImports']);
        project.write('dist/index.html', classic);
        await project.page('dist');
      },
    },
  ];
}

function esbuildCells(workshop: Workshop): Cell[] {
  const tool = { tool: 'esbuild', version: workshop.version('esbuild') ?? 'not installed' };
  const bundle = async (project: Project, entries: string[], options: object) => {
    const { warnings } = await build({
      entryPoints: entries.map((entry) => path.join(project.folder, entry)),
      outdir: path.join(project.folder, 'dist'),
      bundle: true,
      minify: true,
      logLevel: 'silent',
      ...options,
    });
    if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
  };
  return [
    ...USES.map((use) => ({
      ...tool,
      use,
      async run(project: Project) {
        writePage(project, use);
        await bundle(project, use === 'page' ? ['main.js'] : ['main.js', 'worker.js'], { format: 'esm', splitting: true });
        project.write('dist/index.html', MODULE_PAGE);
        await project.page('dist');
      },
    })),
    {
      ...tool,
      use: 'iife',
      async run(project) {
        project.write('main.js', onPage());
        await bundle(project, ['main.js'], { format: 'iife' });
        project.write('dist/index.html', html('<script defer src="./main.js"></script>'));
        await project.page('dist');
      },
    },
    {
      ...tool,
      use: 'cjs for Node',
      async run(project) {
        project.write('main.js', printing());
        await bundle(project, ['main.js'], { format: 'cjs', platform: 'node', outExtension: { '.js': '.cjs' } });
        project.check(await project.node(['dist/main.cjs']));
      },
    },
  ];
}

function parcelCells(workshop: Workshop): Cell[] {
  const tool = { tool: 'Parcel', version: workshop.version('parcel') ?? 'not installed' };
  const bundle = async (project: Project, expected?: string) => {
    project.write('package.json', { name: 'project', private: true });
    const options = ['--dist-dir', 'dist', '--cache-dir', path.join(project.folder, '.cache'), '--no-source-maps'];
    await project.node([workshop.file('parcel', 'lib/bin.js'), 'build', 'index.html', ...options]);
    await project.page('dist', { expected });
  };
  return [
    {
      ...tool,
      use: 'page',
      async run(project) {
        writePage(project, 'page');
        await bundle(project);
      },
    },
    {
      ...tool,
      use: 'worker of `holonomic/single`',
      async run(project) {
        writePage(project, 'worker', true);
        await bundle(project, workshop.expected.single);
      },
    },
    { ...tool, use: 'worker', except: 'its workers do not find chunks that are loaded later: use `holonomic/single` there' },
  ];
}
