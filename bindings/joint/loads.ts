// The load of a joint, split into what its locked coordinates, limits, motors and friction give.

import type { Quat, Vec3 } from '../core/arguments.ts';
import { add, cross, scale, subtract, unrotate } from '../core/geometry.ts';
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

/** Sizes of the loads along a coordinate, and its direction. */
export interface CoordinateLoads {
  direction: Direction;
  limit: number;
  motor: number;
  friction: number;
}

/**
 * Loads at the end of a step, on the line through its mean and its last substep. `ahead` is from the last substep to the end, in parts of
 * the time from the mean to the last substep.
 */
export function loadsAhead(mean: JointLoads, last: JointLoads, ahead: number): JointLoads {
  const beyond = (from: Vec3, to: Vec3) => add(to, scale(subtract(to, from), ahead));
  const along = (from: Load, to: Load) => ({ force: beyond(from.force, to.force), torque: beyond(from.torque, to.torque) });
  return {
    total: along(mean.total, last.total),
    constraint: along(mean.constraint, last.constraint),
    limit: along(mean.limit, last.limit),
    motor: along(mean.motor, last.motor),
    friction: along(mean.friction, last.friction),
  };
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

export function mapLoads(loads: JointLoads, change: (load: Load) => Load): JointLoads {
  const { total, constraint, limit, motor, friction } = loads;
  return { total: change(total), constraint: change(constraint), limit: change(limit), motor: change(motor), friction: change(friction) };
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
