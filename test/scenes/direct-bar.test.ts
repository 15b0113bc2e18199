import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findScene } from '../../scenes/index.ts';
import { PENDING } from './direct-bar.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const tests = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => readFileSync(FOLDER + file, 'utf8'));

test('thirteen bars wait for the direct solver', () => {
  expect(PENDING).toHaveLength(13);
  expect(new Set(PENDING).size).toBe(PENDING.length);
});

test('each of them is a bar of a scene, in one test file', () => {
  for (const bar of PENDING) {
    expect(findScene(bar.split('/')[0]).settings?.jointSolver).toBe('auto');
    expect(tests.filter((text) => text.includes(`'${bar}'`)).length, bar).toBe(1);
  }
});
