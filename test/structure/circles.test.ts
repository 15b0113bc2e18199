// No two files import each other in a circle: who reads one can stop at what it imports.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { circlesOf, importsOf } from './imports.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['assembly', 'bindings', 'reference', 'scenes', 'gallery', 'bench', 'tools', 'test'];

describe('imports', () => {
  const imports = importsOf(ROOT, FOLDERS);
  const circles = circlesOf(imports);

  test('are found, of types and of kernels too', () => {
    for (const folder of FOLDERS) expect([...imports.keys()].filter((file) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(5);
    expect(imports.get('bindings/world/world.ts')).toContain('bindings/joint/joint-break.ts');
    expect(imports.get('assembly/step.ts')).toContain('assembly/world.ts');
    expect(imports.get('bindings/core/engine.ts')).toContain('reference/backend.ts');
  });

  test('go in no circle', () => {
    expect(circles.map((circle) => circle.join(' '))).toEqual([]);
  });
});

describe('circles', () => {
  const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

  test('are found in graphs whose circles are known', () => {
    expect(circlesOf(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
    expect(circlesOf(graph({ a: ['b'], b: ['c'], c: ['a'], d: ['a', 'e'], e: ['d'] }))).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    expect(circlesOf(graph({ a: ['a'] }))).toEqual([['a']]);
  });
});
