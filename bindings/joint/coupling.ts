import type { Body } from '../body/body.ts';
import type { Out, Vec3 } from '../core/arguments.ts';
import { coefficient, requiredCoefficient } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError, removedHandle } from '../core/errors.ts';
import { scale, writeVector } from '../core/geometry.ts';
import { CouplingRecord, JointRecord, Coordinate as Kind } from '../core/layout.ts';
import { readVector } from '../core/records.ts';
import type { JointGeometry } from './anchors.ts';
import { AxialJoint } from './axial-joint.ts';
import type { Coordinate } from './coordinate.ts';
import { handleOf } from './coordinate.ts';
import { coordinateDirection } from './coordinate-geometry.ts';
import { type CoordinateState, idle, readField, writeField } from './coordinate-record.ts';
import { Joint } from './joint.ts';
import { coupledJoints } from './joint-bodies.ts';
import type { JointHost, RigidParts } from './joint-handle.ts';
import { PLAIN_JOINT_OPTIONS, type PlainJointOptions, plainOptions } from './joint-options.ts';
import { alongDirection, intervalField, type JointLoads, type Load, type Period, splitLoads } from './loads.ts';
import { OneFreedomJoint } from './one-freedom-joint.ts';

/** A joint with a rotation or a translation that can be coupled: HingeJoint, PrismaticJoint, CylindricalJoint, ScrewJoint. */
export type CoupledJoint = OneFreedomJoint | AxialJoint;

export interface CouplingOptions<UserData = unknown> extends Omit<PlainJointOptions<UserData>, 'a' | 'b'> {
  /** Inverse stiffness of the coupling, rad/(N m) of the second angle, or m/N of the second offset; 0 by default. */
  compliance?: number;
}

export const COUPLING_OPTIONS = [...PLAIN_JOINT_OPTIONS.filter((name) => name !== 'a' && name !== 'b'), 'compliance'] as const;

/** Where a coupling holds on. */
const OTHERS = 'set that of one of the joints that it couples';

/** A joint that is to be coupled, and which of its coordinates. */
export interface Coupled {
  joint: CoupledJoint;
  kind: Kind;
}

/**
 * Couples the coordinates of two joints of the same world: second = ratio · first + a constant, chosen so that it holds when the coupling
 * is added.
 */
export abstract class Coupling<UserData = unknown> extends Joint<UserData> {
  private readonly coupled: { first: Coupled; second: Coupled };
  private readonly givenRatio: number;
  private readonly givenCompliance: number;

  protected constructor(given: CouplingOptions<UserData>, first: Coupled, second: Coupled, ratio: number) {
    if (first.joint === second.joint)
      throw new HolonomicError(
        'invalid-argument',
        'A coupling needs two different joints; to couple rotation and translation of one joint, use a ScrewJoint.',
      );
    super(plainOptions({ ...given, ...movingBodies(first.joint, second.joint) }));
    this.coupled = { first, second };
    this.givenRatio = ratio;
    this.givenCompliance = coefficient(given.compliance, 'compliance');
  }

  /** The coupled coordinates. */
  get firstCoordinate(): Coordinate {
    return this.coupledCoordinate(0, CouplingRecord.firstKind);
  }
  get secondCoordinate(): Coordinate {
    return this.coupledCoordinate(1, CouplingRecord.secondKind);
  }
  /** Error of the second coordinate, rad or m. */
  get error(): number {
    return (
      this.secondCoordinate.value - this.parameter(CouplingRecord.ratio) * this.firstCoordinate.value - this.parameter(CouplingRecord.rest)
    );
  }
  /** Inverse stiffness, rad/(N m) of the second angle, or m/N of the second offset. */
  override get compliance(): number {
    return this.read(JointRecord.intervalCompliance);
  }
  override set compliance(value: number) {
    this.write(JointRecord.intervalCompliance, requiredCoefficient(value, 'compliance'));
  }

  /** Force on body B, which the second joint moves, N. */
  override getForce(out?: Out): Vec3 {
    return writeVector(scale(readVector(this.memory, this.record() + JointRecord.reactionForceX), this.signB), out);
  }
  /** Torque on body B, which the second joint moves, N m. */
  override getTorque(out?: Out): Vec3 {
    return writeVector(scale(readVector(this.memory, this.record() + JointRecord.reactionTorqueX), this.signB), out);
  }

  /** Zero: a coupling attaches no points. */
  override get positionError(): number {
    void this.chain;
    return 0;
  }

  override rigidParts(): RigidParts {
    return { anchorA: OTHERS, anchorB: OTHERS, frameA: OTHERS, frameB: OTHERS };
  }
  override substitutes(): { damping: string } {
    return { damping: 'the viscousDamping of one of the coordinates that it couples' };
  }

  override geometry(_a: Pose, _b: Pose, host: JointHost): JointGeometry {
    const { first, second } = this.coupled;
    for (const { joint } of [first, second]) {
      if (joint.world !== host.world) throw new HolonomicError('foreign-handle', 'The joints to couple are in another world.');
      if (!joint.alive) throw removedHandle('joint');
    }
    const [p, q] = [first.joint.placement(), second.joint.placement()];
    return { anchorA: p.anchorB, anchorB: q.anchorB, frameA: p.frameB, frameB: q.frameB };
  }

  protected override plan(): CoordinateState[] {
    const { first, second } = this.coupled;
    const value = ({ joint, kind }: Coupled) => joint.coordinateValue(kind);
    const rest = value(second) - this.givenRatio * value(first);
    const fields = { [CouplingRecord.ratio]: this.givenRatio, [CouplingRecord.rest]: rest };
    return [{ ...idle(Kind.X), fields }];
  }

  protected override fill(): void {
    const { first, second } = this.coupled;
    const { u32 } = this.memory;
    const record = this.chain.find(Kind.X)!;
    u32[(record + CouplingRecord.firstJoint) >>> 2] = first.joint.index;
    u32[(record + CouplingRecord.secondJoint) >>> 2] = second.joint.index;
    u32[(record + CouplingRecord.firstKind) >>> 2] = first.kind;
    u32[(record + CouplingRecord.secondKind) >>> 2] = second.kind;
    this.compliance = this.givenCompliance;
  }

  protected override wholeLoad(period: Period): Load {
    if (period === 'step') return super.wholeLoad(period);
    const { joint, kind } = this.secondCoordinate;
    return alongDirection(coordinateDirection(kind, joint.placement()), this.read(intervalField(period)) * this.signB);
  }
  protected override loadsOnA(period: Period): JointLoads {
    const { joint, kind } = this.firstCoordinate;
    const size = this.read(intervalField(period)) * -this.parameter(CouplingRecord.ratio) * (joint.b === this.a ? 1 : -1);
    return splitLoads(alongDirection(coordinateDirection(kind, joint.placement()), size), []);
  }

  /** The record holds the load on the second joint's B, which may be the world. */
  private get signB(): number {
    return this.secondCoordinate.joint.b === this.b ? 1 : -1;
  }

  /** Changes the ratio, and the constant so that the coupling holds now. */
  protected setRatio(ratio: number): void {
    this.changing();
    const record = this.chain.find(Kind.X)!;
    const rest = this.secondCoordinate.value - ratio * this.firstCoordinate.value;
    writeField(this.memory, record, CouplingRecord.ratio, ratio);
    writeField(this.memory, record, CouplingRecord.rest, rest);
    this.wake();
  }

  /** Wheels mesh where they are. */
  protected override engage(): void {
    this.setRatio(this.parameter(CouplingRecord.ratio));
  }

  protected parameter(field: number): number {
    return readField(this.memory, this.chain.find(Kind.X)!, field);
  }

  private coupledCoordinate(which: 0 | 1, kind: number): Coordinate {
    const { memory } = this;
    const slot = coupledJoints(memory, this.record())[which];
    const record = this.chain.find(Kind.X)!;
    return handleOf(this.host().jointAt(slot)!, memory.u32[(record + kind) >>> 2] as Kind);
  }
}

/** The bodies that the joints move: A is of the first, B of the second. */
function movingBodies(first: Joint, second: Joint): { a: Body | null; b: Body | null } {
  const bodies = ({ a, b }: Joint) => [b, a].filter((body) => body !== null);
  for (const a of bodies(first)) for (const b of bodies(second)) if (a !== b) return { a, b };
  throw new HolonomicError('invalid-argument', 'The two joints move the same body and no other; couple joints that move different bodies.');
}

const KIND_OF = { rotation: Kind.Twist, translation: Kind.X } as const;

/** A joint to couple, by one of the names of its coordinates; the first that it has, unless given. */
export function readCoupled(value: unknown, name: string, wanted: readonly (keyof typeof KIND_OF)[]): Coupled {
  if (!Joint.isJoint(value) || !(value instanceof OneFreedomJoint || value instanceof AxialJoint))
    throw new HolonomicError('invalid-argument', `${name} must be a HingeJoint, a PrismaticJoint, a CylindricalJoint or a ScrewJoint.`);
  if (!value.world) throw new HolonomicError('invalid-argument', `${name} must be added to the world before the joint that couples it.`);
  const kinds = Object.values(value.kinds());
  const found = wanted.find((each) => kinds.includes(KIND_OF[each]));
  if (!found) throw new HolonomicError('invalid-argument', `${name} has no ${wanted.join(' or ')}.`);
  return { joint: value, kind: KIND_OF[found] };
}
