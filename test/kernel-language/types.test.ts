// What editors and tsc know about kernels: kinds are kept apart, and arithmetic is allowed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(ROOT, 'build/kernel-types-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The lines of a kernel in which tsc finds errors. */
function errorsOf(body: string): number[] {
  writeFileSync(path.join(folder, 'probe.kernel.ts'), body);
  const config = { extends: '../../assembly/tsconfig.json', include: ['./*.ts', '../../tools/kernel-language/kernel.d.ts'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
  return [...stdout.matchAll(/probe\.kernel\.ts\((\d+),/g)].map(([, line]) => Number(line));
}

test('tsc tells kinds apart, and takes the arithmetic of kernels', () => {
  const kernel = `class Probe<T> { arm: vec3<T>; turn: quat<T>; inertia: sym3<T>; apart: mask<T>; mass: f64 }
    export function probe<T>(p: Probe<T>, v: vec3<T>, size: lane<T>): vec3<T> {
      const sum: vec3<T> = v + size * p.arm - cross(v, p.arm);
      p.apart = size > dot(v, sum);
      p.arm = p.apart ? sum : v;
      p.inertia = 0.5 * p.inertia;
      p.arm = p.turn;
      p.turn = v;
      const wrong: vec3<T> = p.inertia;
      dot(p.turn, v);
      p.apart = v;
      p.weight = size;
      return cross(v, p.inertia);
    }`;
  expect(errorsOf(kernel)).toEqual([7, 8, 9, 10, 11, 12, 13]);
});
