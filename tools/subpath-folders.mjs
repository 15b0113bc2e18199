// Folders beside dist/ that lead resolvers which know no `exports` to holonomic/particles and the others. They are written before the
// package is packed and removed afterwards (--remove).
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, PROJECT } from './setup.mjs';

const { exports } = JSON.parse(fs.readFileSync(path.join(PROJECT, 'package.json'), 'utf8'));
/** Subpaths that are programs, such as particles and batch/bullmq, and where they are. */
const SUBPATHS = Object.entries(exports)
  .filter(([subpath, target]) => /^\.\/[\w/]+$/.test(subpath) && typeof target === 'object')
  .map(([subpath, { require: common, default: modules = exports[subpath] }]) => ({
    folder: subpath.slice(2),
    common: common?.default,
    ...(typeof modules === 'string' ? exports[subpath] : modules),
  }));

/** Writes the folders where the package lies. */
export function writeSubpathFolders(home) {
  for (const subpath of SUBPATHS) write(home, subpath);
}

function write(home, { folder, common, types, default: module }) {
  const place = path.join(home, folder);
  const from = (target) => path.relative(place, path.join(home, target)).replaceAll(path.sep, '/');
  fs.mkdirSync(place, { recursive: true });
  const manifest = { main: from(common ?? module), module: from(module), types: from(types), sideEffects: false };
  fs.writeFileSync(path.join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Removes what was written, and folders in which nothing else is. */
function remove({ folder }) {
  fs.rmSync(path.join(PROJECT, folder, 'package.json'), { force: true });
  for (let place = folder; place !== '.'; place = path.dirname(place)) {
    const absolute = path.join(PROJECT, place);
    if (fs.existsSync(absolute) && fs.readdirSync(absolute).length === 0) fs.rmdirSync(absolute);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [mode] = process.argv.slice(2);
  if (mode !== undefined && mode !== '--remove') fail(`${mode} is no option: give --remove or nothing`);
  if (mode) for (const subpath of SUBPATHS) remove(subpath);
  else writeSubpathFolders(PROJECT);
}
