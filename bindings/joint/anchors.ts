import type { Body } from '../body/body.ts';
import { choice, orDefault, type Quat, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';

/** The bodies of a joint; null is the world. */
interface Ends {
  readonly a: Body | null;
  readonly b: Body | null;
}

/** What a joint writes into its record when it is added. */
export interface JointGeometry {
  /** World position of each anchor. */
  anchorA: Vec3;
  anchorB: Vec3;
  /** World orientation of the joint's frame on each body, x along the joint's axis. */
  frameA: Quat;
  frameB: Quat;
}

/** Written out: joints are added in great numbers. */
export const geometryOf = (
  { anchorA, anchorB }: Pick<JointGeometry, 'anchorA' | 'anchorB'>,
  { frameA, frameB }: Pick<JointGeometry, 'frameA' | 'frameB'>,
): JointGeometry => ({ anchorA, anchorB, frameA, frameB });

/** Where a joint attaches: one point in the world, or a point in the frame of each body (world coordinates if there is no body). */
export interface AnchorOptions {
  anchor?: Vec3Like;
  anchorA?: Vec3Like;
  anchorB?: Vec3Like;
}

/**
 * Two points that a joint attaches to: in the frames of the bodies (the default; world coordinates if there is no body), or in the world's.
 */
export interface PointOptions {
  anchorA: Vec3Like;
  anchorB: Vec3Like;
  frame?: 'local' | 'world';
}

export const ANCHOR_OPTIONS = ['anchor', 'anchorA', 'anchorB'] as const;
export const POINT_OPTIONS = ['anchorA', 'anchorB', 'frame'] as const;
export const FRAMES = ['local', 'world'] as const;

/** Computes where in the world a joint's anchors are. */
export type Anchors = (a: Pose, b: Pose, bodies: Ends) => { anchorA: Vec3; anchorB: Vec3 };

const place = (body: Body | null, point: Vec3): Vec3 => (body ? body.worldPoint(point) : point);

/** World anchors from the options: one world point, or a point in each body's frame. */
export function readAnchors(given: AnchorOptions): Anchors {
  const { anchor, anchorA, anchorB } = given;
  if (anchor !== undefined) {
    if (anchorA !== undefined || anchorB !== undefined)
      throw new HolonomicError('invalid-argument', 'Pass either anchor (world) or anchorA and anchorB (local), not both.');
    const point = vector(anchor, 'anchor');
    return () => ({ anchorA: point, anchorB: point });
  }
  if (anchorA === undefined || anchorB === undefined)
    throw new HolonomicError(
      'invalid-argument',
      'Pass anchor in world coordinates, or both anchorA and anchorB in the frames of the bodies.',
    );
  return readPoints({ anchorA, anchorB });
}

/** World anchors from two points. */
export function readPoints(given: PointOptions): Anchors {
  const inWorld = choice(orDefault(given.frame, 'local'), 'frame', FRAMES) === 'world';
  const pointA = vector(given.anchorA, 'anchorA');
  const pointB = vector(given.anchorB, 'anchorB');
  if (inWorld) return () => ({ anchorA: pointA, anchorB: pointB });
  return (_a, _b, { a, b }) => ({ anchorA: place(a, pointA), anchorB: place(b, pointB) });
}

/** Anchors at the centres of mass, for joints that hold no points. */
export const atCenters: Anchors = (a, b) => ({ anchorA: a.center, anchorB: b.center });
