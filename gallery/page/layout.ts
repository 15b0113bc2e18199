// Panels that fold away over the stage, hiding everything, and full screen. style/layout.css says what is where.
import type { Insets } from '../view/viewports.ts';
import { find } from './elements.ts';
import { recall, remember } from './storage.ts';

export const PANELS = ['scenes', 'panel', 'plots'] as const;
export type PanelName = (typeof PANELS)[number];

const REMEMBERED = 'panels';
const ELEMENTS: Record<PanelName, string> = { scenes: '#scenes', panel: '#panel', plots: '#drawer' };
/** There is room for several panels at once; style/layout.css says the same. */
const ROOMY = '(min-width: 1024px) and (min-height: 561px)';
/** Where panels are sheets over the lower part of the picture. */
const SHEETS = '(max-width: 760px)';
/** Part of the window that insets leave free at least. */
const FREE = 0.35;

export interface Layout {
  toggle(panel: PanelName, open?: boolean): void;
  isOpen(panel: PanelName): boolean;
  /** Hides everything but the stage, or shows it again. */
  setHidden(hidden: boolean): void;
  readonly hidden: boolean;
  toggleFullScreen(): void;
  dispose(): void;
}

/** Brings the buttons of the panels to life; says what they cover of the window whenever that changes. */
export function createLayout(body: HTMLElement, onInsets: (insets: Insets) => void = () => {}): Layout {
  const listeners = new AbortController();
  const { signal } = listeners;
  const roomy = matchMedia(ROOMY);
  const full = find<HTMLButtonElement>(body, '#full');
  const unhide = find<HTMLButtonElement>(body, '#unhide');
  const buttonOf = (panel: PanelName) => find<HTMLButtonElement>(body, `button[data-panel="${panel}"]`);
  const open = new Set<PanelName>(PANELS.filter((panel) => recall(REMEMBERED)?.split(',').includes(panel)));
  let hidden = false;

  function show(): void {
    if (!roomy.matches) for (const panel of [...open].slice(0, -1)) open.delete(panel);
    body.dataset.panels = [...open].join(' ');
    for (const panel of PANELS) {
      find(body, ELEMENTS[panel]).inert = hidden || !open.has(panel);
      buttonOf(panel).ariaExpanded = String(open.has(panel));
    }
    onInsets(insets());
  }

  /** What covers the picture. */
  function insets(): Insets {
    const covered = { left: 0, right: 0, top: 0, bottom: 0 };
    if (hidden) return covered;
    const box = (selector: string) => find(body, selector).getBoundingClientRect();
    covered.bottom = innerHeight - box('#transport').top;
    const isSheet = matchMedia(SHEETS).matches;
    // Where windows are wide, the middle of the upper edge is free.
    if (isSheet) covered.top = box('.bar').bottom;
    if (open.has('scenes') && !isSheet) covered.left = box('#scenes').right;
    if (open.has('panel') && !isSheet) covered.right = innerWidth - box('#panel').left;
    const lower = [...open].filter((panel) => isSheet || panel === 'plots');
    for (const panel of lower) covered.bottom = Math.max(covered.bottom, innerHeight - box(ELEMENTS[panel]).top);
    const most = [(1 - FREE) * innerWidth, (1 - FREE) * innerHeight];
    const across = Math.min(1, most[0] / Math.max(1, covered.left + covered.right));
    const down = Math.min(1, most[1] / Math.max(1, covered.top + covered.bottom));
    return { left: across * covered.left, right: across * covered.right, top: down * covered.top, bottom: down * covered.bottom };
  }

  function toggle(panel: PanelName, wanted = !open.has(panel)): void {
    if (hidden) setHidden(false);
    open.delete(panel);
    if (wanted) open.add(panel);
    show();
    remember(REMEMBERED, [...open].join());
  }

  function setHidden(wanted: boolean): void {
    hidden = wanted;
    body.toggleAttribute('data-hidden', hidden);
    unhide.hidden = !hidden;
    for (const selector of ['.bar', '#transport']) find(body, selector).inert = hidden;
    show();
  }

  function toggleFullScreen(): void {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    done?.catch(() => {}); // the browser may refuse
  }

  for (const panel of PANELS) buttonOf(panel).addEventListener('click', () => toggle(panel), { signal });
  full.addEventListener('click', toggleFullScreen, { signal });
  unhide.addEventListener('click', () => setHidden(false), { signal });
  document.addEventListener('fullscreenchange', () => (full.ariaPressed = String(document.fullscreenElement !== null)), { signal });
  roomy.addEventListener('change', show, { signal });
  window.addEventListener('resize', () => onInsets(insets()), { signal });
  body.addEventListener('keydown', closeOnEscape, { signal });
  show();

  /** Escape folds away the panel that has the focus. */
  function closeOnEscape(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.key !== 'Escape' || target.closest('dialog')) return;
    const panel = PANELS.find((name) => target.closest(ELEMENTS[name]));
    if (!panel) return;
    toggle(panel, false);
    buttonOf(panel).focus();
  }

  return {
    toggle,
    isOpen: (panel) => open.has(panel),
    setHidden,
    get hidden() {
      return hidden;
    },
    toggleFullScreen,
    dispose: () => listeners.abort(),
  };
}
