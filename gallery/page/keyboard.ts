/** Keys as the help lists them, and what they do. */
export const KEYS = [
  { key: ' ', label: 'Space', does: 'play or pause', action: 'onPlay' },
  { key: '.', label: '.', does: 'single step', action: 'onStep' },
  { key: ',', label: ',', does: 'single step back', action: 'onStepBack' },
  { key: 'r', label: 'R', does: 'reset', action: 'onReset' },
  { key: 'm', label: 'M', does: 'slow motion', action: 'onSlow' },
  { key: 'n', label: 'N', does: 'next scene', action: 'onNext' },
  { key: 'p', label: 'P', does: 'previous scene', action: 'onPrevious' },
  { key: 'c', label: 'C', does: 'compare two worlds', action: 'onCompareKey' },
  { key: 'e', label: 'E', does: 'show errors of joints 20 times as large', action: 'onExaggerate' },
  { key: 'd', label: 'D', does: 'drive or aim, in scenes with something to drive or aim', action: 'onDrive' },
  { key: 't', label: 'T', does: 'throw a ball (or a doll) at the pointer, or pop a balloon', action: 'onThrow' },
  { key: 'y', label: 'Y', does: 'next step of the story', action: 'onStory' },
  { key: 'l', label: 'L', does: 'list of scenes', action: 'onScenes' },
  { key: '/', label: '/', does: 'search scenes', action: 'onSearch' },
  { key: 'k', label: 'K', does: 'controls and numbers', action: 'onPanel' },
  { key: 'g', label: 'G', does: 'plots', action: 'onPlots' },
  { key: 'o', label: 'O', does: 'code of the scene', action: 'onCode' },
  { key: 'h', label: 'H', does: 'hide or show everything but the scene', action: 'onHide' },
  { key: 'f', label: 'F', does: 'full screen', action: 'onFull' },
  { key: 'v', label: 'V', does: 'record a video, or stop and save it', action: 'onRecord' },
  { key: 's', label: 'S', does: 'copy a link to what is shown', action: 'onShare' },
  { key: '?', label: '?', does: 'this help', action: 'onHelp' },
] as const satisfies readonly { key: string; label: string; does: string; action: string }[];

/** What keys do. */
export type KeyActions = Record<(typeof KEYS)[number]['action'], () => void>;

/** Keys that may be held down. */
const REPEATED: readonly string[] = ['onStep', 'onStepBack'];

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
    if (event.repeat && !REPEATED.includes(found.action)) return;
    event.preventDefault();
    actions[found.action]();
  }
  // Before the panel's controls, which keep keys to themselves.
  const early = { capture: true };
  page.addEventListener('keydown', press, early);
  return { dispose: () => page.removeEventListener('keydown', press, early) };
}
