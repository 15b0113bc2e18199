// From bundles to manifolds after the substeps: what contacts bore, in double precision.
import { real } from 'precision';
import { laneValue } from '../constraint/interleave';
import { ManifoldRecord } from '../collision/narrowphase/manifold-record';
import { forgetForces, manifoldPoint } from '../collision/narrowphase/manifolds.kernel';
import { WorldRecord } from '../world';
import { ContactManifold, ContactPoint } from './contact-bundle.kernel';
import { listed, listedAt } from './listed';

const HEAD: usize = offsetof<ContactManifold<real>>();
const BODY: usize = offsetof<ContactPoint<real>>();

/** Loads of a step of `dt` s, to the records; `part` of the forces of the last substep takes the place of those known before. */
export function finishContacts(world: WorldRecord, dt: f64, h: f64, part: f64): void {
  const inverseH = 1 / h;
  for (let k: u32 = 0; k < world.contactCount; k++) {
    const contact = listedAt(world, k);
    const manifold = listed(world, k);
    manifold.duration = <f32>dt;
    finishLane(contact.bundle, contact.lane, manifold, inverseH, part);
  }
}

function blend(before: f64, now: f64, part: f64): f64 {
  return part * now + (1 - part) * before;
}

function finishLane(bundle: usize, lane: u32, manifold: ManifoldRecord, inverseH: f64, part: f64): void {
  let load: f64 = 0;
  let sum: f64 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    const at = HEAD + <usize>k * BODY;
    const impulse = laneValue(bundle, lane, at + offsetof<ContactPoint<real>>('impulse'));
    load += impulse;
    point.force = blend(point.force, inverseH * impulse, part);
    point.impulse = laneValue(bundle, lane, at + offsetof<ContactPoint<real>>('total'));
    // What is only near has borne nothing for long.
    if (point.impulse == 0) point.age = min(point.age, 1);
    sum += point.force + point.impulse;
  }
  // What impacts have rubbed is nothing to start from.
  const borne = laneValue(bundle, lane, offsetof<ContactManifold<real>>('borne'));
  const kept = borne < 0 ? inverseH * min(-borne / load, 1) : inverseH;
  const normal = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
  const tangent = vec3<f64>(
    laneValue(bundle, lane, offsetof<ContactManifold<real>>('tangentx')),
    laneValue(bundle, lane, offsetof<ContactManifold<real>>('tangenty')),
    laneValue(bundle, lane, offsetof<ContactManifold<real>>('tangentz')),
  );
  const second = cross(normal, tangent);
  const f1 = kept * laneValue(bundle, lane, offsetof<ContactManifold<real>>('friction1'));
  const f2 = kept * laneValue(bundle, lane, offsetof<ContactManifold<real>>('friction2'));
  const t1 = laneValue(bundle, lane, offsetof<ContactManifold<real>>('frictionTotal1'));
  const t2 = laneValue(bundle, lane, offsetof<ContactManifold<real>>('frictionTotal2'));
  const friction = f1 * tangent + f2 * second;
  const total = t1 * tangent + t2 * second;
  manifold.frictionX = blend(manifold.frictionX, friction.x, part);
  manifold.frictionY = blend(manifold.frictionY, friction.y, part);
  manifold.frictionZ = blend(manifold.frictionZ, friction.z, part);
  manifold.frictionImpulseX = total.x;
  manifold.frictionImpulseY = total.y;
  manifold.frictionImpulseZ = total.z;
  manifold.twist = blend(manifold.twist, kept * laneValue(bundle, lane, offsetof<ContactManifold<real>>('twist')), part);
  manifold.rollX = blend(manifold.rollX, kept * laneValue(bundle, lane, offsetof<ContactManifold<real>>('rollx')), part);
  manifold.rollY = blend(manifold.rollY, kept * laneValue(bundle, lane, offsetof<ContactManifold<real>>('rolly')), part);
  manifold.rollZ = blend(manifold.rollZ, kept * laneValue(bundle, lane, offsetof<ContactManifold<real>>('rollz')), part);
  sum += f1 + f2 + t1 + t2 + manifold.twist + manifold.rollX + manifold.rollY + manifold.rollZ;
  if (!isFinite(sum)) forgetLoads(manifold);
}

/** Loads that are not finite would poison the next step. */
function forgetLoads(manifold: ManifoldRecord): void {
  forgetForces(manifold);
  for (let k: u32 = 0; k < manifold.count; k++) manifoldPoint(manifold, k).impulse = 0;
}
