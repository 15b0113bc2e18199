import { describe, expect, test } from 'vitest';
import { groupScenes, type ListedScene, searchScenes, titleOf } from '../../gallery/page/scene-groups.ts';
import { scenes } from '../../scenes/index.ts';

const scene = (name: string, rest: Partial<ListedScene> = {}): ListedScene => ({
  name,
  description: `Shows ${name}.`,
  feature: 'joints and mechanisms',
  ...rest,
});
const PILE = scene('big-pile', { feature: 'stacks and piles' });
const CHAIN = scene('chain', { feature: 'pendulums and chains', figure: 'Somebody 2020, Figures 10 and 11' });
const COIN = scene('coin', { feature: 'contacts and friction', figure: 'Somebody 2020, Figure 9' });
const LEVER = scene('lever', { figure: 'Another, part two' });
const ALL = [PILE, CHAIN, LEVER, COIN];

describe('the list of scenes', () => {
  test('calls scenes by words', () => {
    expect(titleOf('rack-and-pinion')).toBe('Rack and pinion');
    expect(titleOf('ik-chain')).toBe('IK chain');
  });

  test('is grouped by feature, in the order of the features', () => {
    expect(groupScenes(ALL, 'feature')).toEqual([
      { title: 'pendulums and chains', scenes: [CHAIN] },
      { title: 'joints and mechanisms', scenes: [LEVER] },
      { title: 'contacts and friction', scenes: [COIN] },
      { title: 'stacks and piles', scenes: [PILE] },
    ]);
  });

  test('is grouped by source, in the order of the figures', () => {
    expect(groupScenes(ALL, 'figure')).toEqual([
      { title: 'Somebody 2020', scenes: [COIN, CHAIN] },
      { title: 'Another', scenes: [LEVER] },
      { title: 'other', scenes: [PILE] },
    ]);
  });

  test.each(['feature', 'figure'] as const)('by %s has every scene once', (grouping) => {
    const listed = groupScenes(scenes, grouping).flatMap((group) => group.scenes);
    expect(listed.map(({ name }) => name).sort()).toEqual(scenes.map(({ name }) => name).sort());
  });

  test('is searched for all words, in names and descriptions', () => {
    expect(searchScenes(ALL, '')).toEqual(ALL);
    expect(searchScenes(ALL, ' PILE big')).toEqual([PILE]);
    expect(searchScenes(ALL, 'shows c')).toEqual([CHAIN, COIN]);
    expect(searchScenes(ALL, 'figure 9')).toEqual([COIN]);
    expect(searchScenes(ALL, 'big chain')).toEqual([]);
  });
});
