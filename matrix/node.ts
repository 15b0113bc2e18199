// Node of several versions: modules, `require`, workers, and the command line.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { printing } from './program.ts';
import type { Cell, Project, Workshop } from './workshop.ts';

const VERSIONS = ['20.9', '20', '22', '24'];

export function nodeCells(workshop: Workshop, tarball: string): Cell[] {
  const cells = VERSIONS.flatMap((name): Cell[] => {
    const version = workshop.version(`node-${name}`);
    const tool = { tool: 'Node', version: version ?? name };
    if (!version) return [{ ...tool, use: 'import', except: 'no binary for this machine on the registry' }];
    const program = workshop.file(`node-${name}`, 'bin/node');
    const run = (project: Project, file: string) => project.run(program, [file]);
    return [
      {
        ...tool,
        use: 'import',
        run: async (project) => project.check(await run(project, project.write('main.mjs', printing()))),
      },
      {
        ...tool,
        use: '`require`',
        run: async (project) => project.check(await run(project, project.write('main.cjs', printing({ common: true })))),
      },
      {
        ...tool,
        use: 'worker',
        async run(project) {
          project.write('worker.mjs', printing());
          const start = "import { Worker } from 'node:worker_threads';\nnew Worker(new URL('./worker.mjs', import.meta.url));\n";
          project.check(await run(project, project.write('main.mjs', start)));
        },
      },
      {
        ...tool,
        use: '`holonomic/cannon`',
        run: async (project) => project.check(await run(project, project.write('main.mjs', CANNON)), '"1.000"'),
      },
    ];
  });
  return [...cells, installation(tarball)];
}

/** A program for cannon-es with its import changed: where a ball comes to rest. */
export const CANNON = `import * as CANNON from 'holonomic/cannon';
const world = new CANNON.World({ gravity: new CANNON.Vec3(0, -9.82, 0) });
const ground = new CANNON.Body({ shape: new CANNON.Plane() });
ground.quaternion.setFromEuler(-Math.PI / 2, 0, 0);
world.addBody(ground);
const ball = new CANNON.Body({ mass: 5, shape: new CANNON.Sphere(1), position: new CANNON.Vec3(0, 3, 0) });
world.addBody(ball);
for (let k = 0; k < 180; k++) world.step(1 / 60);
globalThis.outcome = JSON.stringify(ball.position.y.toFixed(3));
console.log(globalThis.outcome);
`;

/** The tarball into an empty project, without a network: the package has no dependencies. */
function installation(tarball: string): Cell {
  return {
    tool: 'npm',
    version: spawnSync('npm', ['--version'], { encoding: 'utf8' }).stdout.trim(),
    use: 'offline installation of the tarball, command line',
    async run(project) {
      await project.run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball]);
      const installed = fs.readdirSync(path.join(project.folder, 'node_modules')).filter((name) => !name.startsWith('.'));
      if (installed.join() !== 'holonomic') throw new Error(`installed ${installed}`);
      project.check(await project.node([project.write('main.mjs', printing())]));
      const help = await project.run('npx', ['--offline', 'holonomic', '--help']);
      if (!/^Usage: holonomic/.test(help)) throw new Error(help);
    },
  };
}
