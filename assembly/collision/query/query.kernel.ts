// Questions about space: the bodies that trees of the broad phase name are asked one by one.
import { treeBox, treeNearest, treeRay } from '../broadphase/traverse';
import { BodyFlag, BodyRecord } from '../../body/record';
import { rotate, unrotate } from '../../math/quat.kernel';
import { allocate, bytesOf, regrowAt, theWorld } from '../../memory/arena';
import { bodyAt, shapeAt } from '../../memory/records';
import { dispatch } from '../narrowphase/dispatch.kernel';
import { meetAll, meetQueried } from '../narrowphase/part-filter.kernel';
import { Operation, placeOfA, placeOfB, shapePair } from '../narrowphase/shape-pair.kernel';
import { Bounds, boundsOf } from '../shape/bounds.kernel';
import { isDistinct } from '../shape/child';
import { bodyPlace, Place } from '../shape/place.kernel';
import { ShapeRecord } from '../shape/record';
import { beginAnswer, theAnswer } from '../narrowphase/answer.kernel';
import { HitRecord, QueryMode, QueryRecord } from './query-record';
import { isInside } from '../narrowphase/inside.kernel';
import { rayShape, shapeHit, shapeRay } from '../narrowphase/ray-shape.kernel';

const LEAST_HITS: u32 = 64;
/** A sphere of no radius. */
const POINT: usize = scratch<ShapeRecord>();
const BOX: usize = scratch<Bounds>();
const BOX_B: usize = scratch<Bounds>();
const PLACE: usize = scratch<Place>();
/** How far a cast looks, of its way: what is met at its very end counts. */
const WHOLE_WAY: f64 = 1 + 1e-9;

/** Reserves the record; false when there is no memory left. */
export function initializeQuery(): bool {
  const record = allocate(offsetof<QueryRecord>());
  theWorld().query = <u32>record;
  return record != 0;
}

function theQuery(): QueryRecord {
  return changetype<QueryRecord>(<usize>theWorld().query);
}

function wanted(slot: u32): bool {
  const query = theQuery();
  const body = bodyAt(slot);
  if (body.flags & BodyFlag.Sensor && !query.sensors) return false;
  // Of some bodies it is asked of each child.
  return ((body.collisionGroup & query.mask) != 0 || isDistinct(body)) && slot + 1 != query.excluded;
}

function shapeOf(body: BodyRecord): ShapeRecord {
  return shapeAt(body.shape - 1);
}

/** The shape that is asked about. */
function queryShape(): ShapeRecord {
  const query = theQuery();
  return query.shape ? shapeAt(query.shape - 1) : changetype<ShapeRecord>(POINT);
}

function hitAt(index: u32): HitRecord {
  return changetype<HitRecord>(<usize>theQuery().hits + <usize>index * offsetof<HitRecord>());
}

/**
 * Room for an answer: the first place, unless all answers are wanted. Null when there is no memory left, or when one is there that counts
 * more: a nearer one, or of those as near, the one of the lower slot.
 */
function nextHit(distance: f64, slot: u32): HitRecord | null {
  const query = theQuery();
  if (query.mode != QueryMode.All) {
    const best = hitAt(0);
    if (query.hitCount && (best.distance < distance || (best.distance == distance && best.body < slot))) return null;
    query.hitCount = 0;
  }
  if (query.hitCount == query.hitCapacity) {
    const size = offsetof<HitRecord>();
    const capacity = max<u32>(LEAST_HITS, 2 * query.hitCapacity);
    if (!regrowAt(changetype<usize>(query) + offsetof<QueryRecord>('hits'), <usize>query.hitCount * size, bytesOf(capacity, size))) {
      query.failed = 1;
      return null;
    }
    query.hitCapacity = capacity;
  }
  return hitAt(query.hitCount++);
}

/** Forgets the answers of the last query. */
function beginHits(): void {
  theQuery().hitCount = 0;
  theQuery().failed = 0;
}

/** How far to go on looking after a hit. */
function nextLimit(found: f64, limit: f64): f64 {
  const mode = theQuery().mode;
  return mode == QueryMode.Closest ? found : mode == QueryMode.Any ? -1 : limit;
}

/** Answers to a ray. */
export function queryRay(): void {
  const query = theQuery();
  beginHits();
  treeRay(
    query.originX,
    query.originY,
    query.originZ,
    query.directionX,
    query.directionY,
    query.directionZ,
    query.limit,
    0,
    0,
    0,
    hitBody,
  );
}

function hitBody(slot: u32, limit: f64): f64 {
  if (!wanted(slot)) return limit;
  const query = theQuery();
  const body = bodyAt(slot);
  const place = changetype<Place>(PLACE);
  const ray = shapeRay();
  bodyPlace(body, query.originX, query.originY, query.originZ, place);
  const q = place.orientation;
  ray.origin = unrotate(q, -place.position);
  ray.direction = unrotate(q, vec3<f64>(query.directionX, query.directionY, query.directionZ));
  ray.shape = changetype<usize>(shapeOf(body));
  ray.hollow = query.hollow;
  ray.body = isDistinct(body) ? changetype<usize>(body) : 0;
  ray.mask = query.mask;
  ray.sensors = query.sensors;
  if (!rayShape(limit)) return limit;
  const found = shapeHit();
  const hit = nextHit(found.distance, slot);
  if (!hit) return limit;
  const n = rotate(q, found.normal);
  hit.distance = found.distance;
  hit.pointX = query.originX + found.distance * query.directionX;
  hit.pointY = query.originY + found.distance * query.directionY;
  hit.pointZ = query.originZ + found.distance * query.directionZ;
  hit.normalX = n.x;
  hit.normalY = n.y;
  hit.normalZ = n.z;
  hit.body = slot;
  hit.part = found.part;
  hit.child = ray.child;
  return nextLimit(found.distance, limit);
}

/**
 * Many rays: `rays` has origin and unit direction of each, six f64. Writes distances (infinite without a hit), normals, three f64 each, and
 * the slots of bodies (-1 without a hit) to `out`, one list after the other.
 */
export function queryRays(rays: usize, count: u32, out: usize): void {
  const query = theQuery();
  const normals = out + (<usize>count << 3);
  const bodies = normals + <usize>count * 24;
  query.mode = QueryMode.Closest;
  for (let k: usize = 0; k < <usize>count; k++) {
    memory.copy(changetype<usize>(query), rays + k * 48, 48);
    queryRay();
    const found = query.hitCount > 0;
    store<f64>(out + (k << 3), found ? hitAt(0).distance : Infinity);
    store<i32>(bodies + (k << 2), found ? <i32>hitAt(0).body : -1);
    if (found) memory.copy(normals + k * 24, changetype<usize>(hitAt(0)) + offsetof<HitRecord>('normalX'), 24);
    else memory.fill(normals + k * 24, 0, 24);
  }
}

/** Puts the shape that is asked about at its pose, seen from there, and BOX around it. */
function placeQuery(): void {
  const query = theQuery();
  if (!query.shape) memory.fill(POINT, 0, offsetof<ShapeRecord>());
  const place = placeOfA();
  place.position = vec3<f64>(0, 0, 0);
  place.orientation = quat<f64>(query.orientationX, query.orientationY, query.orientationZ, query.orientationW);
  const q = place.orientation;
  boundsOf(queryShape(), query.originX, query.originY, query.originZ, q.x, q.y, q.z, q.w, BOX);
}

function placeOther(slot: u32): ShapeRecord {
  const query = theQuery();
  bodyPlace(bodyAt(slot), query.originX, query.originY, query.originZ, placeOfB());
  meetQueried(bodyAt(slot), query.mask, query.sensors);
  return shapeOf(bodyAt(slot));
}

/** Bodies that a shape is in, or that hold a point. */
export function queryOverlap(): void {
  const query = theQuery();
  beginHits();
  query.mode = QueryMode.All;
  placeQuery();
  treeBox(load<f64>(BOX), load<f64>(BOX, 8), load<f64>(BOX, 16), load<f64>(BOX, 24), load<f64>(BOX, 32), load<f64>(BOX, 40), overlapBody);
}

function overlapBody(slot: u32): void {
  if (!wanted(slot)) return;
  const shape = placeOther(slot);
  const now = shapePair();
  now.operation = Operation.Overlap;
  now.margin = 0;
  beginAnswer(0);
  dispatch(queryShape(), shape);
  if (!theAnswer().found && !isInside(queryShape(), placeOfA(), shape, placeOfB())) return;
  const hit = nextHit(0, slot);
  if (hit) hit.body = slot;
}

/** The bodies that a shape meets on its way. */
export function queryCast(): void {
  const query = theQuery();
  beginHits();
  placeQuery();
  const now = shapePair();
  now.translation = vec3<f64>(query.directionX, query.directionY, query.directionZ);
  const low = vec3<f64>(load<f64>(BOX), load<f64>(BOX, 8), load<f64>(BOX, 16));
  const high = vec3<f64>(load<f64>(BOX, 24), load<f64>(BOX, 32), load<f64>(BOX, 40));
  const middle = 0.5 * (low + high);
  const half = 0.5 * (high - low);
  treeRay(middle.x, middle.y, middle.z, query.directionX, query.directionY, query.directionZ, WHOLE_WAY, half.x, half.y, half.z, castOnto);
}

function castOnto(slot: u32, limit: f64): f64 {
  if (!wanted(slot)) return limit;
  const query = theQuery();
  const shape = placeOther(slot);
  const now = shapePair();
  now.operation = Operation.Cast;
  now.margin = 0;
  // A little beyond: what is met as soon counts too.
  beginAnswer(limit * (1 + 1e-12) + 1e-300);
  dispatch(queryShape(), shape);
  const answer = theAnswer();
  if (answer.best > 0 && isInside(queryShape(), placeOfA(), shape, placeOfB())) {
    leastDistance(queryShape(), shape, Infinity);
    answer.best = 0;
    // The way out is onwards.
    answer.normal = -answer.normal;
  }
  if (!answer.found) return limit;
  const hit = nextHit(answer.best, slot);
  if (!hit) return limit;
  writeAnswer(hit, slot);
  return nextLimit(answer.best, limit);
}

function writeAnswer(hit: HitRecord, slot: u32): void {
  const query = theQuery();
  const answer = theAnswer();
  const origin = vec3<f64>(query.originX, query.originY, query.originZ);
  const other = answer.pointA + origin;
  const point = answer.pointB + origin;
  hit.distance = answer.best;
  hit.pointX = point.x;
  hit.pointY = point.y;
  hit.pointZ = point.z;
  hit.normalX = answer.normal.x;
  hit.normalY = answer.normal.y;
  hit.normalZ = answer.normal.z;
  hit.otherX = other.x;
  hit.otherY = other.y;
  hit.otherZ = other.z;
  hit.body = slot;
  hit.part = answer.part;
  hit.child = answer.child;
}

/** The body nearest to a point, or all bodies within the limit. */
export function queryNearest(): void {
  const query = theQuery();
  beginHits();
  placeQuery();
  treeNearest(query.originX, query.originY, query.originZ, query.limit, measureBody);
}

function measureBody(slot: u32, limit: f64): f64 {
  if (!wanted(slot)) return limit;
  const shape = placeOther(slot);
  const answer = theAnswer();
  // What touches the point is as near as anything can be, and depth is compared too.
  if (!leastDistance(queryShape(), shape, limit)) return limit;
  if (isInside(queryShape(), placeOfA(), shape, placeOfB())) answer.best = -answer.best;
  else answer.normal = -answer.normal;
  const hit = nextHit(answer.best, slot);
  if (!hit) return limit;
  writeAnswer(hit, slot);
  return nextLimit(max(answer.best, 0), limit);
}

/** The distance of two bodies. */
export function queryBetween(first: u32, second: u32): void {
  const query = theQuery();
  const a = bodyAt(first);
  beginHits();
  query.mode = QueryMode.Closest;
  query.originX = a.positionX;
  query.originY = a.positionY;
  query.originZ = a.positionZ;
  bodyPlace(a, a.positionX, a.positionY, a.positionZ, placeOfA());
  const shape = shapeOf(a);
  const other = placeOther(second);
  meetAll();
  if (!leastDistance(shape, other, Infinity)) return;
  const answer = theAnswer();
  if (answer.best > 0 && (isInside(shape, placeOfA(), other, placeOfB()) || isInside(other, placeOfB(), shape, placeOfA()))) {
    answer.best = -answer.best;
    answer.normal = -answer.normal;
  }
  const hit = nextHit(answer.best, second);
  if (hit) writeAnswer(hit, second);
}

function boxAt(shape: ShapeRecord, place: Place, out: usize): void {
  const p = place.position;
  const q = place.orientation;
  boundsOf(shape, p.x, p.y, p.z, q.x, q.y, q.z, q.w, out);
}

/** The least distance of two shapes at their places, where it is at most `limit`: looked for nearby first, and then farther and farther away. */
function leastDistance(shapeA: ShapeRecord, shapeB: ShapeRecord, limit: f64): bool {
  const now = shapePair();
  now.operation = Operation.Distance;
  boxAt(shapeA, placeOfA(), BOX);
  boxAt(shapeB, placeOfB(), BOX_B);
  let square: f64 = 0;
  for (let k: usize = 0; k < 24; k += 8) {
    const gap = max(max(load<f64>(BOX_B + k) - load<f64>(BOX + k, 24), load<f64>(BOX + k) - load<f64>(BOX_B + k, 24)), 0.0);
    square += gap * gap;
  }
  const most = limit < 1e300 ? limit + 1e-12 * (1 + limit) : 1e300;
  let margin = sqrt(square) + 0.1 * min(min(shapeA.breadth, shapeB.breadth), 1e6) + 1e-6;
  for (let round = 0; round < 600; round++) {
    margin = min(margin, most);
    now.margin = margin;
    beginAnswer(margin);
    dispatch(shapeA, shapeB);
    if (theAnswer().found) return true;
    if (margin >= most) return false;
    margin *= 4;
  }
  return false;
}
