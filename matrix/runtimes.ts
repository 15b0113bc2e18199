// Engines of JavaScript beside Node and browsers.

import path from 'node:path';
import { build } from 'esbuild';
import { printing } from './program.ts';
import type { Cell, Project, Workshop } from './workshop.ts';

export function runtimeCells(workshop: Workshop): Cell[] {
  const none = 'no binary for this machine on the registry';
  const runtime = (tool: string, name: string, cells: { use: string; run(project: Project): Promise<void> }[]): Cell[] => {
    const version = workshop.version(name);
    return version ? cells.map((cell) => ({ tool, version, ...cell })) : [{ tool, version: '', use: 'import', except: none }];
  };
  const deno = workshop.file('@deno/linux-x64-glibc', 'deno');
  const bun = workshop.file('@oven/bun-linux-x64', 'bin/bun');
  return [
    ...runtime('Deno', '@deno/linux-x64-glibc', [
      {
        use: 'import',
        async run(project) {
          const main = project.write('main.mjs', printing());
          const env = { DENO_DIR: path.join(project.folder, '.deno'), DENO_NO_UPDATE_CHECK: '1' };
          project.check(await project.run(deno, ['run', '--no-remote', '--allow-read', '--node-modules-dir=manual', main], env));
        },
      },
    ]),
    ...runtime('Bun', '@oven/bun-linux-x64', [
      {
        use: 'import',
        run: async (project) => project.check(await project.run(bun, [project.write('main.mjs', printing())])),
      },
      {
        use: '`require`',
        run: async (project) => project.check(await project.run(bun, [project.write('main.cjs', printing({ common: true }))])),
      },
    ]),
    ...runtime('workerd', '@cloudflare/workerd-linux-64', [{ use: 'worker with `wasm`', run: serveWorker }]),
  ];
}

/** Where no WebAssembly may be compiled: kernels come compiled, and the error says so where they are missing. */
const WORKER = `import { BallJoint, Box, World } from 'holonomic';
import kernels from './double.wasm';
export default {
  async fetch() {
    const world = await World.create({ precision: 'double', wasm: kernels });
    const body = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [1, 0, 0] });
    world.addJoint(new BallJoint({ b: body, anchor: [0, 0, 0] }));
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    const reason = await World.create().catch((error) => error.code + ' ' + error.message.includes('as wasm'));
    const reference = await World.create({ backend: 'reference' });
    return new Response(JSON.stringify([Math.hypot(...body.position).toFixed(6), reason, reference.backend]));
  },
};
`;
const ANSWER = JSON.stringify(['1.000000', 'unsupported true', 'reference']);

const CONFIGURATION = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:{port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "dist/worker.js"), (name = "./double.wasm", wasm = embed "double.wasm")],
  compatibilityDate = "2024-09-23",
);
`;

async function serveWorker(project: Project): Promise<void> {
  const entry = project.write('worker.js', WORKER);
  project.copy(project.workshop.file('holonomic', 'dist/double.wasm'), 'double.wasm');
  await build({
    entryPoints: [entry],
    outdir: path.join(project.folder, 'dist'),
    bundle: true,
    format: 'esm',
    external: ['*.wasm'],
    conditions: ['workerd', 'worker', 'browser'],
    logLevel: 'silent',
  });
  const program = project.workshop.file('@cloudflare/workerd-linux-64', 'bin/workerd');
  await project.serve([program, 'serve', 'config.capnp'], async (url) => project.check(await (await fetch(url)).text(), ANSWER), {
    'config.capnp': CONFIGURATION,
  });
}
