// What holds the particles of a set together: as users give it, and as a plan has it before it is written to memory.
import type { Body } from '../body/body.ts';
import type { Vec3, Vec3Like } from '../core/arguments.ts';
import type { Soft, SoftOptions } from './lists.ts';

/** Pairs of particles that keep their distances. */
export interface DistanceOptions extends SoftOptions {
  /** Two particle indices per distance, in one list. */
  pairs?: ArrayLike<number>;
  /**
   * Alternatively, indices of particles along a line, each at a distance from the next. They are solved together, which transmits loads at
   * once.
   */
  line?: ArrayLike<number>;
  /** For a line: compliance of the angle between one piece and the next, which is straight at rest, rad/(N m); infinite by default. */
  bendCompliance?: number;
  /** Distances, m: one for all, or one for each; by default the current distances. */
  lengths?: number | ArrayLike<number>;
  /** Compliance under compression, m/N; by default `compliance`. If it is infinite, the constraint only pulls. */
  compressCompliance?: number;
  /** Maximum strain, whatever the compliance; infinite by default. */
  maxStrain?: number;
  /** Force at which it breaks, N; infinite by default. */
  breakForce?: number;
}

/** The angle between pairs of triangles with a common edge. */
export interface BendOptions extends SoftOptions {
  /** Four particle indices each: the two ends of the edge, and the opposite vertex of each triangle. */
  edges: ArrayLike<number>;
  /** Angles at rest, rad: one for all, or one for each; 0 is flat. By default the current angles. */
  angles?: number | ArrayLike<number>;
}

/** Tetrahedra that keep their volumes, or consist of an elastic material. */
export interface TetrahedronOptions extends SoftOptions {
  /** Four particle indices each. */
  corners: ArrayLike<number>;
  /** Young's modulus, Pa, instead of a compliance: an elastic material that keeps its shape. */
  youngModulus?: number;
  /** Poisson's ratio, from 0 to 0.5; 0.3 by default. At 0.5 the volume is constant under any load. */
  poissonRatio?: number;
}

/** A closed surface that keeps its volume, like a balloon. */
export interface VolumeOptions extends SoftOptions {
  /** Three particle indices per triangle, counter-clockwise from outside. */
  triangles: ArrayLike<number>;
  /** Enclosed volume relative to the current one; 1 by default. */
  inflation?: number;
}

/** A point of a body. */
export interface BodyPoint {
  body: Body;
  /** The point in the body's own axes, from its origin, m. */
  point: Vec3Like;
}

/** A line through points with a maximum length: a rope that does not stretch; or, between two points, a rod or a spring. */
export interface LengthOptions extends SoftOptions {
  /** Indices of particles, and points of bodies. */
  points: readonly (number | BodyPoint)[];
  /** Length, m; by default the current length. */
  length?: number;
  /** Whether it is also a minimum length; false by default. */
  pushes?: boolean;
  breakForce?: number;
}

/** Particles that keep their shape as a group, which may move and turn. */
export interface ClusterOptions {
  particles: ArrayLike<number>;
  /** Compliance of each particle's place, m/N; 0 by default. */
  compliance?: number;
}

/** A particle that is attached to a point of a body. */
export interface AttachmentOptions extends SoftOptions {
  particle: number;
  body: Body;
  /** The point in the body's own axes, from its origin, m; by default the place of the particle. */
  point?: Vec3Like;
  breakForce?: number;
}

export interface HoldOptions {
  distances?: readonly DistanceOptions[];
  bends?: readonly BendOptions[];
  tetrahedra?: readonly TetrahedronOptions[];
  volumes?: readonly VolumeOptions[];
  lengths?: readonly LengthOptions[];
  clusters?: readonly ClusterOptions[];
  attachments?: readonly AttachmentOptions[];
}

export interface Distance extends Soft {
  a: number;
  b: number;
  rest: number | null;
  compress: number;
  maxStrain: number;
  breakForce: number;
}
export interface Bend extends Soft {
  corners: readonly number[];
  rest: number | null;
}
export interface Tetrahedron extends Soft {
  corners: readonly number[];
}
export interface Element {
  corners: readonly number[];
  shearModulus: number;
  /** s */
  damping: number;
}
export interface Volume extends Soft {
  triangles: Uint32Array;
  inflation: number;
}
export type LengthPoint = { particle: number } | { body: Body; point: Vec3 };
export interface Length extends Soft {
  pushes: boolean;
  points: readonly LengthPoint[];
  rest: number | null;
  breakForce: number;
}
export interface Cluster {
  particles: Uint32Array;
  compliance: number;
}
export interface Attachment extends Soft {
  particle: number;
  body: Body;
  point: Vec3 | null;
  breakForce: number;
}

/** All that holds the particles of a set. */
export interface Plan {
  distances: Distance[];
  /** First and number of distances that are solved as one line. */
  chains: { first: number; count: number; bend: Soft }[];
  bends: Bend[];
  tetrahedra: Tetrahedron[];
  elements: Element[];
  volumes: Volume[];
  lengths: Length[];
  clusters: Cluster[];
  attachments: Attachment[];
  /** Room for so many more. */
  spareAttachments: number;
}
