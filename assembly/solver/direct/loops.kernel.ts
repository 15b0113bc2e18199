// Joints of islands with loops give: redundant ones share their load, those that cannot all be met are a stretch. A rigid row becomes
//
//     J du + s dp = e,    s = max(s0 w, |C| / (h P)),    |C| <= u h,
//
// w the inverse mass of its bodies alone, the same along all axes of a joint so that no force is turned aside, C the error of its point, or
// of its angles, when the substep began, of which u h comes back at most, along the line of the error. A regularisation that grows with the
// error is that of Levenberg and Marquardt (Fan and Yuan, "On the quadratic convergence of the Levenberg-Marquardt method without
// nonsingularity assumption", 2005): where the error goes to zero so does it, and what is never met bears an impulse of P in the end.
import { RECOVERY } from '../../constraint/constants';
import { theSubstep } from '../../constraint/substep';
import { bodiesEnd, BODY, entryOf, NODE, nodesEnd } from './lanes';
import { placeOf } from './momentum.kernel';
import { DirectBody, DirectIsland, DirectNode } from './record';

/** s0. */
const LEAST: f64 = 1e-7;
/** m/s, rad/s: u. */
const RECOVERED: f64 = RECOVERY;
/** m/s, of the mass of all bodies together: P of joints that close loops; and how many times as strong the others are, so that those give. */
const STRENGTH: f64 = 100;
const FIRMER: f64 = 100;

/** Inverse mass of a body that is locked along no axis. */
function massOf(body: DirectBody): f64 {
  const inverse = Math.max(body.mass0, Math.max(body.mass1, body.mass2));
  return inverse > 0 ? 1 / inverse : 0;
}

/** Half the trace of the inertia of the whole island about its centre. */
function momentOf(island: DirectIsland, mass: f64): f64 {
  let center: vec3<f64> = vec3<f64>(0, 0, 0);
  let sum: f64 = 0;
  const end = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < end; at += BODY) center += massOf(changetype<DirectBody>(at)) * placeOf(changetype<DirectBody>(at));
  center = (1 / mass) * center;
  for (let at = <usize>island.firstBody; at < end; at += BODY) {
    const body = changetype<DirectBody>(at);
    const arm = placeOf(body) - center;
    const trace = body.xx + body.yy + body.zz;
    sum += massOf(body) * dot(arm, arm) + (trace > 0 ? 4.5 / trace : 0);
  }
  return sum;
}

/** Softens the rigid rows of an island with loops. */
export function easeLoops(island: DirectIsland): void {
  const reach = RECOVERED * <f64>theSubstep().h;
  let mass: f64 = 0;
  const last = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < last; at += BODY) mass += massOf(changetype<DirectBody>(at));
  const linear = STRENGTH * mass;
  const angular = STRENGTH * Math.sqrt(mass * momentOf(island, mass));
  const end = nodesEnd(island);
  let strained = false;
  for (let at = <usize>island.firstNode; at < end; at += NODE) {
    const node = changetype<DirectNode>(at);
    const firm: f64 = node.closes ? 1 : FIRMER;
    if (ease(node, 1, reach, RECOVERED / (firm * linear))) strained = true;
    if (ease(node, 2, reach, RECOVERED / (firm * angular))) strained = true;
    ease(node, 0, reach, 0);
    ease(node, 3, reach, 0);
  }
  island.strained = strained ? 1 : 0;
}

/** Softens the rows of a part of a joint. `give`: their softness where they are `reach` off. Whether they bear all that they bear at most. */
function ease(node: DirectNode, part: i32, reach: f64, give: f64): bool {
  let square: f64 = 0;
  for (let k: u32 = 0; k < node.own; k++) {
    const entry = entryOf(node, k);
    if (entry.part == part && entry.ease > 0) square += entry.start * entry.start;
  }
  const off: f64 = give > 0 ? Math.sqrt(square) : 0;
  const more = give * Math.min(off / reach, 1);
  let strained = false;
  const rest: f64 = off > reach ? (1 - reach / off) / <f64>theSubstep().h : 0;
  for (let k: u32 = 0; k < node.own; k++) {
    const entry = entryOf(node, k);
    if (entry.part != part || entry.ease == 0) continue;
    const least = LEAST * entry.ease;
    if (more > least) strained = true;
    entry.softness = Math.max(least, more);
    entry.residual += rest * entry.start - entry.softness * entry.impulse;
  }
  return strained;
}
