// When a convex shape that moves and turns first gets deeper into another than it may: conservative advancement, Mirtich, "Impulse-based
// Dynamic Simulation" (1996). With n the direction in which the two are nearest, or least deep, the gap along n bounds their distance from
// below; it shrinks by no more than n · v + |w| r in a unit of time, r the distance of the farthest point from the middle of the turn.
import { theAnswer } from './answer.kernel';
import { rotate, rotationMatrix, unrotate } from '../../math/quat.kernel';
import { sinCos } from '../../math/trigonometry.kernel';
import { Closest, Convex, Point, supportPoint } from '../shape/convex.kernel';
import { ShapeFlag, ShapeRecord, ShapeType } from '../shape/record';
import { closestPoints } from './closest.kernel';
import { firstConvex, framePlace, secondConvex, shapePair } from './shape-pair.kernel';

/** How the first shape turns on its way, seen from where the places are seen from. */
export class Turn {
  axis: vec3<f64>;
  /** rad, about the unit axis through the middle. */
  angle: f64;
  middle: vec3<f64>;
  /** m: how far from the middle a point of the shape is at most. */
  arm: f64;
  /** m: how deep it may get; what is deeper at the start, so much deeper. */
  depth: f64;
  slack: f64;
}

const TURN: usize = scratch<Turn>();
/** The same in the frame. */
const INNER: usize = scratch<Turn>();
const WAY: usize = scratch<f64>(3);
const MOVED: usize = scratch<Convex>();
const NEAR: usize = scratch<Closest>();
const AXIS: usize = scratch<f64>(4);
/** Of the slack: what is as near to the depth has reached it. */
const REACHED: f64 = 0.25;
const MOST_STEPS: u32 = 128;

export function theTurn(): Turn {
  return changetype<Turn>(TURN);
}

/** Compares the part of the way after which two parts are too deep in each other with the least so far. */
export function sweepParts(): void {
  const now = shapePair();
  const frame = changetype<ShapeRecord>(now.frame);
  const place = framePlace();
  const turn = changetype<Turn>(TURN);
  const inner = changetype<Turn>(INNER);
  inner.axis = unrotate(place.orientation, turn.axis);
  inner.middle = unrotate(place.orientation, turn.middle - place.position);
  changetype<Point>(WAY).position = unrotate(place.orientation, now.translation);
  if (now.flip && frame.flags & ShapeFlag.OneSided && isBehind(secondConvex(), firstConvex())) return;
  const plane = frame.type == <u32>ShapeType.HalfSpace;
  if (now.flip) advance(secondConvex(), firstConvex(), plane ? frame : changetype<ShapeRecord>(0));
  else if (!plane) advance(firstConvex(), secondConvex(), changetype<ShapeRecord>(0));
}

/** Whether the middle of the turn is behind a triangle that is solid from its front only. */
function isBehind(a: Convex, b: Convex): bool {
  const n = cross(b.cornerB - b.cornerA, b.cornerC - b.cornerA);
  return dot(n, changetype<Turn>(INNER).middle - b.cornerA) < 0;
}

/** Puts MOVED where A is after a part of its way. */
function moveTo(a: Convex, t: f64): void {
  const moved = changetype<Convex>(MOVED);
  const turn = changetype<Turn>(INNER);
  const [s, c] = sinCos<f64>(0.5 * t * changetype<Turn>(TURN).angle);
  const q = quat<f64>(s * turn.axis, c);
  moved.rotation = rotationMatrix(q) * a.rotation;
  moved.position = rotate(q, a.position - turn.middle) + turn.middle + t * changetype<Point>(WAY).position;
}

/** NEAR: normal and distance from MOVED to B, or to a plane. */
function measure(b: Convex, plane: ShapeRecord): f64 {
  const near = changetype<Closest>(NEAR);
  const moved = changetype<Convex>(MOVED);
  if (changetype<usize>(plane)) {
    const n = vec3<f64>(plane.sizeX, plane.sizeY, plane.sizeZ);
    supportPoint(moved, -n.x, -n.y, -n.z, AXIS);
    near.normal = -n;
    return dot(n, changetype<Point>(AXIS).position) - moved.radius;
  }
  closestPoints(moved, b, Infinity, AXIS, near);
  return near.distance - moved.radius - b.radius;
}

function advance(a: Convex, b: Convex, plane: ShapeRecord): void {
  const turn = changetype<Turn>(TURN);
  const answer = theAnswer();
  memory.copy(MOVED, changetype<usize>(a), offsetof<Convex>());
  changetype<Point>(AXIS).position = vec3<f64>(0, 0, 0);
  const spread = turn.angle * turn.arm;
  let least = -turn.depth;
  let t: f64 = 0;
  for (let step: u32 = 0; step < MOST_STEPS; step++) {
    if (step) moveTo(a, t);
    const distance = measure(b, plane);
    if (step == 0) least = min(least, distance - turn.slack);
    const gap = distance - least;
    if (gap <= REACHED * turn.slack) break;
    const rate = dot(changetype<Point>(WAY).position, changetype<Closest>(NEAR).normal) + spread;
    if (!(rate > 0)) return;
    t += gap / rate;
    if (!(t < answer.best)) return;
  }
  answer.best = t;
  answer.found = 1;
}
