// The package as its users get it: what is in it, and that it works in plain Node, under tsc and in a bundler without configuration.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIST, ensureDist, ROOT } from './dist.ts';

const USER_PROGRAM = `
import { Ball, Box, HolonomicError, World } from 'holonomic';
const results = [];
for (const options of [{}, { precision: 'double' }, { backend: 'reference' }]) {
  const world = await World.create(options);
  const body = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [1, 0, 0] });
  world.addJoint(new Ball({ b: body, anchor: [0, 0, 0] }));
  for (let k = 0; k < 30; k++) world.step(1 / 60);
  results.push(Math.hypot(...body.position).toFixed(3));
}
try { await World.create({ substeps: 0 }); } catch (error) { results.push(error instanceof HolonomicError && error.code); }
console.log(JSON.stringify(results));
`;
const RESULTS = ['1.000', '1.000', '1.000', 'invalid-argument'];

let project: string;

/** Runs a program in the user's project. */
function run(command: string, args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, output: stdout + stderr };
}

function write(file: string, text: string): string {
  fs.writeFileSync(path.join(project, file), text);
  return file;
}

beforeAll(async () => {
  await ensureDist();
  // A project that has the package installed: the files that npm would pack, and nothing else.
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-user-'));
  const home = path.join(project, 'node_modules/holonomic');
  for (const file of packedFiles()) {
    fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
    fs.copyFileSync(path.join(ROOT, file), path.join(home, file));
  }
  write('package.json', '{ "type": "module", "private": true }');
});
afterAll(() => fs.rmSync(project, { recursive: true, force: true }));

function packedFiles(): string[] {
  const { stdout, stderr, status } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  return files.map((file) => file.path);
}

describe('what is packed', () => {
  test('is the package and its documents, and nothing of the workshop', () => {
    const files = packedFiles();
    expect(files).toEqual(
      expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'dist/index.js', 'dist/index.d.ts']),
    );
    const strange = files.filter(
      (file) => !/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/(index|chunks\/[\w-]+|types\/.+)\.(js|d\.ts))$/.test(file),
    );
    expect(strange).toEqual([]);
    expect(files.some((file) => /test|bench|scenes|\.wasm$/.test(file))).toBe(false);
  });

  test('is what package.json leads to', () => {
    const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const files = packedFiles();
    for (const file of [manifest.main, manifest.types, manifest.exports['.'].default, manifest.exports['.'].types]) {
      expect(files).toContain(path.normalize(file));
    }
    expect(Object.keys(manifest.exports['.'])[0]).toBe('types'); // resolvers take the first that fits
    expect([manifest.type, manifest.sideEffects, manifest.dependencies ?? {}]).toEqual(['module', false, {}]);
  });

  test('loads the wasm only when a world wants it: each precision and the reference in chunks of their own', () => {
    const main = fs.statSync(path.join(DIST, 'index.js')).size;
    const chunks = fs.readdirSync(path.join(DIST, 'chunks'));
    expect(main).toBeLessThan(380_000);
    for (const name of ['single', 'double', 'backend']) expect(chunks.filter((file) => file.startsWith(`${name}-`)).length).toBe(1);
  });

  test('has declarations that name no TypeScript files and nothing internal', () => {
    for (const file of packedFiles().filter((name) => name.endsWith('.d.ts'))) {
      const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
      expect([file, text.match(/from ['"][^'"]+(?<!\.d)\.ts['"]/)?.[0]]).toEqual([file, undefined]);
      expect([file, /@internal/.test(text)]).toEqual([file, false]);
    }
  });
});

describe('a user’s program', () => {
  test('runs in plain Node', () => {
    const { status, output } = run(process.execPath, [write('program.mjs', USER_PROGRAM)]);
    expect([status, output.trim()]).toEqual([0, JSON.stringify(RESULTS)]);
  });

  test('runs in a worker of Node', () => {
    write('worker-program.mjs', USER_PROGRAM);
    const start = "import { Worker } from 'node:worker_threads'; new Worker(new URL('./worker-program.mjs', import.meta.url));";
    const { status, output } = run(process.execPath, [write('start-worker.mjs', start)]);
    expect([status, output.trim()]).toEqual([0, JSON.stringify(RESULTS)]);
  });

  test.each(['bundler', 'nodenext'])('passes tsc with its types, module resolution %s', (resolution) => {
    write(
      'typed.ts',
      `import { Ball, type Body, type BodyOptions, Hinge, Mesh, Sphere, type Vec3, World, type WorldOptions } from 'holonomic';
       const options: WorldOptions = { precision: 'double', gravity: { x: 0, y: -9.81, z: 0 } };
       const world: World = await World.create(options);
       const given: BodyOptions = { shape: new Sphere(1), position: new Float32Array(3), userData: 'mine' };
       const body: Body = world.addBody(given);
       const position: Vec3 = body.position;
       body.position = [1, 2, 3];
       const hinge: Hinge = world.addJoint(new Hinge({ a: body, anchor: position, axis: [0, 1, 0], limits: { lower: 0 } }));
       const angle: number = hinge.angle;
       const transforms: Float32Array = world.transforms;
       // @ts-expect-error an option that there is not
       world.addBody({ weight: 1 });
       // @ts-expect-error two numbers are no vector of the joint's options
       new Ball({ a: body, anchor: 'here' });
       // @ts-expect-error the mass is given once
       body.mass = 2;
       export { angle, Mesh, transforms };`,
    );
    const config = {
      compilerOptions: {
        target: 'es2022',
        module: resolution === 'bundler' ? 'esnext' : 'nodenext',
        moduleResolution: resolution,
        lib: ['ES2022', 'DOM'],
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        types: [],
      },
      files: ['typed.ts'],
    };
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, output } = run(process.execPath, [tsc, '-p', write(`tsconfig.${resolution}.json`, JSON.stringify(config))]);
    expect([status, output]).toEqual([0, '']);
  });

  test.each([
    ['for the browser, split', { splitting: true, platform: 'browser' }],
    ['for the browser, in one file', { splitting: false, platform: 'browser' }],
    ['for Node', { splitting: false, platform: 'node' }],
  ] as const)('is bundled by esbuild without configuration, %s', async (_, options) => {
    const outdir = path.join(project, `bundle-${options.platform}-${options.splitting}`);
    write('bundled.js', USER_PROGRAM);
    const { warnings } = await build({
      entryPoints: [path.join(project, 'bundled.js')],
      bundle: true,
      format: 'esm',
      minify: true,
      outdir,
      outExtension: { '.js': '.mjs' },
      logLevel: 'silent',
      ...options,
    });
    expect(warnings).toEqual([]);
    const { status, output } = run(process.execPath, [path.join(outdir, 'bundled.mjs')]);
    expect([status, output.trim()]).toEqual([0, JSON.stringify(RESULTS)]);
  });
});
