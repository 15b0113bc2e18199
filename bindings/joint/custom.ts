import { describe, finite, nonNegativeOrInfinite, options, vector } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { CoordinateRecord, CustomRowRecord, JointType, type Coordinate as Kind } from '../core/layout.ts';
import { readEntries } from '../core/lists.ts';
import { readVector } from '../core/records.ts';
import type { JointGeometry } from './anchors.ts';
import { type CoordinateState, idle, readField, writeField } from './coordinate-record.ts';
import type { CustomRow } from './custom-row.ts';
import { type ForceLaw, readForceLaw, rowsOfForce } from './force-law.ts';
import { Joint } from './joint.ts';
import type { RigidParts } from './joint-handle.ts';
import { PLAIN_JOINT_OPTIONS, type PlainJointOptions, plainOptions } from './joint-options.ts';
import { alongDirection, type JointLoads, type Load, type Period, splitLoads, sum } from './loads.ts';

export interface CustomJointOptions<UserData = unknown> extends PlainJointOptions<UserData> {
  /** One to eight rows. */
  rows: readonly CustomRow[];
}

const OPTIONS = [...PLAIN_JOINT_OPTIONS, 'rows'] as const;
const MOST_ROWS = 8;

const VECTORS = {
  linearA: CustomRowRecord.linearAX,
  angularA: CustomRowRecord.angularAX,
  linearB: CustomRowRecord.linearBX,
  angularB: CustomRowRecord.angularBX,
} as const;
const NUMBERS = {
  error: { field: CustomRowRecord.error, byDefault: 0, read: finite },
  velocity: { field: CustomRowRecord.velocity, byDefault: 0, read: finite },
  stiffness: { field: CustomRowRecord.stiffness, byDefault: Infinity, read: nonNegativeOrInfinite },
  damping: { field: CustomRowRecord.damping, byDefault: 0, read: nonNegativeOrInfinite },
  minLoad: { field: CustomRowRecord.low, byDefault: -Infinity, read: bound },
  maxLoad: { field: CustomRowRecord.high, byDefault: Infinity, read: bound },
} as const;
type VectorName = keyof typeof VECTORS;
type NumberName = keyof typeof NUMBERS;
const VECTOR_NAMES = Object.keys(VECTORS) as VectorName[];
const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];
const ROW_NAMES: readonly (keyof CustomRow)[] = [...VECTOR_NAMES, ...NUMBER_NAMES];

/** Values by field of a record. */
type Fields = Record<number, number>;

/**
 * A joint of rows that the user defines as data for the next step (like PhysX's 1D constraints), for constraints that no other joint
 * provides. A world with such joints is stepped in TypeScript, by every solver.
 */
export class CustomJoint<UserData = unknown> extends Joint<UserData> {
  override readonly type = JointType.Custom;
  private readonly initialRows: readonly Fields[];

  constructor(given: CustomJointOptions<UserData>) {
    const o = options<CustomJointOptions<UserData>>(given, 'The options of CustomJoint', OPTIONS);
    super(plainOptions(o));
    const needs = () => `rows must be an array of one to ${MOST_ROWS} rows, but is ${describe(o.rows)}. Use several joints for more rows.`;
    this.initialRows = readEntries(o.rows, 'rows', [1, MOST_ROWS], needs, (row, index) => {
      const fields = { ...defaults(), ...readRow(row, `rows[${index}]`) };
      checkRow(fields, `rows[${index}]`);
      return fields;
    });
  }

  get rowCount(): number {
    return this.chain.slots().length;
  }

  /** Returns the current values of a row. Throws `invalid-argument` if the index is out of range. */
  getRow(index: number): Required<CustomRow> {
    const record = this.rowRecord(index);
    const { memory } = this;
    const vectors = VECTOR_NAMES.map((name) => [name, readVector(memory, record + VECTORS[name])] as const);
    const numbers = NUMBER_NAMES.map((name) => [name, readField(memory, record, NUMBERS[name].field)] as const);
    return Object.fromEntries([...vectors, ...numbers]) as unknown as Required<CustomRow>;
  }

  /** Changes the given values of a row, for the next step. Throws `invalid-argument`, and then nothing has changed. */
  setRow(index: number, given: CustomRow): void {
    const record = this.rowRecord(index);
    this.writeRow(record, readRow(given, `row ${index}`), `row ${index}`);
  }

  /** Load along a row, averaged over the last step, N or N m. */
  rowLoad(index: number): number {
    return readField(this.memory, this.rowRecord(index), CoordinateRecord.boundReaction);
  }

  /**
   * Makes the first three rows an implicit force between two points, given in world coordinates. The law has the force on B at `pointB`,
   * which acts in reverse on A at `pointA`, at the current positions, and its change as the points separate (Waterson, section 8). Call it
   * before each step. Throws `invalid-argument` unless the joint has at least three rows and the stiffness is symmetric.
   */
  setForceLaw(given: ForceLaw): void {
    const law = readForceLaw(given);
    const records = [0, 1, 2].map((index) => this.rowRecord(index));
    const { context } = this.host();
    const [centerA, centerB] = [this.a, this.b].map((body) => context.pose(body?.index ?? 0).center);
    rowsOfForce(law, centerA, centerB).forEach((row, index) => {
      this.writeRow(records[index], { ...defaults(), ...readRow(row, `row ${index}`) }, `row ${index}`);
    });
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    return { anchorA: a.center, anchorB: b.center, frameA: a.orientation, frameB: b.orientation };
  }
  override get positionError(): number {
    return 0;
  }
  override rigidParts(): RigidParts {
    const why = 'it consists of its rows; call setRow';
    return { anchorA: why, anchorB: why, frameA: why, frameB: why };
  }
  override substitutes(): { compliance: string; damping: string } {
    return { compliance: 'the stiffness of a row', damping: 'the damping of a row' };
  }

  protected override plan(): CoordinateState[] {
    return this.initialRows.map((fields, kind) => ({ ...idle(kind as Kind), fields }));
  }
  protected override wholeLoad(period: Period): Load {
    if (period === 'step') return super.wholeLoad(period);
    const { memory } = this;
    return sum(
      this.chain.slots().map((_, index) => {
        const record = this.rowRecord(index);
        const [force, torque] = [VECTORS.linearB, VECTORS.angularB].map((field) => readVector(memory, record + field));
        return alongDirection({ force, torque }, readField(memory, record, CoordinateRecord.boundLoad));
      }),
    );
  }
  protected override loadsOnB(period: Period): JointLoads {
    return splitLoads(this.wholeLoad(period), []);
  }

  private writeRow(record: number, fields: Fields, name: string): void {
    const { memory } = this;
    const has = (field: number) => fields[field] ?? readField(memory, record, field);
    checkRow({ [CustomRowRecord.low]: has(CustomRowRecord.low), [CustomRowRecord.high]: has(CustomRowRecord.high) }, name);
    this.changing();
    for (const [field, value] of Object.entries(fields)) writeField(memory, record, Number(field), value);
    this.wake();
  }

  private rowRecord(index: number): number {
    const record = Number.isInteger(index) ? this.chain.find(index as Kind) : null;
    if (record !== null) return record;
    throw new HolonomicError(
      'invalid-argument',
      `The index of a row must be an integer from 0 to ${this.rowCount - 1}, but is ${describe(index)}.`,
    );
  }
}

function defaults(): Fields {
  const zeros = VECTOR_NAMES.flatMap((name) => [0, 8, 16].map((offset) => [VECTORS[name] + offset, 0] as const));
  const numbers = NUMBER_NAMES.map((name) => [NUMBERS[name].field, NUMBERS[name].byDefault] as const);
  return Object.fromEntries([...zeros, ...numbers]);
}

/** What is given of a row, by field. */
function readRow(given: unknown, name: string): Fields {
  const o = options<CustomRow>(given, name, ROW_NAMES);
  const fields: Fields = {};
  for (const each of VECTOR_NAMES) {
    if (o[each] === undefined) continue;
    vector(o[each], `${name}.${each}`).forEach((component, axis) => {
      fields[VECTORS[each] + 8 * axis] = component;
    });
  }
  for (const each of NUMBER_NAMES) if (o[each] !== undefined) fields[NUMBERS[each].field] = NUMBERS[each].read(o[each], `${name}.${each}`);
  return fields;
}

function checkRow(fields: Fields, name: string): void {
  const [low, high] = [fields[CustomRowRecord.low], fields[CustomRowRecord.high]];
  if (low <= high && low < Infinity && high > -Infinity) return;
  throw new HolonomicError('invalid-argument', `${name}.minLoad must be at most ${name}.maxLoad, but they are ${low} and ${high}.`);
}

function bound(value: unknown, name: string): number {
  return value === Infinity || value === -Infinity ? value : finite(value, name);
}
