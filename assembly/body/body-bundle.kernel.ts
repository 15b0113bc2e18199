import { real } from 'precision';
import { flushed } from '../constraint/common.kernel';
import { TINY } from '../constraint/constants';
import { Substep } from '../constraint/substep';
import { cayley, cayleyDelta, qmul, rotate, unrotate } from '../math/quat.kernel';
import { BodyBundle } from './bundle-lanes.kernel';
import { spinsBeyond, turnsFast, turnSpinning, turnToFree } from './fast-rotation.kernel';
import {
  ANGULAR_VELOCITY,
  DISPLACEMENT,
  gatherRow,
  INERTIA,
  PRODUCTS,
  SOLVER_BODY,
  scatterRow,
  TURN,
  VELOCITY,
} from './solver-body.kernel';
import { worldInverseInertia } from './world-inertia.kernel';

/** Square of h |w| / 2 from which on the midpoint takes more iterations. */
const FAST_TURN: f64 = 1e-4;
/** The same, up to which turning changes the angular velocity by less than its rounding; products of such speeds would be subnormal, and slow. */
const SLOW_TURN: f64 = sizeof<real>() == 4 ? 1e-16 : 1e-33;

/** Square of the Cayley angle (a quarter turn) beyond which joints do not turn a body in a substep. */
const FASTEST_TURN: f64 = 4;
/** Square of a turn in a substep, rad, and of the part of the turning that others gave, from which on a body's energy is watched. */
const FAR_TURN: f64 = 0.01;
const KICKED: f64 = 1e-6;

/** Square of the speed, m/s, that such a body keeps at most. */
const FASTEST: f64 = 1e10;

/** The factor x / tan x of the Cayley map, inverted: with it h W turns by exactly |h W|. `x`: (h |W| / 2)², at most 1. */
function stretch<T>(x: lane<T>): lane<T> {
  return 1 + x * (1.0 / 3.0 + x * (2.0 / 15.0 + x * (17.0 / 315.0)));
}

/** One iteration of the implicit midpoint: what R(-h w/2) leaves of the momentum p, over the moments. */
function halfTurned<T>(w: vec3<T>, p: vec3<T>, inverse: vec3<T>, h: real): vec3<T> {
  const y = min(lengthSquared(w) * (h * h * 0.0625), 1);
  return (p + cayleyDelta((-0.5 * h * (1 + y * (1.0 / 3.0 + y * (2.0 / 15.0)))) * w, p)) * inverse;
}

/**
 * Mean angular velocity over a substep of a body that turns freely: the implicit midpoint of Euler's equations, I W = R(-h W/2) L in
 * principal axes, by fixed-point iteration. Rotations keep |L|, so that no step size makes it grow. Each iteration gains a factor
 * h |W| / 2: three leave less than the midpoint's own error while that is small, six do for a turn of a radian.
 */
function midpoint<T>(momentum: vec3<T>, axes: quat<T>, inverse: vec3<T>, h: real): vec3<T> {
  const p = unrotate(axes, momentum);
  let w = p * inverse;
  const turns = lengthSquared(w) * (h * h * 0.25) > SLOW_TURN;
  if (any(turns)) {
    let turned = w;
    for (let k = 0; k < 3; k++) turned = halfTurned(turned, p, inverse, h);
    w = turns ? turned : w;
    const fast = lengthSquared(w) * (h * h * 0.25) > FAST_TURN;
    if (any(fast)) {
      let closer = w;
      for (let k = 0; k < 3; k++) closer = halfTurned(closer, p, inverse, h);
      w = fast ? closer : w;
    }
  }
  return rotate(axes, stretch(min(lengthSquared(w) * (h * h * 0.25), 1)) * w);
}

/** A world vector through a tensor given by its principal values. */
function through<T>(axes: quat<T>, principal: vec3<T>, v: vec3<T>): vec3<T> {
  return rotate(axes, principal * unrotate(axes, v));
}

function address(first: usize, lane: usize): usize {
  return first + lane * SOLVER_BODY;
}

/** The world inverse inertia, for the bodies as they are turned now. `first` is the address of the bundle's first solver body. */
export function updateInertia<T>(bundle: BodyBundle<T>, first: usize, locked: bool): void {
  const p0 = address(first, 0);
  const p1 = address(first, 1);
  const p2 = address(first, 2);
  const p3 = address(first, 3);
  const [qx, qy, qz, qw] = gatherRow<T>(p0, p1, p2, p3, TURN);
  const m = worldInverseInertia(qmul(quat(qx, qy, qz, qw), bundle.axes), bundle.inverseInertia, bundle.lock, locked);
  const mass = bundle.inverseMass;
  bundle.world = m;
  scatterRow<T>(p0, p1, p2, p3, INERTIA, m.xx, m.yy, m.zz, mass.x);
  scatterRow<T>(p0, p1, p2, p3, PRODUCTS, m.xy, m.xz, m.yz, mass.y);
}

/** Notes velocity and angular momentum before the last substep but one, or the last. */
function noteStart<T>(bundle: BodyBundle<T>, velocity: vec3<T>, momentum: vec3<T>, earlier: bool): void {
  if (earlier) {
    bundle.pastVelocity = velocity;
    bundle.pastMomentum = momentum;
  } else {
    bundle.lastVelocity = velocity;
    bundle.lastMomentum = momentum;
  }
}

/** How a bundle's bodies turn. */
export const enum Spin {
  /** All are balls: angular velocity and momentum are parallel, and the world inertia never changes, whatever axes are locked. */
  Spherical,
  /** Momentum is carried, angular velocity follows by the implicit midpoint. */
  Midpoint,
  /** Angular velocity is carried, with the explicit gyroscopic torque of the papers. */
  Explicit,
  /** Angular velocity is carried. */
  None,
}

/** When bodies turn again with the momenta that impulses have given them since the substep began. */
export const enum Again {
  /**
   * Before impacts: with the angular velocities that belong to the momenta of now, instead of the means over the substep; only with these is the energy that of
   * the bodies.
   */
  Now,
  /** Before joints are solved: by what these are expected to do. */
  Expected,
  /** At the end of the substep, the same bodies: by all that they did. */
  Settled,
  /** After impacts: all bodies. */
  Struck,
}

/** Has bodies turn as freely as with the momenta that impulses have given them since the substep began, so that these too turn with them. */
export function turnAgain<T>(bundle: BodyBundle<T>, first: usize, step: Substep, spin: Spin, locked: bool, again: Again): void {
  const p0 = address(first, 0);
  const p1 = address(first, 1);
  const p2 = address(first, 2);
  const p3 = address(first, 3);
  const h = step.h;
  const [wx, wy, wz, spare] = gatherRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY);
  const w = vec3(wx, wy, wz);
  const kick = w - bundle.free;
  const moves = bundle.dynamic > 0.5;
  if (again == Again.Now) {
    const now = spin == Spin.Spherical ? bundle.published : bundle.world * bundle.momentum;
    const to = moves ? now + kick : w;
    bundle.free = moves ? now : bundle.free;
    scatterRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY, to.x, to.y, to.z, spare);
    return;
  }
  const isPushed = moves && (kick.x != 0 || kick.y != 0 || kick.z != 0);
  const turns = again == Again.Struck ? moves : again == Again.Settled ? isPushed && bundle.settles > 0 : isPushed;
  if (again != Again.Struck) bundle.settles = again == Again.Settled ? 0 : turns ? 1 : 0;
  if (any(turns)) {
    const [qx, qy, qz, qw] = gatherRow<T>(p0, p1, p2, p3, TURN);
    const axes = qmul(quat(qx, qy, qz, qw), bundle.axes);
    const held = bundle.lock.x + bundle.lock.y + bundle.lock.z > 0;
    if (spin == Spin.Spherical) {
      const now = bundle.published + kick;
      const free = stretch(min(lengthSquared(now) * (h * h * 0.25), 1)) * now;
      bundle.published = turns ? now : bundle.published;
      bundle.free = turns ? (held ? now : free) : bundle.free;
    } else {
      const momentum = bundle.momentum + through(axes, bundle.inertia, kick);
      const kept = turns ? momentum : bundle.momentum;
      bundle.momentum = kept;
      const free = midpoint(kept, axes, bundle.inverseInertia, h);
      const before = bundle.free;
      bundle.free = held ? bundle.world * kept : free;
      if (any(turnsFast(unrotate(axes, kept), bundle.inverseInertia, h))) turnToFree(changetype<usize>(bundle), first, h);
      bundle.free = turns ? bundle.free : before;
    }
    const to = turns ? bundle.free : w;
    scatterRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY, to.x, to.y, to.z, spare);
  }
}

/**
 * Ends a substep (poses follow the velocities, and what joints did to the angular velocity goes into the momentum), starts one
 * (forces change the velocities), or both in one pass. Mueller et al., Algorithm 2; Waterson, eqs 28 to 31.
 */
export function advanceBodies<T>(
  bundle: BodyBundle<T>, first: usize, step: Substep, spin: Spin, locked: bool, ends: bool, starts: bool, overloaded: bool,
): void {
  const p0 = address(first, 0);
  const p1 = address(first, 1);
  const p2 = address(first, 2);
  const p3 = address(first, 3);
  const h = step.h;
  const moves = bundle.dynamic > 0.5;
  if (ends && any(bundle.settles > 0)) turnAgain(bundle, first, step, spin, locked, Again.Settled);
  const [vx, vy, vz, massZ] = gatherRow<T>(p0, p1, p2, p3, VELOCITY);
  const [wx, wy, wz, spareW] = gatherRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY);
  const [qx, qy, qz, qw] = gatherRow<T>(p0, p1, p2, p3, TURN);
  let v = vec3(vx, vy, vz);
  let w = flushed(vec3(wx, wy, wz));
  let turn = quat(qx, qy, qz, qw);
  let axes = qmul(turn, bundle.axes);

  if (ends) {
    // Joints that are asked for more than a substep can do, far from the centre of mass, do not spin a body up without end.
    const most = max(FASTEST_TURN / (h * h), lengthSquared(bundle.free));
    const fast = lengthSquared(w) > most;
    if (any(fast)) {
      w = fast ? sqrt(most / max(lengthSquared(w), splat<T>(TINY))) * w : w;
      v = fast ? min(sqrt(FASTEST / max(lengthSquared(v), splat<T>(TINY))), 1) * v : v;
    }
    const [dx, dy, dz, spareX] = gatherRow<T>(p0, p1, p2, p3, DISPLACEMENT);
    const displacement = vec3(dx, dy, dz) + h * v;
    const turned = qmul(cayley(h * w), turn);
    turn = turned * (1.5 - 0.5 * (lengthSquared(turned.xyz) + turned.w * turned.w));
    scatterRow<T>(p0, p1, p2, p3, DISPLACEMENT, displacement.x, displacement.y, displacement.z, spareX);
    if (spin == Spin.Spherical) {
      scatterRow<T>(p0, p1, p2, p3, TURN, turn.x, turn.y, turn.z, turn.w);
      bundle.kick = w - bundle.free;
      w = moves ? bundle.published + (w - bundle.free) : w;
      if (overloaded) updateInertia(bundle, first, locked);
    } else {
      const kick = through(axes, bundle.inertia, w - bundle.free);
      let momentum = bundle.momentum + kick;
      bundle.kick = kick;
      // Of a body that turns far while joints or contacts push it, the momentum of the start would have another energy at the end.
      const far = lengthSquared(w) * (h * h) > FAR_TURN && lengthSquared(w - bundle.free) > KICKED * lengthSquared(w);
      const before = bundle.world;
      const beyond = spinsBeyond(bundle.free, h);
      if (spin == Spin.Midpoint && any(beyond)) {
        bundle.momentum = momentum;
        turnSpinning(changetype<usize>(bundle), first, h);
        const [sx, sy, sz, sw] = gatherRow<T>(p0, p1, p2, p3, TURN);
        turn = beyond && moves ? quat(sx, sy, sz, sw) : turn;
      }
      scatterRow<T>(p0, p1, p2, p3, TURN, turn.x, turn.y, turn.z, turn.w);
      axes = qmul(turn, bundle.axes);
      updateInertia(bundle, first, locked);
      if (spin == Spin.Midpoint) {
        w = moves ? bundle.world * momentum : w;
        if (any(far)) {
          const energy = dot(momentum, bundle.world * momentum);
          const allowed = dot(momentum, before * momentum);
          const keep = far && energy > allowed && moves ? sqrt(allowed / max(energy, splat<T>(TINY))) : 1;
          momentum = keep * momentum;
          w = keep * w;
        }
        bundle.momentum = momentum;
      }
    }
    bundle.published = w;
  }

  if (starts) {
    // The velocity pass may have changed w since the momentum was known.
    let passed = w - bundle.published;
    if (spin != Spin.Spherical && (step.carries || (spin == Spin.Midpoint && !ends))) passed = through(axes, bundle.inertia, passed);
    if (spin == Spin.Midpoint && !ends) bundle.momentum += passed;
    if (step.left <= 2) noteStart(bundle, v, spin == Spin.Midpoint ? bundle.momentum : through(axes, bundle.inertia, w), step.left == 2);
    const pushed = v - bundle.begun;
    v = moves ? flushed(bundle.linearKeep * v + h * bundle.acceleration) : v;
    bundle.begun = v;
    if (step.carries) v = moves ? v + pushed : v;
    if (overloaded) {
      const [x, y, z, overload] = gatherRow<T>(p0, p1, p2, p3, DISPLACEMENT);
      const part = 1 / max(overload, 1);
      w = moves ? part * w : w;
      bundle.momentum = part * bundle.momentum;
      const m = part * bundle.world;
      const mass = bundle.inverseMass;
      scatterRow<T>(p0, p1, p2, p3, INERTIA, m.xx, m.yy, m.zz, mass.x);
      scatterRow<T>(p0, p1, p2, p3, PRODUCTS, m.xy, m.xz, m.yz, mass.y);
      scatterRow<T>(p0, p1, p2, p3, DISPLACEMENT, x, y, z, splat<T>(0));
    }
    let free = w;
    if (spin == Spin.Spherical) {
      let now = bundle.angularKeep * w + h * (bundle.inverseInertia * bundle.torque);
      if (locked) now = vec3(1 - bundle.lock.x, 1 - bundle.lock.y, 1 - bundle.lock.z) * now;
      bundle.published = now;
      free = stretch(min(lengthSquared(now) * (h * h * 0.25), 1)) * now;
      if (locked) free = bundle.lock.x + bundle.lock.y + bundle.lock.z > 0 ? now : free;
    } else if (spin == Spin.Midpoint) {
      const momentum = bundle.angularKeep * bundle.momentum + h * bundle.torque;
      bundle.momentum = momentum;
      free = midpoint(momentum, axes, bundle.inverseInertia, h);
      if (locked) {
        // About the axes left free the momentum is kept as it is.
        const held = bundle.lock.x + bundle.lock.y + bundle.lock.z > 0;
        free = held ? bundle.world * momentum : free;
      }
      if (any(turnsFast(unrotate(axes, momentum), bundle.inverseInertia, h))) {
        bundle.free = free;
        turnToFree(changetype<usize>(bundle), first, h);
        free = bundle.free;
      }
    } else {
      const m = bundle.world;
      const now = bundle.angularKeep * w + h * (m * bundle.torque);
      free = now;
      if (spin == Spin.Explicit) free = now - h * (m * cross(now, through(axes, bundle.inertia, now)));
    }
    w = moves ? free : w;
    bundle.free = w;
    if (step.carries) {
      const kick = bundle.kick + passed;
      w = moves ? w + (spin == Spin.Spherical ? kick : bundle.world * kick) : w;
    }
  }
  scatterRow<T>(p0, p1, p2, p3, VELOCITY, v.x, v.y, v.z, massZ);
  scatterRow<T>(p0, p1, p2, p3, ANGULAR_VELOCITY, w.x, w.y, w.z, spareW);
}
