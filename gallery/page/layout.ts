// The drawer of plots, and on phones the tabs that open one of three sheets; style/layout.css says what is where.
import { find } from './elements.ts';
import { recall, remember } from './storage.ts';

const SHEETS = ['scenes', 'panel', 'plots'] as const;
export type Sheet = (typeof SHEETS)[number];

export interface Layout {
  /** Opens a sheet on phones; null closes them. */
  openSheet(sheet: Sheet | null): void;
  dispose(): void;
}

/** Brings the page's tabs and drawer to life. */
export function createLayout(body: HTMLElement): Layout {
  const toggle = find<HTMLButtonElement>(body, '#drawer-toggle');
  const tabs = SHEETS.map((sheet) => find<HTMLButtonElement>(body, `#tabs [data-sheet="${sheet}"]`));
  const listeners = new AbortController();
  const { signal } = listeners;

  function openSheet(sheet: Sheet | null): void {
    body.dataset.sheet = sheet ?? 'none';
    for (const [index, tab] of tabs.entries()) tab.ariaExpanded = String(SHEETS[index] === sheet);
  }
  function setDrawer(open: boolean): void {
    body.dataset.plots = open ? 'open' : 'closed';
    toggle.ariaExpanded = String(open);
  }

  for (const [index, tab] of tabs.entries()) {
    const sheet = SHEETS[index];
    tab.addEventListener('click', () => openSheet(body.dataset.sheet === sheet ? null : sheet), { signal });
  }
  toggle.addEventListener(
    'click',
    () => {
      setDrawer(body.dataset.plots === 'closed');
      remember('plots', body.dataset.plots!);
    },
    { signal },
  );
  setDrawer(recall('plots') !== 'closed');
  return { openSheet, dispose: () => listeners.abort() };
}
