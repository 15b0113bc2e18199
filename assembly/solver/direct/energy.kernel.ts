// Joints that hold give a moving island no energy. Where bodies turn far in a substep, Newton's method may close the joints far from where the bodies were, though: a rod of grams
// that whips round between weights throws them metres high. Once the bodies have moved, their motion within the island is slowed to the energy that it had:
//
//     u = r + s (u - r),    s^2 = (E - E_r) / (E_u - E_r)
//
// with r the rigid motion of the island that has its momentum. No joint feels r, so that all stay as closed as they are.
import { theSubstep } from '../../constraint/substep';
import { bodyAt, jointAt } from '../../memory/records';
import { typeOf } from '../../body/activity';
import { BodyType } from '../../body/record';
import { laneSpeedOf } from './bounds';
import { BODY, bodiesEnd, lane, laneRow, NODE, nodesEnd } from './lanes';
import { loadBody, storeIsland } from './load';
import { inertiaOf, rigidMotion } from './momentum.kernel';
import { DirectBody, DirectIsland, DirectNode, Mark } from './record';
import { isLimit } from './recovery';
import { SLACK } from './refine';
import { DirectRow } from './row.kernel';
import { massAlong } from './yield';

/** Part of its kinetic energy that an island may gain in a substep by what holds. */
const GAIN: f64 = 0.02;

const VELOCITY: usize = offsetof<DirectBody>('velocity0');
const CHANGE: usize = offsetof<DirectBody>('change0');

/** J: of the motion whose six numbers are at this place of the bodies; infinite where some axis is locked. */
function kineticEnergy(island: DirectIsland, motion: usize): f64 {
  const last = bodiesEnd(island);
  let twice: f64 = 0;
  for (let at = <usize>island.firstBody; at < last; at += BODY) {
    const body = changetype<DirectBody>(at);
    const from = at + motion;
    if (body.locked) return Infinity;
    const v = vec3<f64>(load<f64>(from), load<f64>(from, 8), load<f64>(from, 16));
    const w = vec3<f64>(load<f64>(from, 24), load<f64>(from, 32), load<f64>(from, 40));
    twice += dot(v, v) / body.mass0 + dot(w, inertiaOf(body) * w);
  }
  return 0.5 * twice;
}

function isKinematic(slot: u32): bool {
  return typeOf(bodyAt(slot)) == BodyType.Kinematic;
}

/** Whether the joint holds on to a body that is moved from outside. (Those of a gear are bodies of other joints.) */
function isDriven(node: DirectNode): bool {
  const joint = jointAt(node.joint);
  return isKinematic(joint.bodyA) || isKinematic(joint.bodyB);
}

/** After the first solve of a substep, of an island that bends: how much energy it had before. Not where that may change by contacts, or from outside. */
export function noteEnergy(island: DirectIsland): void {
  if (island.articulatedCount) return;
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) if (isDriven(changetype<DirectNode>(at))) return;
  island.marks |= Mark.Bends;
  island.energy = kineticEnergy(island, VELOCITY);
}

/**
 * J, at most: what the rows of a node have done. Springs, motors and friction along their way; what holds by closing what was open, as its own bodies alone would need it. Limits
 * and ropes do nothing: see recovery.ts.
 */
function workOf(node: DirectNode): f64 {
  let work: f64 = 0;
  for (let k: u32 = 0; k < node.live; k++) {
    const row = laneRow(node, k);
    const impulse = lane(row, offsetof<DirectRow<v128>>('impulse'));
    if (impulse == 0 || isLimit(row)) continue;
    const part = lane(row, offsetof<DirectRow<v128>>('part'));
    const locks = lane(row, offsetof<DirectRow<v128>>('softness')) == 0 && (part == 1 || part == 2);
    work += locks ? closingEnergy(node, row) : Math.max(0, impulse * laneSpeedOf(node, k, VELOCITY));
  }
  return work;
}

/** Of a row that holds: what was open by less than SLACK was left so by the last substep, and asks for no speed. */
function closingEnergy(node: DirectNode, row: usize): f64 {
  const open = Math.abs(lane(row, offsetof<DirectRow<v128>>('start')));
  if (open <= SLACK) return 0;
  const speed = open / <f64>theSubstep().h;
  return (0.5 * speed * speed) / (massAlong(node.bodyA, row) + massAlong(node.bodyB, row + 96));
}

/** To be called once the bodies have moved. */
export function stopGain(island: DirectIsland): void {
  const lastBody = bodiesEnd(island);
  const lastNode = nodesEnd(island);
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) loadBody(changetype<DirectBody>(at));
  const energy = kineticEnergy(island, VELOCITY);
  let most = (1 + GAIN) * island.energy;
  for (let at = <usize>island.firstNode; at < lastNode; at += NODE) most += workOf(changetype<DirectNode>(at));
  if (energy <= most) return;
  if (island.free) rigidMotion(island);
  const rigid = kineticEnergy(island, CHANGE);
  const part = Math.sqrt(Math.max(0, most - rigid) / (energy - rigid)) - 1;
  for (let at = <usize>island.firstBody; at < lastBody; at += BODY) {
    for (let k: usize = 0; k < 48; k += 8) {
      const change = at + CHANGE + k;
      store<f64>(change, part * (load<f64>(at + VELOCITY + k) - load<f64>(change)));
    }
  }
  storeIsland(island);
}
