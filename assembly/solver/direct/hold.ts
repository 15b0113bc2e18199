// Before an impact the velocities of an island are those with which its joints hold where its bodies are. At the start of a substep they are not: they are those that have taken
// the bodies here along the chords of their ways. An impulse that runs through the joints would have work to do against the difference.
import { backSubstitute, forwardSubstitute } from './factor';
import { lane, laneRow, NODE, nodesEnd } from './lanes';
import { addNode, dot6 } from './matrix';
import { DirectBody, DirectIsland, DirectNode, Entry } from './record';
import { clearVectors } from './response';
import { DirectRow } from './row.kernel';
import { wordAt } from '../../memory/words';

/** Whether a row locks a point or an angle. */
function isLock(row: usize): bool {
  const part = lane(row, offsetof<DirectRow<v128>>('part'));
  return (part == 1 || part == 2) && lane(row, offsetof<DirectRow<v128>>('softness')) == 0;
}

/** J u of a row of two bodies. */
export function speedOf(node: DirectNode, entry: usize): f64 {
  const velocity = offsetof<DirectBody>('velocity0');
  let speed: f64 = 0;
  if (node.bodyA) speed += dot6(entry, <usize>node.bodyA + velocity);
  if (node.bodyB) speed += dot6(entry + 48, <usize>node.bodyB + velocity);
  return speed;
}

/** The bodies of a factored island change so that J du is what the vectors of its nodes say. */
export function changeBodies(island: DirectIsland): void {
  const first = <usize>island.firstNode;
  const lastNode = nodesEnd(island);
  for (let at = first; at < lastNode; at += NODE) forwardSubstitute(changetype<DirectNode>(at));
  for (let at = lastNode; at > first; ) {
    at -= NODE;
    backSubstitute(changetype<DirectNode>(at));
    addNode(changetype<DirectNode>(at));
  }
}

/** The bodies of a factored island change their velocities so that what is locked stays. */
export function holdIsland(island: DirectIsland): void {
  const lastNode = nodesEnd(island);
  clearVectors(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.active; k++) {
      const address = <usize>wordAt(node.list, k);
      const index = <u32>((address - <usize>node.entries) / offsetof<Entry>());
      if (index >= node.own) break;
      if (isLock(laneRow(node, index))) store<f64>(<usize>node.vector + ((<usize>k) << 3), -speedOf(node, address));
    }
  }
  changeBodies(island);
  // That loads no row.
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) {
    const node = changetype<DirectNode>(at);
    for (let k: u32 = 0; k < node.active; k++) changetype<Entry>(<usize>wordAt(node.list, k)).change = 0;
  }
}
