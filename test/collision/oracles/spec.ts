// Shapes as plain data: what the oracles and the shapes of the package are both made from.
import type { Pose } from './vector.ts';

export type ConvexSpec =
  | { type: 'sphere'; radius: number }
  | { type: 'capsule'; radius: number; halfHeight: number }
  | { type: 'box'; halfExtents: [number, number, number]; rounding?: number }
  | { type: 'cylinder'; radius: number; halfHeight: number; rounding?: number }
  | { type: 'cone'; radius: number; halfHeight: number; rounding?: number }
  | { type: 'convexHull'; points: number[]; rounding?: number };

export type CompoundSpec = { type: 'compound'; children: ({ shape: ConvexSpec } & Pose)[] };

export type FixedSpec =
  | { type: 'halfSpace'; normal: [number, number, number] }
  | { type: 'mesh'; vertices: number[]; indices: number[]; solid: boolean }
  | { type: 'heightField'; heights: number[]; rows: number; columns: number; spacing: [number, number] }
  | { type: 'spline'; points: number[]; tangents: number[]; radius: number; closed: boolean };

export type ShapeSpec = ConvexSpec | CompoundSpec | FixedSpec;

export const CONVEX_TYPES = ['sphere', 'capsule', 'box', 'cylinder', 'cone', 'convexHull'] as const;
export const MOVABLE_TYPES = [...CONVEX_TYPES, 'compound'] as const;
export const FIXED_TYPES = ['halfSpace', 'mesh', 'heightField', 'spline'] as const;
export const ALL_TYPES = [...MOVABLE_TYPES, ...FIXED_TYPES] as const;
export type ShapeTypeName = ShapeSpec['type'];
