// All rows of an island at once: J du + σ dp = e, du = M⁻¹ (Jᵀ dp + f). Without du it is (J M⁻¹ Jᵀ + σ) dp = e - J M⁻¹ f for the rows that
// hold. Rows past a bound leave the block and are held there, rows at a bound that want off it return (block principal pivoting, Júdice
// and Pires).
import type { Body } from '../../body/body.ts';
import { clamp } from '../../math/scalar.ts';
import type { Vec3 } from '../../math/vector.ts';
import { Factor } from './factor.ts';
import type { Node } from './node.ts';
import type { DirectRow, RowEnd } from './row.ts';

/** Passes in a row in which all rows on the wrong side change it though no fewer are there; after these the last one alone does. */
const PATIENCE = 3;
/** Passes at most; after these rows only go to their bounds, until none is past one. */
const PASSES = 50;
/** Relative to what it is the difference of: a residual below is rounding. */
const ROUNDING = 1e-9;

/** The rows that hold, where they act, and their factor. */
export interface Solved {
  active: DirectRow[];
  ends: RowEnd[][];
  softness: number[];
  factor: Factor;
  /** Every row is on the right side. */
  isComplementary: boolean;
}

/** Finds the change of every row's impulse and every body's velocities. */
export function solveRows(rows: DirectRow[], nodes: Map<Body, Node>): Solved {
  for (const row of rows) row.restart();
  return solvePasses(rows, nodes);
}

/** Once the bodies have been pushed by more: solves again where that takes rows past their bounds, or, where `both`, off them. Null: nowhere. */
export function solveBounded(rows: DirectRow[], nodes: Map<Body, Node>, both: boolean): Solved | null {
  const wrong = wrongRows(rows, nodes, both);
  if (wrong.length === 0) return null;
  for (const row of wrong) changeSide(row, nodes);
  return solvePasses(rows, nodes);
}

/**
 * All rows on the wrong side change it. That may go round in circles; where it makes them no fewer for a while, only the last one does, which ends
 * with all of them right (Murty; Júdice and Pires).
 */
function solvePasses(rows: DirectRow[], nodes: Map<Body, Node>): Solved {
  let fewest = Number.POSITIVE_INFINITY;
  let patience = PATIENCE;
  for (let pass = 0; ; pass++) {
    const solved = solveActive(rows, nodes);
    const wrong = wrongRows(rows, nodes, pass < PASSES);
    if (wrong.length === 0) return { ...solved, isComplementary: pass < PASSES };
    patience = wrong.length < fewest ? PATIENCE : patience - 1;
    fewest = Math.min(fewest, wrong.length);
    for (const row of patience >= 0 || pass >= PASSES ? wrong : wrong.slice(-1)) changeSide(row, nodes);
  }
}

/** What an impulse on one body does to all while the rows hold: the change of each row's impulse; `push` is given all that acts. */
export function pushThrough(
  { ends: all, factor }: Solved,
  node: Node,
  force: Vec3,
  torque: Vec3,
  push: (end: RowEnd, impulse: number) => void,
): Float64Array {
  const velocity = force.scaledBy(node.body.inverseMass);
  const angularVelocity = node.inverseInertia.times(torque);
  const right = new Float64Array(all.length);
  for (let index = 0; index < all.length; index++) {
    for (const { body, force: along, torque: about } of all[index]) {
      if (body === node.body) right[index] = right[index] - along.dot(velocity) - about.dot(angularVelocity);
    }
  }
  factor.solve(right);
  for (let index = 0; index < all.length; index++) for (const end of all[index]) push(end, right[index]);
  return right;
}

/** Rows that the changes so far take past their bounds, or, from these, past where they act, change sides; whether there are some. */
export function exchangeRows(rows: DirectRow[], nodes: Map<Body, Node>): boolean {
  const wrong = wrongRows(rows, nodes, true);
  for (const row of wrong) changeSide(row, nodes);
  return wrong.length > 0;
}

/** Rows that hold, with their factor. */
export function factorRows(active: DirectRow[], nodes: Map<Body, Node>): Solved {
  return solvedBy(active, factorOf(active, nodes));
}

/** Bodies change so that, with what they have changed already, the rows that hold feel nothing of it; the changes of their impulses. */
export function holdRows({ active, factor }: Solved, nodes: Map<Body, Node>): Float64Array {
  const right = Float64Array.from(active, (row) => -change(row, nodes));
  factor.solve(right);
  active.forEach(({ ends }, index) => {
    for (const { body, force, torque } of ends) nodes.get(body)?.push(force, torque, right[index]);
  });
  return right;
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

const solvedBy = (active: DirectRow[], factor: Factor): Solved => ({
  active,
  ends: active.map(({ ends }) => ends),
  softness: active.map(({ softness }) => softness),
  factor,
  isComplementary: true,
});

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

/** Rows that hold past a bound and, where `both`, rows at a bound that ask to be off it; of those that are bounded as a vector the first. */
function wrongRows(rows: DirectRow[], nodes: Map<Body, Node>, both: boolean): DirectRow[] {
  return rows.filter((row) => {
    if (row.ball) return row === row.ball.rows[0] && isBallWrong(row.ball, nodes, both);
    return row.active ? isPast(row) : both && row.low < row.high && asksBack(row, nodes);
  });
}

function isPast({ change, high, impulse, low }: DirectRow): boolean {
  const slack = ROUNDING * Math.abs(change);
  return impulse + change < low - slack || impulse + change > high + slack;
}

function asksBack(row: DirectRow, nodes: Map<Body, Node>): boolean {
  const speed = change(row, nodes);
  const soft = row.softness * row.change;
  const rest = row.residual - speed - soft;
  const isLow = row.impulse + row.change <= row.low;
  const rounding = ROUNDING * (Math.abs(row.residual) + Math.abs(speed) + Math.abs(soft));
  return isLow ? rest > rounding : rest < -rounding;
}

/** Takes a row to the bound that it is past, or back. */
function changeSide(row: DirectRow, nodes: Map<Body, Node>): void {
  const { active, ball, change, high, impulse, low } = row;
  if (ball) {
    const wanted = wantedOf(ball, nodes);
    const size = Math.hypot(...wanted);
    ball.rows.forEach((one, index) => {
      one.active = !active;
      if (active) one.change = (wanted[index] * ball.most) / size - one.impulse;
    });
    return;
  }
  if (active) row.change = clamp(impulse + change, low, high) - impulse;
  row.active = !active;
}

type Ball = NonNullable<DirectRow['ball']>;

/** What the rows would do without bound. */
function wantedOf({ rows }: Ball, nodes: Map<Body, Node>): number[] {
  const { active } = rows[0];
  return rows.map((row) => row.impulse + (active ? row.change : (row.residual - change(row, nodes)) / row.softness));
}

/** A spring whose load is limited as a vector keeps the direction that it would have without, as in the sweeps. */
function isBallWrong(ball: Ball, nodes: Map<Body, Node>, both: boolean): boolean {
  const size = Math.hypot(...wantedOf(ball, nodes));
  return ball.rows[0].active ? size > ball.most : both && size < ball.most * (1 - ROUNDING);
}
