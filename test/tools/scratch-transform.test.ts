import asc from 'assemblyscript/asc';
import { describe, expect, it } from 'vitest';
import { startKernels, staticsOf } from '../../bindings/core/instance.ts';
import { ScratchTransform } from '../../tools/scratch-transform.mjs';

const RECORDS = `
@unmanaged class Head { a: f64; b: u32; }
@unmanaged class Item { a: f64; b: f64; c: f64; }
@unmanaged class Lanes<T> { a: T; b: T; c: T; }
const COUNT: u32 = 5;
`;

/** Compiles declarations and a function that uses them. */
async function compile(declarations: string, options = {}) {
  const names = [...declarations.matchAll(/const (\w+): usize/g)].map(([, name]) => name);
  const text = `${RECORDS}\n${declarations}\nexport function sum(): usize { return ${['0', ...names].join(' + ')}; }`;
  let wasm = new Uint8Array();
  const { error, stderr } = await asc.main(
    ['index.ts', '--outFile', 'out.wasm', '--runtime', 'stub', '--importMemory', '--enable', 'simd', '--noColors'],
    {
      transforms: [new ScratchTransform(options) as never],
      readFile: (path: string) => (path === 'index.ts' ? text : null),
      writeFile: (_name: string, contents: Uint8Array | string) => {
        wasm = contents as Uint8Array<ArrayBuffer>;
      },
      listFiles: () => [],
    },
  );
  const none = { areas: {} as Record<string, [number, number]>, tables: 0, bytes: 0 };
  if (error) return { ...none, error: `${stderr.toString()}${error.message}`, module: null };
  const module = new WebAssembly.Module(wasm as BufferSource);
  return { ...none, ...staticsOf(module), error: null, module };
}

const sizes = (areas: Record<string, [number, number]>) =>
  Object.fromEntries(Object.entries(areas).map(([name, [start, end]]) => [name.split('/').at(-1), end - start]));

describe('scratch transform', () => {
  it('makes areas as large as what lies in them', async () => {
    const { error, areas } = await compile(
      `const RECORD: usize = scratch<Item>();
      const RECORDS: usize = scratch<Item>(COUNT);
      const NUMBERS: usize = scratch<f64>(2 * COUNT + 1);
      const BYTE: usize = scratch<u8>();
      const LANES: usize = scratch<v128>(2);
      const BUNDLE: usize = scratch<Lanes<v128>>(3);
      const SCALARS: usize = scratch<Lanes<f32>>();
      const LIST: usize = scratch<Head, Item>(7);
      const LISTS: usize = scratch<Head, Item>(7, COUNT);`,
      { names: true },
    );
    expect(error).toBeNull();
    expect(sizes(areas)).toEqual({
      RECORD: 24,
      RECORDS: 5 * 24,
      NUMBERS: 11 * 8,
      BYTE: 1,
      LANES: 32,
      BUNDLE: 3 * 48,
      SCALARS: 12,
      LIST: 12 + 7 * 24,
      LISTS: 5 * (12 + 7 * 24),
    });
  });

  it('gives each area a place of its own, and guards where they are wanted', async () => {
    const declarations = 'const A: usize = scratch<u8>(); const B: usize = scratch<Item>(3); const C: usize = scratch<f64>();';
    for (const guard of [0, 64]) {
      const { areas } = await compile(declarations, { names: true, guard });
      const list = Object.values(areas);
      expect(list.length).toBe(3);
      for (const [k, [start]] of list.entries()) {
        expect(start % 16).toBe(0);
        if (k) expect(start).toBeGreaterThanOrEqual(list[k - 1][1] + guard);
      }
    }
  });

  it('gives each instance areas where it has its own, behind the tables', async () => {
    const { areas, tables, bytes, module } = await compile(
      'const A: usize = scratch<u8>(); const B: usize = scratch<f64>(); const T: usize = memory.data<u32>([1, 2, 3]); const C: usize = scratch<f64>(4);',
    );
    expect(areas).toEqual({});
    expect(bytes).toBe(2 * 16 + 32);
    expect(tables).toBeGreaterThanOrEqual(12);
    const memory = new WebAssembly.Memory({ initial: 1 });
    const sumAt = (start: number) => (startKernels(module!, { memory, start }, {}).exports['sum'] as () => number)();
    const table = sumAt(0) - (0 + 16 + 32);
    expect(table).toBeLessThanOrEqual(tables - 12);
    expect(sumAt(640) - table).toBe(3 * 640 + 16 + 32);
  });

  it('computes nothing from an address before it is known', async () => {
    const { module } = await compile('const A: usize = scratch<f64>(); const B: usize = A + 8;');
    const memory = new WebAssembly.Memory({ initial: 1 });
    expect((startKernels(module!, { memory, start: 640 }, {}).exports['sum'] as () => number)()).toBe(640 + 648);
  });

  it.each([
    ['no type', 'const A: usize = scratch();', /scratch<T>/],
    ['three types', 'const A: usize = scratch<Head, Item, Item>(1);', /scratch<T>/],
    ['a list without a length', 'const A: usize = scratch<Head, Item>();', /scratch<T>/],
    ['too many counts', 'const A: usize = scratch<Item>(1, 2);', /scratch<T>/],
    ['a count that is not constant', 'export function count(): u32 { return 3; } const A: usize = scratch<Item>(count());', /ERROR/],
    ['a place that is no constant of a file', 'export function f(): usize { return scratch<Item>(); }', /Cannot find name 'scratch'/],
  ])('refuses %s', async (_what, declarations, message) => {
    expect((await compile(declarations)).error).toMatch(message);
  });
});
