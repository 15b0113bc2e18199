// No file of the kernels needs itself by way of others: what two files need lies below both.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../assembly');

/** What each file imports or hands on, by file. */
function importsOf(root: string): Map<string, string[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'));
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const targets = [...text.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, name]) => `${path.join(path.dirname(file), name)}.ts`);
      return [file, targets.filter((target) => known.has(target))];
    }),
  );
}

/** A circle of imports, or null. */
function findCircle(imports: Map<string, string[]>): string[] | null {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): string[] | null => {
    if (done.has(file)) return null;
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    way.push(file);
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    way.pop();
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return null;
}

test('the kernels import in no circle', () => {
  const imports = importsOf(ROOT);
  expect([...imports.values()].flat().length).toBeGreaterThan(500);
  expect(findCircle(imports)).toBeNull();
});

test('a circle would be found', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['d', 'c']],
    ['c', ['d', 'b']],
    ['d', []],
  ]);
  expect(findCircle(imports)).toEqual(['b', 'c', 'b']);
});
