// Limits of the coordinates of joints: arcs, segments and cones, with a hand or a mark at the present value.
import type { Quat, Vec3 } from '../core/arguments.ts';
import { add, conjugate, length, multiply, normalized, rotate, scale, subtract, without } from '../core/geometry.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import { handleOf } from '../joint/coordinate.ts';
import { type Placement, rotationOf, swingAndTwist } from '../joint/coordinate-geometry.ts';
import type { Joint } from '../joint/joint.ts';
import type { Limit } from '../joint/limits.ts';
import type { PathJoint } from '../joint/path.ts';
import { circleDirections } from '../shape/line-list.ts';
import { COLORS } from './colors.ts';
import { AXES, type Dial, drawArc, drawMark, drawStop, LEAST_LENGTH, onDial } from './figures.ts';
import type { Drawing } from './options.ts';
import { pathPoints, pieceOfPath, placeOnPath } from './path-points.ts';
import type { Pen } from './pen.ts';

const [X, Y, Z] = AXES;
/** Beside the size of the drawing: radius of arcs and cones, of end stops, and of the mark of a length. */
const RADIUS = 0.6;
const STOP = 0.12;
const MARK = 0.06;
const RIM = circleDirections(48);
/** m or rad; nearer to a limit than this is at it. */
const AT_LIMIT = 1e-3;

/** A coordinate with limits, and where its joint is. */
interface Limited {
  joint: Joint;
  kind: Kind;
  limit: Limit;
  value: number;
  at: Placement;
}

export function drawLimits({ pen, size, joints }: Drawing): void {
  for (const joint of joints) for (const limited of limitsOf(joint)) drawLimit(pen, limited, size);
}

function limitsOf(joint: Joint): Limited[] {
  const kinds = new Set<Kind>(Object.values(joint.kinds()));
  const interval = joint.intervalKind();
  if (interval !== null) kinds.add(interval);
  const limits = [...kinds].flatMap((kind) => {
    const limit = handleOf(joint, kind).limit();
    return limit ? [{ kind, limit }] : [];
  });
  if (limits.length === 0) return [];
  const at = joint.placement();
  return limits.map(({ kind, limit }) => ({ joint, kind, limit, value: joint.coordinateValue(kind), at }));
}

function drawLimit(pen: Pen, limited: Limited, size: number): void {
  const { joint, kind } = limited;
  if (kind === Kind.Cone) drawCone(pen, limited, RADIUS * size);
  else if (kind === Kind.Extra) drawDistance(pen, limited, size);
  else if (kind > Kind.Z) drawAngle(pen, limited, RADIUS * size);
  else if (joint.type === JointType.Path) drawAlongPath(pen, limited, size);
  else drawOffset(pen, limited, size);
}

/** The interval that is drawn: a side without a bound ends at the present value. */
function drawnInterval({ limit: { lower, upper }, value }: Limited): [from: number, to: number] {
  return [lower > -Infinity ? lower : Math.min(value, upper), upper < Infinity ? upper : Math.max(value, lower)];
}

/** Those of the two bounds that there are. */
const bounds = ({ limit }: Limited): number[] => [limit.lower, limit.upper].filter(Number.isFinite);

const handColor = ({ limit, value }: Limited): number =>
  Math.min(value - limit.lower, limit.upper - value) < AT_LIMIT ? COLORS.reached : COLORS.hand;

function drawAngle(pen: Pen, limited: Limited, radius: number): void {
  const dial = dialOf(limited, radius);
  const [from, to] = drawnInterval(limited);
  drawArc(pen, dial, from, to, COLORS.limit);
  for (const bound of bounds(limited)) pen.segment(dial.center, onDial(dial, bound), COLORS.limit);
  pen.segment(dial.center, onDial(dial, limited.value), handColor(limited));
}

/** What an angle is about, and from which direction it counts. */
function dialOf({ joint, kind, at }: Limited, radius: number): Dial {
  const { anchorB: center, frameA, frameB } = at;
  const dial = (frame: Quat, axis: Vec3, start: Vec3): Dial => ({ center, axis: rotate(frame, axis), start: rotate(frame, start), radius });
  if (joint.type === JointType.Universal) {
    if (kind === Kind.Twist) return dial(frameA, X, Z);
    const axis = rotate(frameB, Z);
    return { center, axis, start: normalized(without(rotate(frameA, X), axis)), radius };
  }
  if (kind === Kind.SwingY) return dial(frameA, Y, X);
  if (kind === Kind.SwingZ) return dial(frameA, Z, X);
  // The twist is about B's axis, and counts from where the swing takes A's y.
  const { swingY, swingZ } = swingAndTwist(multiply(conjugate(frameA), frameB));
  return dial(multiply(frameA, rotationOf(0, swingY, swingZ)), X, Y);
}

/** The rim that B's axis must not leave, four rays of the cone, and the axis. */
function drawCone(pen: Pen, { limit, value, at }: Limited, radius: number): void {
  const { anchorB: center, frameA, frameB } = at;
  const along = (frame: Quat) => add(center, scale(rotate(frame, X), radius));
  const rim = RIM.map(({ sine, cosine }) => along(multiply(frameA, rotationOf(0, limit.lower * cosine, limit.upper * sine))));
  pen.path([...rim, rim[0]], COLORS.limit);
  for (let k = 0; k < 4; k++) pen.segment(center, rim[(k * rim.length) / 4], COLORS.limit);
  pen.segment(center, along(frameB), value > -AT_LIMIT ? COLORS.reached : COLORS.hand);
}

/** The way along an axis of A's frame, drawn through B's anchor. */
function drawOffset(pen: Pen, limited: Limited, size: number): void {
  const { kind, value, at } = limited;
  const direction = rotate(at.frameA, AXES[kind]);
  drawWay(pen, limited, add(at.anchorB, scale(direction, -value)), direction, size);
}

/** Distances from A's anchor, along the line to B's. */
function drawDistance(pen: Pen, limited: Limited, size: number): void {
  const { limit, at, value } = limited;
  if (limit.lower === limit.upper || value < LEAST_LENGTH) return;
  const direction = scale(subtract(at.anchorB, at.anchorA), 1 / length(subtract(at.anchorB, at.anchorA)));
  // A distance is never below zero.
  const lower = limit.lower > 0 ? limit.lower : -Infinity;
  drawWay(pen, { ...limited, limit: { ...limit, lower } }, at.anchorA, direction, size);
}

/** A segment with stops at its ends, and a mark at the present place. */
function drawWay(pen: Pen, limited: Limited, origin: Vec3, direction: Vec3, size: number): void {
  const place = (offset: number) => add(origin, scale(direction, offset));
  const [from, to] = drawnInterval(limited);
  pen.segment(place(from), place(to), COLORS.limit);
  for (const bound of bounds(limited)) drawStop(pen, place(bound), direction, STOP * size, COLORS.limit);
  drawMark(pen, place(limited.value), MARK * size, handColor(limited));
}

/** The piece of a path where B may be. */
function drawAlongPath(pen: Pen, limited: Limited, size: number): void {
  const path = limited.joint as PathJoint;
  const points = pathPoints(path);
  const end = points[points.length - 1].arc;
  // Of a closed path, arc lengths count laps.
  const onLap = (arc: number) => (path.closed ? arc - end * Math.floor(arc / end) : arc);
  const [from, to] = drawnInterval(limited);
  const pieces =
    path.closed && onLap(from) > onLap(to)
      ? [
          [onLap(from), end],
          [0, onLap(to)],
        ]
      : [[onLap(from), onLap(to)]];
  const drawn = path.closed && to - from >= end ? [[0, end]] : pieces;
  for (const [begin, finish] of drawn) pen.path(pieceOfPath(points, begin, finish), COLORS.limit);
  for (const bound of bounds(limited)) drawMark(pen, placeOnPath(points, onLap(bound)), STOP * size, COLORS.limit);
  drawMark(pen, limited.at.anchorB, MARK * size, handColor(limited));
}
