// A vehicle on two closed tracks: loops of hinges that wheels carry along.
import { describe, expect, test } from 'vitest';
import { caterpillarTrack } from '../../scenes/caterpillar-track.ts';
import { runScene } from '../../scenes/run.ts';
import { KERNELS } from './backends.ts';
import { directBar } from './direct-bar.ts';

describe.each(KERNELS)('$label', ({ label, settings }) => {
  test('drives on the level as fast as its sprockets turn, and keeps its tracks', async () => {
    const { measures } = await runScene(caterpillarTrack, {
      parameters: { bumps: 0, speed: 1 },
      settings: { ...settings, jointSolver: 'sweeps' },
      frames: 180,
    });
    expect(measures).not.toHaveProperty('frozenBodies');
    expect(Math.abs((measures.speed as number) - 1)).toBeLessThan(0.05);
    expect(measures.derailed).toBeLessThan(0.03);
  });

  directBar('caterpillar-track/hinges', label, 'over beams the hinges of its tracks hold to a millimetre', async () => {
    const { measures } = await runScene(caterpillarTrack, { settings, frames: 300 });
    expect(measures).not.toHaveProperty('frozenBodies');
    expect(measures.distance).toBeGreaterThan(4);
    expect(measures.derailed).toBeLessThan(0.03);
    expect(measures.jointError).toBeLessThan(1e-3);
  });
});
