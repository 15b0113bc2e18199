import { LANES, real } from 'precision';
import { LaneBodies } from '../constraint/lane-bodies.kernel';

// A bundle of contacts: LANES manifolds with at most as many points, none of which share a body that moves.
//
//   LaneBodies   ContactFeatures   ContactManifold<v128>   ContactPoint<v128> of each point
//
// Normals and arms are those of the start of the step, in the world's axes; separations follow the bodies.

/** What some lane of a bundle has. */
// @ts-ignore: decorator
@unmanaged
export class ContactFeatures {
  /** Points of the manifold with the most. */
  points: u32;
  bouncy: u32;
  compliant: u32;
  rolling: u32;
  /** Friction about the normal: points beside each other, or torsional friction. */
  turning: u32;
  /** New contacts. */
  fresh: u32;
  /** Found anew in this substep. */
  renewed: u32;
  /** Not 0: some impulse is perhaps not 0. */
  bears: u32;
}

/** The part of a manifold that its points share. Loads are impulses on B, of one substep; totals are those of the step so far. */
export class ContactManifold<T> {
  // What is looked at where contacts bear nothing.
  /** From A to B. */
  normal: vec3<T>;
  /** From A's centre of mass to B's. */
  offset: vec3<T>;
  /** Parts of the arms along the normal that do not turn with the bodies: the radii around their cores. */
  radiusA: lane<T>;
  radiusB: lane<T>;
  /** 1: found anew in this substep, so that separations are those that its bodies have now. */
  current: lane<T>;
  /** The first direction of friction. The second is normal x tangent. */
  tangent: vec3<T>;
  /** Arms of the place where friction acts. */
  centerA: vec3<T>;
  centerB: vec3<T>;
  // The rest.
  friction1: lane<T>;
  friction2: lane<T>;
  twist: lane<T>;
  roll: vec3<T>;
  /** Velocity of B's surface against A's that friction leads to, along the two directions. */
  slide1: lane<T>;
  slide2: lane<T>;
  staticFriction: lane<T>;
  dynamicFriction: lane<T>;
  /** m */
  rollingFriction: lane<T>;
  torsionalFriction: lane<T>;
  restitution: lane<T>;
  /** m/s: by how much forces change the speed at which the bodies approach in a substep. */
  acceleration: lane<T>;
  /** 1/kg: compliance over the square of the substep. */
  compliance: lane<T>;
  /** Not 0: some point was not there before: its impulse is nothing to start from. */
  fresh: lane<T>;
  /**
   * 1: the spring that holds what overlaps gives way to its load; 0 where loads are solved together (loaded/). Of bodies that joints connect and that overlap from the
   * start: the part of the depenetration speed at which they part.
   */
  yields: lane<T>;
  /**
   * N s: the sum of the points' impulses in the last substep. Below 0 where that has grown as by an impact: minus the load whose share of the friction the next substep
   * starts from.
   */
  borne: lane<T>;
  // What follows starts from zero.
  /** Not 0: these, and the points' masses, are those of the geometry. */
  prepared: lane<T>;
  /** Inverse of the rows' inverse mass in the two directions of friction, and its largest principal value; inverse inertia about the normal. */
  stick11: lane<T>;
  stick12: lane<T>;
  stick22: lane<T>;
  stiffest: lane<T>;
  turning: lane<T>;
  /**
   * What an impulse along the normal at the place where friction acts, and angular impulses about the tangent and the second direction, do to the speed along the normal
   * there and to the angular velocities about these two.
   */
  along: lane<T>;
  alongT: lane<T>;
  alongU: lane<T>;
  tiltTT: lane<T>;
  tiltTU: lane<T>;
  tiltUU: lane<T>;
  frictionTotal1: lane<T>;
  frictionTotal2: lane<T>;
}

export class ContactPoint<T> {
  /** From A's centre of mass to A's surface. */
  arm: vec3<T>;
  separation: lane<T>;
  /** Distance from where friction acts. */
  lever: lane<T>;
  /** Separation at the poses that the bodies have now, unless they are solved directly. */
  gap: lane<T>;
  impulse: lane<T>;
  // What follows starts from zero.
  /** What a unit impulse turns the bodies by about where friction acts, about the tangent and about the second direction; prepared. */
  x: lane<T>;
  y: lane<T>;
  /** Effective mass, prepared. */
  mass: lane<T>;
  total: lane<T>;
  /** m/s: v_n with which surfaces that go along each other part by half of what the normal and the arms change in a substep. */
  curve: lane<T>;
}

/** What a bundle of contacts of articulated bodies has behind its points: see articulated.kernel.ts. */
export class ArticulatedLanes<T> {
  /** K: a force to a velocity, a torque to a velocity, a torque to an angular velocity. */
  linear: sym3<T>;
  mixed: mat3<T>;
  angular: sym3<T>;
  /** Of B against A, in the middle of the contact. */
  velocity: vec3<T>;
  angularVelocity: vec3<T>;
  /**
   * Inverse masses that no row falls short of, along the axes, and about the normal: those of the whole islands. Where joints leave no way to part, contacts would ask for any
   * impulse, and not get what they want.
   */
  least: vec3<T>;
  leastTurning: lane<T>;
  /** What the sweep has pushed B by, and A against it, about the middle of the contact. */
  force: vec3<T>;
  torque: vec3<T>;
}

export const FEATURES: usize = offsetof<LaneBodies>();
export const MANIFOLD: usize = FEATURES + offsetof<ContactFeatures>();
export const POINT: usize = offsetof<ContactPoint<real>>() * LANES;
export const POINTS: usize = MANIFOLD + offsetof<ContactManifold<real>>() * LANES;

/** What contacts of a kind have in common besides the number of points. */
const enum Sort {
  Plain,
  /** They bear nothing when a step begins, so that most sweeps have nothing to do where all lanes of a bundle are such. */
  Idle,
  /** They have a new point: only their bundles are swept more than once. */
  Fresh,
  /** Of bodies whose joints are solved directly. */
  Articulated,
  ArticulatedFresh,
  Count,
}

const ROOMS: u32 = 4;

/** Kinds of contacts that are solved alike: those whose manifolds have as many points as `roomOf` the kind, or at most as many. */
export const KINDS: u32 = ROOMS * Sort.Count;

/** Three points go with four. */
export function kindOf(points: u32, articulated: bool, idle: bool, fresh: bool): u32 {
  const free = idle ? Sort.Idle : fresh ? Sort.Fresh : Sort.Plain;
  const sort: u32 = articulated ? (fresh ? Sort.ArticulatedFresh : Sort.Articulated) : free;
  return ROOMS * sort + (points > 2 ? 3 : points - 1);
}

export function isArticulated(kind: u32): bool {
  return kind >= ROOMS * Sort.Articulated;
}

export function roomOf(kind: u32): u32 {
  return (kind & (ROOMS - 1)) + 1;
}

/** From the address of ArticulatedLanes to those of the ArticulatedBodies: words, of A's lanes and then of B's; 0: it is none. */
export const SIDES: usize = offsetof<ArticulatedLanes<real>>() * LANES;

/** Address of the ArticulatedLanes of a bundle. */
export function articulatedLanes(bundle: usize, kind: u32): usize {
  return bundle + POINTS + <usize>roomOf(kind) * POINT;
}

export function contactBundleBytes(kind: u32): usize {
  return POINTS + <usize>roomOf(kind) * POINT + (isArticulated(kind) ? SIDES + 32 : 0);
}

/** Separation of points that there are not: no body comes as far in a step. */
export const NO_POINT: f64 = 1e10;
