// Where the numbers of nodes and bodies are: in the lanes of bundles, and in the solver bodies.
import { real } from 'precision';
import { DirectBody, DirectIsland, DirectNode, Entry } from './record';
import { DirectRow } from './row.kernel';
import { clear, wordAt } from '../../memory/words';

export const ENTRY: usize = offsetof<Entry>();

/** From a gradient to what it does. */
export const RESPONSE: usize = offsetof<Entry>('ra0') - offsetof<Entry>('a0');

export const NODE: usize = offsetof<DirectNode>();

export const BODY: usize = offsetof<DirectBody>();

export const NUMBER: usize = sizeof<real>();

export const FORCE_B: usize = offsetof<DirectRow<v128>>('forceBx');

export const TORQUE_B: usize = offsetof<DirectRow<v128>>('torqueBx');

export function nodesEnd(island: DirectIsland): usize {
  return <usize>island.firstNode + <usize>island.nodeCount * offsetof<DirectNode>();
}

export function bodiesEnd(island: DirectIsland): usize {
  return <usize>island.firstBody + <usize>island.bodyCount * offsetof<DirectBody>();
}

export function entryOf(node: DirectNode, index: u32): Entry {
  return changetype<Entry>(<usize>node.entries + <usize>index * ENTRY);
}

/** Address of a row of the bundle, in the node's lane. */
export function laneRow(node: DirectNode, index: u32): usize {
  return <usize>node.rows + <usize>wordAt(node.map, index) * offsetof<DirectRow<v128>>();
}

export function lane(row: usize, field: usize): f64 {
  return <f64>load<real>(row + field);
}

/** Square of a vector in a lane. */
export function squareAt(vector: usize): f64 {
  return lane(vector, 0) * lane(vector, 0) + lane(vector, 16) * lane(vector, 16) + lane(vector, 32) * lane(vector, 32);
}

/** A number of a solver body. */
export function number(body: usize, row: usize, index: usize): f64 {
  return <f64>load<real>(body + row + index * NUMBER);
}

/** Twelve numbers of a lane, 16 bytes apart. */
function loadGradient(from: usize, to: usize): void {
  store<f64>(to, <f64>load<real>(from, 0), 0);
  store<f64>(to, <f64>load<real>(from, 16), 8);
  store<f64>(to, <f64>load<real>(from, 32), 16);
  store<f64>(to, <f64>load<real>(from, 48), 24);
  store<f64>(to, <f64>load<real>(from, 64), 32);
  store<f64>(to, <f64>load<real>(from, 80), 40);
  store<f64>(to, <f64>load<real>(from, 96), 48);
  store<f64>(to, <f64>load<real>(from, 112), 56);
  store<f64>(to, <f64>load<real>(from, 128), 64);
  store<f64>(to, <f64>load<real>(from, 144), 72);
  store<f64>(to, <f64>load<real>(from, 160), 80);
  store<f64>(to, <f64>load<real>(from, 176), 88);
}

/** Of three rows that hold a point along the axes, what changes: torques at right angles to the row's axis. */
export function loadPointGradients(node: DirectNode): void {
  let row = <usize>node.rows;
  let entry = <usize>node.entries;
  loadPair(row, entry, 4, 5);
  row += offsetof<DirectRow<v128>>();
  entry += ENTRY;
  loadPair(row, entry, 3, 5);
  row += offsetof<DirectRow<v128>>();
  entry += ENTRY;
  loadPair(row, entry, 3, 4);
}

/** Two numbers for A, and the same for B. */
function loadPair(row: usize, entry: usize, i: usize, j: usize): void {
  store<f64>(entry + 8 * i, <f64>load<real>(row + 16 * i));
  store<f64>(entry + 8 * j, <f64>load<real>(row + 16 * j));
  store<f64>(entry + 8 * i + 48, <f64>load<real>(row + 16 * i + 96));
  store<f64>(entry + 8 * j + 48, <f64>load<real>(row + 16 * j + 96));
}

/** Square of what rounding leaves of a gradient along the axes that are not locked, over that of the whole. */
const ROUNDING: f64 = sizeof<real>() == 4 ? 1e-11 : 1e-24;

export function isLocked(address: u32): bool {
  return address != 0 && changetype<DirectBody>(<usize>address).locked != 0;
}

/** A row that acts on a body along locked axes, but for rounding, does not act on it: from nothing but rounding it would ask for any impulse. */
function dropLocked(address: u32, gradient: usize): void {
  if (!isLocked(address)) return;
  const body = changetype<DirectBody>(<usize>address);
  const fx = load<f64>(gradient);
  const fy = load<f64>(gradient, 8);
  const fz = load<f64>(gradient, 16);
  const x = load<f64>(gradient, 24);
  const y = load<f64>(gradient, 32);
  const z = load<f64>(gradient, 40);
  const turning = x * (body.xx * x + 2 * body.xy * y + 2 * body.xz * z) + y * (body.yy * y + 2 * body.yz * z) + z * body.zz * z;
  const free = body.mass0 * fx * fx + body.mass1 * fy * fy + body.mass2 * fz * fz + turning;
  const mass = Math.max(Math.max(body.mass0, body.mass1), body.mass2);
  const whole = mass * (fx * fx + fy * fy + fz * fz) + (body.xx + body.yy + body.zz) * (x * x + y * y + z * z);
  if (free > ROUNDING * whole) return;
  if (body.mass0 != 0) store<f64>(gradient, 0);
  if (body.mass1 != 0) store<f64>(gradient, 0, 8);
  if (body.mass2 != 0) store<f64>(gradient, 0, 16);
  for (let k: usize = 24; k < 48; k += 8) store<f64>(gradient + k, 0);
}

export function loadNodeGradient(node: DirectNode, entry: usize, index: u32): void {
  const row = laneRow(node, index);
  if ((node.turns >> index) & 1) loadTurn(row, entry);
  else loadGradients(node, row, entry);
  if (!node.locked) return;
  dropLocked(node.bodyA, entry);
  dropLocked(node.bodyB, entry + 48);
  if (!(node.bodyC | node.bodyD)) return;
  dropLocked(node.bodyC, entry + ENTRY);
  dropLocked(node.bodyD, entry + ENTRY + 48);
}

/** A gradient of which it is known that it is a torque on B, and the reverse of it on A. */
function loadTurn(row: usize, entry: usize): void {
  const x = <f64>load<real>(row, TORQUE_B);
  const y = <f64>load<real>(row, TORQUE_B + 16);
  const z = <f64>load<real>(row, TORQUE_B + 32);
  clear(entry, 96);
  store<f64>(entry, -x, 24);
  store<f64>(entry, -y, 32);
  store<f64>(entry, -z, 40);
  store<f64>(entry, x, 72);
  store<f64>(entry, y, 80);
  store<f64>(entry, z, 88);
}

function loadGradients(node: DirectNode, row: usize, entry: usize): void {
  const coupled = (node.bodyC | node.bodyD) != 0;
  loadGradient(row, entry);
  if (coupled) loadGradient(row + offsetof<DirectRow<v128>>(), entry + ENTRY);
}
