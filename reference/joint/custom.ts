// Rows that a user gives (PhysX's 1D constraints; SPECIFICATION.md, section 3): their Jacobians stay during a step, and their errors follow the
// motion of the bodies along them. By XPBD each is solved by itself, as all rows are on velocities.
import { BodyType, Coordinate, CoordinateRecord, CustomRowRecord, RowKind } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import { ConstraintRow } from '../constraint/row.ts';
import type { Vec3 } from '../math/vector.ts';
import type { Parts } from '../solver/direct/stiffness.ts';
import { type Line, linesOf } from '../solver/row/line.ts';
import { solveLine, wantedAt } from '../solver/row/sweep.ts';
import type { Substep } from '../solver/substep.ts';
import { coordinateRecords, readVector } from '../state.ts';
import { Joint } from './joint.ts';

interface Given {
  /** Byte offset of its record. */
  at: number;
  linearA: Vec3;
  angularA: Vec3;
  linearB: Vec3;
  angularB: Vec3;
  error: number;
  velocity: number;
  stiffness: number;
  damping: number;
  low: number;
  high: number;
  /** In the last substep, and over the step: N s or N m s. */
  impulse: number;
  total: number;
}

export class Custom extends Joint {
  private given: Given[] = [];
  private lines: Line[] = [];

  override get isSoft(): boolean {
    return false;
  }
  override get isDamped(): boolean {
    return false;
  }

  override read(memory: StateMemory, record: number): void {
    const { f64 } = memory;
    const found = coordinateRecords(memory, record);
    this.given = [];
    for (let kind = 0; kind < Coordinate.Count; kind++) {
      const at = found[kind];
      if (at === undefined) continue;
      const number = (field: number) => f64[(at + field) >>> 3];
      const vector = (field: number) => readVector(memory, at + field);
      this.given.push({
        at,
        linearA: vector(CustomRowRecord.linearAX),
        angularA: vector(CustomRowRecord.angularAX),
        linearB: vector(CustomRowRecord.linearBX),
        angularB: vector(CustomRowRecord.angularBX),
        error: number(CustomRowRecord.error),
        velocity: number(CustomRowRecord.velocity),
        stiffness: number(CustomRowRecord.stiffness),
        damping: number(CustomRowRecord.damping),
        low: number(CustomRowRecord.low),
        high: number(CustomRowRecord.high),
        impulse: number(CoordinateRecord.boundLoad),
        total: 0,
      });
    }
  }

  override startStep({ duration }: Substep): void {
    // Records have loads.
    for (const row of this.given) row.impulse *= duration;
  }

  override locate(): void {
    this.pair.locate();
  }

  override warm(): void {}

  override solve(substep: Substep): void {
    const { duration: h } = substep;
    if (substep.firstIteration) {
      this.lines = linesOf(this.constraintRows());
      for (const row of this.given) row.impulse = 0;
    }
    const want = wantedAt({ h, share: 1, fastest: Infinity });
    this.lines.forEach((line, k) => {
      const before = line.impulse;
      solveLine(line, h, want);
      this.book(this.given[k], line.impulse - before);
    });
  }

  override parts(): Parts {
    return { rows: [], axes: [], links: [] };
  }
  override want(): void {}
  override take(): void {}
  override damp(): void {}

  override constraintRows(): ConstraintRow[] {
    const { a, b } = this.pair;
    return this.given.map((given, k) => {
      const { angularA, angularB, damping, error, high, linearA, linearB, low, stiffness, velocity } = given;
      const row = new ConstraintRow(RowKind.Bound, k);
      row.add(a, linearA, angularA);
      row.add(b, linearB, angularB);
      row.push = linearB;
      row.turn = angularB;
      const moved = (body: typeof a, linear: Vec3, angular: Vec3) =>
        body.type === BodyType.Static ? 0 : linear.dot(body.displacement) + angular.dot(body.rotation);
      const value = error + moved(a, linearA, angularA) + moved(b, linearB, angularB);
      return Object.assign(row.hold(value, 0, 0, 0, given.impulse), { velocity, stiffness, damping, low, high });
    });
  }

  override takeRows(rows: readonly ConstraintRow[]): void {
    rows.forEach(({ impulse }, k) => {
      this.given[k].impulse = 0;
      this.book(this.given[k], impulse);
    });
  }

  override finishStep(): void {}

  override write({ f64 }: StateMemory, _record: number, dt: number, h: number): void {
    for (const { at, impulse, total } of this.given) {
      f64[(at + CoordinateRecord.boundLoad) >>> 3] = this.enabled ? impulse / h : 0;
      f64[(at + CoordinateRecord.boundReaction) >>> 3] = this.enabled ? total / dt : 0;
    }
  }

  private book(row: Given, impulse: number): void {
    const { pair } = this;
    row.impulse += impulse;
    row.total += impulse;
    pair.totalImpulse.assign(pair.totalImpulse.plusTimes(row.linearB, impulse));
    pair.totalAngularImpulse.assign(pair.totalAngularImpulse.plusTimes(row.angularB, impulse));
  }
}
