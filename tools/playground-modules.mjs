// The modules that programs of the playground may import as scenes do: the page is built with the list in place of gallery/playground/modules.ts.
import fs from 'node:fs';
import path from 'node:path';
import { PROJECT } from './setup.mjs';

const FOLDER = path.join(PROJECT, 'scenes');

/** Plugin of esbuild. */
export const playgroundModules = {
  name: 'playground modules',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]gallery[\\/]playground[\\/]modules\.ts$/ }, () => {
      const loaders = importedByScenes().map((name) => `'${name}': () => import('${name}'),`);
      return { contents: `export const modules = {${loaders.join('\n')}};`, loader: 'js', resolveDir: FOLDER };
    });
  },
};

/** What scenes import, relative to their folder. */
function importedByScenes() {
  const sources = fs
    .readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => fs.readFileSync(path.join(FOLDER, name), 'utf8'))
    .filter((source) => source.includes('defineScene({'));
  const names = sources.flatMap((source) => Array.from(source.matchAll(/from '(\.[\w./-]+\.ts)'/g), ([, name]) => name));
  return [...new Set(names)].sort();
}
