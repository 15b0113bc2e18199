// Joints of the engine for constraints of cannon-es.
import type { Vec3 as Numbers, Quat } from '../../core/arguments.ts';
import { conjugate, frameOf, multiply } from '../../core/geometry.ts';
import { BallJoint, DistanceJoint, FixedJoint, HingeJoint, type Joint, type Body as NativeBody, SixDofJoint } from '../../index.ts';
import type { JointGeometry } from '../../joint/anchors.ts';
import type { Body } from '../body/body.ts';
import {
  ConeTwistConstraint,
  DistanceConstraint,
  HingeConstraint,
  LockConstraint,
  type PointToPointConstraint,
} from '../constraint/index.ts';
import { Vec3 } from '../math/vec3.ts';
import { unsupported } from '../unsupported.ts';

/** N s a step, from which on a constraint is as strong as it has to be. */
export const RIGID = 1e5;
/** rad: least half angle of a cone. */
const LEAST_CONE = 1e-3;
/** rad, less than half a turn. */
const WIDEST_CONE = 3.1;
/** Sine and cosine of half of 0.2 rad: a joint that turns two bodies farther at once would give them energy. */
const [MOST_SINE, MOST_COSINE] = [0.09983341664682815, 0.9950041652780258];

interface Ends {
  a: NativeBody;
  b: NativeBody;
  enabled: boolean;
}

/** Maximum force of a constraint whose impulse in a step of `dt` is bounded; bounds of cannon-es are such. */
const forceOf = (impulse: number, dt: number): number => (impulse >= RIGID ? Infinity : impulse / dt);

/** Throws `unsupported` for a weak DistanceConstraint. */
export function jointOf(c: DistanceConstraint | PointToPointConstraint, ends: Ends, dt: number): Joint {
  const both = { ...ends, collideConnected: c.collideConnected };
  if (c instanceof DistanceConstraint) {
    if (c.distanceEquation.maxForce < RIGID)
      unsupported(`A DistanceConstraint with a maxForce below ${RIGID}`, 'use a PointToPointConstraint, or a Spring');
    return new DistanceJoint({ ...both, anchorA: [0, 0, 0], anchorB: [0, 0, 0], length: c.distance });
  }
  const anchors = { ...both, anchorA: c.pivotA, anchorB: c.pivotB };
  const maxForce = forceOf(c.equationX.maxForce, dt);
  const isRigid = maxForce === Infinity;
  // What a weak constraint holds is driven to zero by a motor.
  const held = isRigid ? 'locked' : { motor: { target: 0, maxForce } };
  const kept = isRigid ? 'locked' : { motor: { target: 0, maxTorque: maxForce } };
  const linear = { x: held, y: held, z: held } as const;
  const along = { axis: [1, 0, 0] as Numbers };
  if (c instanceof HingeConstraint) {
    const axes = { axisA: c.axisA, axisB: c.axisB };
    const { enabled, targetVelocity } = c.motorEquation;
    const motor = enabled ? { motor: { velocity: -targetVelocity, maxTorque: forceOf(c.motorEquation.maxForce, dt) } } : {};
    if (isRigid) return new HingeJoint({ ...anchors, ...axes, ...motor });
    return new SixDofJoint({ ...anchors, ...axes, linear, angular: { x: motor, y: kept, z: kept } });
  }
  if (c instanceof ConeTwistConstraint && !c.axisA.isZero() && !c.axisB.isZero()) {
    const half = Math.min(Math.max(c.angle, LEAST_CONE), WIDEST_CONE);
    const most = Math.max(c.twistAngle, LEAST_CONE);
    const [cone, twist] = [
      { y: half, z: half },
      { lower: -most, upper: most },
    ];
    const axes = { axisA: c.axisA, axisB: c.axisB };
    const joint = isRigid
      ? new BallJoint({ ...anchors, ...axes, swing: cone, twist })
      : new SixDofJoint({ ...anchors, ...axes, linear, angular: { x: { limits: twist }, y: 'free', z: 'free' }, cone });
    return inFrames(joint, twistFrame(c.axisA), twistFrame(c.axisB));
  }
  if (c instanceof LockConstraint) {
    const joint = isRigid
      ? new FixedJoint(anchors)
      : new SixDofJoint({ ...anchors, ...along, linear, angular: { x: kept, y: kept, z: kept } });
    const [frameA, frameB, turn] = lockFrames(c);
    if (!isFar(turn)) return inFrames(joint, frameA, frameB);
    const [x, y, z, w] = turn;
    const part = (w < 0 ? -MOST_SINE : MOST_SINE) / Math.sqrt(x * x + y * y + z * z);
    const less: Quat = [x * part, y * part, z * part, MOST_COSINE];
    return inFrames(joint, frameA, multiply(multiply(conjugate(quatOf(c.bodyB)), quatOf(c.bodyA)), multiply(frameA, less)));
  }
  if (isRigid) return new BallJoint(anchors);
  return new SixDofJoint({ ...anchors, ...along, linear, angular: { x: 'free', y: 'free', z: 'free' } });
}

/** Whether a lock is so far from how it holds its bodies that it turns them there in several steps. */
export function isFarOff(c: LockConstraint): boolean {
  return isFar(lockFrames(c)[2]);
}

/** The frames of a lock on its bodies, and the turn from the first to the second as the bodies are now. */
function lockFrames(c: LockConstraint): [Quat, Quat, Quat] {
  const [frameA, frameB] = [frameOf(c.xA.toArray(), c.yA.toArray()), frameOf(c.xB.toArray(), c.yB.toArray())];
  const [a, b] = [multiply(quatOf(c.bodyA), frameA), multiply(quatOf(c.bodyB), frameB)];
  return [frameA, frameB, multiply(conjugate(a), b)];
}

function quatOf({ quaternion }: Body): Quat {
  const { x, y, z, w } = quaternion;
  const size = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / size, y / size, z / size, w / size];
}

const isFar = ([, , , w]: Quat): boolean => Math.abs(w) < MOST_COSINE;

/** Along an axis of a body, and turned about it as the direction from which cannon-es measures the twist. */
function twistFrame(axis: Vec3): Quat {
  const [x, across] = [axis.unit(), new Vec3()];
  axis.tangents(across, across);
  return frameOf(x.toArray(), across.unit().toArray());
}

/** Gives a joint frames in the bodies' own axes; by itself it takes the bodies as they are turned when it is added. */
function inFrames<Made extends Joint>(joint: Made, frameA: Quat, frameB: Quat): Made {
  const given = joint.geometry.bind(joint);
  return Object.defineProperty(joint, 'geometry', {
    value: (...[a, b, placed]: Parameters<Joint['geometry']>): JointGeometry => ({
      ...given(a, b, placed),
      frameA: multiply(a.orientation, frameA),
      frameB: multiply(b.orientation, frameB),
    }),
  });
}
