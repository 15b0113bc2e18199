import { real } from 'precision';
import { BodyRecord } from '../body/record';
import { deal, laneValue, scratch, toReal } from '../constraint/interleave';
import { RotationPart } from '../constraint/rotation.kernel';
import { RowSink } from '../constraint/sink.kernel';
import { conjugate, qmul, rotate } from '../math/quat.kernel';
import { springOf } from './coordinates';
import { JointLanes } from './lanes.kernel';
import { FIRST_PART, laneVector, noteLoad, rounded, roundedImpulse, roundedTurn, strongTorque, writeTorque } from './parts.kernel';
import { framesOf, lastTorque } from './pose.kernel';
import { JointRecord } from './record';

/** In place of infinite parameters: products of two of them are still finite. */
const STIFFEST: f64 = 1e15;

/** A spring and a damper that turn B to an orientation against A, as a muscle does (Waterson, section 9). */
export class AngularDriveJoint<T> extends JointLanes<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<RotationPart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    const [frameA, frameB] = framesOf(joint, a, b);
    const record = springOf(joint);
    const impulse = lastTorque(joint) * h;
    const one = changetype<RotationPart<real>>(scratch());
    one.strong = strongTorque(joint, a, b, h);
    noteLoad(joint, lengthSquared(impulse), one.strong);
    const relative = qmul(frameB, conjugate(frameA));
    const velocity = rotate(frameA, vec3<f64>(record.velocityX, record.velocityY, record.velocityZ));
    one.relative = roundedTurn(relative);
    one.velocity = rounded(velocity);
    one.impulse = roundedImpulse(impulse);
    one.total = vec3<real>(0.0, 0.0, 0.0);
    one.stiffness = <real>Math.min(record.stiffness, STIFFEST);
    one.damping = <real>Math.min(record.damping, STIFFEST);
    one.maxLoad = <real>Math.min(record.maxLoad, STIFFEST);
    one.relaxation = toReal(record.relaxation);
    deal(changetype<usize>(this) + FIRST_PART, lane, offsetof<RotationPart<real>>());
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    const part = changetype<usize>(this) + FIRST_PART;
    joint.torqueX = laneValue(part, lane, offsetof<RotationPart<real>>('impulsex')) * inverseH;
    joint.torqueY = laneValue(part, lane, offsetof<RotationPart<real>>('impulsey')) * inverseH;
    joint.torqueZ = laneValue(part, lane, offsetof<RotationPart<real>>('impulsez')) * inverseH;
    writeTorque(joint, laneVector(part, lane, offsetof<RotationPart<real>>('totalx')) * inverseDt);
  }

  /** It has no damping rates. */
  rates(): usize {
    return 0;
  }

  rows<S extends RowSink<T>>(sink: S): void {
    sink.rotation(changetype<RotationPart<T>>(changetype<usize>(this) + FIRST_PART));
  }
}
