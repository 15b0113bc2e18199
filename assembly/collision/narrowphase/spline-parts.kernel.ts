// A spline's tube and a convex shape: its curve itself where there is a rule for it, else the pieces of its polyline as capsules.
import { orthonormalBasis } from '../../math/vec3.kernel';
import { castOntoTube } from './cast-parts.kernel';
import { measureTube } from './distance-tube.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { segmentAt, SplineBlock, SplineSegment } from '../shape/spline';
import { visitOverlaps } from '../shape/tree.kernel';
import { addFound, foundManifold } from './contact-parts.kernel';
import { processParts } from './process.kernel';
import { firstConvex, Operation, partBox, secondConvex, shapePair } from './shape-pair.kernel';
import { nearestPlace, splineCapsule, splineSphere } from './spline-pair.kernel';

/** Cosine below which the way to a segment's end counts as square to the curve. */
const SQUARE: f64 = 1e-9;

export function dispatchSpline(shape: ShapeRecord): void {
  const box = partBox();
  visitOverlaps(
    shape.data,
    load<f64>(box),
    load<f64>(box, 8),
    load<f64>(box, 16),
    load<f64>(box, 24),
    load<f64>(box, 32),
    load<f64>(box, 40),
    dispatchSegment,
  );
}

function dispatchSegment(number: u32): void {
  const now = shapePair();
  const shape = changetype<ShapeRecord>(now.frame);
  const segment = segmentAt(shape, number);
  const second = secondConvex();
  if (now.operation == Operation.Contacts && second.type == ShapeType.Sphere) {
    collideSphere(shape, segment, number);
  } else if (now.operation == Operation.Contacts && second.type == ShapeType.Capsule) {
    splineCapsule(segment, second, shape.radius, now.margin, 0, foundManifold());
    addFound(number);
  } else if (now.operation == Operation.Cast && second.type == ShapeType.Sphere) {
    castOntoTube(segment, shape.radius, number);
  } else {
    const apart = now.operation != Operation.Contacts && now.operation < <u32>Operation.Cast && measureTube(segment, shape.radius, number);
    for (let k: u32 = 0; k < segment.pieceCount && !apart; k++) dispatchPiece(shape, segment.firstPiece + k, number);
  }
}

/** A sphere touches a curve where the distance to it has a minimum. */
function collideSphere(shape: ShapeRecord, segment: SplineSegment, number: u32): void {
  splineSphere(segment, secondConvex(), shape.radius, shapePair().margin, 0, foundManifold());
  if (!isPassedOn(shape, segment, number)) addFound(number);
}

/** Whether the nearest place is the end of a segment that another goes on from: no minimum, unless the way to it is square to the curve. */
function isPassedOn(shape: ShapeRecord, segment: SplineSegment, number: u32): bool {
  const nearest = nearestPlace();
  const t = nearest.parameter;
  if ((t > 0 && t < 1) || !goesOn(shape, number, t >= 1)) return false;
  const tangent =
    t <= 0 ? vec3<f64>(segment.m0X, segment.m0Y, segment.m0Z) : vec3<f64>(segment.m1X, segment.m1Y, segment.m1Z);
  return abs(dot(nearest.offset, tangent)) > SQUARE * nearest.distance * length(tangent);
}

/** Whether another segment starts where this one ends, or ends where it starts. */
function goesOn(shape: ShapeRecord, number: u32, atEnd: bool): bool {
  const count = changetype<SplineBlock>(<usize>shape.data).partCount;
  const first = segmentAt(shape, 0);
  const last = segmentAt(shape, count - 1);
  const closed = first.p0X == last.p1X && first.p0Y == last.p1Y && first.p0Z == last.p1Z;
  return closed || (atEnd ? number + 1 < count : number > 0);
}

/** A piece of the polyline as a capsule in place of the first part. */
function dispatchPiece(shape: ShapeRecord, number: u32, segment: u32): void {
  const points = <usize>shape.data + changetype<SplineBlock>(<usize>shape.data).points + <usize>number * 24;
  const p = vec3<f64>(load<f64>(points), load<f64>(points, 8), load<f64>(points, 16));
  const q = vec3<f64>(load<f64>(points, 24), load<f64>(points, 32), load<f64>(points, 40));
  const box = partBox();
  const r = shape.radius;
  if (min(p.x, q.x) - r > load<f64>(box, 24) || max(p.x, q.x) + r < load<f64>(box)) return;
  if (min(p.y, q.y) - r > load<f64>(box, 32) || max(p.y, q.y) + r < load<f64>(box, 8)) return;
  if (min(p.z, q.z) - r > load<f64>(box, 40) || max(p.z, q.z) + r < load<f64>(box, 16)) return;
  const capsule = firstConvex();
  const d = q - p;
  const size = length(d);
  const along = size > 0 ? (1 / size) * d : vec3<f64>(0, 1, 0);
  const [first, second] = orthonormalBasis(along);
  capsule.rotation = mat3(
    vec3<f64>(second.x, along.x, first.x),
    vec3<f64>(second.y, along.y, first.y),
    vec3<f64>(second.z, along.z, first.z),
  );
  capsule.position = 0.5 * (p + q);
  capsule.size = vec3<f64>(0, 0.5 * size, 0);
  capsule.radius = r;
  capsule.type = ShapeType.Capsule;
  processParts(shapePair().operation == Operation.Contacts ? number : segment);
}
