// XPBD with velocities as the unknowns: substeps of integration, projection and velocity pass (Mueller et al., Algorithm 2).
import { real } from 'precision';
import { advanceBodies, Spin, updateInertia } from '../../body/body-bundle.kernel';
import { BodyBundle } from '../../body/bundle-lanes.kernel';
import { ANY_ASPHERICAL, ANY_DYNAMIC, ANY_LOCK, ANY_SLENDER, BUNDLE_FLAGS, NEXT_BUNDLE } from '../../body/pack.kernel';
import { NEVER, ROTATION_LIMIT } from '../../constraint/constants';
import { contactGraph, groupAt, jointGraph, OVERFLOW_COLOR } from '../../constraint/graph';
import { answersChanged, forgetOverloads, hasOverloads, noteTurns } from '../../constraint/overload.kernel';
import { Substep, theSubstep } from '../../constraint/substep';
import { renewContacts } from '../../contact/renew.kernel';
import { meetAllContacts, sweepAllContacts, unprepareAll, warmAllContacts } from '../../contact/solve';
import { mark, Stage } from '../../profile';
import { isDirect } from '../../joint/kinds';
import { meetDirect, relaxDirect, solveDirect } from '../direct/direct.kernel';
import { dampJoints, solveJoints, warmJoints } from './joints.kernel';
import { Gradient, Gyroscopic, Projection, WorldRecord } from '../../world';

/** Contact frequency over the substeps' rate at most: stiffer springs jitter, softer ones let towers buckle. */
const STIFFEST: f64 = 0.18;

/** Overlap may be taken away at the speed that gravity gives in so many substeps, whatever the limit: a spring that may not push holds no load. */
const LOADS: f64 = 16;

export function describeSubstep(world: WorldRecord, h: f64): void {
  const step = theSubstep();
  forgetOverloads();
  step.h = <real>h;
  step.ahead = 0;
  step.inverseH = <real>(1.0 / h);
  step.inverseH2 = <real>(1.0 / (h * h));
  step.scalar = world.projection == Projection.Scalar;
  step.warms = !step.scalar;
  // Above no number: never the current gradient. Below all: always.
  const limit = world.gradient == Gradient.Auto ? ROTATION_LIMIT * ROTATION_LIMIT : world.gradient == Gradient.Start ? NEVER : -1.0;
  step.rotationLimit = <real>limit;
  // A spring whose force is known at the end of the substep (Catto, "Soft constraints", 2011).
  const w = 2 * Math.PI * min(world.contactFrequency, STIFFEST / world.steadyDuration);
  const a = 2 * world.contactDamping + h * w;
  const b = h * w * a;
  step.contactRate = <real>(w / a);
  step.contactShare = <real>(b / (1 + b));
  step.contactDecay = <real>(1 / (1 + b));
  const g2 = world.gravityX * world.gravityX + world.gravityY * world.gravityY + world.gravityZ * world.gravityZ;
  const fall = world.steadyDuration * Math.sqrt(g2);
  step.bounceSpeed = <real>(2 * fall);
  step.depenetrationSpeed = <real>max(world.depenetrationSpeed, LOADS * fall);
}

/** Forces of the first substep. */
export function startFirst(world: WorldRecord): void {
  advanceAllBodies(world, false, true);
  mark(world, Stage.Bodies);
}

/** Solves the joints and contacts of a substep, ends it, and starts the next one unless it is the last. */
export function solveSubstep(world: WorldRecord, first: bool, last: bool): void {
  const step = theSubstep();
  const joints = jointGraph(world);
  const touches = contactGraph(world).groupCount > 0;
  if (world.turningCount && !first) renewContacts(world);
  if (touches) {
    meetAllContacts(world, step);
    meetDirect(world);
  }
  if (step.warms) {
    for (let k: u32 = 0; k < joints.groupCount; k++)
      if (groupAt(joints, k).soft && !isDirect(groupAt(joints, k))) warmJoints(groupAt(joints, k));
  }
  if (touches && answersChanged()) unprepareAll(world);
  if (touches) warmAllContacts(world, step);
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
  const damps = anyDamped(world);
  if (!damps && !touches) {
    advanceAllBodies(world, true, !last);
    mark(world, Stage.Bodies);
    return;
  }
  advanceAllBodies(world, true, false);
  mark(world, Stage.Bodies);
  if (touches) {
    relaxDirect(world);
    sweepAllContacts(world, step, false);
  }
  mark(world, Stage.Relax);
  if (damps) {
    for (let k: u32 = 0; k < joints.groupCount; k++) if (groupAt(joints, k).damped) dampJoints(groupAt(joints, k));
    mark(world, Stage.Damp);
  }
  if (!last) advanceAllBodies(world, false, true);
  mark(world, Stage.Bodies);
}

/**
 * The sweep in reverse, which makes the whole of it symmetric: where joints have more than two colours a sweep in one direction turns
 * slow errors in circles, and they grow (docs/stability.md). The last colour has just been solved, unless its joints share bodies.
 */
function sweepBack(world: WorldRecord, step: Substep): void {
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
}

function anyDamped(world: WorldRecord): bool {
  const graph = jointGraph(world);
  for (let k: u32 = 0; k < graph.groupCount; k++) if (groupAt(graph, k).damped) return true;
  return false;
}

/** The next of the bundles that have bodies which are awake; 0 at the end. */
function nextBundle(bundle: usize): usize {
  return load<u32>(bundle, NEXT_BUNDLE);
}

/** Address of a bundle's first solver body. */
function bodiesOf(bundle: usize): usize {
  return load<u32>(bundle, 4);
}

export function beginAllBodies(world: WorldRecord): void {
  for (let bundle = <usize>world.activeBundles; bundle; bundle = nextBundle(bundle)) {
    const flags = load<u32>(bundle);
    if (!(flags & ANY_DYNAMIC)) continue;
    updateInertia<v128>(changetype<BodyBundle<v128>>(bundle + BUNDLE_FLAGS), bodiesOf(bundle), (flags & ANY_LOCK) != 0);
  }
}

/** How the bodies of a bundle turn, from its flags. */
export function spinOf(world: WorldRecord, flags: u32): Spin {
  if (world.gyroscopic == Gyroscopic.Explicit) return Spin.Explicit;
  if (world.gyroscopic == Gyroscopic.None) return Spin.None;
  return flags & ANY_ASPHERICAL ? Spin.Midpoint : Spin.Spherical;
}

/** Ends or starts a substep of all bodies that move, or both. */
function advanceAllBodies(world: WorldRecord, ends: bool, starts: bool): void {
  const step = theSubstep();
  const overloaded = hasOverloads();
  for (let bundle = <usize>world.activeBundles; bundle; bundle = nextBundle(bundle)) {
    const flags = load<u32>(bundle);
    advanceBodies<v128>(
      changetype<BodyBundle<v128>>(bundle + BUNDLE_FLAGS),
      bodiesOf(bundle),
      step,
      spinOf(world, flags),
      (flags & ANY_LOCK) != 0,
      ends,
      starts,
      overloaded,
    );
    if (ends && flags & ANY_SLENDER) noteTurns(bodiesOf(bundle));
  }
}
