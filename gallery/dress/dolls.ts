// Mannequins: bone limbs, and chest and head in a colour of their own.
import { AZURE, BONE, GRAPHITE, SAFFRON, VERMILION } from '../studio/palette.ts';
import type { Dress } from './dress.ts';

/** Bodies of a doll, as scenes/ragdoll.ts adds them: pelvis, chest, head, limbs. */
const PARTS = 11;
const COLORS = [SAFFRON, VERMILION, AZURE, BONE, GRAPHITE];

export const dolls: Dress = {
  finish: ({ kind, form }, place) => {
    if (kind !== 'dynamic' || form !== 'capsule') return null;
    const part = place % PARTS;
    return { substance: 'ceramic', color: part === 1 || part === 2 ? COLORS[Math.floor(place / PARTS) % COLORS.length] : BONE };
  },
};

/** Bone, but for some bodies by their places. */
function figure(colors: Readonly<Record<number, string>>, count: number): Dress {
  return {
    finish: ({ kind, form }, place) => {
      if (kind !== 'dynamic') return null;
      if (place >= count) return form === 'sphere' ? { substance: 'rubber', color: SAFFRON } : null;
      return { substance: 'ceramic', color: colors[place] ?? BONE };
    },
  };
}

/** As scenes/marker-person.ts adds them: abdomen, chest and head; hands and feet. */
export const person = figure({ 1: AZURE, 2: AZURE, 4: AZURE, 7: GRAPHITE, 10: GRAPHITE, 13: GRAPHITE, 16: GRAPHITE }, 17);
/** As scenes/walk.ts has them: pelvis, chest, head and feet. */
export const walker = figure({ 0: GRAPHITE, 1: VERMILION, 2: VERMILION, 7: GRAPHITE, 12: GRAPHITE }, 13);
/** A trunk, and four times hip, thigh and shin. */
export const quadruped: Dress = {
  finish: ({ kind }, place) => {
    if (kind !== 'dynamic' || place > 12) return null;
    if (place === 0) return { substance: 'paint', color: SAFFRON };
    return { substance: 'paint', color: place % 3 === 0 ? BONE : GRAPHITE };
  },
};
