// Which bodies a step does not centre in time with 'auto': those that have contacts, for which piles are tuned; those with joints that may meet an end, a
// limit or the length of a rope, or that are damped, or begin with an impact; and all that joints connect with one of them. That is decided as the step begins.
import { typeOf } from '../body/activity';
import { BodyFlag, BodyRecord, BodyType } from '../body/record';
import { addColors } from '../constraint/graph';
import { nearsEnd } from '../joint/ends.kernel';
import { hasEnds, JointFlag, JointRecord } from '../joint/record';
import { bodyAt, jointAt } from '../memory/records';
import { BODY, bodiesEnd } from '../solver/direct/lanes';
import { islandAt } from '../solver/direct/plan';
import { DirectBody, DirectIsland } from '../solver/direct/record';
import { isCentered, TimeStepping, WorldRecord } from '../world';
import { nextAwake } from './awake';
import { activeJoint } from './joints';
import { jointBody } from './wake';

function isMarked(slot: u32): bool {
  return (bodyAt(slot).flags & BodyFlag.Uncentered) != 0;
}

/** Returns whether joints may take the mark to others. */
function markBody(slot: u32): bool {
  const body = bodyAt(slot);
  if (typeOf(body) != BodyType.Dynamic) return false;
  body.flags |= BodyFlag.Uncentered;
  return body.jointCount > 0;
}

/**
 * Marks the bodies that this step of `dt` s does not centre, and notes of joints whether they may meet an end in it. To be called when contacts have been
 * sorted; the end of the step takes the marks away.
 */
export function markUncentered(world: WorldRecord, dt: f64): void {
  if (!isCentered(world)) return;
  const isAuto = world.timeStepping == TimeStepping.Auto;
  let spreads = false;
  // Contacts have just given their bodies colours: to one body of an island that is solved directly, which takes the mark to the others.
  for (let slot = nextAwake(world, 0); isAuto && world.contactCount && slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (addColors(world, slot, 0) && markBody(slot)) spreads = true;
  }
  if (spreads) spreadUncentered(world);
  noteEnds(world, dt);
  if (isAuto && markJoined(world)) spreadUncentered(world);
}

/** Notes which joints may meet an end in a step of `dt` s: of those that contacts have marked any that has some. */
function noteEnds(world: WorldRecord, dt: f64): void {
  for (let k: u32 = 0; k < world.activeJointCount; k++) {
    const joint = jointAt(activeJoint(world, k));
    if (!(joint.flags & JointFlag.Enabled)) continue;
    const near = hasEnds(joint) && (isMarked(joint.bodyA) || isMarked(joint.bodyB) || nearsEnd(world, joint, dt));
    joint.flags = near ? joint.flags | JointFlag.NearEnd : joint.flags & ~(<u32>JointFlag.NearEnd);
  }
}

/** Marks the bodies of joints that are near an end, and those with joints that are damped; whether there are any. */
function markJoined(world: WorldRecord): bool {
  if (!world.activeJointCount) return false;
  const damped = anyDamped(world);
  let some = false;
  for (let k: u32 = 0; k < world.activeJointCount; k++) {
    const joint = jointAt(activeJoint(world, k));
    if (!(joint.flags & JointFlag.Enabled)) continue;
    const near = (joint.flags & JointFlag.NearEnd) != 0;
    if (!near && !damped) continue;
    for (let k: u32 = 0; k < 4; k++) if ((near || isDamped(bodyAt(jointBody(joint, k)))) && markBody(jointBody(joint, k))) some = true;
  }
  return some;
}

function anyDamped(world: WorldRecord): bool {
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    const body = bodyAt(slot);
    if (body.jointCount && isDamped(body)) return true;
  }
  return false;
}

/** What damping takes from a centred body it takes from the loads of its joints as well, so that they would be short of its weight. */
function isDamped(body: BodyRecord): bool {
  return body.linearDamping > 0 || body.angularDamping > 0;
}

/** To all that joints connect with what is marked. */
export function spreadUncentered(world: WorldRecord): void {
  if (!world.activeJointCount) return;
  for (let k: u32 = 0; k < world.directIslandCount; k++) spreadIn(islandAt(world, k));
  // Along joints there and back, as often as some body is new: chains that were built from end to end take one round.
  while (spreadOn(world, false) && spreadOn(world, true)) {}
}

/** To all bodies of an island that is solved directly. */
function spreadIn(island: DirectIsland): void {
  const end = bodiesEnd(island);
  let marked: bool = false;
  for (let at = <usize>island.firstBody; at < end && !marked; at += BODY) marked = isMarked(changetype<DirectBody>(at).slot);
  if (!marked) return;
  for (let at = <usize>island.firstBody; at < end; at += BODY) bodyAt(changetype<DirectBody>(at).slot).flags |= BodyFlag.Uncentered;
}

/** From one body to the next along the joints that are swept; whether it reached some. */
function spreadOn(world: WorldRecord, backward: bool): bool {
  const count = world.activeJointCount;
  let reached = false;
  for (let k: u32 = 0; k < count; k++) {
    const joint = jointAt(activeJoint(world, backward ? count - 1 - k : k));
    if (joint.flags & JointFlag.Enabled && !(joint.flags & JointFlag.Direct) && spreadAlong(joint)) reached = true;
  }
  return reached;
}

/** Whether a joint has a marked body and one that was not. */
function spreadAlong(joint: JointRecord): bool {
  let marked = false;
  let all = true;
  for (let k: u32 = 0; k < 4; k++) {
    const slot = jointBody(joint, k);
    if (typeOf(bodyAt(slot)) != BodyType.Dynamic) continue;
    if (isMarked(slot)) marked = true;
    else all = false;
  }
  if (!marked || all) return false;
  for (let k: u32 = 0; k < 4; k++) markBody(jointBody(joint, k));
  return true;
}
