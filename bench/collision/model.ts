// What the benchmarks of collision detection are made of: plain data, so that every engine gets the same shapes at the same places.
import type { ConvexShape, MeshShape, Quat, Vec3 } from '../model.ts';

export type { ConvexShape } from '../model.ts';

export type BenchShape =
  | ConvexShape
  | { type: 'compound'; children: { shape: ConvexShape; position: Vec3 }[] }
  | { type: 'halfSpace' }
  | MeshShape
  | { type: 'heightField'; heights: number[]; samples: number; spacing: number }
  | { type: 'spline'; points: number[]; radius: number };

export interface PlacedShape {
  shape: BenchShape;
  position: Vec3;
  orientation: Quat;
}

/** Pairs of one kind far from each other: the first body of each turns about the vertical on or above the second. */
export interface Pairs {
  first: BenchShape;
  second: BenchShape;
  /** Of the first bodies. */
  orientation: Quat;
  count: number;
  /** Distance of the two bodies' origins. */
  height: number;
}

export interface Probe {
  /** What is timed. */
  step(): void;
  /** Of one step: contact points, hits. Proves that engines do the same work. */
  found(): number;
  dispose(): void;
}

/** Each gives null where the engine lacks a shape. */
export interface CollisionBuilder {
  pairs(pairs: Pairs): Promise<Probe | null>;
  /** Nearest hit with its normal for each ray: 6 numbers each, unit directions. */
  rays(scene: PlacedShape[], rays: Float64Array, length: number): Promise<Probe | null>;
  /** First hit of a box that is moved from the origin of each ray along it. */
  shapeCasts(scene: PlacedShape[], halfExtents: Vec3, rays: Float64Array, length: number): Promise<Probe | null>;
  /** Boxes that move, and never touch; without shapes for comparison. */
  boxes(boxes: { position: Vec3; velocity: Vec3 }[], shapes: boolean): Promise<Probe | null>;
}

export interface CollisionEngine {
  name: string;
  load(): Promise<CollisionBuilder>;
}

export const DT = 1 / 60;
/** Of the first body of each pair, rad/s: more in a step than the peers' caches of contacts allow for. */
export const SPIN = 3;
export const CELL = 8;
/** Where the pairs are. */
export function cell(index: number, count: number): Vec3 {
  const side = Math.ceil(Math.sqrt(count));
  return [(index % side) * CELL, 0, Math.floor(index / side) * CELL];
}
