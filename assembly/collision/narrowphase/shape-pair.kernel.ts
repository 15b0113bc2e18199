// The two shapes that dispatch takes apart, and the two parts of them that are at hand.
import { BodyRecord } from '../../body/record';
import { Bounds } from '../shape/bounds.kernel';
import { Convex } from '../shape/convex.kernel';
import { bodyPlace, Place, turnInner } from '../shape/place.kernel';
import { copyShort } from '../../memory/copy';

/** What is done where two convex parts meet. */
export const enum Operation {
  /** Contact points. */
  Contacts = 0,
  /** Whether the least distance is below 0. */
  Overlap = 1,
  /** The least distance. */
  Distance = 2,
  /** When the first shape, moving, first touches the second. */
  Cast = 3,
  /** When the first shape, moving and turning, first gets too deep into the second. */
  Sweep = 4,
}

/** The two shapes that are taken apart, and what for; visitors of trees reach it here. */
export class ShapePair {
  /** Parts farther apart than this do not matter. */
  margin: f64;
  /** Of two parts of which no contact point is nearer than this, none counts. */
  near: f64;
  /** Contact points nearer than this to each other are one. */
  merge: f64;
  /** Way of the first shape in a cast, world axes. */
  translation: vec3<f64>;
  operation: u32;
  /** Address of a direction that the pair remembers. */
  axis: usize;
  /** The shape whose frame is worked in, and where it is. */
  frame: usize;
  framePlace: usize;
  /** Numbers of the children of compounds plus one: of the first shape's in the high half, of the second's in the low one; 0 without. */
  key: u32;
  /** Not 0: the frame is that of the second shape. */
  flip: u32;
  /** How the contacts found so far last: bits of Lasting. */
  lasting: u32;
  /** The lesser breadth of the two shapes, m; the slot of bodyA, and that of the first manifold that the pair has had until now plus one, 0 without one. */
  breadth: f64;
  bodyA: u32;
  held: u32;
}

const SHAPE_PAIR: usize = scratch<ShapePair>();
export const PLACE_A: usize = scratch<Place>();
export const PLACE_B: usize = scratch<Place>();
/** Where the places are seen from. */
export const OUTERMOST: usize = memory.data<f64>([0, 0, 0, 0, 0, 0, 1]);
/** The convex part of the frame, and the other, in that frame. */
const FIRST: usize = scratch<Convex>();
const SECOND: usize = scratch<Convex>();
/** The box of the second part and the margin, in the frame. */
export const BOX: usize = scratch<Bounds>();
/** The way of the first shape in a cast, in a frame, and a number of its visitors. */
export const WAY: usize = scratch<f64>(4);
const NO_AXIS: usize = scratch<f64>(3);

export function shapePair(): ShapePair {
  return changetype<ShapePair>(SHAPE_PAIR);
}

/** Where the two shapes are, seen from one point; to be set before `dispatch`. */
export function placeOfA(): Place {
  return changetype<Place>(PLACE_A);
}

export function placeOfB(): Place {
  return changetype<Place>(PLACE_B);
}

/** Places the shapes of two bodies, seen from A's centre of mass. */
export function placeBodies(a: BodyRecord, b: BodyRecord): void {
  bodyPlace(a, a.positionX, a.positionY, a.positionZ, changetype<Place>(PLACE_A));
  bodyPlace(b, a.positionX, a.positionY, a.positionZ, changetype<Place>(PLACE_B));
}

export function firstConvex(): Convex {
  return changetype<Convex>(FIRST);
}

export function secondConvex(): Convex {
  return changetype<Convex>(SECOND);
}

/** Where the parts' frame is. */
export function framePlace(): Place {
  return changetype<Place>(shapePair().framePlace);
}

/** Whether the parts are seen from where the places are: that frame need not be left. */
export function isOutermost(): bool {
  return shapePair().framePlace == OUTERMOST;
}

/** The box of the second part and the margin, in the frame: six f64. */
export function partBox(): usize {
  return BOX;
}

/** Three zeros, to start from where nothing is remembered. */
export function noAxis(): usize {
  for (let k: usize = 0; k < 24; k += 8) store<f64>(NO_AXIS + k, 0);
  return NO_AXIS;
}

/** The way of the first shape in a cast, in the frame at a place: address of three f64. */
export function translationIn(place: usize): usize {
  copyShort(WAY, SHAPE_PAIR + offsetof<ShapePair>('translationx'), 24);
  turnInner(changetype<Place>(place), WAY);
  return WAY;
}
