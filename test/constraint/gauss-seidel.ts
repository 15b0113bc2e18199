// A plain Gauss-Seidel over the rows of a world, in TypeScript, to convergence: what the rows say is all it knows.

import { RowKind } from '../../bindings/core/layout.ts';
import type { Body, World } from '../../bindings/index.ts';
import { inside } from '../memory/state.ts';
import { type Row, type RowsOfOne, readRows, rowKernels } from './rows.ts';

/** Above this a stiffness or a bound is infinite. */
const INFINITE = 1e19;
const MOST_SWEEPS = 20000;
const CLOSE = 1e-13;

interface Mover {
  body: Body;
  inverseMass: number;
  /** Of bodies whose three moments are equal. */
  inverseInertia: number;
  v: number[];
  w: number[];
}

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function moverOf(body: Body): Mover {
  const moves = body.type === 'dynamic';
  return {
    body,
    inverseMass: moves ? 1 / body.mass : 0,
    inverseInertia: moves ? 1 / body.inertia[0] : 0,
    v: [...body.linearVelocity],
    w: [...body.angularVelocity],
  };
}

/** One row and the places where it acts: two, or four of a gear. */
class Line {
  readonly ends: { mover: Mover; force: number[]; torque: number[] }[] = [];
  impulse = 0;
  inverseMass = 0;

  constructor(
    readonly row: Row,
    readonly normals: Line[],
  ) {}

  add(mover: Mover | undefined, force: number[], torque: number[]): void {
    if (!mover) return;
    this.ends.push({ mover, force, torque });
    this.inverseMass += mover.inverseMass * dot(force, force) + mover.inverseInertia * dot(torque, torque);
  }

  get speed(): number {
    return this.ends.reduce((sum, { mover, force, torque }) => sum + dot(force, mover.v) + dot(torque, mover.w), 0);
  }

  /** The row across this one, where two rows of friction have one bound. */
  across: Line | null = null;

  /** Takes the row to what it wants for the end of the substep; returns by how much a speed changed. */
  solve(h: number): number {
    if (this.across) return this.slide(h, this.across);
    if (this.row.kind === RowKind.Slip) return 0;
    const [low, high] = this.bounds(h);
    return this.change(Math.min(Math.max(this.wanted(h), low), high) - this.impulse);
  }

  /** Friction along the surface: a vector as large as its bound at most. */
  private slide(h: number, across: Line): number {
    const [, most] = this.bounds(h);
    const [p, q] = [this.wanted(h), across.wanted(h)];
    const scale = Math.min(1, most / Math.max(Math.hypot(p, q), 1e-300));
    return Math.max(this.change(scale * p - this.impulse), across.change(scale * q - across.impulse));
  }

  /** The impulse that the row would have without bounds. */
  private wanted(h: number): number {
    const { row, inverseMass } = this;
    if (inverseMass <= 0) return 0;
    const speed = this.speed;
    let wanted: number;
    let soft = 0;
    const free = speed - inverseMass * this.impulse;
    if (row.stiffness > INFINITE) {
      const [least, most] = [(row.lower - row.value) / h, (row.upper - row.value) / h];
      wanted = Math.min(Math.max(free, least), most);
    } else if (row.damping > INFINITE) {
      wanted = row.velocity;
    } else {
      // p = h (k (target - C - h u) + d (velocity - u)), u at the end.
      const inverse = h * (h * row.stiffness + row.damping);
      if (inverse <= 0) return 0;
      soft = 1 / inverse;
      const target = Math.min(Math.max(row.value + h * free, row.lower), row.upper);
      wanted = (h * row.stiffness * (target - row.value) + h * row.damping * row.velocity) * soft;
    }
    return (wanted - free) / (inverseMass + soft);
  }

  private change(change: number): number {
    this.impulse += change;
    for (const { mover, force, torque } of this.ends) {
      for (let k = 0; k < 3; k++) {
        mover.v[k] += change * mover.inverseMass * force[k];
        mover.w[k] += change * mover.inverseInertia * torque[k];
      }
    }
    return Math.abs(change) * this.inverseMass;
  }

  private bounds(h: number): [number, number] {
    const { row, normals } = this;
    if (normals.length === 0) return [h * row.low, h * row.high];
    const load = normals.reduce((sum, { impulse }) => sum + impulse, 0);
    const grip = normals.reduce((sum, { impulse, row: normal }) => sum + impulse * normal.lever, 0);
    const most =
      row.kind === RowKind.Slip
        ? row.friction * load
        : row.kind === RowKind.Spin
          ? row.friction * grip + row.lever * load
          : row.lever * load;
    return [-most, most];
  }
}

function linesOf(one: RowsOfOne, movers: Map<number, Mover>): Line[] {
  const lines: Line[] = [];
  for (const row of one.rows) {
    if (row.kind === RowKind.Second) {
      const line = lines[lines.length - 1];
      line.add(movers.get(one.second[0]), row.forceA, row.torqueA);
      line.add(movers.get(one.second[1]), row.forceB, row.torqueB);
      continue;
    }
    const line = new Line(
      row,
      row.normalCount > 0 ? lines.slice(lines.length - row.normals, lines.length - row.normals + row.normalCount) : [],
    );
    line.add(movers.get(one.bodies[0]), row.forceA, row.torqueA);
    line.add(movers.get(one.bodies[1]), row.forceB, row.torqueB);
    lines.push(line);
    const last = lines[lines.length - 2];
    if (row.kind === RowKind.Slip && last?.row.block === 2) last.across = line;
  }
  return lines;
}

/** Advances a world without damping, of bodies with equal moments, by `h`. */
export function stepByRows(world: World, h: number): void {
  const movers = new Map([...world.bodies].map((body) => [body.index, moverOf(body)]));
  for (const { body, inverseMass, v } of movers.values()) {
    if (inverseMass > 0) for (let k = 0; k < 3; k++) v[k] += h * world.gravity[k];
    if (body.type === 'dynamic') body.linearVelocity = v as [number, number, number];
  }
  world.detectCollisions();
  rowKernels(world).writeRows(h, 0);
  const all = readRows(world);
  const lines = all.flatMap((one) => linesOf(one, movers));
  for (let sweep = 0, worst = 1; worst > CLOSE && sweep < MOST_SWEEPS; sweep++) {
    worst = 0;
    for (const line of lines) worst = Math.max(worst, line.solve(h));
  }
  const { f32, f64 } = inside(world).memory;
  for (const { row, impulse } of lines) {
    for (const at of [row.impulseAt, row.impulseAt + 16]) {
      if (world.precision === 'single') f32[at >>> 2] = impulse;
      else f64[at >>> 3] = impulse;
    }
  }
  rowKernels(world).finishRows(h);
  for (const { body, v, w } of movers.values()) {
    if (body.type === 'static') continue;
    body.linearVelocity = v as [number, number, number];
    body.angularVelocity = w as [number, number, number];
    body.position = body.position.map((x, k) => x + h * v[k]) as [number, number, number];
    body.orientation = turned([...body.orientation], w, h);
  }
}

function turned([x, y, z, w]: number[], omega: readonly number[], h: number): [number, number, number, number] {
  const [a, b, c] = omega.map((u) => 0.5 * h * u);
  const angle = Math.hypot(a, b, c);
  const s = angle > 0 ? Math.sin(angle) / angle : 1;
  const [p, q, r, t] = [s * a, s * b, s * c, Math.cos(angle)];
  return [t * x + w * p + q * z - r * y, t * y + w * q + r * x - p * z, t * z + w * r + p * y - q * x, t * w - p * x - q * y - r * z];
}
