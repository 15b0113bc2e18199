// Contacts while a step goes on: what is found once a step is carried along with both bodies from substep to substep. Distances are
// carried as changes since the start of the step, which single precision holds to more digits than the distances themselves.
import { rotateDelta } from '../math/quat.kernel';
import { nearestOnSegments } from './segments.kernel';

/**
 * The separation of two points that move with their bodies, along a normal that stays. `arm`s are from the centres of mass, in world axes at the
 * start of the step; displacements and turns are since then.
 */
export function separationOf<T>(
  start: lane<T>, normal: vec3<T>, armA: vec3<T>, armB: vec3<T>,
  displacementA: vec3<T>, turnA: quat<T>, displacementB: vec3<T>, turnB: quat<T>,
): lane<T> {
  const change = (displacementB - displacementA) + (rotateDelta(turnB, armB) - rotateDelta(turnA, armA));
  return start + dot(normal, change);
}

/** Two spheres or capsules in contact, at the start of a step, world axes. A sphere is a segment of length zero. */
export class CurvedPair<T> {
  /** From the centre of mass to the middle of the segment, and from there to its end. */
  armA: vec3<T>;
  axisA: vec3<T>;
  armB: vec3<T>;
  axisB: vec3<T>;
  /** From the middle of A's segment to that of B's. */
  between: vec3<T>;
  /** Of the nearest points; where they coincide it stays. */
  normal: vec3<T>;
  radiusA: lane<T>;
  radiusB: lane<T>;
  /** Places of the nearest points on the segments, -1 to 1. */
  placeA: lane<T>;
  placeB: lane<T>;
  separation: lane<T>;
}

/**
 * Where the surfaces of a curved pair are nearest now: arms of that place on A and on B from their centres of mass, the unit normal
 * from A to B, and the separation.
 */
export function curvedContact<T>(
  pair: CurvedPair<T>, displacementA: vec3<T>, turnA: quat<T>, displacementB: vec3<T>, turnB: quat<T>,
): [vec3<T>, vec3<T>, vec3<T>, lane<T>] {
  const bentA = rotateDelta(turnA, pair.axisA);
  const bentB = rotateDelta(turnB, pair.axisB);
  const movedA = rotateDelta(turnA, pair.armA);
  const movedB = rotateDelta(turnB, pair.armB);
  const axisA = pair.axisA + bentA;
  const axisB = pair.axisB + bentB;
  const shift = (displacementB - displacementA) + (movedB - movedA);
  const [s, t] = nearestOnSegments(pair.between + shift, axisA, axisB);
  // d + c, the way between the nearest points: d at the start of the step and what was added to it.
  const d = pair.between + pair.placeB * pair.axisB - pair.placeA * pair.axisA;
  const slid = (t - pair.placeB) * pair.axisB - (s - pair.placeA) * pair.axisA;
  const c = shift + (t * bentB - s * bentA) + slid;
  const end = d + c;
  const before = length(d);
  const distance = length(end);
  const apart = distance > splat<T>(1e-15);
  const normal = apart ? end / distance : pair.normal;
  // |d + c| - |d| without cancellation.
  const change = dot(c, end + d) / max(distance + before, splat<T>(1e-15));
  const armA = pair.armA + movedA + s * axisA + pair.radiusA * normal;
  const armB = pair.armB + movedB + t * axisB - pair.radiusB * normal;
  return [armA, armB, normal, pair.separation + change];
}
