/** Two nodes of a graph, and what joins them. */
export interface Edge<Label> {
  from: number;
  to: number;
  label: Label;
}

/** The labels of the edges that are part of a loop: all but the bridges. In time in proportion to the number of edges. */
export function inLoops<Label>(edges: readonly Edge<Label>[]): Set<Label> {
  const around = new Map<number, Edge<Label>[]>();
  const list = (node: number, edge: Edge<Label>) => {
    const known = around.get(node);
    if (known) known.push(edge);
    else around.set(node, [edge]);
  };
  for (const edge of edges) {
    list(edge.from, edge);
    list(edge.to, edge);
  }
  // A tree through each part of the graph; each edge that is left closes a loop with the way between its ends in the tree.
  const depths = new Map<number, number>();
  const parents = new Map<number, { node: number; edge: Edge<Label> }>();
  for (const root of around.keys()) {
    if (depths.has(root)) continue;
    depths.set(root, 0);
    const queue = [root];
    for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
      for (const edge of around.get(node)!) {
        const next = edge.from === node ? edge.to : edge.from;
        if (depths.has(next)) continue;
        depths.set(next, depths.get(node)! + 1);
        parents.set(next, { node, edge });
        queue.push(next);
      }
    }
  }
  const found = new Set<Label>();
  // Where the way towards the root goes on that is not known yet to be part of a loop.
  const tops = new Map<number, number>();
  const topOf = (start: number): number => {
    let node = start;
    for (let up = tops.get(node); up !== undefined; up = tops.get(node)) {
      const further = tops.get(up);
      if (further !== undefined) tops.set(node, further);
      node = up;
    }
    return node;
  };
  for (const edge of edges) {
    if (parents.get(edge.from)?.edge === edge || parents.get(edge.to)?.edge === edge) continue;
    found.add(edge.label);
    let [a, b] = [topOf(edge.from), topOf(edge.to)];
    while (a !== b) {
      if (depths.get(a)! < depths.get(b)!) [a, b] = [b, a];
      const parent = parents.get(a)!;
      found.add(parent.edge.label);
      tops.set(a, parent.node);
      a = topOf(a);
    }
  }
  return found;
}

/** How many of some lists of nodes, each connected by an edge, connect what those before connect already. */
export function closingEdges(edges: readonly (readonly number[])[]): number {
  const parents = new Map<number, number>();
  const topOf = (node: number): number => {
    let at = node;
    for (let above = parents.get(at); above !== undefined; above = parents.get(at)) at = above;
    return at;
  };
  let count = 0;
  for (const [first, ...others] of edges) {
    let closes = true;
    for (const other of others) {
      const [from, to] = [topOf(other), topOf(first)];
      if (from === to) continue;
      parents.set(from, to);
      closes = false;
    }
    if (closes) count++;
  }
  return count;
}
