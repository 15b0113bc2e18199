// A particle at a point of a body: C = x − (c + R l), of XPBD as one block of three (Müller et al. 2020, eqs 2 to 9, with w = 1/m of the particle), one after the other,
// in f64 in both builds, since many may hold one body.
//
//   (1 + γ) K Δλ + α̃ Δλ = −C − α̃ λ − γ (ΔC in the substep),   K = (1/m) 1 + M⁻¹ − [r]× I⁻¹ [r]×,   the impulse on the body is −Δλ / h
import { real } from 'precision';
import { adjugateSym3, pointInverseMass } from '../math/mat3.kernel';
import { cayley, qmul, rotate } from '../math/quat.kernel';
import { toStart } from './distance.kernel';

/** A body, as reference/particle/rigid.ts has it. */
export class AttachedBody {
  /** At the start of the substep. */
  position: vec3<f64>;
  orientation: quat<f64>;
  velocity: vec3<f64>;
  spin: vec3<f64>;
  mass: vec3<f64>;
  inertia: sym3<f64>;
  /** Orientation at the end of the substep. */
  ahead: quat<f64>;
}

export class Attachment {
  /** Addresses of the displacement and of the body; 0: it is broken. */
  particle: u32;
  body: u32;
  /** From the body's centre of mass, in its axes. */
  local: vec3<f64>;
  compliance: f64;
  damping: f64;
  /** kg m: of the substep, and the sum of those before it. */
  lambda: vec3<f64>;
  sum: vec3<f64>;
}

export function attachmentBytes(): usize {
  return offsetof<Attachment>();
}

export function attachedBodyBytes(): usize {
  return offsetof<AttachedBody>();
}

/** `starts`: four f64 a particle; `displacements`: address of the first; `before`: from one to that at the start of the substep, bytes. */
export function solveAttachments(
  attachments: usize, count: u32, starts: usize, displacements: usize, before: usize, h: f64, first: bool,
): void {
  for (let k: u32 = 0; k < count; k++) {
    const one = changetype<Attachment>(attachments + <usize>k * offsetof<Attachment>());
    if (first) {
      one.sum += one.lambda;
      one.lambda = vec3<f64>(0, 0, 0);
    }
    if (one.body != 0) solveOne(one, starts + toStart(one.particle, displacements), before, h);
  }
}

function solveOne(one: Attachment, start: usize, before: usize, h: f64): void {
  const body = changetype<AttachedBody>(<usize>one.body);
  const at = <usize>one.particle;
  const u = vec3<f64>(<f64>load<real>(at), <f64>load<real>(at, sizeof<real>()), <f64>load<real>(at, 2 * sizeof<real>()));
  const weight = <f64>load<real>(at, 3 * sizeof<real>());
  const r = rotate(body.ahead, one.local);
  const end = body.position + h * body.velocity + r;
  const scaled = one.compliance / (h * h);
  const error = vec3<f64>(load<f64>(start) + u.x - end.x, load<f64>(start, 8) + u.y - end.y, load<f64>(start, 16) + u.z - end.z);
  let wanted = -1 * error - scaled * one.lambda;
  const m = body.mass;
  const P = pointInverseMass(body.inertia, r);
  let K = sym3<f64>(weight + m.x + P.xx, weight + m.y + P.yy, weight + m.z + P.zz, P.xy, P.xz, P.yz);
  if (!(K.xx + K.yy + K.zz > 0)) return;
  if (one.damping > 0) {
    const gamma = (one.compliance * one.damping) / h;
    const b = at + before;
    const ago = vec3<f64>(<f64>load<real>(b), <f64>load<real>(b, sizeof<real>()), <f64>load<real>(b, 2 * sizeof<real>()));
    const was = body.position + rotate(body.orientation, one.local);
    wanted -= gamma * (u - ago - (end - was));
    K = (1 + gamma) * K;
  }
  K += sym3<f64>(scaled, scaled, scaled, 0, 0, 0);
  const [adjugate, determinant] = adjugateSym3(K);
  const inverse = 1 / determinant;
  // What cannot be solved is left.
  if (!isFinite(inverse)) return;
  const change = inverse * (adjugate * wanted);
  one.lambda += change;
  const moved = u + weight * change;
  store<real>(at, <real>moved.x);
  store<real>(at, <real>moved.y, sizeof<real>());
  store<real>(at, <real>moved.z, 2 * sizeof<real>());
  const impulse = (-1 / h) * change;
  body.velocity += m * impulse;
  body.spin += body.inertia * cross(r, impulse);
  body.ahead = qmul(cayley(h * body.spin), body.orientation);
}
