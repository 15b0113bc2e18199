// Where B's frame would be without parts of a joint's coordinates: see strain.ts.
import type { Quat, Vec3 } from '../core/arguments.ts';
import { conjugate, cross, dot, length, multiply, rotate, scale } from '../core/geometry.ts';
import { Coordinate as Kind } from '../core/layout.ts';
import { angleOfPoint, sineAndCosine } from '../core/trigonometry.ts';
import { type Placement, rotationOf, swingAndTwist } from './coordinate-geometry.ts';

const X: Vec3 = [1, 0, 0];
const Z: Vec3 = [0, 0, 1];

/** m, rad; what is smaller has no direction. */
export const LEAST_DISTANCE = 1e-9;

/** B's frame without parts of its coordinates. */
export function swungFrame({ frameA, frameB }: Placement, part: (kind: Kind) => number): Quat {
  const { twist, swingY, swingZ, angle } = swingAndTwist(multiply(conjugate(frameA), frameB));
  const keep = angle > LEAST_DISTANCE ? 1 - part(Kind.Cone) / angle : 1;
  const relative = rotationOf(twist - part(Kind.Twist), keep * swingY - part(Kind.SwingY), keep * swingZ - part(Kind.SwingZ));
  return multiply(frameA, relative);
}

const arcSine = (sine: number): number => angleOfPoint(sine, Math.sqrt(Math.max(0, 1 - sine * sine)));

/** The same of a universal joint, of which SwingY is the sine between its axes. */
export function universalFrame({ frameA, frameB }: Placement, part: (kind: Kind) => number): Quat {
  const x = rotate(frameA, X);
  const back = (axis: Vec3, angle: number, q: Quat): Quat => {
    const size = length(axis);
    if (size < LEAST_DISTANCE || angle === 0) return q;
    const { sine, cosine } = sineAndCosine(-angle / 2);
    return multiply([...scale(axis, sine / size), cosine], q);
  };
  let frame = frameB;
  const z = rotate(frame, Z);
  const sine = Math.max(-1, Math.min(dot(x, z), 1));
  const wanted = sine - part(Kind.SwingY);
  const angle = arcSine(sine) - arcSine(wanted);
  frame = back(cross(z, x), angle, frame);
  frame = back(x, part(Kind.Twist), frame);
  return back(rotate(frame, Z), part(Kind.SwingZ), frame);
}
