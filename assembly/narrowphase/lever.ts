import { ShapeRecord } from '../shape/record';

/** m a rad: a point p of a surface with the normal n moves outwards by |w x p·n| where it turns with w, which is nothing for a ball. */
export function leverOf(shape: ShapeRecord): f64 {
  // Meshes say nothing of their breadth.
  const inner = shape.breadth <= shape.reach ? shape.breadth : 0;
  return Math.sqrt(shape.reach * shape.reach - inner * inner);
}
