// Shapes: their records, their geometry, and who has them.
import { BodyFlag, BodyRecord, BodyType, ShapeFlag, ShapeRecord, ShapeType, WorldRecord } from '../core/layout.ts';
import { SHAPE_POOL } from '../core/pool.ts';
import { bodyTypeOf } from '../core/records.ts';
import { LARGEST_COORDINATE } from '../shape/arguments.ts';
import { Compound } from '../shape/compound.ts';
import { ConvexHull } from '../shape/convex-hull.ts';
import { TriangleMesh } from '../shape/mesh.ts';
import { restoreShape } from '../shape/restore.ts';
import type { ShapeBase } from '../shape/shape.ts';
import type { Blocks } from './blocks.ts';
import { checkCompound, checkHeightField, checkHull, checkMesh, checkSpline, GeometryBlock } from './check-geometry.ts';
import { Slots } from './slots.ts';
import { requireSound, type SnapshotState, unsound } from './state.ts';

const FLAGS = Object.values(ShapeFlag).reduce((all, flag) => all | flag, 0);
/** What making a shape again from its record may change in its numbers, and in half its least width. */
const ROUNDING = 1e-6;
const WIDTH_ROUNDING = 1e-3;

export const isConvex = (type: number): boolean => type < ShapeType.Triangle;

/** Checks all shapes and makes them again, by slot. */
export function checkShapes(state: SnapshotState, bodies: Slots, blocks: Blocks): (ShapeBase | undefined)[] {
  const { u32 } = state;
  blocks.claimAt(state.world, WorldRecord.shapeBase, state.field(WorldRecord.shapeCapacity) * ShapeRecord.size);
  const shapes = new Slots(state, SHAPE_POOL, 'shapes');
  const users = new Uint32Array(shapes.count);
  const typeAt = (slot: number) => (shapes.isAlive(slot) ? u32[(shapes.offset(slot) + ShapeRecord.type) >>> 2] : -1);
  shapes.visit(FLAGS, (record) => {
    checkRecord(state, record, blocks, (child) => {
      if (typeAt(child) < 0 || !isConvex(typeAt(child))) unsound('a compound has a child that is not there');
      users[child]++;
    });
  });
  for (let slot = 0; slot < bodies.count; slot++) {
    if (!bodies.isAlive(slot)) continue;
    const body = bodies.offset(slot);
    const flags = u32[(body + BodyRecord.flags) >>> 2];
    const shape = u32[(body + BodyRecord.shape) >>> 2] - 1;
    const leaf = u32[(body + BodyRecord.leaf) >>> 2];
    requireSound(leaf === 0 || (shape >= 0 && (flags & BodyFlag.Ghost) === 0), 'a body without a shape has a place');
    if (shape < 0) continue;
    const type = typeAt(shape);
    if (type < 0) unsound('a body has a shape that is not there');
    users[shape]++;
    const mayMove =
      isConvex(type) || type === ShapeType.Compound || (flags & BodyFlag.Ghost) !== 0 || bodyTypeOf(flags) !== BodyType.Dynamic;
    requireSound(mayMove, 'a dynamic body has a shape that it cannot collide with');
  }
  const made: (ShapeBase | undefined)[] = [];
  shapes.visit(FLAGS, (record, slot) => {
    requireSound(u32[(record + ShapeRecord.users) >>> 2] === users[slot] && users[slot] > 0, 'a shape does not know who has it');
    made[slot] = restoreShape(state, record, (child) => shapes.offset(child));
    compare(state, record, made[slot]);
  });
  return made;
}

function checkRecord(state: SnapshotState, record: number, blocks: Blocks, visitChild: (slot: number) => void): void {
  const { u32 } = state;
  const type = u32[(record + ShapeRecord.type) >>> 2];
  const data = u32[(record + ShapeRecord.data) >>> 2];
  requireSound(type < ShapeType.Count && type !== ShapeType.Triangle, 'a shape has a type that there is not');
  if (!HAS_BLOCK.includes(type)) {
    requireSound(data === 0, 'a shape has geometry that it cannot have');
    return;
  }
  const block = new GeometryBlock(state, data, blocks.take(data));
  if (type === ShapeType.Hull) checkHull(block);
  else if (type === ShapeType.Mesh) checkMesh(block);
  else if (type === ShapeType.HeightField) checkHeightField(block);
  else if (type === ShapeType.Spline) checkSpline(block);
  else checkCompound(block, visitChild);
}

const HAS_BLOCK: readonly number[] = [ShapeType.Hull, ShapeType.Spline, ShapeType.Mesh, ShapeType.HeightField, ShapeType.Compound];

/** The numbers of a record are those that its shape has. Those of hulls and meshes are asked for alone: their blocks take long. */
function compare(state: SnapshotState, record: number, shape: ShapeBase): void {
  const { f64, u32 } = state;
  const wanted = shape instanceof TriangleMesh || shape instanceof ConvexHull ? shape.extent() : shape.geometry();
  const size = Math.min(wanted.reach, LARGEST_COORDINATE);
  const near = (field: number, value: number, rounding: number) => {
    const given = f64[(record + field) >>> 3];
    if (!(given === value || Math.abs(given - value) <= rounding * size)) unsound('a shape is not what it says');
  };
  for (let axis = 0; axis < 3; axis++) {
    near(ShapeRecord.lowX + 8 * axis, wanted.low[axis], ROUNDING);
    near(ShapeRecord.highX + 8 * axis, wanted.high[axis], ROUNDING);
    near(ShapeRecord.sizeX + 8 * axis, wanted.size[axis], ROUNDING);
  }
  near(ShapeRecord.radius, wanted.radius, ROUNDING);
  near(ShapeRecord.reach, wanted.reach, ROUNDING);
  const own = ShapeFlag.Distinct | ShapeFlag.OneWay;
  const isTold = (u32[(record + ShapeRecord.flags) >>> 2] & own) === (shape instanceof Compound ? shape.geometry().flags & own : 0);
  requireSound(isTold, 'a shape lists children that it does not have');
  const breadth = f64[(record + ShapeRecord.breadth) >>> 3];
  const fits = breadth === wanted.breadth || Math.abs(breadth - wanted.breadth) <= WIDTH_ROUNDING * wanted.breadth;
  requireSound(fits, 'a shape is not what it says');
}
