// Messages over the stage. There is one at a time.
import { create } from './elements.ts';

/** How long a passing message stays, ms. */
const PASSING = 4000;

function show(container: HTMLElement, kind: string, role: 'alert' | 'status', text: string, more: Node[] = []): HTMLElement {
  const message = create('div', { className: `message ${kind}`, role }, [create('p', { textContent: text }), ...more]);
  container.replaceChildren(message);
  return message;
}

export interface Suggestion {
  readonly title: string;
  readonly href: string;
}

/**
 * Says what is wrong, and where to go instead; it stays until the next message. Details, such as where it happened, are folded away.
 */
export function showError(container: HTMLElement, text: string, details?: string, suggestions: readonly Suggestion[] = []): void {
  const links = suggestions.map(({ title, href }) => create('a', { href, textContent: title }));
  const more = details
    ? [create('details', {}, [create('summary', { textContent: 'Details' }), create('pre', { textContent: details })])]
    : [];
  const near = links.length > 0 ? [create('nav', { className: 'near', ariaLabel: 'Scenes near it' }, links)] : [];
  show(container, 'error', 'alert', text, [...near, ...more]);
}

/** Says something that goes away by itself. */
export function showNotice(container: HTMLElement, text: string): void {
  const message = show(container, 'passing', 'status', text);
  setTimeout(() => message.remove(), PASSING);
}

/** Says that something is on its way; it stays until the next message. */
export function showLoading(container: HTMLElement, text: string): void {
  show(container, 'loading', 'status', text);
}

/** Says that nothing can be drawn, and what to do. */
export function showNoWebGl(container: HTMLElement, details?: string): void {
  showError(
    container,
    'This browser cannot draw 3D graphics (WebGL 2). Enable hardware acceleration in its settings, update it, or use another browser.',
    details,
  );
}

export function clearMessages(container: HTMLElement): void {
  container.replaceChildren();
}
