import { expect, test } from 'vitest';
import { nearScenes } from '../../gallery/page/near-scenes.ts';
import { neighbourOf } from '../../gallery/page/scene-groups.ts';
import { STORY_NAMES } from '../../gallery/stories/index.ts';
import { findScene, scenes } from '../../scenes/index.ts';

test.each([
  ['pyle', 'pile'],
  ['wreckingball', 'wrecking-ball'],
  ['pendulum-double', 'double-pendulum'],
  ['Bunny', 'bunny-chain'],
  ['gears', 'gear-train'],
])('near %s is %s', (text, name) => {
  expect(nearScenes(text, scenes)[0]).toBe(name);
});

test('next and previous scenes lead once round all of them', () => {
  let name = scenes[0].name;
  const seen = new Set<string>();
  for (const _ of scenes) {
    seen.add(name);
    const next = neighbourOf(name, 1, scenes);
    expect(neighbourOf(next, -1, scenes)).toBe(name);
    name = next;
  }
  expect(seen.size).toBe(scenes.length);
  expect(name).toBe(scenes[0].name);
});

test('stories are those of scenes that there are', () => {
  for (const name of STORY_NAMES) expect(() => findScene(name)).not.toThrow();
});
