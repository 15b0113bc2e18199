/** What is generated, to the letter. After an intended change: npx vitest run test/kernel-language/golden -u */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileWasm, projectOf } from './harness';

function golden(name: string): string {
  return readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8');
}

const FILES = {
  'rope.kernel.ts': golden('rope.kernel.txt'),
  'features.kernel.ts': golden('features.kernel.txt'),
  'helper.kernel.ts': golden('helper.kernel.txt'),
};

describe('generated code', () => {
  it.each(['rope', 'features', 'helper'])('%s', async (name) => {
    const { text } = projectOf(FILES).compile(`${name}.kernel.ts`);
    await expect(text).toMatchFileSnapshot(`golden/${name}.generated.txt`);
  });

  it('is the same every time', () => {
    const texts = [1, 2].map(() => projectOf(FILES).compile('features.kernel.ts').text);
    expect(texts[0]).toBe(texts[1]);
  });

  it.each(['single', 'double'] as const)('compiles (%s)', async (precision) => {
    const entry = `
      import { Particle, Rope } from './rope.kernel';
      import { Doubling, Frame, Origin, drive, exchange, shift } from './features.kernel';
      export function main(p: usize): i32 {
        changetype<Rope<v128>>(p).project(changetype<Particle<v128>>(p), changetype<Particle<v128>>(p));
        drive(changetype<Frame<v128>>(p), changetype<Doubling<v128>>(p));
        shift(changetype<Origin>(p), 0.1);
        exchange(p, p + 16);
        return changetype<Frame<f64>>(p).advance(1, 2) + changetype<Frame<v128>>(p).advance(1, 2);
      }`;
    expect(WebAssembly.validate(await compileWasm({ ...FILES, 'test.kernel.ts': entry }, { precision }))).toBe(true);
  });
});

describe('docs/kernel-language.md', () => {
  const docs = readFileSync(new URL('../../docs/kernel-language.md', import.meta.url), 'utf8');

  it('shows the worked example and what becomes of it', () => {
    expect(docs).toContain(golden('rope.kernel.txt'));
    expect(docs).toContain(projectOf(FILES).compile('rope.kernel.ts').text);
  });
});
