// Scenes of markers and recorded motions do what they show.
import { expect, test } from 'vitest';
import { findScene } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { runScene } from '../../scenes/run.ts';

type Numbers = Record<string, number>;

test('the fit of two legs has bones within 1 mm', async () => {
  const { measures } = await runScene(findScene('marker-fit'), { frames: 160 });
  const { epoch, jointError, markerError, maxLengthError } = measures as Numbers;
  expect(epoch).toBe(40);
  expect(maxLengthError).toBeLessThan(1e-3);
  expect(markerError).toBeLessThan(2e-3);
  expect(jointError).toBeLessThan(2e-4);
});

test('the fit is at the same epoch wherever it is looked at from', async () => {
  const opened = await openScene(findScene('marker-fit'));
  for (let k = 0; k < 16; k++) opened.step();
  const snapshot = opened.world.snapshot();
  const before = opened.measures();
  expect(before.epoch).toBe(4);
  for (let k = 0; k < 8; k++) opened.step();
  opened.world.restore(snapshot);
  expect(opened.measures()).toEqual(before);
  opened.dispose();
});

test('somebody who walks keeps to the record, and the feet bear the weight', async () => {
  const { measures } = await runScene(findScene('walker'), { frames: 480 });
  const { groundShare, maxDrift, maxKneeTorque, residualForce, supportShare } = measures as Numbers;
  expect(maxDrift).toBeLessThan(0.01);
  // Two steps from and to the same state: the impulse of all that carries is that of the weight.
  expect(Math.abs(supportShare - 1)).toBeLessThan(5e-3);
  expect(Math.abs(groundShare - 1)).toBeLessThan(0.1);
  // Along each axis at most 60 N, a twelfth of the weight.
  expect(residualForce).toBeLessThanOrEqual(60 * Math.sqrt(3) * (1 + 1e-6));
  expect(maxKneeTorque).toBeGreaterThan(50);
  expect(maxKneeTorque).toBeLessThan(300);
});
