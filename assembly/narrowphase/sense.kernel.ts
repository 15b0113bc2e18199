// Whether a sensor feels a body: no points are needed for that.
import { BodyRecord } from '../body/record';
import { shapeAt } from '../memory/records';
import { beginAnswer, theAnswer } from '../query/answer.kernel';
import { isInside } from '../query/inside.kernel';
import { bodyPlace } from '../shape/place.kernel';
import { dispatch } from './dispatch.kernel';
import { Operation, placeOfA, placeOfB, shapePair } from './shape-pair.kernel';

/** Whether the solids of two bodies overlap. */
export function solidsOverlap(a: BodyRecord, b: BodyRecord): bool {
  const shapeA = shapeAt(a.shape - 1);
  const shapeB = shapeAt(b.shape - 1);
  shapePair().operation = Operation.Overlap;
  shapePair().margin = 0;
  bodyPlace(a, a.positionX, a.positionY, a.positionZ, placeOfA());
  bodyPlace(b, a.positionX, a.positionY, a.positionZ, placeOfB());
  beginAnswer(0);
  dispatch(shapeA, shapeB);
  if (theAnswer().found) return true;
  return isInside(shapeA, placeOfA(), shapeB, placeOfB()) || isInside(shapeB, placeOfB(), shapeA, placeOfA());
}
