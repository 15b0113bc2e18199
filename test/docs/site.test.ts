// The documentation site, as its pages are staged; building it needs packages of its own (npm run docs).
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scenes } from '../../scenes/index.ts';
import { DEMOS, ENTRIES, GROUPS } from '../../site/pages.mjs';
import { stage } from '../../site/stage.mjs';
import { findPages, PROJECT } from './markdown.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'holonomic-site-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const staged = stage(PROJECT, folder);

test('the sidebar leads to every page of docs/ once', () => {
  const listed = GROUPS.flatMap(({ pages }) => pages);
  expect(new Set(listed).size).toBe(listed.length);
  expect(findPages().filter((page) => page.startsWith('docs/') && !listed.includes(page))).toEqual([]);
});

test('every page has a title, and the list for models says what it is about', () => {
  expect(staged.filter(({ title, summary }) => title === '' || summary.length < 20).map(({ page }) => page)).toEqual([]);
});

test('links among staged pages and pictures lead somewhere', () => {
  const lost = staged.flatMap(({ target }) => {
    const text = fs.readFileSync(path.join(folder, target), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
    const links = [...text.matchAll(/\]\(([^)\s#]+)[^)\s]*\)|<img src="([^"]+)"/g)].map((found) => found[1] ?? found[2]);
    return links
      .filter((link) => !/^[a-z]+:/.test(link) && link !== '/')
      .filter((link) => !fs.existsSync(path.join(folder, path.dirname(target), link === '../README.md' ? '../index.md' : link)))
      .map((link) => `${target}: ${link}`);
  });
  expect(lost).toEqual([]);
});

test('demos are scenes of the gallery, at the top of their pages', () => {
  const names = scenes.map(({ name }) => name);
  for (const [page, scene] of Object.entries(DEMOS)) {
    expect(names).toContain(scene);
    expect(fs.readFileSync(path.join(folder, page), 'utf8')).toContain(`\n<LiveDemo scene="${scene}" />\n`);
    expect(fs.existsSync(path.join(folder, `public/thumbnails/${scene}.webp`))).toBe(true);
  }
});

test('the API of every entry of the package is listed; those of one file repeat that of the index', () => {
  const { exports } = JSON.parse(fs.readFileSync(path.join(PROJECT, 'package.json'), 'utf8')) as { exports: Record<string, unknown> };
  const entries = Object.keys(exports).filter((entry) => !/\.(json|wasm)$|^\.\/(single|double)$/.test(entry));
  const nameOf = (entry: string) => (entry === '.' ? 'index' : entry.slice(2).replace('/', '-'));
  expect(entries.map(nameOf).sort()).toEqual([...ENTRIES].sort());
});
