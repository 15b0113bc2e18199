// What a step tells at its end.
import { Trait } from '../collision/broadphase/found-record';
import { PairFlag } from '../collision/broadphase/pair-record';
import { pairAt } from '../collision/broadphase/pairs';
import { JointFlag } from '../joint/record';
import { BodyRecord } from '../body/record';
import { readAhead } from '../memory/ahead';
import { bodyAt, jointAt } from '../memory/records';
import { foundAt } from '../collision/narrowphase/found';
import { activePair } from '../collision/narrowphase/narrowphase';
import { WorldRecord } from '../world';
import { forgetSeen, reserveEvents, takeEvent } from './buffer';
import { tellPair } from './pair-events';
import { EventType } from './record';

/** So many pairs ahead these are read, and half as many ahead their bodies. */
const AHEAD: u32 = 12;

/** Whether nothing about a pair is to be told; `known`: what was noted of pairs is from this step. */
function isQuiet(world: WorldRecord, k: u32, known: bool): bool {
  return known && (foundAt(world, k).traits & Trait.Quiet) != 0;
}

/** Reads what the pairs after one will want. */
function readPairsAhead(world: WorldRecord, k: u32, known: bool): void {
  if (k + AHEAD < world.activePairCount && !isQuiet(world, k + AHEAD, known))
    readAhead(changetype<usize>(pairAt(activePair(world, k + AHEAD))), 0, 1);
  if (k + AHEAD / 2 >= world.activePairCount || isQuiet(world, k + AHEAD / 2, known)) return;
  const pair = pairAt(activePair(world, k + AHEAD / 2));
  readAhead(changetype<usize>(bodyAt(pair.bodyA)), offsetof<BodyRecord>('flags'), offsetof<BodyRecord>('leaf'));
  readAhead(changetype<usize>(bodyAt(pair.bodyB)), offsetof<BodyRecord>('flags'), offsetof<BodyRecord>('leaf'));
}

/** Tells which contacts began, went on and ended in a step. Where there is no memory left, the next step tells what began. */
export function recordContactEvents(world: WorldRecord, known: bool): void {
  forgetSeen(world);
  recordBreaks(world);
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    readPairsAhead(world, k, known);
    if (isQuiet(world, k, known)) continue;
    const pair = pairAt(activePair(world, k));
    if (pair.flags & PairFlag.Alive) tellPair(world, pair);
  }
}

/** Tells which joints the step broke. */
function recordBreaks(world: WorldRecord): void {
  if (!world.brokenCount || !reserveEvents(world, world.brokenCount)) return;
  for (let slot: u32 = 0; slot < world.jointCount; slot++) {
    const joint = jointAt(slot);
    if (!(joint.flags & JointFlag.JustBroken)) continue;
    const event = takeEvent(world, EventType.JointBreak);
    event.bodyA = slot;
    event.generationA = joint.generation;
  }
}
