import { AxisPart, placeAxis } from '../../constraint/axis.kernel';
import { flushed, turnsFar } from '../../constraint/common.kernel';
import { SINGULAR, TINY } from '../../constraint/constants';
import { invertSym2 } from '../../constraint/linear-algebra.kernel';
import { Substep } from '../../constraint/substep';
import { cayleyDelta } from '../../math/quat.kernel';
import { orthonormalBasis } from '../../math/vec3.kernel';

/** The angular impulse of a sweep; the response of the rows; and the axis of A to turn about, at the start of the substep (or now) and at its end. */
export function solveAxis<T>(
  part: AxisPart<T>, step: Substep, soft: bool,
  turnA: quat<T>, angularA: vec3<T>, inertiaA: sym3<T>, turnB: quat<T>, angularB: vec3<T>, inertiaB: sym3<T>,
): [vec3<T>, sym3<T>, vec3<T>, vec3<T>] {
  const [startA, startB, difference] = placeAxis(part, turnA, turnB);
  const endDeltaA = cayleyDelta(step.h * angularA, startA);
  const endDeltaB = cayleyDelta(step.h * angularB, startB);
  const endA = startA + endDeltaA;
  const axis = turnsFar(angularA, angularB, step) ? endA : startA;
  const inertia = inertiaA + inertiaB;

  let held: vec3<T> = vec3<T>(0, 0, 0);
  let alpha: lane<T> = splat<T>(0);
  if (soft) {
    alpha = part.compliance * step.inverseH2;
    if (step.warms || !step.first) held = part.impulse;
  } else if (!step.first) {
    held = part.impulse;
  }
  const [b, c] = orthonormalBasis(axis);
  const kb = inertia * b;
  const bb = dot(b, kb);
  const cc = dot(c, inertia * c);
  const [xx, xy, yy] = invertSym2(bb + alpha, dot(c, kb), cc + alpha);
  // Bodies that turn in one plane only answer by rounding errors across their axis.
  const turns: lane<T> = bb + cc > splat<T>(SINGULAR) * (inertia.xx + inertia.yy + inertia.zz) ? 1 : 0;
  const u = turns * (xx * b + xy * c);
  const v = turns * (xy * b + yy * c);
  const response = sym3(
    b.x * u.x + c.x * v.x,
    b.y * u.y + c.y * v.y,
    b.z * u.z + c.z * v.z,
    b.x * u.y + c.x * v.y,
    b.x * u.z + c.x * v.z,
    b.y * u.z + c.y * v.z,
  );
  let impulse: vec3<T>;
  const error = flushed(cross(endA, difference + (endDeltaB - endDeltaA)));
  if (step.scalar) {
    const size = length(error);
    const normal = error / max(size, splat<T>(TINY));
    const w = dot(normal, inertia * normal) + alpha;
    const strength = (size * step.inverseH + alpha * dot(normal, held)) / max(w, splat<T>(TINY));
    impulse = size > 1e-12 ? -strength * normal : vec3<T>(0, 0, 0);
  } else {
    impulse = -(response * (error * step.inverseH + alpha * held));
  }
  return [impulse, response, axis, endA];
}

/** Adds what a sweep really applied: to nothing in the first iteration of a rigid joint, else to the impulse so far. */
export function recordAxis<T>(part: AxisPart<T>, step: Substep, soft: bool, impulse: vec3<T>): void {
  if (step.first && !(soft && step.warms)) part.impulse = impulse;
  else part.impulse += impulse;
  part.total += impulse;
}
