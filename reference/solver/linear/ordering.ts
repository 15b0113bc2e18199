// In which order the nodes of a graph are eliminated: those whose neighbours are all neighbours of each other first, since they fill nothing in,
// then those with the fewest. In a tree of bodies joints go from the leaves to the root that way, and nothing fills in.

/** Neighbours that come later in the order, of each node, with what fills in; `fill`: how many pairs that is. */
export interface Ordering {
  order: number[];
  later: number[][];
  fill: number;
}

export function eliminationOrder(neighbors: readonly Set<number>[]): Ordering {
  const left = neighbors.map((set) => new Set(set));
  const waiting = new Set(left.keys());
  const later: number[][] = left.map(() => []);
  const order: number[] = [];
  const queue = [...left.keys()];
  let fill = 0;
  while (waiting.size > 0) {
    let node = -1;
    // A node that fills nothing in stays one while others go.
    while (queue.length > 0 && node < 0) {
      const next = queue.pop() as number;
      if (waiting.has(next) && isClique(left, next)) node = next;
    }
    if (node < 0) {
      for (const next of waiting) if (node < 0 || left[next].size < left[node].size) node = next;
    }
    waiting.delete(node);
    order.push(node);
    later[node] = [...left[node]];
    for (const p of later[node]) left[p].delete(node);
    for (const p of later[node]) {
      for (const q of later[node]) {
        if (p >= q || left[p].has(q)) continue;
        left[p].add(q);
        left[q].add(p);
        fill++;
        for (const near of left[p]) if (left[q].has(near)) queue.push(near);
      }
    }
    queue.push(...later[node]);
  }
  return { order, later, fill };
}

function isClique(neighbors: readonly Set<number>[], node: number): boolean {
  const near = [...neighbors[node]];
  return near.every((p, k) => near.slice(k + 1).every((q) => neighbors[p].has(q)));
}
