// How long the substeps of a step may be where the world chooses them, substeps 'auto': shorter soon where something asks for it, longer little by little.
import { areUnequal, LASTING, movedMass, pulledMass, UPRIGHT } from './bearing';
import { columnOf, forgetColumn, leanOfAll, noteBorne, noteHeld, pressOf } from './columns';
import { isDynamic } from './body/activity';
import { BodyFlag, BodyRecord } from './body/record';
import { ManifoldRecord } from './collision/narrowphase/manifold-record';
import { manifoldAt, manifoldPoint } from './collision/narrowphase/manifolds.kernel';
import { listedAt } from './contact/listed';
import { downOf, gravityOf } from './gravity';
import { nextAwake } from './island/awake';
import { activeJoint } from './island/joints';
import { isRigid } from './joint/record';
import { bodyAt, jointAt } from './memory/records';
import { ParticleFlag, ParticleSetRecord } from './particle/record';
import { isFlat, standingDemand } from './standing';
import { FEWEST_OF_JOINTS, FEWEST_SUBSTEPS, LONGEST, MORE_SUBSTEPS, MOST_SUBSTEPS, partsOf, STIFFEST, USUAL_SUBSTEPS } from './steady';
import { ContactScheme, isCentered, Solver, WorldRecord } from './world';

/** Contacts and swept joints: where there are fewer than the one, the usual substeps cost next to nothing; where fewer than the other, more of them do. */
const FEW: u32 = 16;
const SOME: u32 = 200;

/**
 * s: in which substeps may become as long as they may be at most. What rests sinks by the square of their length, so that it is the square that grows evenly: by the
 * same way in each step, instead of most of it in the last ones.
 */
const LENGTHENING: f64 = 0.5;
/** s: for so long a longer step than those after it says what substeps are parts of: a short one in between makes none shorter for later, and leaves springs as they are. */
const REMEMBERING: f64 = 2;
/** s: in which they become longer by a factor of e at most; and in which they do shorter for a load. */
const SOFTENING: f64 = 0.2;
const SHORTENING: f64 = 0.1;

/** Loads are looked at in one of so many steps. Of larger and of smaller ones the mean counts over so many s: loads that bounce are none. */
const LOOKING: f64 = 4;
const GROWING: f64 = 0.5;
const PASSING: f64 = 1;

/** rad: bodies with joints turn by no more in a substep where the usual ones are short enough for it; and not by twice that where more of them may be: docs/stability.md. */
const TURN: f64 = 0.1;

/** Of so many contacts one may be pressed deeper than others: what falls hits some body of a large heap in every step. */
const RARE: u32 = 200;
/** As deep as so many times what others may be. */
const RARELY: f64 = 4;
/** How many contacts, or bodies that turn, ask for so many substeps, in parts of the usual ones. */
const PRESS_LEVELS: u32 = 64;
const USUAL_LEVEL: u32 = 40;
const PRESSES: usize = scratch<u8>(4 * PRESS_LEVELS);

/** m: as deep as contacts of bodies with joints may be, whose loads joints share. */
const JOINTED_DEPTH: f64 = 0.0043;

/** In crowds, whose joints are swept, loads may press so many times as deep and bodies turn so many times as far; and rare ones of them so many times as far as others. */
const CROWDED: f64 = 2;
const RARELY_TURNED: f64 = 2;

/**
 * rad: where nothing but joints that are solved directly acts, in second order, bodies turn by no more in a substep, and these become longer by a factor of e in
 * so many s: as motion comes and goes, substeps that went along with it would cost energy.
 */
const SMOOTH: f64 = 0.02;
const LINGERING: f64 = 10;
/** s: in which they may become longer at once, as loads are not yet those that will last. */
const BEGINNING: f64 = 0.1;
/** The square of the angle, in rad, that loads swing bodies through in substeps longer than those of other worlds: from 0.5 on they are slowed, solver/direct/tension.kernel.ts. */
const SWING: f64 = 0.4;

/** Lattices, whose joints are swept though others are not, take so many substeps. */
const LATTICE_SUBSTEPS: u32 = 6;

/** Chooses how long substeps may be in a step of `dt` s, once its contacts are sorted. */
export function chooseDuration(world: WorldRecord, dt: f64): void {
  const swingRate = world.swingRate;
  const smoothTime = world.smoothTime;
  world.swingRate = 0;
  world.smoothTime = 0;
  if (world.substeps) return;
  world.fewestSubsteps = FEWEST_SUBSTEPS;
  const whole = max(dt, world.longestStep / (1 + dt / REMEMBERING));
  world.longestStep = whole;
  const parts = partsOf(whole);
  const usual = whole / <f64>(parts * USUAL_SUBSTEPS);
  if (!mayChoose(world)) {
    world.allowedDuration = dt / <f64>(partsOf(dt) * USUAL_SUBSTEPS);
    return;
  }
  const work = world.contactCount + world.sweptJointCount;
  const shortest = work < SOME ? whole / <f64>(parts * MORE_SUBSTEPS) : usual;
  const crowded: f64 = isCrowded(world) ? CROWDED : 1;
  const turns = crowded * turnable(world, crowded > 1 ? (crowded * TURN) / usual : 0);
  const turned = max(2 * turns, shortest);
  const begins = world.stepCount == 0 || world.hadFewContacts != 0;
  world.hadFewContacts = work < FEW ? 1 : 0;
  if (work < FEW) {
    const before = world.allowedDuration > 0 ? world.allowedDuration : usual;
    if (isSmooth(world)) {
      world.allowedDuration = smoothDuration(world, dt, countJointed(world) < SOME ? shortest : usual, turns, swingRate, smoothTime);
      world.smoothTime = smoothTime + dt;
    } else world.allowedDuration = min(min(before * (1 + dt / SOFTENING), usual), turned);
    return;
  }
  const stiffest = work < SOME ? whole / <f64>(parts * MOST_SUBSTEPS) : usual;
  const looks = world.stepCount % LOOKING == 0;
  if (looks) noteDemand(world, LOOKING * dt, stiffest, shortest, usual);
  if (begins || (looks && work < SOME)) expectDemand(world, stiffest, usual, begins);
  const bearable = max((2 * Math.PI * STIFFEST) / Math.sqrt(world.contactDemand), stiffest);
  const before = world.allowedDuration > 0 ? world.allowedDuration : min(bearable, shortest);
  const isExact = world.heldIslandCount > 0 || hasElasticParticles(world);
  const isLattice = world.sweptIslandCount > world.crowdIslandCount && world.sweptJointCount > world.sweptIslandCount;
  const longest = isExact ? usual : whole / <f64>(parts * (isLattice ? LATTICE_SUBSTEPS : FEWEST_SUBSTEPS));
  const wanted = min(min(min(longest, bearable), max(turns, usual)), turned);
  const last = isExact ? min(before, usual) : before;
  const longer = Math.sqrt(last * last + (longest * longest * dt) / LENGTHENING);
  world.allowedDuration = wanted < last ? max(wanted, last / (1 + dt / SHORTENING)) : min(wanted, min(longer, last * (1 + dt / SOFTENING)));
}

/** 1/s: the frequency of contacts as stiff as substeps of `h` s allow. */
function frequencyOf(h: f64): f64 {
  return (2 * Math.PI * STIFFEST) / h;
}

/** Whether the number of substeps is for the world to choose: of 'xpbd' with soft contacts, and unless somebody wants all joints to be swept. */
function mayChoose(world: WorldRecord): bool {
  if (world.solver != Solver.Xpbd || world.contactScheme != <u32>ContactScheme.Soft) return false;
  return world.sweptJointCount == 0 || world.sweptIslandCount + world.directIslandCount > 0;
}

/** Whether most islands of joints are those of a crowd. */
function isCrowded(world: WorldRecord): bool {
  return <u32>2 * world.crowdIslandCount > world.directIslandCount + world.sweptIslandCount;
}

/** Takes account at once of what stands, which the loads of contacts tell later; heavy bodies on light ones only as a world begins, as they are solved together from then on. */
function expectDemand(world: WorldRecord, stiffest: f64, usual: f64, begins: bool): void {
  const unequal = anyUnequal(world);
  if (unequal && !begins) return;
  const known = begins ? frequencyOf(usual) : 0;
  const most = frequencyOf(unequal ? usual : stiffest);
  world.contactDemand = max(world.contactDemand, min(standingDemand(world, known * known), most * most));
}

/** Takes what contacts demand to the mean, which counts for `time` s; more than substeps of `stiffest` s can give is no more. */
function noteDemand(world: WorldRecord, time: f64, stiffest: f64, shortest: f64, usual: f64): void {
  const most = frequencyOf(stiffest);
  const demand = min(demandOf(world, frequencyOf(shortest), frequencyOf(usual)), most * most);
  const before = world.contactDemand;
  world.contactDemand = before + (demand - before) * min(time / (demand > before ? GROWING : PASSING), 1);
}

/** Whether particles that are awake hold on to each other, or to bodies. */
function hasElasticParticles(world: WorldRecord): bool {
  for (let at = <usize>world.particleSets; at; at = changetype<ParticleSetRecord>(at).next) {
    const set = changetype<ParticleSetRecord>(at);
    if (set.flags & ParticleFlag.Asleep) continue;
    const lines = set.distanceCount | set.bendCount | set.lengthCount | set.elementCount;
    if (lines | set.tetrahedronCount | set.volumeCount | set.clusterCount | set.attachmentCount) return true;
  }
  return false;
}

/** Whether all joints only hold, by forces that change as bodies turn. */
export function allRigid(world: WorldRecord): bool {
  for (let k: u32 = 0; k < world.activeJointCount; k++) if (!isRigid(jointAt(activeJoint(world, k)))) return false;
  return true;
}

/** Whether all that acts are joints that are solved directly, without springs, dampers, drives or ends to meet, on bodies that are centred in time. */
function isSmooth(world: WorldRecord): bool {
  if (!world.directIslandCount || world.contactCount || world.sweptIslandCount || world.particleSets || !isCentered(world)) return false;
  if (!allRigid(world)) return false;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (bodyAt(slot).jointCount && bodyAt(slot).flags & BodyFlag.Uncentered) return false;
  }
  return true;
}

/** s: how long substeps may be of a world that has been such for `smoothTime` s, as short as `shortest`. A short step makes none shorter for later. */
function smoothDuration(world: WorldRecord, dt: f64, shortest: f64, turns: f64, swingRate: f64, smoothTime: f64): f64 {
  world.fewestSubsteps = FEWEST_OF_JOINTS;
  const most = LONGEST / <f64>FEWEST_SUBSTEPS;
  const few = dt / <f64>(partsOf(dt) * FEWEST_SUBSTEPS);
  // Before the first step nothing is known of loads, and forces from outside may depend on what the step does.
  const isUnknown = world.stepCount == 0 || (smoothTime == 0 && swingRate == 0);
  const swing: f64 = swingRate == 0 ? Infinity : Math.sqrt(SWING / swingRate);
  const isPushed = anyPushed(world);
  const swung: f64 = isUnknown || isPushed ? few : max(few, swing);
  const wanted = max((SMOOTH / TURN) * turns, shortest);
  const settles = smoothTime < BEGINNING && !isPushed;
  const last = settles || !(world.allowedDuration > 0) ? most : world.allowedDuration;
  return min(min(min(wanted, swung), most), last * (1 + dt / LINGERING));
}

/** Whether forces or torques are applied to some body in this step. */
function anyPushed(world: WorldRecord): bool {
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    const body = bodyAt(slot);
    if (body.forceX != 0 || body.forceY != 0 || body.forceZ != 0 || body.torqueX != 0 || body.torqueY != 0 || body.torqueZ != 0)
      return true;
  }
  return false;
}

function countJointed(world: WorldRecord): u32 {
  let count: u32 = 0;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) if (bodyAt(slot).jointCount) count++;
  return count;
}

/** s: in which no body with joints turns by more than TURN, but for rare ones where `crowd` is not 0: that says how many rad/s count as one. */
function turnable(world: WorldRecord, crowd: f64): f64 {
  if (!world.activeJointCount) return Infinity;
  let fastest: f64 = 0;
  let count: u32 = 0;
  if (crowd > 0) memory.fill(PRESSES, 0, PRESS_LEVELS * 4);
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    const body = bodyAt(slot);
    if (!body.jointCount) continue;
    const x = body.angularVelocityX;
    const y = body.angularVelocityY;
    const z = body.angularVelocityZ;
    const square = x * x + y * y + z * z;
    fastest = max(fastest, square);
    count++;
    if (crowd > 0) notePress(square, crowd);
  }
  const rare = crowd > 0 ? count / RARE : 0;
  if (rare) fastest = max(fastest / (RARELY_TURNED * RARELY_TURNED), pressOfMost(rare, crowd));
  return fastest > 0 ? TURN / Math.sqrt(fastest) : Infinity;
}

/**
 * 1/s²: the square of the frequency at which contacts bear what they have borne for a while; `usual`: that of the usual substeps; `quick`: of those that bodies with joints
 * ask for at most.
 */
function demandOf(world: WorldRecord, quick: f64, usual: f64): f64 {
  const gravity = gravityOf(world);
  if (!(gravity > 0)) return 0;
  const frequency = frequencyOf(world.steadyDuration);
  const jointedDepth = isCrowded(world) ? CROWDED * JOINTED_DEPTH : JOINTED_DEPTH;
  let most: f64 = 0;
  let unequal = false;
  let first: u32 = 0;
  const rare = world.contactCount / RARE;
  if (rare) memory.fill(PRESSES, 0, PRESS_LEVELS * 4);
  for (let k: u32 = 0; k < world.contactCount; k++) {
    forgetColumn(world, listedAt(world, k).bodyA);
    forgetColumn(world, listedAt(world, k).bodyB);
  }
  for (let k: u32 = 0; k < world.contactCount; k++) {
    const contact = listedAt(world, k);
    const manifold = manifoldAt(contact.manifold);
    const force = lastingForce(world, manifold);
    if (!(force > 0)) continue;
    const a = columnOf(world, contact.bodyA, gravity);
    const b = columnOf(world, contact.bodyB, gravity);
    if (areUnequal(a.mass, b.mass)) unequal = true;
    let press = a.jointed | b.jointed ? min((lastingDepth(manifold) / jointedDepth) * frequency * frequency, quick * quick) : 0;
    if (!manifold.together) press = max(press, max(pressOf(a, force), pressOf(b, force)));
    if (rare) notePress(press, usual);
    most = max(most, rare ? press / RARELY : press);
    const down = downOf(world, manifold) / gravity;
    const stands = a.mass > 0 && b.mass > 0 && !manifold.together && isFlat(contact.bodyA, contact.bodyB, countMeeting(manifold));
    if (down > UPRIGHT) first = noteBorne(a, contact.bodyA, force, stands, first);
    else if (down < -UPRIGHT) first = noteBorne(b, contact.bodyB, force, stands, first);
    else {
      noteHeld(a, force, down);
      noteHeld(b, force, down);
    }
  }
  if (first) most = max(most, leanOfAll(world, first, quick > usual ? weightOf(world, gravity) : Infinity, gravity));
  if (rare) most = max(most, pressOfMost(rare, usual));
  return unequal ? min(most, usual * usual) : most;
}

/** Counts a contact, or a body that turns, by the substeps that it asks for. */
function notePress(press: f64, usual: f64): void {
  const level = <u32>min((<f64>USUAL_LEVEL / usual) * Math.sqrt(press), <f64>(PRESS_LEVELS - 1));
  const at = PRESSES + ((<usize>level) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

/** 1/s²: what no more than `rare` of those counted ask more than. */
function pressOfMost(rare: u32, usual: f64): f64 {
  let above: u32 = 0;
  let level = PRESS_LEVELS;
  while (level > 0) {
    above += load<u32>(PRESSES + ((<usize>(level - 1)) << 2));
    if (above > rare) break;
    level--;
  }
  const frequency = (usual / <f64>USUAL_LEVEL) * <f64>level;
  return frequency * frequency;
}

function anyUnequal(world: WorldRecord): bool {
  for (let k: u32 = 0; k < world.contactCount; k++) {
    const contact = listedAt(world, k);
    if (areUnequal(movedMass(bodyAt(contact.bodyA)), movedMass(bodyAt(contact.bodyB)))) return true;
  }
  return false;
}

/** m: how deep the points are that have borne something for some time. */
function lastingDepth(manifold: ManifoldRecord): f64 {
  let depth: f64 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    if (point.age >= LASTING && point.impulse > 0) depth = max(depth, -point.separation);
  }
  return depth;
}

/** How many points of a contact bear something, or touch. */
function countMeeting(manifold: ManifoldRecord): u32 {
  let count: u32 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    if (point.impulse > 0 || point.separation <= 0) count++;
  }
  return count;
}

/** N: mean over the last step, of the points that have been there for some time. */
function lastingForce(world: WorldRecord, manifold: ManifoldRecord): f64 {
  let impulse: f64 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    if (point.age >= LASTING) impulse += point.impulse;
  }
  return impulse > 0 ? impulse / world.stepDuration : 0;
}

/** N: of all bodies that are awake. */
function weightOf(world: WorldRecord, gravity: f64): f64 {
  let mass: f64 = 0;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (isDynamic(bodyAt(slot))) mass += pulledMass(bodyAt(slot));
  }
  return gravity * mass;
}
