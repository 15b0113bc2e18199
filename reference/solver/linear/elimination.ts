// A z = b by a sparse L D Lᵀ in blocks: rows that act on the same bodies are one node, nodes that share a body are neighbours, and nodes are
// eliminated in an order with little fill (none for trees). Rows that depend on others have no pivot, and go without impulse.
import { eliminationOrder } from './ordering.ts';
import type { RowSystem } from './system.ts';

/** Pivots below this, relative to their diagonal entry, are rounding. */
const LEAST_PIVOT = 1e-13;

/** Columns of L: those of a node's rows, over the node's rows and those of its neighbours that are eliminated later. */
interface Panel {
  /** Rows of the system; the node's own first. */
  rows: number[];
  own: number;
  /** Where rows are in `rows`. */
  places: Map<number, number>;
  /** Later neighbours, in the order of elimination. */
  later: number[];
  /** Column by column; below the diagonal, which `pivots` has. */
  values: Float64Array;
  inversePivots: Float64Array;
}

export class Elimination {
  /** Pairs of nodes that share no body and have a block all the same. */
  readonly fill: number;
  /** Numbers that L takes, and the diagonal. */
  readonly entries: number;
  /** Rows that depend on others, of the last factorization. */
  dropped = 0;
  /** In the order of elimination. */
  private readonly panels: Panel[];
  /** Of each row: its node's place in the order. */
  private readonly nodeOf: Int32Array;

  constructor(private readonly system: RowSystem) {
    const nodes = nodesOf(system);
    const { fill, later, order } = eliminationOrder(neighborsOf(system, nodes));
    const places = new Int32Array(nodes.length);
    order.forEach((node, place) => {
      places[node] = place;
    });
    this.fill = fill;
    this.nodeOf = new Int32Array(system.count);
    this.panels = order.map((node, place) => {
      for (const row of nodes[node]) this.nodeOf[row] = place;
      const behind = later[node].map((other) => places[other]).sort((p, q) => p - q);
      const rows = [...nodes[node], ...behind.flatMap((other) => nodes[order[other]])];
      const own = nodes[node].length;
      return {
        rows,
        own,
        places: new Map(rows.map((row, at) => [row, at])),
        later: behind,
        values: new Float64Array(own * rows.length),
        inversePivots: new Float64Array(own),
      };
    });
    this.entries = this.panels.reduce((sum, { own, rows }) => sum + own * rows.length, 0);
    this.factor();
  }

  /** Again, after the softness of rows has changed. */
  factor(): void {
    const { nodeOf, panels, system } = this;
    for (const { values } of panels) values.fill(0);
    const add = (row: number, column: number, value: number) => {
      const isBehind = nodeOf[row] > nodeOf[column] || (nodeOf[row] === nodeOf[column] && row > column);
      const [low, high] = isBehind ? [row, column] : [column, row];
      const panel = panels[nodeOf[high]];
      panel.values[placeOf(panel, high) * panel.rows.length + placeOf(panel, low)] += value;
    };
    system.forEachProduct(add);
    for (let row = 0; row < system.count; row++) add(row, row, system.softness[row]);
    const diagonal = system.diagonal();
    this.dropped = 0;
    for (const panel of panels) {
      this.dropped += factorPanel(panel, diagonal);
      for (let k = 0, from = panel.own; k < panel.later.length; k++) {
        const target = panels[panel.later[k]];
        updatePanel(panel, target, from);
        from += target.own;
      }
    }
  }

  solve(right: ArrayLike<number>, out = new Float64Array(this.system.count)): Float64Array {
    out.set(right);
    for (const { inversePivots, own, rows, values } of this.panels) {
      for (let c = 0; c < own; c++) {
        const value = out[rows[c]];
        for (let r = c + 1; r < rows.length; r++) out[rows[r]] -= values[c * rows.length + r] * value;
        out[rows[c]] = inversePivots[c] > 0 ? value : 0;
      }
    }
    for (let place = this.panels.length - 1; place >= 0; place--) {
      const { inversePivots, own, rows, values } = this.panels[place];
      for (let c = own - 1; c >= 0; c--) {
        let value = out[rows[c]] * inversePivots[c];
        for (let r = c + 1; r < rows.length; r++) value -= values[c * rows.length + r] * out[rows[r]];
        out[rows[c]] = value;
      }
    }
    return out;
  }
}

/** Rows by the bodies they act on; a row that acts on none is alone. */
function nodesOf({ bodyOf, count, starts }: RowSystem): number[][] {
  const nodes = new Map<string, number[]>();
  for (let row = 0; row < count; row++) {
    const bodies = [...bodyOf.subarray(starts[row], starts[row + 1])].sort((p, q) => p - q);
    const key = bodies.length > 0 ? bodies.join() : `row ${row}`;
    const node = nodes.get(key);
    if (node) node.push(row);
    else nodes.set(key, [row]);
  }
  return [...nodes.values()];
}

function neighborsOf({ bodies, bodyOf, starts }: RowSystem, nodes: number[][]): Set<number>[] {
  const at: number[][] = bodies.map(() => []);
  const neighbors = nodes.map(() => new Set<number>());
  nodes.forEach(([row], node) => {
    for (const body of bodyOf.subarray(starts[row], starts[row + 1])) {
      for (const other of at[body]) {
        neighbors[node].add(other);
        neighbors[other].add(node);
      }
      at[body].push(node);
    }
  });
  return neighbors;
}

function placeOf({ places }: Panel, row: number): number {
  return places.get(row) as number;
}

/** Returns how many rows have no pivot. */
function factorPanel({ inversePivots, own, rows, values }: Panel, diagonal: Float64Array): number {
  const height = rows.length;
  let dropped = 0;
  for (let c = 0; c < own; c++) {
    const pivot = values[c * height + c];
    inversePivots[c] = pivot > LEAST_PIVOT * diagonal[rows[c]] ? 1 / pivot : 0;
    if (inversePivots[c] === 0) dropped++;
    for (let next = c + 1; next < own; next++) {
      const factor = values[c * height + next] * inversePivots[c];
      for (let r = next; r < height; r++) values[next * height + r] -= factor * values[c * height + r];
    }
    for (let r = c + 1; r < height; r++) values[c * height + r] *= inversePivots[c];
  }
  return dropped;
}

/** What a panel takes from one that comes later, whose rows begin at `from`. */
function updatePanel(panel: Panel, target: Panel, from: number): void {
  const [height, below] = [panel.rows.length, target.rows.length];
  for (let column = from; column < from + target.own; column++) {
    const to = placeOf(target, panel.rows[column]) * below;
    for (let row = column; row < height; row++) {
      let sum = 0;
      for (let c = 0; c < panel.own; c++) {
        if (panel.inversePivots[c] === 0) continue;
        sum += (panel.values[c * height + column] * panel.values[c * height + row]) / panel.inversePivots[c];
      }
      target.values[to + placeOf(target, panel.rows[row])] -= sum;
    }
  }
}
