// Files that share a process replace no modules and no globals, which others in it would get.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../../tools/setup.mjs';
import { ALONE, SHARED_FOLDERS } from '../../vitest.config.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const REPLACES = /\bvi\.(mock|doMock|stubGlobal|stubEnv|spyOn)\b|\bglobalThis(\.\w+)? = /;

const replacing = (files: string[]): string[] => files.filter((file) => REPLACES.test(fs.readFileSync(path.join(ROOT, file), 'utf8')));

test('tests that share a process replace nothing', () => {
  const files = SHARED_FOLDERS.flatMap((folder) => filesIn(path.join(ROOT, 'test', folder))).map((file) => path.relative(ROOT, file));
  const shared = files.filter((file) => file.endsWith('.ts') && !ALONE.includes(file));
  expect(shared.length).toBeGreaterThan(200);
  expect(replacing(shared)).toEqual([]);
});

test('those that do are found', () => {
  expect(replacing(ALONE)).toContain('test/formulations/kernels-alone.test.ts');
});
