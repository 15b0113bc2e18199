// How the list of scenes is ordered and searched.
import { FEATURES, type Scene } from '../../scenes/scene.ts';

export type ListedScene = Pick<Scene, 'name' | 'description' | 'figure' | 'feature'>;
export const GROUPINGS = ['feature', 'figure'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface SceneGroup {
  title: string;
  scenes: ListedScene[];
}

const OTHER = 'other';

/** Words that are written in capitals. */
const CAPITALS = /\b(ik|urdf)\b/g;

/** 'joint-zoo' becomes 'Joint zoo'. */
export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ').replace(CAPITALS, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** By what scenes are about, or by where they come from and then by the number of the figure; the rest comes last. */
export function groupScenes(scenes: readonly ListedScene[], grouping: Grouping): SceneGroup[] {
  const titleOfGroup = (scene: ListedScene) => (grouping === 'feature' ? scene.feature : (scene.figure?.split(', ')[0] ?? OTHER));
  const titles = grouping === 'feature' ? FEATURES : new Set([...scenes.map(titleOfGroup).filter((title) => title !== OTHER), OTHER]);
  const ordered = grouping === 'feature' ? scenes : scenes.toSorted((a, b) => figureNumber(a) - figureNumber(b));
  return [...titles]
    .map((title) => ({ title, scenes: ordered.filter((scene) => titleOfGroup(scene) === title) }))
    .filter((group) => group.scenes.length > 0);
}

/** Scenes whose name or description has every word of a text. */
export function searchScenes(scenes: readonly ListedScene[], text: string): ListedScene[] {
  const words = text.toLowerCase().split(/\s+/);
  return scenes.filter(({ name, description, figure }) => {
    const searched = `${titleOf(name)} ${name} ${description} ${figure ?? ''}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

function figureNumber({ figure }: ListedScene): number {
  return Number(figure?.match(/\d+$|Figures? (\d+)/)?.[1] ?? 0);
}

/** The scene that is so many places after another one in the order of the list, round its end. */
export function neighbourOf(name: string, way: 1 | -1, scenes: readonly ListedScene[]): string {
  const ordered = groupScenes(scenes, 'feature').flatMap((group) => group.scenes);
  const place = ordered.findIndex((scene) => scene.name === name);
  return ordered[(place + way + ordered.length) % ordered.length].name;
}
