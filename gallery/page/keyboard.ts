/** What keys do. */
export interface KeyActions {
  onPlay(): void;
  onStep(): void;
  onReset(): void;
  onShare(): void;
  onHelp(): void;
}

/** Keys as the help lists them, and what they do. */
export const KEYS = [
  { key: ' ', label: 'Space', does: 'play or pause', action: 'onPlay' },
  { key: '.', label: '.', does: 'single step', action: 'onStep' },
  { key: 'r', label: 'R', does: 'reset', action: 'onReset' },
  { key: 's', label: 'S', does: 'copy a link to what is shown', action: 'onShare' },
  { key: '?', label: '?', does: 'this help', action: 'onHelp' },
] as const satisfies readonly { key: string; label: string; does: string; action: keyof KeyActions }[];

/** Where keys are for writing or choosing. */
const FIELDS = 'input:not([type=checkbox], [type=button]), select, textarea, [contenteditable], dialog';
/** What Space itself activates. */
const ACTIVE = 'button, summary, input';

/** Listens to the keys of the page; keys in fields, and Space on buttons, mean what they mean there. */
export function createKeyboard(page: Document, actions: KeyActions): { dispose(): void } {
  function press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const found = KEYS.find(({ key }) => key === event.key.toLowerCase());
    const target = event.target instanceof Element ? event.target : page.body;
    if (!found || target.closest(FIELDS) || (found.key === ' ' && target.closest(ACTIVE))) return;
    if (event.repeat && found.action !== 'onStep') return;
    event.preventDefault();
    actions[found.action]();
  }
  // Before the panel's controls, which keep keys to themselves.
  const early = { capture: true };
  page.addEventListener('keydown', press, early);
  return { dispose: () => page.removeEventListener('keydown', press, early) };
}
