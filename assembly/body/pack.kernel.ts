import { typeOf } from './activity';
import { LANES, real } from 'precision';
import { clearScratch, deal, laneValue, scratch, toReal, toRealImpulse } from '../constraint/interleave';
import { angleOf } from '../math/angle.kernel';
import { conjugate, qmul, rotate, unrotate } from '../math/quat.kernel';
import { sinCos } from '../math/trigonometry.kernel';
import { theWorld } from '../memory/arena';
import { isCentered, WorldRecord } from '../world';
import { BodyBundle } from './bundle-lanes.kernel';
import { foresee, isRound, keepOf, laneVector, passOf, proceed, recede, spinFor } from './centered.kernel';
import { pullOn } from './pull.kernel';
import { BodyFlag, BodyRecord, BodyType } from './record';
import { ANGULAR_VELOCITY, DISPLACEMENT, INERTIA, PRODUCTS, SOLVER_BODY, TURN, VELOCITY } from './solver-body.kernel';

// From body records to solver bodies and body bundles before the substeps, and back after them; in double precision.

/** Bytes before a bundle's lanes: its flags, the address of its first solver body, and that of the next bundle that a step looks at. */
export const BUNDLE_FLAGS: usize = 16;
export const NEXT_BUNDLE: usize = 8;
export const BODY_BUNDLE: usize = BUNDLE_FLAGS + offsetof<BodyBundle<real>>() * LANES;

/** Bits of a bundle's flags. */
export const ANY_DYNAMIC: u32 = 1;
export const ANY_LOCK: u32 = 2;
export const ANY_ASPHERICAL: u32 = 4;
export const ANY_CENTERED: u32 = 8;
/** The bits of all lanes, and that of the first: whether its body is slender or flat. */
export const ANY_SLENDER: u32 = 0xf0;
export const SLENDER_LANE: u32 = 0x10;

export const ANY_ROTATION_LOCK: u32 = BodyFlag.LockRotationX | BodyFlag.LockRotationY | BodyFlag.LockRotationZ;

/** Moments that differ by less count as those of a ball, m. */
const SPHERICAL: f64 = 1e-6;

/** Moments that differ by more than so many times are those of something slender or flat. */
const SLENDER: f64 = 3;

/** A row of a solver body. */
function storeRow(row: usize, x: f64, y: f64, z: f64, w: f64): void {
  store<real>(row, toReal(x));
  store<real>(row + sizeof<real>(), toReal(y));
  store<real>(row + 2 * sizeof<real>(), toReal(z));
  store<real>(row + 3 * sizeof<real>(), <real>w);
}

/** The numbers of a row, in double precision. */
function loadVector(row: usize): vec3<f64> {
  return vec3<f64>(<f64>load<real>(row), <f64>load<real>(row, sizeof<real>()), <f64>load<real>(row, 2 * sizeof<real>()));
}

function loadTurn(row: usize): quat<f64> {
  const v = loadVector(row);
  return quat<f64>(v.x, v.y, v.z, <f64>load<real>(row, 3 * sizeof<real>()));
}

/** A solver body that nothing moves, at rest. */
export function storeRest(solver: usize): void {
  const zero = i64x2.splat(0);
  for (let row: usize = 0; row < SOLVER_BODY; row += 16) v128.store(solver + row, zero);
  store<real>(solver + TURN + 3 * sizeof<real>(), 1);
}

/** Gives a kinematic body the velocities that take its origin to its target pose in `dt`. What finds contacts has to know them, too. */
export function aim(body: BodyRecord, dt: f64): void {
  const q = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
  const target = quat<f64>(body.targetOrientationX, body.targetOrientationY, body.targetOrientationZ, body.targetOrientationW);
  const center = rotate(target, vec3<f64>(body.centerX, body.centerY, body.centerZ));
  const turn = qmul(target, conjugate(q));
  const sine = length(turn.xyz);
  const angle = angleOf(sine, Math.abs(turn.w));
  const rate = sine > 1e-300 ? (turn.w < 0.0 ? -angle : angle) / (sine * dt) : 0.0;
  body.velocityX = (body.targetX + center.x - body.positionX) / dt;
  body.velocityY = (body.targetY + center.y - body.positionY) / dt;
  body.velocityZ = (body.targetZ + center.z - body.positionZ) / dt;
  body.angularVelocityX = turn.x * rate;
  body.angularVelocityY = turn.y * rate;
  body.angularVelocityZ = turn.z * rate;
}

/** Angular momentum of what turns at w, with these moments about these axes. */
// @ts-ignore: decorator
@once
function turnedMomentum(axes: quat<f64>, inertia: vec3<f64>, w: vec3<f64>): vec3<f64> {
  return rotate(axes, inertia * unrotate(axes, w));
}

/** A lane whose body does not move. */
export function packRest(solver: usize, bundle: usize, lane: u32): void {
  const one = changetype<BodyBundle<real>>(scratch());
  clearScratch(offsetof<BodyBundle<real>>());
  storeRest(solver);
  one.axes = quat<real>(0, 0, 0, 1);
  deal(bundle + BUNDLE_FLAGS, lane, offsetof<BodyBundle<real>>());
}

/** Fills a moving body's rows and its lane of the body bundle; returns what its bundle has to know. `centers`: its velocities may be taken back by half a substep. */
export function packBody(body: BodyRecord, solver: usize, bundle: usize, lane: u32, dt: f64, h: f64, centers: bool): u32 {
  const type = typeOf(body);
  const one = changetype<BodyBundle<real>>(scratch());
  clearScratch(offsetof<BodyBundle<real>>());
  storeRest(solver);
  if (body.flags & BodyFlag.HasTarget) aim(body, dt);
  const q = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
  const axes = qmul(q, quat<f64>(body.principalX, body.principalY, body.principalZ, body.principalW));
  one.axes = quat<real>(toReal(axes.x), toReal(axes.y), toReal(axes.z), toReal(axes.w));
  const w = vec3<f64>(body.angularVelocityX, body.angularVelocityY, body.angularVelocityZ);
  if (type == BodyType.Kinematic) {
    const half = 0.5 * h * length(w);
    const bounded: f64 = Math.min(half, 1.5);
    const [sine, cosine] = sinCos<f64>(bounded);
    const stretch = half > 1e-8 ? sine / (cosine * half) : 1.0;
    storeRow(solver + VELOCITY, body.velocityX, body.velocityY, body.velocityZ, 0);
    storeRow(solver + ANGULAR_VELOCITY, w.x * stretch, w.y * stretch, w.z * stretch, 0);
    deal(bundle + BUNDLE_FLAGS, lane, offsetof<BodyBundle<real>>());
    return 0;
  }
  const world = theWorld();
  const flags = body.flags;
  const freeX: f64 = flags & BodyFlag.LockTranslationX ? 0.0 : 1.0;
  const freeY: f64 = flags & BodyFlag.LockTranslationY ? 0.0 : 1.0;
  const freeZ: f64 = flags & BodyFlag.LockTranslationZ ? 0.0 : 1.0;
  const inverseMass = 1.0 / body.mass;
  const pull = pullOn(world, body);
  const inertia = vec3<f64>(body.inertiaX, body.inertiaY, body.inertiaZ);
  let v = vec3<f64>(body.velocityX, body.velocityY, body.velocityZ);
  let spin = w;
  let momentum = inertia * w;
  if (!isRound(body)) momentum = turnedMomentum(axes, inertia, w);
  let passes: f64 = 1;
  let anglePasses: f64 = 1;
  const damping = h * body.linearDamping;
  const angularDamping = h * body.angularDamping;
  one.linearKeep = <real>(1.0 / (1.0 + damping));
  one.angularKeep = <real>(1.0 / (1.0 + angularDamping));
  const centered = centers && !(flags & BodyFlag.Uncentered);
  // Whoever lands or lifts off goes on with the velocities of half a substep before, so that nothing is gained or lost.
  if (centered ? !(flags & BodyFlag.Behind) : centers && (flags & BodyFlag.Synchronous) != 0) {
    const [behind, momentumBehind] = recede(body, pull, momentum, h);
    v = behind;
    momentum = momentumBehind;
    spin = spinFor(body, axes, momentum);
  }
  if (centered) {
    passes = passOf(damping);
    anglePasses = passOf(angularDamping);
    one.linearKeep = <real>keepOf(damping);
    one.angularKeep = <real>keepOf(angularDamping);
  }
  storeRow(solver + VELOCITY, v.x, v.y, v.z, freeZ * inverseMass);
  storeRow(solver + ANGULAR_VELOCITY, spin.x, spin.y, spin.z, 0);
  storeRow(solver + INERTIA, 0, 0, 0, freeX * inverseMass);
  storeRow(solver + PRODUCTS, 0, 0, 0, freeY * inverseMass);
  one.acceleration = vec3<real>(toReal(passes * pull.x), toReal(passes * pull.y), toReal(passes * pull.z));
  one.torque = vec3<real>(toRealImpulse(anglePasses * body.torqueX), toRealImpulse(anglePasses * body.torqueY), toRealImpulse(anglePasses * body.torqueZ));
  one.inertia = vec3<real>(<real>body.inertiaX, <real>body.inertiaY, <real>body.inertiaZ);
  one.inverseInertia = vec3<real>(<real>(1.0 / body.inertiaX), <real>(1.0 / body.inertiaY), <real>(1.0 / body.inertiaZ));
  one.inverseMass = vec3<real>(<real>(freeX * inverseMass), <real>(freeY * inverseMass), <real>(freeZ * inverseMass));
  one.momentum = vec3<real>(toRealImpulse(momentum.x), toRealImpulse(momentum.y), toRealImpulse(momentum.z));
  one.published = vec3<real>(toReal(spin.x), toReal(spin.y), toReal(spin.z));
  one.dynamic = 1;
  const lockX: real = flags & BodyFlag.LockRotationX ? 1 : 0;
  const lockY: real = flags & BodyFlag.LockRotationY ? 1 : 0;
  const lockZ: real = flags & BodyFlag.LockRotationZ ? 1 : 0;
  one.lock = vec3<real>(lockX, lockY, lockZ);
  deal(bundle + BUNDLE_FLAGS, lane, offsetof<BodyBundle<real>>());
  const largest = Math.max(body.inertiaX, Math.max(body.inertiaY, body.inertiaZ));
  const smallest = Math.min(body.inertiaX, Math.min(body.inertiaY, body.inertiaZ));
  const aspherical: u32 = largest - smallest > SPHERICAL * largest ? ANY_ASPHERICAL : 0;
  const locked: u32 = lockX + lockY + lockZ > 0 ? ANY_LOCK : 0;
  const slender: u32 = largest > SLENDER * smallest ? SLENDER_LANE << lane : 0;
  return ANY_DYNAMIC | aspherical | locked | slender | (centered ? ANY_CENTERED : 0);
}

/** Writes a body's new pose and velocity to its record and the bulk views; false if they are not finite, and then it stays where it was. */
export function unpackBody(
  body: BodyRecord, solver: usize, bundle: usize, lane: u32, carriesMomentum: bool, h: f64, before: f64, transform: usize, velocity: usize,
): bool {
  const type = typeOf(body);
  const v = loadVector(solver + VELOCITY);
  const w = loadVector(solver + ANGULAR_VELOCITY);
  const x = loadVector(solver + DISPLACEMENT);
  const turn = loadTurn(solver + TURN);
  const turned = qmul(turn, quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW));
  const norm = sqrt(lengthSquared(turned.xyz) + turned.w * turned.w);
  const position = vec3<f64>(body.positionX, body.positionY, body.positionZ) + x;
  const sum = v.x + v.y + v.z + w.x + w.y + w.z + position.x + position.y + position.z + 1.0 / norm;
  const finite = isFinite(sum) && norm > 0.0;
  if (!finite) {
    body.flags = (body.flags | BodyFlag.Frozen) & ~(<u32>(BodyFlag.Stepped | BodyFlag.Uncentered));
    stop(body);
  } else if (body.flags & BodyFlag.HasTarget) {
    reach(body);
  } else {
    body.positionX = position.x;
    body.positionY = position.y;
    body.positionZ = position.z;
    body.orientationX = turned.x / norm;
    body.orientationY = turned.y / norm;
    body.orientationZ = turned.z / norm;
    body.orientationW = turned.w / norm;
    if (type == BodyType.Dynamic) endAt(body, bundle + BUNDLE_FLAGS, lane, v, w, carriesMomentum, h, before);
  }
  body.forceX = 0;
  body.forceY = 0;
  body.forceZ = 0;
  body.torqueX = 0;
  body.torqueY = 0;
  body.torqueZ = 0;
  publish(body, transform, velocity);
  return finite;
}

/**
 * Gives a body its velocities at the end of a step, from those that its substeps have left. Of a momentum that the solver carried they are those for the
 * record's orientation in double precision: the next step then starts from the same momentum, whatever the precision of the solver.
 */
function endAt(body: BodyRecord, lanes: usize, lane: u32, v: vec3<f64>, w: vec3<f64>, carriesMomentum: bool, h: f64, before: f64): void {
  const world = theWorld();
  const centers = isCentered(world);
  const centered = centers && !(body.flags & BodyFlag.Uncentered);
  let velocity = v;
  let spin = w;
  if (centered || (carriesMomentum && !(body.flags & ANY_ROTATION_LOCK))) {
    const q = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
    const axes = qmul(q, quat<f64>(body.principalX, body.principalY, body.principalZ, body.principalW));
    const inertia = vec3<f64>(body.inertiaX, body.inertiaY, body.inertiaZ);
    let momentum = inertia * w;
    if (carriesMomentum) momentum = carriedMomentum(lanes, lane, axes, inertia, w);
    else if (!isRound(body)) momentum = turnedMomentum(axes, inertia, w);
    if (centered) {
      const [now, momentumNow] = proceed(body, lanes, lane, pullOn(world, body), v, momentum, h, before);
      velocity = now;
      momentum = momentumNow;
    }
    spin = spinFor(body, axes, momentum);
  }
  const left: u32 = centered ? BodyFlag.Begun | BodyFlag.Synchronous : centers ? BodyFlag.Behind : 0;
  body.flags = (body.flags & ~(<u32>(BodyFlag.Stepped | BodyFlag.Uncentered))) | left;
  body.velocityX = velocity.x;
  body.velocityY = velocity.y;
  body.velocityZ = velocity.z;
  body.angularVelocityX = spin.x;
  body.angularVelocityY = spin.y;
  body.angularVelocityZ = spin.z;
}

/** At the end of a trial: what a body that begins to move has to know of joints and contacts, and if it `counts` does. Whether that lasts, or is that of an impact. */
export function foreseeBody(body: BodyRecord, solver: usize, bundle: usize, lane: u32, carriesMomentum: bool, h: f64, counts: bool): bool {
  const known: u32 = BodyFlag.Begun | BodyFlag.Uncentered | BodyFlag.Behind;
  if (typeOf(body) != BodyType.Dynamic || body.flags & known) return true;
  const v = loadVector(solver + VELOCITY);
  const w = loadVector(solver + ANGULAR_VELOCITY);
  const turn = loadTurn(solver + TURN);
  const q = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
  const principal = quat<f64>(body.principalX, body.principalY, body.principalZ, body.principalW);
  const inertia = vec3<f64>(body.inertiaX, body.inertiaY, body.inertiaZ);
  const axes = qmul(q, principal);
  const now = qmul(qmul(turn, q), principal);
  const start = turnedMomentum(axes, inertia, vec3<f64>(body.angularVelocityX, body.angularVelocityY, body.angularVelocityZ));
  let momentum = turnedMomentum(now, inertia, w);
  if (carriesMomentum) momentum = carriedMomentum(bundle + BUNDLE_FLAGS, lane, now, inertia, w);
  return foresee(body, bundle + BUNDLE_FLAGS, lane, pullOn(theWorld(), body), v, momentum, start, h, counts);
}

/** The momentum that the solver carried, with what the velocity pass changed since. */
function carriedMomentum(lanes: usize, lane: u32, axes: quat<f64>, inertia: vec3<f64>, w: vec3<f64>): vec3<f64> {
  const momentum = laneVector(lanes, lane, offsetof<BodyBundle<real>>('momentumx'));
  const published = laneVector(lanes, lane, offsetof<BodyBundle<real>>('publishedx'));
  return momentum + turnedMomentum(axes, inertia, w - published);
}

function stop(body: BodyRecord): void {
  body.velocityX = 0;
  body.velocityY = 0;
  body.velocityZ = 0;
  body.angularVelocityX = 0;
  body.angularVelocityY = 0;
  body.angularVelocityZ = 0;
}

/** Puts a kinematic body exactly at its target. */
function reach(body: BodyRecord): void {
  const target = quat<f64>(body.targetOrientationX, body.targetOrientationY, body.targetOrientationZ, body.targetOrientationW);
  const center = rotate(target, vec3<f64>(body.centerX, body.centerY, body.centerZ));
  body.positionX = body.targetX + center.x;
  body.positionY = body.targetY + center.y;
  body.positionZ = body.targetZ + center.z;
  body.orientationX = target.x;
  body.orientationY = target.y;
  body.orientationZ = target.z;
  body.orientationW = target.w;
}

/** Leaves a kinematic body that has reached its target there at rest: once nobody asks any more how it went there. */
export function rest(body: BodyRecord, transform: usize, velocity: usize): void {
  stop(body);
  body.flags &= ~BodyFlag.HasTarget;
  publish(body, transform, velocity);
}

/** Writes a body's pose and velocity to the bulk views. */
export function publish(body: BodyRecord, transform: usize, velocity: usize): void {
  const q = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
  const center = rotate(q, vec3<f64>(body.centerX, body.centerY, body.centerZ));
  store<f32>(transform, <f32>(body.positionX - center.x));
  store<f32>(transform, <f32>(body.positionY - center.y), 4);
  store<f32>(transform, <f32>(body.positionZ - center.z), 8);
  store<f32>(transform, <f32>q.x, 12);
  store<f32>(transform, <f32>q.y, 16);
  store<f32>(transform, <f32>q.z, 20);
  store<f32>(transform, <f32>q.w, 24);
  store<f32>(velocity, <f32>body.velocityX);
  store<f32>(velocity, <f32>body.velocityY, 4);
  store<f32>(velocity, <f32>body.velocityZ, 8);
  store<f32>(velocity, <f32>body.angularVelocityX, 12);
  store<f32>(velocity, <f32>body.angularVelocityY, 16);
  store<f32>(velocity, <f32>body.angularVelocityZ, 20);
}
