// What is known of rows pushes the bodies: those at their bounds leave the block so.
import { ENTRY } from './lanes';
import { add6 } from './matrix';
import { DirectBody, DirectNode, Entry } from './record';
import { clear } from '../../memory/words';

/** Pushes the bodies of a node by an impulse along one of its rows, whose gradient is there. */
export function push(node: DirectNode, entry: usize, impulse: f64): void {
  if (impulse == 0) return;
  pushSide(node.bodyA, entry, impulse);
  pushSide(node.bodyB, entry + 48, impulse);
  pushSide(node.bodyC, entry + ENTRY, impulse);
  pushSide(node.bodyD, entry + ENTRY + 48, impulse);
}

function pushSide(address: u32, gradient: usize, impulse: f64): void {
  if (!address) return;
  add6(<usize>address + offsetof<DirectBody>('force0'), impulse, gradient);
  changetype<DirectBody>(<usize>address).pushed = 1;
}

export function boundOf(entry: Entry, state: i32): f64 {
  return state < 0 ? entry.low : entry.high;
}

/** Takes a row out of the block: what is known of it pushes the bodies, and it has no gradient any more. */
export function leave(node: DirectNode, entry: Entry, state: i32, change: f64): void {
  const at = changetype<usize>(entry);
  entry.state = state;
  entry.change = change;
  push(node, at, change);
  clear(at, 192);
  if (node.bodyC | node.bodyD) clear(at + ENTRY, 192);
}
