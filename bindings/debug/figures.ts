// What the layers are made of: marks, arrows, arcs, boxes and coils.
import type { Quat, Vec3 } from '../core/arguments.ts';
import { add, anyNormal, cross, length, rotate, scale, subtract } from '../core/geometry.ts';
import { sineAndCosine } from '../core/trigonometry.ts';
import { circleDirections, LineList } from '../shape/line-list.ts';
import type { Pen } from './pen.ts';

/** m; what is shorter has no direction. */
export const LEAST_LENGTH = 1e-9;
/** Length of the shortest arrow beside that of its head. */
const SEEN = 1e-3;
/** Width of an arrow's head beside its length. */
const HEAD_WIDTH = 0.35;
/** Segments of an arc of a full turn. */
const ARC_SEGMENTS = 48;
const TURN = 2 * Math.PI;

const COIL_TURNS = 7;
const COIL_STEPS = circleDirections(8);
/** Part of a coil's length that is straight, at each end. */
const COIL_LEAD = 0.1;

export const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export const NO_ROTATION: Quat = [0, 0, 0, 1];

const OCTAHEDRON = octahedron();

/** The edges of that whose corners are at one along the axes. */
function octahedron(): Float32Array {
  const lines = new LineList();
  for (const [k, u] of AXES.entries()) {
    const v = AXES[(k + 1) % 3];
    lines.path([u, v, scale(u, -1), scale(v, -1)], true);
  }
  return lines.finish();
}

/** A point in polar coordinates about a centre, in the plane of two unit vectors. */
function onCircle(center: Vec3, u: Vec3, v: Vec3, radius: number, angle: number): Vec3 {
  const { sine, cosine } = sineAndCosine(angle);
  return add(center, add(scale(u, radius * cosine), scale(v, radius * sine)));
}

/** Two short lines across a direction. */
export function drawStop(pen: Pen, center: Vec3, direction: Vec3, radius: number, color: number): void {
  const u = anyNormal(direction);
  for (const across of [u, cross(direction, u)])
    pen.segment(add(center, scale(across, -radius)), add(center, scale(across, radius)), color);
}

/** An octahedron. */
export function drawMark(pen: Pen, center: Vec3, radius: number, color: number): void {
  pen.wireframe(OCTAHEDRON, center, NO_ROTATION, color, radius);
}

/** An arrow with a head, or several behind each other, that ends where the vector does. What is too short to be seen is not drawn. */
export function drawArrow(pen: Pen, tail: Vec3, vector: Vec3, heads: number, headLength: number, color: number): void {
  const size = length(vector);
  if (!(size > SEEN * headLength)) return;
  const direction = scale(vector, 1 / size);
  const head = Math.min(headLength, size / (heads + 1));
  const u = anyNormal(direction);
  const sides = [u, cross(direction, u)].flatMap((side) => [scale(side, HEAD_WIDTH * head), scale(side, -HEAD_WIDTH * head)]);
  pen.segment(tail, add(tail, vector), color);
  for (let k = 0; k < heads; k++) {
    const tip = add(tail, scale(direction, size - k * head));
    for (const side of sides) pen.segment(tip, add(add(tip, scale(direction, -head)), side), color);
  }
}

/** Angles about an axis, drawn from `start`, the direction of angle zero. Both are unit vectors normal to each other. */
export interface Dial {
  center: Vec3;
  axis: Vec3;
  start: Vec3;
  radius: number;
}

/** The place of an angle on the rim. */
export const onDial = ({ center, axis, start, radius }: Dial, angle: number): Vec3 =>
  onCircle(center, start, cross(axis, start), radius, angle);

/** The rim from one angle to another; of more than a turn, a circle. */
export function drawArc(pen: Pen, dial: Dial, from: number, to: number, color: number): void {
  const sweep = Math.min(to - from, TURN);
  const segments = Math.ceil((sweep / TURN) * ARC_SEGMENTS);
  const points = Array.from({ length: segments + 1 }, (_, k) =>
    onDial(dial, k === segments ? from + sweep : from + (sweep * k) / segments),
  );
  pen.path(points, color);
}

/** A spring from one point to another. */
export function drawCoil(pen: Pen, from: Vec3, to: Vec3, radius: number, color: number): void {
  const way = subtract(to, from);
  const size = length(way);
  if (!(size > LEAST_LENGTH)) return;
  const u = anyNormal(scale(way, 1 / size));
  const v = cross(scale(way, 1 / size), u);
  const at = (part: number) => add(from, scale(way, part));
  const steps = COIL_TURNS * COIL_STEPS.length;
  const points = [from, at(COIL_LEAD)];
  for (let k = 0; k <= steps; k++) {
    const { sine, cosine } = COIL_STEPS[k % COIL_STEPS.length];
    const center = at(COIL_LEAD + ((1 - 2 * COIL_LEAD) * k) / steps);
    points.push(add(center, add(scale(u, radius * cosine), scale(v, radius * sine))));
  }
  points.push(at(1 - COIL_LEAD), to);
  pen.path(points, color);
}

/** The edges of a box about a centre, its half edges along turned axes. */
export function drawBox(pen: Pen, center: Vec3, orientation: Quat, halfExtents: Vec3, color: number): void {
  const edges = AXES.map((axis, k) => rotate(orientation, scale(axis, halfExtents[k])));
  for (const [k, edge] of edges.entries()) {
    const [u, v] = [edges[(k + 1) % 3], edges[(k + 2) % 3]];
    for (const across of [add(u, v), subtract(u, v), subtract(v, u), scale(add(u, v), -1)]) {
      const middle = add(center, across);
      pen.segment(subtract(middle, edge), add(middle, edge), color);
    }
  }
}
