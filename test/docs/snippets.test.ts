// The programs in the documentation: each ```ts block that imports something is compiled and run, and prints what the ```text
// block after it says.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { beforeAll, describe, expect, test, vi } from 'vitest';

const PROJECT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(PROJECT, 'build/snippets');
const PAGES = [
  'README.md',
  'docs/getting-started.md',
  'docs/joints.md',
  'docs/joints/frames.md',
  'docs/joints/links.md',
  'docs/collision.md',
  'docs/contacts.md',
  'docs/solvers.md',
  'docs/formulations.md',
  'docs/debug.md',
  'docs/plane.md',
  'docs/batch.md',
  'docs/cannon.md',
  'docs/joints/rows.md',
  'docs/three.md',
  'docs/robots.md',
  'docs/recipes.md',
  'docs/troubleshooting.md',
  'docs/particles.md',
  'docs/control.md',
];

interface Snippet {
  /** Page and line, for people. */
  place: string;
  file: string;
  code: string;
  /** What it prints, where the page says so. */
  output: string | null;
}

function snippetsOf(page: string): Snippet[] {
  const text = fs.readFileSync(path.join(PROJECT, page), 'utf8');
  const blocks = text.matchAll(/^```ts\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?/gms);
  return [...blocks]
    .filter(([, code]) => /^import /m.test(code))
    .map(({ index, 1: code, 2: output }) => {
      const line = text.slice(0, index).split('\n').length + 1;
      const file = path.join(FOLDER, `${page.replaceAll(/\W+/g, '-')}-${line}.ts`);
      return { place: `${page}:${line}`, file, code, output: output ?? null };
    });
}

const snippets = PAGES.flatMap(snippetsOf);

beforeAll(() => {
  fs.rmSync(FOLDER, { recursive: true, force: true });
  fs.mkdirSync(FOLDER, { recursive: true });
  for (const { file, code } of snippets) fs.writeFileSync(file, code);
  const config = { extends: '../../tsconfig.json', include: ['*.ts'], exclude: [] };
  fs.writeFileSync(path.join(FOLDER, 'tsconfig.json'), JSON.stringify(config));
});

test('they compile', () => {
  const compiler = path.join(PROJECT, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', FOLDER], { cwd: PROJECT, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

describe('they run', () => {
  test.each(snippets)('$place', async ({ file, output }) => {
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((...values) => lines.push(format(...values)));
    try {
      await import(pathToFileURL(file).href);
    } finally {
      log.mockRestore();
    }
    expect(lines.map((line) => `${line}\n`).join('')).toBe(output ?? '');
  });
});

test('every page of the getting started kind has some', () => {
  for (const page of PAGES.slice(0, 2)) expect(snippets.filter(({ place }) => place.startsWith(page))).not.toEqual([]);
});
