// One row of a joint among all rows of its island: J du + softness dp = residual, low <= p <= high, du the change of all velocities.
import type { Body } from '../../body/body.ts';
import type { Pair } from '../../constraint/pair.ts';
import { clamp } from '../../math/scalar.ts';
import type { Vec3 } from '../../math/vector.ts';

/**
 * point: one of the rows that hold two points together. turn: one that locks an angle. brake: geometric stiffness, no load. other: what acts
 * along a line or about an axis.
 */
export type Part = 'point' | 'turn' | 'brake' | 'other';

/** What a unit impulse is to one body. */
export interface RowEnd {
  body: Body;
  force: Vec3;
  /** About the centre of mass. */
  torque: Vec3;
  /** Where a force acts, from the centre of mass. */
  arm: Vec3 | null;
}

/** Square of what rounding leaves of a gradient along the axes that are not locked, over that of the whole. */
const ROUNDING = 1e-24;

/** A row that acts on a body along locked axes, but for rounding, does not act on it: from nothing but rounding it would ask for any impulse. */
export function isRounding(body: Body, force: Vec3, torque: Vec3): boolean {
  if (!body.isDynamic || body.isFree) return false;
  const free = force.dot(force.scaledBy(body.inverseMass)) + body.inverseInertia.between(torque, torque);
  const whole = body.reciprocalMass * force.squaredLength + body.inverseInertia.trace * torque.squaredLength;
  return !(free > ROUNDING * whole);
}

export class DirectRow {
  /** A limit of an angle. */
  twists = false;
  ends: RowEnd[] = [];
  softness = 0;
  residual = 0;
  low = Number.NEGATIVE_INFINITY;
  high = Number.POSITIVE_INFINITY;
  /** In this substep so far, its change in this iteration, and all of it in the last substep. */
  impulse = 0;
  change = 0;
  last = 0;
  /** What contacts have added to the change. */
  pushed = 0;
  /** Holds: it is not at a bound. */
  active = true;
  /** Change of the impulse of a row that does not hold, before rows move. */
  private held = 0;
  private holds = true;
  /** Rigid: where loops leave rows that depend on others it has to give a little. */
  isRigid = false;
  /** Of what is locked: its error at the start of the substep, m or rad; of a limit: how far it was past it. */
  start = 0;
  /** Rows that are bounded as a vector by this impulse. */
  ball: { rows: DirectRow[]; most: number } | null = null;

  constructor(readonly part: Part) {}

  /** On B at one arm, and reversed on A at another. */
  static between({ a, b }: Pair, part: Part, force: Vec3, armA: Vec3, armB: Vec3): DirectRow {
    const row = new DirectRow(part);
    row.add(a, force.times(-1), armA.cross(force).times(-1), armA);
    row.add(b, force, armB.cross(force), armB);
    return row;
  }

  /** A torque on B, and reversed on A. */
  static about({ a, b }: Pair, part: Part, torque: Vec3): DirectRow {
    const row = new DirectRow(part);
    row.add(a, torque.times(0), torque.times(-1), null);
    row.add(b, torque.times(0), torque, null);
    return row;
  }

  add(body: Body, force: Vec3, torque: Vec3, arm: Vec3 | null): this {
    const acts = !isRounding(body, force, torque);
    this.ends.push({ body, force: force.times(Number(acts)), torque: torque.times(Number(acts)), arm });
    return this;
  }

  /** Acts where another row does from now on. */
  aim({ ends }: DirectRow): void {
    this.ends = ends;
  }

  /**
   * Chooses where a row starts: one with two bounds at the one where it was in the last substep, if it still asks beyond it. What pushed one way
   * in the last substep mostly does so in this one; what a limit asks of free bodies says little.
   */
  choose(isFirst: boolean): void {
    const { high, impulse, last, low, residual } = this;
    const isOneSided = (low === 0) !== (high === 0);
    this.holds = isOneSided ? (isFirst ? last : impulse) !== 0 : this.active;
    this.held = clamp(impulse, low, high) - impulse;
    if (!isFirst || isOneSided || !this.active || low >= high) return;
    const bound = last >= high && residual >= 0 ? high : last <= low && residual <= 0 ? low : Number.NaN;
    if (!Number.isFinite(bound)) return;
    this.holds = false;
    this.held = bound - impulse;
  }

  /** What it gives beyond its bounds, with what contacts have added. */
  get excess(): number {
    const impulse = this.impulse + this.pushed;
    const excess = impulse - clamp(impulse, this.low, this.high);
    return Math.abs(excess) > 1e-9 * Math.abs(this.pushed) ? excess : 0;
  }

  /** Takes it back, and holds no more. */
  giveUp(): void {
    this.pushed -= this.excess;
    this.active = false;
  }

  /** Goes there. */
  restart(): void {
    this.active = this.holds;
    this.change = this.holds ? 0 : this.held;
  }

  /** J u */
  get speed(): number {
    return this.ends.reduce((sum, { body, force, torque }) => sum + force.dot(body.velocity) + torque.dot(body.angularVelocity), 0);
  }

  /** J M⁻¹ Jᵀ of the bodies alone. */
  get inverseMass(): number {
    return this.ends.reduce(
      (sum, { body, force, torque }) => sum + force.dot(force.scaledBy(body.inverseMass)) + body.inverseInertia.between(torque, torque),
      0,
    );
  }

  /** Holds at any load, or as far as its scaled compliance lets it; `error` at the end of the substep, at the velocities as they are. */
  hold(error: number, h: number, compliance: number): void {
    this.softness = compliance;
    this.residual = -error / h - compliance * this.impulse;
    this.isRigid = compliance === 0;
    this.active = true;
  }
}
