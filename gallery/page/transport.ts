// Buttons for time and scenes, the clock of the simulation, and the scrubber.
import { find, setText } from './elements.ts';

/** What the buttons do, by their data-action. */
const ACTIONS = {
  play: 'onPlay',
  reset: 'onReset',
  step: 'onStep',
  slow: 'onSlow',
  previous: 'onPrevious',
  next: 'onNext',
  compare: 'onCompareKey',
  hero: 'onHero',
} as const;

export type TransportActions = Record<(typeof ACTIONS)[keyof typeof ACTIONS], () => void> & {
  /** Somebody goes to another frame. */
  onSeek(frame: number): void;
};

export interface Transport {
  setPlaying(playing: boolean): void;
  setSlow(slow: boolean): void;
  setComparing(comparing: boolean): void;
  /** What the scene can be played with; null for nothing. */
  setHero(name: string | null, title?: string): void;
  /** `oldest` and `newest` are the frames that the scrubber goes to. */
  setClock(frame: number, time: number, oldest: number, newest: number): void;
  dispose(): void;
}

/** Frames that there have to be for a scrubber. */
const FEWEST = 30;

export function createTransport(container: HTMLElement, actions: TransportActions): Transport {
  const button = (name: keyof typeof ACTIONS) => find<HTMLButtonElement>(container, `[data-action="${name}"]`);
  const frameText = find(container, '[data-value="frame"]');
  const timeText = find(container, '[data-value="time"]');
  const scrubber = find(container, '[data-part="scrubber"]');
  const slider = find<HTMLInputElement>(scrubber, 'input');
  const listeners = new AbortController();
  const { signal } = listeners;
  let secondsPerFrame = 0;
  for (const name of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])
    button(name).addEventListener('click', () => actions[ACTIONS[name]](), { signal });
  slider.addEventListener('input', () => actions.onSeek(Number(slider.value)), { signal });
  return {
    setPlaying(playing) {
      button('play').ariaPressed = String(playing);
    },
    setSlow(slow) {
      button('slow').ariaPressed = String(slow);
    },
    setComparing(comparing) {
      button('compare').ariaPressed = String(comparing);
    },
    setHero(name, title = '') {
      const hero = button('hero');
      hero.hidden = name === null;
      setText(hero, name ?? '');
      hero.title = title;
    },
    setClock(frame, time, oldest, newest) {
      setText(frameText, String(frame));
      setText(timeText, `${time.toFixed(2)} s`);
      scrubber.hidden = newest - oldest < FEWEST;
      if (scrubber.hidden) return;
      if (frame > 0) secondsPerFrame = time / frame;
      for (const [name, value] of [
        ['min', oldest],
        ['max', newest],
        ['value', frame],
      ] as const)
        if (slider[name] !== String(value)) slider[name] = String(value);
      const text = `${(frame * secondsPerFrame).toFixed(1)} seconds`;
      if (slider.getAttribute('aria-valuetext') !== text) slider.setAttribute('aria-valuetext', text);
    },
    dispose: () => listeners.abort(),
  };
}
