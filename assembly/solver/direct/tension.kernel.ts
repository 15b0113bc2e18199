// The stiffness that loads have against what turns under them, where a substep is too long for it: a light link under a large tension is a
// string, whose waves are faster than a substep. Taken implicitly, and only in part, it keeps the link stable and slows nothing else (Tournier et al.,
// "Stable constrained dynamics", 2015; Andrews et al., "Geometric stiffness for real-time constrained multibody dynamics", 2017).
import { theSubstep } from '../../constraint/substep';
import { lane } from './lanes';
import { DirectHead } from './row.kernel';
import { DirectBody, DirectNode, Entry, Slows } from './record';
import { clear } from '../../memory/words';

/** Below: no load, no length. */
const LEAST: f64 = 1e-12;

/** A vector of a node's head. */
function vectorAt(head: usize, field: usize): vec3<f64> {
  return vec3<f64>(lane(head, field), lane(head, field + 16), lane(head, field + 32));
}

/** The part of a stiffness k (h² included) that is needed where the inverse inertia is w: gamma = (s - 1/2) / 2s from s = k w = 1/2 on. */
function partOf(k: f64, w: f64): f64 {
  const s = k * w;
  return s > 0.5 ? (s - 0.5) / (2 * s) : 0;
}

function inertiaOf(body: DirectBody): sym3<f64> {
  return sym3<f64>(body.xx, body.yy, body.zz, body.xy, body.xz, body.yz);
}

function addStiffness(body: DirectBody, k: sym3<f64>): void {
  body.kxx += k.xx;
  body.kyy += k.yy;
  body.kzz += k.zz;
  body.kxy += k.xy;
  body.kxz += k.xz;
  body.kyz += k.yz;
  body.stiff = 1;
}

/** The largest inverse inertia about axes across the vector m, whose square is given. */
function across(body: DirectBody, m: vec3<f64>, square: f64): f64 {
  const w = inertiaOf(body);
  const other: vec3<f64> = m.x * m.x < 0.36 * square ? vec3<f64>(1, 0, 0) : vec3<f64>(0, 1, 0);
  const a = cross(m, other);
  const b = cross(m, a);
  const wa = w * a;
  const wb = w * b;
  const scaleA = 1 / dot(a, a);
  const scaleB = scaleA / square;
  const aa = scaleA * dot(a, wa);
  const bb = scaleB * dot(b, wb);
  const ab = dot(a, wb);
  const half = 0.5 * (aa - bb);
  return 0.5 * (aa + bb) + Math.sqrt(half * half + scaleA * scaleB * ab * ab);
}

/** k (1 - m m^T), the positive part of the stiffness of the torque r x p against turns of r, with m along r/|r| + p/|p|. `p`: an impulse, h p = h² F. */
function pull(body: DirectBody, r: vec3<f64>, p: vec3<f64>, h: f64): void {
  const reach = lengthSquared(r);
  const load = lengthSquared(p);
  if (reach * load > LEAST * LEAST) {
    const ratio = Math.sqrt(load / reach);
    const m = ratio * r + p;
    const square = lengthSquared(m);
    const k = 0.5 * h * (dot(r, p) + ratio * reach);
    // The sum of the inverse inertias about two axes across m: where that needs nothing, the larger of them does not, and mostly it does not.
    const w = inertiaOf(body);
    const both = square * (w.xx + w.yy + w.zz) - dot(m, w * m);
    const part: f64 = square > 1e-12 * load && k * both > 0.5 * square ? k * partOf(k, across(body, m, square)) : 0;
    if (part > 0) {
      const scaled = part / square;
      addStiffness(body, sym3<f64>(part - scaled * m.x * m.x, part - scaled * m.y * m.y, part - scaled * m.z * m.z, -scaled * m.x * m.y, -scaled * m.x * m.z, -scaled * m.y * m.z));
    }
  }
}

/**
 * A torque couples each axis about which a joint turns freely with a tilt common to both bodies, about c = axis x torque / |torque|: a saddle, of which the turning is
 * slowed. A row a · b between directions of A and B has this second variation.
 */
function bend(node: DirectNode, index: u32, axis: vec3<f64>, torque: vec3<f64>, h: f64): void {
  const entry = changetype<Entry>(<usize>node.entries + <usize>index * offsetof<Entry>());
  clear(changetype<usize>(entry), offsetof<Entry>());
  entry.state = 1;
  const aside = cross(axis, torque);
  const size = length(aside);
  const c = (1 / Math.max(size, LEAST)) * aside;
  const k = 0.5 * h * size;
  let swing: f64 = 0;
  for (let side: u32 = 0; side < 2; side++) {
    const address = side == 0 ? node.bodyA : node.bodyB;
    if (!address || size <= LEAST) continue;
    const w = inertiaOf(changetype<DirectBody>(<usize>address));
    swing = Math.max(swing, dot(axis, w * axis) * dot(c, w * c));
  }
  const part: f64 = k * partOf(k, Math.sqrt(swing));
  if (part > 0) {
    const tilt = sym3<f64>(part * c.x * c.x, part * c.y * c.y, part * c.z * c.z, part * c.x * c.y, part * c.x * c.z, part * c.y * c.z);
    entry.state = 0;
    entry.softness = 1 / part;
    for (let side: u32 = 0; side < 2; side++) {
      const address = side == 0 ? node.bodyA : node.bodyB;
      if (!address) continue;
      const sign: f64 = side == 0 ? -1 : 1;
      const body = changetype<DirectBody>(<usize>address);
      addStiffness(body, tilt);
      const gradient = changetype<usize>(entry) + 24 + 48 * <usize>side;
      store<f64>(gradient, sign * axis.x);
      store<f64>(gradient, sign * axis.y, 8);
      store<f64>(gradient, sign * axis.z, 16);
      entry.residual -= sign * (axis.x * body.drift3 + axis.y * body.drift4 + axis.z * body.drift5);
    }
  }
}

/** One of the axes of a node's head: 0 to 2. */
function axisAt(head: usize, index: u32): vec3<f64> {
  const first = offsetof<DirectHead<v128>>('axisx');
  const more = offsetof<DirectHead<v128>>('axisYx') + 48 * <usize>(index - 1);
  return vectorAt(head, index == 0 ? first : more);
}

function traceOf(address: u32): f64 {
  if (!address) return 0;
  const body = changetype<DirectBody>(<usize>address);
  return body.xx + body.yy + body.zz;
}

/** Whether a torque is so small that it slows nothing: by an upper bound, without roots. */
function isCalm(node: DirectNode, torque: vec3<f64>, h: f64): bool {
  const bound = h * Math.max(traceOf(node.bodyA), traceOf(node.bodyB));
  return dot(torque, torque) * bound * bound <= 1;
}

function bendAll(node: DirectNode, head: usize, h: f64): void {
  const torque = vec3<f64>(node.bend0, node.bend1, node.bend2);
  if (isCalm(node, torque, h)) {
    for (let k = node.own; k < node.count; k++) changetype<Entry>(<usize>node.entries + <usize>k * offsetof<Entry>()).state = 1;
    return;
  }
  const all = (node.free & 7) == 7;
  const size = length(torque);
  const along = (1 / Math.max(size, LEAST)) * torque;
  const other: vec3<f64> = Math.abs(along.x) < 0.6 ? vec3<f64>(1, 0, 0) : vec3<f64>(0, 1, 0);
  const count: u32 = node.slows == Slows.Axis ? 1 : 2;
  let rest = node.free & 7;
  for (let k: u32 = 0; k < count; k++) {
    let axis: vec3<f64> = axisAt(head, <u32>ctz(rest));
    // Of a joint that turns about all axes, two across the torque.
    if (all && size > LEAST) {
      const across = normalize(cross(along, other));
      axis = k == 0 ? across : cross(along, across);
    }
    rest &= rest - 1;
    bend(node, node.own + k, axis, torque, h);
  }
}

/** Writes the gradient of a force at a lever of a body; returns the inverse mass along it. */
function slowSide(address: u32, gradient: usize, force: vec3<f64>, lever: vec3<f64>): f64 {
  let w: f64 = 0;
  if (address) {
    const body = changetype<DirectBody>(<usize>address);
    const torque = cross(lever, force);
    store<f64>(gradient, force.x);
    store<f64>(gradient, force.y, 8);
    store<f64>(gradient, force.z, 16);
    store<f64>(gradient, torque.x, 24);
    store<f64>(gradient, torque.y, 32);
    store<f64>(gradient, torque.z, 40);
    const linear = body.mass0 * force.x * force.x + body.mass1 * force.y * force.y + body.mass2 * force.z * force.z;
    w = linear + dot(torque, inertiaOf(body) * torque);
  }
  return w;
}

function driftSide(address: u32, gradient: usize): f64 {
  if (!address) return 0;
  const velocity = <usize>address + offsetof<DirectBody>('drift0');
  let sum: f64 = 0;
  for (let k: usize = 0; k < 48; k += 8) sum += load<f64>(gradient + k) * load<f64>(velocity + k);
  return sum;
}

/** The tension T of a link of length l holds it across its direction as stiffly as T / l. `k`: h² T / l. Bodies are 0 where an end has none. */
function pullStraight(node: DirectNode, index: u32, a: u32, b: u32, leverA: vec3<f64>, leverB: vec3<f64>, along: vec3<f64>, k: f64): void {
  const other: vec3<f64> = Math.abs(along.x) < 0.6 ? vec3<f64>(1, 0, 0) : vec3<f64>(0, 1, 0);
  const first = normalize(cross(along, other));
  const second = cross(along, first);
  let w: f64 = 0;
  for (let turn: u32 = 0; turn < 2; turn++) {
    const side: vec3<f64> = turn == 0 ? first : second;
    const gradient = <usize>node.entries + <usize>(index + turn) * offsetof<Entry>();
    clear(gradient, offsetof<Entry>());
    w += slowSide(a, gradient, -side, leverA) + slowSide(b, gradient + 48, side, leverB);
  }
  // All of it where the substep is much too long, since a link has no inertia of its own.
  const part: f64 = 2 * k * partOf(k, w);
  for (let turn: u32 = 0; turn < 2; turn++) {
    const entry = changetype<Entry>(<usize>node.entries + <usize>(index + turn) * offsetof<Entry>());
    const gradient = changetype<usize>(entry);
    if (part > 0) {
      entry.softness = 1 / part;
      entry.residual = -driftSide(a, gradient) - driftSide(b, gradient + 48);
    } else {
      clear(gradient, offsetof<Entry>());
      entry.state = 1;
    }
  }
}

/** Whether an impulse at an arm is so small that no stiffness of it is needed: by an upper bound, without roots. */
function isSlack(body: DirectBody, r: vec3<f64>, p: vec3<f64>, h: f64): bool {
  const bound = h * (body.xx + body.yy + body.zz);
  return dot(r, r) * dot(p, p) * bound * bound <= 0.25;
}

/** Adds what the load of a node does to its bodies; the load that its head has, or one that is found. */
export function stiffen(node: DirectNode, isFound: bool): void {
  const head = <usize>node.head;
  const isSteady = !isFound && lane(head, offsetof<DirectHead<v128>>('steady')) > 0;
  if (isSteady && !node.slows) return;
  const h = <f64>theSubstep().h;
  const leverA = vectorAt(head, offsetof<DirectHead<v128>>('leverAx'));
  const leverB = vectorAt(head, offsetof<DirectHead<v128>>('leverBx'));
  const p = vec3<f64>(node.load0, node.load1, node.load2);
  for (let k: u32 = isSteady ? 2 : 0; k < 2; k++) {
    const address = k == 0 ? node.bodyA : node.bodyB;
    if (!address) continue;
    const sign: f64 = k == 0 ? -1 : 1;
    const lever: vec3<f64> = k == 0 ? leverA : leverB;
    let push: vec3<f64> = sign * p;
    // A rope pulls its two bodies in different directions.
    if (node.slows == Slows.Spans) push = -node.tension * vectorAt(head, k == 0 ? offsetof<DirectHead<v128>>('axisx') : offsetof<DirectHead<v128>>('bendingx'));
    const body = changetype<DirectBody>(<usize>address);
    if (!isSlack(body, lever, push, h)) pull(body, lever, push, h);
  }
  if (node.slows == Slows.Axis || node.slows == Slows.Axes) bendAll(node, head, h);
  else if (node.slows) slowLinks(node, head, leverA, leverB, h);
}

function slowLinks(node: DirectNode, head: usize, leverA: vec3<f64>, leverB: vec3<f64>, h: f64): void {
  const isLink = node.slows == Slows.Link;
  const spans: u32 = isLink ? 1 : 2;
  // A rope over two fixed points has two links, each with one body.
  for (let k: u32 = 0; k < spans; k++) {
    const direction: vec3<f64> = k == 0 ? vectorAt(head, offsetof<DirectHead<v128>>('axisx')) : vectorAt(head, offsetof<DirectHead<v128>>('bendingx'));
    const size = lane(head, k == 0 ? offsetof<DirectHead<v128>>('length') : offsetof<DirectHead<v128>>('second'));
    const weight = length(direction);
    const along = (1 / Math.max(weight, LEAST)) * direction;
    const stiffness: f64 = size > 1e-9 && weight > LEAST ? (h * weight * Math.abs(node.tension)) / size : 0;
    pullStraight(node, node.own + 2 * k, k == 0 ? node.bodyA : 0, isLink || k == 1 ? node.bodyB : 0, leverA, leverB, along, stiffness);
  }
}

/** M^-1 with the stiffness of all loads, (W^-1 + K)^-1 = (1 + W K)^-1 W, and the impulse -K w that comes with it, as far as the substep has none of it yet. */
export function settleStiffness(body: DirectBody): void {
  const w = inertiaOf(body);
  if (!body.stiff) {
    body.sxx = w.xx;
    body.syy = w.yy;
    body.szz = w.zz;
    body.sxy = w.xy;
    body.sxz = w.xz;
    body.syz = w.yz;
    return;
  }
  const k = sym3<f64>(body.kxx, body.kyy, body.kzz, body.kxy, body.kxz, body.kyz);
  const torque = k * vec3<f64>(body.drift3, body.drift4, body.drift5);
  body.force3 -= torque.x;
  body.force4 -= torque.y;
  body.force5 -= torque.z;
  body.pushed = 1;
  // Columns of W K.
  const c0 = w * vec3<f64>(k.xx, k.xy, k.xz) + vec3<f64>(1, 0, 0);
  const c1 = w * vec3<f64>(k.xy, k.yy, k.yz) + vec3<f64>(0, 1, 0);
  const c2 = w * vec3<f64>(k.xz, k.yz, k.zz) + vec3<f64>(0, 0, 1);
  // Rows of the inverse.
  const r0 = cross(c1, c2);
  const r1 = cross(c2, c0);
  const r2 = cross(c0, c1);
  const scale = 1 / dot(c0, r0);
  const w0 = vec3<f64>(w.xx, w.xy, w.xz);
  const w1 = vec3<f64>(w.xy, w.yy, w.yz);
  const w2 = vec3<f64>(w.xz, w.yz, w.zz);
  body.sxx = scale * dot(r0, w0);
  body.syy = scale * dot(r1, w1);
  body.szz = scale * dot(r2, w2);
  body.sxy = scale * dot(r0, w1);
  body.sxz = scale * dot(r0, w2);
  body.syz = scale * dot(r1, w2);
}
