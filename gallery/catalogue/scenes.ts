// What there is to know of every scene without building it. The page is built with the list itself in this file's place, so that it does not
// load the engine and the code of all scenes to show a picture of one.
import { scenes } from '../../scenes/index.ts';
import type { Scene } from '../../scenes/scene.ts';

export type KnownScene = Omit<Scene, 'build'>;

export const known: readonly KnownScene[] = scenes.map(({ build, ...rest }) => rest);
