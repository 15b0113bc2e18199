/** Which of two worlds; the second is there when two are compared. */
export type Side = 0 | 1;

export type Layout = 'single' | 'split' | 'overlay';

/** CSS pixels along each edge that panels cover. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
export const NO_INSETS: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

/** A part of the canvas and what it shows, CSS pixels from its lower left corner; what panels cover of it. */
export interface Viewport {
  readonly sides: readonly Side[];
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  readonly insets: Insets;
}

/** Two worlds beside each other, or one above the other where the picture is upright. */
export function viewportsOf(layout: Layout, width: number, height: number, insets: Insets = NO_INSETS): Viewport[] {
  const whole = { left: 0, bottom: 0, width, height, insets };
  if (layout === 'single') return [{ sides: [0], ...whole }];
  if (layout === 'overlay') return [{ sides: [0, 1], ...whole }];
  if (height > width) {
    const upper = Math.round((insets.top + height - insets.bottom) / 2);
    return [
      { sides: [0], ...whole, bottom: height - upper, height: upper, insets: { ...insets, bottom: 0 } },
      { sides: [1], ...whole, height: height - upper, insets: { ...insets, top: 0 } },
    ];
  }
  const half = Math.round((insets.left + width - insets.right) / 2);
  return [
    { sides: [0], ...whole, width: half, insets: { ...insets, right: 0 } },
    { sides: [1], ...whole, left: half, width: width - half, insets: { ...insets, left: 0 } },
  ];
}
