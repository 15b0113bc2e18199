// The other engines that the gallery is built with: those that bench/ has installed, and Box3D where it is found. Nothing else depends on them.
import fs from 'node:fs';
import path from 'node:path';
import { PROJECT } from './setup.mjs';

const BENCH = path.join(PROJECT, 'bench');
/** Kernels that are files of their own. */
const KERNELS = /[\\/](HavokPhysics|box3d)\.wasm$/;

/** Where Box3D is looked for, as bench/engines/find-box3d.ts does. */
const box3dFolder = () => process.env.BOX3D ?? path.resolve(PROJECT, '../shared/peers/box3d');

/**
 * Packages by the name of their engine: the module that loads it, and the file of its kernels where that is apart.
 * @returns {Record<string, { module: string, wasm?: string }>}
 */
function installed() {
  const modules = path.join(BENCH, 'node_modules');
  const box3d = box3dFolder();
  const all = {
    rapier: { module: '@dimforge/rapier3d-simd-compat', at: path.join(modules, '@dimforge/rapier3d-simd-compat') },
    havok: {
      module: '@babylonjs/havok',
      at: path.join(modules, '@babylonjs/havok'),
      wasm: path.join(modules, '@babylonjs/havok/lib/esm/HavokPhysics.wasm'),
    },
    jolt: { module: 'jolt-physics/wasm-compat', at: path.join(modules, 'jolt-physics') },
    box3d: { module: path.join(box3d, 'box3d.mjs'), at: path.join(box3d, 'box3d.mjs'), wasm: path.join(box3d, 'box3d.wasm') },
  };
  return Object.fromEntries(Object.entries(all).filter(([, { at }]) => fs.existsSync(at)));
}

function loadersOf(peers) {
  const imports = Object.keys(peers).map((name) => `import { ${name} } from './engines/${name}.ts';`);
  const kernels = Object.entries(peers).flatMap(([name, { wasm }]) =>
    wasm ? [`import ${name}Kernels from ${JSON.stringify(wasm)};`] : [],
  );
  const entries = Object.entries(peers).map(([name, { module, wasm }]) => {
    const load = `import(${JSON.stringify(module)})`;
    const given = wasm
      ? `async () => { const { default: load } = await ${load}; const wasmBinary = await fetched(${name}Kernels); return { default: () => load({ wasmBinary, locateFile: () => urlOf(${name}Kernels) }) }; }`
      : `() => ${load}`;
    return `${name}: () => ${name}.load(${given}),`;
  });
  return `${[...imports, ...kernels].join('\n')}
    const urlOf = (file) => new URL(file, import.meta.url).href;
    async function fetched(file) {
      const response = await fetch(urlOf(file));
      if (!response.ok) throw new Error(file + ' could not be loaded: ' + response.status);
      return new Uint8Array(await response.arrayBuffer());
    }
    export const loaders = { ${entries.join('\n')} };`;
}

/** Plugin of esbuild. */
export const galleryPeers = {
  name: 'gallery peers',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]gallery[\\/]peers[\\/]installed\.ts$/ }, () => ({
      contents: `export const installed = ${JSON.stringify(Object.keys(installed()))};`,
      loader: 'js',
    }));
    onLoad({ filter: /[\\/]gallery[\\/]peers[\\/]loaders\.ts$/ }, () => ({
      contents: loadersOf(installed()),
      loader: 'js',
      resolveDir: BENCH,
    }));
    onLoad({ filter: KERNELS }, ({ path: file }) => ({ contents: fs.readFileSync(file), loader: 'file' }));
  },
};
