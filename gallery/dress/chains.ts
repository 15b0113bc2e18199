// Chains, ropes and what hangs on them.
import { TorusGeometry } from 'three';
import { BONE, BRICK, FRAME, IRON, SAFFRON, STEEL, VERMILION } from '../studio/palette.ts';
import { varied } from '../view/colors.ts';
import type { Dress, Part } from './dress.ts';
import { ball, chainLink, merged } from './geometry.ts';

/** A link that reaches a little into the next ones. */
function link(length: number, width: number, wire: number, place: number, color = STEEL): Part {
  const turned = place % 2 === 1;
  return { key: `link ${length} ${turned}`, make: () => chainLink(length, width, wire, turned), substance: 'steel', color };
}

export const wreckingBall: Dress = {
  gantry: { along: 'z', half: 4.4, above: 0.3 },
  joints: false,
  finish: ({ kind, form }, place) => {
    if (kind === 'static') return { substance: 'iron', color: FRAME };
    return form === 'box' ? { substance: 'brick', color: varied(BRICK, place, 0.12) } : { substance: 'rubber', color: VERMILION };
  },
  parts: ({ form, scale }, place) => {
    if (form === 'capsule') return [link(0.47, 0.19, 0.04, place)];
    if (form !== 'sphere' || scale[0] !== 0.5) return null;
    return [
      { key: 'ball', make: () => ball(0.5), substance: 'iron', color: IRON },
      { key: 'band', make: () => merged([new TorusGeometry(0.5, 0.022, 10, 64).rotateX(Math.PI / 2)]), substance: 'paint', color: SAFFRON },
      { key: 'eye', make: () => chainLink(0.36, 0.26, 0.05, false).translate(0, 0.52, 0), substance: 'steel', color: STEEL },
    ];
  },
};

export const heavyChain: Dress = {
  gantry: { along: 'z', half: 5, thickness: 0.16 },
  joints: false,
  parts: ({ form }, place, { bodies }) => {
    if (form !== 'capsule') return null;
    const last = place === bodies.filter(({ kind }) => kind === 'dynamic').length - 1;
    return [link(1.14, 0.42, 0.08, place, last ? VERMILION : STEEL)];
  },
};

export const bunnyChain: Dress = {
  gantry: { along: 'x', half: 4.5, thickness: 0.11 },
  joints: false,
  finish: ({ kind }, place) => (kind === 'dynamic' ? { substance: 'ceramic', color: place % 10 === 9 ? VERMILION : BONE } : null),
};

export const jointGrid: Dress = {
  finish: ({ kind }, place) => (kind === 'dynamic' ? { substance: 'ceramic', color: place % 7 === 3 ? VERMILION : BONE } : null),
};

export const twistedRope: Dress = {
  posts: { half: [0.018, 0.018], above: 0.02 },
  joints: false,
  finish: ({ kind }, place) =>
    kind === 'dynamic' ? { substance: 'cloth', color: place % 4 < 2 ? SAFFRON : BONE } : { substance: 'rubber', color: FRAME },
};
