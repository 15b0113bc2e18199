// No two files import each other in a circle: who reads one can stop at what it imports.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { circlesOf, importsOf } from './imports.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['assembly', 'bindings', 'reference', 'scenes', 'gallery', 'bench', 'tools', 'test'];

/** Files that are still in a circle. The list only gets shorter: who takes a file out of its circle takes it off the list. */
const STILL_IN_CIRCLES = [
  'assembly/broadphase/broadphase.ts',
  'assembly/broadphase/outliers.ts',
  'assembly/broadphase/pairs.ts',
  'assembly/broadphase/traverse.ts',
  'assembly/broadphase/tree.ts',
  'assembly/constraint/bundle.ts',
  'assembly/contact/swept.kernel.ts',
  'assembly/event/pair-events.ts',
  'assembly/island/awake.ts',
  'assembly/island/wake.ts',
  'assembly/memory/pools.ts',
  'assembly/narrowphase/contacts.kernel.ts',
  'assembly/narrowphase/manifolds.kernel.ts',
  'assembly/narrowphase/meeting.kernel.ts',
  'assembly/narrowphase/refresh.kernel.ts',
  'assembly/narrowphase/renew.kernel.ts',
  'assembly/narrowphase/rolling.kernel.ts',
  'assembly/narrowphase/round-pair.kernel.ts',
  'assembly/narrowphase/sense.kernel.ts',
  'assembly/narrowphase/spline-parts.kernel.ts',
  'assembly/narrowphase/sweep.kernel.ts',
  'assembly/query/cast-parts.kernel.ts',
  'assembly/query/distance-parts.kernel.ts',
  'assembly/query/distance-tube.kernel.ts',
  'assembly/query/inside.kernel.ts',
  'assembly/query/ray-shape.kernel.ts',
  'assembly/rows/block.kernel.ts',
  'assembly/rows/coordinates.kernel.ts',
  'assembly/rows/scratch.ts',
];

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
    const others = circles.filter((circle) => circle.some((file) => !STILL_IN_CIRCLES.includes(file)));
    expect(others.map((circle) => circle.join(' '))).toEqual([]);
  });

  test('the list of files that are still in a circle names no others', () => {
    expect(STILL_IN_CIRCLES.filter((file) => !circles.flat().includes(file))).toEqual([]);
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
