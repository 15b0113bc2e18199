// Where the WebAssembly comes from, and what is refused.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deflateSync, gzipSync, inflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { staticsOf } from '../../bindings/core/instance.ts';
import { LAYOUT_HASH } from '../../bindings/core/layout.ts';
import { type Precision, World, type WorldOptions } from '../../bindings/index.ts';
import { serveFolder } from '../../tools/serve.mjs';

const PRECISIONS: Precision[] = ['single', 'double'];
const fileOf = (precision: Precision, variant = 'release') =>
  fileURLToPath(new URL(`../../build/holonomic.${precision}.${variant}.wasm`, import.meta.url));
const bytesOf = (precision: Precision, variant = 'release') => new Uint8Array(readFileSync(fileOf(precision, variant)));

/** Hash of a few steps of a small world made with the options. */
async function hashOf(options: WorldOptions): Promise<string> {
  const world = await World.create(options);
  const body = world.addBody({ mass: 1, inertia: [1, 2, 2.5], angularVelocity: [1, 2, 3] });
  for (let k = 0; k < 5; k++) world.step(1 / 60);
  expect(body.frozen).toBe(false);
  const hash = world.hash();
  world.dispose();
  return hash;
}

const refusal = (options: WorldOptions) =>
  World.create(options).then(
    () => 'a world',
    (error) => error,
  );

/** A module that holds the given custom section alone. */
function moduleWithSection(name: string, text: string): Uint8Array {
  const [nameBytes, content] = [name, text].map((part) => [...new TextEncoder().encode(part)]);
  const section = [nameBytes.length, ...nameBytes, ...content];
  const size = [(section.length & 0x7f) | 0x80, section.length >> 7];
  return Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 0, ...size, ...section);
}

/** The kernels with a text in them replaced by another of the same length. */
function patched(precision: Precision, from: string, to: string): Uint8Array {
  const bytes = Buffer.from(bytesOf(precision));
  const at = bytes.indexOf(from);
  expect(at, `${from} in the wasm`).toBeGreaterThan(0);
  bytes.write(to, at, 'latin1');
  return new Uint8Array(bytes);
}

describe.each(PRECISIONS)('%s', (precision) => {
  let embedded = '';
  let server: Awaited<ReturnType<typeof serveFolder>>;
  beforeAll(async () => {
    embedded = await hashOf({ precision });
    server = await serveFolder(fileURLToPath(new URL('../../build', import.meta.url)), {
      pages: { '/page.wasm': '<!doctype html><p>Not found' },
    });
  });
  afterAll(() => server.close());

  test('the embedded wasm is the one that was built', async () => {
    const { default: base64 } = await import(`../../bindings/generated/${precision}.ts`);
    expect(inflateSync(Buffer.from(base64, 'base64')).equals(readFileSync(fileOf(precision)))).toBe(true);
  });

  test('is compressed within its budget', () => {
    const budget = { single: 191, double: 192 }[precision] * 1024;
    expect(gzipSync(bytesOf(precision), { level: 9 }).length).toBeLessThan(budget);
  });

  test('so are the kernels of pgs and tgs, which have no tables of their own and less scratch than the others', async () => {
    const bytes = readFileSync(fileURLToPath(new URL(`../../build/holonomic.${precision}.velocity.release.wasm`, import.meta.url)));
    const { default: base64 } = await import(`../../bindings/generated/velocity-${precision}.ts`);
    expect(inflateSync(Buffer.from(base64, 'base64')).equals(bytes)).toBe(true);
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThan(40 * 1024);
    const [own, others] = [bytes, bytesOf(precision)].map((each) => staticsOf(new WebAssembly.Module(each as BufferSource)));
    expect(own.tables).toBe(0);
    expect(own.bytes).toBeLessThan(others.bytes);
    const section = WebAssembly.Module.customSections(new WebAssembly.Module(bytes), 'holonomic')[0];
    expect(JSON.parse(new TextDecoder().decode(section))).toEqual({ precision, layout: LAYOUT_HASH });
  });

  const sources: [string, () => WorldOptions['wasm']][] = [
    ['a typed array', () => bytesOf(precision)],
    ['an ArrayBuffer', () => bytesOf(precision).buffer as ArrayBuffer],
    ['a DataView', () => new DataView(bytesOf(precision).buffer as ArrayBuffer)],
    ['a part of a larger buffer', () => Buffer.concat([Buffer.alloc(5), bytesOf(precision), Buffer.alloc(3)]).subarray(5, -3)],
    ['a module', () => new WebAssembly.Module(bytesOf(precision))],
    ['an http URL as text', () => `${server.url}/holonomic.${precision}.release.wasm`],
    ['an http URL', () => new URL(`/holonomic.${precision}.release.wasm`, server.url)],
    ['a Response', () => new Response(bytesOf(precision) as BufferSource)],
    ['the promise of one', () => fetch(`${server.url}/holonomic.${precision}.release.wasm`)],
    ['a data URL', () => `data:application/wasm;base64,${Buffer.from(bytesOf(precision)).toString('base64')}`],
    ['the debug build', () => bytesOf(precision, 'debug')],
  ];
  test.each(sources)('from %s, with the same results', async (_, source) => {
    expect(await hashOf({ precision, wasm: source() })).toBe(embedded);
  });

  test('from a file URL where fetch can, and refused clearly where it cannot', async () => {
    const wasm = pathToFileURL(fileOf(precision));
    const fetchable = await fetch(wasm).then(
      () => true,
      () => false,
    );
    if (fetchable) expect(await hashOf({ precision, wasm })).toBe(embedded);
    else {
      const result = await refusal({ precision, wasm });
      if (result === 'a world') expect(await hashOf({ precision, wasm })).toBe(embedded);
      else expect(result).toMatchObject({ code: 'bad-module', message: expect.stringContaining('file://') });
    }
  });

  const bad: [string, () => WorldOptions['wasm']][] = [
    ['the other precision', () => bytesOf(precision === 'single' ? 'double' : 'single')],
    [
      'a module of the other precision',
      () => new WebAssembly.Module(bytesOf(precision === 'single' ? 'double' : 'single') as BufferSource),
    ],
    [
      'another layout',
      () => patched(precision, `"layout":${LAYOUT_HASH}`, `"layout":${String(LAYOUT_HASH).replace(/\d$/, (d) => String((+d + 1) % 10))}`),
    ],
    ['a section that is no JSON', () => patched(precision, '{"precision"', '{!precision!')],
    ['a section of another name', () => patched(precision, '\tholonomic{', '\tholonomix{')],
    ['no word of its scratch', () => patched(precision, '\u0007scratch{"tables"', '\u0007scratch{"tablex"')],
    ['a memory of another name', () => patched(precision, '\u0003env\u0006memory', '\u0003env\u0006memorx')],
    ['no bytes', () => new Uint8Array(0)],
    ['noise', () => Uint8Array.from({ length: 1000 }, (_, k) => (k * 2654435761) >>> 24)],
    ['half the wasm', () => bytesOf(precision).slice(0, 40_000)],
    ['an empty module', () => Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)],
    ['a section that is null', () => moduleWithSection('holonomic', 'null')],
    ['the right section, and nothing else', () => moduleWithSection('holonomic', JSON.stringify({ precision, layout: LAYOUT_HASH }))],
    ['a page instead of the wasm', () => `${server.url}/page.wasm`],
    ['a URL that is not there', () => `${server.url}/none.wasm`],
    ['a URL that nobody serves', () => 'http://127.0.0.1:9/holonomic.wasm'],
    ['text that is no URL', () => 'holonomic.wasm'],
  ];
  test.each(bad)('refuses %s', async (_, source) => {
    const error = await refusal({ precision, wasm: source() });
    expect(error).toMatchObject({ name: 'HolonomicError', code: 'bad-module' });
    expect(error.message).toMatch(/wasm|WebAssembly|module/i);
    expect(await hashOf({ precision })).toBe(embedded); // and the next world is made all the same
  });
});

describe('the engine', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test('compiles the embedded wasm once, however many worlds there are', async () => {
    vi.resetModules();
    const compile = vi.spyOn(WebAssembly, 'compile');
    const { World: FreshWorld } = await import('../../bindings/index.ts');
    const worlds = await Promise.all(Array.from({ length: 5 }, () => FreshWorld.create()));
    worlds.push(await FreshWorld.create());
    expect(compile).toHaveBeenCalledTimes(1);
    await FreshWorld.create({ precision: 'double' });
    expect(compile).toHaveBeenCalledTimes(2);
    expect(new Set(worlds.map((world) => world.transforms.buffer)).size).toBe(6); // each has a memory of its own
  });

  test('without SIMD is told so, and may use the reference', async () => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    expect(await refusal({})).toMatchObject({ code: 'unsupported', message: expect.stringContaining('SIMD') });
    expect((await World.create({ backend: 'reference' })).backend).toBe('reference');
  });

  test('without WebAssembly too', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(await refusal({})).toMatchObject({ code: 'unsupported' });
    const world = await World.create({ backend: 'reference' });
    world.step(1 / 60);
    expect(world.stepCount).toBe(1);
  });

  /** A fresh copy of the package, in which compiling fails while `fails` says so. */
  async function withFailure(fails: (bytes: BufferSource) => Error | null) {
    vi.resetModules();
    const { compile, Module } = WebAssembly;
    vi.spyOn(WebAssembly, 'compile').mockImplementation(async (bytes) => {
      const error = fails(bytes);
      if (error) throw error;
      return compile(bytes);
    });
    const construct = (target: typeof Module, args: [BufferSource]) => {
      const error = fails(args[0]);
      if (error) throw error;
      return new target(...args);
    };
    vi.spyOn(WebAssembly, 'Module', 'get').mockReturnValue(new Proxy(Module, { construct }));
    return (await import('../../bindings/index.ts')).World;
  }
  const refused = new WebAssembly.CompileError('refused by the policy');

  test.each([refused, new RangeError('out of memory'), 'no error at all'])('forgets a failure to compile: %s', async (error) => {
    let failing = true;
    const FreshWorld = await withFailure((bytes) => (failing && bytes.byteLength > 8 ? (error as Error) : null));
    for (const options of [{}, { backend: 'reference' }] as const)
      await expect(FreshWorld.create(options)).rejects.toMatchObject({ code: 'bad-module', message: expect.stringMatching(/try again/) });
    failing = false;
    for (const options of [{}, { backend: 'reference' }] as const) {
      const world = await FreshWorld.create(options);
      world.detectCollisions();
      world.dispose();
    }
  });

  test('forgets a failure to load the kernels', async () => {
    vi.resetModules();
    let failing = true;
    vi.doMock('../../bindings/generated/single.ts', async (importOriginal) => {
      if (failing) throw new TypeError('no network');
      return importOriginal();
    });
    const { World: FreshWorld } = await import('../../bindings/index.ts');
    await expect(FreshWorld.create()).rejects.toMatchObject({
      code: 'bad-module',
      message: expect.stringMatching(/kernels of single precision/),
    });
    failing = false;
    (await FreshWorld.create()).dispose();
    vi.doUnmock('../../bindings/generated/single.ts');
  });

  const older = () =>
    patched('single', `"layout":${LAYOUT_HASH}`, `"layout":${String(LAYOUT_HASH).replace(/\d$/, (d) => String((+d + 1) % 10))}`);
  test('refuses embedded kernels that were built from other sources', async () => {
    vi.resetModules();
    vi.doMock('../../bindings/generated/single.ts', () => ({ default: deflateSync(older()).toString('base64') }));
    const { World: FreshWorld } = await import('../../bindings/index.ts');
    await expect(FreshWorld.create()).rejects.toMatchObject({
      code: 'bad-module',
      message: expect.stringMatching(
        /kernels of single precision were built from other sources than the bindings: run `npm run build:wasm`/,
      ),
    });
    vi.doUnmock('../../bindings/generated/single.ts');
  });

  test.each([
    ['a DecompressionStream', () => vi.stubGlobal('process', { ...process, getBuiltinModule: undefined })],
    [
      'neither that nor zlib',
      () => {
        vi.stubGlobal('process', { ...process, getBuiltinModule: undefined });
        vi.stubGlobal('DecompressionStream', undefined);
      },
    ],
  ])('makes worlds with %s', async (_, stub) => {
    vi.resetModules();
    const { World: FreshWorld } = await import('../../bindings/index.ts');
    stub();
    (await FreshWorld.create()).dispose();
  });

  test('that may not compile says what to do, and the reference goes without collisions', async () => {
    let forbidden = true;
    const FreshWorld = await withFailure(() => (forbidden ? refused : null));
    for (const options of [{}, { wasm: bytesOf('single') }])
      await expect(FreshWorld.create(options)).rejects.toMatchObject({
        code: 'unsupported',
        message: expect.stringMatching(/'wasm-unsafe-eval' to its script-src, or use \{ backend: 'reference' \}/),
      });
    const world = await FreshWorld.create({ backend: 'reference' });
    world.addBody({ mass: 1 });
    world.step(1 / 60);
    expect(() => world.detectCollisions()).toThrow(expect.objectContaining({ code: 'unsupported' }));
    forbidden = false;
    (await FreshWorld.create({ backend: 'reference' })).detectCollisions();
    (await FreshWorld.create()).dispose();
  });

  test('without TextDecoder, as in jsdom, makes worlds', async () => {
    vi.stubGlobal('TextDecoder', undefined);
    for (const options of [{}, { wasm: bytesOf('single') }]) (await World.create(options)).dispose();
  });

  test('that starts only what came compiled is told so, and takes such a module', async () => {
    const module = await WebAssembly.compile(bytesOf('single'));
    const FreshWorld = await withFailure(() => new WebAssembly.CompileError('Wasm code generation disallowed by embedder'));
    await expect(FreshWorld.create()).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(/holonomic\/single\.wasm as a WebAssembly\.Module/),
    });
    (await FreshWorld.create({ wasm: module })).dispose();
  });

  test('has no dependency to load: the package needs none', () => {
    const manifest = createRequire(import.meta.url)('../../package.json');
    expect(manifest.dependencies ?? {}).toEqual({});
  });
});
