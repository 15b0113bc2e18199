import { Color } from 'three';
import type { Finish } from '../dress/dress.ts';
import { ASLEEP, type BodyLook, FROZEN, SENSING } from '../engine/types.ts';
import { AZURE, BONE, GRAPHITE, SAFFRON, type Theme, VERMILION } from '../studio/palette.ts';

/** Up to so many bodies are coloured in turn, more by chance. */
const FEW = 16;
const IN_TURN = [BONE, VERMILION, '#8a9099', SAFFRON, BONE, AZURE, '#b9b3a8', '#6a6e75'];
/** Of many bodies: parts of each colour, the rest is bone. */
const BY_CHANCE = [
  [0.06, VERMILION],
  [0.11, SAFFRON],
  [0.16, AZURE],
  [0.38, GRAPHITE],
] as const;
/** How far a sleeping body is from its own colour to that of the ground. */
const DULLED = 0.35;
/** How much brighter than its colour a sensor is that something is in. */
const LIT = 1.7;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** A number from 0 to 1 that looks like chance. */
export function chance(seed: number): number {
  const value = Math.sin(12.9898 * seed + 78.233) * 43758.5453;
  return value - Math.floor(value);
}

/** A colour a little lighter or darker than another: no two bricks are alike. */
export function varied(color: string, seed: number, amount = 0.05): string {
  const varying = new Color(color);
  varying.offsetHSL(amount * 0.25 * (chance(seed + 0.3) - 0.5), amount * (chance(seed + 0.7) - 0.5), amount * (chance(seed) - 0.5) * 2);
  return `#${varying.getHexString()}`;
}

/** What a body is made of where its scene does not say it; `place` of `count` counts the dynamic bodies. */
export function usualFinish({ kind, sensor }: BodyLook, place: number, count: number, theme: Theme): Finish {
  if (sensor) return { substance: 'ceramic', color: AZURE };
  if (kind === 'static') return { substance: 'stone', color: theme.static };
  if (kind === 'kinematic') return { substance: 'paint', color: theme.kinematic };
  if (count <= FEW) return { substance: 'ceramic', color: IN_TURN[place % IN_TURN.length] };
  const part = chance(place);
  return { substance: 'ceramic', color: varied(BY_CHANCE.find(([limit]) => part < limit)?.[1] ?? BONE, place, 0.04) };
}

/** What bodies are painted with for their state. */
export class StateColors {
  private readonly still: Color;
  private readonly asleep: Color;
  private readonly frozen: Color;
  private readonly lit = new Color(SAFFRON).multiplyScalar(LIT);

  constructor(theme: Theme) {
    this.still = new Color(theme.static);
    this.asleep = new Color(theme.ground);
    this.frozen = new Color(theme.frozen);
  }

  /** Writes a colour to `out`; `island` is the number of the body's island, 0 for none, or -1 for its own colour. */
  write(out: Color, own: Color, state: number, island: number): Color {
    if (state & FROZEN) return out.copy(this.frozen);
    if (state & SENSING) return out.copy(this.lit);
    if (island > 0) out.setHSL((island * GOLDEN_RATIO) % 1, 0.65, 0.6);
    else out.copy(island === 0 ? this.still : own);
    return state & ASLEEP ? out.lerp(this.asleep, DULLED) : out;
  }
}
