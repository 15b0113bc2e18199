// Loads that have outgrown the stiffness that was assumed ask to be solved again.
import { theSubstep } from '../../constraint/substep';
import { DirectBody, DirectIsland, DirectNode, Slows } from './record';
import { DirectHead, DirectRow } from './row.kernel';
import { FORCE_B, NODE, TORQUE_B, entryOf, lane, laneRow, nodesEnd, squareAt } from './lanes';
import { clear } from '../../memory/words';

/** The stiffness is that of the last load; where that has grown by as much and turns a body, it is found anew. */
const OUTGROWN: f64 = 2;

/** Whether a load has outgrown the one whose stiffness was taken: a slack string that pulls taut. The loads are those found, then. */
export function hasOutgrown(island: DirectIsland): bool {
  const h = <f64>theSubstep().h;
  const lastNode = nodesEnd(island);
  let outgrown = false;
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) if (isOutgrown(changetype<DirectNode>(at), h)) outgrown = true;
  if (!outgrown) return false;
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) findLoad(changetype<DirectNode>(at));
  return true;
}

/** The impulse of a row with the solution. */
function loadOf(node: DirectNode, index: u32): f64 {
  return entryOf(node, index).impulse + entryOf(node, index).change;
}

function isOutgrown(node: DirectNode, h: f64): bool {
  let x: f64 = 0;
  let y: f64 = 0;
  let z: f64 = 0;
  let tension: f64 = 0;
  if (node.aligned) {
    x = loadOf(node, 0);
    y = loadOf(node, 1);
    z = loadOf(node, 2);
  }
  // Torques are no force, and behind the three rows of a point are none but torques.
  for (let k: u32 = node.aligned ? node.live : 0; k < node.live; k++) {
    const p = loadOf(node, k);
    if (p == 0 || (node.slows < <u32>Slows.Link && (node.turns >> k) & 1)) continue;
    const row = laneRow(node, k);
    x += p * lane(row, FORCE_B);
    y += p * lane(row, FORCE_B + 16);
    z += p * lane(row, FORCE_B + 32);
    tension += p;
  }
  const head = <usize>node.head;
  if (node.slows >= <u32>Slows.Link && Math.abs(tension) > OUTGROWN * Math.abs(node.tension) && isTaut(node, h * Math.abs(tension)))
    return true;
  if (node.slows == Slows.Spans) return isSpanOutgrown(node, tension, h);
  const now = x * x + y * y + z * z;
  const before = node.load0 * node.load0 + node.load1 * node.load1 + node.load2 * node.load2;
  if (!(now > OUTGROWN * OUTGROWN * before)) return false;
  return (
    turns(node.bodyA, head + offsetof<DirectHead<v128>>('leverAx'), now, h) ||
    turns(node.bodyB, head + offsetof<DirectHead<v128>>('leverBx'), now, h)
  );
}

/** The same for the two forces of a rope. */
function isSpanOutgrown(node: DirectNode, tension: f64, h: f64): bool {
  if (!(Math.abs(tension) > OUTGROWN * Math.abs(node.tension))) return false;
  const head = <usize>node.head;
  const a = tension * tension * squareAt(head + offsetof<DirectHead<v128>>('axisx'));
  const b = tension * tension * squareAt(head + offsetof<DirectHead<v128>>('bendingx'));
  return (
    turns(node.bodyA, head + offsetof<DirectHead<v128>>('leverAx'), a, h) ||
    turns(node.bodyB, head + offsetof<DirectHead<v128>>('leverBx'), b, h)
  );
}

/** Whether a link is stiffer across its direction than a substep can follow. `load`: h times its tension. */
function isTaut(node: DirectNode, load: f64): bool {
  const head = <usize>node.head;
  const row = laneRow(node, 0);
  const w = massAlong(node.bodyA, row) + massAlong(node.bodyB, row + 96);
  const isLink = node.slows == Slows.Link;
  const first = lane(head, offsetof<DirectHead<v128>>('length'));
  if (isLink) return load * w > 0.5 * first;
  const weight = Math.sqrt(squareAt(head + offsetof<DirectHead<v128>>('bendingx')));
  return load * w > 0.5 * first || load * weight * w > 0.5 * lane(head, offsetof<DirectHead<v128>>('second'));
}

/** Inverse mass of a body along a gradient in a lane. */
export function massAlong(address: u32, gradient: usize): f64 {
  if (!address) return 0;
  const body = changetype<DirectBody>(<usize>address);
  const fx = lane(gradient, 0);
  const fy = lane(gradient, 16);
  const fz = lane(gradient, 32);
  const x = lane(gradient, 48);
  const y = lane(gradient, 64);
  const z = lane(gradient, 80);
  const turning = x * (body.xx * x + 2 * body.xy * y + 2 * body.xz * z) + y * (body.yy * y + 2 * body.yz * z) + z * body.zz * z;
  return body.mass0 * fx * fx + body.mass1 * fy * fy + body.mass2 * fz * fz + turning;
}

/** Whether a load, given by the square of its impulse, is more than a body can follow in a substep. */
function turns(address: u32, lever: usize, square: f64, h: f64): bool {
  if (!address) return false;
  const body = changetype<DirectBody>(<usize>address);
  const x = lane(lever, 0);
  const y = lane(lever, 16);
  const z = lane(lever, 32);
  const bound = h * (body.xx + body.yy + body.zz);
  return square * (x * x + y * y + z * z) * bound * bound > 0.25;
}

/** The load that has been found. */
function findLoad(node: DirectNode): void {
  const loads = changetype<usize>(node) + offsetof<DirectNode>('load0');
  clear(loads, 48);
  node.tension = 0;
  for (let k: u32 = 0; k < node.live; k++) {
    const entry = entryOf(node, k);
    const row = laneRow(node, k);
    const p = entry.impulse + entry.change;
    const linear = lane(row, FORCE_B) != 0 || lane(row, FORCE_B + 16) != 0 || lane(row, FORCE_B + 32) != 0;
    if (linear) node.tension -= p;
    if (node.slows == Slows.Spans) continue;
    if (!linear && lane(row, offsetof<DirectRow<v128>>('part')) < 2) continue;
    const to = linear ? loads : loads + 24;
    const from = linear ? row + FORCE_B : row + TORQUE_B;
    for (let c: usize = 0; c < 3; c++) store<f64>(to + (c << 3), load<f64>(to + (c << 3)) + p * lane(from, c << 4));
  }
}
