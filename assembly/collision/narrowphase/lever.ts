import { ShapeRecord, ShapeType } from '../shape/record';

/** m a rad: a point p of a surface with the normal n moves outwards by |w x p·n| where it turns with w, which is nothing for a ball. */
export function leverOf(shape: ShapeRecord): f64 {
  // Meshes say nothing of their breadth, and that of a compound is not around its middle.
  const inner = shape.breadth <= shape.reach && shape.type != ShapeType.Compound ? shape.breadth : 0;
  return inner == shape.reach ? 0 : Math.sqrt(shape.reach * shape.reach - inner * inner);
}
