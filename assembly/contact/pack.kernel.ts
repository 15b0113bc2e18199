// From manifolds to bundles before the substeps, in double precision; finish.kernel.ts leads back.
import { LANES, real } from 'precision';
import { typeOf } from '../body/activity';
import { planesOfBoth } from '../body/plane';
import { pullOn } from '../body/pull.kernel';
import { BodyRecord, BodyType } from '../body/record';
import { ANGULAR_VELOCITY, vectorAt, VELOCITY } from '../body/solver-body.kernel';
import { GONE } from '../collision/narrowphase/renew.kernel';
import { addressIdleLanes, addressLane } from '../constraint/bundle';
import { contactGraph, groupAt } from '../constraint/graph';
import { clearScratch, deal, dealFour, fetch, FOUR, scratch, toReal, toRealImpulse } from '../constraint/interleave';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { orthonormalBasis } from '../math/vec3.kernel';
import { rotate } from '../math/quat.kernel';
import { PairFlag } from '../collision/broadphase/pair-record';
import { pairAt } from '../collision/broadphase/pairs';
import { readAhead } from '../memory/ahead';
import { bodyAt, shapeAt } from '../memory/records';
import { ManifoldPointRecord, ManifoldRecord, ROUND_PATCH, SEPARATE_PATCHES } from '../collision/narrowphase/manifold-record';
import { isFresh, manifoldAt, manifoldPoint } from '../collision/narrowphase/manifolds.kernel';
import { surfaceOf, SurfaceRecord } from '../collision/shape/child';
import { radiusAround } from '../collision/narrowphase/lever';
import { WorldRecord } from '../world';
import { articulatedOf } from '../solver/direct/articulated';
import {
  articulatedLanes, ContactFeatures, ContactManifold, ContactPoint, FEATURES, isArticulated, MANIFOLD, NO_POINT, POINTS, roomOf, SIDES,
} from './contact-bundle.kernel';
import { forgetCarriers, noteCarrier, selectLoaded } from './loaded/select';
import { listed, ListedContact, listedAt } from './listed';
import { coefficientOf, combine, pairMaterialOf, PairMaterialRecord } from './material';

const HEAD: usize = offsetof<ContactManifold<real>>();
const BODY: usize = offsetof<ContactPoint<real>>();
/** What of a manifold and of a point is packed; the rest starts from zero. */
const PACKED: usize = offsetof<ContactManifold<real>>('prepared');
const POINT_PACKED: usize = offsetof<ContactPoint<real>>('x');
/** m: of points without a load yet, one that is so much farther apart than the nearest counts half as much for where friction acts. */
const NEAR: f64 = 1e-3;

/** Of the depenetration speed: what joints connect and was made to overlap may do so for good, and joints have to bear whatever pushes it apart. */
const ENTANGLED: real = 0.03;

/** m: nearer to where friction acts there is nothing to turn about: a bound on turning that is round-off would leave no friction. */
const LEAST_LEVER: f64 = 1e-6;
/** rad: by more a normal does not turn in a substep. */
const SHARPEST: f64 = 0.3;
/** Sine below which a normal is in the plane that bodies stay in. */
const LEAST_OUT: f64 = 1e-9;

/** So many contacts ahead their manifolds are read, and a third as many their bodies. */
const AHEAD: u32 = 12;
/** Manifolds of fewer contacts are in the cache since the search for them. */
const MANY: u32 = 1000;
const SURFACE: usize = offsetof<BodyRecord>('staticFriction');

/** Reads what the contacts after one will want. */
function readContactsAhead(world: WorldRecord, k: u32): void {
  const count = world.contactCount;
  if (k + AHEAD < count) readManifoldAhead(world, k + AHEAD);
  if (k + AHEAD / 3 >= count) return;
  const contact = listedAt(world, k + AHEAD / 3);
  readBodyAhead(contact.bodyA);
  readBodyAhead(contact.bodyB);
}

/** Reads a manifold and its points. */
function readManifoldAhead(world: WorldRecord, k: u32): void {
  readAhead(changetype<usize>(listed(world, k)), 0, offsetof<ManifoldRecord>() + <usize>listedAt(world, k).points * offsetof<ManifoldPointRecord>());
}

function readBodyAhead(slot: u32): void {
  readAhead(changetype<usize>(bodyAt(slot)), 0, offsetof<BodyRecord>('torqueX'));
  readAhead(changetype<usize>(bodyAt(slot)), SURFACE, SURFACE + 128);
}

/** In the order of memory, which the processor reads ahead in. */
export function packContacts(world: WorldRecord, dt: f64, h: f64): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) addressIdleLanes(world, groupAt(graph, g));
  forgetCarriers(world);
  const ahead = world.contactCount > MANY;
  for (let k: u32 = 0; k < world.contactCount; k++) {
    if (ahead) readContactsAhead(world, k);
    const contact = listedAt(world, k);
    const manifold = manifoldAt(contact.manifold);
    const group = groupAt(graph, contact.group);
    manifold.group = contact.group;
    manifold.lane = contact.lane;
    manifold.bundle = contact.bundle;
    const room = roomOf(group.kind);
    const bundle = <usize>manifold.bundle - MANIFOLD;
    const features = changetype<ContactFeatures>(bundle + FEATURES);
    addressLane(world, bundle + (manifold.lane << 2), contact.bodyA, contact.bodyB);
    if (isArticulated(group.kind)) {
      const sides = articulatedLanes(bundle, group.kind) + SIDES + (manifold.lane << 2);
      store<u32>(sides, articulatedOf(world, contact.bodyA));
      store<u32>(sides, articulatedOf(world, contact.bodyB), 16);
    }
    features.points = max(features.points, manifold.count);
    packLane(world, features, manifold, contact, room, dt, h);
    dealContact(<usize>manifold.bundle + <usize>manifold.lane * sizeof<real>(), room);
    group.bouncy |= features.bouncy;
    noteCarrier(world, manifold, contact.bodyA, contact.bodyB);
  }
  selectLoaded(world);
}

/** Deals the scratch record into the lane of a bundle at an address. */
function dealContact(lane: usize, points: u32): void {
  dealFours(lane, 0, PACKED);
  const end = HEAD + <usize>points * BODY;
  for (let point = HEAD; point < end; point += BODY) dealFours(lane, point, point + POINT_PACKED);
}

/** Deals numbers of the scratch record, four at a time: after the last there may be up to three zeros. */
function dealFours(lane: usize, from: usize, end: usize): void {
  for (let k = from; k < end; k += FOUR) dealFour(lane, k);
}

/** Whether two bodies stay in a plane that has the normal between them in it: they do not turn about that. */
function isFlat(a: BodyRecord, b: BodyRecord, normal: vec3<f64>): bool {
  const planes = planesOfBoth(a, b);
  return planes != 0 && abs((planes & 1 ? normal.x : 0) + (planes & 2 ? normal.y : 0) + (planes & 4 ? normal.z : 0)) < LEAST_OUT && (planes & (planes - 1)) == 0;
}

/** Whether a surface runs along. */
export function runs(body: SurfaceRecord): bool {
  return body.surfaceVelocityX != 0 || body.surfaceVelocityY != 0 || body.surfaceVelocityZ != 0;
}

/** How a body's surface runs along while the body stays. */
function surfaceVelocity(body: BodyRecord, surface: SurfaceRecord): vec3<f64> {
  const v = vec3<f64>(surface.surfaceVelocityX, surface.surfaceVelocityY, surface.surfaceVelocityZ);
  return rotate(quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW), v);
}

/** Where friction acts: the middle of the points, weighted by their loads, from A's centre of mass to A's surface; and the mean separation there. */
function middle(manifold: ManifoldRecord): [vec3<f64>, f64] {
  let force: f64 = 0;
  let nearest: f64 = manifoldPoint(manifold, 0).separation;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    force += point.force;
    nearest = min(nearest, point.separation);
  }
  let sum = vec3<f64>(0, 0, 0);
  let weights: f64 = 0;
  let separation: f64 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    const away = (point.separation - nearest) / NEAR;
    const weight = force > 0 ? point.force : 1 / (1 + away * away);
    sum += weight * vec3<f64>(point.anchorAX, point.anchorAY, point.anchorAZ);
    separation += weight * point.separation;
    weights += weight;
  }
  return [(1 / weights) * sum, separation / weights];
}

/**
 * What a uniform pressure over a patch has of the torque that it had at the patch's corners: the mean distance from the middle of a regular polygon
 * or a disc over that of its corners; of a line, 1/2. Farkas et al., "Frictional Coupling between Sliding and Spinning Motion" (2003).
 */
function patchShare(corners: u32): f64 {
  if (corners >= SEPARATE_PATCHES) return 1;
  if (corners >= ROUND_PATCH) return 2.0 / 3.0;
  if (corners < 3) return 0.5;
  if (corners == 3) return 0.4600576660501578;
  if (corners == 4) return 0.5410750800467435;
  return corners == 5 ? 0.5836055928196374 : corners == 6 ? 0.6079864055003609 : 0.6231148846150512;
}

function vec3Real(v: vec3<f64>): vec3<real> {
  return vec3<real>(toReal(v.x), toReal(v.y), toReal(v.z));
}

function velocityAt(body: BodyRecord, arm: vec3<f64>): vec3<f64> {
  const w = vec3<f64>(body.angularVelocityX, body.angularVelocityY, body.angularVelocityZ);
  return vec3<f64>(body.velocityX, body.velocityY, body.velocityZ) + cross(w, arm);
}

/** At what speed surfaces meet in a step of `dt` that approach at the speed v now, are `gap` apart, and are pulled together by a. */
function meetingSpeed(v: f64, a: f64, gap: f64, dt: f64): f64 {
  return min(sqrt(max(v * v + 2 * a * max(gap, 0.0), 0.0)), max(max(v, v + a * dt), 0.0));
}

/** Fills the geometry of the scratch record: normal, arms, separations. */
function packGeometry(manifold: ManifoldRecord, a: BodyRecord, b: BodyRecord): void {
  const c = changetype<ContactManifold<real>>(scratch());
  const normal = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
  const [tangent, second] = orthonormalBasis<f64>(normal);
  const offset = vec3<f64>(b.positionX - a.positionX, b.positionY - a.positionY, b.positionZ - a.positionZ);
  const [center, separation] = middle(manifold);
  const share = patchShare(manifold.corners);
  c.normal = vec3Real(normal);
  c.tangent = vec3Real(tangent);
  c.offset = vec3Real(offset);
  c.centerA = vec3Real(center);
  c.centerB = vec3Real(center + separation * normal - offset);
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = changetype<ContactPoint<real>>(scratch() + HEAD + <usize>k * BODY);
    const from = manifoldPoint(manifold, k);
    const arm = vec3<f64>(from.anchorAX, from.anchorAY, from.anchorAZ);
    point.arm = vec3Real(arm);
    point.separation = toReal(from.separation);
    point.gap = point.separation;
    const lever = length(arm - center - dot(arm - center, normal) * normal);
    point.lever = <real>(lever > LEAST_LEVER ? share * lever : 0);
  }
}

/** Takes a point of the scratch record so far apart that it does not count. */
function removePoint(index: u32): void {
  const point = changetype<ContactPoint<real>>(scratch() + HEAD + <usize>index * BODY);
  point.separation = <real>NO_POINT;
  point.gap = <real>NO_POINT;
}

/** Whether two bodies overlap that joints connect, however many are between them, as they have from the start. */
function areEntangled(contact: ListedContact, a: BodyRecord, b: BodyRecord): bool {
  const areConnected = a.jointCount != 0 && b.jointCount != 0 && a.assembly == b.assembly;
  return areConnected && (pairAt(contact.pair).flags & PairFlag.Entangled) != 0;
}

/** Fills the scratch record of one manifold. */
function packLane(
  world: WorldRecord, features: ContactFeatures, manifold: ManifoldRecord, contact: ListedContact, room: u32, dt: f64, h: f64,
): void {
  const a = bodyAt(contact.bodyA);
  const b = bodyAt(contact.bodyB);
  const c = changetype<ContactManifold<real>>(scratch());
  clearScratch(HEAD + <usize>room * BODY);
  packGeometry(manifold, a, b);
  const normal = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
  const tangent = vec3<f64>(c.tangent.x, c.tangent.y, c.tangent.z);
  const second = cross(normal, tangent);
  c.radiusA = <real>radiusAround(shapeAt(a.shape - 1));
  c.radiusB = <real>radiusAround(shapeAt(b.shape - 1));
  const own = surfaceOf(a, manifold.children >> 16, 0);
  const other = surfaceOf(b, manifold.children & 0xffff, 1);
  if (runs(own) || runs(other)) {
    const slide = surfaceVelocity(b, other) - surfaceVelocity(a, own);
    c.slide1 = toReal(-dot(slide, tangent));
    c.slide2 = toReal(-dot(slide, second));
  }
  const set = pairMaterialOf(world, own, other);
  const friction1 = combine(own.staticFriction, other.staticFriction, own.frictionRule, other.frictionRule);
  const friction2 = combine(own.dynamicFriction, other.dynamicFriction, own.frictionRule, other.frictionRule);
  const restitution = combine(own.restitution, other.restitution, own.restitutionRule, other.restitutionRule);
  const rolling = max(own.rollingFriction, other.rollingFriction);
  const torsional = max(own.torsionalFriction, other.torsionalFriction);
  const compliance = own.contactCompliance + other.contactCompliance;
  c.staticFriction = <real>coefficientOf(set, offsetof<PairMaterialRecord>('staticFriction'), friction1);
  c.dynamicFriction = <real>coefficientOf(set, offsetof<PairMaterialRecord>('dynamicFriction'), friction2);
  c.rollingFriction = <real>coefficientOf(set, offsetof<PairMaterialRecord>('rollingFriction'), rolling);
  c.torsionalFriction = <real>coefficientOf(set, offsetof<PairMaterialRecord>('torsionalFriction'), torsional);
  c.restitution = <real>coefficientOf(set, offsetof<PairMaterialRecord>('restitution'), restitution);
  const soft = coefficientOf(set, offsetof<PairMaterialRecord>('compliance'), compliance);
  if (soft > 0) c.compliance = <real>(soft / (h * h));
  if (c.restitution > 0) features.bouncy = 1;
  if (c.compliance > 0) features.compliant = 1;
  if (c.rollingFriction > 0) features.rolling = 1;
  if ((manifold.count > 1 && !isFlat(a, b, normal)) || c.torsionalFriction > 0) features.turning = 1;
  const pull = dot(normal, pullOn(world, a) - pullOn(world, b));
  c.acceleration = toReal(h * pull);
  c.yields = areEntangled(contact, a, b) ? ENTANGLED : 1;
  const friction = vec3<f64>(manifold.frictionX, manifold.frictionY, manifold.frictionZ);
  c.friction1 = toRealImpulse(h * dot(friction, tangent));
  c.friction2 = toRealImpulse(h * dot(friction, second));
  c.twist = toRealImpulse(h * manifold.twist);
  if (c.friction1 != 0 || c.friction2 != 0 || c.twist != 0) features.bears = 1;
  if (c.rollingFriction > 0) features.bears = 1;
  if (c.rollingFriction > 0) c.roll = vec3<real>(toRealImpulse(h * manifold.rollX), toRealImpulse(h * manifold.rollY), toRealImpulse(h * manifold.rollZ));
  if (isFresh(manifold)) {
    c.fresh = 1;
    features.fresh = 1;
  }
  for (let k: u32 = 0; k < room; k++) {
    const point = changetype<ContactPoint<real>>(scratch() + HEAD + <usize>k * BODY);
    if (k >= manifold.count) {
      removePoint(k);
      continue;
    }
    const from = manifoldPoint(manifold, k);
    point.impulse = toRealImpulse(h * from.force);
    c.borne += point.impulse;
    if (point.impulse != 0) features.bears = 1;
    // How fast bodies meet that touched before is nothing to tell.
    if (contact.told) continue;
    const arm = vec3<f64>(from.anchorAX, from.anchorAY, from.anchorAZ);
    const velocity = velocityAt(a, arm) - velocityAt(b, vec3<f64>(from.anchorBX, from.anchorBY, from.anchorBZ));
    const pair = pairAt(contact.pair);
    pair.approachSpeed = max(pair.approachSpeed, meetingSpeed(dot(normal, velocity), pull, from.separation, dt));
  }
}

/** v_n of a point of the scratch record, of these solver bodies. */
function partingOf(c: ContactManifold<real>, point: ContactPoint<real>, bodyA: usize, bodyB: usize): real {
  const armB = point.arm - c.offset;
  const speedB = vectorAt(bodyB, VELOCITY) + cross(vectorAt(bodyB, ANGULAR_VELOCITY), armB);
  const speedA = vectorAt(bodyA, VELOCITY) + cross(vectorAt(bodyA, ANGULAR_VELOCITY), point.arm);
  return <real>dot(c.normal, speedB - speedA);
}

/** From v_n with the geometry before to half of what that of now changes at it; 0 where it is another place rather than the same one a substep later. */
function curve(c: ContactManifold<real>, point: ContactPoint<real>, bodyA: usize, bodyB: usize): void {
  const armB = point.arm - c.offset;
  const turning = length(vectorAt(bodyA, ANGULAR_VELOCITY)) * length(point.arm) + length(vectorAt(bodyB, ANGULAR_VELOCITY)) * length(armB);
  const fastest = length(vectorAt(bodyB, VELOCITY) - vectorAt(bodyA, VELOCITY)) + turning;
  const change = partingOf(c, point, bodyA, bodyB) - point.curve;
  const isSame = point.separation < <real>GONE && abs(change) <= <real>SHARPEST * fastest;
  point.curve = isSame ? <real>(-0.5 * change) : 0;
}

/** Gives a lane the geometry that its manifold has now, after the bodies have moved; friction keeps its direction as far as it can. */
export function renewLane(manifold: ManifoldRecord, a: BodyRecord, b: BodyRecord): void {
  const bytes = HEAD + <usize>manifold.count * BODY;
  fetch(manifold.bundle, manifold.lane, bytes);
  const c = changetype<ContactManifold<real>>(scratch());
  const bundle = <usize>manifold.bundle - MANIFOLD;
  const bodyA = load<usize>(bundle + (manifold.lane << 2), offsetof<LaneBodies>('readA0'));
  const bodyB = load<usize>(bundle + (manifold.lane << 2), offsetof<LaneBodies>('readB0'));
  changetype<ContactFeatures>(bundle + FEATURES).renewed = 1;
  let left: u32 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = changetype<ContactPoint<real>>(scratch() + HEAD + <usize>k * BODY);
    if (manifoldPoint(manifold, k).separation < GONE) left++;
    else point.impulse = 0;
    point.curve = partingOf(c, point, bodyA, bodyB);
  }
  // What has parted bears nothing; where friction would act is of no matter then.
  const keep: real = left ? 1 : 0;
  const friction = keep * (c.friction1 * c.tangent + c.friction2 * cross(c.normal, c.tangent));
  const total = c.frictionTotal1 * c.tangent + c.frictionTotal2 * cross(c.normal, c.tangent);
  c.twist *= keep;
  c.prepared = 0;
  c.current = 1;
  if (left) packGeometry(manifold, a, b);
  for (let k: u32 = 0; k < manifold.count; k++) curve(c, changetype<ContactPoint<real>>(scratch() + HEAD + <usize>k * BODY), bodyA, bodyB);
  const second = cross(c.normal, c.tangent);
  c.friction1 = dot(friction, c.tangent);
  c.friction2 = dot(friction, second);
  c.frictionTotal1 = dot(total, c.tangent);
  c.frictionTotal2 = dot(total, second);
  for (let k: u32 = 0; !left && k < manifold.count; k++) removePoint(k);
  deal(manifold.bundle, manifold.lane, bytes);
}
