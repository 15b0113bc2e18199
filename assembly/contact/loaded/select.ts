// Which contacts are solved together: those of bodies that carry one that is far heavier, and of light bodies below them.
import { real } from 'precision';
import { LASTING } from '../../bearing';
import { typeOf } from '../../body/activity';
import { BodyType } from '../../body/record';
import { SOLVER_BODY } from '../../body/solver-body.kernel';
import { PairRecord } from '../../collision/broadphase/pair-record';
import { nextOf, pairAt } from '../../collision/broadphase/pairs';
import { ManifoldRecord } from '../../collision/narrowphase/manifold-record';
import { manifoldAt, manifoldPoint } from '../../collision/narrowphase/manifolds.kernel';
import { idleBody } from '../../constraint/bundle';
import { contactGraph, groupAt } from '../../constraint/graph';
import { downOf, gravityOf } from '../../gravity';
import { isAwake } from '../../island/awake';
import { bodyAt } from '../../memory/records';
import { ContactScheme, WorldRecord } from '../../world';
import { ContactManifold, FEATURES, isArticulated, MANIFOLD } from '../contact-bundle.kernel';
import { isSolved } from '../solved';
import { fieldOf, Loaded, loadedManifold, meet, MOST_MANIFOLDS, MOST_POINTS, setField, swapManifolds, theLoaded } from './record';

/** Where a body carries one that is heavier by this, its contacts are solved together. */
const UNEQUAL: f64 = 8;

/** A body that is heavier than what it stands on by this hands down what stands on it in turn. */
const HEAVIER: f64 = 1.5;

/** What has borne so many times its own weight for a while is solved together, too, whoever it is from: what a load leaves behind that is taken away would throw it. */
const OVERLOADED: f64 = 400;

/** Cosine between gravity and the way to another body from which on that is below, or beside. */
const BESIDE: f64 = -0.3;

/** Slots of the bodies that carry. */
const CARRIERS: usize = scratch<u32>(MOST_MANIFOLDS);

/** A body that stands on a lighter one. */
// @ts-ignore: decorator
@unmanaged
class Stand {
  upper: u32;
  lower: u32;
  /** kg: what the lower one bears of it, and of ever heavier ones above it. */
  weight: f64;
}
const STANDS: usize = scratch<Stand>(MOST_MANIFOLDS);

function standAt(index: u32): Stand {
  return changetype<Stand>(STANDS + <usize>index * offsetof<Stand>());
}

function carrierAt(index: u32): u32 {
  return load<u32>(CARRIERS + ((<usize>index) << 2));
}

/** Before contacts are packed. */
export function forgetCarriers(world: WorldRecord): void {
  const loaded = theLoaded();
  loaded.carriers = 0;
  loaded.stands = 0;
  loaded.load = 0;
  loaded.strength = gravityOf(world);
}

function canBeLoaded(world: WorldRecord, manifold: ManifoldRecord): bool {
  // What is not solved at all is in no bundle.
  if (!manifold.bundle || isArticulated(groupAt(contactGraph(world), manifold.group).kind)) return false;
  const lane = <usize>manifold.bundle + <usize>manifold.lane * sizeof<real>();
  return fieldOf(lane, offsetof<ContactManifold<real>>('compliance')) <= 0;
}

/** Of a packed contact: notes what stands on something lighter, and what bears too much. */
export function noteCarrier(world: WorldRecord, manifold: ManifoldRecord, bodyA: u32, bodyB: u32): void {
  manifold.together = 0;
  const a = bodyAt(bodyA);
  const b = bodyAt(bodyB);
  const strength = theLoaded().strength;
  let force: f64 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) if (manifoldPoint(manifold, k).age >= LASTING) force += manifoldPoint(manifold, k).force;
  const borne = strength > 0 ? force / strength : 0;
  const least = min(a.mass, b.mass);
  // What is not dynamic has a mass of 0, or any.
  if (max(a.mass, b.mass) < HEAVIER * least && borne < OVERLOADED * least) return;
  if (world.contactScheme == <u32>ContactScheme.Position || !canBeLoaded(world, manifold)) return;
  const movesA = typeOf(a) == BodyType.Dynamic;
  const movesB = typeOf(b) == BodyType.Dynamic;
  if (movesA && borne >= OVERLOADED * a.mass) addCarrier(bodyA, borne);
  if (movesB && borne >= OVERLOADED * b.mass) addCarrier(bodyB, borne);
  if (!movesA || !movesB) return;
  const down = downOf(world, manifold);
  if (a.mass >= HEAVIER * b.mass && down >= -BESIDE * strength) addStand(bodyA, bodyB);
  if (b.mass >= HEAVIER * a.mass && -down >= -BESIDE * strength) addStand(bodyB, bodyA);
}

function addStand(upper: u32, lower: u32): void {
  const loaded = theLoaded();
  const mass = bodyAt(upper).mass;
  if (mass >= UNEQUAL * bodyAt(lower).mass) addCarrier(lower, mass);
  if (loaded.stands == MOST_MANIFOLDS) return;
  const stand = standAt(loaded.stands++);
  stand.upper = upper;
  stand.lower = lower;
  stand.weight = mass;
}

/** Weights run down from body to body, and what bears too much of them carries. */
function handDown(): void {
  const count = theLoaded().stands;
  let changed = true;
  for (let pass: u32 = 0; pass < count && changed; pass++) {
    changed = false;
    for (let k: u32 = 0; k < count; k++) {
      const stand = standAt(k);
      const mass = bodyAt(stand.upper).mass;
      for (let m: u32 = 0; m < count; m++) {
        const above = standAt(m);
        if (above.lower != stand.upper || mass + above.weight <= stand.weight) continue;
        stand.weight = mass + above.weight;
        changed = true;
      }
    }
  }
  for (let k: u32 = 0; k < count; k++)
    if (standAt(k).weight >= UNEQUAL * bodyAt(standAt(k).lower).mass) addCarrier(standAt(k).lower, standAt(k).weight);
}

/** Not a body with joints: what these bear with it is not seen here. */
function addCarrier(slot: u32, mass: f64): void {
  const loaded = theLoaded();
  loaded.load = max(loaded.load, mass);
  if (loaded.carriers == MOST_MANIFOLDS || bodyAt(slot).jointCount) return;
  for (let k: u32 = 0; k < loaded.carriers; k++) if (carrierAt(k) == slot) return;
  store<u32>(CARRIERS + ((<usize>loaded.carriers) << 2), slot);
  loaded.carriers++;
}

/** Once all contacts are packed: the contacts of the carriers, and what is below them in turn. */
export function selectLoaded(world: WorldRecord): void {
  const loaded = theLoaded();
  loaded.manifolds = 0;
  loaded.points = 0;
  loaded.built = 0;
  handDown();
  let k: u32 = 0;
  while (k < loaded.carriers && takeAll(world, carrierAt(k))) k++;
  // Where there is no room for all of them, the others yield as they would anyway.
  const together: u16 = k == loaded.carriers ? 1 : 0;
  for (k = 0; k < loaded.manifolds; k++) changetype<ManifoldRecord>(loadedManifold(k).record).together = together;
  if (loaded.manifolds) orderLoaded(loaded);
}

/** Takes the contacts of a carrier up; false when there is no more room. */
function takeAll(world: WorldRecord, carrier: u32): bool {
  for (let link = bodyAt(carrier).firstPair; link; link = nextOf(link)) {
    const pair = pairAt((link - 1) >> 1);
    if (!pair.firstManifold || !isSolved(pair)) continue;
    for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
      if (!take(world, manifoldAt(slot - 1), pair, carrier)) return false;
    }
  }
  return true;
}

/** Puts manifolds that have a body in common near each other, group by group (Cuthill and McKee), which keeps the envelope of their matrix narrow, and numbers their rows. */
function orderLoaded(loaded: Loaded): void {
  const count = loaded.manifolds;
  let placed: u32 = 0;
  for (let head: u32 = 0; head < count; head++) {
    if (head == placed) placed++;
    for (let k = placed; k < count; k++) if (meet(loadedManifold(head), loadedManifold(k))) swapManifolds(k, placed++);
  }
  let first: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    loadedManifold(k).first = first;
    first += loadedManifold(k).count;
  }
}

/** Takes a contact of a carrier up; false when there is no more room. */
function take(world: WorldRecord, manifold: ManifoldRecord, pair: PairRecord, carrier: u32): bool {
  const isA = pair.bodyA == carrier;
  const otherSlot = isA ? pair.bodyB : pair.bodyA;
  const other = bodyAt(otherSlot);
  const moves = typeOf(other) == BodyType.Dynamic;
  const down = downOf(world, manifold);
  const isBelow = (isA ? down : -down) >= BESIDE * theLoaded().strength;
  const isLoad = moves && other.mass >= HEAVIER * bodyAt(carrier).mass;
  if ((!isBelow && !isLoad) || !canBeLoaded(world, manifold)) return true;
  const lane = <usize>manifold.bundle + <usize>manifold.lane * sizeof<real>();
  if (fieldOf(lane, offsetof<ContactManifold<real>>('yields')) == 0) return true;
  const loaded = theLoaded();
  if (loaded.manifolds == MOST_MANIFOLDS || loaded.points + manifold.count > MOST_POINTS) return false;
  setField(lane, offsetof<ContactManifold<real>>('yields'), 0);
  const item = loadedManifold(loaded.manifolds);
  item.record = changetype<usize>(manifold);
  item.lane = lane;
  item.features = <usize>manifold.bundle - MANIFOLD + FEATURES;
  item.readA = readBody(world, pair.bodyA);
  item.readB = readBody(world, pair.bodyB);
  item.a = typeOf(bodyAt(pair.bodyA)) == BodyType.Dynamic ? item.readA : 0;
  item.b = typeOf(bodyAt(pair.bodyB)) == BodyType.Dynamic ? item.readB : 0;
  item.count = manifold.count;
  loaded.manifolds++;
  loaded.points += manifold.count;
  if (moves && isBelow && loaded.load >= UNEQUAL * other.mass) addCarrier(otherSlot, 0);
  return true;
}

/** What is not awake is read at rest. */
function readBody(world: WorldRecord, slot: u32): usize {
  return isAwake(world, slot) ? <usize>world.solverBodies + <usize>slot * SOLVER_BODY : idleBody(world, 0);
}
