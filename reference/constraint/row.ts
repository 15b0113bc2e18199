// One scalar constraint between bodies: where it is (C and its Jacobian), and what it wants. assembly/constraint/row.kernel.ts has the same in
// lanes; SPECIFICATION.md, section 1.
import type { RowKind } from '../../bindings/core/layout.ts';
import type { Body } from '../body/body.ts';
import { Vec3 } from '../math/vector.ts';
import type { Pair } from './pair.ts';

/** The part of a Jacobian that one body has. */
export interface End {
  body: Body;
  force: Vec3;
  torque: Vec3;
  /** From its centre of mass to where the force acts, which is a part of the torque; null: the torque is all there is to know. */
  arm: Vec3 | null;
  /** Factors of its inverse mass and inertia, for this row. */
  massScale: number;
  inertiaScale: number;
}

export class ConstraintRow {
  /** dC/dt = sum of force · v + torque · w over these; no body twice. */
  readonly ends: End[] = [];
  value = 0;
  /** (dJ/dt) u, where it was asked for. */
  bias = 0;
  /** lower <= C <= upper, by load = stiffness (target - C) + damping (velocity - dC/dt) between low and high. */
  lower = 0;
  upper = 0;
  velocity = 0;
  stiffness = Number.POSITIVE_INFINITY;
  damping = 0;
  low = Number.NEGATIVE_INFINITY;
  high = Number.POSITIVE_INFINITY;
  restitution = 0;
  /** Of friction: the load is at most so many times that of `normals`, at rest and sliding; about the normal, that times their levers. */
  friction = 0;
  sliding = 0;
  /** m. Of a normal: how far it is from where friction acts; of friction about it and of rolling: at most so much of the normals' load. */
  lever = 0;
  normals: readonly ConstraintRow[] = [];
  /** Of the last substep. */
  impulse = 0;
  /** Factor of the relaxation of the world, added to its regularization, and in place of its ERP and CFM. */
  relaxation = 1;
  regularization = 0;
  erp: number | null = null;
  cfm: number | null = null;
  /** What a unit of it does to B where it acts, of what counts as the load of a joint. */
  push: Vec3 = Vec3.ZERO;
  turn: Vec3 = Vec3.ZERO;

  constructor(
    readonly kind: RowKind,
    readonly coordinate = 0,
  ) {}

  /** A force on B at its arm, which A feels reversed at its lever, and a torque on both. */
  static between(kind: RowKind, { a, b }: Pair, force: Vec3, torque: Vec3, leverA: Vec3, arm: Vec3, coordinate = 0): ConstraintRow {
    const row = new ConstraintRow(kind, coordinate);
    row.add(a, force.times(-1), leverA.cross(force).plus(torque).times(-1), leverA);
    row.add(b, force, arm.cross(force).plus(torque), arm);
    row.push = force.times(1);
    row.turn = torque.times(1);
    return row;
  }

  add(body: Body, force: Vec3, torque: Vec3, arm: Vec3 | null = null): void {
    const end = this.ends.find((one) => one.body === body);
    if (!end) {
      this.ends.push({ body, force: force.times(1), torque: torque.times(1), arm: arm?.times(1) ?? null, massScale: 1, inertiaScale: 1 });
      return;
    }
    end.arm = null;
    end.force.assign(end.force.plus(force));
    end.torque.assign(end.torque.plus(torque));
  }

  /** Held between two values by a load of any size. */
  hold(value: number, lower: number, upper: number, compliance: number, impulse: number): this {
    this.value = value;
    this.lower = lower;
    this.upper = upper;
    this.stiffness = 1 / compliance;
    this.impulse = impulse;
    return this;
  }

  /** J u. */
  get speed(): number {
    return this.ends.reduce((sum, { body, force, torque }) => sum + force.dot(body.velocity) + torque.dot(body.angularVelocity), 0);
  }
}

/** Axes of the world when the step began, turned with a body since. */
export function turnedAxes(body: Body): Vec3[] {
  return [Vec3.X, Vec3.Y, Vec3.Z].map((axis) => axis.plus(body.turned(axis)));
}
