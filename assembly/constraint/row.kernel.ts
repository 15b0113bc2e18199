import { INFINITE } from './constants';
import { gatheredA, gatheredB, LaneBodies, motionOf, scatterBodies } from './lane-bodies.kernel';

/** What a row is for: which of its numbers mean something, and where its load is booked. @layout */
export const enum RowKind {
  /** A coordinate held at a value or in an interval. */
  Bound = 0,
  /** A motor or servo. */
  Drive = 1,
  /** Coulomb friction of a joint. */
  Friction = 2,
  /** Viscous damping of a joint. */
  Viscous = 3,
  /** A direction of a spring whose load is limited as a vector. */
  Spring = 4,
  /** Contact: a point along the normal, and friction along the surface, about the normal, and against rolling. */
  Normal = 5,
  Slip = 6,
  Spin = 7,
  Roll = 8,
  /** No row: the Jacobian of the row before with respect to two more bodies. */
  Second = 9,
}

/**
 * One scalar constraint between two bodies, or LANES of them: where it is (C and its Jacobian at the poses of the bodies),
 *
 *     dC/dt = J u = forceA · v_A + torqueA · w_A + forceB · v_B + torqueB · w_B,    d²C/dt² = J du/dt + bias,
 *
 * and what it wants: lower <= C <= upper, by a load of `low` to `high`, as stiff as
 *
 *     load = stiffness (target - C) + damping (velocity - dC/dt).
 *
 * A load p acts on the bodies as p J^T. Every solver makes its own numbers of these (SPECIFICATION.md, section 1).
 */
export class Row<T> {
  forceA: vec3<T>;
  torqueA: vec3<T>;
  forceB: vec3<T>;
  torqueB: vec3<T>;
  /** From B's centre of mass to where the force acts: the torque about that point is torqueB - arm x forceB. Of Second: force or torque of the second joint. */
  arm: vec3<T>;
  /** The same from A's centre of mass. */
  leverA: vec3<T>;
  /** C, m or rad, counted as `lower` and `upper` are: some from where the coordinate was when the step began. */
  value: lane<T>;
  /** J u; of Second part of that of the row before. */
  speed: lane<T>;
  /** (dJ/dt) u: what the acceleration of C has without any of the bodies'. Only where it was asked for. */
  bias: lane<T>;
  /** Values of C that are allowed: the same twice for a lock or a target. */
  lower: lane<T>;
  upper: lane<T>;
  /** Speed that a drive or a conveyor wants. */
  velocity: lane<T>;
  /** N/m or N m/rad, INFINITE: rigid, 0: no matter where; and N s/m or N m s/rad, INFINITE: the speed is held. */
  stiffness: lane<T>;
  damping: lane<T>;
  /** Bounds of the load, N or N m. */
  low: lane<T>;
  high: lane<T>;
  restitution: lane<T>;
  /** Of Slip and Spin: the load is at most so many times that of the normals, at rest and sliding; of Spin, that times their levers. */
  friction: lane<T>;
  sliding: lane<T>;
  /** m. Of Normal: how far it is from where friction acts. Of Spin and Roll: of the normals' load so much more, and at most so much. */
  lever: lane<T>;
  /** Impulse of the last substep, and of the step so far: N s or N m s. */
  impulse: lane<T>;
  total: lane<T>;
  /** 0 where a joint of coordinates or a contact does not have the row. Lanes without a constraint have bodies that nothing moves. */
  present: lane<T>;
  kind: u32;
  /** Of a joint of coordinates: which (Coordinate). */
  coordinate: u32;
  /** Of Slip, Spin and Roll: how many rows before this one the first Normal is, and how many there are. */
  normals: u32;
  normalCount: u32;
  /** How many rows from this one on are the components of a vector, which solvers may solve together: 1, 2 or 3; 0: an earlier row counts this one. */
  block: u32;
  reserved0: u32;
  reserved1: u32;
  reserved2: u32;
}

/** Address of the row that is written next, and how many there are. */
const NEXT: usize = scratch<u32>(2);

/** Rows of a joint between two bodies with parts of its own, at most: those of a hinge. */
export const MOST_PART_ROWS: u32 = 6;

/** One of the rows from an address on. */
export function rowAt<T>(rows: usize, index: u32): Row<T> {
  return changetype<Row<T>>(rows + <usize>index * offsetof<Row<T>>());
}

/** Rows are written, or read, from this address on. */
export function startRows(at: usize): void {
  store<u32>(NEXT, <u32>at);
  store<u32>(NEXT, 0, 4);
}

/** Rows written since. */
export function rowsWritten(): u32 {
  return load<u32>(NEXT, 4);
}

/** The next row, all zero. */
export function nextRow<T>(kind: u32): Row<T> {
  const at = <usize>load<u32>(NEXT);
  memory.fill(at, 0, offsetof<Row<T>>());
  store<u32>(NEXT, <u32>(at + offsetof<Row<T>>()));
  store<u32>(NEXT, load<u32>(NEXT, 4) + 1, 4);
  const row = changetype<Row<T>>(at);
  row.kind = kind;
  row.block = 1;
  return row;
}

/** The next of the rows that startRows() says where they are. */
export function followRow<T>(): Row<T> {
  const at = <usize>load<u32>(NEXT);
  store<u32>(NEXT, <u32>(at + offsetof<Row<T>>()));
  return changetype<Row<T>>(at);
}

/** A gradient that is equal and opposite on A: a force at B's anchor `arm`, which A feels at `leverA`, and a torque on both. */
export function aim<T>(row: Row<T>, force: vec3<T>, torque: vec3<T>, leverA: vec3<T>, arm: vec3<T>): void {
  row.forceA = -force;
  row.torqueA = -(cross(leverA, force) + torque);
  row.forceB = force;
  row.torqueB = cross(arm, force) + torque;
  row.arm = arm;
  row.leverA = leverA;
}

/** Holds the row between two values, with a load of any size. */
export function hold<T>(row: Row<T>, value: lane<T>, lower: lane<T>, upper: lane<T>, compliance: lane<T>, impulse: lane<T>): void {
  row.value = value;
  row.lower = lower;
  row.upper = upper;
  row.stiffness = compliance > 0 ? 1 / max(compliance, 1 / INFINITE) : splat<T>(INFINITE);
  row.low = splat<T>(-INFINITE);
  row.high = splat<T>(INFINITE);
  row.impulse = impulse;
  row.present = splat<T>(1);
}

/** J u, for the gathered bodies. */
export function speedOf<T>(row: Row<T>): lane<T> {
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  return dot(row.forceA, vA) + dot(row.torqueA, wA) + dot(row.forceB, vB) + dot(row.torqueB, wB);
}

/** The torque about the place where the force acts. */
export function torqueAt<T>(row: Row<T>): vec3<T> {
  return row.torqueB - cross(row.arm, row.forceB);
}

/** J_i M^-1 J_j^T of two rows, for the gathered bodies. */
export function massBetween<T>(p: Row<T>, q: Row<T>): lane<T> {
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const linear = dot(p.forceA, massA * q.forceA) + dot(p.forceB, massB * q.forceB);
  return linear + dot(p.torqueA, inertiaA * q.torqueA) + dot(p.torqueB, inertiaB * q.torqueB);
}

/** Puts the inverse mass along a row, for the gathered bodies, in the place of its `bias`. */
export function weighRow<T>(row: Row<T>): void {
  row.bias = massBetween(row, row);
}

/** Gives the gathered bodies what the impulse `total` along a row does to them. */
export function pushRow<T>(at: LaneBodies, row: Row<T>): void {
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const impulse = row.total;
  const turnA = impulse * (inertiaA * row.torqueA);
  const turnB = impulse * (inertiaB * row.torqueB);
  scatterBodies<T>(at, vA + massA * (impulse * row.forceA), wA + turnA, vB + massB * (impulse * row.forceB), wB + turnB);
}
