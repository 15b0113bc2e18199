// The licences of the packages that a bundle is made of.
import fs from 'node:fs';
import path from 'node:path';
import { PROJECT } from './setup.mjs';

const RULE = `${'-'.repeat(80)}\n`;

/** One text with the licence of the project and of each package that has given a bundle a part, by esbuild's metafile. Throws where one has none. */
export function licencesOf(metafile, what = 'This page') {
  const own = `Holonomic\n\n${licenceIn(PROJECT)}`;
  const texts = [own, ...packageNotices(metafile)];
  return `${what} is made of Holonomic and of the packages below, under these licences.\n\n${texts.map((text) => RULE + text).join('\n')}`;
}

/** Names, versions and licences of the packages that a bundle has parts of. Throws where one has none. */
export function packageNotices({ outputs }) {
  const inputs = Object.values(outputs).flatMap(({ inputs: parts }) => Object.keys(parts));
  const folders = inputs.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean);
  return [...new Set(folders)].sort().map((folder) => noticeOf(path.join(PROJECT, folder)));
}

function noticeOf(folder) {
  const { name, version, homepage, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return `${name} ${version} (${license})${homepage ? `\n${homepage}` : ''}\n\n${licenceIn(folder)}`;
}

function licenceIn(folder) {
  const files = fs.readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)(-\w+)?(\.(md|txt))?$/i.test(name));
  if (files.length === 0) throw new Error(`${path.relative(PROJECT, folder)} has no licence; a page made of it cannot be given away`);
  return files.map((name) => `${fs.readFileSync(path.join(folder, name), 'utf8').trim()}\n`).join('\n');
}
