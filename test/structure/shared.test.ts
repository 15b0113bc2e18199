// Files that share a process replace no modules and no globals, which others in it would get.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ALONE, SHARED_FOLDERS } from '../../vitest.config.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const REPLACES = /\bvi\.(mock|doMock|stubGlobal|stubEnv|spyOn)\b|\bglobalThis(\.\w+)? = /;

const sourcesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));

const replacing = (files: string[]): string[] => files.filter((file) => REPLACES.test(fs.readFileSync(path.join(ROOT, file), 'utf8')));

test('tests that share a process replace nothing', () => {
  const shared = SHARED_FOLDERS.flatMap((folder) => sourcesIn(`test/${folder}`)).filter((file) => !ALONE.includes(file));
  expect(shared.length).toBeGreaterThan(200);
  expect(replacing(shared)).toEqual([]);
});

test('those that do are found', () => {
  expect(replacing(ALONE)).toContain('test/formulations/kernels-alone.test.ts');
});
