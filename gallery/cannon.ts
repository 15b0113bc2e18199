// The demos of cannon-es under both packages.
import * as theirs from 'cannon-es';
import * as ours from '../bindings/cannon/index.ts';
import { chooseDemo, showDemo } from '../examples/cannon/view.mjs';
import { find } from './page/elements.ts';
import { createTheme } from './page/theme.ts';

const captions = [find(document, '#theirs'), find(document, '#ours')];
const shown = showDemo({
  container: find(document, '#stage'),
  packages: [
    { name: 'cannon-es', module: theirs },
    { name: 'holonomic/cannon', module: ours },
  ],
  name: chooseDemo(find<HTMLSelectElement>(document, '#demo')),
  report: (lines: string[]) => {
    for (const [k, line] of lines.entries()) captions[k].textContent = line;
  },
});
createTheme(find<HTMLButtonElement>(document, '#theme'), (theme) => shown.setTheme(theme));
Object.assign(globalThis, { cannonDemo: shown });
