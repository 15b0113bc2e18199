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
