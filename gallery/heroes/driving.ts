// Keys and touch pads that drive a scene.
import { create } from '../page/elements.ts';
import type { Drive, Inputs } from './hero.ts';

/** Listens until it is disposed of; `onInputs` receives all inputs whenever one changes, null at the end. */
export class Driving {
  private readonly held = new Set<string>();
  private readonly listeners = new AbortController();
  private readonly pads: HTMLElement;

  constructor(
    page: Document,
    private readonly drive: Drive,
    private readonly onInputs: (inputs: Inputs | null) => void,
    private readonly onEnd: () => void,
  ) {
    const { signal } = this.listeners;
    const early = { signal, capture: true };
    // Before all other listeners, for which some of these keys mean something else.
    window.addEventListener('keydown', (event) => this.key(event, true), early);
    window.addEventListener('keyup', (event) => this.key(event, false), early);
    window.addEventListener('blur', () => this.release(), { signal });
    this.pads = create(
      'div',
      { className: 'pads', role: 'group', ariaLabel: drive.name },
      drive.pads.map(([key, text, name]) => this.pad(key, text, name)),
    );
    page.body.append(this.pads);
    this.send();
  }

  dispose(): void {
    this.listeners.abort();
    this.pads.remove();
    this.onInputs(null);
  }

  private pad(key: string, text: string, name: string): HTMLElement {
    const pad = create('button', { type: 'button', textContent: text, ariaLabel: name });
    pad.addEventListener('pointerdown', (event) => {
      pad.setPointerCapture(event.pointerId);
      this.hold(key, true);
    });
    for (const end of ['pointerup', 'pointercancel'] as const) pad.addEventListener(end, () => this.hold(key, false));
    return pad;
  }

  private key(event: KeyboardEvent, down: boolean): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' && down) {
      this.onEnd();
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!(key in this.drive.keys) || (event.target as Element).closest?.('input, select, dialog')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) this.hold(key, down);
  }

  private hold(key: string, down: boolean): void {
    if (down) this.held.add(key);
    else this.held.delete(key);
    this.send();
  }

  private release(): void {
    this.held.clear();
    this.send();
  }

  private send(): void {
    const inputs: Record<string, number> = {};
    for (const [input] of Object.values(this.drive.keys)) inputs[input] ??= 0;
    for (const key of this.held) {
      const [input, value] = this.drive.keys[key];
      inputs[input] = Math.max(-1, Math.min(1, inputs[input] + value));
    }
    this.onInputs(inputs);
  }
}
