// What columns will have to bear once they have come to rest: weights are handed down from the bodies on top to those that they stand on, in equal parts, as far as the
// ground. Loads that last are known after half a second only, and until then springs would become too soft for a tower.
import { typeOf } from './body/activity';
import { planesOfBoth } from './body/plane';
import { BodyType } from './body/record';
import { leanOf, pulledMass, UPRIGHT } from './bearing';
import { pairAt } from './collision/broadphase/pairs';
import { ManifoldRecord } from './collision/narrowphase/manifold-record';
import { manifoldAt } from './collision/narrowphase/manifolds.kernel';
import { nextSolved } from './contact/solved';
import { downOf, gravityOf } from './gravity';
import { isAwake, nextAwake } from './island/awake';
import { bodyAt } from './memory/records';
import { WorldRecord } from './world';

/** Cosine between gravity and the normal of a contact that a body may stand on: what leans against others hands them nothing. */
const LEANING: f64 = 0.3;

// Of each body, in the word that has its colours while contacts are sorted: what it bears with its own weight, N; and how many contacts with bodies above it have not
// handed down anything yet, or once it is 0, the slot plus one of the body that is next.
function borneAt(world: WorldRecord, slot: u32): usize {
  return <usize>world.bodyColors + ((<usize>slot) << 3);
}

function countAt(world: WorldRecord, slot: u32): usize {
  return borneAt(world, slot) + 4;
}

/** Whether a body hands down what it bears. */
function hands(world: WorldRecord, slot: u32): bool {
  return isAwake(world, slot) && typeOf(bodyAt(slot)) == BodyType.Dynamic;
}

function otherOf(manifold: ManifoldRecord, slot: u32): u32 {
  const pair = pairAt(manifold.pair);
  return pair.bodyA == slot ? pair.bodyB : pair.bodyA;
}

/** Cosine between gravity and the normal of a manifold, seen from one of its bodies, where that body stands on it; else 0. */
function slopeOf(world: WorldRecord, manifold: ManifoldRecord, slot: u32, gravity: f64): f64 {
  const down = downOf(world, manifold);
  const slope = (pairAt(manifold.pair).bodyA == slot ? down : -down) / gravity;
  return slope > LEANING ? slope : 0;
}

/** Whether a contact of so many points is one of two faces; in a plane two points are. */
export function isFlat(a: u32, b: u32, points: u32): bool {
  return points > 2 || (points == 2 && planesOfBoth(bodyAt(a), bodyAt(b)) != 0);
}

/** On how many contacts a body stands whose slope is more than `least`; `flat`: with a face. */
function countSupports(world: WorldRecord, slot: u32, least: f64, flat: bool, gravity: f64): u32 {
  let count: u32 = 0;
  for (let at = nextSolved(slot, 0); at; at = nextSolved(slot, at)) {
    const manifold = manifoldAt(at - 1);
    if ((!flat || isFlat(slot, otherOf(manifold, slot), manifold.count)) && slopeOf(world, manifold, slot, gravity) > least) count++;
  }
  return count;
}

/** Hands `part` N to each body that one stands on, and returns the slot plus one of the body that is next: those that have all of it now come before `first`. */
function handDown(world: WorldRecord, slot: u32, part: f64, gravity: f64, first: u32): u32 {
  for (let at = nextSolved(slot, 0); at; at = nextSolved(slot, at)) {
    const under = otherOf(manifoldAt(at - 1), slot);
    if (!(slopeOf(world, manifoldAt(at - 1), slot, gravity) > 0) || !hands(world, under)) continue;
    store<f32>(borneAt(world, under), load<f32>(borneAt(world, under)) + <f32>part);
    const left = load<u32>(countAt(world, under)) - 1;
    store<u32>(countAt(world, under), left ? left : first);
    if (!left) first = under + 1;
  }
  return first;
}

/** How many contacts a body has with bodies above it that hand something down. */
function countAbove(world: WorldRecord, slot: u32, gravity: f64): u32 {
  let count: u32 = 0;
  for (let at = nextSolved(slot, 0); at; at = nextSolved(slot, at)) {
    const above = otherOf(manifoldAt(at - 1), slot);
    if (hands(world, above) && slopeOf(world, manifoldAt(at - 1), above, gravity) > 0) count++;
  }
  return count;
}

/**
 * 1/s²: the square of the frequency that contacts of columns will need for what stands on them, as in need.ts; at least `unknown` where bodies stand on each other in a
 * ring, whose loads are not found so. To be called when contacts are sorted.
 */
export function standingDemand(world: WorldRecord, unknown: f64): f64 {
  const gravity = gravityOf(world);
  if (!(gravity > 0)) return 0;
  let first: u32 = 0;
  let left: u32 = 0;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    // What touches nothing neither bears nor hands down anything.
    if (!hands(world, slot) || !nextSolved(slot, 0)) continue;
    left++;
    const above = countAbove(world, slot, gravity);
    store<f32>(borneAt(world, slot), <f32>(pulledMass(bodyAt(slot)) * gravity));
    store<u32>(countAt(world, slot), above ? above : first);
    if (!above) first = slot + 1;
  }
  let most: f64 = 0;
  for (; first; left--) {
    const slot = first - 1;
    first = load<u32>(countAt(world, slot));
    const supports = countSupports(world, slot, 0, false, gravity);
    if (!supports) continue;
    const part = load<f32>(borneAt(world, slot)) / <f32>supports;
    const upright = countSupports(world, slot, UPRIGHT, true, gravity);
    if (upright) most = max(most, leanOf(bodyAt(slot), part * <f64>upright, upright, Infinity, gravity));
    first = handDown(world, slot, part, gravity, first);
  }
  return left ? max(most, unknown) : most;
}
