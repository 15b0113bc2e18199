import type { Drive } from './hero.ts';

const FORWARD = ['throttle', 1] as const;
const BACKWARD = ['throttle', -1] as const;
const LEFT = ['steering', 1] as const;
const RIGHT = ['steering', -1] as const;

export const roverDrive: Drive = {
  keys: {
    ArrowUp: FORWARD,
    w: FORWARD,
    ArrowDown: BACKWARD,
    s: BACKWARD,
    ArrowLeft: LEFT,
    a: LEFT,
    ArrowRight: RIGHT,
    d: RIGHT,
  },
  pads: [
    ['ArrowLeft', '◀', 'Left'],
    ['ArrowRight', '▶', 'Right'],
    ['ArrowDown', '▼', 'Backward'],
    ['ArrowUp', '▲', 'Forward'],
  ],
  follows: 0,
  name: 'Drive',
  hint: 'Drive with the arrow keys or W A S D; Escape stops',
};
