import { real } from 'precision';
import { BodyRecord } from '../body/record';
import { deal, laneValue, scratch, toRealImpulse } from '../constraint/interleave';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { RopePart } from '../constraint/rope.kernel';
import { RowSink } from '../constraint/sink.kernel';
import { pulleyOf } from './coordinates';
import { JointLanes } from './lanes.kernel';
import { driftOf, FIRST_PART, inverseMassOf, laneVector, noteLoad, rounded, strongImpulse, swingOf, weighsLoad, writeReaction } from './parts.kernel';
import { armOf } from './pose.kernel';
import { JointRecord } from './record';

/** m; a shorter rope has no direction. */
const LEAST_LENGTH: f64 = 1e-9;

/** A rope over two fixed points (Waterson, section 10). */
export class PulleyJoint<T> extends JointLanes<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<RopePart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    if (packPulley(changetype<usize>(this) + FIRST_PART, lane, joint, a, b, h)) changetype<LaneBodies>(changetype<usize>(this)).soft = 1;
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    const part = changetype<usize>(this) + FIRST_PART;
    joint.intervalLoad = laneValue(part, lane, offsetof<RopePart<real>>('impulse')) * inverseH;
    joint.intervalReaction = laneValue(part, lane, offsetof<RopePart<real>>('sum')) * inverseDt;
    writeReaction(joint, laneVector(part, lane, offsetof<RopePart<real>>('totalx')) * inverseDt);
  }

  rates(): usize {
    return changetype<usize>(this) + FIRST_PART + offsetof<RopePart<T>>('damping');
  }

  rows<S extends RowSink<T>>(sink: S): void {
    sink.rope(changetype<RopePart<T>>(changetype<usize>(this) + FIRST_PART));
  }
}

/** From an anchor's fixed point to the anchor. */
function ropeOf(body: BodyRecord, arm: vec3<f64>, x: f64, y: f64, z: f64): vec3<f64> {
  return vec3<f64>(body.positionX - x, body.positionY - y, body.positionZ - z) + arm;
}

/** How fast a unit of tension makes a body swing, at its anchor or at its rope. */
function swingAt(body: BodyRecord, arm: vec3<f64>, size: f64): f64 {
  const swing = swingOf(body, arm);
  return size > LEAST_LENGTH ? Math.max(swing, inverseMassOf(body) / size) : swing;
}

/** Returns whether the rope is soft. */
function packPulley(part: usize, lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): bool {
  const record = pulleyOf(joint);
  const armA = armOf(a, joint.anchorAX, joint.anchorAY, joint.anchorAZ);
  const armB = armOf(b, joint.anchorBX, joint.anchorBY, joint.anchorBZ);
  const ropeA = ropeOf(a, armA, record.pointAX, record.pointAY, record.pointAZ);
  const ropeB = ropeOf(b, armB, record.pointBX, record.pointBY, record.pointBZ);
  const lengthA = length(ropeA);
  const lengthB = length(ropeB);
  const whole = lengthA + record.ratio * lengthB;
  const one = changetype<RopePart<real>>(scratch());
  const swing: f64 = weighsLoad(joint) ? Math.max(swingAt(a, armA, lengthA), record.ratio * swingAt(b, armB, lengthB)) : 0.0;
  one.strong = strongImpulse(joint, swing, h);
  one.armA = rounded(armA);
  one.armB = rounded(armB);
  one.ropeA = rounded(ropeA);
  one.ropeB = rounded(ropeB);
  one.lengthA = <real>lengthA;
  one.lengthB = <real>lengthB;
  one.ratio = <real>record.ratio;
  one.lower = <real>(joint.lower - whole);
  one.upper = <real>(joint.upper - whole);
  one.drift = driftOf(joint);
  one.compliance = <real>joint.intervalCompliance;
  one.damping = <real>joint.linearDamping;
  one.angularDamping = <real>joint.angularDamping;
  one.impulse = toRealImpulse(joint.intervalLoad * h);
  noteLoad(joint, <f64>one.impulse * one.impulse, one.strong);
  one.total = vec3<real>(0.0, 0.0, 0.0);
  one.sum = 0;
  deal(part, lane, offsetof<RopePart<real>>());
  return joint.intervalCompliance > 0;
}
