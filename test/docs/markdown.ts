// What the tests of the documentation read from its pages.
import fs from 'node:fs';
import path from 'node:path';

export const PROJECT = path.resolve(import.meta.dirname, '../..');
/** Folders whose pages are not ours, or are made from others. */
const PASSED_OVER = ['node_modules', 'build', 'dist', 'coverage'];

/** Every page of the project, by its path from the project's folder. */
export function findPages(folder = ''): string[] {
  return fs.readdirSync(path.join(PROJECT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return PASSED_OVER.includes(entry.name) || entry.name.startsWith('.') ? [] : findPages(name);
    return entry.name.endsWith('.md') ? [name] : [];
  });
}

export function readPage(page: string): string {
  return fs.readFileSync(path.join(PROJECT, page), 'utf8');
}

/** Targets of all links and images. */
export function linksOf(text: string): string[] {
  const prose = withoutCodeBlocks(text).replaceAll(/`[^`\n]*`/g, '');
  const forms = [/\]\(([^)\s]+)[^)]*\)/g, /<(?:a|img)\s[^>]*\b(?:href|src)="([^"]*)"/g, /^\[[^\]]+\]:\s*(\S+)/gm];
  return forms.flatMap((form) => Array.from(prose.matchAll(form), ([, target]) => target));
}

/** Anchors of the headings, as GitHub makes them. */
export function anchorsOf(text: string): string[] {
  const counts = new Map<string, number>();
  return Array.from(withoutCodeBlocks(text).matchAll(/^#{1,6} +(.+?) *$/gm), ([, heading]) => {
    const shown = heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = shown
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** Cells of the rows of the table whose header begins with these cells; the header is not among them. */
export function tableOf(text: string, ...header: string[]): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => header.every((name, column) => cellsOf(line)[column] === name));
  if (start < 0) throw new Error(`There is no table with the columns ${header.join(', ')}.`);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end < 0 ? rows.length : end).map(cellsOf);
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function withoutCodeBlocks(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, '');
}
