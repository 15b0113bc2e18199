// XPBD with velocities as the unknowns: substeps of integration, projection and velocity pass (Mueller et al., Algorithm 2).
import { Again } from '../../body/body-bundle.kernel';
import { contactGraph, groupAt, jointGraph, OVERFLOW_COLOR } from '../../constraint/graph';
import { answersChanged } from '../../constraint/overload.kernel';
import { Substep, theSubstep } from '../../constraint/substep';
import { anyBounces, meetAllContacts, reserveImpacts } from '../../contact/impacts';
import { renewContacts } from '../../contact/renew.kernel';
import { isPositional, sweepAllContacts, unprepareAll, warmAllContacts } from '../../contact/solve';
import { stepParticles } from '../../particle/host';
import { ParticleStage } from '../../particle/record';
import { mark, Stage } from '../../profile';
import { isDirect } from '../../joint/kinds';
import { TimeStepping, WorldRecord } from '../../world';
import { advanceAllBodies, anyDamped, turnAllAgain } from '../bodies';
import { relaxDirect } from '../direct/contacts';
import { meetDirect, recoversDirect, solveDirect, stopDirect } from '../direct/direct.kernel';
import { expectDirect } from '../direct/expected.kernel';
import { dampJoints, noteJointSpeeds, solveJoints, warmJoints } from './joints.kernel';

/** Contacts: a pass over fewer costs next to nothing, and rounds less. */
const FEW: u32 = 64;

/** Contacts found again within a step are brought along one by one, each of which costs as much as so many in a pass, about. */
const TURNING: u32 = 16;

/** Substeps of a trial. */
const TRIALS: u32 = 3;

/** Forces of the first substep. */
export function startFirst(world: WorldRecord, substeps: u32): void {
  const step = theSubstep();
  const joints = jointGraph(world);
  if (step.centered) step.left = substeps;
  reserveImpacts(world);
  for (let k: u32 = 0; step.centered && k < joints.groupCount; k++) noteJointSpeeds(groupAt(joints, k));
  advanceAllBodies(world, false, true);
  mark(world, Stage.Bodies);
}

/**
 * Three substeps from where the bodies are, for what acts on those that begin to move: without particles, and without contacts found anew, or without
 * any where bodies with contacts are not centred. What is packed has to be packed again after it.
 */
export function tryOut(world: WorldRecord): void {
  const touches = world.timeStepping == TimeStepping.SecondOrder;
  startFirst(world, TRIALS);
  for (let k: u32 = 1; k <= TRIALS; k++) {
    expect(world);
    solve(world, k == TRIALS, touches);
  }
}

/** Solves the joints and contacts of a substep, ends it, and starts the next one unless it is the last. */
export function solveSubstep(world: WorldRecord, first: bool, last: bool): void {
  expect(world);
  stepParticles(world, ParticleStage.Substep, 0, theSubstep().h);
  if (world.turningCount && !first) renewContacts(world, theSubstep().carries);
  solve(world, last, true);
}

/** Starts from what joints did in the last substep, where they are solved directly. */
function expect(world: WorldRecord): void {
  if (expectDirect(world)) turnAllAgain(world, Again.Expected);
}

function solve(world: WorldRecord, last: bool, collides: bool): void {
  const step = theSubstep();
  step.left--;
  const joints = jointGraph(world);
  const touches = collides && contactGraph(world).groupCount > 0;
  if (touches) {
    meetAllContacts(world, step);
    meetDirect(world);
  }
  if (step.warms) {
    for (let k: u32 = 0; k < joints.groupCount; k++)
      if (groupAt(joints, k).soft && !isDirect(groupAt(joints, k))) warmJoints(groupAt(joints, k));
  }
  if (touches && answersChanged()) unprepareAll(world);
  if (touches && !step.carries) warmAllContacts(world, step);
  mark(world, Stage.Warm);
  for (let k: u32 = 0; k < world.iterations; k++) {
    step.first = k == 0;
    for (let g: u32 = 0; g < joints.groupCount; g++) if (!isDirect(groupAt(joints, g))) solveJoints(groupAt(joints, g));
    if (world.symmetric) sweepBack(world, step);
    mark(world, Stage.Solve);
    if (touches) sweepAllContacts(world, step, true);
    // Last, so that joints are met as they are; with them the contacts of their bodies, which feel them.
    solveDirect(world);
    mark(world, Stage.Contacts);
  }
  step.begins = false;
  step.rest -= step.h;
  const damps = anyDamped(world);
  const recovers = recoversDirect(world);
  if (!damps && !touches && !recovers) {
    advanceAllBodies(world, true, !last);
    mark(world, Stage.Bodies);
    return;
  }
  advanceAllBodies(world, true, false);
  mark(world, Stage.Bodies);
  if (recovers) stopDirect(world);
  if (touches) {
    relaxDirect(world);
    sweepAllContacts(world, step, false);
  }
  mark(world, Stage.Relax);
  if (damps) {
    for (let k: u32 = 0; k < joints.groupCount; k++) if (groupAt(joints, k).damped) dampJoints(groupAt(joints, k));
    mark(world, Stage.Damp);
  }
  step.carries = !last && touches && carriesContacts(world);
  if (!last) advanceAllBodies(world, false, true);
  mark(world, Stage.Bodies);
}

/**
 * Whether all that has pushed bodies in this substep are contacts that push them from the start of the next one as well: then what they did to the momentum of a body
 * is what a pass over them would do.
 */
function carriesContacts(world: WorldRecord): bool {
  if (world.contactCount < FEW || world.activeJointCount || world.particleSets) return false;
  if (world.turningCount * TURNING > world.contactCount) return false;
  return !isPositional(world) && !answersChanged() && !anyBounces(world);
}

/**
 * The sweep in reverse, which makes the whole of it symmetric: where joints have more than two colours a sweep in one direction turns
 * slow errors in circles, and they grow (docs/stability.md). The last colour has just been solved, unless its joints share bodies.
 */
function sweepBack(world: WorldRecord, step: Substep): void {
  const begins = step.first;
  step.first = false;
  step.backward = true;
  const graph = jointGraph(world);
  let last: u32 = 0;
  for (let k: u32 = 0; k < graph.groupCount; k++) if (!isDirect(groupAt(graph, k))) last = groupAt(graph, k).color;
  for (let k = <i32>graph.groupCount - 1; k >= 0; k--) {
    const group = groupAt(graph, k);
    if (isDirect(group)) continue;
    if (group.color != last || last == OVERFLOW_COLOR) solveJoints(group);
  }
  step.backward = false;
  step.first = begins;
}
