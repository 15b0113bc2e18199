// How short substeps have to be for what bodies bear. A contact that bears F rests F / (m w²) deep, w = 2 pi STIFFEST / h, which may be DEPTH. A column of L bodies of
// half width a, of which the lowest bears F, buckles where L² F / (m w²) passes some 2 a (Greenhill, 1881); SLENDER of a is allowed. docs/solvers.md has the towers that
// show it.
import { typeOf } from './body/activity';
import { BodyRecord, BodyType } from './body/record';

/** m, and part of a body's half width: as deep as a load may press it. */
const DEPTH: f64 = 0.008;
const SHARE: f64 = 0.02;
/** Of a body's half width, above: 0.6 of what buckles. */
const SLENDER: f64 = 1.2;
/** Cosine between gravity and the normals of what stands on one another; and loads that such bodies bear with ease, and those that are solved directly, in weights. */
export const UPRIGHT: f64 = 0.96;
const EASY: f64 = 4;
const DIRECT: f64 = 400;
/** Where a body carries one that is heavier by this, such contacts are solved together, and more than the usual substeps bring nothing: contact/loaded. */
export const UNEQUAL: f64 = 20;
/** Steps after which a load counts as one that lasts. */
export const LASTING: u32 = 8;

/** kg: of a body as far as gravity pulls it down. */
export function pulledMass(body: BodyRecord): f64 {
  return body.mass * max(body.gravityScale, 0);
}

/** Whether a body is dynamic; what joints bear of a body's load is not seen here. */
export function moves(body: BodyRecord): bool {
  return typeOf(body) == BodyType.Dynamic && !body.jointCount;
}

/** kg: of a body that moves so; else 0. */
export function movedMass(body: BodyRecord): f64 {
  return moves(body) ? body.mass : 0;
}

/** Whether both of two bodies move, with these masses, and one is so much heavier that their contacts are solved together if it stands on the other. */
export function areUnequal(a: f64, b: f64): bool {
  return min(a, b) > 0 && max(a, b) >= UNEQUAL * min(a, b);
}

/** m: half of what a box of these moments is wide where it is thinnest. */
function halfWidth(body: BodyRecord): f64 {
  const all = body.inertiaX + body.inertiaY + body.inertiaZ;
  const least = all - 2 * max(body.inertiaX, max(body.inertiaY, body.inertiaZ));
  return Math.sqrt((1.5 * max(least, 0.01 * all)) / body.mass);
}

/** 1/(kg m): the square of the frequency that a load asks for that presses a body that moves, over the load. */
export function yieldOf(body: BodyRecord): f64 {
  const width = halfWidth(body);
  return width > 0 ? 1 / body.mass / min(DEPTH, SHARE * width) : 0;
}

/** N: larger loads of a body are solved directly. */
export function mostBorne(body: BodyRecord, gravity: f64): f64 {
  return DIRECT * body.mass * gravity;
}

/** 1/s²: of what stands on a body, with which `borne` N rest upright on so many `supports`; that are columns of as many bodies as have that weight, or `weight` N. */
export function leanOf(body: BodyRecord, borne: f64, supports: f64, weight: f64, gravity: f64): f64 {
  const weights = min(borne, weight) / (body.mass * gravity);
  if (!(weights > EASY) || weights >= DIRECT) return 0;
  return (weights * weights * (borne / supports / body.mass)) / (SLENDER * halfWidth(body));
}
