// Stories of scenes: each is about a scene that there is, its link leads there, and what it measures can be told.
import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../gallery/page/address.ts';
import { STORY_NAMES, storyOf } from '../../gallery/stories/index.ts';
import { findScene } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { SMALL } from '../scenes/small.ts';

/** Frames until all of them have something to tell. */
const FRAMES = 3;
/** What is told only once something has happened. */
const LATE = ['wrecking-ball', 'gear-train', 'walker'];

test('are there for figures and robots', () => {
  const wanted = ['ragdoll-stairs', 'ragdoll-tracking', 'ik-chain', 'robot-arm', 'urdf-arm', 'quadruped', 'marker-fit', 'walker'];
  expect(STORY_NAMES).toEqual(expect.arrayContaining(wanted));
  expect(storyOf('no such scene')).toBe(null);
});

describe.each(STORY_NAMES)('%s', (name) => {
  const story = storyOf(name)!;

  test('leads to its scene', () => {
    findScene(name);
    if (story.try.link === undefined) return;
    expect(parseAddress(story.try.link).order.scene).toBe(name);
  });

  test('tells what is measured', async () => {
    const opened = await openScene(findScene(name), { parameters: SMALL[name] });
    expect(story.holds.measured(opened.measures())).not.toMatch(/NaN|undefined|null/);
    for (let k = 0; k < FRAMES; k++) opened.step();
    const told = story.holds.measured(opened.measures());
    expect(told).not.toMatch(/NaN|undefined|null/);
    if (!LATE.includes(name)) expect(told).toMatch(/\d/);
    opened.dispose();
  });
});
