// How a sweep comes to the page: at #sweep, or as a file that is dropped on it. What plots it is loaded then.
import type { SweepView } from './sweep-view.ts';

const HASH = '#sweep';

/** To be called before anybody else listens to the page's address. */
export function installSweep(page: Document): { view(): Promise<SweepView> } {
  let loaded: Promise<SweepView> | null = null;
  const view = () => {
    loaded ??= import('./sweep-view.ts').then(({ SweepView }) => new SweepView(page.body, follow));
    return loaded;
  };
  const open = async (file?: File) => {
    const opened = await view();
    opened.show();
    await opened.read(file);
  };
  let address = location.hash === HASH ? '' : location.hash;
  window.addEventListener('hashchange', (event) => {
    if (location.hash !== HASH) {
      address = location.hash;
      return;
    }
    event.stopImmediatePropagation(); // it names no scene
    history.replaceState(null, '', address || ' ');
    void open();
  });
  window.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void open(file);
  });
  if (location.hash === HASH) {
    history.replaceState(null, '', location.pathname + location.search);
    void open();
  }
  return { view };
}

function follow(link: string): void {
  location.hash = link;
}
