/** Positions: from generated lines, and from what asc writes, back to kernel lines. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { formatAscDiagnostics } from '../../tools/kernel-language/index.mjs';
import { compileWasm, projectOf } from './harness';

const LIBRARY = `export function twice<T>(v: vec3<T>): vec3<T> {
  return 2 * v;
}`;
const KERNEL = `import { twice } from './library.kernel';
export class Data<T> { v: vec3<T>; }
export function main<T>(data: Data<T>): void {
  const v = data.v;

  const w = twice(
    v * v,
  );
  data.v = w;
}`;

describe('line maps', () => {
  const { text, map, origins } = projectOf({ 'test.kernel.ts': KERNEL, 'library.kernel.ts': LIBRARY }).compile('test.kernel.ts');
  const lineOf = (part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1;

  it('lead from each generated line to the statement it comes from', () => {
    expect(map).toHaveLength(text.split('\n').length);
    expect(map[lineOf('class Data')]).toBe(2);
    expect(map[lineOf('const v$x')]).toBe(4);
    expect(map[lineOf('const w$x')]).toBe(6);
    expect(map[lineOf('data.vx = ')]).toBe(9);
  });

  it('name the line an inlined statement was written in', () => {
    const library = `export function longer<T>(v: vec3<T>): vec3<T> {\n  const s = length(v);\n  return s * v;\n}`;
    const compiled = projectOf({
      'test.kernel.ts': KERNEL.replace('{ twice }', '{ longer as twice }'),
      'library.kernel.ts': library,
    }).compile('test.kernel.ts');
    const line = compiled.text.split('\n').findIndex((row) => row.includes('const s = ')) + 1;
    expect(compiled.map[line]).toBe(6);
    expect(compiled.origins[line]).toEqual({ file: 'library.kernel.ts', line: 2 });
    expect(origins[1]).toEqual({ file: 'test.kernel.ts', line: 1 });
  });
});

describe('formatAscDiagnostics', () => {
  it('rewrites the positions of kernel files only', () => {
    const maps = new Map([['assembly/joint/ball.kernel.ts', [0, 1, 7, 9]]]);
    const text =
      'ERROR\n in assembly/joint/ball.kernel.ts(3,12)\n in assembly/joint/ball.ts(3,12)\n in joint/ball.kernel.ts(2,1)\n in other.kernel.ts(1,1)';
    expect(formatAscDiagnostics(text, maps)).toBe(
      'ERROR\n in assembly/joint/ball.kernel.ts:9 (generated 3)\n in assembly/joint/ball.ts(3,12)\n in joint/ball.kernel.ts:7 (generated 2)\n in other.kernel.ts(1,1)',
    );
  });

  it('leads from an error of asc to the kernel line', async () => {
    const text = 'export function main(p: usize): void {\n  const scale = missing(p);\n\n  store<f32>(p, alsoMissing);\n}';
    const failed = await compileWasm({ 'test.kernel.ts': text }).catch((error: Error) => error.message);
    expect(failed).toContain("Cannot find name 'missing'");
    expect(failed).toContain('test.kernel.ts:2 ');
    expect(failed).toContain('test.kernel.ts:4 ');
  });
});

describe('the command line', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const folder = mkdtempSync(path.join(tmpdir(), 'kernel-language-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(...list: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, ['tools/kernel-language/cli.mjs', ...list], { cwd: root }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      });
    });
  }

  it('prints generated code, or writes it to a folder', async () => {
    const printed = await run('assembly/math/trigonometry.kernel.ts');
    expect(printed.stdout).toContain('export const HALF_PI: f64 = 1.5707963267948966;');
    await run('assembly/math/trigonometry.kernel.ts', '--out', folder);
    expect(readFileSync(path.join(folder, 'math/trigonometry.kernel.ts'), 'utf8')).toBe(printed.stdout);
  });

  it('fails with the position of an error', async () => {
    const file = path.join(folder, 'wrong.kernel.ts');
    writeFileSync(file, 'export function f<T>(x: lane<T>): vec3<T> {\n  return x;\n}');
    const { code, stderr } = await run(file);
    expect(code).toBe(1);
    expect(stderr).toContain('wrong.kernel.ts:2:10: a vec3<T> is needed here, not lane<T>');
    expect((await run()).code).toBe(2);
    expect((await run('--wrong')).code).toBe(2);
    expect((await run('no.kernel.ts')).code).toBe(1);
  });
});
