// The package as its users get it: what is in it, and that it works in plain Node, under tsc and in a bundler without configuration.
import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIST, ENTRIES, PRECISIONS, ROOT } from './dist.ts';
import { bundle, compile, makeProject, packedFiles, project, removeProject, run, write } from './project.ts';

const USER_PROGRAM = `
import { BallJoint, Box, HolonomicError, World } from 'holonomic';
const results = [];
for (const options of [{}, { precision: 'double' }, { backend: 'reference' }]) {
  const world = await World.create(options);
  const body = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [1, 0, 0] });
  world.addJoint(new BallJoint({ b: body, anchor: [0, 0, 0] }));
  for (let k = 0; k < 30; k++) world.step(1 / 60);
  results.push(Math.hypot(...body.position).toFixed(3));
}
try { await World.create({ substeps: 0 }); } catch (error) { results.push(error instanceof HolonomicError && error.code); }
console.log(JSON.stringify(results));
`;
const RESULTS = ['1.000', '1.000', '1.000', 'invalid-argument'];

type Conditions = Record<'require' | 'default', Record<string, string>>;

beforeAll(makeProject);
afterAll(removeProject);

/** A file and all that its static imports load. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, target] of fs.readFileSync(file, 'utf8').matchAll(/(?:\bimport|\bfrom)"(\.[^"]+)"/g))
    loadedWith(path.resolve(path.dirname(file), target), found);
  return found;
}

describe('what is packed', () => {
  test('is the package and its documents, and nothing of the workshop', () => {
    const files = packedFiles();
    expect(files).toEqual(
      expect.arrayContaining([
        ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
        ...['docs/getting-started.md', 'docs/images/gallery.jpg'],
        ...[...ENTRIES, ...PRECISIONS].flatMap((name) => [`dist/${name}.js`, `dist/${name}.js.map`, `dist/${name}.d.ts`]),
      ]),
    );
    const names = [...ENTRIES, ...PRECISIONS, 'chunks/[\\w-]+'].join('|');
    const known = new RegExp(
      `^dist/((${names})\\.(c?js|c?js\\.map|d\\.c?ts)|batch-worker\\.js(\\.map)?|cli\\.js|cli-licences\\.txt|(single|double)\\.wasm)$`,
    );
    const strange = files.filter(
      (file) => !/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|docs\/.*\.(md|jpg))$/.test(file) && !known.test(file),
    );
    expect(strange).toEqual([]);
    expect(files.some((file) => /test|bench|^scenes/.test(file))).toBe(false);
    expect(files.filter((file) => fs.statSync(path.join(ROOT, file)).size === 0)).toEqual([]);
  });

  test('is what package.json leads to', () => {
    const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    const files = packedFiles();
    const { './package.json': own, './single.wasm': single, './double.wasm': double, ...entries } = manifest.exports;
    expect([own, single, double]).toEqual(['./package.json', './dist/single.wasm', './dist/double.wasm']);
    expect(Object.keys(entries)).toEqual([
      ...['.', './2d', './batch', './batch/bullmq', './cannon', './control', './debug', './double', './particles', './single', './three'],
    ]);
    const targets = (entry: unknown): string[] =>
      typeof entry === 'string' ? [entry] : Object.values(entry as object).flatMap((part) => targets(part));
    for (const file of [manifest.main, manifest.module, manifest.types, single, double, ...targets(entries)])
      expect(files).toContain(path.normalize(file));
    // Resolvers take the first that fits.
    for (const [subpath, entry] of Object.entries<Conditions>(entries)) {
      if (subpath === './cannon') expect(Object.keys(entry)).toEqual(['types', 'default']);
      else {
        expect(Object.keys(entry)).toEqual(['require', 'default']);
        expect(Object.keys(entry.require)).toEqual(['types', 'module-sync', 'module', 'default']);
        expect(Object.keys(entry.default)).toEqual(['types', 'default']);
      }
    }
    expect(manifest.files).toEqual(expect.arrayContaining(Object.keys(entries).flatMap((name) => /^\.\/(\w+)$/.exec(name)?.[1] ?? [])));
    const peers = Object.keys(manifest.peerDependencies);
    expect(peers).toEqual(['bullmq', 'ioredis', 'piscina', 'three']);
    for (const name of peers) expect([name, manifest.peerDependenciesMeta[name].optional]).toEqual([name, true]);
    expect(files).toContain(manifest.bin.holonomic);
    expect(manifest.scripts.prepack.startsWith(`${manifest.scripts.build} && `)).toBe(true); // never without what it leads to, or with an old one
    expect([manifest.type, manifest.sideEffects, manifest.dependencies ?? {}]).toEqual(['module', false, {}]);
  });

  test('loads the wasm only when a world wants it: each precision, its pgs and tgs, and the reference in chunks of their own', () => {
    // As an application ships it: minified and compressed. The files themselves are for reading, too.
    const minified = (file: string) => transformSync(fs.readFileSync(file, 'utf8'), { minify: true, format: 'esm' }).code;
    const size = (files: Iterable<string>) =>
      Array.from(files, (file) => gzipSync(minified(file)).length).reduce((sum, bytes) => sum + bytes);
    const [index, control, particles, three] = ['index.js', 'control.js', 'particles.js', 'three.js'].map((file) =>
      loadedWith(path.join(DIST, file)),
    );
    expect(size(index)).toBeLessThan(116_500);
    expect(size([...particles].filter((file) => !index.has(file)))).toBeLessThan(104_600);
    expect(size([...control].filter((file) => !index.has(file)))).toBeLessThan(39_000);
    expect(size([...three].filter((file) => !index.has(file)))).toBeLessThan(8_700);
    // Scenes, and what runs jobs in Node or in browsers, come when they are wanted.
    expect(size([...loadedWith(path.join(DIST, 'batch.js'))].filter((file) => !index.has(file)))).toBeLessThan(13_000);
    const chunks = fs.readdirSync(path.join(DIST, 'chunks'));
    for (const name of ['single', 'double', 'velocity-single', 'velocity-double', 'backend', 'scenes', 'piscina-crew', 'browser-crew'])
      expect(chunks.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js')).length).toBe(1);
  });

  test('of a minimal program is what it loads at most, bundled, minified and compressed', async () => {
    write(
      'minimal.js',
      "import { Box, World } from 'holonomic'; (await World.create()).addBody({ shape: new Box([1, 1, 1]) }).world.step(1 / 60);",
    );
    const { outputFiles, metafile } = await build({
      entryPoints: [path.join(project, 'minimal.js')],
      bundle: true,
      format: 'esm',
      minify: true,
      splitting: true,
      platform: 'browser',
      outdir: path.join(project, 'minimal'),
      logLevel: 'silent',
      metafile: true,
      write: false,
    });
    const sizes = Object.fromEntries(outputFiles.map((file) => [path.basename(file.path), gzipSync(file.contents).length]));
    const loaded = (output: string): string[] => [
      output,
      ...metafile.outputs[output].imports.filter(({ kind }) => kind === 'import-statement').flatMap((each) => loaded(each.path)),
    ];
    const code = [...new Set(loaded(Object.keys(metafile.outputs).find((output) => output.endsWith('/minimal.js'))!))];
    const kernels = Object.keys(sizes).filter((name) => name.startsWith('single-'));
    expect(kernels.length).toBe(1);
    const total = (files: readonly string[]) => files.reduce((sum, file) => sum + sizes[path.basename(file)], 0);
    expect(total(kernels)).toBeLessThan(195_500);
    expect(total(code)).toBeLessThan(111_600);
  });

  test.each([
    ['text', 'single.wasm'],
    ['file', 'chunks/single-'],
  ])('has the kernels for Node as a %s', (_, other) => {
    const dist = path.join(project, 'node_modules/holonomic/dist');
    const hidden = fs.readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.startsWith(other));
    expect(hidden.length).toBeGreaterThan(0);
    for (const file of hidden) fs.renameSync(path.join(dist, file), path.join(dist, `${file}.hidden`));
    const program = "import { World } from 'holonomic'; console.log((await World.create()).precision);";
    try {
      expect(run(process.execPath, [write('kernels.mjs', program)])).toEqual({ status: 0, output: 'single\n' });
    } finally {
      for (const file of hidden) fs.renameSync(path.join(dist, `${file}.hidden`), path.join(dist, file));
    }
  });

  test('keeps the licence of what it has parts of', () => {
    const files = [...loadedWith(path.join(DIST, 'control.js'))].map((file) => fs.readFileSync(file, 'utf8'));
    const control = files.find((text) => text.startsWith('/*!')) ?? '';
    expect(control).toMatch(/^\/\*! With parts of @rgrove\/parse-xml [\d.]+ \(ISC\)[\s\S]*Permission to use, copy[\s\S]*?\*\//);
    const { code } = transformSync(control, { minify: true, format: 'esm' });
    expect(code).toContain('Permission to use, copy');
  });

  test('has every class once, and needs three.js for the helpers alone', () => {
    const files = [...new Set(ENTRIES.flatMap((name) => [...loadedWith(path.join(DIST, `${name}.js`))]))];
    const texts = files.map((file) => ({ name: path.relative(DIST, file), text: fs.readFileSync(file, 'utf8') }));
    expect(texts.filter(({ text }) => /\bclass Box\b|\bBox ?= ?class\b/.test(text)).length).toBe(1);
    expect(texts.filter(({ text }) => /from\s*["']three["']/.test(text)).map(({ name }) => name)).toEqual(['three.js']);
  });

  test('has declarations that name no TypeScript files and nothing internal', () => {
    for (const file of packedFiles().filter((name) => /\.d\.c?ts$/.test(name))) {
      const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
      expect([file, text.match(/from ['"][^'"]+(?<!\.d)\.ts['"]/)?.[0]]).toEqual([file, undefined]);
      // CommonJS refers to CommonJS, and older TypeScript knows no typed arrays of some buffer.
      expect([
        file,
        text.match(file.endsWith('.cts') ? /(?:from|import) ['"]\.[^'"]+\.js['"]/ : /(?:from|import) ['"]\.[^'"]+\.cjs['"]/)?.[0],
      ]).toEqual([file, undefined]);
      expect([file, text.match(/\b(?:Uint|Int|Float)\d+Array<\w+>/)?.[0]]).toEqual([file, undefined]);
      expect([file, /@internal/.test(text)]).toEqual([file, false]);
      expect([file, text.match(/^ +(private|protected)(?! constructor\(\);).*/m)?.[0]]).toEqual([file, undefined]);
      for (const name of [
        ...['HandleTable', 'JointStore', 'ShapeStore', 'Pool', 'StateMemory', 'JointSetup', 'BodyRecord', 'Backend'],
        ...['HandleTypes', 'WorldContext', 'BodyHost', 'JointHost', 'WorldSettings', 'SpatialQueries', 'CollisionSpace'],
      ])
        if (!(name === 'Pool' && file === 'dist/cannon.d.ts'))
          // cannon-es exports a class of that name
          expect([file, name, new RegExp(`\\b${name}\\b`).test(text)]).toEqual([file, name, false]);
    }
  });
});

describe('a user’s program', () => {
  test('runs in plain Node', () => {
    const { status, output } = run(process.execPath, [write('program.mjs', USER_PROGRAM)]);
    expect([status, output.trim()]).toEqual([0, JSON.stringify(RESULTS)]);
  });

  test('runs by require, with modules where Node takes them and with CommonJS where it does not', () => {
    const lines = USER_PROGRAM.trim().split('\n');
    const program = `const { BallJoint, Box, HolonomicError, World } = require('holonomic');\n(async () => {${lines.slice(1).join('\n')}})();`;
    write('program.cjs', program);
    for (const flags of [[], ['--no-experimental-require-module']])
      expect(run(process.execPath, [...flags, 'program.cjs'])).toEqual({ status: 0, output: `${JSON.stringify(RESULTS)}\n` });
  });

  test('has one engine by require, whatever it loads, but for entries of one file', () => {
    const program = `
      const [main, plane, control, debug, particles] = ['', '/2d', '/control', '/debug', '/particles'].map((name) => require('holonomic' + name));
      const names = (entry) => Object.keys(entry).filter((name) => main[name] && entry[name] !== main[name]);
      console.log(JSON.stringify([plane, control, debug, particles].map(names)), main.Box !== require('holonomic/single').Box);`;
    for (const flags of [[], ['--no-experimental-require-module']])
      expect(run(process.execPath, [...flags, write('one.cjs', program)])).toEqual({ status: 0, output: '[[],[],[],[]] true\n' });
  });

  test.each(PRECISIONS)('runs from one file, of %s precision', (precision) => {
    const text = fs.readFileSync(path.join(DIST, `${precision}.js`), 'utf8');
    expect([loadedWith(path.join(DIST, `${precision}.js`)).size, /\bimport\s*\(/.test(text)]).toEqual([1, false]);
    const program = `
      import { Box, World } from 'holonomic/${precision}';
      import * as main from 'holonomic';
      import * as own from 'holonomic/${precision}';
      const hashes = [];
      for (const solver of ['xpbd', 'tgs', 'dbd'])
        for (const from of [main, own]) {
          const world = await from.World.create({ solver, ...(from === main && { precision: '${precision}' }) });
          world.addBody({ shape: new from.Box([1, 1, 1]), angularVelocity: [1, 2, 3] });
          for (let k = 0; k < 5; k++) world.step(1 / 60);
          hashes.push(world.precision + world.hash());
        }
      const other = await World.create({ precision: '${precision === 'single' ? 'double' : 'single'}' }).catch(({ code }) => code);
      const missing = Object.keys(main).filter((name) => !(name in own));
      console.log(JSON.stringify([hashes.map((hash, k) => hash === hashes[k - (k % 2)]), other, missing, hashes[0].slice(0, 6)]));`;
    const { status, output } = run(process.execPath, [write(`${precision}-program.mjs`, program)]);
    expect([status, output.trim()]).toEqual([0, JSON.stringify([Array(6).fill(true), 'unsupported', [], precision])]);
  });

  test('is given the wasm that the package has', () => {
    const program = `
      import fs from 'node:fs';
      import { World } from 'holonomic';
      const file = new URL(import.meta.resolve('holonomic/double.wasm'));
      const hashes = [];
      for (const wasm of [undefined, fs.readFileSync(file), file]) {
        const world = await World.create({ precision: 'double', wasm });
        world.step(1 / 60);
        hashes.push(world.hash());
      }
      console.log(new Set(hashes).size);`;
    expect(run(process.execPath, [write('given.mjs', program)])).toEqual({ status: 0, output: '1\n' });
  });

  test('runs in a worker of Node', () => {
    write('worker-program.mjs', USER_PROGRAM);
    const start = "import { Worker } from 'node:worker_threads'; new Worker(new URL('./worker-program.mjs', import.meta.url));";
    const { status, output } = run(process.execPath, [write('start-worker.mjs', start)]);
    expect([status, output.trim()]).toEqual([0, JSON.stringify(RESULTS)]);
  });

  test.each(['bundler', 'nodenext'])('passes tsc with its types, module resolution %s', (resolution) => {
    const outcome = compile(
      resolution,
      'typed.ts',
      `import { BallJoint, type Body, type BodyOptions, type Coordinate, HingeJoint, type Joint, Sphere, TriangleMesh, type Vec3, World, type WorldOptions } from 'holonomic';
       const options: WorldOptions = { precision: 'double', gravity: { x: 0, y: -9.81, z: 0 } };
       const world: World = await World.create(options);
       const given: BodyOptions = { shape: new Sphere(1), position: new Float32Array(3), userData: 'mine' };
       const body: Body = world.addBody(given);
       const position: Readonly<Vec3> = body.position;
       const mine: Vec3 = body.getPosition();
       body.position = mine;
       const hinge: HingeJoint = world.addJoint(new HingeJoint({ a: body, anchor: position, axis: [0, 1, 0], limits: { lower: 0 } }));
       const angle: number = hinge.angle;
       const transforms: Float32Array = world.transforms;
       // @ts-expect-error an option that there is not
       world.addBody({ weight: 1 });
       // @ts-expect-error two numbers are no vector of the joint's options
       new BallJoint({ a: body, anchor: 'here' });
       body.mass = 2;
       body.shape = new Sphere(2);
       hinge.anchorA = position;
       const worlds: (World | null)[] = [body.world, hinge.world];
       const joint: Joint = hinge.rotation.joint;
       const helps: Coordinate | undefined = hinge.rotation.motor?.secondary?.helps;
       const fall: Readonly<Vec3> = body.world.gravity;
       world.gravity = new Float32Array(3);
       world.sleep = { linearThreshold: 0.1 };
       world.castRay(position, [0, -1, 0])?.body.world.step(0.01);
       // @ts-expect-error what is given when a world is made
       world.contactMargin = 0.1;
       // @ts-expect-error a part of the world
       world.queries;
       const made: World = World.createSync({ wasm: await World.load({ precision: 'double' }), precision: 'double' });
       const kept: string = made.addBody({ userData: 'mine' }).userData;
       const door: string = new BallJoint({ a: body, anchor: [0, 0, 0], userData: 'door' }).userData;
       // @ts-expect-error that is only told
       body.centerOfMass = [0, 0, 0];
       // @ts-expect-error handles are made by worlds
       new (body.constructor as typeof Body)();
       // @ts-expect-error no member of users
       world.memory;
       // @ts-expect-error nor is this
       hinge.prepare;
       // @ts-expect-error nor this, which its classes have from another
       hinge.geometry;
       // @ts-expect-error something else with the same members is no body
       const fake: Body = { ...body };
       export { angle, fake, fall, helps, joint, kept, TriangleMesh, transforms, worlds };`,
    );
    expect(outcome).toEqual([0, '']);
  });

  test.each([
    ['for the browser, split', { splitting: true, platform: 'browser' }],
    ['for the browser, in one file', { splitting: false, platform: 'browser' }],
    ['for Node', { splitting: false, platform: 'node' }],
  ] as const)('is bundled by esbuild without configuration, %s', async (_, options) => {
    const outdir = path.join(project, `bundle-${options.platform}-${options.splitting}`);
    write('bundled.js', USER_PROGRAM);
    const { warnings } = await bundle('bundled.js', outdir, { minify: true, ...options });
    expect(warnings).toEqual([]);
    const { status, output } = run(process.execPath, [path.join(outdir, 'bundled.mjs')]);
    expect([status, output.trim()]).toEqual([0, JSON.stringify(RESULTS)]);
  });
});
