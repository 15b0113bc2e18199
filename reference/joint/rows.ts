// Any joint between two frames as a list of rows: locked coordinates, limits, drives, friction. Each sweep solves all rows of the joint at
// once (solver/block.ts), so that limits, drives and what is locked do not fight each other.
import {
  Coordinate,
  CoordinateFlag,
  CoordinateRecord,
  JointRecord,
  JointType,
  Role,
  type RowKind,
  ScrewRecord,
} from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import type { Body } from '../body/body.ts';
import { dampRotation } from '../constraint/damping.ts';
import { ConstraintRow } from '../constraint/row.ts';
import { cayley, Quat } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import { solveBlock } from '../solver/block.ts';
import type { DirectRow } from '../solver/direct/row.ts';
import type { Parts } from '../solver/direct/stiffness.ts';
import type { Substep } from '../solver/substep.ts';
import { coordinateAt, coordinateRecords, readVector } from '../state.ts';
import { type EndReach, isNear, NO_LOAD } from './ends.ts';
import {
  coneExcess,
  inverseMassBetween,
  makeRows,
  type Placement,
  readGradients,
  readValues,
  type Shape,
  speedAlong,
  unwrap,
} from './frame/coordinates.ts';
import { partsOf } from './frame/parts.ts';
import { followPath, Path } from './frame/path.ts';
import { Row } from './frame/row.ts';
import { Joint } from './joint.ts';

/** Part of its greatest load from which on a drive counts as saturated. */
const SATURATED = 1 - 1e-6;

export class RowsJoint extends Joint {
  private readonly coordinates = makeRows();
  private rows: Row[] = [];
  /** Kinds of the coordinates that have rows. */
  private used: number[] = [];
  private readonly shape: Shape;
  private locks = 0;
  private hasSoftRows = false;
  private impulseLimit = 0;
  private torqueLimit = 0;
  /** Torque on B in the last step, mean over it. */
  private readonly lastTorque = Vec3.zero();
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
  private path: Path | null = null;
  /** World orientation of A's joint frame at the start of the substep; that of a path joint is A's own. */
  private readonly bodyFrame = Quat.identity();

  constructor(slot: number, a: Body, b: Body, type: JointType) {
    super(slot, a, b);
    this.shape = { type, coneY: 1, coneZ: 1, lead: 0 };
  }

  override get isSoft(): boolean {
    return super.isSoft || this.hasSoftRows;
  }

  override get isDamped(): boolean {
    return super.isDamped || this.rows.some((row) => row.restitution > 0);
  }

  /** Rows, their parameters and last loads, from the records. */
  override read(memory: StateMemory, record: number): void {
    const { f64, u32 } = memory;
    const { coordinates, shape } = this;
    const mask = u32[(record + JointRecord.rows) >>> 2];
    this.locks = u32[(record + JointRecord.locks) >>> 2];
    this.hasSoftRows = false;
    // Of a lead or a length that is locked, whether it has an interval or not.
    this.intervalLoad = this.enabled ? f64[(record + JointRecord.intervalLoad) >>> 3] : 0;
    this.lastTorque.assign(readVector(memory, record + JointRecord.reactionTorqueX));
    const parameters = coordinateRecords(memory, record);
    const extra = parameters[Coordinate.Extra];
    const cone = parameters[Coordinate.Cone];
    shape.lead = extra && shape.type === JointType.Screw ? f64[(extra + ScrewRecord.lead) >>> 3] : 0;
    if (cone) {
      shape.coneY = f64[(cone + CoordinateRecord.lower) >>> 3];
      shape.coneZ = f64[(cone + CoordinateRecord.upper) >>> 3];
    }
    this.path = shape.type === JointType.Path && extra ? new Path(memory, extra) : null;
    this.rows = [];
    for (let bit = 0; bit < 32; bit++) {
      if (!(mask & (1 << bit))) continue;
      const row = new Row(bit >> 2, (bit & 3) as Role);
      const at = parameters[row.coordinate];
      if (row.role === Role.Bound && this.isLocked(row)) this.readLock(row);
      else if (at) this.readRow(memory, row, at);
      this.rows.push(row);
    }
    this.used = [...new Set(this.rows.map(({ coordinate }) => coordinate))];
    this.twist = this.withinTurn(Coordinate.Twist, this.twist);
    if (shape.type === JointType.Universal) this.secondTwist = this.withinTurn(Coordinate.SwingZ, this.secondTwist);
    coordinates[Coordinate.Twist].value = this.twist;
    coordinates[Coordinate.SwingZ].value = this.secondTwist;
  }

  /** An angle that counts from the other side where it is beyond its bounds by more than half a turn. */
  private withinTurn(kind: Coordinate, angle: number): number {
    const bound = this.rows.find((row) => row.coordinate === kind && row.role === Role.Bound && !this.isLocked(row));
    return bound ? unwrap(angle, Math.min(Math.max(angle, bound.lower), bound.upper)) : angle;
  }

  private readRow(memory: StateMemory, row: Row, at: number): void {
    const { f64, u32 } = memory;
    const helped = u32[(at + CoordinateRecord.helped) >>> 2];
    const drive = helped > 0 ? u32[(coordinateAt(memory, helped - 1) + CoordinateRecord.flags) >>> 2] : 0;
    row.read(memory, at, (drive & CoordinateFlag.Saturated) !== 0);
    if (row.coordinate === Coordinate.Cone) {
      row.lower = -1e20;
      row.upper = 0;
    }
    row.impulse = f64[(at + LOADS[row.role]) >>> 3];
    if (row.role === Role.Bound ? row.compliance > 0 : row.role === Role.Viscous || (row.role === Role.Drive && !row.rigid))
      this.hasSoftRows = true;
  }

  private readLock(row: Row): void {
    const { coordinate } = row;
    const load = [this.force.x, this.force.y, this.force.z, this.torque.x, this.torque.y, this.torque.z];
    if (coordinate === Coordinate.Extra) row.lock(this.lower, this.intervalCompliance);
    else row.lock(0, coordinate < Coordinate.Twist ? this.compliance : this.angularCompliance);
    row.impulse = coordinate === Coordinate.Extra ? this.intervalLoad : load[coordinate];
  }

  private isLocked(row: Row): boolean {
    return (this.locks & (1 << row.coordinate)) !== 0;
  }

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

  override finishStep(substep: Substep): void {
    this.force.assign(Vec3.ZERO);
    this.torque.assign(Vec3.ZERO);
    this.intervalLoad = 0;
    const loads = [0, 0, 0, 0, 0, 0];
    for (const row of this.rows) {
      if (row.role !== Role.Bound || !this.isLocked(row)) continue;
      if (row.coordinate === Coordinate.Extra) this.intervalLoad = row.impulse / substep.duration;
      else loads[row.coordinate] = row.impulse / substep.duration;
    }
    this.force.assign(new Vec3(loads[0], loads[1], loads[2]));
    this.torque.assign(new Vec3(loads[3], loads[4], loads[5]));
  }

  /** Loads, work and targets, to the records. */
  override write(memory: StateMemory, record: number, dt: number, h: number): void {
    const { f64, u32 } = memory;
    const parameters = coordinateRecords(memory, record);
    if (this.enabled) this.path?.save(record);
    for (const row of this.rows) {
      const at = parameters[row.coordinate];
      if (!at || (row.role === Role.Bound && this.isLocked(row))) continue;
      f64[(at + LOADS[row.role]) >>> 3] = finiteOrZero(this.enabled ? row.impulse / h : 0);
      f64[(at + REACTIONS[row.role]) >>> 3] = finiteOrZero(this.enabled ? row.total / dt : 0);
      if (row.role !== Role.Drive || !this.enabled) continue;
      f64[(at + CoordinateRecord.work) >>> 3] += finiteOrZero(row.work);
      f64[(at + CoordinateRecord.start) >>> 3] = finiteOrZero(row.start);
      const target = (at + CoordinateRecord.target) >>> 3;
      // A speed motor remembers there where it should be.
      f64[target] = row.servo ? f64[target] + dt * row.velocity : finiteOrZero(row.target);
      const flags = (at + CoordinateRecord.flags) >>> 2;
      u32[flags] = row.saturated ? u32[flags] | CoordinateFlag.Saturated : u32[flags] & ~CoordinateFlag.Saturated;
    }
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

/** Fields of CoordinateRecord by role. */
const LOADS = [CoordinateRecord.boundLoad, CoordinateRecord.driveLoad, CoordinateRecord.frictionLoad, CoordinateRecord.viscousLoad];
const REACTIONS = [
  CoordinateRecord.boundReaction,
  CoordinateRecord.driveReaction,
  CoordinateRecord.frictionReaction,
  CoordinateRecord.viscousReaction,
];

function finiteOrZero(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
