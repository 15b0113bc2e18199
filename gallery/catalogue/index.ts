import { sceneNamed } from '../../scenes/scene.ts';
import { type KnownScene, known } from './scenes.ts';

export type { KnownScene } from './scenes.ts';

/** Every scene there is, by feature. */
export const scenes: readonly KnownScene[] = known;

/** The scene of a name; throws a `SceneError` if there is none. */
export function findScene(name: string): KnownScene {
  return sceneNamed(name, scenes);
}
