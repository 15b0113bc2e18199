// What contacts want, as rows (SPECIFICATION.md, section 1.1): C = s + n · (p_B - p_A) >= 0 at each point, and at one place friction along the
// surface, about the normal, and against rolling, whose loads the normals' bound.
import { INFINITE, TINY } from '../constraint/constants';
import { gatherAhead, gatheredA, gatheredB, LaneBodies, poseOf } from '../constraint/lane-bodies.kernel';
import { aim, followRow, nextRow, Row, RowKind } from '../constraint/row.kernel';
import { theSubstep } from '../constraint/substep';
import { rotate, rotateDelta } from '../math/quat.kernel';
import { ContactFeatures, ContactManifold, ContactPoint, FEATURES, MANIFOLD, NO_POINT } from './contact-bundle.kernel';
import { followed } from './contact.kernel';

function manifoldOf<T>(bundle: usize): ContactManifold<T> {
  return changetype<ContactManifold<T>>(bundle + MANIFOLD);
}

function pointOf<T>(bundle: usize, index: u32): ContactPoint<T> {
  return changetype<ContactPoint<T>>(bundle + MANIFOLD + offsetof<ContactManifold<T>>() + <usize>index * offsetof<ContactPoint<T>>());
}

/** The rows of a bundle of contacts, where their bodies are. */
export function writeContact<T>(bundle: usize): void {
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  gatherAhead<T>(changetype<LaneBodies>(bundle));
  for (let k: u32 = 0; k < features.points; k++) writeNormal<T>(manifoldOf<T>(bundle), pointOf<T>(bundle, k));
  const c = manifoldOf<T>(bundle);
  for (let k: u32 = 0; k < 2; k++) writeSlip<T>(c, features, k);
  for (let k: u32 = features.turning ? 0 : 1; k < (features.rolling ? <u32>3 : 1); k++) writeTurn<T>(c, features, k);
}

function writeNormal<T>(c: ContactManifold<T>, point: ContactPoint<T>): void {
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const step = theSubstep();
  const n = c.normal;
  const [bend, shift, sunk] = followed(c, xA, qA, xB, qB);
  const moved = shift + dot(bend, point.arm) + sunk * point.separation;
  // The radii around the cores of the shapes do not turn with the bodies, and have no lever.
  const leverA = rotate(qA, point.arm - c.radiusA * n);
  const leverB = rotate(qB, point.arm - c.offset + (c.radiusB + point.separation) * n);
  const row = nextRow<T>(RowKind.Normal);
  const exists: lane<T> = point.separation < 0.5 * NO_POINT ? 1 : 0;
  aim(row, exists * n, vec3<T>(0, 0, 0), leverA, leverB);
  row.value = point.separation + moved;
  row.upper = splat<T>(INFINITE);
  row.high = exists * splat<T>(INFINITE);
  row.stiffness = c.compliance > 0 ? 1 / max((step.h * step.h) * c.compliance, splat<T>(TINY)) : splat<T>(INFINITE);
  row.restitution = c.restitution;
  row.lever = point.lever;
  row.impulse = point.impulse;
  row.present = exists;
}

/** A row of speed: where the bodies are does not matter. `index`: how many rows it has before it. */
function wantSpeed<T>(row: Row<T>, features: ContactFeatures, index: u32): void {
  row.damping = splat<T>(INFINITE);
  row.low = splat<T>(-INFINITE);
  row.high = splat<T>(INFINITE);
  row.present = splat<T>(1);
  row.normals = index;
  row.normalCount = features.points;
}

/** Friction along the tangent, and across it. */
function writeSlip<T>(c: ContactManifold<T>, features: ContactFeatures, k: u32): void {
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const row = nextRow<T>(RowKind.Slip);
  const leverA = rotateDelta(qA, c.centerA);
  const leverB = rotateDelta(qB, c.centerB);
  const isFirst = splat<T>(k == 0 ? 1 : 0) > 0;
  const tangent = isFirst ? c.tangent : cross(c.normal, c.tangent);
  aim(row, tangent, vec3<T>(0, 0, 0), c.centerA + leverA, c.centerB + leverB);
  row.block = k == 0 ? 2 : 0;
  row.value = dot(tangent, (xB - xA) + (leverB - leverA));
  wantSpeed(row, features, features.points + k);
  row.velocity = isFirst ? c.slide1 : c.slide2;
  row.impulse = isFirst ? c.friction1 : c.friction2;
  row.friction = c.staticFriction;
  row.sliding = c.dynamicFriction;
}

/** Friction about the normal, and against rolling about the tangent and across it. */
function writeTurn<T>(c: ContactManifold<T>, features: ContactFeatures, k: u32): void {
  const row = nextRow<T>(k == 0 ? RowKind.Spin : RowKind.Roll);
  const isSpin = splat<T>(k == 0 ? 1 : 0) > 0;
  const isFirst = splat<T>(k == 1 ? 1 : 0) > 0;
  const across = isFirst ? c.tangent : cross(c.normal, c.tangent);
  row.block = k == 1 ? 2 : k == 2 ? 0 : 1;
  const axis = isSpin ? c.normal : across;
  aim(row, vec3<T>(0, 0, 0), axis, vec3<T>(0, 0, 0), vec3<T>(0, 0, 0));
  wantSpeed(row, features, features.points + 2 + k - (features.turning ? 0 : 1));
  row.impulse = isSpin ? c.twist : dot(c.roll, axis);
  row.friction = isSpin ? c.staticFriction : 0;
  row.sliding = isSpin ? c.dynamicFriction : 0;
  row.lever = isSpin ? c.torsionalFriction : c.rollingFriction;
}

/** Takes the impulses of these rows back. */
export function readContact<T>(bundle: usize): void {
  const features = changetype<ContactFeatures>(bundle + FEATURES);
  const c = manifoldOf<T>(bundle);
  for (let k: u32 = 0; k < features.points; k++) {
    const point = pointOf<T>(bundle, k);
    const row = followRow<T>();
    point.impulse = row.impulse;
    point.total += row.total;
  }
  const first = followRow<T>();
  const second = followRow<T>();
  c.friction1 = first.impulse;
  c.friction2 = second.impulse;
  c.frictionTotal1 += first.total;
  c.frictionTotal2 += second.total;
  if (features.turning) c.twist = followRow<T>().impulse;
  if (!features.rolling) return;
  const along = followRow<T>();
  const across = followRow<T>();
  c.roll = along.impulse * c.tangent + across.impulse * cross(c.normal, c.tangent);
}
