import { SplineBlock, SplineSegment } from '../core/layout.ts';
import { BOX } from './builder.ts';
import { aligned, WideTree } from './wide.ts';

const MOST_PIECES = 64;
/** Farthest that the polyline may be from the curve, as a part of the radius. */
const CHORD_ERROR = 0.01;

/** p0, p1, m0 and m1 of each segment, twelve numbers. */
function segmentsOf(points: Float64Array, tangents: Float64Array, closed: boolean): Float64Array {
  const count = points.length / 3;
  const segments = new Float64Array(12 * (closed ? count : count - 1));
  for (let segment = 0; segment < segments.length / 12; segment++) {
    const end = (segment + 1) % count;
    for (let k = 0; k < 3; k++) {
      segments[12 * segment + k] = points[3 * segment + k];
      segments[12 * segment + 3 + k] = points[3 * end + k];
      segments[12 * segment + 6 + k] = tangents[3 * segment + k];
      segments[12 * segment + 9 + k] = tangents[3 * end + k];
    }
  }
  return segments;
}

/** Pieces whose chords are near enough: they are off by at most an eighth of their parameter step squared times the second derivative. */
function piecesOf(s: Float64Array, at: number, radius: number): number {
  let start = 0;
  let end = 0;
  for (let k = at; k < at + 3; k++) {
    const chord = s[k + 3] - s[k];
    const second = 6 * chord - 4 * s[k + 6] - 2 * s[k + 9];
    const last = 2 * s[k + 6] + 4 * s[k + 9] - 6 * chord;
    start += second * second;
    end += last * last;
  }
  const bend = Math.sqrt(Math.max(start, end));
  const pieces = Math.ceil(Math.sqrt(bend / (8 * CHORD_ERROR * radius)));
  return pieces > 1 ? Math.min(pieces, MOST_PIECES) : 1;
}

function pointOf(s: Float64Array, at: number, t: number): number {
  const u = 1 - t;
  return u * u * ((1 + 2 * t) * s[at] + t * s[at + 6]) + t * t * ((1 + 2 * u) * s[at + 3] - u * s[at + 9]);
}

/** Boxes around the Bézier points of each segment, which contain it, with the radius of the tube. */
function boxesOf(s: Float64Array, radius: number): Float64Array {
  const boxes = new Float64Array((s.length / 12) * BOX);
  for (let segment = 0; segment < s.length / 12; segment++) {
    for (let axis = 0; axis < 3; axis++) {
      const at = 12 * segment + axis;
      const second = s[at] + s[at + 6] / 3;
      const third = s[at + 3] - s[at + 9] / 3;
      boxes[segment * BOX + axis] = Math.min(s[at], second, third, s[at + 3]) - radius;
      boxes[segment * BOX + axis + 3] = Math.max(s[at], second, third, s[at + 3]) + radius;
    }
  }
  return boxes;
}

/** The geometry block of a tube around cubic Hermite segments through points (xyz each) with derivatives there. */
export function splineBlock(points: Float64Array, tangents: Float64Array, closed: boolean, radius: number): Uint8Array {
  const segments = segmentsOf(points, tangents, closed);
  const count = segments.length / 12;
  const pieces = Array.from({ length: count }, (_, segment) => piecesOf(segments, 12 * segment, radius));
  const pointCount = pieces.reduce((sum, number) => sum + number, 1);
  const tree = new WideTree(boxesOf(segments, radius), count);
  const partsPlace = SplineBlock.size + tree.bytes;
  const pointsPlace = partsPlace + SplineSegment.size * count;
  const block = new Uint8Array(aligned(pointsPlace + 24 * pointCount));
  const view = new DataView(block.buffer);
  tree.write(view, SplineBlock.size, partsPlace, false);
  view.setUint32(SplineBlock.points, pointsPlace, true);
  view.setUint32(SplineBlock.pointCount, pointCount, true);
  let piece = 0;
  for (let segment = 0; segment < count; segment++) {
    const at = partsPlace + SplineSegment.size * segment;
    for (let k = 0; k < 12; k++) view.setFloat64(at + 8 * k, segments[12 * segment + k], true);
    view.setUint32(at + SplineSegment.firstPiece, piece, true);
    view.setUint32(at + SplineSegment.pieceCount, pieces[segment], true);
    for (let step = 0; step <= pieces[segment]; step++)
      for (let k = 0; k < 3; k++)
        view.setFloat64(pointsPlace + 24 * (piece + step) + 8 * k, pointOf(segments, 12 * segment + k, step / pieces[segment]), true);
    piece += pieces[segment];
  }
  return block;
}
