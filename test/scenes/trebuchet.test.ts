// Heavy on light through joints alone: two tonnes throw a stone of 10 kg by links of 30 g, and the angle of the sling aims it.
import { describe, expect, test } from 'vitest';
import { resumeWorld } from '../../bindings/batch/resume-world.ts';
import { openScene } from '../../scenes/open.ts';
import { trebuchet } from '../../scenes/trebuchet.ts';
import { KERNELS } from './backends.ts';

const FAR = { distance: 300, rows: 1, columns: 1 };

describe.each(KERNELS)('$label', ({ settings }) => {
  /** Until the stone comes down. */
  async function shoot(
    parameters: Record<string, number> = {},
    timeStepping: 'first-order' | 'auto' = 'auto',
  ): Promise<Record<string, number>> {
    const opened = await openScene(trebuchet, { parameters: { ...FAR, ...parameters }, settings: { ...settings, timeStepping } });
    do opened.step();
    while (opened.frame < 700 && !opened.measures().landed);
    const measures = opened.measures() as Record<string, number>;
    opened.dispose();
    return measures;
  }

  // Of second order, what is open by more than 0.1 mm is closed.
  test.each([
    ['first-order', 1e-5],
    ['auto', 1e-4],
  ] as const)(
    '%s, the stone flies over 40 m with most of the energy, and never with more than the counterweight gave',
    async (timeStepping, open) => {
      const { landed, range, releaseSpeed, boundSpeed, efficiency, surplus, jointError, ...others } = await shoot({}, timeStepping);
      expect(others).not.toHaveProperty('frozenBodies');
      expect(landed).toBe(1);
      expect(range).toBeGreaterThan(40);
      expect(releaseSpeed).toBeGreaterThan(0.8 * boundSpeed);
      expect(releaseSpeed).toBeLessThan(boundSpeed);
      expect(efficiency).toBeGreaterThan(0.7);
      expect(efficiency).toBeLessThan(1);
      expect(surplus).toBeLessThan(1);
      expect(jointError).toBeLessThan(open);
    },
  );

  test('the range is longest at one angle of release, and shorter before and after it', async () => {
    const shots = await Promise.all([115, 145, 160, 181, 182, 190].map((release) => shoot({ release, counterweight: 500 })));
    const ranges = shots.map(({ range }) => range);
    const longest = Math.max(...ranges);
    expect(ranges.indexOf(longest)).toBe(2);
    // As far as a stone flies with all the energy that there is, at 45 degrees, and from as high up as the sling reaches.
    const bound = shots[0].boundSpeed ** 2 / 9.81 + 10;
    expect(longest).toBeLessThan(bound);
    expect(longest).toBeGreaterThan(0.55 * bound);
    expect(ranges[0]).toBeLessThan(ranges[1] - 10);
    expect(ranges[1]).toBeLessThan(longest - 5);
    for (let k = 3; k < ranges.length; k++) expect(ranges[k]).toBeLessThan(ranges[k - 1] - 1);
  });

  test('it breaks the wall, and goes on from a snapshot taken while the beam swings', async () => {
    const open = () => openScene(trebuchet, { settings });
    const [whole, resumed] = await Promise.all([open(), open()]);
    while (whole.frame < 70) whole.step();
    resumeWorld(resumed.world, whole.world.snapshot());
    resumed.resume(70, JSON.parse(JSON.stringify(whole.recorded())));
    for (const opened of [whole, resumed]) while (opened.frame < 200) opened.step();
    expect(resumed.world.hash()).toBe(whole.world.hash());
    expect(resumed.measures()).toEqual(whole.measures());
    expect(whole.measures()).toMatchObject({ landed: 1, bricks: 90 });
    expect(whole.measures().moved).toBeGreaterThan(20);
    for (const opened of [whole, resumed]) opened.dispose();
  });

  test('by hand it is aimed, loaded and fired again, and throws as before', async () => {
    const opened = await openScene(trebuchet, { parameters: FAR, settings });
    const { instance } = opened;
    const run = (frames: number) => {
      for (const end = opened.frame + frames; opened.frame < end; ) opened.step();
      return opened.measures() as Record<string, number>;
    };
    const first = run(140);
    instance.drive?.({ aim: 0, fire: 1 });
    instance.drive?.({ aim: 0, fire: 0 }); // between two frames
    run(2);
    expect(opened.measures()).toMatchObject({ landed: 0, releaseSpeed: 0 });
    const second = run(140);
    expect(second.releaseSpeed).toBeCloseTo(first.releaseSpeed, 2);
    expect(second.range).toBeCloseTo(first.range, 1);
    instance.drive?.({ aim: -1, fire: 1 });
    run(3);
    instance.drive?.({ aim: 0, fire: 0 });
    const third = run(150);
    expect(third.release).toBe(first.release - 1);
    expect(third.range).toBeGreaterThan(second.range + 2);
    opened.dispose();
  });
});
