// Any joint between two frames as a list of rows: locked coordinates, limits, drives, friction. Each sweep solves all rows of the joint at
// once (solver/block.ts), so that limits, drives and what is locked do not fight each other.
import { Coordinate, JointType, Role, type RowKind } from '../../bindings/core/layout.ts';
import { dampRotation } from '../constraint/damping.ts';
import { ConstraintRow } from '../constraint/row.ts';
import { cayley, Quat } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import { solveBlock } from '../solver/block.ts';
import type { DirectRow } from '../solver/direct/row.ts';
import type { Parts } from '../solver/direct/stiffness.ts';
import type { Substep } from '../solver/substep.ts';
import { type EndReach, isNear, NO_LOAD } from './ends.ts';
import { coneExcess, inverseMassBetween, type Placement, readGradients, readValues, speedAlong } from './frame/coordinates.ts';
import { partsOf } from './frame/parts.ts';
import { followPath } from './frame/path.ts';
import type { Row } from './frame/row.ts';
import { RecordedRows } from './recorded-rows.ts';

/** Part of its greatest load from which on a drive counts as saturated. */
const SATURATED = 1 - 1e-6;

export class RowsJoint extends RecordedRows {
  private impulseLimit = 0;
  private torqueLimit = 0;
  private relaxation = 1;
  private direct: DirectRow[] = [];
  private readonly start: Placement = {
    armA: Vec3.zero(),
    armB: Vec3.zero(),
    separation: Vec3.zero(),
    frameA: Quat.identity(),
    frameB: Quat.identity(),
    bend: Vec3.zero(),
    arc: 0,
  };
  /** World orientation of A's joint frame at the start of the substep; that of a path joint is A's own. */
  private readonly bodyFrame = Quat.identity();

  override isWithin({ angle, offset }: EndReach): boolean {
    const { coordinates, shape, start } = this;
    if (shape.type === JointType.Universal || shape.type === JointType.Path || shape.type === JointType.Screw) return true;
    readValues(coordinates, start, shape);
    return this.rows.some((row) => {
      if (row.role !== Role.Bound || this.isLocked(row)) return false;
      if (Math.abs(row.impulse) > NO_LOAD) return true;
      const isOffset = row.coordinate < Coordinate.Twist || row.coordinate === Coordinate.Extra;
      const isCone = row.coordinate === Coordinate.Cone;
      const [y, z] = [coordinates[Coordinate.SwingY].value, coordinates[Coordinate.SwingZ].value];
      const value = isCone ? coneExcess(y, z, shape) : coordinates[row.coordinate].value;
      return isNear(value, row.lower, row.upper, isOffset ? offset : angle);
    });
  }

  override startStep(substep: Substep): void {
    const { pair, rows, start } = this;
    const { armA, armB, separation } = pair;
    const isLink = rows.some((row) => row.coordinate === Coordinate.Extra) && this.shape.type !== JointType.Screw;
    const swing = pair.linkSwing(armA.plus(separation), armB, isLink ? separation.length : 0);
    this.impulseLimit = pair.impulseLimit(substep, swing);
    this.torqueLimit = pair.torqueLimit(substep);
    const locksOnly = rows.every((row) => row.role === Role.Bound && row.lower === row.upper);
    this.relaxation = pair.relaxation(substep, this.isSoft || !locksOnly);
    readGradients(this.coordinates, start, this.shape);
    const crowd = pair.crowd;
    for (const row of rows) row.startStep(row.impulse, substep.duration, speedAlong(this.coordinates[row.coordinate], pair), crowd);
    pair.noteLoad(this.linear.squaredLength, this.impulseLimit);
    pair.noteLoad(this.lastTorque.squaredLength * substep.duration ** 2, this.torqueLimit);
  }

  /** Linear impulse of all rows. */
  private get linear(): Vec3 {
    const linear = Vec3.zero();
    for (const { coordinate, impulse } of this.rows) linear.assign(linear.plusTimes(this.coordinates[coordinate].force, impulse));
    return linear;
  }

  private noteLoads(): void {
    const { pair, coordinates } = this;
    const angular = Vec3.zero();
    for (const { coordinate, impulse } of this.rows) angular.assign(angular.plusTimes(coordinates[coordinate].torque, impulse));
    pair.noteLoad(this.linear.squaredLength, this.impulseLimit);
    pair.noteLoad(angular.squaredLength, this.torqueLimit);
  }

  override locate(): void {
    const { pair, start } = this;
    pair.locate();
    start.armA = pair.armA;
    start.armB = pair.armB;
    start.separation = pair.separation;
    start.frameA = this.worldFrameA();
    start.frameB = this.worldFrameB();
    this.bodyFrame.assign(start.frameA);
    if (this.path) followPath(this.path, pair.anchorA, start);
  }

  override warm(substep: Substep): void {
    this.reach(substep);
    this.startSubstep(substep);
    const { coordinates, pair, rows } = this;
    const speeds = this.speeds();
    for (const row of rows) {
      const coordinate = coordinates[row.coordinate];
      const impulse = row.warm(substep, coordinate.value, speeds[row.coordinate], inverseMassBetween(coordinate, coordinate, pair));
      this.push(row.coordinate, impulse);
    }
    this.noteLoads();
  }

  override solve(substep: Substep): void {
    const { coordinates, pair, rows } = this;
    const isFresh = substep.firstIteration && (!this.isSoft || substep.scalar);
    this.reach(substep);
    if (isFresh) this.startSubstep(substep);
    const inverseMass = this.inverseMasses();
    const speeds = this.speeds();
    for (const row of rows) {
      if (isFresh) row.impulse = 0;
      if (substep.firstIteration) row.approach = speeds[row.coordinate];
      row.prepare(substep, coordinates[row.coordinate].value, speeds[row.coordinate], inverseMass[row.coordinate][row.coordinate]);
    }
    solveBlock(rows, inverseMass);
    for (const row of rows) {
      row.change *= this.relaxation;
      pair.applyAt(row.change, coordinates[row.coordinate]);
      this.keep(row);
    }
    this.noteLoads();
    this.noteSaturation();
  }

  /** Books the change of a row's impulse. */
  private keep(row: Row): void {
    row.impulse += row.change;
    row.total += row.change;
    this.book(row.coordinate, row.change);
  }

  private noteSaturation(): void {
    for (const row of this.rows) {
      if (row.role !== Role.Drive) continue;
      const most = Math.max(Math.abs(row.low), row.high);
      row.saturated = most > 0 && Math.abs(row.impulse) >= SATURATED * most;
    }
  }

  override parts({ duration: h, isFirst }: Substep): Parts {
    const { coordinates, locks, pair, rows, shape, start } = this;
    readGradients(coordinates, start, shape);
    readValues(coordinates, start, shape);
    const parts = partsOf(rows, coordinates, start, pair, shape, locks);
    for (const row of rows) {
      if (isDriven(row)) row.startSubstep(h, coordinates[row.coordinate].value, isFirst);
      row.impulse = 0;
    }
    this.direct = parts.rows;
    return parts;
  }

  override want(substep: Substep): void {
    const { coordinates, rows } = this;
    const at = this.reach(substep);
    const inverseMass = this.inverseMasses();
    const speeds = this.speeds();
    const aimed = partsOf(rows, coordinates, at, this.pair, this.shape, this.locks).rows;
    rows.forEach((row, index) => {
      this.direct[index].aim(aimed[index]);
      if (substep.firstIteration) row.approach = speeds[row.coordinate];
      row.prepare(substep, coordinates[row.coordinate].value, speeds[row.coordinate], inverseMass[row.coordinate][row.coordinate]);
      const { active, high, low, residual, softness } = row;
      Object.assign(this.direct[index], { active, high, low, residual, softness, isRigid: softness === 0 });
    });
  }

  override take(): void {
    this.rows.forEach((row, index) => {
      row.change = this.direct[index].change;
      this.keep(row);
    });
    this.noteSaturation();
  }

  /** Drives book their work, and their targets move. */
  private startSubstep(substep: Substep): void {
    const { duration: h, isCentered, isFirst } = substep;
    const { coordinates, pair, rows, shape, start } = this;
    if (isCentered) readValues(coordinates, start, shape);
    for (const row of rows) {
      if (!isDriven(row)) continue;
      const coordinate = coordinates[row.coordinate];
      row.startSubstep(h, coordinate.value - (isCentered ? 0 : h * speedAlong(coordinate, pair)), isFirst);
    }
    if (isCentered) this.reach(substep);
  }

  override damp(substep: Substep): void {
    const { coordinates, pair } = this;
    readGradients(coordinates, this.start, this.shape);
    if (this.linearDamping > 0) this.dampLinear(substep);
    if (this.angularDamping > 0) dampRotation(substep, pair, this.angularDamping);
    if (this.rows.some((row) => row.restitution > 0)) this.bounce(substep);
  }

  /** Limits that were met in the substep throw the coordinate back, while locked coordinates keep their speeds. */
  private bounce(substep: Substep): void {
    const { coordinates, pair, rows } = this;
    const inverseMass = this.inverseMasses();
    const impulses = rows.map((row) => row.impulse);
    for (const row of rows) row.prepareBounce(substep, speedAlong(coordinates[row.coordinate], pair));
    solveBlock(rows, inverseMass);
    for (const [index, row] of rows.entries()) {
      row.impulse = impulses[index];
      row.total += row.change;
      this.push(row.coordinate, row.change);
    }
  }

  /** One direction after the other, of those that are not locked; of a fixed joint, which has a compliance then, all. */
  private dampLinear(substep: Substep): void {
    const { coordinates, pair } = this;
    const undamped = this.shape.type === JointType.Fixed ? 0 : this.locks;
    for (const kind of [Coordinate.X, Coordinate.Y, Coordinate.Z]) {
      const coordinate = coordinates[kind];
      const inverseMass = inverseMassBetween(coordinate, coordinate, pair);
      if (undamped & (1 << kind) || inverseMass <= 0) continue;
      const part = Math.min(this.linearDamping * substep.duration, 1);
      pair.applyAt((-part * speedAlong(coordinate, pair)) / inverseMass, coordinate);
    }
  }

  override constraintRows(): ConstraintRow[] {
    const { coordinates, pair, rows, shape, start } = this;
    readGradients(coordinates, start, shape);
    readValues(coordinates, start, shape);
    return rows.map((wish) => {
      const { force, torque, value } = coordinates[wish.coordinate];
      // Roles are kinds: Bound, Drive, Friction, Viscous.
      const leverA = start.armA.plus(start.separation);
      const row = ConstraintRow.between(wish.role as RowKind, pair, force, torque, leverA, start.armB, wish.coordinate);
      wish.want(row, value);
      return row;
    });
  }

  override startRowSubstep(h: number): void {
    const { coordinates, rows, shape, start } = this;
    if (!rows.some(({ role }) => role === Role.Drive)) return;
    readGradients(coordinates, start, shape);
    readValues(coordinates, start, shape);
    for (const row of rows) if (isDriven(row)) row.startSubstep(h, coordinates[row.coordinate].value, false);
  }

  override takeRows(taken: readonly ConstraintRow[], h: number): void {
    this.bookRows(taken);
    this.rows.forEach((row, index) => {
      const { high, impulse, low } = taken[index];
      row.impulse = impulse;
      row.total += impulse;
      row.low = h * low;
      row.high = h * high;
    });
    this.noteSaturation();
  }

  /** Inverse effective masses between the coordinates in use. */
  private inverseMasses(): number[][] {
    const { coordinates, pair, used } = this;
    const masses: number[][] = [];
    for (const p of used) {
      masses[p] = [];
      for (const q of used) masses[p][q] = inverseMassBetween(coordinates[p], coordinates[q], pair);
    }
    return masses;
  }

  /** Speeds along them. */
  private speeds(): number[] {
    const speeds: number[] = [];
    for (const kind of this.used) speeds[kind] = speedAlong(this.coordinates[kind], this.pair);
    return speeds;
  }

  private push(kind: number, impulse: number): void {
    this.pair.applyAt(impulse, this.coordinates[kind]);
    this.book(kind, impulse);
  }

  private book(kind: number, impulse: number): void {
    const { pair } = this;
    const coordinate = this.coordinates[kind];
    pair.totalImpulse.assign(pair.totalImpulse.plusTimes(coordinate.force, impulse));
    pair.totalAngularImpulse.assign(pair.totalAngularImpulse.plusTimes(coordinate.torque, impulse));
  }

  /** Values at the end of the substep; gradients at its start, or at its end where the joint turns or is loaded too much for that. Returns where those are. */
  private reach(substep: Substep): Placement {
    const { coordinates, pair, shape, start } = this;
    pair.advance(substep.duration);
    const end: Placement = {
      armA: pair.currentArmA,
      armB: pair.currentArmB,
      separation: pair.currentSeparation,
      frameA: cayley(pair.a.angularVelocity.times(substep.duration)).times(this.bodyFrame),
      frameB: cayley(pair.b.angularVelocity.times(substep.duration)).times(start.frameB),
      bend: Vec3.ZERO,
      arc: 0,
    };
    if (this.path) followPath(this.path, pair.anchorA, end);
    const isOverloaded = !pair.isDirect && this.linear.squaredLength > this.impulseLimit;
    const at = isOverloaded || pair.turnsFar(substep) ? end : start;
    readGradients(coordinates, at, shape);
    readValues(coordinates, end, shape);
    return at;
  }
}

/** Whether the speed of a row counts. */
function isDriven({ role }: Row): boolean {
  return role === Role.Drive || role === Role.Viscous;
}
