// The best answer so far of a query about parts of two shapes.
import { trianglePart } from './mesh-triangles.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';

/** In the world's axes, seen from the point that the places of the two shapes are seen from. */
export class Answer {
  /** A distance, or a fraction of a way; what is not below it does not matter. */
  best: f64;
  /** Of a cast that starts in the other shape: the least gap so far. */
  gap: f64;
  pointA: vec3<f64>;
  /** Of a sweep: the way of what stops, not a point. */
  pointB: vec3<f64>;
  /** From the first shape to the second. */
  normal: vec3<f64>;
  part: u32;
  /** Child of the second shape plus one; 0 without. */
  child: u32;
  found: u32;
  reserved: u32;
}

const ANSWER: usize = scratch<Answer>();

export function theAnswer(): Answer {
  return changetype<Answer>(ANSWER);
}

/** Forgets what was found; only what is below `limit` counts from now on. */
export function beginAnswer(limit: f64): void {
  theAnswer().best = limit;
  theAnswer().found = 0;
}

/** The number by which the user knows a part of a shape. */
export function userPart(shape: ShapeRecord, part: u32): u32 {
  return shape.type == ShapeType.Mesh ? trianglePart(shape, part) : part;
}
