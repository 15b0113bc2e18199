// A line over the stage that says what can be done, until it has been done.
import { recall, remember } from './storage.ts';

/** ms for which a passing hint stays. */
const PASSING = 4000;
const LEARNT = 'dragged';

export interface Hint {
  /** Somebody has pulled at a body: the hint is not needed any more. */
  learn(): void;
  /** Says something for a moment. */
  pass(text: string): void;
}

export function createHint(element: HTMLElement): Hint {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (text: string) => {
    clearTimeout(timer);
    element.textContent = text;
    element.hidden = text === '';
  };
  if (recall(LEARNT) === null)
    show(matchMedia('(pointer: coarse)').matches ? 'Touch anything and pull' : 'Drag anything: the label shows the force');
  return {
    learn() {
      if (recall(LEARNT) === null) show('');
      remember(LEARNT, 'yes');
    },
    pass(text) {
      show(text);
      timer = setTimeout(() => show(''), PASSING);
    },
  };
}
