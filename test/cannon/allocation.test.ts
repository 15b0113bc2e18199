// Steps make next to no garbage: poses and velocities are copied once a step, into the vectors that are there.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const PROJECT = path.resolve(import.meta.dirname, '../..');
/** Bytes a step and body: less than one vector. */
const LITTLE = 30;

test('a step allocates less than a vector for each body', () => {
  const room = '--max-semi-space-size=256';
  const flags = ['--expose-gc', '--no-concurrent-recompilation', room, room.replace('max', 'min')];
  const args = [...flags, 'tools/run-ts.mjs', 'test/cannon/allocation.ts'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  const bytes = JSON.parse(stdout);
  expect(bytes.copied, 'it would be seen').toBeGreaterThan(bytes.step + 50);
  expect([bytes.step, bytes.interpolated].map((each) => each < LITTLE)).toEqual([true, true]);
});
