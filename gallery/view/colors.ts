import { Color } from 'three';
import { ASLEEP, type BodyLook, FROZEN } from '../engine/types.ts';
import type { Theme } from './theme.ts';

/** More bodies than this are coloured along a gradient, in the order in which they were added. */
const MOST_DISTINCT = 16;
/** How far the lightness of neighbours differs, so that they can be told apart. */
const UNEVENNESS = 0.07;
/** How far the colour of a sleeping body is from its own to grey. */
const DULLED = 0.75;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** The colours of bodies by themselves, by slot. */
export function ownColors(looks: readonly BodyLook[], theme: Theme): Map<number, Color> {
  const moving = looks.filter(({ kind }) => kind === 'dynamic');
  const places = new Map(moving.map((look, place) => [look, place]));
  const palette = theme.palette.map((color) => new Color(color));
  const gradient = theme.gradient.map((color) => new Color(color));
  const colorOf = (look: BodyLook): Color => {
    if (look.kind !== 'dynamic') return new Color(theme[look.kind]);
    const place = places.get(look)!;
    if (moving.length <= MOST_DISTINCT) return palette[place % palette.length];
    const lightness = UNEVENNESS * (((place * GOLDEN_RATIO) % 1) - 0.5);
    return along(gradient, place / (moving.length - 1)).offsetHSL(0, 0, lightness);
  };
  return new Map(looks.map((look) => [look.slot, colorOf(look)]));
}

/** What bodies are painted with for their state. */
export class StateColors {
  private readonly still: Color;
  private readonly asleep: Color;
  private readonly frozen: Color;

  constructor(theme: Theme) {
    this.still = new Color(theme.static);
    this.asleep = new Color(theme.asleep);
    this.frozen = new Color(theme.frozen);
  }

  /** Writes a colour to `out`; `island` is the number of the body's island, 0 for none, or -1 for its own colour. */
  write(out: Color, own: Color, state: number, island: number): Color {
    if (state & FROZEN) return out.copy(this.frozen);
    if (island > 0) out.setHSL((island * GOLDEN_RATIO) % 1, 0.65, 0.6);
    else out.copy(island === 0 ? this.still : own);
    return state & ASLEEP ? out.lerp(this.asleep, DULLED) : out;
  }
}

/** The colour that is so far along a gradient, 0 to 1. */
function along(gradient: readonly Color[], way: number): Color {
  const place = way * (gradient.length - 1);
  const before = Math.min(Math.floor(place), gradient.length - 2);
  return gradient[before].clone().lerp(gradient[before + 1], place - before);
}
