import { BodyRecord } from '../../body/record';
import { ShapeRecord, ShapeType } from '../shape/record';

/** Radius of a ball about a shape's origin that it holds; 0 where that is not known. */
function innerRadius(shape: ShapeRecord): f64 {
  return shape.type <= <u32>ShapeType.Box || shape.type == ShapeType.Cylinder ? shape.breadth : 0;
}

/** m a rad: a point p of a surface with the normal n moves outwards by |w x p·n| where it turns with w about the centre of mass, which is nothing for a ball about that. */
export function leverOf(body: BodyRecord, shape: ShapeRecord): f64 {
  // Half-spaces stay where they are.
  if (shape.reach == Infinity) return 0;
  const square = body.centerX * body.centerX + body.centerY * body.centerY + body.centerZ * body.centerZ;
  const aside = square > 0 ? Math.sqrt(square) : 0;
  const inner = innerRadius(shape) - aside;
  const outer = shape.reach + aside;
  if (!(inner > 0)) return outer;
  return inner < outer ? Math.sqrt(outer * outer - inner * inner) : 0;
}

/** Radius around the core of a shape. */
export function radiusAround(shape: ShapeRecord): f64 {
  return shape.type <= <u32>ShapeType.Triangle ? shape.radius : 0;
}
