// The layers of bodies: wireframes of their shapes, boxes of the broad phase, centres of mass and boxes of the same inertia.

import type { Body } from '../body/body.ts';
import type { Vec3 } from '../core/arguments.ts';
import { multiply } from '../core/geometry.ts';
import type { ShapeBase } from '../shape/shape.ts';
import { COLORS } from './colors.ts';
import { drawBox, drawMark, NO_ROTATION } from './figures.ts';
import type { Drawing } from './options.ts';

/** Radius of the mark of a centre of mass beside the size of the drawing. */
const CENTER = 0.12;
/** m; an edge that is longer is of something endless. */
const LONGEST_EDGE = 1e6;

const wireframes = new WeakMap<ShapeBase, Float32Array>();

/** Shapes never change, so each is cut into segments once. */
function wireframeOf(shape: ShapeBase): Float32Array {
  const known = wireframes.get(shape) ?? shape.wireframe();
  wireframes.set(shape, known);
  return known;
}

function colorOf(body: Body): number {
  if (body.frozen) return COLORS.frozen;
  if (body.isSleeping) return COLORS.asleep;
  return COLORS[body.type];
}

export function drawBodies({ world, pen }: Drawing): void {
  for (const body of world.bodies) {
    const { shape } = body;
    if (shape) pen.wireframe(wireframeOf(shape), body.getPosition(), body.getOrientation(), colorOf(body));
  }
}

export function drawBounds({ world, pen }: Drawing): void {
  for (const body of world.bodies) {
    const { bounds } = body;
    if (!bounds) continue;
    const { low, high } = bounds;
    const halfExtents = low.map((bound, axis) => (high[axis] - bound) / 2) as Vec3;
    if (halfExtents.some((extent) => 2 * extent > LONGEST_EDGE)) continue;
    const center = low.map((bound, axis) => bound + halfExtents[axis]) as Vec3;
    drawBox(pen, center, NO_ROTATION, halfExtents, body.type === 'static' ? COLORS.staticBounds : COLORS.movingBounds);
  }
}

/** Half edges of the homogeneous box with these principal moments: its moment about x is m (y² + z²) / 3. */
export function boxOfInertia([x, y, z]: Readonly<Vec3>, mass: number): Vec3 {
  const halfEdge = (along: number) => Math.sqrt(Math.max((1.5 * (x + y + z - 2 * along)) / mass, 0));
  return [halfEdge(x), halfEdge(y), halfEdge(z)];
}

export function drawInertia({ world, pen, size }: Drawing): void {
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue;
    const center = body.getCenterOfMass();
    const axes = multiply(body.getOrientation(), [...body.principalRotation]);
    drawMark(pen, center, CENTER * size, COLORS.centerOfMass);
    drawBox(pen, center, axes, boxOfInertia(body.inertia, body.mass), COLORS.inertia);
  }
}
