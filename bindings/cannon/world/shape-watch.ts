import type { Body } from '../body/body.ts';
import type { Box } from '../shape/box.ts';
import { SHAPE_TYPES, type Shape } from '../shape/shape.ts';
import type { Sphere } from '../shape/sphere.ts';

const NUMBERS = 15;

/** Notices what is changed in a body's shapes. */
export class ShapeWatch {
  private shapes: Shape[] = [];
  private numbers = new Float64Array(0);
  private readonly now = new Float64Array(NUMBERS);

  note(body: Body): void {
    this.shapes = [...body.shapes];
    this.numbers = new Float64Array(NUMBERS * body.shapes.length);
    for (let k = 0; k < body.shapes.length; k++) {
      this.read(body, k);
      this.numbers.set(this.now, NUMBERS * k);
    }
  }

  changed(body: Body): boolean {
    const { shapes, numbers, now } = this;
    if (body.shapes.length !== shapes.length) return true;
    for (let k = 0; k < shapes.length; k++) {
      if (body.shapes[k] !== shapes[k]) return true;
      this.read(body, k);
      for (let n = 0; n < NUMBERS; n++) if (numbers[NUMBERS * k + n] !== now[n]) return true;
    }
    return false;
  }

  private read(body: Body, index: number): void {
    const { now } = this;
    const shape = body.shapes[index];
    const offset = body.shapeOffsets[index];
    const turn = body.shapeOrientations[index];
    now[0] = shape.revision;
    now[1] = shape.material ? shape.material.id : -1;
    now[2] = shape.collisionFilterGroup;
    now[3] = shape.collisionFilterMask;
    now[4] = shape.collisionResponse ? 1 : 0;
    now[5] = offset.x;
    now[6] = offset.y;
    now[7] = offset.z;
    now[8] = turn.x;
    now[9] = turn.y;
    now[10] = turn.z;
    now[11] = turn.w;
    const half = shape.type === SHAPE_TYPES.BOX ? (shape as Box).halfExtents : null;
    now[12] = half ? half.x : shape.type === SHAPE_TYPES.SPHERE ? (shape as Sphere).radius : 0;
    now[13] = half ? half.y : 0;
    now[14] = half ? half.z : 0;
  }
}
