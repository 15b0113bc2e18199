// Debug builds have source maps that lead from the binary to lines of kernel files.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownRegion, startKernels } from '../../bindings/core/instance.ts';
import { compileTarget } from '../../tools/compile-target.mjs';
import { readMappings, shifted, sourceAt, writeMap } from '../../tools/source-map.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

const FILES = {
  'index.ts': `// Exports.
export { readInlined, readOwn } from './outer.kernel';
export function readPlain(p: usize): f64 {
  return load<f64>(p);
}
`,
  'outer.kernel.ts': `import { far } from './inner.kernel';
class Data {
  v: vec3<f64>;
}

export function readOwn(p: usize): f64 {
  const data = changetype<Data>(p);
  const sum = dot(data.v, data.v);
  return sum;
}

export function readInlined(p: usize): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < 3; k++) {
    sum += far(vec3<f64>(1, 2, 3), p);
  }
  return sum;
}
`,
  'inner.kernel.ts': `// What is inlined.
export function far(v: vec3<f64>, p: usize): f64 {
  const twice = 2 * v;
  const there = load<f64>(p);

  return there + twice.x;
}
`,
};

describe('a small build', () => {
  let folder = '';
  let exports: WebAssembly.Exports;
  let mappings: ReturnType<typeof readMappings>;
  let map: { sourceRoot: string; sources: string[]; mappings: string };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'source-map-'));
    for (const part of ['assembly/math', 'assembly/precision', 'asconfig.json'])
      cpSync(path.join(ROOT, part), path.join(folder, part), { recursive: true });
    for (const [file, text] of Object.entries(FILES)) writeFileSync(path.join(folder, 'assembly', file), text);
    const { wasm, sourceMap } = await compileTarget(folder, 'double-debug');
    map = JSON.parse(sourceMap!);
    mappings = readMappings(map);
    const module = new WebAssembly.Module(wasm as BufferSource);
    expect(WebAssembly.Module.customSections(module, 'sourceMappingURL').length).toBe(1);
    exports = startKernels(module, ownRegion(module), { env: { abort: () => {} } }).exports;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Where the innermost frame of a trap is. */
  function trapOf(name: string): string {
    try {
      (exports[name] as (p: number) => number)(0x7fff0000);
    } catch (error) {
      const [, offset] = /wasm-function\[\d+\]:0x([0-9a-f]+)/.exec((error as Error).stack!)!;
      const source = sourceAt(mappings, Number.parseInt(offset, 16))!;
      return `${source.file}:${source.line}`;
    }
    return 'no trap';
  }

  test.each([
    ['readOwn', 'outer.kernel.ts', 'dot(data.v'],
    ['readInlined', 'inner.kernel.ts', 'load<f64>(p)'],
    ['readPlain', 'index.ts', 'load<f64>(p)'],
  ] as const)('a trap in %s leads to its line in %s', (name, file, code) => {
    const line = FILES[file].split('\n').findIndex((text) => text.includes(code)) + 1;
    expect(trapOf(name)).toBe(`assembly/${file}:${line}`);
  });

  test('names sources from where it lies', () => {
    expect(map.sources.length).toBeGreaterThanOrEqual(3);
    for (const source of map.sources.filter((name) => !name.startsWith('~lib')))
      expect(existsSync(path.resolve(folder, 'build', map.sourceRoot, source))).toBe(true);
  });
});

test.each(['single', 'double'])('the kernels have one: every line that it names holds code, %s', (precision) => {
  const map = JSON.parse(readFileSync(path.join(ROOT, `build/holonomic.${precision}.debug.wasm.map`), 'utf8'));
  const mappings = readMappings(map);
  const own = map.sources.filter((file: string) => file.startsWith('assembly/'));
  expect(own.filter((file: string) => file.endsWith('.kernel.ts')).length).toBeGreaterThan(50);
  const lines = new Map<string, string[]>(own.map((file: string) => [file, readFileSync(path.join(ROOT, file), 'utf8').split('\n')]));
  const places = new Set(mappings.filter(({ file }) => lines.has(file)).map(({ file, line }) => `${file}:${line}`));
  expect(places.size).toBeGreaterThan(4000);
  const empty = [...places].filter((place) => {
    const [file, line] = place.split(':');
    return !/\S/.test(lines.get(file)![Number(line) - 1] ?? '') || /^\s*(\/\/|\/?\*)/.test(lines.get(file)![Number(line) - 1]);
  });
  expect(empty).toEqual([]);
});

test('what is written is what is read', () => {
  const mappings = [
    { offset: 0, file: 'b', line: 1, column: 0 },
    { offset: 31, file: 'a', line: 70_000, column: 16 },
    { offset: 1e9, file: 'b', line: 2, column: 0 },
  ];
  expect(readMappings(writeMap(mappings))).toEqual(mappings);
  expect(sourceAt(mappings, 30)).toEqual(mappings[0]);
  expect(sourceAt(mappings, 31)).toEqual(mappings[1]);
  expect(sourceAt(mappings.slice(1), 30)).toBeNull();
});

test('what is behind an insertion moves, on its line alone', () => {
  const [first, second, third] = [5, 12, 31].map((offset) => ({ offset, file: 'a', line: offset, column: 0 }));
  const { mappings } = writeMap([first, second, third]);
  const at = (column: number) =>
    readMappings({ sources: ['a'], mappings: shifted(`;${mappings};AAAA`, { line: 1, column }, 40).split(';')[1] });
  expect(at(12)).toEqual([first, { ...second, offset: 52 }, { ...third, offset: 71 }]);
  expect(at(13)).toEqual([first, second, { ...third, offset: 71 }]);
  expect(shifted(`;${mappings};AAAA`, { line: 1, column: 32 }, 40)).toBe(`;${mappings};AAAA`);
  expect(shifted(`AAAA;${mappings}`, { line: 1, column: 0 }, 40).split(';')[0]).toBe('AAAA');
});
