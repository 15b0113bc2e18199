// A constraint in a world, and the joint of the engine that stands for it.
import type { Joint, Body as NativeBody, World as NativeWorld } from '../../index.ts';
import type { Body } from '../body/body.ts';
import { BODY_TYPES } from '../body/body-types.ts';
import {
  ConeTwistConstraint,
  type Constraint,
  DistanceConstraint,
  HingeConstraint,
  LockConstraint,
  PointToPointConstraint,
} from '../constraint/index.ts';
import type { RotationalMotorEquation } from '../equation/index.ts';
import type { Vec3 } from '../math/vec3.ts';
import { unsupported } from '../unsupported.ts';
import type { BodyLink } from './body-link.ts';
import { isFarOff, jointOf, RIGID } from './native-joints.ts';

const NUMBERS = 20;

export class JointLink {
  private joint: Joint | null = null;
  private a: NativeBody | null = null;
  private b: NativeBody | null = null;
  /** Whether one of the two moves by forces; joints need that. */
  private moves = false;
  /** Whether the joint does not hold its bodies yet as it should in the end. */
  private isFar = false;
  /** What stands for bodies that are in no world and do not move by forces. */
  private readonly anchors: (NativeBody | null)[] = [null, null];
  private readonly known = new Float64Array(NUMBERS).fill(NaN);
  // What the constraint is.
  private readonly distance: DistanceConstraint | null;
  private readonly point: PointToPointConstraint | null;
  private readonly axial: HingeConstraint | ConeTwistConstraint | null;
  private readonly cone: ConeTwistConstraint | null;
  private readonly motor: RotationalMotorEquation | null;

  constructor(
    readonly constraint: Constraint,
    private readonly native: NativeWorld,
  ) {
    this.distance = constraint instanceof DistanceConstraint ? constraint : null;
    this.point = constraint instanceof PointToPointConstraint ? constraint : null;
    this.cone = constraint instanceof ConeTwistConstraint ? constraint : null;
    const hinge = constraint instanceof HingeConstraint ? constraint : null;
    this.axial = hinge ?? this.cone;
    this.motor = hinge?.motorEquation ?? null;
    if (!this.distance && !this.point)
      unsupported(`A constraint of the class ${constraint?.constructor?.name}`, 'use one of the constraints that holonomic/cannon exports');
  }

  /** Makes the joint what the constraint is, between what stands for its bodies; null for one that is in no world. */
  update(one: BodyLink | null, other: BodyLink | null, dt: number): void {
    const { bodyA, bodyB } = this.constraint;
    const a = one?.main ?? this.anchor(0, bodyA);
    const b = other?.main ?? this.anchor(1, bodyB);
    const moves = one?.dynamic || other?.dynamic || false;
    const isThere = this.joint === null || this.joint.alive;
    if (a === this.a && b === this.b && moves === this.moves && isThere && !this.isFar && this.isKnown(dt)) return;
    this.removeJoint();
    if (one) this.removeAnchor(0);
    if (other) this.removeAnchor(1);
    this.read(dt);
    this.a = a;
    this.b = b;
    this.moves = moves;
    const constraint = this.distance ?? this.point;
    this.isFar = moves && constraint instanceof LockConstraint && isFarOff(constraint);
    if (a && b && moves && constraint) this.joint = this.native.addJoint(jointOf(constraint, { a, b, enabled: this.isEnabled() }, dt));
  }

  remove(): void {
    this.removeJoint();
    for (const index of [0, 1]) this.removeAnchor(index);
  }

  private removeJoint(): void {
    if (this.joint?.alive) this.native.removeJoint(this.joint);
    this.joint = null;
  }

  /** A body of the engine where one is that is in no world; null for one that would fall if it were. */
  private anchor(index: number, body: Body): NativeBody | null {
    if (body.type === BODY_TYPES.DYNAMIC) return null;
    const { position: p, quaternion: q } = body;
    const there = this.anchors[index];
    if (!there) {
      this.anchors[index] = this.native.addBody({ type: 'static', position: p, orientation: q });
      return this.anchors[index];
    }
    const [x, y, z] = there.position;
    const [i, j, k, w] = there.orientation;
    if (p.x !== x || p.y !== y || p.z !== z) there.position = p;
    if (q.x !== i || q.y !== j || q.z !== k || q.w !== w) there.orientation = q;
    return there;
  }

  private removeAnchor(index: number): void {
    const there = this.anchors[index];
    if (there) this.native.removeBody(there);
    this.anchors[index] = null;
  }

  private isEnabled(): boolean {
    const { equations } = this.constraint;
    for (let k = 0; k < equations.length; k++) if (equations[k] !== this.motor && equations[k].enabled) return true;
    return false;
  }

  /** Whether all is as it was read; written out, since all constraints are looked at before each step. */
  private isKnown(dt: number): boolean {
    const { known, distance, point, axial, cone, motor } = this;
    if (known[0] !== (this.constraint.collideConnected ? 1 : 0) || known[1] !== (this.isEnabled() ? 1 : 0)) return false;
    if (distance && (known[2] !== distance.distance || known[3] !== distance.distanceEquation.maxForce)) return false;
    if (point) {
      if (known[3] !== point.equationX.maxForce || !isAt(known, 4, point.pivotA) || !isAt(known, 7, point.pivotB)) return false;
    }
    if (axial && !(isAt(known, 10, axial.axisA) && isAt(known, 13, axial.axisB))) return false;
    if (cone && (known[16] !== cone.angle || known[17] !== cone.twistAngle)) return false;
    if (motor && known[16] !== (motor.enabled ? 1 : 0)) return false;
    if (motor?.enabled && (known[17] !== motor.targetVelocity || known[18] !== motor.maxForce)) return false;
    return known[19] === 0 || known[19] === dt;
  }

  private read(dt: number): void {
    const { constraint, known, distance, point, axial, cone, motor } = this;
    known.fill(0);
    known[0] = constraint.collideConnected ? 1 : 0;
    known[1] = this.isEnabled() ? 1 : 0;
    known[2] = distance?.distance ?? 0;
    known[3] = distance?.distanceEquation.maxForce ?? point?.equationX.maxForce ?? 0;
    if (point) known.set([...point.pivotA.toArray(), ...point.pivotB.toArray()], 4);
    if (axial) known.set([...axial.axisA.toArray(), ...axial.axisB.toArray()], 10);
    if (cone) known.set([cone.angle, cone.twistAngle], 16);
    if (motor?.enabled) known.set([1, motor.targetVelocity, motor.maxForce], 16);
    // Bounds of forces are impulses of a step.
    if (known[3] < RIGID || (motor?.enabled && known[18] < RIGID)) known[19] = dt;
  }
}

const isAt = (list: Float64Array, at: number, { x, y, z }: Vec3): boolean => list[at] === x && list[at + 1] === y && list[at + 2] === z;
