// How large the box of a body has to be: it holds where the body gets in a step at k times its speed (Mueller et al., "Detailed Rigid
// Body Simulation with Extended Position Based Dynamics", 2020, 3.5), and in the tree it is larger still, so that it need not change in
// each step.
import { BodyFlag, BodyRecord, BodyType } from '../body/record';
import { shapeAt } from '../memory/records';
import { BODY_ORIGIN, bodyBounds } from '../shape/bounds.kernel';
import { ShapeRecord } from '../shape/record';
import { WorldRecord } from '../world';
import { boxHolds, nodeAt, roundBox, TreeNode } from './record';

/** Slack of a box in a tree beside the breadth of the shape. */
const SLACK: f64 = 0.1;
/** Steps ahead that a box reaches along the body's way, and the longest of those ways beside the breadth. */
const AHEAD: f64 = 2.5;
const FARTHEST_AHEAD: f64 = 1;
/** By how many times its slack and its way a box may be too large. */
const EXCESS: f64 = 3;
/** So many bodies in a row have slacks between half and all of it: bodies of one speed do not all change their boxes at once. */
const SPREAD: u32 = 8;

/** Box that a body needs; then, the box it has in the tree may be no larger than, and the one it would get. Low and high, f64. */
const NEEDED: usize = memory.data(48, 16);
const LARGEST: usize = memory.data(48, 16);
const WANTED: usize = memory.data(48, 16);
const ROUNDED: usize = memory.data(32, 16);
/** How far the body gets along each axis. */
const WAY: usize = memory.data(24, 16);

export function bodyType(body: BodyRecord): u32 {
  return (body.flags & BodyFlag.TypeMask) >> BodyFlag.TypeShift;
}

function rounded(bounds: usize): TreeNode {
  const box = changetype<TreeNode>(ROUNDED);
  roundBox(box, bounds);
  return box;
}

/** A component of a vector in a record. */
function component(vector: usize, axis: usize): f64 {
  return load<f64>(vector + (axis << 3));
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
    return 2 * arm * sqrt(max(1 - cosine * cosine, 0));
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
  const turned = min(growth * sqrt(square), 2);
  return turned > 0 ? turned * arm : 0;
}

/** The largest distance of a point of the shape from the body's centre of mass. */
function armOf(body: BodyRecord, shape: ShapeRecord): f64 {
  return shape.reach + sqrt(body.centerX * body.centerX + body.centerY * body.centerY + body.centerZ * body.centerZ);
}

/** Fills NEEDED, LARGEST and WANTED for the next `dt` s. */
function growBounds(world: WorldRecord, slot: u32, body: BodyRecord, dt: f64): void {
  const shape = shapeAt(body.shape - 1);
  const type = bodyType(body);
  bodyBounds(slot, NEEDED);
  if (type == BodyType.Static) {
    memory.copy(WANTED, NEEDED, 48);
    return;
  }
  const arm = armOf(body, shape);
  const turned = foresee(world, body, arm, dt);
  // Of two bodies of which one need not be dynamic, the dynamic ones bring the distance at which contacts begin.
  const margin = type == BodyType.Dynamic ? min(world.contactMargin, shape.breadth) : 0;
  const share = 0.5 + (0.5 / SPREAD) * <f64>(slot % SPREAD);
  const slack = share * SLACK * shape.breadth;
  const limit = share * FARTHEST_AHEAD * shape.breadth;
  for (let axis: usize = 0; axis < 3; axis++) {
    const offset = axis << 3;
    const center = component(changetype<usize>(body), axis);
    const way = load<f64>(WAY + offset);
    const low = load<f64>(NEEDED + offset);
    const high = load<f64>(NEEDED + offset, 24);
    const lowest = min(low, max(low - turned, center - arm)) + min(way, 0) - margin;
    const highest = max(high, min(high + turned, center + arm)) + max(way, 0) + margin;
    const ahead = max(min(share * AHEAD * way, limit), -limit);
    const excess = EXCESS * (slack + abs(way) + abs(ahead));
    store<f64>(NEEDED + offset, lowest);
    store<f64>(NEEDED + offset, highest, 24);
    store<f64>(LARGEST + offset, lowest - excess);
    store<f64>(LARGEST + offset, highest + excess, 24);
    store<f64>(WANTED + offset, lowest - slack + min(ahead, 0));
    store<f64>(WANTED + offset, highest + slack + max(ahead, 0), 24);
  }
}

/** Gives a leaf a new box. */
export function setBounds(world: WorldRecord, slot: u32, body: BodyRecord, dt: f64): void {
  growBounds(world, slot, body, dt);
  roundBox(nodeAt(body.leaf), WANTED);
}

/** Gives a leaf a new box if it does not hold where its body gets in `dt` s, or is far too large; whether it did. */
export function adaptBounds(world: WorldRecord, slot: u32, body: BodyRecord, dt: f64, shrink: bool): bool {
  growBounds(world, slot, body, dt);
  const node = nodeAt(body.leaf);
  if (boxHolds(node, rounded(NEEDED)) && (!shrink || boxHolds(rounded(LARGEST), node))) return false;
  roundBox(node, WANTED);
  return true;
}
