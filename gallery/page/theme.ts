// Dark or light: as the system has it, until somebody chooses.
import { recall, remember } from './storage.ts';

export type Theme = 'dark' | 'light';

/** Makes a button switch the theme. `onChange` receives the theme at once, and whenever it changes. */
export function createTheme(button: HTMLButtonElement, onChange: (theme: Theme) => void = () => {}): { dispose(): void } {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: light)');
  const remembered = recall('theme');
  let chosen: Theme | null = remembered === 'dark' || remembered === 'light' ? remembered : null;
  const current = (): Theme => chosen ?? (system.matches ? 'light' : 'dark');

  function show(): void {
    root.dataset.theme = current();
    button.ariaPressed = String(current() === 'light');
    onChange(current());
  }
  function toggle(): void {
    chosen = current() === 'light' ? 'dark' : 'light';
    remember('theme', chosen);
    show();
  }
  button.addEventListener('click', toggle);
  system.addEventListener('change', show);
  show();
  return {
    dispose() {
      button.removeEventListener('click', toggle);
      system.removeEventListener('change', show);
    },
  };
}
