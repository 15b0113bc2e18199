// One scalar row that holds a coordinate in [lower, upper], by projection of the accumulated impulse: the limits and targets of
// Müller et al. 2020, Algorithm 3 and eq 25, with the compliance of eqs 4 and 5.
import { clamp } from '../math/scalar.ts';
import type { DirectRow } from '../solver/direct/row.ts';
import { RECOVERY, type Substep } from '../solver/substep.ts';
import { Rows } from './rows.ts';

/** rad: an angle that far from its bounds, as things stand, is not brought to one by what else the joint does. */
const NEAR = 0.02;

export class Interval {
  /** Along growing coordinate, on B: N s or N m s. */
  impulse = 0;
  /** Sum of its changes over a step. */
  total = 0;
  readonly rows = new Rows();
  private lower = Number.NEGATIVE_INFINITY;
  private upper = Number.POSITIVE_INFINITY;
  /** How fast these move to there within the step. */
  private drift = 0;
  /** Whether it is at a bound. */
  isActive = false;
  /** The row of it among all rows of an island. */
  direct: DirectRow | null = null;

  /** All rows of an island together: this one begins. */
  startDirect(row: DirectRow): DirectRow {
    row.last = this.impulse;
    this.impulse = 0;
    this.direct = row;
    return row;
  }

  /** To a bound that was passed, or else to the nearer one; `coordinate` and `start` as of `solve`. */
  want(substep: Substep, coordinate: number, start: number, longest = Number.POSITIVE_INFINITY): void {
    const { duration: h, rest } = substep;
    const { direct: row, rows } = this;
    if (!row) return;
    const [lower, upper] = this.reachable(substep, start, longest);
    const atLower = coordinate - lower < upper - coordinate;
    row.hold(coordinate - (atLower ? lower : upper), h, rows.compliance);
    if (this.lower === this.upper) return;
    const [least, most] = this.boundsBefore(rest);
    row.start = start - clamp(start, least, most);
    row.low = atLower ? 0 : Number.NEGATIVE_INFINITY;
    row.high = atLower ? Number.POSITIVE_INFINITY : 0;
    row.active = atLower ? row.impulse > 0 || row.residual > 0 : row.impulse < 0 || row.residual < 0;
  }

  /** Where the bounds are, so many seconds before the step ends. */
  private boundsBefore(left: number): [lower: number, upper: number] {
    const ahead = Math.max(left, 0) * this.drift;
    return [this.lower - ahead, this.upper - ahead];
  }

  /** What they allow at the end of a substep that begins at `start`. */
  private reachable({ duration: h, rest }: Substep, start: number, longest: number): [lower: number, upper: number] {
    const [lower, upper] = this.boundsBefore(rest - h);
    const isTarget = lower === upper;
    const far = this.rows.compliance > 0 ? Number.POSITIVE_INFINITY : isTarget ? longest : h * RECOVERY;
    const target = clamp(lower, start - far, start + far);
    return isTarget ? [target, target] : [Math.min(lower, start + far), Math.max(upper, start - far)];
  }

  /** Returns the change of the impulse. */
  take(): number {
    const change = this.direct?.change ?? 0;
    this.impulse = this.direct?.impulse ?? 0;
    this.total += change;
    return change;
  }

  /** Of a row that another solver has solved. */
  book(impulse: number): void {
    this.impulse = impulse;
    this.total += impulse;
  }

  startStep(substep: Substep, lower: number, upper: number, load: number, drift = 0): void {
    this.lower = lower;
    this.upper = upper;
    this.drift = drift;
    this.impulse = load * substep.duration;
    this.total = 0;
  }

  /** Whether a coordinate is near one of its bounds. */
  nears(coordinate: number): boolean {
    return coordinate - this.lower < NEAR || this.upper - coordinate < NEAR;
  }

  /** Returns the impulse to start with. */
  warm(inverseMass: number): number {
    this.impulse *= this.rows.warmth(inverseMass);
    this.total += this.impulse;
    return this.impulse;
  }

  /**
   * Returns the change of the impulse; `coordinate` is at the end of the substep, with the velocities as they are, `start` at its
   * beginning; of an error there a hard target takes at most
   * `longest` away, and a hard bound what it takes back at RECOVERY. `others`: the speed that other rows of the joint, which are solved after this one, will give
   * the coordinate, and what they take from the inverse mass: whether it is at a bound depends on what they do.
   */
  solve(
    substep: Substep,
    coordinate: number,
    inverseMass: number,
    start: number,
    longest = Number.POSITIVE_INFINITY,
    others: [speed: number, mass: number] = [0, 0],
  ): number {
    const { duration: h } = substep;
    const { rows } = this;
    if (!rows.keepsImpulse(substep)) this.impulse = 0;
    this.isActive = false;
    if (inverseMass <= 0) return 0;
    const free = coordinate - h * inverseMass * this.impulse;
    const [lower, upper] = this.reachable(substep, start, longest);
    const ahead = coordinate + h * (others[0] - (inverseMass - others[1]) * this.impulse);
    const bound = clamp(ahead, lower, upper);
    this.isActive = lower === upper || bound !== ahead;
    const wanted = this.isActive ? (bound - free) / (h * (inverseMass + rows.compliance)) : 0;
    const change = rows.relaxation * (wanted - this.impulse);
    this.impulse += change;
    this.total += change;
    return change;
  }
}
