// Read by VitePress from site/build/.vitepress, where tools/docs.mjs puts it beside the pages.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { ENTRIES, GROUPS } from '../../pages.mjs';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));
const titleOf = (page) => /^# (.*)$/m.exec(fs.readFileSync(path.join(SOURCE, page), 'utf8'))?.[1] ?? page;
const itemOf = (page) => ({ text: titleOf(page).replaceAll('`', ''), link: `/${page.replace(/\.md$/, '')}` });
const packageOf = (entry) => (entry === 'index' ? 'holonomic' : `holonomic/${entry.replace('batch-', 'batch/')}`);

export default defineConfig({
  title: 'Holonomic',
  description: 'A constraint simulator for the web and Node: exact joints, loads in newtons, exact replay, six solvers.',
  lang: 'en',
  cleanUrls: false,
  // Of the folder for examples and the like, whose pages are named README.
  rewrites: { 'examples/README.md': 'examples/index.md' },
  ignoreDeadLinks: [/^\/gallery\//],
  // Anchors as GitHub makes them, which is what links say.
  markdown: {
    anchor: {
      slugify: (heading) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
          .replaceAll(' ', '-'),
    },
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/docs/getting-started' },
      { text: 'Solvers', link: '/docs/formulations' },
      { text: 'API', link: '/api/' },
      { text: 'Gallery', link: '/gallery/index.html', target: '_self' },
    ],
    sidebar: [
      ...GROUPS.map(({ title, pages }) => ({ text: title, items: pages.map(itemOf) })),
      {
        text: 'API',
        items: ENTRIES.map((entry) => ({ text: packageOf(entry), link: `/api/${entry === 'index' ? 'holonomic' : entry}/` })),
      },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
