import { nearNames } from '../../scenes/near-names.ts';
import type { ListedScene } from './scene-groups.ts';

/** Scenes whose names are near a text, the nearest first. */
export function nearScenes(text: string, scenes: readonly ListedScene[], count = 3): string[] {
  return nearNames(
    text,
    scenes.map(({ name }) => name),
    count,
  );
}
