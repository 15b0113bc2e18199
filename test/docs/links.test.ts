// Links of the documentation within the project lead somewhere.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, findPages, linksOf, PROJECT, readPage } from './markdown.ts';

const OUTSIDE = /^[a-z][a-z+.-]*:/i;

/** What is wrong with a link on a page; null where nothing is. */
function problemOf(page: string, link: string): string | null {
  if (OUTSIDE.test(link)) return link.startsWith('https://') ? null : 'is not https';
  const [file, anchor] = link.split('#');
  const target = file ? path.posix.join(path.posix.dirname(page), file) : page;
  if (file.startsWith('/') || target.startsWith('..')) return 'leads out of the project';
  if (!fs.existsSync(path.join(PROJECT, target))) return 'leads to no file';
  if (anchor === undefined) return null;
  if (!target.endsWith('.md')) return 'has an anchor, but leads to no page';
  return anchorsOf(readPage(target)).includes(anchor) ? null : 'leads to no heading';
}

describe('links lead somewhere', () => {
  test.each(findPages())('%s', (page) => {
    const problems = linksOf(readPage(page)).map((link) => [link, problemOf(page, link)]);
    expect(problems.filter(([, problem]) => problem)).toEqual([]);
  });
});

test('pages are found, and each but the README is linked from another', () => {
  const pages = findPages();
  expect(pages).toContain('docs/joints/frames.md');
  const linked = pages.flatMap((page) =>
    linksOf(readPage(page)).map((link) => path.posix.join(path.posix.dirname(page), link.split('#')[0])),
  );
  expect(pages.filter((page) => page !== 'README.md' && !linked.includes(page))).toEqual([]);
});

test('every picture has a text for those who do not see it, and is used', () => {
  const used = findPages().flatMap((page) => {
    const text = readPage(page);
    expect(text).not.toMatch(/!\[\s*\]\(/);
    for (const [image] of text.matchAll(/<img\b[^>]*>/g)) expect(image).toMatch(/\balt="[^"]+"/);
    return linksOf(text).filter((link) => link.includes('images/'));
  });
  const names = used.map((link) => path.posix.basename(link)).sort();
  expect(names).toEqual(fs.readdirSync(path.join(PROJECT, 'docs/images')).sort());
});

describe('what the checks look at', () => {
  test('links, images, and none in code', () => {
    const text = [
      'A [word](a.md), [![picture](b.jpg)](c.md#part) and <img src="d.jpg" width="49%" alt="">.',
      '`[not](e.md)`',
      '```ts',
      '[not](f.md)',
      '```',
      '[label]: https://example.org',
    ].join('\n');
    expect(linksOf(text)).toEqual(['a.md', 'b.jpg', 'c.md#part', 'd.jpg', 'https://example.org']);
  });

  test('anchors as GitHub makes them', () => {
    const text = ["# A joint's rows, as one block", '```', '# not one', '```', '## `Ball` – 20 × 1', '## Part', '### [Part](x.md)'].join(
      '\n',
    );
    expect(anchorsOf(text)).toEqual(['a-joints-rows-as-one-block', 'ball--20--1', 'part', 'part-1']);
  });

  test.each([
    ['docs/joints/none.md', 'leads to no file'],
    ['docs/joints.md#none', 'leads to no heading'],
    ['../outside.md', 'leads out of the project'],
    ['LICENSE#none', 'has an anchor, but leads to no page'],
    ['http://example.org', 'is not https'],
    ['docs/joints.md#limits', null],
  ])('%s', (link, problem) => {
    expect(problemOf('README.md', link)).toBe(problem);
  });
});
