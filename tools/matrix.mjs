// npm run matrix -- [filter] [--write]: packs the package, installs what it is tried under in build/matrix, and tries it: matrix/main.ts.
import fs from 'node:fs';
import path from 'node:path';
import { ensureInstalled, ensureReady, fail, PROJECT, run } from './setup.mjs';

const MATRIX = path.join(PROJECT, 'matrix');
/** Outside of matrix/, where nothing but the manifests is. */
const WORKSHOP = path.join(PROJECT, 'build/matrix');

/** Packs the package, which builds it, and puts it where npm would: npm itself would fetch the tools anew beside it. */
function pack() {
  const tarball = path.join(WORKSHOP, `holonomic-${JSON.parse(fs.readFileSync(path.join(PROJECT, 'package.json'), 'utf8')).version}.tgz`);
  if (run('npm', ['pack', '--pack-destination', WORKSHOP, '--silent'], { stdout: 'stderr' }) !== 0) fail('npm pack failed');
  const home = path.join(WORKSHOP, 'node_modules/holonomic');
  fs.rmSync(home, { recursive: true, force: true });
  fs.mkdirSync(home);
  if (run('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']) !== 0) fail('the tarball could not be unpacked');
  return tarball;
}

const args = process.argv.slice(2);
const isHelp = args.some((argument) => ['-h', '--help'].includes(argument));
if (!isHelp) {
  await ensureReady();
  fs.mkdirSync(WORKSHOP, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) fs.copyFileSync(path.join(MATRIX, file), path.join(WORKSHOP, file));
  ensureInstalled(WORKSHOP);
} else ensureInstalled();
const { runTypeScript } = await import('./run-ts.mjs');
await runTypeScript(path.join(MATRIX, 'main.ts'), isHelp ? args : [...args, '--tarball', pack()]);
