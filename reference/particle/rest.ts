// Sets at rest: those that touch fall asleep together, once the bodies that they touch sleep, and wake together.

import { norm } from '../../bindings/core/arguments.ts';
import {
  BodyFlag,
  BodyRecord,
  BodyType,
  ParticleAttachmentRecord,
  ParticleFlag,
  ParticleLengthPoint,
  ParticleSetRecord,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { isAtRest } from './at-rest.ts';
import { boundsOfBody, isDisturbed, isKinematic } from './nearby.ts';
import type { ParticlePairs } from './pairs.ts';
import { ODD, type ParticleSolver, WAKING } from './set.ts';

/** How much faster than it gains it a set loses the time for which it has been at rest; and how many times the delay it keeps of that. */
const LOSS = 4;
const KEPT = 2;

const flagsOf = ({ u32 }: StateMemory, { record }: ParticleSolver): number => u32[(record + ParticleSetRecord.flags) >>> 2];
const slowOf = ({ f64 }: StateMemory, { record }: ParticleSolver): number => f64[(record + ParticleSetRecord.sleepSpeed) >>> 3];
const bodyAt = ({ u32, world }: StateMemory, slot: number): number => u32[(world + WorldRecord.bodyBase) >>> 2] + slot * BodyRecord.size;

export const takesPart = (memory: StateMemory, solver: ParticleSolver): boolean =>
  (flagsOf(memory, solver) & (ParticleFlag.Frozen | ParticleFlag.Asleep)) === 0;
const sleeps = (memory: StateMemory, solver: ParticleSolver): boolean =>
  (flagsOf(memory, solver) & (ParticleFlag.Frozen | ParticleFlag.Asleep)) === ParticleFlag.Asleep;

/**
 * s: for how long a set has been at rest, after one more step at so many times the speed of rest. In a heap something always gives way and lies still
 * again: that takes some of it. What is much faster takes all.
 */
function restTimeAfter(rest: number, pace: number, dt: number, delay: number): number {
  if (pace > ODD) return 0;
  return pace > 1 ? Math.max(rest - LOSS * dt, 0) : Math.min(rest + dt, Math.max(KEPT * delay, dt));
}

export class Rest {
  /** Those that slept when the step began. */
  private asleep: readonly ParticleSolver[] = [];

  /** Wakes sets near which something moves, those that hang on what does, and those that sleep beside them. */
  wakeDisturbed(memory: StateMemory, all: readonly ParticleSolver[]): void {
    const asleep = all.filter((solver) => sleeps(memory, solver));
    this.asleep = asleep;
    for (const solver of asleep) solver.stand(memory);
    for (const solver of asleep) if (sleeps(memory, solver) && isRoused(memory, solver)) wakeWithNeighbours(memory, solver, asleep);
  }

  /** Sets that sleep beside those that are awake, which meet them as they lie. */
  besides(memory: StateMemory, all: readonly ParticleSolver[], awake: readonly ParticleSolver[]): ParticleSolver[] {
    return all.filter((one) => sleeps(memory, one) && awake.some((other) => other.boxes.overlaps(one.boxes)));
  }

  /** Counts for how long sets have been at rest; those that touch each other fall asleep, when all of them have been for long enough. */
  settle(memory: StateMemory, moved: readonly ParticleSolver[], pairs: ParticlePairs, dt: number, roused: Set<number>): void {
    const { f64, u32, world } = memory;
    const delay = f64[(world + WorldRecord.sleepDelay) >>> 3];
    const paces = new Map(moved.map((solver) => [solver, solver.pace]));
    let some = false;
    for (const [solver, pace] of paces) {
      const slow = slowOf(memory, solver);
      const rest = (solver.record + ParticleSetRecord.restTime) >>> 3;
      f64[rest] = restTimeAfter(f64[rest], pace / slow, dt, delay);
      const rests = isAtRest(memory, solver);
      if (rests) some = true;
      for (const slot of [...solver.touched(), ...solver.bodies()]) {
        const body = bodyAt(memory, slot);
        const isAsleep = (u32[(body + BodyRecord.flags) >>> 2] & BodyFlag.Asleep) !== 0;
        if (isAsleep && !rests && pace > WAKING * slow) roused.add(slot);
        // What a set moves does not rest.
        else if (!rests && pace > slow && isUnderWay(memory, body)) f64[(body + BodyRecord.restTime) >>> 3] = 0;
      }
    }
    const groups = new Groups(moved);
    pairs.touching((a, b) => {
      if (paces.has(a) && paces.has(b)) groups.unite(a, b);
      else {
        const [mover, other] = paces.has(a) ? [a, b] : [b, a];
        if ((paces.get(mover) ?? 0) > WAKING * slowOf(memory, mover) && !isAtRest(memory, mover))
          wakeWithNeighbours(memory, other, this.asleep);
      }
    });
    if (!some || u32[(world + WorldRecord.sleeping) >>> 2] === 0) return;
    const restless = new Set<ParticleSolver>();
    for (const solver of moved) {
      const isQuiet = isAtRest(memory, solver) && (paces.get(solver) ?? 0) <= WAKING * slowOf(memory, solver);
      const isReady = isQuiet && !(flagsOf(memory, solver) & ParticleFlag.Sleepless);
      const isCarried = [...solver.touched(), ...solver.bodies()].some((slot) => {
        const body = bodyAt(memory, slot);
        return roused.has(slot) || isUnderWay(memory, body) || isBelt(memory, body);
      });
      if (!isReady || isCarried || isRoused(memory, solver)) restless.add(groups.of(solver));
    }
    for (const solver of moved) {
      if (restless.has(groups.of(solver))) continue;
      const { record, state } = solver;
      u32[(record + ParticleSetRecord.flags) >>> 2] |= ParticleFlag.Asleep;
      const velocities = (record + u32[(record + ParticleSetRecord.velocities) >>> 2]) >>> 3;
      f64.fill(0, velocities, velocities + 3 * state.count);
    }
  }
}

function isRoused(memory: StateMemory, solver: ParticleSolver): boolean {
  const { f64 } = memory;
  const speed = WAKING * slowOf(memory, solver);
  const pulls = [...solver.bodies()].some((slot) => {
    const body = bodyAt(memory, slot);
    if (isUnderWay(memory, body)) return true;
    const v = (body + BodyRecord.velocityX) >>> 3;
    return norm([f64[v], f64[v + 1], f64[v + 2], f64[v + 3], f64[v + 4], f64[v + 5]]) > (isKinematic(memory, body) ? 0 : speed);
  });
  return pulls || isDisturbed(memory, solver.record, solver.boxes, speed);
}

/** Wakes a set, and of those that sleep what may lie on it, and on that. */
function wakeWithNeighbours(memory: StateMemory, first: ParticleSolver, asleep: readonly ParticleSolver[]): void {
  const waking = [first];
  for (let one = waking.pop(); one; one = waking.pop()) {
    wake(memory, one.record);
    const { boxes } = one;
    waking.push(...asleep.filter((other) => sleeps(memory, other) && boxes.overlaps(other.boxes)));
  }
}

/** Whether forces move a body in this step: it would fall, if what it hangs on slept. */
function isUnderWay({ u32 }: StateMemory, body: number): boolean {
  const flags = u32[(body + BodyRecord.flags) >>> 2];
  return (flags & BodyFlag.Asleep) === 0 && (flags & BodyFlag.TypeMask) >>> BodyFlag.TypeShift === BodyType.Dynamic;
}

/** Whether the surface of a body runs: what lies on it is dragged along. */
function isBelt({ f64 }: StateMemory, body: number): boolean {
  const at = (body + BodyRecord.surfaceVelocityX) >>> 3;
  return f64[at] !== 0 || f64[at + 1] !== 0 || f64[at + 2] !== 0;
}

/** Sets that touch, each group by one of its own. */
class Groups {
  private readonly parents = new Map<ParticleSolver, ParticleSolver>();

  constructor(sets: readonly ParticleSolver[]) {
    for (const set of sets) this.parents.set(set, set);
  }

  of(set: ParticleSolver): ParticleSolver {
    let root = set;
    for (let next = this.parents.get(root); next && next !== root; next = this.parents.get(root)) root = next;
    this.parents.set(set, root);
    return root;
  }

  unite(a: ParticleSolver, b: ParticleSolver): void {
    this.parents.set(this.of(a), this.of(b));
  }
}

const readSets = function* ({ u32, world }: StateMemory): Generator<number> {
  for (let set = u32[(world + WorldRecord.particleSets) >>> 2]; set !== 0; set = u32[(set + ParticleSetRecord.next) >>> 2])
    if (u32[(set + ParticleSetRecord.flags) >>> 2] & ParticleFlag.Asleep) yield set;
};

function wake({ f64, u32 }: StateMemory, set: number): void {
  u32[(set + ParticleSetRecord.flags) >>> 2] &= ~ParticleFlag.Asleep;
  f64[(set + ParticleSetRecord.restTime) >>> 3] = 0;
}

export function wakeAll(memory: StateMemory): void {
  for (const set of readSets(memory)) wake(memory, set);
}

/** Wakes the sets that sleep with a particle in or at a box. */
export function wakeBeside(memory: StateMemory, low: ArrayLike<number>, high: ArrayLike<number>): void {
  const { f64, u32 } = memory;
  for (const set of readSets(memory)) {
    const reach = 2 * f64[(set + ParticleSetRecord.reach) >>> 3];
    const first = (set + u32[(set + ParticleSetRecord.positions) >>> 2]) >>> 3;
    const end = first + 3 * u32[(set + ParticleSetRecord.particleCount) >>> 2];
    for (let p = first; p < end; p += 3) {
      let isBeside = true;
      for (let axis = 0; axis < 3 && isBeside; axis++) isBeside = f64[p + axis] + reach >= low[axis] && f64[p + axis] - reach <= high[axis];
      if (!isBeside) continue;
      wake(memory, set);
      break;
    }
  }
}

/** The same of the box of a body; and wakes the sets that hang on it. */
export function wakeOn(memory: StateMemory, slot: number): void {
  if (memory.u32[(memory.world + WorldRecord.particleSets) >>> 2] === 0) return;
  const box = boundsOfBody(memory, bodyAt(memory, slot));
  if (box) wakeBeside(memory, box.low, box.high);
  for (const set of readSets(memory)) if (hangsOn(memory, set, slot)) wake(memory, set);
}

function hangsOn({ u32 }: StateMemory, set: number, slot: number): boolean {
  const has = (list: number, count: number, size: number, field: number, value: number) => {
    const first = set + u32[(set + list) >>> 2] + field;
    const end = first + size * u32[(set + count) >>> 2];
    for (let at = first; at < end; at += size) if (u32[at >>> 2] === value) return true;
    return false;
  };
  const { attachmentCount, attachments, lengthPointCount, lengthPoints } = ParticleSetRecord;
  return (
    has(attachments, attachmentCount, ParticleAttachmentRecord.size, ParticleAttachmentRecord.body, slot) ||
    has(lengthPoints, lengthPointCount, ParticleLengthPoint.size, ParticleLengthPoint.body, slot + 1)
  );
}
