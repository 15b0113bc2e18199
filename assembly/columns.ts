// What contacts that have lasted press bodies by, and what of it rests on each body that stands on others: its columns. All that is asked of a body is written into a short
// record once, where the solver has its bodies later in the step, and not read from its own for each of its contacts.
import { leanOf, mostBorne, movedMass, yieldOf } from './bearing';
import { BodyRecord } from './body/record';
import { bodyAt } from './memory/records';
import { WorldRecord } from './world';

/** rad/s: what tilts faster falls, or is carried along, and does not stand. */
const TILTING: f64 = 0.25;

/** Of what a body bears: held by so much from the sides, it does not lean. */
const HELD: f64 = 0.25;

/** A body with contacts. */
// @ts-ignore: decorator
@unmanaged
export class Column {
  /** kg; 0: it does not move, or joints share its loads. */
  mass: f64;
  /** 1/(kg m): by how much loads press it, see bearing.ts; and from which load on, in N, they do not ask for short substeps. */
  yields: f64;
  most: f64;
  /** N: upright, by contacts with so many that it stands on, and along its sides. */
  borne: f64;
  held: f64;
  supports: u32;
  /** Of those that stand on others: slot plus one of the next. */
  next: u32;
  stands: u32;
  jointed: u32;
  known: u32;
  tilts: u32;
}

function columnAt(world: WorldRecord, slot: u32): Column {
  return changetype<Column>(<usize>world.solverBodies + <usize>slot * offsetof<Column>());
}

/** To be called for the bodies of all contacts before anything is asked of one. */
export function forgetColumn(world: WorldRecord, slot: u32): void {
  columnAt(world, slot).known = 0;
}

/** What is asked of a body; it is read from its record the first time. */
export function columnOf(world: WorldRecord, slot: u32, gravity: f64): Column {
  const column = columnAt(world, slot);
  if (column.known) return column;
  const body = bodyAt(slot);
  column.mass = movedMass(body);
  column.yields = column.mass > 0 ? yieldOf(body) : 0;
  column.most = mostBorne(body, gravity);
  column.borne = 0;
  column.held = 0;
  column.supports = 0;
  column.stands = 0;
  column.jointed = body.jointCount;
  column.tilts = tilts(world, body, gravity) ? 1 : 0;
  column.known = 1;
  return column;
}

/** Whether a body tilts so fast; how it turns about the vertical is of no matter. */
function tilts(world: WorldRecord, body: BodyRecord, gravity: f64): bool {
  const x = body.angularVelocityX;
  const y = body.angularVelocityY;
  const z = body.angularVelocityZ;
  const upright = (x * world.gravityX + y * world.gravityY + z * world.gravityZ) / gravity;
  return x * x + y * y + z * z - upright * upright > TILTING * TILTING;
}

/** 1/s²: of a load, in N, that presses a body. */
export function pressOf(column: Column, force: f64): f64 {
  return force < column.most ? force * column.yields : 0;
}

/** Notes that a load, in N, holds a body from the side. `down`: its cosine to gravity. */
export function noteHeld(column: Column, force: f64, down: f64): void {
  column.held += force * Math.sqrt(1 - down * down);
}

/** Notes that a body bears a load upright; returns the first of those that stand. `first`: that so far; `stands`: where it may buckle. */
export function noteBorne(column: Column, slot: u32, force: f64, stands: bool, first: u32): u32 {
  column.borne += force;
  column.supports++;
  if (!stands || column.tilts || column.stands) return first;
  column.stands = 1;
  column.next = first;
  return slot + 1;
}

/**
 * 1/s²: of what stands on bodies that stand on others, from the first on. That weighs `weight` N at most, even if something pushes it, or it springs back from a fall. What
 * others hold from the side, as in a heap, does not buckle.
 */
export function leanOfAll(world: WorldRecord, first: u32, weight: f64, gravity: f64): f64 {
  let most: f64 = 0;
  for (let at = first; at; ) {
    const column = columnAt(world, at - 1);
    if (column.held < HELD * column.borne) most = max(most, leanOf(bodyAt(at - 1), column.borne, column.supports, weight, gravity));
    at = column.next;
  }
  return most;
}
