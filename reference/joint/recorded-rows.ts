// A joint of rows as its records have it: read before a step, written after it.
import { Coordinate, CoordinateFlag, CoordinateRecord, JointRecord, JointType, Role, ScrewRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';
import type { Body } from '../body/body.ts';
import { Vec3 } from '../math/vector.ts';
import type { Substep } from '../solver/substep.ts';
import { coordinateAt, coordinateRecords, readVector } from '../state.ts';
import { makeRows, type Shape, unwrap } from './frame/coordinates.ts';
import { Path } from './frame/path.ts';
import { Row } from './frame/row.ts';
import { Joint } from './joint.ts';

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

export abstract class RecordedRows extends Joint {
  protected readonly coordinates = makeRows();
  protected rows: Row[] = [];
  /** Kinds of the coordinates that have rows. */
  protected used: number[] = [];
  protected readonly shape: Shape;
  protected locks = 0;
  protected path: Path | null = null;
  /** Torque on B in the last step, mean over it. */
  protected readonly lastTorque = Vec3.zero();
  private hasSoftRows = false;

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

  protected isLocked(row: Row): boolean {
    return (this.locks & (1 << row.coordinate)) !== 0;
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
}
