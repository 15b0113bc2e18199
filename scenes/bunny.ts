import { TriangleMesh, type Vec3 } from '../bindings/index.ts';
import { surfaceNet } from './surface-net.ts';

/** A bunny that can hang from others. */
export interface Bunny {
  mesh: TriangleMesh;
  /** Height of its bounding box, m. */
  height: number;
  /** Where the vertical line through the centre of mass meets the bounding box: a chain attached there hangs straight. */
  top: Vec3;
  bottom: Vec3;
}

/** An ellipsoid, optionally rotated about z by an angle given as cosine and sine. */
interface Ellipsoid {
  center: Vec3;
  radii: Vec3;
  turn?: [cosine: number, sine: number];
}

const UPRIGHT: [number, number] = [1, 0];

/** The part and its mirror image. */
const both = (part: Ellipsoid): Ellipsoid[] => {
  const [x, y, z] = part.center;
  return [part, { ...part, center: [x, y, -z] }];
};

/** It sits, faces -x, and is about 1 high. */
const PARTS: readonly Ellipsoid[] = [
  { center: [0.1, 0.3, 0], radii: [0.33, 0.28, 0.25] }, // the body
  { center: [-0.13, 0.34, 0], radii: [0.19, 0.24, 0.19] }, // the chest
  { center: [-0.25, 0.62, 0], radii: [0.18, 0.15, 0.145] }, // the head
  { center: [-0.38, 0.57, 0], radii: [0.09, 0.08, 0.085] }, // the muzzle
  { center: [0.44, 0.27, 0], radii: [0.085, 0.085, 0.085] }, // the tail
  ...both({ center: [-0.11, 0.85, 0.095], radii: [0.075, 0.23, 0.048], turn: [0.96, 0.28] }), // ears
  ...both({ center: [0.2, 0.21, 0.17], radii: [0.2, 0.2, 0.11] }), // haunches
  ...both({ center: [0.19, 0.06, 0.19], radii: [0.15, 0.065, 0.075] }), // hind feet
  ...both({ center: [-0.22, 0.2, 0.11], radii: [0.075, 0.2, 0.065] }), // forelegs
  ...both({ center: [-0.27, 0.055, 0.115], radii: [0.1, 0.06, 0.065] }), // paws
];
/** Parts closer than this blend into one. */
const BLEND = 0.05;
const CELL = 0.04;
const LOW: Vec3 = [-0.55, -0.1, -10 * CELL]; // symmetric about z = 0
const HIGH: Vec3 = [0.63, 1.18, 10 * CELL];

/** To the first order: f (f - 1) / |∇f|, where f is 1 on the surface. */
function distanceTo({ center, radii, turn: [cosine, sine] = UPRIGHT }: Ellipsoid, x: number, y: number, z: number): number {
  const dx = x - center[0];
  const dy = y - center[1];
  const u = (cosine * dx - sine * dy) / radii[0];
  const v = (sine * dx + cosine * dy) / radii[1];
  const w = (z - center[2]) / radii[2];
  const f = Math.sqrt(u * u + v * v + w * w);
  if (f === 0) return -Math.min(...radii);
  const [p, q, r] = [u / radii[0], v / radii[1], w / radii[2]];
  return (f * (f - 1)) / Math.sqrt(p * p + q * q + r * r);
}

/** Smooth minimum of all distances. */
function distance(x: number, y: number, z: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const part of PARTS) {
    const other = distanceTo(part, x, y, z);
    const overlap = Math.max(BLEND - Math.abs(nearest - other), 0);
    nearest = Math.min(nearest, other) - (overlap * overlap) / (4 * BLEND);
  }
  return nearest;
}

let surface: ReturnType<typeof surfaceNet> | undefined;

/** A bunny generated from ellipsoids: a closed mesh with about as many triangles as the scanned ones used in papers. */
export function createBunny(height: number): Bunny {
  surface ??= surfaceNet(distance, LOW, HIGH, CELL);
  const { vertices, indices } = surface;
  const heights = vertices.filter((_, index) => index % 3 === 1);
  const lowest = heights.reduce((least, y) => Math.min(least, y));
  const highest = heights.reduce((most, y) => Math.max(most, y));
  const scale = height / (highest - lowest);
  const mesh = new TriangleMesh(
    vertices.map((coordinate) => scale * coordinate),
    indices,
  );
  const [x, , z] = mesh.massProperties().centerOfMass;
  return { mesh, height, top: [x, scale * lowest + height, z], bottom: [x, scale * lowest, z] };
}
