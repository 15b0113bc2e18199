import type { Drive } from './hero.ts';

/** The sooner the sling lets go, the higher the stone flies. */
const HIGHER = ['aim', -1] as const;
const LOWER = ['aim', 1] as const;
const FIRE = ['fire', 1] as const;

export const trebuchetDrive: Drive = {
  keys: { ArrowUp: HIGHER, w: HIGHER, ArrowDown: LOWER, s: LOWER, Enter: FIRE, ' ': FIRE },
  pads: [
    ['ArrowDown', '▼', 'Lower'],
    ['ArrowUp', '▲', 'Higher'],
    ['Enter', '●', 'Fire'],
  ],
  name: 'Aim',
  hint: 'Aim with the up and down arrows, load and fire with Enter; Escape stops',
};
