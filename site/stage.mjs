// The pages of the repository as VitePress is to see them: in the same places, so that links among them hold.
import fs from 'node:fs';
import path from 'node:path';
import { DEMOS, GROUPS } from './pages.mjs';

/** Paths of all pages: those of the sidebar, and examples. */
function pagesOf(project) {
  const examples = fs
    .readdirSync(path.join(project, 'examples'), { recursive: true })
    .map((name) => `examples/${String(name).replaceAll(path.sep, '/')}`)
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'));
  return [...new Set([...GROUPS.flatMap(({ pages }) => pages), ...examples])];
}

/** Copies pages and pictures into `folder`. Returns what each page is about. */
export function stage(project, folder) {
  fs.rmSync(folder, { recursive: true, force: true });
  const pages = ['README.md', ...pagesOf(project)];
  const staged = [];
  for (const page of pages) {
    const text = fs.readFileSync(path.join(project, page), 'utf8');
    const target = page === 'README.md' ? 'index.md' : page;
    write(path.join(folder, target), withDemo(withKnownLinks(text, page, pages), page));
    staged.push({ page, target, text, ...aboutOf(text) });
  }
  fs.cpSync(path.join(project, 'docs/images'), path.join(folder, 'docs/images'), { recursive: true });
  const thumbnails = path.join(folder, 'public/thumbnails');
  for (const scene of new Set(Object.values(DEMOS)))
    write(path.join(thumbnails, `${scene}.webp`), fs.readFileSync(path.join(project, `gallery/thumbnails/${scene}.webp`)));
  return staged;
}

/** What is linked but no page becomes text, and the README is the front page. */
function withKnownLinks(text, page, pages) {
  return outsideCode(text, (prose) =>
    prose.replace(/(?<!!)\[((?:[^\][]|!?\[[^\]]*\]\([^)]*\))*)\]\(([^)\s]+)\)/g, (link, label, target) => {
      if (/^([a-z]+:|#)/.test(target)) return link;
      const [file, anchor] = target.split('#');
      const known = path.posix.join(path.posix.dirname(page), file);
      if (known === 'README.md') return `[${label}](/${anchor ? `#${anchor}` : ''})`;
      return pages.includes(known) || known.startsWith('docs/images/') ? link : label;
    }),
  ).replaceAll('<img src="docs/', '<img src="./docs/'); // of HTML, paths that begin with a name would be packages
}

/** The demo comes below the first heading. */
function withDemo(text, page) {
  const scene = DEMOS[page];
  if (!scene) return text;
  return text.replace(/^(# .*\n)/, `$1\n<LiveDemo scene="${scene}" />\n`);
}

/** Applies a change to what is no fenced block. */
function outsideCode(text, change) {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, k) => (k % 2 === 0 ? change(part) : part))
    .join('');
}

/** Title and first paragraph, as plain text. */
function aboutOf(text) {
  const title = /^# (.*)$/m.exec(text)?.[1] ?? '';
  const paragraph = text.split(/\n{2,}/).find((part) => /^[A-Z[`]/.test(part) && !part.startsWith('[!')) ?? '';
  return {
    title,
    summary: paragraph
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\s+/g, ' ')
      .trim(),
  };
}

function write(file, contents) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, contents);
}
