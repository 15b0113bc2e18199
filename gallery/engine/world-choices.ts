import type { World } from '../../bindings/index.ts';
import { SETTINGS, type SettingName, solvingOf } from '../../scenes/settings.ts';
import type { WorldChoices } from './types.ts';

/** Whether a world can change all of these settings as it runs; otherwise it has to be made again. */
export function areLive(settings: WorldChoices): boolean {
  return notLive(settings) === undefined;
}

/** Sets what a world can change as it runs; throws for anything else. */
export function applyLive(world: World, settings: WorldChoices): void {
  const name = notLive(settings);
  if (name) throw new Error(`The ${name} of a world cannot be changed as it runs; restart the scene.`);
  Object.assign(world, settings);
}

/** The options that a world has now. */
export function choicesOf(world: World): Required<WorldChoices> {
  return { ...solvingOf(world), gravity: [...world.gravity], sleep: world.sleep !== false };
}

function notLive(settings: WorldChoices): SettingName | undefined {
  return (Object.keys(settings) as SettingName[]).find((name) => !SETTINGS[name].live);
}
