// What holds the particles of a set together: as users give it, and as a plan has it before it is written to memory.
import type { Body } from '../body/body.ts';
import type { Vec3, Vec3Like } from '../core/arguments.ts';
import type { Soft, SoftOptions } from './lists.ts';

/** Pairs of particles at the distances that they have. */
export interface DistanceOptions extends SoftOptions {
  /** Two numbers of particles for each distance, in one list. */
  pairs?: ArrayLike<number>;
  /** Or numbers of particles along a line, each at a distance from the next: they are solved together, which carries loads along at once. */
  line?: ArrayLike<number>;
  /** Of a line: rad/(N m), of the angle between one piece and the next, which is straight at rest. Default Infinity. */
  bendCompliance?: number;
  /** m: one for all, or one for each. By default the distances that there are. */
  lengths?: number | ArrayLike<number>;
  /** m/N, where the distance is too small; by default `compliance`. Infinity: it only pulls. */
  compressCompliance?: number;
  /** How far it stretches at most, whatever its compliance, over its length. Default Infinity. */
  maxStrain?: number;
  /** N: it breaks at more. Default Infinity. */
  breakForce?: number;
}

/** The angle between pairs of triangles with an edge in common. */
export interface BendOptions extends SoftOptions {
  /** Four numbers for each: the two ends of the edge, and the other corner of each triangle. */
  edges: ArrayLike<number>;
  /** rad: one for all, or one for each; 0 is flat. By default the angles that there are. */
  angles?: number | ArrayLike<number>;
}

/** Tetrahedra that keep their volumes, or are of an elastic material. */
export interface TetrahedronOptions extends SoftOptions {
  /** Four numbers for each. */
  corners: ArrayLike<number>;
  /** Pa, in place of a compliance: they are of a material with this modulus, and keep their shape. */
  youngModulus?: number;
  /** From 0 to 0.5; default 0.3. At 0.5 they keep their volume however they are pressed. */
  poissonRatio?: number;
}

/** A closed surface that keeps its volume, like a balloon. */
export interface VolumeOptions extends SoftOptions {
  /** Three numbers for each triangle, counter-clockwise from outside. */
  triangles: ArrayLike<number>;
  /** How many times its volume it is to enclose. Default 1. */
  inflation?: number;
}

/** A point of a body. */
export interface BodyPoint {
  body: Body;
  /** In the body's own axes, from its origin. */
  point: Vec3Like;
}

/** A line through points that is no longer than its length: a rope that stretches nowhere; or, between two points, a rod or a spring. */
export interface LengthOptions extends SoftOptions {
  /** Numbers of particles, and points of bodies. */
  points: readonly (number | BodyPoint)[];
  /** m. By default the length that there is. */
  length?: number;
  /** Whether it is not shorter either. Default false. */
  pushes?: boolean;
  breakForce?: number;
}

/** Particles that keep their shape together, turned and moved as they are. */
export interface ClusterOptions {
  particles: ArrayLike<number>;
  /** m/N, of each particle to its place. Default 0. */
  compliance?: number;
}

/** A particle held at a point of a body. */
export interface AttachmentOptions extends SoftOptions {
  particle: number;
  body: Body;
  /** In the body's own axes, from its origin. By default where the particle is. */
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
