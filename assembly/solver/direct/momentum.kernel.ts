// Geometric stiffness in part brakes what turns together, where joints act inside an island only and cannot change its angular momentum. What
// is lost is given back as a rotation of the whole island, which no joint feels.
import { real } from 'precision';
import { DISPLACEMENT } from '../../body/solver-body.kernel';
import { BodyFlag } from '../../body/record';
import { bodyAt } from '../../memory/records';
import { bodiesEnd, BODY, entryOf, NODE, nodesEnd } from './lanes';
import { ArticulatedBody, DirectBody, DirectIsland, DirectNode, State } from './record';

/** Where a body is in the substep. */
export function placeOf(body: DirectBody): vec3<f64> {
  const record = bodyAt(body.slot);
  const at = <usize>body.solver + DISPLACEMENT;
  const size = sizeof<real>();
  return vec3<f64>(record.positionX + <f64>load<real>(at), record.positionY + <f64>load<real>(at + size), record.positionZ + <f64>load<real>(at + 2 * size));
}

/** Inverse of a symmetric matrix that has one. */
function inverted(m: sym3<f64>): sym3<f64> {
  const xx = m.yy * m.zz - m.yz * m.yz;
  const xy = m.xz * m.yz - m.xy * m.zz;
  const xz = m.xy * m.yz - m.xz * m.yy;
  const scale = 1 / (m.xx * xx + m.xy * xy + m.xz * xz);
  return sym3<f64>(scale * xx, scale * (m.xx * m.zz - m.xz * m.xz), scale * (m.xx * m.yy - m.xy * m.xy), scale * xy, scale * xz, scale * (m.xy * m.xz - m.xx * m.yz));
}

/** What is inverted is not locked along any axis. */
export function inertiaOf(body: DirectBody): sym3<f64> {
  return inverted(sym3<f64>(body.xx, body.yy, body.zz, body.xy, body.xz, body.yz));
}

const LOCKS: u32 = BodyFlag.LockTranslationX | BodyFlag.LockTranslationY | BodyFlag.LockTranslationZ | BodyFlag.LockRotationX | BodyFlag.LockRotationY | BodyFlag.LockRotationZ;

/** Whether some bodies are stiff, or bear so much that the rounding of levers is felt, and nothing of their motion is locked. */
function mayTurn(island: DirectIsland): bool {
  let stiff = island.strained != 0;
  const end = bodiesEnd(island);
  for (let at = <usize>island.firstBody; at < end && !stiff; at += BODY) if (changetype<DirectBody>(at).stiff) stiff = true;
  const last = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < last && !stiff; at += NODE) {
    const node = changetype<DirectNode>(at);
    for (let k = node.own; k < node.count; k++) if (entryOf(node, k).state == State.Free) stiff = true;
  }
  if (!stiff) return false;
  for (let at = <usize>island.firstBody; at < end; at += BODY) if (bodyAt(changetype<DirectBody>(at).slot).flags & LOCKS) return false;
  return true;
}

/**
 * Adds to the changes of all bodies the turning of the rigid island about its centre that has so many times the angular momentum of a motion, whose six numbers are at this place of
 * the bodies, without what contacts push by.
 */
function turnBy(island: DirectIsland, motion: usize, part: f64): void {
  const end = bodiesEnd(island);
  let mass: f64 = 0;
  let center: vec3<f64> = vec3<f64>(0, 0, 0);
  for (let at = <usize>island.firstBody; at < end; at += BODY) {
    const body = changetype<DirectBody>(at);
    const m = 1 / body.mass0;
    mass += m;
    center += m * placeOf(body);
  }
  center = (1 / mass) * center;
  let momentum: vec3<f64> = vec3<f64>(0, 0, 0);
  let inertia: sym3<f64> = sym3<f64>(0, 0, 0, 0, 0, 0);
  for (let at = <usize>island.firstBody; at < end; at += BODY) {
    const body = changetype<DirectBody>(at);
    const from = at + motion;
    const m = 1 / body.mass0;
    const own = inertiaOf(body);
    const arm = placeOf(body) - center;
    const velocity = vec3<f64>(load<f64>(from), load<f64>(from, 8), load<f64>(from, 16));
    const turning = vec3<f64>(load<f64>(from, 24), load<f64>(from, 32), load<f64>(from, 40));
    momentum += m * cross(arm, velocity) + own * turning;
    const square = dot(arm, arm);
    const point = sym3<f64>(square - arm.x * arm.x, square - arm.y * arm.y, square - arm.z * arm.z, -arm.x * arm.y, -arm.x * arm.z, -arm.y * arm.z);
    inertia += own + m * point;
    if (!body.articulated) continue;
    const by = changetype<ArticulatedBody>(<usize>body.articulated);
    momentum -= cross(arm, vec3<f64>(by.known0, by.known1, by.known2)) + vec3<f64>(by.known3, by.known4, by.known5);
  }
  const turn = part * (inverted(inertia) * momentum);
  for (let at = <usize>island.firstBody; at < end; at += BODY) {
    const body = changetype<DirectBody>(at);
    const way = cross(turn, placeOf(body) - center);
    body.change0 += way.x;
    body.change1 += way.y;
    body.change2 += way.z;
    body.change3 += turn.x;
    body.change4 += turn.y;
    body.change5 += turn.z;
  }
}

/** To be called when the changes of all bodies are known. */
export function restoreMomentum(island: DirectIsland): void {
  if (island.free && mayTurn(island)) turnBy(island, offsetof<DirectBody>('change0'), -1);
}

/** The motion of the rigid island with the momentum of the bodies' velocities, as their changes, which are zero before. */
export function rigidMotion(island: DirectIsland): void {
  const end = bodiesEnd(island);
  let mass: f64 = 0;
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  for (let at = <usize>island.firstBody; at < end; at += BODY) {
    const body = changetype<DirectBody>(at);
    const m = 1 / body.mass0;
    mass += m;
    x += m * body.velocity0;
    y += m * body.velocity1;
    z += m * body.velocity2;
  }
  for (let at = <usize>island.firstBody; at < end; at += BODY) {
    const body = changetype<DirectBody>(at);
    body.change0 = x / mass;
    body.change1 = y / mass;
    body.change2 = z / mass;
  }
  turnBy(island, offsetof<DirectBody>('velocity0'), 1);
}
