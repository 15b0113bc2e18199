// The part of the matrix (npm run matrix) that needs neither a network nor tools beside those of the project: the package as it is packed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { transformSync } from 'esbuild';
import { type OutputOptions, type RollupOutput, rollup } from 'rollup';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printing } from '../../matrix/program.ts';
import { compile, RESOLUTIONS } from '../../matrix/typescript.ts';
import { Workshop } from '../../matrix/workshop.ts';
import { writeSubpathFolders } from '../../tools/subpath-folders.mjs';
import { ensureDist, ROOT } from './dist.ts';

let workshop: Workshop;

beforeAll(async () => {
  await ensureDist();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-tarball-'));
  const run = (command: string, args: string[]) => {
    const { status, stderr, stdout } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  // Without its scripts, which would build dist/ while other tests read it; the folders that they write are written here.
  const tarball = run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]);
  const home = path.join(folder, 'node_modules/holonomic');
  fs.mkdirSync(home, { recursive: true });
  run('tar', ['-xzf', path.join(folder, tarball), '-C', home, '--strip-components=1']);
  writeSubpathFolders(home);
  const plain = new Workshop(folder, { full: '', single: '' }).open('expected');
  const line = async (single: boolean) => (await plain.node([plain.write('main.mjs', printing({ single }))])).trim();
  workshop = new Workshop(folder, { full: await line(false), single: await line(true) });
});
afterAll(() => fs.rmSync(workshop.folder, { recursive: true, force: true }));

describe('the packed package', () => {
  test('prints the same by import and by require, with modules and with CommonJS', async () => {
    const hashes = JSON.parse(workshop.expected.full).slice(0, 3);
    expect(hashes).toEqual(hashes.map(() => expect.stringMatching(/^[0-9a-f]{16}$/)));
    const project = workshop.open('require');
    const main = project.write('main.cjs', printing({ common: true }));
    for (const flags of [[], ['--no-experimental-require-module']]) project.check(await project.node([...flags, main]));
  });

  const compilers = { 'TypeScript 7': 'typescript/bin/tsc', 'TypeScript 6': '@typescript/typescript6/bin/tsc6' };
  test.each([
    ['TypeScript 7', 'node16'],
    ['TypeScript 7', 'bundler'],
    ['TypeScript 6', 'node10'],
  ] as const)('has types for %s, %s', async (compiler, name) => {
    const { options, ...resolution } = RESOLUTIONS.find((each) => each.name === name)!;
    const quiet = compiler === 'TypeScript 6' ? { ignoreDeprecations: '6.0' } : {};
    const tsc = path.join(ROOT, 'node_modules', compilers[compiler]);
    await compile(workshop.open(`types ${compiler} ${name}`), tsc, { ...resolution, options: { ...options, ...quiet } });
  });

  test('works where fields of classes become assignments, and refuses those of users all the same', async () => {
    // In a function: chunks that are put behind a program are not there while its top level waits.
    const program = `${printing()}
      (async () => {
        const world = await World.create();
        const body = world.addBody({ shape: new Box([1, 1, 1]) });
        const joint = world.addJoint(new BallJoint({ b: body, anchor: [0, 0, 0] }));
        const refused = [world, body, joint, body.shape].filter((object) => {
          try { object.velocity = [0, 0, 0]; } catch (error) { return error.code === 'invalid-argument'; }
        });
        console.log(refused.length);
      })();`;
    // As Vite 5 and 6 do it: what Rollup has put together, with fields of classes as assignments.
    const project = workshop.open('lowered');
    const { output } = await together(project.write('main.js', program), { format: 'es', inlineDynamicImports: true });
    const target = 'es2020';
    const { code } = transformSync(output[0].code, { target, supported: { 'top-level-await': true } });
    project.write('bundle.mjs', code);
    const lines = (await project.node(['bundle.mjs'])).trim().split('\n');
    expect(lines.toSorted()).toEqual(['4', workshop.expected.full].toSorted());
  });

  test('is one script by Rollup, from an entry without chunks', async () => {
    const project = workshop.open('iife');
    const { output } = await together(project.write('main.js', printing({ single: true })), { format: 'iife' });
    project.write('bundle.cjs', output[0].code);
    project.check(await project.node(['bundle.cjs']), workshop.expected.single);
  });
});

/** What Rollup makes of a program without configuration, but that it finds the package. */
async function together(input: string, options: OutputOptions): Promise<RollupOutput> {
  const files: Record<string, string> = { holonomic: 'index' };
  const bundle = await rollup({
    input,
    plugins: [
      {
        name: 'package',
        resolveId: (id) =>
          id.startsWith('holonomic') ? workshop.file('holonomic', `dist/${files[id] ?? id.replace('holonomic/', '')}.js`) : null,
      },
    ],
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  const output = await bundle.generate(options);
  await bundle.close();
  return output;
}
