import { sineAndCosine } from '../../core/trigonometry.ts';
import { Vec3 } from '../math/vec3.ts';
import { ConvexPolyhedron } from './convex-polyhedron.ts';
import { SHAPE_TYPES } from './shape.ts';

/** A prism or a frustum along y that stands for a cylinder. */
export class Cylinder extends ConvexPolyhedron {
  declare radiusTop: number;
  declare radiusBottom: number;
  declare height: number;
  declare numSegments: number;

  /** Throws an error for radii below zero. */
  constructor(radiusTop?: number, radiusBottom?: number, height?: number, numSegments?: number) {
    const [top, bottom, tall, count] = [radiusTop ?? 1, radiusBottom ?? 1, height ?? 1, numSegments ?? 8];
    if (top < 0) throw new Error('The cylinder radiusTop cannot be negative.');
    if (bottom < 0) throw new Error('The cylinder radiusBottom cannot be negative.');
    super(prism(top, bottom, tall, count));
    this.type = SHAPE_TYPES.CYLINDER;
    this.radiusTop = top;
    this.radiusBottom = bottom;
    this.height = tall;
    this.numSegments = count;
  }
}

/** Points below and above by turns; the faces of the side, then the bottom, then the top. */
function prism(top: number, bottom: number, height: number, count: number): { vertices: Vec3[]; faces: number[][]; axes: Vec3[] } {
  const steps = Array.from({ length: count }, (_, k) => k);
  const direction = (turn: number) => sineAndCosine((2 * Math.PI * turn) / count);
  const vertices = steps.flatMap((k) => {
    const { sine, cosine } = direction(k);
    return [new Vec3(-bottom * sine, -height / 2, bottom * cosine), new Vec3(-top * sine, height / 2, top * cosine)];
  });
  const sides = steps.map((k) => {
    const next = (k + 1) % count;
    return [2 * k, 2 * k + 1, 2 * next + 1, 2 * next];
  });
  const axes = steps.slice(0, count % 2 === 0 ? count / 2 : count).map((k) => {
    const { sine, cosine } = direction(k + 0.5);
    return new Vec3(-sine, 0, cosine);
  });
  return {
    vertices,
    faces: [...sides, steps.map((k) => 2 * k), steps.map((k) => 2 * (count - k) - 1)],
    axes: [...axes, new Vec3(0, 1, 0)],
  };
}
