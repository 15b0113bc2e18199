import { nonNegative, options, requiredCoefficient } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { length, subtract } from '../core/geometry.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import { type Anchors, geometryOf, type JointGeometry, POINT_OPTIONS, type PointOptions, readPoints } from './anchors.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import type { Placement } from './coordinate-geometry.ts';
import { readCoordinate } from './coordinate-options.ts';
import type { CoordinateState } from './coordinate-record.ts';
import { Joint } from './joint.ts';
import { NO_FRAMES } from './joint-frames.ts';
import type { JointHost, RigidParts } from './joint-handle.ts';
import { PLAIN_JOINT_OPTIONS, type PlainJointOptions, plainOptions } from './joint-options.ts';
import { type JointLoads, type Period, reversed } from './loads.ts';
import { type MotorOptions, readMotor } from './motor.ts';
import { readMaxForce } from './point-spring.ts';

export interface SpringDamperJointOptions<UserData = unknown> extends PlainJointOptions<UserData>, PointOptions {
  /** Length without load, m; by default the distance when the joint is added. */
  restLength?: number;
  /** Stiffness, N/m. Pass either this or a frequency. */
  stiffness?: number;
  /** Damping, N s/m; 0 by default. */
  damping?: number;
  /** Alternative to both: the frequency at which the moving bodies would swing along the line, Hz, and the damping ratio, 1 by default. */
  frequency?: number;
  dampingRatio?: number;
  /** Quadratic stiffness, N/m². */
  quadraticStiffness?: number;
  /** Maximum force, N; infinite by default. */
  maxForce?: number;
  /** Minimum and maximum distance, m. */
  minLength?: number;
  maxLength?: number;
}

const SPRING = ['stiffness', 'damping', 'frequency', 'dampingRatio', 'quadraticStiffness', 'maxForce'] as const;
const OPTIONS = [...PLAIN_JOINT_OPTIONS, ...POINT_OPTIONS, ...SPRING, 'restLength', 'minLength', 'maxLength'] as const;

/** A spring and a damper along the line between two points. Positive loads push the points apart. */
export class SpringDamperJoint<UserData = unknown> extends Joint<UserData> {
  override readonly type = JointType.SpringDamper;
  private readonly anchors: Anchors;
  private readonly givenRest: number | null;

  constructor(given: SpringDamperJointOptions<UserData>) {
    const o = options<SpringDamperJointOptions<UserData>>(given, 'The options of SpringDamperJoint', OPTIONS);
    super(plainOptions(o));
    this.anchors = readPoints(o);
    this.givenRest = o.restLength === undefined ? null : nonNegative(o.restLength, 'restLength');
    if (o.frequency === undefined) requireStiffness(o.stiffness);
    const motor: MotorOptions = { target: 0 };
    for (const name of SPRING) if (o[name] !== undefined) motor[name] = o[name];
    const { minLength, maxLength } = o;
    const limits = minLength === undefined && maxLength === undefined ? undefined : { lower: minLength, upper: maxLength };
    this.given = [{ ...readCoordinate({ limits }, Kind.Extra), drive: readMotor(motor, 'spring', true) }];
  }

  /** Both forces act at an anchor each, along the line between them: there they have no torque. */
  protected override loadsOnA(period: Period): JointLoads {
    return reversed(this.loadsOnB(period));
  }

  /** Current distance of the two anchors, m. */
  get distance(): number {
    return this.axial.value;
  }
  /** Rate at which the distance grows, m/s. */
  get velocity(): number {
    return this.axial.velocity;
  }
  /** The distance as a coordinate: for limits, friction and loads. Its motor is the spring. */
  get axial(): Coordinate {
    return this.coordinate(Kind.Extra);
  }
  /** Length without load, m. Setting it is cheap. */
  get restLength(): number {
    return this.axial.motorTarget;
  }
  set restLength(value: number) {
    this.axial.motorTarget = nonNegative(value, 'restLength');
  }
  /** Stiffness, N/m. */
  get stiffness(): number {
    return this.spring.stiffness ?? Infinity;
  }
  set stiffness(value: number) {
    this.axial.motor = { ...this.spring, stiffness: requireStiffness(value) };
  }
  /** Damping, N s/m. */
  get dampingCoefficient(): number {
    return this.spring.damping ?? 0;
  }
  set dampingCoefficient(value: number) {
    this.axial.motor = { ...this.spring, damping: requiredCoefficient(value, 'dampingCoefficient') };
  }
  /** Quadratic stiffness, N/m². */
  get quadraticStiffness(): number {
    return this.spring.quadraticStiffness ?? 0;
  }
  set quadraticStiffness(value: number) {
    this.axial.motor = { ...this.spring, quadraticStiffness: requiredCoefficient(value, 'quadraticStiffness') };
  }
  /** Maximum force of the spring and the damper, N; may be infinite. */
  get maxForce(): number {
    return this.spring.maxForce!;
  }
  set maxForce(value: number) {
    this.axial.motor = { ...this.spring, maxForce: readMaxForce(value) };
  }
  /** Tension between the two points, averaged over the last step, including bounds and friction, N. Negative if they are pushed apart. */
  get tension(): number {
    const { limit, motor, friction } = this.axial.loads;
    return -(limit + motor + friction);
  }

  /** Zero: a spring has no position error. */
  override get positionError(): number {
    void this.chain;
    return 0;
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    return geometryOf(this.anchors(a, b, this), { frameA: a.orientation, frameB: b.orientation });
  }
  override kinds(): Record<string, Kind> {
    return { axial: Kind.Extra };
  }
  override rigidParts(): RigidParts {
    return NO_FRAMES;
  }
  override substitutes(): { compliance: string; damping: string } {
    return { compliance: 'its stiffness', damping: 'its dampingCoefficient' };
  }
  override solution(): Solution {
    return 'rows';
  }

  protected override plan(host: JointHost, at: Placement): CoordinateState[] {
    const states = super.plan(host, at);
    states[0].drive!.target = this.givenRest ?? length(subtract(at.anchorB, at.anchorA));
    return states;
  }

  private get spring(): MotorOptions {
    const { motor } = this.axial;
    if (!motor) throw new HolonomicError('invalid-argument', 'The spring of this joint has been removed; set axial.motor first.');
    return motor;
  }
}

function requireStiffness(value: unknown): number {
  if (value === undefined) throw new HolonomicError('invalid-argument', 'A spring needs a stiffness or a frequency.');
  return requiredCoefficient(value, 'stiffness');
}
