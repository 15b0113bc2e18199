import type { Body } from '../body/body.ts';
import type { Box } from '../shape/box.ts';
import { SHAPE_TYPES, type Shape } from '../shape/shape.ts';
import type { Sphere } from '../shape/sphere.ts';

const NUMBERS = 15;

/** Notices what is changed in a body's shapes. Written out, since every body is looked at before every step. */
export class ShapeWatch {
  private shapes: Shape[] = [];
  private numbers = new Float64Array(0);

  note(body: Body): void {
    this.shapes = [...body.shapes];
    this.numbers = new Float64Array(NUMBERS * body.shapes.length);
    for (const [k, shape] of body.shapes.entries()) {
      const { revision, collisionFilterGroup, collisionFilterMask, collisionResponse } = shape;
      const { x, y, z } = body.shapeOffsets[k];
      const size = sizeOf(shape);
      const filters = [collisionFilterGroup, collisionFilterMask, collisionResponse ? 1 : 0];
      const numbers = [revision, shape.material?.id ?? -1, ...filters, x, y, z, ...body.shapeOrientations[k].toArray(), ...size];
      this.numbers.set(numbers, NUMBERS * k);
    }
  }

  changed(body: Body): boolean {
    const { shapes, numbers } = this;
    if (body.shapes.length !== shapes.length) return true;
    for (let k = 0; k < shapes.length; k++) {
      const shape = body.shapes[k];
      if (shape !== shapes[k]) return true;
      const at = NUMBERS * k;
      const { material } = shape;
      if (
        numbers[at] !== shape.revision ||
        numbers[at + 1] !== (material === null ? -1 : material.id) ||
        numbers[at + 2] !== shape.collisionFilterGroup ||
        numbers[at + 3] !== shape.collisionFilterMask ||
        numbers[at + 4] !== (shape.collisionResponse ? 1 : 0)
      )
        return true;
      const offset = body.shapeOffsets[k];
      if (numbers[at + 5] !== offset.x || numbers[at + 6] !== offset.y || numbers[at + 7] !== offset.z) return true;
      const turn = body.shapeOrientations[k];
      if (
        numbers[at + 8] !== turn.x ||
        numbers[at + 9] !== turn.y ||
        numbers[at + 10] !== turn.z ||
        numbers[at + 11] !== turn.w ||
        resized(shape, numbers, at + 12)
      )
        return true;
    }
    return false;
  }
}

/** What says how large a ball or a box is. */
function sizeOf(shape: Shape): [number, number, number] {
  if (shape.type === SHAPE_TYPES.SPHERE) return [(shape as Sphere).radius, 0, 0];
  return shape.type === SHAPE_TYPES.BOX ? (shape as Box).halfExtents.toArray() : [0, 0, 0];
}

function resized(shape: Shape, numbers: Float64Array, at: number): boolean {
  if (shape.type === SHAPE_TYPES.SPHERE) return numbers[at] !== (shape as Sphere).radius;
  if (shape.type !== SHAPE_TYPES.BOX) return false;
  const half = (shape as Box).halfExtents;
  return numbers[at] !== half.x || numbers[at + 1] !== half.y || numbers[at + 2] !== half.z;
}
