// Which islands start a substep from the loads of the last one (see expect.kernel.ts), and how far their loads swing them.
import { real } from 'precision';
import { BodyFlag } from '../../body/record';
import { bundleAt, Group, groupAt, jointGraph } from '../../constraint/graph';
import { theSubstep } from '../../constraint/substep';
import { isDirect } from '../../joint/kinds';
import { JointLanes } from '../../joint/lanes.kernel';
import { isDrivenToEnds, JointFlag, JointType } from '../../joint/record';
import { JointVisitor, visitJoints } from '../../joint/visit.kernel';
import { bodyAt, jointAt } from '../../memory/records';
import { Gyroscopic, WorldRecord } from '../../world';
import { ExpectDirect, expects, NoteExpected } from './expect.kernel';
import { NODE, nodesEnd } from './lanes';
import { islandAt } from './plan';
import { DirectBody, DirectIsland, DirectNode } from './record';
import { bundleBytes, DirectHead, startDirect } from './row.kernel';

/** 1/s²: beyond all that makes a difference. */
const FASTEST: f64 = 1e12;

class Foresee extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    for (let k: u32 = 0; k < group.count; k++) {
      const head = <usize>group.rows + <usize>k * bundleBytes(group);
      if (!theSubstep().begins && !expects<v128>(head)) continue;
      const bundle = bundleAt(group, k);
      startDirect(head);
      changetype<J>(bundle).rows(changetype<NoteExpected<v128>>(bundle));
    }
  }
}

class Expect extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    for (let k: u32 = 0; k < group.count; k++) {
      const head = <usize>group.rows + <usize>k * bundleBytes(group);
      if (!expects<v128>(head)) continue;
      const bundle = bundleAt(group, k);
      startDirect(head);
      changetype<J>(bundle).rows(changetype<ExpectDirect<v128>>(bundle));
    }
  }
}

/** Which islands start from the last load in this step: those without loops, and without limits and ropes to meet, whose velocities are centred. */
export function expectIslands(world: WorldRecord): void {
  const step = theSubstep();
  const centers = step.centered && world.gyroscopic == Gyroscopic.Implicit;
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    const first = bodyAt(changetype<DirectBody>(<usize>island.firstBody).slot);
    const last = nodesEnd(island);
    let expects = centers && !island.loops && !(first.flags & BodyFlag.Uncentered);
    // Whatever meets an end has given the others loads that do not go on; and the load that holds a hinge at an angle is none that is expected.
    for (let at = <usize>island.firstNode; expects && at < last; at += NODE) {
      const joint = jointAt(changetype<DirectNode>(at).joint);
      expects = !(joint.flags & JointFlag.NearEnd) && !isDrivenToEnds(joint);
      if (joint.type == JointType.Hinge && joint.flags & JointFlag.HasInterval && joint.lower == joint.upper) expects = false;
    }
    if (expects) step.expects = true;
    for (let at = <usize>island.firstNode; at < last; at += NODE) {
      const head = <usize>changetype<DirectNode>(at).head;
      store<real>(head, expects ? 1 : 0, offsetof<DirectHead<v128>>('branches'));
      store<real>(head, 0, offsetof<DirectHead<v128>>('expected'));
    }
  }
}

/**
 * At the start of a substep: gives the bodies what their joints are expected to do; false where there are no such joints. Once in a step it is noted of all how
 * far their loads swing them.
 */
export function expectDirect(world: WorldRecord): bool {
  const step = theSubstep();
  if (!step.expects && !(step.begins && step.centered)) return false;
  const graph = jointGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++)
    if (isDirect(groupAt(graph, g))) visitJoints<v128, Foresee>(groupAt(graph, g), changetype<Foresee>(0));
  for (let k: u32 = 0; k < world.directIslandCount; k++) expectAlike(world, islandAt(world, k));
  if (!step.expects) return false;
  for (let g: u32 = 0; g < graph.groupCount; g++) if (isDirect(groupAt(graph, g))) visitJoints<v128, Expect>(groupAt(graph, g), changetype<Expect>(0));
  return true;
}

/** The same part of all loads of an island, the least: different parts of loads that balance each other do not, and would throw its bodies about. */
function expectAlike(world: WorldRecord, island: DirectIsland): void {
  const last = nodesEnd(island);
  let least: real = 1;
  let swing: real = 0;
  for (let at = <usize>island.firstNode; at < last; at += NODE) {
    const head = <usize>changetype<DirectNode>(at).head;
    least = min(least, load<real>(head, offsetof<DirectHead<v128>>('expected')));
    swing = max(swing, load<real>(head, offsetof<DirectHead<v128>>('swing')));
  }
  const rate = <f64>swing * <f64>theSubstep().inverseH2;
  if (rate > world.swingRate) world.swingRate = min(rate, FASTEST);
  for (let at = <usize>island.firstNode; at < last; at += NODE)
    store<real>(<usize>changetype<DirectNode>(at).head, least, offsetof<DirectHead<v128>>('expected'));
}
