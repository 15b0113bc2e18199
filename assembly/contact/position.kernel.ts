// The papers' contacts: Mueller et al. 2020, sections 3.5 and 3.6, with velocities as the unknowns. Each point by itself: where it would overlap at
// the end of the substep it is taken back to touching, without a warm start, and its motion along the surface is undone if static friction can
// (eqs 26 to 28); after the bodies have moved, restitution and dynamic friction (eqs 34 and 30). An impulse bounds the impulse of dynamic
// friction: eq 30 compares it with a change of velocity, which holds for a unit mass only.
import { inverse } from '../constraint/common.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../constraint/lane-bodies.kernel';
import { Substep } from '../constraint/substep';
import { ContactFeatures, ContactManifold, FEATURES, MANIFOLD, POINT, POINTS } from './contact-bundle.kernel';
import { followed } from './contact.kernel';

/** What is done to a bundle, in the order of a substep. */
export const enum Phase {
  /** Before anything is solved: the speed at which points meet; impulses start from nothing. */
  Start,
  /** An iteration: overlap at the end of the substep, and static friction. */
  Project,
  /** After the bodies have moved: restitution and dynamic friction. */
  Reflect,
}

/** m: what has been taken back to touching overlaps by round-off, which must not make it a contact. */
const TOUCHING: f64 = 1e-7;

/** ContactPoint as this scheme has it: it needs no lever, and prepares no mass. */
class PositionPoint<T> {
  arm: vec3<T>;
  separation: lane<T>;
  /** Speed along the normal before the substep is solved; negative where the surfaces meet. */
  before: lane<T>;
  gap: lane<T>;
  impulse: lane<T>;
  x: lane<T>;
  y: lane<T>;
  mass: lane<T>;
  total: lane<T>;
}

/** Friction acts at the points: where the manifold has the middle of it, they have their impulses of static friction. */
const GRIPS: usize = MANIFOLD + offsetof<ContactManifold<v128>>('centerAx');

export function solvePositions(bundle: usize, step: Substep, phase: Phase): void {
  const at = changetype<LaneBodies>(bundle);
  const count = changetype<ContactFeatures>(bundle + FEATURES).points;
  const c = changetype<ContactManifold<v128>>(bundle + MANIFOLD);
  gatherBodies<v128>(at);
  const [vA0, wA0, massA, inertiaA] = motionOf<v128>(gatheredA());
  const [vB0, wB0, massB, inertiaB] = motionOf<v128>(gatheredB());
  const [xA, qA] = poseOf<v128>(gatheredA());
  const [xB, qB] = poseOf<v128>(gatheredB());
  const n = c.normal;
  const t = c.tangent;
  const u = cross(n, t);
  const [bend, shift, sunk] = followed<v128>(c, xA, qA, xB, qB);
  const masses = massA + massB;
  const slide = c.slide1 * t + c.slide2 * u;
  let vA = vA0;
  let wA = wA0;
  let vB = vB0;
  let wB = wB0;
  let friction = c.friction1 * t + c.friction2 * u;
  if (phase == Phase.Start) friction = vec3<v128>(0, 0, 0);
  for (let k: u32 = 0; k < count; k++) {
    const point = changetype<PositionPoint<v128>>(bundle + POINTS + <usize>k * POINT);
    const gripAt = bundle + GRIPS + ((<usize>k) << 4);
    const armA = point.arm;
    const armB = armA - c.offset;
    const last = point.impulse;
    // Along the normal, then along the surface.
    for (let row: u32 = 0; row < 2; row++) {
      const relative = vB + cross(wB, armB) - vA - cross(wA, armA);
      let along = n;
      let speed = dot(n, relative);
      if (phase == Phase.Start) {
        point.before = speed;
        point.impulse = splat<v128>(0);
        store<v128>(gripAt, splat<v128>(0));
        break;
      }
      if (row == 1) {
        const slip = relative - speed * n - slide;
        speed = length(slip);
        along = inverse(speed) * slip;
      }
      const leverA = cross(armA, along);
      const leverB = cross(armB, along);
      const spinA = inertiaA * leverA;
      const spinB = inertiaB * leverB;
      const mass = dot(along * along, masses) + dot(leverA, spinA) + dot(leverB, spinB);
      let change: lane<v128>;
      if (row == 0) {
        if (phase == Phase.Project) {
          const meeting = step.inverseH * (point.separation + (c.current > 0 ? 0 : shift + dot(bend, armA) + sunk * point.separation)) + speed;
          const now = max(last - (meeting + c.compliance * last) * inverse(mass + c.compliance), 0);
          change = meeting < -TOUCHING * step.inverseH ? now - last : 0;
        } else {
          const parting = -point.before > step.bounceSpeed ? -c.restitution * point.before : 0;
          change = last > 0 ? (parting - speed) * inverse(mass) : 0;
          point.total += last + change;
        }
        point.impulse = last + change;
      } else {
        const stopping = speed * inverse(mass);
        if (phase == Phase.Project) {
          const grip: lane<v128> = load<v128>(gripAt);
          change = grip + stopping < c.staticFriction * point.impulse ? -stopping : 0;
          const left: lane<v128> = grip - change;
          store<v128>(gripAt, left);
        } else {
          change = -min(stopping, c.dynamicFriction * last);
        }
        friction += change * along;
      }
      vA -= change * (massA * along);
      vB += change * (massB * along);
      wA -= change * spinA;
      wB += change * spinB;
    }
  }
  c.friction1 = dot(friction, t);
  c.friction2 = dot(friction, u);
  c.twist = splat<v128>(0);
  if (phase == Phase.Reflect) {
    c.frictionTotal1 += c.friction1;
    c.frictionTotal2 += c.friction2;
  }
  scatterBodies<v128>(at, vA, wA, vB, wB);
}
