// The story of each scene.
import { contacts } from './contacts.ts';
import { figures } from './figures.ts';
import { mechanisms } from './mechanisms.ts';
import { softAndFree } from './soft-and-free.ts';
import { springsAndChains } from './springs-and-chains.ts';
import type { Stories, Story } from './story.ts';

const STORIES: Stories = { ...springsAndChains, ...mechanisms, ...contacts, ...softAndFree, ...figures };

/** Null for a scene without a story. */
export function storyOf(scene: string): Story | null {
  return STORIES[scene] ?? null;
}

export const STORY_NAMES: readonly string[] = Object.keys(STORIES);
