// What the page is built with in the place of the scenes: all that there is to know of them, and none of their code.
import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { findScene, scenes } from '../../gallery/catalogue/index.ts';
import * as whole from '../../scenes/index.ts';
import { catalogue } from '../../tools/gallery-catalogue.mjs';
import { ROOT } from '../package/dist.ts';

test('the list in the page is that of the scenes, without what builds them', async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: [path.join(ROOT, 'gallery/catalogue/scenes.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    metafile: true,
    plugins: [catalogue],
    absWorkingDir: ROOT,
  });
  expect(Object.keys(metafile.inputs)).toEqual(['gallery/catalogue/scenes.ts']);
  const { known } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  expect(known).toEqual(whole.scenes.map(({ build: _, ...rest }) => rest));
  expect(scenes).toEqual(known);
});

test('a scene is found by its name', () => {
  const { build: _, ...pile } = whole.findScene('pile');
  expect(findScene('pile')).toEqual(pile);
  expect(() => findScene('pyle')).toThrow("There is no scene 'pyle'. Did you mean pile? There are boxes-on-springs,");
});
