import { expect, test } from 'vitest';
import { findScene } from '../../scenes/index.ts';
import { PENDING } from './direct-bar.ts';

test('four bars are still to come', () => {
  expect(PENDING).toHaveLength(4);
  expect(new Set(PENDING).size).toBe(PENDING.length);
});

test('each of them is of a scene whose joints are solved directly', () => {
  for (const bar of PENDING) expect(findScene(bar.split('/')[0]).settings?.jointSolver, bar).toBe('auto');
});
