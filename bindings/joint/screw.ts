import { finite, norm, options } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { JointRecord, JointType, Coordinate as Kind, ScrewRecord } from '../core/layout.ts';
import { AXIAL_OPTIONS, AxialJoint, type AxialOptions } from './axial-joint.ts';
import { coordinateValue, type Placement } from './coordinate-geometry.ts';
import { type CoordinateState, idle, readField } from './coordinate-record.ts';
import { lockMask } from './framed-joint.ts';
import type { JointSetup } from './joint.ts';
import type { JointHost } from './joint-handle.ts';

export interface ScrewJointOptions<UserData = unknown> extends AxialOptions<UserData> {
  /** Distance by which B moves along the axis per turn, m; negative for a left-handed thread, not zero. */
  lead: number;
}

const LOCKS = lockMask(Kind.Y, Kind.Z, Kind.SwingY, Kind.SwingZ, Kind.Extra);

/**
 * Lets B turn about an axis of A, and moves it along the axis by the lead in each turn. Motors and limits may act on the rotation or the
 * translation.
 */
export class ScrewJoint<UserData = unknown> extends AxialJoint<UserData> {
  override readonly type = JointType.Screw;
  private readonly leadPerAngle: number;

  constructor(given: ScrewJointOptions<UserData>) {
    const o = options<ScrewJointOptions<UserData>>(given, 'The options of ScrewJoint', [...AXIAL_OPTIONS, 'lead']);
    super(o);
    const lead = finite(o.lead, 'lead');
    if (lead === 0) throw new HolonomicError('invalid-argument', 'lead must not be zero.');
    this.leadPerAngle = lead / (2 * Math.PI);
  }

  /** Distance by which B moves along the axis per turn, m. */
  get lead(): number {
    return 2 * Math.PI * readField(this.memory, this.chain.find(Kind.Extra)!, ScrewRecord.lead);
  }

  /** Error of B's anchor from the axis, and along it from the thread, m. */
  override get positionError(): number {
    const along = coordinateValue(Kind.Extra, this.placement()) - this.read(JointRecord.lower);
    return norm([super.positionError, along]);
  }

  override initialLocks(): number {
    return LOCKS;
  }

  protected override plan(host: JointHost, at: Placement): CoordinateState[] {
    return [
      ...super.plan(host, { ...at, lead: this.leadPerAngle }),
      { ...idle(Kind.Extra), fields: { [ScrewRecord.lead]: this.leadPerAngle } },
    ];
  }

  protected override fill(setup: JointSetup): void {
    super.fill(setup);
    const value = coordinateValue(Kind.Extra, this.placement());
    this.write(JointRecord.lower, value);
    this.write(JointRecord.upper, value);
  }
}
