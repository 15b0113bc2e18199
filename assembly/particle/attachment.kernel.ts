// Particles at points of bodies: what those of one body want of it, and what they do once it is displaced. The equations are in
// reference/particle/attachments.ts; in f64 in both builds, since many may hold one body.
import { real } from 'precision';
import { pointInverseMass } from '../math/mat3.kernel';
import { rotate } from '../math/quat.kernel';
import { toStart } from './distance.kernel';

/** Of the body's response: what is rigid at both ends gives way by it. */
const LEAST: f64 = 1e-9;

/** A body, as reference/particle/rigid.ts has it, and what is asked of it. */
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
  /** What it is displaced and turned by. */
  shift: vec3<f64>;
  turn: vec3<f64>;
  /** Σ s, Σ s r, and the block of turns; right sides. */
  stiffness: f64;
  moment: vec3<f64>;
  block: sym3<f64>;
  force: vec3<f64>;
  torque: vec3<f64>;
}

export class Attachment {
  /** Address of the displacement. */
  particle: u32;
  /** 0: it is broken. */
  holds: u32;
  /** From the body's centre of mass, in its axes. */
  local: vec3<f64>;
  compliance: f64;
  damping: f64;
  /** kg m: of the substep, the sum of those before it, and that of the last. */
  lambda: vec3<f64>;
  sum: vec3<f64>;
  pull: vec3<f64>;
  /** Of the pass. */
  lever: vec3<f64>;
  wanted: vec3<f64>;
  response: f64;
  stiffness: f64;
}

export function attachmentBytes(): usize {
  return offsetof<Attachment>();
}

/** `starts`: four f64 a particle; `displacements`: address of the first; `before`: from one to that at the start of the substep, bytes. */
export function gatherAttachments(
  run: usize, count: u32, at: usize, starts: usize, displacements: usize, before: usize, h: f64, first: bool,
): void {
  const body = changetype<AttachedBody>(at);
  for (let k: u32 = 0; k < count; k++) {
    const one = changetype<Attachment>(run + <usize>k * offsetof<Attachment>());
    if (first) {
      one.sum += one.lambda;
      one.pull = one.lambda;
      one.lambda = vec3<f64>(0, 0, 0);
    }
    one.response = 0;
    one.stiffness = 0;
    if (one.holds != 0) gatherOne(one, body, starts + toStart(one.particle, displacements), before, h, first);
  }
}

function gatherOne(one: Attachment, body: AttachedBody, start: usize, before: usize, h: f64, first: bool): void {
  const at = <usize>one.particle;
  const u = vec3<f64>(<f64>load<real>(at), <f64>load<real>(at, sizeof<real>()), <f64>load<real>(at, 2 * sizeof<real>()));
  const weight = <f64>load<real>(at, 3 * sizeof<real>());
  const r = rotate(body.ahead, one.local);
  const end = body.position + h * body.velocity + r;
  const scaled = one.compliance / (h * h);
  const gamma = (one.compliance * one.damping) / h;
  const m = body.mass;
  const P = pointInverseMass(body.inertia, r);
  const own = m.x + m.y + m.z + P.xx + P.yy + P.zz;
  const response = 1 / Math.max((1 + gamma) * weight + scaled, LEAST * own);
  // What is infinitely soft, and what cannot move.
  if (response == 0 || !isFinite(response)) return;
  const error = vec3<f64>(load<f64>(start) + u.x - end.x, load<f64>(start, 8) + u.y - end.y, load<f64>(start, 16) + u.z - end.z);
  let wanted = -1 * error - scaled * one.lambda;
  if (gamma > 0) {
    const b = at + before;
    const ago = vec3<f64>(<f64>load<real>(b), <f64>load<real>(b, sizeof<real>()), <f64>load<real>(b, 2 * sizeof<real>()));
    const was = body.position + rotate(body.orientation, one.local);
    wanted -= gamma * (u - ago - (end - was));
  }
  const stiffness = (1 + gamma) * response;
  one.lever = r;
  one.wanted = wanted;
  one.response = response;
  one.stiffness = stiffness;
  const square = lengthSquared(r);
  const pull = first ? one.pull : one.lambda;
  const across = stiffness + (square > 0 ? Math.max(-dot(r, pull), 0) / square : 0);
  const push = response * wanted;
  body.stiffness += stiffness;
  body.moment += stiffness * r;
  body.block += across * sym3<f64>(square - r.x * r.x, square - r.y * r.y, square - r.z * r.z, -r.x * r.y, -r.x * r.z, -r.y * r.z);
  body.force -= push;
  body.torque -= cross(r, push);
}

/** Moves the particles. */
export function applyAttachments(run: usize, count: u32, at: usize): void {
  const body = changetype<AttachedBody>(at);
  for (let k: u32 = 0; k < count; k++) {
    const one = changetype<Attachment>(run + <usize>k * offsetof<Attachment>());
    if (one.response == 0) continue;
    const change = one.response * one.wanted + one.stiffness * (body.shift + cross(body.turn, one.lever));
    one.lambda += change;
    const p = <usize>one.particle;
    const weight = <f64>load<real>(p, 3 * sizeof<real>());
    store<real>(p, <real>(<f64>load<real>(p) + weight * change.x));
    store<real>(p, <real>(<f64>load<real>(p, sizeof<real>()) + weight * change.y), sizeof<real>());
    store<real>(p, <real>(<f64>load<real>(p, 2 * sizeof<real>()) + weight * change.z), 2 * sizeof<real>());
  }
}
