// Where the numbers of nodes and bodies are: in the lanes of bundles, and in the solver bodies.
import { real } from 'precision';
import { DirectBody, DirectIsland, DirectNode, Entry } from './record';
import { DirectRow } from './row.kernel';
import { wordAt } from './words';

export const ENTRY: usize = offsetof<Entry>();

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

/** Twelve numbers, 16 bytes apart. */
function loadGradient(from: usize, to: usize): void {
  for (let k: usize = 0; k < 12; k++) store<f64>(to + (k << 3), <f64>load<real>(from + (k << 4)));
}

export function loadNodeGradient(node: DirectNode, entry: usize, index: u32): void {
  const row = laneRow(node, index);
  loadGradient(row, entry);
  if (node.bodyC | node.bodyD) loadGradient(row + offsetof<DirectRow<v128>>(), entry + ENTRY);
}
