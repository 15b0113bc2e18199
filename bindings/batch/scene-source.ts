// Where a job's scene comes from: the scenes of the package, by name, or a module.
import { didYouMean } from '../../scenes/near-names.ts';
import type { Scene } from '../../scenes/scene.ts';
import { HolonomicError } from '../core/errors.ts';
import { loadPart } from '../core/load.ts';

/** Scenes of the package are called by such names; all else are addresses of modules. */
const NAME = /^[a-z0-9][a-z0-9-]*$/;

export function isModule(scene: string): boolean {
  return !NAME.test(scene);
}

/** The scene of a name, or that of a module. Throws `bad-scene`. */
export async function loadScene(source: string): Promise<Scene> {
  if (isModule(source)) return loadSceneModule(source);
  const { scenes } = await loadPart('scenes', () => import('../../scenes/index.ts'));
  const scene = scenes.find(({ name }) => name === source);
  if (scene) return scene;
  const names = scenes.map(({ name }) => name);
  const known = `${didYouMean(source, names)} There are ${names.join(', ')}`;
  throw new HolonomicError('bad-scene', `There is no scene '${source}'.${known}; or give the URL of a module that exports one.`);
}

async function loadSceneModule(url: string): Promise<Scene> {
  let address: string;
  try {
    address = new URL(url).href;
  } catch {
    throw new HolonomicError(
      'bad-scene',
      `'${url}' is neither a scene of the package nor a URL; write new URL('${url}', import.meta.url).href.`,
    );
  }
  let module: { default?: unknown; scene?: unknown };
  try {
    module = await import(/* webpackIgnore: true */ /* @vite-ignore */ address);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new HolonomicError('bad-scene', `The module ${address} could not be loaded: ${why}`, { cause });
  }
  const scene = module.default ?? module.scene;
  if (isScene(scene)) return scene;
  throw new HolonomicError(
    'bad-scene',
    `The module ${address} exports no scene: as default or as 'scene' it has to export { name, parameters, frames, dt, build }.`,
  );
}

function isScene(value: unknown): value is Scene {
  if (typeof value !== 'object' || value === null) return false;
  const { build, dt, frames, name, parameters } = value as Partial<Scene>;
  return (
    typeof build === 'function' &&
    typeof name === 'string' &&
    typeof parameters === 'object' &&
    parameters !== null &&
    typeof dt === 'number' &&
    typeof frames === 'number'
  );
}
