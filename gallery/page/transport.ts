// Buttons for reset, play and single step, and the clock of the simulation.
import { find, setText } from './elements.ts';

export interface TransportActions {
  onReset(): void;
  onPlay(): void;
  onStep(): void;
}

export interface Transport {
  setPlaying(playing: boolean): void;
  setClock(frame: number, time: number): void;
  dispose(): void;
}

export function createTransport(container: HTMLElement, { onReset, onPlay, onStep }: TransportActions): Transport {
  const play = find<HTMLButtonElement>(container, '[data-action="play"]');
  const frameText = find(container, '[data-value="frame"]');
  const timeText = find(container, '[data-value="time"]');
  const listeners = new AbortController();
  const { signal } = listeners;
  find(container, '[data-action="reset"]').addEventListener('click', onReset, { signal });
  find(container, '[data-action="step"]').addEventListener('click', onStep, { signal });
  play.addEventListener('click', onPlay, { signal });
  return {
    setPlaying(playing) {
      play.ariaPressed = String(playing);
    },
    setClock(frame, time) {
      setText(frameText, String(frame));
      setText(timeText, `${time.toFixed(2)} s`);
    },
    dispose: () => listeners.abort(),
  };
}
