// From the records of joints to the lanes of their bundles, and back.
import { LANES } from 'precision';
import { bundleAt, Group, memberAt, NO_MEMBER } from '../constraint/graph';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { theSubstep } from '../constraint/substep';
import { theWorld } from '../memory/arena';
import { bodyAt, jointAt } from '../memory/records';
import { rowsBundleBytes } from './frame/place.kernel';
import { tellingOf } from '../steady';
import { BY_ROWS, typeOf } from './kinds';
import { JointLanes } from './lanes.kernel';
import { blendLoads, closeStep, keepLoads } from './loads';
import { isSoft, JointFlag } from './record';
import { JointVisitor, visitJoints } from './visit.kernel';

/** Durations of the step and of its substeps, s, for visitors. */
const DURATIONS: usize = scratch<f64>(2);

class Measure extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    group.bytes = <u32>changetype<J>(0).bytes();
  }
}

class Pack extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    const h = load<f64>(DURATIONS, 8);
    for (let k: u32 = 0; k < group.count; k++) {
      const bundle = bundleAt(group, k);
      const lanes = changetype<LaneBodies>(bundle);
      lanes.damped = 0;
      lanes.soft = 0;
      lanes.bounded = 0;
      lanes.step = changetype<usize>(theSubstep());
      for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
        const slot = memberAt(group, k * LANES + lane);
        if (slot == NO_MEMBER) break;
        const joint = jointAt(slot);
        if (isSoft(joint)) lanes.soft = 1;
        if (joint.linearDamping > 0 || joint.angularDamping > 0) lanes.damped = 1;
        if (joint.flags & JointFlag.HasInterval) lanes.bounded = 1;
        changetype<J>(bundle).pack(lane, joint, bodyAt(joint.bodyA), bodyAt(joint.bodyB), h);
      }
      group.damped |= lanes.damped;
      group.soft |= lanes.soft;
    }
  }
}

class Finish extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    const inverseDt = 1.0 / load<f64>(DURATIONS);
    const inverseH = 1.0 / load<f64>(DURATIONS, 8);
    const part = tellingOf(theWorld(), 1 / inverseH);
    for (let k: u32 = 0; k < group.count; k++) {
      const bundle = bundleAt(group, k);
      for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
        const slot = memberAt(group, k * LANES + lane);
        if (slot == NO_MEMBER) break;
        const joint = jointAt(slot);
        if (part < 1) keepLoads(joint);
        changetype<J>(bundle).finish(lane, joint, inverseH, inverseDt);
        if (part < 1) blendLoads(joint, part);
        closeStep(joint);
      }
    }
  }
}

/** Writes how many bytes a bundle of the group has. */
export function measureJoints(group: Group): void {
  if (group.kind & BY_ROWS) group.bytes = <u32>rowsBundleBytes<v128>(group.traits, typeOf(group));
  else visitJoints<v128, Measure>(group, changetype<Measure>(0));
}

/** Geometry at the start of a step of `dt` seconds in substeps of `h`, from the records. */
export function packJoints(group: Group, dt: f64, h: f64): void {
  store<f64>(DURATIONS, dt);
  store<f64>(DURATIONS, h, 8);
  group.damped = 0;
  group.soft = 0;
  visitJoints<v128, Pack>(group, changetype<Pack>(0));
}

/** Loads of the step, to the records. */
export function finishJoints(group: Group, dt: f64, h: f64): void {
  store<f64>(DURATIONS, dt);
  store<f64>(DURATIONS, h, 8);
  visitJoints<v128, Finish>(group, changetype<Finish>(0));
}
