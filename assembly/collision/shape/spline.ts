// A spline's block: a tree over segments, the segments, and a polyline near the curve.
import { ShapeRecord } from './record';

/**
 * Head of a spline's block: that of a tree (shape/bvh.ts) whose parts are SplineSegments, and the polyline.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class SplineBlock {
  nodeCount: u32;
  partCount: u32;
  nodes: u32;
  parts: u32;
  /** Place of the polyline's points, x y z f64 each, and how many there are. */
  points: u32;
  pointCount: u32;
  reserved0: u32;
  reserved1: u32;
}

/**
 * A cubic Hermite segment from p0 to p1 with tangents m0 and m1. Its pieces of the polyline are pieceCount from firstPiece on, piece k
 * from point k to point k + 1.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class SplineSegment {
  p0X: f64;
  p0Y: f64;
  p0Z: f64;
  p1X: f64;
  p1Y: f64;
  p1Z: f64;
  m0X: f64;
  m0Y: f64;
  m0Z: f64;
  m1X: f64;
  m1Y: f64;
  m1Z: f64;
  firstPiece: u32;
  pieceCount: u32;
  reserved0: u32;
  reserved1: u32;
}

export function segmentAt(shape: ShapeRecord, number: u32): SplineSegment {
  const block = <usize>shape.data;
  return changetype<SplineSegment>(block + changetype<SplineBlock>(block).parts + <usize>number * offsetof<SplineSegment>());
}
