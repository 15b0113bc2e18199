// The list of scenes that the page is built with: gallery/catalogue/scenes.ts is run when the page is built, and what it exports is written down.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { galleryPeers } from './gallery-peers.mjs';
import { PROJECT } from './setup.mjs';

const LIST = `
  import { known } from './gallery/catalogue/scenes.ts';
  const text = JSON.stringify(known, (name, value) => {
    const isPlain = typeof value === 'object' ? !ArrayBuffer.isView(value) : typeof value !== 'number' || Number.isFinite(value);
    if (!isPlain || typeof value === 'function') throw new Error(\`\${name} of a scene is not JSON\`);
    return value;
  });
  process.stdout.write(text);
`;

/** Plugin of esbuild. */
export const catalogue = {
  name: 'catalogue',
  setup(build) {
    const { onLoad, esbuild } = build;
    galleryPeers.setup(build);
    onLoad({ filter: /[\\/]gallery[\\/]catalogue[\\/]scenes\.ts$/ }, async () => {
      const { outputFiles } = await esbuild.build({
        stdin: { contents: LIST, resolveDir: PROJECT, loader: 'ts' },
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node20',
        write: false,
        logLevel: 'warning',
      });
      return { contents: `export const known = ${await outputOf(outputFiles[0].text)};`, loader: 'js' };
    });
  },
};

/** What a program writes. */
async function outputOf(program) {
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-'], { maxBuffer: 2 ** 24 });
  running.child.stdin.end(program);
  const { stdout } = await running;
  return stdout;
}
