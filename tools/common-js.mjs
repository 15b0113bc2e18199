// The files of the package as CommonJS, for `require` where it takes no modules: a .cjs beside each .js.
import path from 'node:path';

/** What dist/ has to lead to in CommonJS, from its files by their paths. */
export async function toCommonJs(modules, entries) {
  const { rollup } = await import('rollup');
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((file) => [path.basename(file, '.js'), file])),
    external: (id) => !/^[./]/.test(id) && !path.isAbsolute(id),
    // Unused parts are none: esbuild has taken them away.
    treeshake: false,
    plugins: [
      {
        name: 'files of the package',
        resolveId: (id, importer) => (importer && id.startsWith('.') ? path.resolve(path.dirname(importer), id) : id),
        load: (file) => ({ code: modules.get(file), map: modules.get(`${file}.map`) }),
      },
    ],
    onwarn({ message }) {
      throw new Error(message);
    },
  });
  const dist = path.dirname(entries[0]);
  const { output } = await bundle.generate({
    dir: dist,
    format: 'cjs',
    exports: 'named',
    generatedCode: 'es2015',
    externalLiveBindings: false,
    preserveModules: true,
    preserveModulesRoot: dist,
    entryFileNames: '[name].cjs',
    sourcemap: true,
    sourcemapExcludeSources: true,
    compact: true,
  });
  await bundle.close();
  return output.map(({ fileName, code, source }) => [path.join(dist, fileName), code ?? source]);
}
