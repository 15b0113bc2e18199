// When a convex shape that moves and turns first gets deeper into another than it may: conservative advancement, Mirtich, "Impulse-based
// Dynamic Simulation" (1996). With n the direction in which the two are nearest, or least deep, the gap along n bounds their distance from
// below; it shrinks by no more than n · v + |w| r in a unit of time, r the distance of the farthest point from the middle of the turn.
// Parts that the solver has seen to may get deeper: there a ball in the middle of the part counts.
import { Answer, theAnswer } from './answer.kernel';
import { toOuter, turnOuter } from '../shape/place.kernel';
import { rotate, rotationMatrix, unrotate } from '../../math/quat.kernel';
import { sinCos } from '../../math/trigonometry.kernel';
import { Closest, Convex, Point, positionAt, supportPoint } from '../shape/convex.kernel';
import { HullBlock, ShapeFlag, ShapeRecord, ShapeType } from '../shape/record';
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
  /** m: of parts that are nearer than this at the start only the ball counts, and not where its middle starts in the other. */
  solved: f64;
}

/** Answer.part of what stops for its ball. */
export const CORE: u32 = 1;

const TURN: usize = scratch<Turn>();
/** The same in the frame. */
const INNER: usize = scratch<Turn>();
const WAY: usize = scratch<f64>(3);
const MOVED: usize = scratch<Convex>();
const NEAR: usize = scratch<Closest>();
const AXIS: usize = scratch<f64>(4);
/** Middle of a part: where it starts, and where it ends. */
const MIDDLE: usize = scratch<Point>(2);
/** Of the slack: what is as near to the depth has reached it. */
const REACHED: f64 = 0.25;
/** Of the inner radius of a part: that of the ball in its middle. */
const BALL: f64 = 0.75;
/** Of the distance of a part's middle at the start: a ball of that radius is clear of the other. */
const CLEAR: f64 = 0.9;
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
    near.pointA = changetype<Point>(AXIS).position;
    return dot(n, changetype<Point>(AXIS).position) - moved.radius;
  }
  closestPoints(moved, b, Infinity, AXIS, near);
  return near.distance - moved.radius - b.radius;
}

function advance(a: Convex, b: Convex, plane: ShapeRecord): void {
  const turn = changetype<Turn>(TURN);
  memory.copy(MOVED, changetype<usize>(a), offsetof<Convex>());
  changetype<Point>(AXIS).position = vec3<f64>(0, 0, 0);
  const start = measure(b, plane);
  if (start > turn.solved) advanceAll(a, b, plane, start);
  else if (a.type != <u32>ShapeType.Triangle) advanceBall(a, b, plane);
}

/** All of the part. */
function advanceAll(a: Convex, b: Convex, plane: ShapeRecord, start: f64): void {
  const turn = changetype<Turn>(TURN);
  const spread = turn.angle * turn.arm;
  const least = min(-turn.depth, start - turn.slack);
  let gap = start - least;
  let t: f64 = 0;
  for (let step: u32 = 0; step < MOST_STEPS && gap > REACHED * turn.slack; step++) {
    const rate = dot(changetype<Point>(WAY).position, changetype<Closest>(NEAR).normal) + spread;
    if (!(rate > 0)) return;
    t += gap / rate;
    if (!(t < theAnswer().best)) return;
    moveTo(a, t);
    gap = measure(b, plane) - least;
  }
  note(t, 0);
  theAnswer().pointB = changetype<Point>(WAY).position;
  turnOuter(framePlace(), changetype<usize>(theAnswer()) + offsetof<Answer>('pointBx'));
}

/** Writes the middle of MOVED: of a cone its centre of mass, and of others that of their box, or a point inside. */
function writeMiddle(to: usize): void {
  const moved = changetype<Convex>(MOVED);
  let middle = moved.position;
  if (moved.type == <u32>ShapeType.Cone) middle -= 0.5 * moved.size.y * (moved.rotation * vec3<f64>(0, 1, 0));
  if (moved.type == <u32>ShapeType.Hull) {
    const hull = changetype<HullBlock>(<usize>moved.data);
    middle += moved.rotation * vec3<f64>(hull.centerX, hull.centerY, hull.centerZ);
  }
  changetype<Point>(to).position = middle;
}

/** The radius of the largest ball about the middle of a convex shape in it. */
function innerRadius(c: Convex): f64 {
  const size = c.size;
  let radius: f64 = 0;
  if (c.type == <u32>ShapeType.Box) radius = min(size.x, min(size.y, size.z));
  else if (c.type == <u32>ShapeType.Cylinder) radius = min(size.x, size.y);
  else if (c.type == <u32>ShapeType.Cone) radius = min(0.5, (1.5 * size.x) / sqrt(size.x * size.x + 4 * size.y * size.y)) * size.y;
  else if (c.type == <u32>ShapeType.Hull) radius = innerRadiusOfHull(changetype<HullBlock>(<usize>c.data));
  return radius + c.radius;
}

function innerRadiusOfHull(hull: HullBlock): f64 {
  const planes = changetype<usize>(hull) + hull.planes;
  const middle = vec3<f64>(hull.centerX, hull.centerY, hull.centerZ);
  let radius: f64 = Infinity;
  for (let k: u32 = 0; k < hull.faceCount; k++) {
    const plane = planes + ((<usize>k) << 5);
    radius = min(radius, load<f64>(plane, 24) - dot(positionAt(plane), middle));
  }
  return max(radius, 0.0);
}

/** A ball in the middle of the part, straight to where that ends. */
function advanceBall(a: Convex, b: Convex, plane: ShapeRecord): void {
  const turn = changetype<Turn>(TURN);
  const moved = changetype<Convex>(MOVED);
  writeMiddle(MIDDLE);
  moveTo(a, 1);
  writeMiddle(MIDDLE + 24);
  const start = positionAt(MIDDLE);
  const way = positionAt(MIDDLE + 24) - start;
  moved.type = ShapeType.Sphere;
  moved.position = start;
  moved.radius = 0;
  changetype<Point>(AXIS).position = vec3<f64>(0, 0, 0);
  moved.radius = min(BALL * innerRadius(a), CLEAR * measure(b, plane));
  if (!(moved.radius > 0)) return;
  let t: f64 = 0;
  for (let step: u32 = 0; step < MOST_STEPS; step++) {
    moved.position = start + t * way;
    const gap = measure(b, plane);
    const rate = dot(way, changetype<Closest>(NEAR).normal);
    if (!(rate > 0)) return;
    if (gap <= REACHED * turn.slack) break;
    t += gap / rate;
    if (!(t < theAnswer().best)) return;
  }
  note(t, CORE);
  theAnswer().pointB = way;
  turnOuter(framePlace(), changetype<usize>(theAnswer()) + offsetof<Answer>('pointBx'));
}

/** Notes that the part is to stop after `t` of its way, where it and the other are nearest and in which direction. */
function note(t: f64, part: u32): void {
  const answer = theAnswer();
  const near = changetype<Closest>(NEAR);
  answer.best = t;
  answer.found = 1;
  answer.part = part;
  answer.normal = near.normal;
  answer.pointA = near.pointA + changetype<Convex>(MOVED).radius * near.normal;
  turnOuter(framePlace(), changetype<usize>(answer) + offsetof<Answer>('normalx'));
  toOuter(framePlace(), changetype<usize>(answer) + offsetof<Answer>('pointAx'));
}
