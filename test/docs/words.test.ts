// Standard terms: what is written for users, and comments, go without words that this project once used in their place.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findPages, PROJECT, readPage } from './markdown.ts';

/** What is refused, and what is written instead. */
const REFUSED: readonly [pattern: RegExp, instead: string][] = [
  [/(?<![.\w])(?:tells?|told|telling)\b/gi, 'report, return, emit, say'],
  [/\bgreatest\b/gi, 'maximum, largest'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'fix, correct'],
  [/\banew\b/gi, 'again, restart'],
  [/\bdeepest overlap/gi, 'maximum penetration'],
  [/\bgives all\b/gi, 'saturated'],
  [/\b(?:that|which) is none\b/gi, 'invalid'],
  [/\b(?:was|were) given something that is no\b/gi, 'needs a ...'],
];
const FOLDERS = ['bindings', 'scenes', 'gallery', 'examples'];
/** Names of fields in the kernels are theirs. */
const GENERATED = /^bindings[\\/](?:generated[\\/]|core[\\/]layout\.ts$)/;

function sources(): string[] {
  const files = FOLDERS.flatMap((folder) =>
    fs.readdirSync(path.join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  return files.filter((file) => /\.(?:ts|mjs|js|html)$/.test(file) && !GENERATED.test(file) && !/node_modules|[\\/]dist[\\/]/.test(file));
}

/** Lines with a refused word. */
function wrongWords(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, k) => {
    const found = REFUSED.flatMap(([pattern, instead]) => (line.match(pattern) ?? []).map((word) => `'${word}': ${instead}`));
    return found.map((each) => `${file}:${k + 1} ${each}`);
  });
}

test('the documentation uses standard terms', () => {
  const pages = findPages();
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.flatMap((page) => wrongWords(page, readPage(page)))).toEqual([]);
});

test('so do comments, messages and labels', () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => wrongWords(file, fs.readFileSync(path.join(PROJECT, file), 'utf8')))).toEqual([]);
});

test('a wrong word is found, and the name of a field is not', () => {
  expect(wrongWords('a.md', 'It tells the greatest.\nThe count of BroadPhaseRecord.told is read anew.')).toEqual([
    "a.md:1 'tells': report, return, emit, say",
    "a.md:1 'greatest': maximum, largest",
    "a.md:2 'anew': again, restart",
  ]);
});
