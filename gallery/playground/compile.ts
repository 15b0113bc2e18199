// From the text of a scene to the scene: types are taken out, and what is imported comes from the modules of the page.
import { transform } from 'sucrase';
import type { Scene } from '../../scenes/scene.ts';
import { modules } from './modules.ts';

type Exports = Record<string, unknown>;

/** The package under its own name. */
const ENTRIES: Readonly<Record<string, () => Promise<Exports>>> = {
  holonomic: () => import('../../bindings/index.ts'),
  'holonomic/control': () => import('../../bindings/control/index.ts'),
  'holonomic/particles': () => import('../../bindings/particle/index.ts'),
};

/** The scene that a program exports. Throws an Error that says what is wrong with it. */
export async function compileScene(source: string): Promise<Scene> {
  const { code } = transform(source, { transforms: ['typescript', 'imports'], production: true });
  const specifiers = new Set(Array.from(code.matchAll(/\brequire\('([^']+)'\)/g), ([, specifier]) => specifier));
  const loaded = new Map<string, Exports>();
  for (const specifier of specifiers) loaded.set(specifier, await load(specifier));
  const exports: Exports = {};
  const program = new Function('require', 'exports', `'use strict';${code}`) as (
    require: (specifier: string) => Exports | undefined,
    exports: Exports,
  ) => void;
  program((specifier) => loaded.get(specifier), exports);
  const scene = Object.values(exports).find(isScene);
  if (!scene) throw new Error('The program exports no scene: export what defineScene returns.');
  return scene;
}

function load(specifier: string): Promise<Exports> {
  const entry = ENTRIES[specifier] ?? modules[specifier];
  if (entry) return entry();
  throw new Error(
    `'${specifier}' cannot be imported here: take 'holonomic', 'holonomic/control', 'holonomic/particles' or a file of scenes/.`,
  );
}

function isScene(value: unknown): value is Scene {
  return typeof value === 'object' && value !== null && typeof (value as Scene).build === 'function' && 'dt' in value;
}
