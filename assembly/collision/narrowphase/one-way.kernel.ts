// Surfaces that are solid from one side only, such as platforms that one jumps up to from below: there are contacts whose normal leads to that
// side, with what has been on it. What got in from elsewhere passes until it is out again, however its normals turn meanwhile.
import { BodyRecord } from '../../body/record';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { bodyAt, shapeAt } from '../../memory/records';
import { contactAt, Manifold } from '../shape/convex.kernel';
import { ShapeFlag } from '../shape/record';
import { finishedGroup, groupCount } from './groups.kernel';
import { manifoldAt } from './manifolds.kernel';
import { isOneWayPart, judge, LEAST, NONE, OPEN, SOLID } from './sides.kernel';

/** Of the breadth: what is so deep where a contact begins has been on its side still. */
const SLACK: f64 = 0.1;

function isSet(body: BodyRecord): bool {
  return body.oneWayX != 0 || body.oneWayY != 0 || body.oneWayZ != 0 || (shapeAt(body.shape - 1).flags & ShapeFlag.OneWay) != 0;
}

/** The flag of a pair of bodies of which one has such a surface. */
export function oneWayFlag(a: BodyRecord, b: BodyRecord): u32 {
  return isSet(a) || isSet(b) ? PairFlag.OneWay : 0;
}

function judgeGroup(pair: PairRecord, group: Manifold): i32 {
  const n = group.normal;
  return judge(bodyAt(pair.bodyA), bodyAt(pair.bodyB), group.children, n.x, n.y, n.z, LEAST);
}

/** Whether surfaces with sides hold each other now. */
function holds(pair: PairRecord): bool {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    if (isOneWayPart(a, b, manifoldAt(slot - 1).children)) return true;
  }
  return false;
}

/** How far apart the points of a group were `dt` s ago, at the least. */
function gapBefore(pair: PairRecord, group: Manifold, dt: f64): f64 {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  const between = vec3<f64>(b.positionX - a.positionX, b.positionY - a.positionY, b.positionZ - a.positionZ);
  const wA = vec3<f64>(a.angularVelocityX, a.angularVelocityY, a.angularVelocityZ);
  const wB = vec3<f64>(b.angularVelocityX, b.angularVelocityY, b.angularVelocityZ);
  const v = vec3<f64>(b.velocityX - a.velocityX, b.velocityY - a.velocityY, b.velocityZ - a.velocityZ);
  let least: f64 = Infinity;
  for (let k: u32 = 0; k < group.count; k++) {
    const point = contactAt(group, k);
    const speed = dot(group.normal, v + cross(wB, point.position - between) - cross(wA, point.position));
    least = min(least, point.separation - dt * speed);
  }
  return least;
}

/** Notes whether the bodies of a pair whose contacts have been found pass through each other. */
export function notePassing(pair: PairRecord, dt: f64): void {
  const held = holds(pair);
  const slack = SLACK * min(shapeAt(bodyAt(pair.bodyA).shape - 1).breadth, shapeAt(bodyAt(pair.bodyB).shape - 1).breadth);
  let overlaps = false;
  let enters = false;
  for (let k: u32 = 0; k < groupCount(); k++) {
    const group = finishedGroup(k);
    const told = judgeGroup(pair, group);
    if (told == NONE) continue;
    const deep = gapBefore(pair, group, 0) < 0;
    if (deep) overlaps = true;
    if (told == OPEN ? deep : gapBefore(pair, group, dt) < -slack) enters = true;
  }
  if (pair.flags & PairFlag.Passing ? !overlaps : held || !enters) pair.flags &= ~(<u32>PairFlag.Passing);
  else pair.flags |= PairFlag.Passing;
}

/** Whether a group makes no contact. */
export function letsPass(pair: PairRecord, group: Manifold): bool {
  const told = judgeGroup(pair, group);
  return told == OPEN || (told == SOLID && (pair.flags & PairFlag.Passing) != 0);
}
