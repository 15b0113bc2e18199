// How large the box of a body has to be: it holds where the body gets in a step at k times its speed (Mueller et al., "Detailed Rigid
// Body Simulation with Extended Position Based Dynamics", 2020, 3.5), and in the tree it is larger still, so that it need not change in
// each step.
import { bodyType } from '../../body/activity';
import { BodyFlag, BodyRecord, BodyType } from '../../body/record';
import { bodyAt, shapeAt } from '../../memory/records';
import { BODY_ORIGIN, bodyBounds, Bounds } from '../shape/bounds.kernel';
import { ShapeRecord } from '../shape/record';
import { WorldRecord } from '../../world';
import { nodeAt, roundBox, theBroadphase, TreeNode } from './record';

/** Slack of a box in a tree beside the breadth of the shape, and steps ahead that it reaches along the body's way. */
const SLACK: f64 = 0.05;
const AHEAD: f64 = 4;
/** Where bodies have many neighbours, slack is so many times as large, for a search takes longer there, and steps are so many times as few: more of the pairs ahead are in vain. */
const DENSE: f64 = 2;
/** The longest of those ways beside the breadth. */
const FARTHEST_AHEAD: f64 = 1;
/** By how many times its slack and its way a box may be too large. */
const EXCESS: f64 = 3;
/** So many bodies in a row have slacks between half and all of it: bodies of one speed do not all change their boxes at once. */
const SPREAD: u32 = 8;

/** Rounding makes boxes larger by less than this part of their distance. */
const ROUNDING: f64 = 4e-7;

/** The Bounds of the body, and from chooseBounds on of where it gets; and those that its leaf should have. */
const TIGHT: usize = scratch<Bounds>();
const WANTED: usize = scratch<Bounds>();
/** How far the body gets along each axis. */
const WAY: usize = scratch<f64>(3);
/** From the middle of its box there, how far away it is at most. */
const RADIUS: usize = scratch<f64>();

/** A component of a vector in a record. */
function component(vector: usize, axis: usize): f64 {
  return load<f64>(vector + (axis << 3));
}

/** How far a point gets at most; the arm may be infinite. */
function swept(turn: f64, arm: f64): f64 {
  return turn > 0 ? turn * arm : 0;
}

/** Writes how far a body may get in `dt` s; returns how far beside that its turning takes a point `arm` from what it turns about. */
function foresee(world: WorldRecord, body: BodyRecord, arm: f64, dt: f64): f64 {
  const at = changetype<usize>(body);
  if (body.flags & BodyFlag.HasTarget) {
    for (let axis: usize = 0; axis < 3; axis++)
      store<f64>(WAY + (axis << 3), component(at + offsetof<BodyRecord>('targetX'), axis) - component(BODY_ORIGIN, axis));
    const cosine =
      body.orientationX * body.targetOrientationX +
      body.orientationY * body.targetOrientationY +
      body.orientationZ * body.targetOrientationZ +
      body.orientationW * body.targetOrientationW;
    return swept(2 * sqrt(max(1 - cosine * cosine, 0)), arm);
  }
  const growth = world.boundsGrowth * dt;
  const isDynamic = bodyType(body) == BodyType.Dynamic;
  const pull = isDynamic ? dt * body.gravityScale : 0;
  const push = isDynamic && body.mass > 0 ? dt / body.mass : 0;
  let square: f64 = 0;
  for (let axis: usize = 0; axis < 3; axis++) {
    const velocity = component(at + offsetof<BodyRecord>('velocityX'), axis);
    const gravity = component(changetype<usize>(world) + offsetof<WorldRecord>('gravityX'), axis);
    const force = component(at + offsetof<BodyRecord>('forceX'), axis);
    store<f64>(WAY + (axis << 3), growth * (velocity + pull * gravity + push * force));
    const turn = component(at + offsetof<BodyRecord>('angularVelocityX'), axis);
    square += turn * turn;
  }
  return swept(min(growth * sqrt(square), 2), arm);
}

/** The largest distance of a point of the shape from the body's centre of mass. */
function armOf(body: BodyRecord, shape: ShapeRecord): f64 {
  return shape.reach + sqrt(body.centerX * body.centerX + body.centerY * body.centerY + body.centerZ * body.centerZ);
}

/** Bits that say what is wrong with a leaf's box. */
export const TOO_SMALL: u32 = 1;
export const TOO_LARGE: u32 = 2;

/** Foresees the box that a body needs in the next `dt` s, and chooses one for its leaf; what is wrong with the one that it has. */
export function chooseBounds(world: WorldRecord, slot: u32, dt: f64): u32 {
  const body = bodyAt(slot);
  const shape = shapeAt(body.shape - 1);
  const type = bodyType(body);
  const breadth = shape.breadth;
  const leaf = changetype<usize>(nodeAt(body.leaf));
  const still = type == BodyType.Static;
  bodyBounds(slot, TIGHT);
  const arm = armOf(body, shape);
  const turned = still ? 0 : foresee(world, body, arm, dt);
  // Of two bodies that may touch one is dynamic: that one brings the distance at which contacts begin.
  const margin = type == BodyType.Dynamic ? min(world.contactMargin, breadth) : 0;
  const share = 0.5 + (0.5 / SPREAD) * <f64>(slot % SPREAD);
  const density: f64 = theBroadphase().dense ? DENSE : 1;
  const slack = still ? 0 : share * SLACK * density * breadth;
  const limit = share * FARTHEST_AHEAD * breadth;
  const steps = (share * AHEAD) / density;
  let wrong: u32 = 0;
  let aside: f64 = 0;
  let along: f64 = 0;
  let rounding: f64 = 0;
  for (let axis: usize = 0; axis < 3; axis++) {
    const offset = axis << 3;
    const center = component(changetype<usize>(body), axis);
    const way = still ? 0 : load<f64>(WAY + offset);
    let low = load<f64>(TIGHT + offset);
    let high = load<f64>(TIGHT + offset, 24);
    low = min(low, max(low - turned, center - arm)) + min(way, 0) - margin;
    high = max(high, min(high + turned, center + arm)) + max(way, 0) + margin;
    store<f64>(TIGHT + offset, low);
    store<f64>(TIGHT + offset, high, 24);
    const off = center + 0.5 * way - 0.5 * (low + high);
    aside += off * off;
    along += way * way;
    rounding += ROUNDING * (abs(low) + abs(high));
    const ahead = max(min(steps * way, limit), -limit);
    store<f64>(WANTED + offset, low - slack + min(ahead, 0));
    store<f64>(WANTED + offset, high + slack + max(ahead, 0), 24);
    const leafLow = <f64>load<f32>(leaf + (axis << 2));
    const leafHigh = <f64>load<f32>(leaf + (axis << 2), 16);
    const excess = EXCESS * (slack + abs(way) + abs(ahead)) + ROUNDING * (abs(low) + abs(high));
    if (!(leafLow <= low && high <= leafHigh)) wrong |= TOO_SMALL;
    if (leafLow < low - excess || high + excess < leafHigh) wrong |= TOO_LARGE;
  }
  store<f64>(RADIUS, sqrt(aside) + 0.5 * sqrt(along) + arm + margin + rounding);
  return wrong;
}

/** Whether the box of a body holds the body where it is now. */
export function isInBox(slot: u32): bool {
  const leaf = changetype<usize>(nodeAt(bodyAt(slot).leaf));
  bodyBounds(slot, TIGHT);
  for (let axis: usize = 0; axis < 3; axis++) {
    if (<f64>load<f32>(leaf + (axis << 2)) > load<f64>(TIGHT + (axis << 3))) return false;
    if (<f64>load<f32>(leaf + (axis << 2), 16) < load<f64>(TIGHT + (axis << 3), 24)) return false;
  }
  return true;
}

/** Makes the box of a body hold the body where it is now, too. */
export function holdHere(slot: u32): void {
  const leaf = changetype<usize>(nodeAt(bodyAt(slot).leaf));
  bodyBounds(slot, TIGHT);
  for (let axis: usize = 0; axis < 3; axis++) {
    store<f64>(WANTED + (axis << 3), min(<f64>load<f32>(leaf + (axis << 2)), load<f64>(TIGHT + (axis << 3))));
    store<f64>(WANTED + (axis << 3), max(<f64>load<f32>(leaf + (axis << 2), 16), load<f64>(TIGHT + (axis << 3), 24)), 24);
  }
  takeBounds(bodyAt(slot).leaf);
}

/** Gives a leaf the box that was chosen last. */
export function takeBounds(leaf: u32): void {
  roundBox(nodeAt(leaf), WANTED);
}

/** The same for a box that holds no more than where the body gets, with the radius of a ball about its middle that does so too. */
export function roundReach(box: TreeNode): void {
  const radius = <f32>(load<f64>(RADIUS) * (1 + ROUNDING));
  box.lowW = -radius;
  box.highW = radius;
  roundBox(box, TIGHT);
}
