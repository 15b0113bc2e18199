/** Which of two worlds; the second is there when two are compared. */
export type Side = 0 | 1;

export type Layout = 'single' | 'split' | 'overlay';

/** A part of the canvas and what it shows, CSS pixels from its lower left corner. */
export interface Viewport {
  readonly sides: readonly Side[];
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

export function viewportsOf(layout: Layout, width: number, height: number): Viewport[] {
  if (layout === 'single') return [{ sides: [0], left: 0, width, height }];
  if (layout === 'overlay') return [{ sides: [0, 1], left: 0, width, height }];
  const half = Math.round(width / 2);
  return [
    { sides: [0], left: 0, width: half, height },
    { sides: [1], left: half, width: width - half, height },
  ];
}
