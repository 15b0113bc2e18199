// Books that tumble: cover, pages and a title on a band.
import { AZURE, BONE, SAFFRON, VERMILION } from '../studio/palette.ts';
import type { Dress, Part } from './dress.ts';
import { drum, merged, roundedBox } from './geometry.ts';

const COVERS = [VERMILION, AZURE, SAFFRON];
/** Half the thickness of a board, m. */
const BOARD = 0.007;
/** By how much the boards are larger than the pages, m. */
const EDGE = 0.025;

function bookParts(x: number, y: number, z: number, cover: string): Part[] {
  const sides = [-1, 1];
  const boards = () =>
    merged([
      ...sides.map((side) => roundedBox([x, y, BOARD], 0.005).translate(0, 0, side * (z - BOARD))),
      roundedBox([0.022, y, z], 0.018).translate(-x + 0.014, 0, 0),
    ]);
  const pages = () => roundedBox([x - EDGE, y - EDGE, z - BOARD], 0.004).translate(-EDGE / 2, 0, 0);
  const title = () =>
    merged(
      sides.flatMap((side) => [
        roundedBox([0.3 * x, 0.1 * y, 0.002]).translate(0.06 * x, 0.45 * y, side * z),
        roundedBox([0.012, y, 0.002]).translate(-0.82 * x, 0, side * z),
        drum(0.17 * y, 0.002, 0.001)
          .rotateX(Math.PI / 2)
          .translate(0.06 * x, -0.35 * y, side * z),
      ]),
    );
  return [
    { key: 'boards', make: boards, substance: 'paint', color: cover },
    { key: 'pages', make: pages, substance: 'cloth', color: '#f1ead9' },
    { key: 'title', make: title, substance: 'ceramic', color: BONE },
  ];
}

export const books: Dress = {
  parts: ({ kind, form, scale }, place) =>
    kind === 'dynamic' && form === 'box' ? bookParts(...scale, COVERS[place % COVERS.length]) : null,
};
