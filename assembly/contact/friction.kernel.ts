// Friction of a manifold: two directions along the surface and the turning about the normal, inside the limit surface of a patch, and rolling.
//
//   f² + τ² + k f² τ² <= 1,   f = |F| / (μ Σλ),   τ = T / (μ Σ l λ + μ_τ Σλ)
//
// with the points' impulses λ and their distances l from where friction acts (Farkas et al., "Frictional Coupling between Sliding and Spinning Motion", 2003).
import { inverse } from '../constraint/common.kernel';
import { ContactManifold } from './contact-bundle.kernel';

/** The square of a friction over its limit that is not told from larger ones. */
const MOST_SQUARE: f64 = 1e30;

/** Which part of a friction slides, where the others turn: of the squares of both over their limits. */
function slidingPart(slides: lane<v128>, turns: lane<v128>): lane<v128> {
  const some: lane<v128> = min(slides, splat<v128>(MOST_SQUARE));
  return some * inverse(some + min(turns, splat<v128>(MOST_SQUARE)));
}

/**
 * The limit surface of a disc under a uniform pressure, f² + τ² + k f² τ² = 1 within 1 %: the inverse square of how far it is in a direction of which q
 * slides. Farkas et al., "Frictional Coupling between Sliding and Spinning Motion" (2003), have its integrals.
 */
function nearness(q: lane<v128>): lane<v128> {
  return 0.5 + 0.5 * sqrt(1 + 4 * (0.5 + 0.28 * q) * q * (1 - q));
}

/**
 * Friction at the middle of the manifold, two directions and the turning about the normal, inside the limit surface of a patch, solved against the slip under the
 * load of the points, `grip` of it times their levers. By how much its impulses change: along the surface, and about the normal.
 */
export function rub(
  c: ContactManifold<v128>, turning: u32, slip: vec3<v128>, turned: lane<v128>, load: lane<v128>, grip: lane<v128>, waits: mask<v128>,
): [vec3<v128>, vec3<v128>] {
  const n = c.normal;
  const t = c.tangent;
  const u = cross(n, t);
  const slip1 = dot(t, slip) - c.slide1;
  const slip2 = dot(u, slip) - c.slide2;
  const last1 = c.friction1;
  const last2 = c.friction2;
  let f1 = last1 - (c.stick11 * slip1 + c.stick12 * slip2);
  let f2 = last2 - (c.stick12 * slip1 + c.stick22 * slip2);
  const limit = c.staticFriction * load;
  const inLimit = inverse(limit);
  const x = f1 * inLimit;
  const y = f2 * inLimit;
  let outside = x * x + y * y;
  let twist = splat<v128>(0);
  let reach2 = splat<v128>(0);
  const twisting = c.torsionalFriction * load;
  const turnLimit = c.staticFriction * grip + twisting;
  if (turning) {
    twist = turnLimit > 0 ? c.twist - turned * inverse(c.turning) : 0;
    const z = twist * inverse(turnLimit);
    const q = slidingPart(outside, z * z);
    outside = (outside + z * z) * nearness(q);
    reach2 = turnLimit * inLimit * (turnLimit * inLimit);
  }
  const slips = outside > 1 || limit <= 0;
  if (any(slips)) {
    // Against the slip, and as large as dynamic friction is. One effective mass for all directions keeps the direction.
    const slideLimit = c.dynamicFriction * load;
    const slideTurnLimit = c.dynamicFriction * grip + twisting;
    const inSlide = inverse(slideLimit);
    const inTurn = inverse(slideTurnLimit);
    let g1 = last1;
    let g2 = last2;
    let g3 = c.twist;
    let size = splat<v128>(1);
    let near = splat<v128>(1);
    // A second time with the weight that turning has for what the first has found, so that the motion is across the limit surface.
    for (let more = turning ? 2 : 1; more > 0; more--) {
      const softest = inverse(max(c.stiffest, c.turning * reach2));
      g1 = last1 - softest * slip1;
      g2 = last2 - softest * slip2;
      g3 = turnLimit > 0 ? c.twist - reach2 * softest * turned : 0;
      const h1 = g1 * inSlide;
      const h2 = g2 * inSlide;
      const h3 = g3 * inTurn;
      const slides = h1 * h1 + h2 * h2;
      size = slides + h3 * h3;
      if (!turning) break;
      const q = slidingPart(slides, h3 * h3);
      near = nearness(q);
      if (more == 2) reach2 *= 1 / (2.0 / 3.0 + 1.05 * q * q);
    }
    const scale = 1 / max(sqrt(size * near), 1);
    f1 = slips ? (slideLimit > 0 ? scale * g1 : 0) : f1;
    f2 = slips ? (slideLimit > 0 ? scale * g2 : 0) : f2;
    twist = slips ? (slideTurnLimit > 0 ? scale * g3 : 0) : twist;
  }
  f1 = waits ? last1 : f1;
  f2 = waits ? last2 : f2;
  twist = waits ? c.twist : twist;
  const friction = (f1 - last1) * t + (f2 - last2) * u;
  const turn = (twist - c.twist) * n;
  c.friction1 = f1;
  c.friction2 = f2;
  c.twist = twist;
  return [friction, turn];
}

/** The angular impulse against rolling after it is solved; `stiff`: the inverse of the inverse inertias across the normal. */
export function rollingImpulse(c: ContactManifold<v128>, rolled: vec3<v128>, stiff: lane<v128>, load: lane<v128>, waits: mask<v128>): vec3<v128> {
  const lastRoll = c.roll;
  const free = lastRoll - stiff * rolled;
  const most = c.rollingFriction * load;
  const held = min(most * inverse(length(free)), 1) * free;
  return vec3(waits ? lastRoll.x : held.x, waits ? lastRoll.y : held.y, waits ? lastRoll.z : held.z);
}
