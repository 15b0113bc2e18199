// Bodies: their numbers, whether they are awake, and the rings of those that fell asleep together.
import { BodyFlag, BodyRecord, BodyType, CombineRule, WorldRecord } from '../core/layout.ts';
import { BODY_POOL } from '../core/pool.ts';
import { bodyTypeOf } from '../core/records.ts';
import type { Blocks } from './blocks.ts';
import { Slots } from './slots.ts';
import {
  isCoefficient,
  isFinite64,
  isNonNegative,
  isSide,
  range,
  requireNumbers,
  requireRotation,
  requireSound,
  type SnapshotState,
  unsound,
} from './state.ts';

/** As many as a world may have, and the world itself. */
const MOST_BODIES = (1 << 21) + 1;
const TRANSFORM_BYTES = 28;
const VELOCITY_BYTES = 24;
const COLOR_BYTES = 8;
const FLAGS = Object.entries(BodyFlag).reduce((all, [name, flag]) => (name === 'TypeShift' ? all : all | flag), 0);
const LAST_MATERIAL = 255;
const RULES = Object.keys(CombineRule).length;

const FINITE = [
  ...range(BodyRecord.positionX, BodyRecord.positionZ),
  ...range(BodyRecord.velocityX, BodyRecord.angularVelocityZ),
  ...range(BodyRecord.forceX, BodyRecord.latestMomentZ),
  ...range(BodyRecord.centerX, BodyRecord.centerZ),
  BodyRecord.gravityScale,
  ...range(BodyRecord.targetX, BodyRecord.targetZ),
  ...range(BodyRecord.surfaceVelocityX, BodyRecord.surfaceVelocityZ),
];
const NON_NEGATIVE = [
  BodyRecord.staticFriction,
  BodyRecord.dynamicFriction,
  BodyRecord.rollingFriction,
  BodyRecord.torsionalFriction,
  BodyRecord.contactCompliance,
  BodyRecord.restTime,
];
const INERTIAS = [BodyRecord.mass, ...range(BodyRecord.inertiaX, BodyRecord.inertiaZ)];

const isInertia = (value: number) => value > 0 && value < Infinity && 1 / value < Infinity;
const isShare = (value: number) => value >= 0 && value <= 1;

/** Whether the solver moves a body with these flags freely. */
export function isMoved(flags: number): boolean {
  return bodyTypeOf(flags) === BodyType.Dynamic && (flags & (BodyFlag.Frozen | BodyFlag.Asleep)) === 0;
}

/** Whether a body with these flags sleeps, or is kinematic and may be set in motion. */
function mayBeRoused(flags: number): boolean {
  if ((flags & BodyFlag.Asleep) !== 0) return true;
  return (flags & (BodyFlag.Alive | BodyFlag.Frozen)) === BodyFlag.Alive && bodyTypeOf(flags) === BodyType.Kinematic;
}

/** `blocks` is null where there are none: then nobody sleeps. */
export function checkBodies(state: SnapshotState, blocks: Blocks | null): Slots {
  const bodies = new Slots(state, BODY_POOL, 'bodies');
  if (blocks) claim(state, blocks);
  requireSound(bodies.count >= 1 && bodies.count <= MOST_BODIES, 'it has no world, or too many bodies');
  const { u32 } = state;
  bodies.visit(FLAGS, (record) => checkBody(state, record));
  const world = bodies.offset(0);
  requireSound(
    bodies.isAlive(0) &&
      bodyTypeOf(u32[(world + BodyRecord.flags) >>> 2]) === BodyType.Static &&
      u32[(world + BodyRecord.shape) >>> 2] === 0,
    'its first body is not the world',
  );
  if (blocks) checkAwake(state, bodies);
  checkRings(state, bodies);
  return bodies;
}

function claim(state: SnapshotState, blocks: Blocks): void {
  const { world } = state;
  const capacity = state.field(WorldRecord.bodyCapacity);
  const sets = state.field(WorldRecord.awakeCapacity);
  requireSound(capacity <= 2 * MOST_BODIES && sets % 8 === 0 && 8 * sets >= capacity, 'it has no room for its bodies');
  blocks.claimAt(world, WorldRecord.bodyBase, capacity * BodyRecord.size);
  blocks.claimAt(world, WorldRecord.transforms, capacity * TRANSFORM_BYTES);
  blocks.claimAt(world, WorldRecord.velocities, capacity * VELOCITY_BYTES);
  blocks.claimAt(world, WorldRecord.solverBodies, blocks.kernels.solverBytes(capacity));
  blocks.claimAt(world, WorldRecord.bodyBundles, blocks.kernels.bundleBytes(capacity));
  blocks.claimAt(world, WorldRecord.awake, 3 * sets);
  blocks.claimSized(WorldRecord.bodyColors, capacity * COLOR_BYTES);
}

function checkBody(state: SnapshotState, record: number): void {
  const { u32 } = state;
  requireNumbers(state, record, FINITE, isFinite64, 'the motion of a body');
  requireNumbers(state, record, NON_NEGATIVE, isNonNegative, 'the surface of a body');
  requireNumbers(state, record, INERTIAS, isInertia, 'the mass of a body');
  requireNumbers(state, record, [BodyRecord.restitution], isShare, 'the restitution of a body');
  requireNumbers(state, record, [BodyRecord.linearDamping, BodyRecord.angularDamping], isCoefficient, 'the damping of a body');
  requireRotation(state, record + BodyRecord.orientationX, 'the orientation of a body');
  requireRotation(state, record + BodyRecord.principalX, 'the orientation of a body');
  const flags = u32[(record + BodyRecord.flags) >>> 2];
  checkTarget(state, record, flags);
  requireSound(bodyTypeOf(flags) <= BodyType.Dynamic, 'a body has a type that there is not');
  requireSound(isSide(state, record + BodyRecord.oneWayX), 'a body has a side that there is not');
  for (const rule of [BodyRecord.frictionRule, BodyRecord.restitutionRule])
    requireSound(u32[(record + rule) >>> 2] < RULES, 'a body has a rule that there is not');
  requireSound(u32[(record + BodyRecord.material) >>> 2] <= LAST_MATERIAL, 'a body has a material that there is not');
}

/** Where a body is to get, or, if it is swept, where it was: a swept body that sleeps has been somewhere. */
function checkTarget(state: SnapshotState, record: number, flags: number): void {
  const orientation = record + BodyRecord.targetOrientationX;
  const first = orientation >>> 3;
  const isKnown = (flags & BodyFlag.HasTarget) !== 0 || ((flags & BodyFlag.Swept) !== 0 && (flags & BodyFlag.Asleep) !== 0);
  if (!isKnown && state.f64.subarray(first, first + 4).every((value) => value === 0)) return;
  requireRotation(state, orientation, 'the target of a body');
}

/** The set of bodies that are awake holds no others, and all that move freely. */
function checkAwake(state: SnapshotState, bodies: Slots): void {
  const { u32 } = state;
  const set = state.field(WorldRecord.awake) >>> 2;
  const words = state.field(WorldRecord.awakeCapacity) >>> 2;
  let resting = 0;
  for (let word = 0; word < words; word++) {
    const bits = u32[set + word];
    const end = Math.min(32 * word + 32, bodies.count);
    // Bits from the first slot on that there is not.
    const beyond = Math.max(bodies.count - 32 * word, 0);
    if (beyond < 32 && bits >>> beyond !== 0) unsound('a body is awake that there is not');
    for (let slot = 32 * word; slot < end; slot++) {
      const flags = u32[(bodies.offset(slot) + BodyRecord.flags) >>> 2];
      const awake = ((bits >>> (slot & 31)) & 1) !== 0;
      const mayBe = (flags & BodyFlag.Alive) !== 0 && (flags & BodyFlag.Asleep) === 0 && bodyTypeOf(flags) !== BodyType.Static;
      if (awake ? !mayBe : isMoved(flags)) unsound('a body is awake that cannot be, or the other way round');
      const rests = !awake && mayBeRoused(flags);
      if (rests !== ((flags & BodyFlag.Resting) !== 0)) unsound('a body rests that cannot, or the other way round');
      if (rests) resting++;
    }
  }
  requireSound(state.field(WorldRecord.restingCount) === resting, 'it miscounts the bodies that rest');
}

/** Each body that sleeps is the next one of exactly one other, or of itself. */
function checkRings(state: SnapshotState, bodies: Slots): void {
  const { u32 } = state;
  const named = new Uint8Array(bodies.count);
  for (let slot = 0; slot < bodies.count; slot++) {
    const flags = u32[(bodies.offset(slot) + BodyRecord.flags) >>> 2];
    if ((flags & BodyFlag.Asleep) === 0) continue;
    const next = u32[(bodies.offset(slot) + BodyRecord.islandNext) >>> 2] - 1;
    const sleeps = next >= 0 && next < bodies.count && (u32[(bodies.offset(next) + BodyRecord.flags) >>> 2] & BodyFlag.Asleep) !== 0;
    if (!sleeps || named[next] || bodyTypeOf(flags) !== BodyType.Dynamic) unsound('the ring of bodies that sleep together is broken');
    named[next] = 1;
  }
}
