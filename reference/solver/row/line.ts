// A row as solvers on velocities work with it: what a unit impulse does to the bodies, and the speed that it wants (SPECIFICATION.md, sections 1
// and 3). An impulse p along it adds p M⁻¹ Jᵀ to the velocities; K = J M⁻¹ Jᵀ.
import { RowKind } from '../../../bindings/core/layout.ts';
import type { Body } from '../../body/body.ts';
import type { ConstraintRow } from '../../constraint/row.ts';
import { Vec3 } from '../../math/vector.ts';
import { isRounding } from '../direct/row.ts';

/** rad, m/s: see substep.ts. */
import { LONGEST_TURN, RECOVERY } from '../substep.ts';

/** m/s, rad/s: slower impacts on a limit do not bounce. */
const LEAST_BOUNCE = 0.05;

/** The part of a row that one dynamic body has. */
export interface LineEnd {
  body: Body;
  force: Vec3;
  torque: Vec3;
  massScale: number;
  inertiaScale: number;
  /** M⁻¹ Jᵀ */
  linear: Vec3;
  angular: Vec3;
}

/** The lever that a force of a row has at a body, as it was when the row was read, and what is left of the torque without it. */
interface Lever {
  body: Body;
  force: Vec3;
  torque: Vec3;
  spin: Vec3;
  arm: Vec3;
}

export class Line {
  readonly ends: LineEnd[];
  /** Those of all bodies that may turn. */
  readonly levers: Lever[];
  /** K */
  inverseMass = 0;
  /** Of this substep, N s or N m s. */
  impulse = 0;
  /** Given earlier in the substep by a row that has begun anew since. */
  before = 0;
  /** C, followed where the solver does so. */
  value: number;
  /** J u when the substep began. */
  approach = 0;
  /** Of friction: the normals that bound it; of the first of two rows along a surface: the other. */
  normals: Line[] = [];
  across: Line | null = null;
  /** Of the first of three rows whose load is bounded as a vector: all of them. */
  vector: Line[] = [];
  /** It is not solved by itself: an earlier one counts it. */
  follows = false;
  /** Where something bounces: the speed that it has afterwards. */
  rebound: number | null = null;

  constructor(readonly row: ConstraintRow) {
    this.value = row.value;
    this.ends = row.ends
      .filter(({ body, force, torque }) => body.isDynamic && !isRounding(body, force, torque))
      .map(({ body, force, torque, massScale, inertiaScale }) => {
        return { body, force, torque, massScale, inertiaScale, linear: Vec3.zero(), angular: Vec3.zero() };
      });
    this.levers = row.ends.flatMap(({ body, force, torque, arm }) =>
      arm ? [{ body, force, torque, spin: torque.minus(arm.cross(force)), arm }] : [],
    );
    this.weigh();
  }

  /** Torques and effective mass with the inertias that the bodies have. */
  weigh(): void {
    this.inverseMass = 0;
    for (const end of this.ends) {
      end.linear = end.force.scaledBy(end.body.inverseMass).times(end.massScale);
      end.angular = end.body.inverseInertia.times(end.torque).times(end.inertiaScale);
      this.inverseMass += end.force.dot(end.linear) + end.torque.dot(end.angular);
    }
  }

  /** J u */
  get speed(): number {
    return this.row.speed;
  }

  push(impulse: number): void {
    for (const { body, linear, angular } of this.ends) {
      body.velocity.assign(body.velocity.plusTimes(linear, impulse));
      body.angularVelocity.assign(body.angularVelocity.plusTimes(angular, impulse));
    }
  }

  /** Takes the impulse to a value. */
  goTo(impulse: number): void {
    this.push(impulse - this.impulse);
    this.impulse = impulse;
  }

  get isRigid(): boolean {
    return this.row.stiffness === Infinity || this.row.damping === Infinity;
  }

  /** C has a place to be. */
  get isPositional(): boolean {
    return this.row.stiffness > 0 && this.row.damping !== Infinity;
  }

  get isAngular(): boolean {
    return this.ends.every(({ force }) => force.squaredLength === 0);
  }

  /** Whether it may be pulled and pushed by whatever it takes. */
  get isBilateral(): boolean {
    const { row } = this;
    return row.lower === row.upper && row.low === -Infinity && row.high === Infinity && this.normals.length === 0;
  }

  /** Notes how fast it is before it is solved; slower impacts of contacts than `bounceSpeed` do not bounce. */
  meet(h: number, bounceSpeed: number): void {
    const { kind, lower, restitution, upper } = this.row;
    this.approach = this.speed;
    this.rebound = null;
    if (!(restitution > 0) || lower === upper) return;
    const end = this.value + h * this.approach;
    const passes = (this.approach < 0 && end < lower) || (this.approach > 0 && end > upper);
    if (passes && Math.abs(this.approach) > (kind === RowKind.Normal ? bounceSpeed : LEAST_BOUNCE))
      this.rebound = -restitution * this.approach;
  }

  /**
   * The speeds that a rigid row allows, in a time `h`: as the error asks, of which a part `share` is taken away, at `fastest` at most where bodies
   * overlap; or, without a share, as if what has been passed were no error.
   */
  speeds(h: number, share: number | null, fastest: number): { least: number; most: number } {
    const { rebound, row, value } = this;
    if (row.damping === Infinity) return { least: row.velocity, most: row.velocity };
    if (rebound !== null) return rebound > 0 ? { least: rebound, most: Infinity } : { least: -Infinity, most: rebound };
    const isTarget = row.lower === row.upper;
    if (isTarget && share === null) return { least: row.velocity, most: row.velocity };
    const longest = this.isAngular && isTarget ? LONGEST_TURN / h : isTarget ? Infinity : row.kind === RowKind.Normal ? fastest : RECOVERY;
    // A target that moves takes the row along, whatever part of the error is taken away.
    const along = isTarget ? row.velocity : 0;
    const speed = (way: number, isPassed: boolean) => {
      if (!isPassed) return way / h;
      return share === null ? 0 : along + Math.min(Math.max(share * (way / h - along), -longest), longest);
    };
    const [down, up] = [row.lower - value, row.upper - value];
    return { least: speed(down, isTarget || down > 0), most: speed(up, isTarget || up < 0) };
  }

  /** Of a row of finite stiffness, in a time `h`: (K + softness) p = speed - J u₀; null where it does not act. */
  spring(h: number, free: number): { softness: number; speed: number } | null {
    const { damping, lower, stiffness, upper, velocity } = this.row;
    const scaled = h * (h * stiffness + damping);
    if (!(scaled > 0)) return null;
    const end = this.value + h * free;
    const target = lower === upper ? lower : Math.min(Math.max(end, lower), upper);
    if (lower < upper && target === end) return null;
    return { softness: 1 / scaled, speed: (h * stiffness * (target - this.value) + h * damping * velocity) / scaled };
  }

  /** Bounds of the impulse in a time `h`: at rest, and once it slides. */
  bounds(h: number): { low: number; high: number; sliding: number } {
    const { friction, kind, lever, low, high, sliding } = this.row;
    if (this.normals.length === 0) return { low: h * low, high: h * high, sliding: Infinity };
    let load = 0;
    let grip = 0;
    for (const normal of this.normals) {
      load += normal.before + normal.impulse;
      grip += (normal.before + normal.impulse) * normal.row.lever;
    }
    const most = (factor: number) =>
      kind === RowKind.Slip ? factor * load : kind === RowKind.Spin ? factor * grip + lever * load : lever * load;
    return { low: -most(friction), high: most(friction), sliding: most(sliding) };
  }
}

/** The lines of the rows of one joint or contact. */
export function linesOf(rows: readonly ConstraintRow[]): Line[];
export function linesOf<Kind extends Line>(rows: readonly ConstraintRow[], make: (row: ConstraintRow, index: number) => Kind): Kind[];
export function linesOf(rows: readonly ConstraintRow[], make = (row: ConstraintRow, _index: number) => new Line(row)): Line[] {
  const lines = rows.map(make);
  lines.forEach((line, k) => {
    line.normals = line.row.normals.map((normal) => lines[rows.indexOf(normal)]);
    if (line.row.kind === RowKind.Slip && lines[k - 1]?.row.kind !== RowKind.Slip) line.across = lines[k + 1];
    if (line.row.kind === RowKind.Spring && k === 0) line.vector = lines;
  });
  for (const line of lines) {
    if (line.across) line.across.follows = true;
    for (const other of line.vector) other.follows = other !== line;
  }
  return lines;
}
