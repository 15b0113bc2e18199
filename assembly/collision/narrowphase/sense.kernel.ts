// Whether a sensor feels a body: no points are needed for that.
import { BodyRecord } from '../../body/record';
import { groupsMeet } from '../broadphase/filter';
import { PairRecord } from '../broadphase/pair-record';
import { beginTouches, noteTouch, TouchFlag } from '../../event/touches';
import { shapeAt } from '../../memory/records';
import { beginAnswer, theAnswer } from './answer.kernel';
import { isInside } from './inside.kernel';
import { Bvh } from '../shape/bvh';
import { groupOf, isDistinct, isSensorChild, maskOf } from '../shape/child';
import { childOf } from '../shape/compound';
import { bodyPlace, childPlace, Place } from '../shape/place.kernel';
import { ShapeRecord } from '../shape/record';
import { dispatch } from './dispatch.kernel';
import { meetBodies, meetQueried, partFilter } from './part-filter.kernel';
import { Operation, placeBodies, placeOfA, placeOfB, shapePair } from './shape-pair.kernel';

const COMPOUND: usize = scratch<Place>();

/** Whether two shapes overlap that are at their places. */
function overlap(shapeA: ShapeRecord, shapeB: ShapeRecord): bool {
  shapePair().operation = Operation.Overlap;
  shapePair().margin = 0;
  beginAnswer(0);
  dispatch(shapeA, shapeB);
  if (theAnswer().found) return true;
  return isInside(shapeA, placeOfA(), shapeB, placeOfB()) || isInside(shapeB, placeOfB(), shapeA, placeOfA());
}

/** Whether the solids of two bodies overlap. */
export function solidsOverlap(a: BodyRecord, b: BodyRecord): bool {
  placeBodies(a, b);
  meetBodies(a, b);
  return overlap(shapeAt(a.shape - 1), shapeAt(b.shape - 1));
}

/** Notes which children of two bodies are sensors and feel the other body. */
export function senseChildren(pair: PairRecord, a: BodyRecord, b: BodyRecord): void {
  beginTouches(pair);
  senseBy(pair, a, b, TouchFlag.SensorA, 16);
  senseBy(pair, b, a, TouchFlag.SensorB, 0);
}

function senseBy(pair: PairRecord, body: BodyRecord, other: BodyRecord, flag: u32, shift: u32): void {
  if (!isDistinct(body)) return;
  const shape = shapeAt(body.shape - 1);
  const count = changetype<Bvh>(<usize>shape.data).partCount;
  bodyPlace(other, body.positionX, body.positionY, body.positionZ, placeOfB());
  bodyPlace(body, body.positionX, body.positionY, body.positionZ, changetype<Place>(COMPOUND));
  for (let child: u32 = 1; child <= count; child++) {
    if (!isSensorChild(body, child)) continue;
    const group = groupOf(body, child);
    const mask = maskOf(body, child);
    // Of a compound each child that is solid is asked.
    if (!group || (!isDistinct(other) && !groupsMeet(group, mask, other.collisionGroup, other.collisionMask))) continue;
    meetQueried(other, mask, 0);
    partFilter().group = group;
    const record = childOf(shape, child - 1);
    childPlace(changetype<Place>(COMPOUND), record, placeOfA());
    if (overlap(shapeAt(record.shape), shapeAt(other.shape - 1))) noteTouch(pair, child << shift, flag);
  }
}
