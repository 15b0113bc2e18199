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
import {
  ConeTwistConstraint,
  type Constraint,
  DistanceConstraint,
  HingeConstraint,
  LockConstraint,
  PointToPointConstraint,
} from '../constraint/index.ts';
import { RotationalMotorEquation } from '../equation/index.ts';
import type { Vec3 } from '../math/vec3.ts';
import { unsupported } from '../unsupported.ts';

/** N s a step, from which on a constraint is as strong as it has to be. */
const RIGID = 1e5;
/** rad: least half angle of a cone. */
const LEAST_CONE = 1e-3;
/** rad, less than half a turn. */
const WIDEST_CONE = 3.1;
const NUMBERS = 20;

/** Greatest force of a constraint whose impulse in a step of `dt` is bounded; bounds of cannon-es are such. */
const forceOf = (impulse: number, dt: number): number => (impulse >= RIGID ? Infinity : impulse / dt);

export class JointLink {
  private joint: Joint | null = null;
  private a: NativeBody | null = null;
  private b: NativeBody | null = null;
  private readonly known = new Float64Array(NUMBERS);
  private readonly now = new Float64Array(NUMBERS);

  constructor(
    readonly constraint: Constraint,
    private readonly native: NativeWorld,
  ) {
    if (!isKnown(constraint))
      unsupported(`A constraint of the class ${constraint?.constructor?.name}`, 'use one of the constraints that holonomic/cannon exports');
  }

  /** Makes the joint what the constraint is, between the bodies that stand for its own; null for one that is in no world. */
  update(a: NativeBody | null, b: NativeBody | null, dt: number): void {
    const { known, now } = this;
    this.read(dt);
    let isSame = a === this.a && b === this.b && (this.joint === null || this.joint.alive);
    for (let k = 0; isSame && k < NUMBERS; k++) isSame = known[k] === now[k];
    if (isSame) return;
    this.remove();
    known.set(now);
    this.a = a;
    this.b = b;
    if (!a || !b || (a.type !== 'dynamic' && b.type !== 'dynamic')) return;
    this.joint = this.native.addJoint(this.make(a, b, dt));
  }

  remove(): void {
    if (this.joint?.alive) this.native.removeJoint(this.joint);
    this.joint = null;
  }

  private read(dt: number): void {
    const { constraint: c, now } = this;
    now.fill(0);
    const motor = c instanceof HingeConstraint ? c.motorEquation : null;
    now[0] = c.collideConnected ? 1 : 0;
    now[1] = isEnabled(c) ? 1 : 0;
    if (c instanceof DistanceConstraint) {
      now[2] = c.distance;
      now[3] = c.distanceEquation.maxForce;
    }
    if (c instanceof PointToPointConstraint) {
      now[3] = c.equationX.maxForce;
      writeAt(now, 4, c.pivotA);
      writeAt(now, 7, c.pivotB);
    }
    if (c instanceof HingeConstraint || c instanceof ConeTwistConstraint) {
      writeAt(now, 10, c.axisA);
      writeAt(now, 13, c.axisB);
    }
    if (c instanceof ConeTwistConstraint) {
      now[16] = c.angle;
      now[17] = c.twistAngle;
    }
    if (motor?.enabled) {
      now[16] = 1;
      now[17] = motor.targetVelocity;
      now[18] = motor.maxForce;
    }
    // Bounds of forces are impulses of a step.
    if (now[3] < RIGID || (motor?.enabled && now[18] < RIGID)) now[19] = dt;
  }

  private make(a: NativeBody, b: NativeBody, dt: number): Joint {
    const c = this.constraint;
    const both = { a, b, collideConnected: c.collideConnected, enabled: isEnabled(c) };
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

const isKnown = (c: Constraint): boolean => c instanceof PointToPointConstraint || c instanceof DistanceConstraint;

const isEnabled = ({ equations }: Constraint): boolean =>
  equations.some((equation) => equation.enabled && !(equation instanceof RotationalMotorEquation));

function writeAt(list: Float64Array, at: number, { x, y, z }: Vec3): void {
  list[at] = x;
  list[at + 1] = y;
  list[at + 2] = z;
}
