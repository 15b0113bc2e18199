// A rope over two points fixed in the world: c = |p_a - P_a| + ratio |p_b - P_b| in an interval. One row for the whole length:
// Waterson, eqs 136-139.
import { JointRecord, PulleyRecord, RowKind } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import { dampRotation } from '../constraint/damping.ts';
import { Interval } from '../constraint/interval.ts';
import { ConstraintRow } from '../constraint/row.ts';
import { Vec3 } from '../math/vector.ts';
import { DirectRow } from '../solver/direct/row.ts';
import type { Link, Parts } from '../solver/direct/stiffness.ts';
import type { Substep } from '../solver/substep.ts';
import { coordinateAt } from '../state.ts';
import { Push } from './gear.ts';
import { Joint } from './joint.ts';

/** m; a shorter rope has no direction. */
const LEAST_LENGTH = 1e-9;

/** One of the two parts of the rope. */
class Rope extends Push {
  /** Where the rope leaves the world. */
  readonly fixed = Vec3.zero();
  /** How much of the rope's length a metre here counts for. */
  weight = 1;

  /** From the fixed point to the anchor, which is at this arm; so much later, or now. */
  span(arm: Vec3, time = 0): Vec3 {
    return this.body.position.plusTimes(this.body.velocity, time).plus(arm).minus(this.fixed);
  }

  aim(span: Vec3, arm: Vec3): void {
    const { length } = span;
    this.force.assign(length > LEAST_LENGTH ? span.times(this.weight / length) : Vec3.ZERO);
    this.torque.assign(arm.cross(this.force));
  }

  get speed(): number {
    return this.force.dot(this.body.velocity) + this.torque.dot(this.body.angularVelocity);
  }

  /** How fast a unit of tension makes the body swing, at its anchor or at the rope. */
  swing(arm: Vec3): number {
    const { body, weight } = this;
    const { length } = this.span(arm);
    return weight * Math.max(body.swing(arm), length > LEAST_LENGTH ? body.reciprocalMass / length : 0);
  }
}

export class Pulley extends Joint {
  private readonly length = new Interval();
  private readonly ropeA = new Rope(this.pair.a);
  private readonly ropeB = new Rope(this.pair.b);
  private impulseLimit = 0;
  /** Length at the end of the substep, with the velocities as they are; inverse effective mass. */
  private end = 0;
  private inverseMass = 0;

  override get intervalTotal(): number {
    return this.length.total;
  }

  override read(memory: StateMemory, record: number): void {
    const { f64, u32 } = memory;
    const at = coordinateAt(memory, u32[(record + JointRecord.firstCoordinate) >>> 2] - 1);
    const point = (field: number) => new Vec3(f64[(at + field) >>> 3], f64[(at + field + 8) >>> 3], f64[(at + field + 16) >>> 3]);
    this.ropeA.fixed.assign(point(PulleyRecord.pointAX));
    this.ropeB.fixed.assign(point(PulleyRecord.pointBX));
    this.ropeB.weight = f64[(at + PulleyRecord.ratio) >>> 3];
    this.intervalLoad = this.enabled ? f64[(record + JointRecord.intervalLoad) >>> 3] : 0;
  }

  override startStep(substep: Substep): void {
    const { armA, armB } = this.pair;
    this.startRows(substep, this.length.rows, this.intervalCompliance, 1);
    this.length.startStep(substep, this.lower, this.upper, this.intervalLoad, substep.drift(this));
    this.impulseLimit = this.pair.impulseLimit(substep, Math.max(this.ropeA.swing(armA), this.ropeB.swing(armB)));
    this.pair.noteLoad(this.length.impulse ** 2, this.impulseLimit);
  }

  override locate(): void {
    this.pair.locate();
  }

  override warm(): void {
    this.aimStart();
    this.pull(this.length.warm(this.inverseMass));
  }

  override solve(substep: Substep): void {
    this.reach(substep);
    const { pair } = this;
    this.pull(this.length.solve(substep, this.end, this.inverseMass, this.start));
    pair.noteLoad(this.length.impulse ** 2, this.impulseLimit);
  }

  override parts(): Parts {
    this.aimStart();
    const { length, pair, ropeA, ropeB } = this;
    const row = length.startDirect(new DirectRow('other'));
    const links: Link[] = [];
    for (const [rope, arm] of [[ropeA, pair.armA] as const, [ropeB, pair.armB] as const]) {
      const { body, force, torque, weight } = rope;
      const span = rope.span(arm).length;
      row.add(body, force, torque, arm);
      if (span > LEAST_LENGTH)
        links.push({ rows: [row], weight, length: span, direction: force.times(1 / weight), ends: [{ body, arm, sign: 1 }] });
    }
    return { rows: [row], axes: [], links };
  }

  override want(substep: Substep): void {
    const { length, pair, ropeA, ropeB } = this;
    const { duration: h } = substep;
    pair.advance(h);
    const endA = ropeA.span(pair.currentArmA, h);
    const endB = ropeB.span(pair.currentArmB, h);
    const isCurrent = pair.turnsFar(substep);
    const row = new DirectRow('other');
    for (const [rope, end, arm, currentArm] of [
      [ropeA, endA, pair.armA, pair.currentArmA] as const,
      [ropeB, endB, pair.armB, pair.currentArmB] as const,
    ]) {
      rope.aim(isCurrent ? end : rope.span(arm), isCurrent ? currentArm : arm);
      row.add(rope.body, rope.force, rope.torque, isCurrent ? currentArm : arm);
    }
    length.direct?.aim(row);
    length.want(substep, endA.length + ropeB.weight * endB.length, this.start);
  }

  override take(): void {
    const { length, pair, ropeB } = this;
    pair.totalImpulse.assign(pair.totalImpulse.plusTimes(ropeB.force, length.take()));
  }

  override damp(substep: Substep): void {
    this.aimStart();
    if (this.inverseMass > 0) {
      const part = Math.min(this.linearDamping * substep.duration, 1);
      const impulse = (-part * (this.ropeA.speed + this.ropeB.speed)) / this.inverseMass;
      this.ropeA.apply(impulse);
      this.ropeB.apply(impulse);
    }
    dampRotation(substep, this.pair, this.angularDamping);
  }

  override constraintRows(): ConstraintRow[] {
    const { pair, ropeA, ropeB } = this;
    this.aimStart();
    const row = new ConstraintRow(RowKind.Bound);
    for (const { body, force, torque } of [ropeA, ropeB]) row.add(body, force, torque);
    row.push = ropeB.force.times(1);
    const value = ropeA.span(pair.armA).length + ropeB.weight * ropeB.span(pair.armB).length;
    return [row.hold(value, this.lower, this.upper, this.intervalCompliance, this.length.impulse)];
  }

  override takeRows(rows: readonly ConstraintRow[]): void {
    this.bookRows(rows);
    this.length.book(rows[0].impulse);
  }

  override finishStep(substep: Substep): void {
    this.intervalLoad = this.length.impulse / substep.duration;
  }

  /** Length where the substep starts. */
  private get start(): number {
    const { pair, ropeA, ropeB } = this;
    return ropeA.span(pair.armA).length + ropeB.weight * ropeB.span(pair.armB).length;
  }

  private pull(size: number): void {
    const { pair } = this;
    this.ropeA.apply(size);
    this.ropeB.apply(size);
    pair.totalImpulse.assign(pair.totalImpulse.plusTimes(this.ropeB.force, size));
  }

  private aimStart(): void {
    const { pair, ropeA, ropeB } = this;
    ropeA.aim(ropeA.span(pair.armA), pair.armA);
    ropeB.aim(ropeB.span(pair.armB), pair.armB);
    this.inverseMass = ropeA.inverseMass + ropeB.inverseMass;
  }

  private reach(substep: Substep): void {
    const { pair, ropeA, ropeB } = this;
    const { duration: h } = substep;
    const { impulse } = this.length;
    pair.advance(h);
    const endA = ropeA.span(pair.currentArmA, h);
    const endB = ropeB.span(pair.currentArmB, h);
    this.end = endA.length + ropeB.weight * endB.length;
    const isCurrent = impulse * impulse > this.impulseLimit || pair.turnsFar(substep);
    ropeA.aim(isCurrent ? endA : ropeA.span(pair.armA), isCurrent ? pair.currentArmA : pair.armA);
    ropeB.aim(isCurrent ? endB : ropeB.span(pair.armB), isCurrent ? pair.currentArmB : pair.armB);
    this.inverseMass = ropeA.inverseMass + ropeB.inverseMass;
  }
}
