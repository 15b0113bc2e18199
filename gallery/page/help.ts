import { create } from './elements.ts';
import { KEYS } from './keyboard.ts';

const POINTER: readonly (readonly [what: string, does: string])[] = [
  ['drag a body', 'pulls it with a spring; the label shows the force'],
  ['click or tap a body', 'selects it and one of its joints, and shows their state'],
  ['drag elsewhere', 'rotates the camera'],
  ['wheel, or pinch', 'zooms'],
  ['drag with the right button, or with two fingers', 'moves the camera'],
  ['arrows, + and − on the scene', 'rotate the camera, zoom'],
];

/** Makes the dialog that says what keys, mouse and touch do, and adds it to the page. */
export function createHelp(body: HTMLElement): { open(): void; dispose(): void } {
  const keys = KEYS.flatMap(({ label, does }) => [
    create('dt', {}, [create('kbd', { textContent: label })]),
    create('dd', { textContent: does }),
  ]);
  const pointer = POINTER.flatMap(([what, does]) => [create('dt', { textContent: what }), create('dd', { textContent: does })]);
  const close = create('button', { type: 'submit', autofocus: true, textContent: 'Close' });
  const dialog = create('dialog', { className: 'help', ariaLabel: 'Help' }, [
    create('h2', { textContent: 'Help' }),
    create('h3', { textContent: 'Keys' }),
    create('dl', {}, keys),
    create('h3', { textContent: 'Mouse and touch' }),
    create('dl', {}, pointer),
    create('p', {}, [create('a', { href: 'cannon.html', textContent: 'cannon-es demos in both engines, side by side' })]),
    create('p', {}, [create('a', { href: 'licences.txt', target: '_blank', textContent: 'Licences of the libraries on this page' })]),
    create('form', { method: 'dialog' }, [close]),
  ]);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close(); // beside it
  });
  body.append(dialog);
  return {
    open: () => dialog.showModal(),
    dispose: () => dialog.remove(),
  };
}
