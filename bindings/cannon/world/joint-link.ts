// A constraint in a world, and the joint of the engine that stands for it.
import {
  BallJoint,
  DistanceJoint,
  FixedJoint,
  HingeJoint,
  type Joint,
  type Body as NativeBody,
  type World as NativeWorld,
  SixDofJoint,
} from '../../index.ts';
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

/** N s a step, from which on a constraint is as strong as it has to be. */
const RIGID = 1e5;
/** rad: least half angle of a cone. */
const LEAST_CONE = 1e-3;
/** rad, less than half a turn. */
const WIDEST_CONE = 3.1;
const NUMBERS = 20;

/** Maximum force of a constraint whose impulse in a step of `dt` is bounded; bounds of cannon-es are such. */
const forceOf = (impulse: number, dt: number): number => (impulse >= RIGID ? Infinity : impulse / dt);

export class JointLink {
  private joint: Joint | null = null;
  private a: NativeBody | null = null;
  private b: NativeBody | null = null;
  /** Whether one of the two moves by forces; joints need that. */
  private moves = false;
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
    if (a === this.a && b === this.b && moves === this.moves && isThere && this.isKnown(dt)) return;
    this.removeJoint();
    if (one) this.removeAnchor(0);
    if (other) this.removeAnchor(1);
    this.read(dt);
    this.a = a;
    this.b = b;
    this.moves = moves;
    if (a && b && moves) this.joint = this.native.addJoint(this.make(a, b, dt));
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

  private make(a: NativeBody, b: NativeBody, dt: number): Joint {
    const c = this.constraint;
    const both = { a, b, collideConnected: c.collideConnected, enabled: this.isEnabled() };
    if (c instanceof DistanceConstraint) {
      if (c.distanceEquation.maxForce < RIGID)
        unsupported(`A DistanceConstraint with a maxForce below ${RIGID}`, 'use a PointToPointConstraint, or a Spring');
      return new DistanceJoint({ ...both, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: c.distance });
    }
    const point = c as PointToPointConstraint;
    const anchors = { ...both, anchorA: point.pivotA, anchorB: point.pivotB };
    const maxForce = forceOf(point.equationX.maxForce, dt);
    const held = maxForce === Infinity ? 'locked' : { motor: { target: 0, maxForce } };
    if (c instanceof HingeConstraint) return this.makeHinge(c, anchors, dt);
    if (c instanceof ConeTwistConstraint) return makeConeTwist(c, anchors);
    if (c instanceof LockConstraint) {
      if (held === 'locked') return new FixedJoint(anchors);
      const turn = { motor: { target: 0, maxTorque: maxForce } };
      const axis = { axis: [1, 0, 0] as [number, number, number] };
      return new SixDofJoint({ ...anchors, ...axis, linear: { x: held, y: held, z: held }, angular: { x: turn, y: turn, z: turn } });
    }
    if (held === 'locked') return new BallJoint(anchors);
    const axis = { axis: [1, 0, 0] as [number, number, number] };
    return new SixDofJoint({ ...anchors, ...axis, linear: { x: held, y: held, z: held }, angular: { x: 'free', y: 'free', z: 'free' } });
  }

  private makeHinge(
    c: HingeConstraint,
    anchors: { a: NativeBody; b: NativeBody; anchorA: Vec3; anchorB: Vec3; collideConnected: boolean; enabled: boolean },
    dt: number,
  ): HingeJoint {
    const { enabled, targetVelocity, maxForce } = c.motorEquation;
    const motor = enabled ? { motor: { velocity: -targetVelocity, maxTorque: forceOf(maxForce, dt) } } : {};
    return new HingeJoint({ ...anchors, axisA: c.axisA, axisB: c.axisB, ...motor });
  }
}

function makeConeTwist(
  c: ConeTwistConstraint,
  anchors: { a: NativeBody; b: NativeBody; anchorA: Vec3; anchorB: Vec3; collideConnected: boolean; enabled: boolean },
): BallJoint {
  if (c.axisA.isZero() || c.axisB.isZero()) return new BallJoint(anchors);
  const half = Math.min(Math.max(c.angle, LEAST_CONE), WIDEST_CONE);
  const twist = Math.max(c.twistAngle, LEAST_CONE);
  return new BallJoint({
    ...anchors,
    axisA: c.axisA,
    axisB: c.axisB,
    swing: { y: half, z: half },
    twist: { lower: -twist, upper: twist },
  });
}

const isAt = (list: Float64Array, at: number, { x, y, z }: Vec3): boolean => list[at] === x && list[at + 1] === y && list[at + 2] === z;
