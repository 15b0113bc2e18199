// From where the lanes of a bundle read their bodies, and where they write what they did to them. Bodies that no constraint moves have places
// of their own for that, so that kernels need not ask.
import { LANES } from 'precision';
import { typeOf } from '../body/activity';
import { BodyType } from '../body/record';
import { SOLVER_BODY } from '../body/solver-body.kernel';
import { isAwake } from '../island/awake';
import { bodyAt } from '../memory/records';
import { WorldRecord } from '../world';
import { bundleAt, Group, memberAt, NO_MEMBER, OVERFLOW_COLOR } from './graph';
import { LaneBodies } from './lane-bodies.kernel';

/** Solver bodies in whole bundles for a capacity of bodies. */
export function solverBodyRoom(capacity: u32): u32 {
  return ((capacity + LANES - 1) / LANES) * LANES;
}

/** 0: a body at rest, for what is not awake to be read; 1: a place for what no constraint moves to be written to. */
export function idleBody(world: WorldRecord, index: u32): usize {
  return <usize>world.solverBodies + (<usize>solverBodyRoom(world.bodyCapacity) + index) * SOLVER_BODY;
}

/** From the addresses of the bodies A to those of B. */
export const SIDE: usize = offsetof<LaneBodies>('readB0') - offsetof<LaneBodies>('readA0');

/** What is not awake is read at rest; what is not dynamic is written to nowhere. */
function addressBody(world: WorldRecord, at: usize, slot: u32): void {
  const body = <usize>world.solverBodies + <usize>slot * SOLVER_BODY;
  store<usize>(at, isAwake(world, slot) ? body : idleBody(world, 0), offsetof<LaneBodies>('readA0'));
  store<usize>(at, typeOf(bodyAt(slot)) == BodyType.Dynamic ? body : idleBody(world, 1), offsetof<LaneBodies>('writeA0'));
}

/** Gives a lane its bodies; `at` is where the bundle's addresses begin, and 4 bytes more for each lane before. */
export function addressLane(world: WorldRecord, at: usize, bodyA: u32, bodyB: u32): void {
  addressBody(world, at, bodyA);
  addressBody(world, at + SIDE, bodyB);
}

/** The lanes of a group without a constraint: as if one held the world to itself. `place` is that of the addresses in a bundle. */
export function addressIdleLanes(world: WorldRecord, group: Group, place: usize = 0): void {
  // Bundles are filled one after the other, except where each has one constraint.
  for (let k: u32 = group.color == OVERFLOW_COLOR ? 0 : group.count - 1; k < group.count; k++) {
    for (let lane: u32 = 1; lane < <u32>LANES; lane++) {
      if (memberAt(group, k * LANES + lane) == NO_MEMBER) addressLane(world, bundleAt(group, k) + place + (lane << 2), 0, 0);
    }
  }
}
