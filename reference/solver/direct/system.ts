// All rows of an island at once: J du + σ dp = e, du = M⁻¹ (Jᵀ dp + f). Without du it is (J M⁻¹ Jᵀ + σ) dp = e - J M⁻¹ f for the rows that
// hold. Rows past a bound leave the block and are held there, rows at a bound that want off it return (block principal pivoting, Júdice
// and Pires).
import type { Body } from '../../body/body.ts';
import { clamp } from '../../math/scalar.ts';
import type { Vec3 } from '../../math/vector.ts';
import { Factor } from './factor.ts';
import type { Node } from './node.ts';
import type { DirectRow, RowEnd } from './row.ts';

/** Passes in which rows leave and return; then as many in which they only leave. */
const PASSES = 5;
/** Relative to what it is the difference of: a residual below is rounding. */
const ROUNDING = 1e-9;

/** The rows that hold, where they act, and their factor. */
export interface Solved {
  active: DirectRow[];
  ends: RowEnd[][];
  factor: Factor;
}

/** Finds the change of every row's impulse and every body's velocities. */
export function solveRows(rows: DirectRow[], nodes: Map<Body, Node>): Solved {
  for (const row of rows) row.restart();
  return solvePasses(rows, nodes);
}

/** Once the bodies have been pushed by more: solves again where that takes rows past their bounds, or, where `both`, off them. Null: nowhere. */
export function solveBounded(rows: DirectRow[], nodes: Map<Body, Node>, both: boolean): Solved | null {
  return exchange(rows, nodes, both) ? solvePasses(rows, nodes) : null;
}

function solvePasses(rows: DirectRow[], nodes: Map<Body, Node>): Solved {
  let solved = solveActive(rows, nodes);
  for (let pass = 0; exchange(rows, nodes, pass < PASSES); pass++) {
    // Whatever else: no row gives more than it may.
    if (pass === 2 * PASSES) {
      respond(rows, nodes);
      break;
    }
    solved = solveActive(rows, nodes);
  }
  return solved;
}

/** What an impulse on one body does to all while the rows hold: the change of each row's impulse; `push` is given all that acts. */
export function pushThrough(
  { ends: all, factor }: Solved,
  node: Node,
  force: Vec3,
  torque: Vec3,
  push: (end: RowEnd, impulse: number) => void,
): number[] {
  const velocity = force.scaledBy(node.body.inverseMass);
  const angularVelocity = node.inverseInertia.times(torque);
  const right = Float64Array.from(all, (ends) =>
    ends.reduce((sum, end) => (end.body === node.body ? sum - end.force.dot(velocity) - end.torque.dot(angularVelocity) : sum), 0),
  );
  factor.solve(right);
  all.forEach((ends, index) => {
    for (const end of ends) push(end, right[index]);
  });
  return [...right];
}

/** The rows that hold to begin with, and their factor. */
export function factorRows(rows: DirectRow[], nodes: Map<Body, Node>): Solved {
  for (const row of rows) row.restart();
  const active = rows.filter((row) => row.active);
  return solvedBy(active, factorOf(active, nodes));
}

function factorOf(active: DirectRow[], nodes: Map<Body, Node>): Factor {
  return new Factor(firstColumns(active, nodes), (i, j) => {
    const soft = i === j ? active[i].softness : 0;
    return between(active[i], active[j], nodes) + soft;
  });
}

function solveActive(rows: DirectRow[], nodes: Map<Body, Node>): Solved {
  const active = rows.filter((row) => row.active);
  respond(
    rows.filter((row) => !row.active),
    nodes,
  );
  const right = Float64Array.from(active, (row) => row.residual - change(row, nodes));
  const factor = factorOf(active, nodes);
  factor.solve(right);
  active.forEach((row, index) => {
    row.change = right[index];
  });
  respond(rows, nodes);
  return solvedBy(active, factor);
}

const solvedBy = (active: DirectRow[], factor: Factor): Solved => ({ active, ends: active.map(({ ends }) => ends), factor });

/** Velocities after the changes of these rows. */
function respond(rows: DirectRow[], nodes: Map<Body, Node>): void {
  for (const node of nodes.values()) node.start();
  for (const row of rows) for (const { body, force, torque } of row.ends) nodes.get(body)?.push(force, torque, row.change);
}

/** J du */
function change({ ends }: DirectRow, nodes: Map<Body, Node>): number {
  let sum = 0;
  for (const { body, force, torque } of ends) {
    const node = nodes.get(body);
    if (node) sum += force.dot(node.velocity) + torque.dot(node.angularVelocity);
  }
  return sum;
}

/** Of the rows before each row, the first that it shares a body with. */
function firstColumns(rows: DirectRow[], nodes: Map<Body, Node>): number[] {
  const firsts = new Map<Node, number>();
  return rows.map(({ ends }, index) => {
    let first = index;
    for (const { body } of ends) {
      const node = nodes.get(body);
      if (!node) continue;
      if (!firsts.has(node)) firsts.set(node, index);
      first = Math.min(first, firsts.get(node) as number);
    }
    return first;
  });
}

/** An entry of J M⁻¹ Jᵀ. */
function between(p: DirectRow, q: DirectRow, nodes: Map<Body, Node>): number {
  let sum = 0;
  for (const one of p.ends) {
    const node = nodes.get(one.body);
    if (!node) continue;
    for (const other of q.ends) {
      if (other.body !== one.body) continue;
      sum += one.force.dot(other.force.scaledBy(one.body.inverseMass)) + node.inverseInertia.between(one.torque, other.torque);
    }
  }
  return sum;
}

/** Rows out of bounds go to the bound, and where `both`, rows at a bound that want off it come back. Returns whether any moved. */
function exchange(rows: DirectRow[], nodes: Map<Body, Node>, both: boolean): boolean {
  let moved = false;
  for (const row of rows) {
    if (row.ball) {
      if (row === row.ball.rows[0] && exchangeBall(row, nodes, both)) moved = true;
    } else if (row.active) {
      const impulse = row.impulse + row.change;
      const slack = ROUNDING * Math.abs(row.change);
      if (impulse >= row.low - slack && impulse <= row.high + slack) continue;
      row.change = clamp(impulse, row.low, row.high) - row.impulse;
      row.active = false;
      moved = true;
    } else if (both && row.low < row.high) {
      const speed = change(row, nodes);
      const soft = row.softness * row.change;
      const rest = row.residual - speed - soft;
      const isLow = row.impulse + row.change <= row.low;
      const rounding = ROUNDING * (Math.abs(row.residual) + Math.abs(speed) + Math.abs(soft));
      if (isLow ? rest <= rounding : rest >= -rounding) continue;
      row.active = true;
      moved = true;
    }
  }
  return moved;
}

/** A spring whose load is limited as a vector keeps the direction that it would have without, as in the sweeps. */
function exchangeBall({ ball }: DirectRow, nodes: Map<Body, Node>, both: boolean): boolean {
  if (!ball) return false;
  const { most, rows } = ball;
  const isActive = rows[0].active;
  const wanted = rows.map((row) => row.impulse + (isActive ? row.change : (row.residual - change(row, nodes)) / row.softness));
  const size = Math.hypot(...wanted);
  if (isActive ? size <= most : !both || size >= most * (1 - ROUNDING)) return false;
  rows.forEach((row, index) => {
    row.active = !isActive;
    if (isActive) row.change = (wanted[index] * most) / size - row.impulse;
  });
  return true;
}
