// The load of a joint, split into what its locked coordinates, limits, motors and friction give.

import type { Quat, Vec3 } from '../core/arguments.ts';
import { add, cross, scale, subtract, unrotate } from '../core/geometry.ts';
import { CoordinateRecord, JointRecord, Role } from '../core/layout.ts';
import type { Direction } from './coordinate-geometry.ts';

/** A force at an anchor, N, and a torque about it, N m. */
export interface Load {
  force: Vec3;
  torque: Vec3;
}

/** Loads averaged over the last step, or at its end. `total` is the sum of the others. */
export interface JointLoads {
  total: Load;
  /** Load of coordinates that are held at a value: locked ones, those with a target or limits with equal bounds, a fixed distance. */
  constraint: Load;
  /** Load of limits that leave a coordinate some room. */
  limit: Load;
  motor: Load;
  /** Coulomb friction and viscous damping. */
  friction: Load;
}

export interface LoadOptions {
  /** The body on which the loads act, at its anchor. */
  on?: 'a' | 'b';
  /** The axes for the loads: those of the world, or of the joint's frame on that body. */
  frame?: 'world' | 'joint';
  /** Averages over the last step, or loads at its end. */
  at?: 'mean' | 'end';
}

/** What the records have: loads averaged over the last step, or those of its last substep. */
export type Period = 'step' | 'substep';

/** Loads along a coordinate on B, averaged over the last step, or at its end: N or N m. */
export interface ScalarLoads {
  /** Load of the limits, also with lower = upper, as for a target. */
  limit: number;
  motor: number;
  /** Coulomb friction and viscous damping. */
  friction: number;
}

/** Sizes of the loads along a coordinate, and its direction. */
export interface CoordinateLoads extends ScalarLoads {
  direction: Direction;
}

/** Where a joint's record has the load along its interval. */
export const intervalField = (period: Period): number => (period === 'step' ? JointRecord.intervalReaction : JointRecord.intervalLoad);

/** Loads along a coordinate, given how a number of its record is read. */
export function scalarLoads(read: (field: number) => number, period: Period): ScalarLoads {
  const first = period === 'step' ? CoordinateRecord.boundReaction : CoordinateRecord.boundLoad;
  const load = (role: Role) => read(first + 8 * role);
  return { limit: load(Role.Bound), motor: load(Role.Drive), friction: load(Role.Friction) + load(Role.Viscous) };
}

/**
 * A load at the end of a step, on the line through its mean and its last substep. `ahead` is from the last substep to the end, in parts of
 * the time from the mean to the last substep.
 */
export const loadAtEnd = (mean: number, last: number, ahead: number): number => last + (last - mean) * ahead;

/** All loads of a joint at the end of a step. */
export function loadsAtEnd(mean: JointLoads, last: JointLoads, ahead: number): JointLoads {
  const atEnd = (from: Vec3, to: Vec3) => to.map((value, axis) => loadAtEnd(from[axis], value, ahead)) as Vec3;
  return mapLoads(last, ({ force, torque }, part) => ({ force: atEnd(mean[part].force, force), torque: atEnd(mean[part].torque, torque) }));
}

export const alongDirection = ({ force, torque }: Direction, size: number): Load => ({
  force: scale(force, size),
  torque: scale(torque, size),
});

export function sum(loads: Load[]): Load {
  return loads.reduce(({ force, torque }, load) => ({ force: add(force, load.force), torque: add(torque, load.torque) }), {
    force: [0, 0, 0],
    torque: [0, 0, 0],
  });
}

/** Splits the total load on B. */
export function splitLoads(total: Load, coordinates: CoordinateLoads[]): JointLoads {
  const along = (part: 'limit' | 'motor' | 'friction') => sum(coordinates.map((each) => alongDirection(each.direction, each[part])));
  const [limit, motor, friction] = [along('limit'), along('motor'), along('friction')];
  const others = sum([limit, motor, friction]);
  return {
    total,
    constraint: { force: subtract(total.force, others.force), torque: subtract(total.torque, others.torque) },
    limit,
    motor,
    friction,
  };
}

export function mapLoads(loads: JointLoads, change: (load: Load, part: keyof JointLoads) => Load): JointLoads {
  const changed = (part: keyof JointLoads) => change(loads[part], part);
  return {
    total: changed('total'),
    constraint: changed('constraint'),
    limit: changed('limit'),
    motor: changed('motor'),
    friction: changed('friction'),
  };
}

/** The loads on A of forces that act at an anchor each, along the line between them. */
export function reversed(loads: JointLoads): JointLoads {
  return mapLoads(loads, ({ force, torque }) => ({ force: scale(force, -1), torque: scale(torque, -1) }));
}

/** The load on A at its anchor that goes with one on B; `separation` is from A's anchor to B's. */
export function opposite({ force, torque }: Load, separation: Vec3): Load {
  return { force: scale(force, -1), torque: scale(add(torque, cross(separation, force)), -1) };
}

export const inFrame = (frame: Quat, { force, torque }: Load): Load => ({ force: unrotate(frame, force), torque: unrotate(frame, torque) });
