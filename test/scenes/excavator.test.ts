// An excavator: loops of hinges and servos that slide, and a load that only lies in the bucket.
import { describe, expect, test } from 'vitest';
import { excavator } from '../../scenes/excavator.ts';
import { runScene } from '../../scenes/run.ts';
import { KERNELS } from './backends.ts';
import { directBar } from './direct-bar.ts';

/** Frames until the bucket is raised and turned; then it is emptied. */
const CARRIED = 360;

describe.each(KERNELS)('$label', ({ label, settings }) => {
  test('a light ball is carried in the bucket, and poured out', async () => {
    const run = async (frames?: number) => (await runScene(excavator, { parameters: { load: 20 }, settings, frames })).measures;
    const [carried, done] = [await run(CARRIED), await run()];
    expect(carried.ballHeight).toBeGreaterThan(1.3);
    expect(carried.servoError).toBeLessThan(1e-3);
    expect(done.ballHeight).toBeLessThan(0.35);
    expect(done).not.toHaveProperty('frozenBodies');
  });

  directBar('excavator/tip', label, 'the tip of the bucket goes its way within half a millimetre at 0.5 m/s', async () => {
    const rate = 0.15;
    const { measures } = await runScene(excavator, { parameters: { rate }, settings, frames: Math.round(CARRIED / rate) });
    expect(measures.tipSpeed).toBeGreaterThan(0.45);
    expect(measures.tipError).toBeLessThan(5e-4);
    expect(measures.jointError).toBeLessThan(5e-4);
    expect(measures.servoError).toBeLessThan(1e-4);
  });
});
