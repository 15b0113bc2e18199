// Contacts of bodies that have hardly moved against each other: points go along with their bodies, and keep what they bore.
import { BodyRecord } from '../../body/record';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { conjugate, qmul, rotate } from '../../math/quat.kernel';
import { Point } from '../shape/convex.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { manifoldAt, manifoldPoint } from './manifolds.kernel';
import { radiusAround } from './lever';
import { isTurned } from './turning.kernel';

/** The cores' points, turned with the bodies. */
const CORE: usize = scratch<Point>(2);
/** Cosine from which on a point of a rim counts as the one farthest along the normal; sine below which all of the rim is. */
const LOWEST: f64 = 0.999;
const FLAT: f64 = 1e-3;

/** How a body has turned. */
class Turn {
  rotation: quat<f64>;
}

const TURN_A: usize = scratch<Turn>();
const TURN_B: usize = scratch<Turn>();

function orientationOf(body: BodyRecord): quat<f64> {
  return quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
}

function between(a: BodyRecord, b: BodyRecord): vec3<f64> {
  return vec3<f64>(b.positionX - a.positionX, b.positionY - a.positionY, b.positionZ - a.positionZ);
}

/** Measures how the bodies of a pair have turned since its poses were noted. */
export function measureTurns(pair: PairRecord, a: BodyRecord, b: BodyRecord): void {
  const turnA = qmul(orientationOf(a), quat<f64>(-pair.orientationAX, -pair.orientationAY, -pair.orientationAZ, pair.orientationAW));
  const turnB = qmul(orientationOf(b), quat<f64>(-pair.orientationBX, -pair.orientationBY, -pair.orientationBZ, pair.orientationBW));
  changetype<Turn>(TURN_A).rotation = turnA;
  changetype<Turn>(TURN_B).rotation = turnB;
}

/** What was measured last. */
export function turnOfA(): quat<f64> {
  return changetype<Turn>(TURN_A).rotation;
}

export function turnOfB(): quat<f64> {
  return changetype<Turn>(TURN_B).rotation;
}

/** Notes the poses that a pair's manifolds are for. */
export function notePoses(pair: PairRecord, a: BodyRecord, b: BodyRecord): void {
  pair.orientationAX = a.orientationX;
  pair.orientationAY = a.orientationY;
  pair.orientationAZ = a.orientationZ;
  pair.orientationAW = a.orientationW;
  pair.orientationBX = b.orientationX;
  pair.orientationBY = b.orientationY;
  pair.orientationBZ = b.orientationZ;
  pair.orientationBW = b.orientationW;
  pair.betweenX = b.positionX - a.positionX;
  pair.betweenY = b.positionY - a.positionY;
  pair.betweenZ = b.positionZ - a.positionZ;
}

/** m: how far surfaces have moved against each other at most since the poses were noted, once turns are measured; the levers are those of the bodies' shapes. */
export function movedBy(pair: PairRecord, a: BodyRecord, b: BodyRecord, leverA: f64, leverB: f64): f64 {
  const turnA = turnOfA();
  const turnB = turnOfB();
  // Seen from the one with the longer lever: how the middle of the other moves, and how that turns.
  const frame = leverB > leverA ? turnB : turnA;
  const shift = between(a, b) - rotate(frame, vec3<f64>(pair.betweenX, pair.betweenY, pair.betweenZ));
  const sine = length(qmul(conjugate(turnA), turnB).xyz);
  return length(shift) + (sine > 0 ? 2 * sine * min(leverA, leverB) : 0);
}

/**
 * A point of a cylinder or cone has turned with it. One that was farthest along the normal around the axis is so still: it has rolled on.
 */
function rollOn(body: BodyRecord, core: usize, turn: quat<f64>, before: vec3<f64>, normal: vec3<f64>): void {
  const q = orientationOf(body);
  const axis = rotate(q, vec3<f64>(0, 1, 0));
  const arm = changetype<Point>(core).position + rotate(q, vec3<f64>(body.centerX, body.centerY, body.centerZ));
  const along = dot(arm, axis) * axis;
  const spoke = arm - along;
  const radius = length(spoke);
  const turned = rotate(turn, before);
  const was = turned - dot(turned, axis) * axis;
  const down = normal - dot(normal, axis) * axis;
  const size = length(down);
  if (dot(was, spoke) >= LOWEST * radius * length(was) && size >= FLAT) {
    changetype<Point>(core).position = changetype<Point>(core).position + (radius / size) * down - spoke;
  }
}

/**
 * Moves the points of a pair along with the bodies, whose turns are measured. Normals go with A, or with the body whose face it is; what is round keeps its farthest
 * points along them, and on a face the points are below those.
 */
export function refreshManifolds(pair: PairRecord, a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord): void {
  const turnA = turnOfA();
  const turnB = turnOfB();
  const way = between(a, b);
  const radiusA = radiusAround(shapeA);
  const radiusB = radiusAround(shapeB);
  let flags = pair.flags & ~(<u32>PairFlag.Touching);
  const onA = (flags & PairFlag.FaceOfA) != 0;
  const onB = (flags & PairFlag.FaceOfB) != 0;
  for (let slot = pair.firstManifold; slot != 0; ) {
    const manifold = manifoldAt(slot - 1);
    const before = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
    const normal = rotate(onB ? turnB : turnA, before);
    manifold.normalX = normal.x;
    manifold.normalY = normal.y;
    manifold.normalZ = normal.z;
    manifold.originX = a.positionX;
    manifold.originY = a.positionY;
    manifold.originZ = a.positionZ;
    for (let k: u32 = 0; k < manifold.count; k++) {
      const point = manifoldPoint(manifold, k);
      const coreA = vec3<f64>(point.anchorAX, point.anchorAY, point.anchorAZ) - radiusA * before;
      const coreB = vec3<f64>(point.anchorBX, point.anchorBY, point.anchorBZ) + radiusB * before;
      changetype<Point>(CORE).position = rotate(turnA, coreA);
      changetype<Point>(CORE + 24).position = rotate(turnB, coreB);
      if (onB && isTurned(shapeA)) rollOn(a, CORE, turnA, before, normal);
      if (onA && isTurned(shapeB)) rollOn(b, CORE + 24, turnB, -before, -normal);
      let armA = changetype<Point>(CORE).position + radiusA * normal;
      let armB = changetype<Point>(CORE + 24).position - radiusB * normal;
      const separation = dot(normal, way + armB - armA);
      if (onA) armA = way + armB - separation * normal;
      if (onB) armB = armA + separation * normal - way;
      point.anchorAX = armA.x;
      point.anchorAY = armA.y;
      point.anchorAZ = armA.z;
      point.anchorBX = armB.x;
      point.anchorBY = armB.y;
      point.anchorBZ = armB.z;
      point.separation = separation;
      point.age++;
      if (point.separation <= 0) flags |= PairFlag.Touching;
    }
    slot = manifold.next;
  }
  pair.flags = flags;
  notePoses(pair, a, b);
}
