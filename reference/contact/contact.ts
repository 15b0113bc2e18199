// What two bodies have where they touch, as contacts are solved: the separation of a point that follows the bodies,
//
//   C = s + n · (Δx_B + R_B c_B - c_B) - n · (Δx_A + R_A c_A - c_A),
//
// and its change v_n = n · (v_B + ω_B × r_B - v_A - ω_A × r_A). Normal n, arms r and separation s are those of the start of the step, Δx and R
// what the bodies have moved and turned since; c are the arms of the surfaces' cores, since a radius around a core does not turn with its body.
// Müller et al. 2020, section 3.5, eq 26.
import { RowKind } from '../../bindings/core/layout.ts';
import type { Body } from '../body/body.ts';
import { Pair } from '../constraint/pair.ts';
import { ConstraintRow } from '../constraint/row.ts';
import type { Quat } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';

export interface ContactPoint {
  /** From the centres of mass to the point on A's surface, in the world's axes. */
  armA: Vec3;
  armB: Vec3;
  /** To the cores. */
  coreA: Vec3;
  coreB: Vec3;
  separation: number;
  /** Distance from where friction acts. */
  lever: number;
  /** Effective mass. */
  mass: number;
  /** N s on B along the normal: of one substep, and of the step so far. */
  impulse: number;
  total: number;
  /** Only with the papers' scheme: N s along the surface in this substep, and v_n when it began, m/s. */
  grip: number;
  before: number;
  /** m/s: v_n that the separation has in it already, as that of a place where the bodies will be. */
  foreseen: number;
  /** m/s: v_n with which surfaces that go along each other part by half of what the normal and the arms change in a substep: see soft.ts. */
  curve: number;
  /** m/s: by how much faster it comes at the mean angular velocities of the substep than at those of the moment. */
  drift: number;
  /** For how many detections it has been there. */
  age: number;
}

export type Motion = Pick<Body, 'velocity' | 'angularVelocity'>;

/** What the two surfaces make of each other. */
export interface Surfaces {
  staticFriction: number;
  dynamicFriction: number;
  /** m */
  rollingFriction: number;
  torsionalFriction: number;
  restitution: number;
  /** 1/kg: compliance over the square of the substep. */
  scaledCompliance: number;
  /** Velocity of B's surface against A's that friction leads to. */
  slide: Vec3;
}

/** One manifold. Its loads are impulses on B, of one substep; totals are those of the step so far. */
export class Contact {
  /** Of articulated bodies: see articulated-pair.ts. */
  pair: Pair;
  readonly friction = Vec3.zero();
  readonly frictionTotal = Vec3.zero();
  twist = 0;
  readonly roll = Vec3.zero();
  /**
   * As they were when the rows were prepared: inverse masses of friction along the two directions and about the normal; and of impulses along the normal where friction
   * acts, and of turning about the two directions.
   */
  readonly rows = {
    first: Vec3.zero(),
    second: Vec3.zero(),
    tt: 0,
    uu: 0,
    tu: 0,
    turning: 0,
    along: 0,
    alongT: 0,
    alongU: 0,
    tiltTT: 0,
    tiltTU: 0,
    tiltUU: 0,
  };
  /** N s: the load of the last substep. Below 0 where that has grown as by an impact: minus the load whose share of the friction the next substep starts from. */
  borne: number;
  /** Found anew in this substep, so that separations are those that its bodies have now. */
  current = false;
  /** Where the bodies were then: A and B. */
  places: readonly { readonly displacement: Vec3; readonly turn: Quat }[] = [];
  /** Some point was not there before: its impulse is nothing to start from. */
  fresh = false;
  /** The geometry was found anew since. */
  renewed = true;
  /** The spring that holds what overlaps gives way to its load: not where loads are solved together (loaded.ts). */
  yields = true;
  /** Joints connect the bodies, however many are between them, and they overlap from the start. */
  entangled = false;

  constructor(
    /** Byte offset of the record. */
    readonly record: number,
    readonly a: Body,
    readonly b: Body,
    /** From A to B. */
    public normal: Vec3,
    readonly points: readonly ContactPoint[],
    readonly surfaces: Surfaces,
    /** Arms of the place where friction acts. */
    public centerA: Vec3,
    public centerB: Vec3,
    /** m/s: by how much forces change the speed at which the bodies approach in a substep. */
    readonly acceleration: number,
  ) {
    this.pair = new Pair(a, b);
    this.borne = this.load;
  }

  /** N s: the sum of the points' impulses. */
  get load(): number {
    return this.points.reduce((sum, { impulse }) => sum + impulse, 0);
  }

  /** The part of the friction which the next substep starts from. */
  get kept(): number {
    return this.borne < 0 ? Math.min(-this.borne / this.load, 1) : 1;
  }

  /** C; `since`: the time for which the bodies have moved at v_n since the contact was found anew, if it was. */
  separation(point: ContactPoint, since: number, speed = this.normalSpeed(point)): number {
    const { separation, coreA, coreB } = point;
    const { a, b, normal } = this;
    if (this.current) return separation + since * speed;
    const movedA = a.displacement.plus(a.turned(coreA));
    const movedB = b.displacement.plus(b.turned(coreB));
    return separation + normal.dot(movedB.minus(movedA));
  }

  /** C where the bodies are now, also if something but velocities has moved them since. */
  private separationNow(point: ContactPoint): number {
    if (!this.current) return this.separation(point, 0);
    const { a, b, normal, places } = this;
    // Rims do not turn with what rolls on them.
    const [movedA, movedB] = [a, b].map((body, k) => {
      const turn = body.turn.times(places[k].turn.conjugate).rotationVector;
      return body.displacement.minus(places[k].displacement).plus(turn.cross(k === 0 ? point.coreA : point.coreB));
    });
    return point.separation + normal.dot(movedB.minus(movedA));
  }

  relativeVelocity(armA: Vec3, armB: Vec3, a: Motion = this.a, b: Motion = this.b): Vec3 {
    const velocityA = a.velocity.plus(a.angularVelocity.cross(armA));
    return b.velocity.plus(b.angularVelocity.cross(armB)).minus(velocityA);
  }

  /** C / h where the bodies will be in `duration` seconds. */
  approach(point: ContactPoint, duration: number): number {
    return this.separation(point, 0) / duration + this.normalSpeed(point) - point.foreseen;
  }

  /** v_n: positive where the surfaces part. */
  normalSpeed({ armA, armB }: ContactPoint, a: Motion = this.a, b: Motion = this.b): number {
    return this.normal.dot(this.relativeVelocity(armA, armB, a, b));
  }

  /** Velocity along the surface at these arms that friction acts against. */
  slip(armA: Vec3, armB: Vec3): Vec3 {
    return this.relativeVelocity(armA, armB).without(this.normal).minus(this.surfaces.slide);
  }

  /** Inverse effective mass along a direction. */
  inverseMass(armA: Vec3, armB: Vec3, direction: Vec3): number {
    const { pair } = this;
    return Math.max(pair.inverseMass(armA, armB).between(direction, direction), direction.scaledBy(direction).dot(pair.least.linear));
  }

  /** Books the impulses of a substep along these rows. */
  takeRows(rows: readonly ConstraintRow[]): void {
    const count = this.points.length;
    this.points.forEach((point, k) => {
      point.impulse = rows[k].impulse;
      point.total += rows[k].impulse;
    });
    const sum = (some: readonly ConstraintRow[], part: 'push' | 'turn') =>
      some.reduce((total: Vec3, row) => total.plusTimes(row[part], row.impulse), Vec3.zero());
    this.friction.assign(sum(rows.slice(count, count + 2), 'push'));
    this.frictionTotal.assign(this.frictionTotal.plus(this.friction));
    this.twist = rows[count + 2].impulse;
    this.roll.assign(sum(rows.slice(count + 3), 'turn'));
  }

  /** How far the surfaces have slid, by angles: what rolls has moved as far as it has turned. */
  private get slid(): Vec3 {
    const { a, b, centerA, centerB } = this;
    return b.displacement.plus(b.rotation.cross(centerB)).minus(a.displacement.plus(a.rotation.cross(centerA)));
  }

  /** C of one of the rows below, where the bodies are now. */
  rowValue(index: number): number {
    const { normal, points } = this;
    if (index < points.length) return this.separationNow(points[index]);
    const first = normal.anyNormal();
    const slip = index - points.length;
    return slip > 1 ? 0 : this.slid.dot(slip === 0 ? first : normal.cross(first));
  }

  /** Points are followed, and need no placing. */
  locate(): void {}

  /** For a substep of `h` seconds: C >= 0 at each point, and at one place friction along the surface, about the normal, and against rolling. */
  constraintRows(h: number): ConstraintRow[] {
    const { a, b, normal, pair, surfaces } = this;
    const normals = this.points.map((point) => {
      const [armA, armB] = this.current
        ? [point.coreA, point.coreB]
        : [point.coreA.plus(a.turned(point.coreA)), point.coreB.plus(b.turned(point.coreB))];
      const row = ConstraintRow.between(RowKind.Normal, pair, normal, Vec3.ZERO, armA, armB);
      row.hold(this.separationNow(point), 0, Infinity, surfaces.scaledCompliance * h * h, point.impulse);
      return Object.assign(row, { low: 0, restitution: surfaces.restitution, lever: point.lever });
    });
    const first = normal.anyNormal();
    const tangents = [first, normal.cross(first)];
    const speed = { stiffness: 0, damping: Infinity, normals };
    const { staticFriction: friction, dynamicFriction: sliding } = surfaces;
    const slid = this.slid;
    const slips = tangents.map((tangent) => {
      const row = ConstraintRow.between(RowKind.Slip, pair, tangent, Vec3.ZERO, this.centerA, this.centerB);
      row.value = tangent.dot(slid);
      return Object.assign(row, speed, { velocity: tangent.dot(surfaces.slide), friction, sliding, impulse: tangent.dot(this.friction) });
    });
    const about = (kind: RowKind, axis: Vec3) => ConstraintRow.between(kind, pair, Vec3.ZERO, axis, Vec3.ZERO, Vec3.ZERO);
    const rows = [...normals, ...slips];
    rows.push(
      Object.assign(about(RowKind.Spin, normal), speed, { friction, sliding, lever: surfaces.torsionalFriction, impulse: this.twist }),
    );
    // Rims do not turn with what rolls on them.
    if (this.current) for (const { ends } of rows) for (const end of ends) end.arm = null;
    if (surfaces.rollingFriction <= 0) return rows;
    const rolls = tangents.map((axis) => {
      return Object.assign(about(RowKind.Roll, axis), speed, { lever: surfaces.rollingFriction, impulse: axis.dot(this.roll) });
    });
    return [...rows, ...rolls];
  }

  /** Changes the velocities by an impulse along the normal. */
  push({ armA, armB }: ContactPoint, impulse: number): void {
    this.pair.apply(this.normal.times(impulse), armA, armB);
  }
}

/** 1/k; nothing where nothing can move. */
export function inverse(k: number): number {
  return k > 0 ? 1 / Math.max(k, 1e-300) : 0;
}
