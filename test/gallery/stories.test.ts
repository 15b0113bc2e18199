import { expect, test } from 'vitest';
import { parseAddress } from '../../gallery/page/address.ts';
import { STORY_NAMES, storyOf } from '../../gallery/stories/index.ts';
import { metres, percent, quantity } from '../../gallery/stories/story.ts';
import { findScene, scenes } from '../../scenes/index.ts';

test('every scene has a story, and no other has', () => {
  expect(STORY_NAMES.toSorted()).toEqual(scenes.map(({ name }) => name).sort());
});

test.each(STORY_NAMES)('the story of %s fits into the bar, and its link opens the same scene', (name) => {
  const { see, holds, try: suggestion } = storyOf(name)!;
  for (const text of [see, holds.text, suggestion.text]) expect(text.length, text).toBeLessThanOrEqual(112);
  if (suggestion.link) expect(parseAddress(suggestion.link).order.scene).toBe(name);
  expect(typeof holds.measured({})).toBe('string'); // before there is anything to measure
});

test('a story quotes only what its scene measures', async () => {
  const { openScene } = await import('../../scenes/open.ts');
  for (const scene of scenes.filter(({ name }) =>
    ['bounce', 'pulley', 'gear-train', 'wrecking-ball', 'trebuchet', 'free-bodies'].includes(name),
  )) {
    const open = await openScene(scene);
    const measures = open.measures();
    const read = (names: string[]) => new Proxy({}, { get: (_, key) => void names.push(String(key)) });
    const names: string[] = [];
    storyOf(scene.name)!.holds.measured(read(names));
    open.dispose();
    expect(Object.keys(measures)).toEqual(expect.arrayContaining(names));
  }
});

test('quantities have three digits, and a unit that suits them', () => {
  expect(quantity(1.23456, 'm/s')).toBe('1.23 m/s');
  expect(quantity(0.00001234, 'J')).toBe('1.2 × 10⁻⁵ J');
  expect(quantity(Number.NaN, 'J')).toBe('');
  expect(percent(0.0051)).toBe('0.51 %');
  expect([1.5, 0.0015, 1.5e-6, 1.5e-9, 1e-15].map(metres)).toEqual(['1.5 m', '1.5 mm', '1.5 µm', '1.5 nm', '0 m']);
});

test.each(['marker-fit', 'ragdoll-tracking', 'urdf-arm', 'quadruped', 'ik-chain'])(
  '%s has something to report after a few frames',
  async (name) => {
    const { openScene } = await import('../../scenes/open.ts');
    const { SMALL } = await import('../scenes/small.ts');
    const open = await openScene(findScene(name), { parameters: SMALL[name] });
    for (let k = 0; k < 3; k++) open.step();
    const told = storyOf(name)!.holds.measured(open.measures());
    expect(told).not.toMatch(/NaN|undefined|null/);
    expect(told).toMatch(/\d/);
    open.dispose();
  },
);
