// What lies in the records of coordinates: limits, drives and friction, written from checked numbers and read back.
import { CoordinateFlag, CoordinateRecord, type Coordinate as Kind, Role } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import type { Limit } from './limits.ts';
import type { Drive } from './motor.ts';

/** All that a joint does along one of its coordinates besides locking it. */
export interface CoordinateState {
  kind: Kind;
  limit: Limit | null;
  drive: Drive | null;
  friction: number;
  viscousDamping: number;
  /** What only some types of joints have there: values by field. */
  fields?: Readonly<Record<number, number>>;
}

/** A coordinate along which nothing is done. */
export const idle = (kind: Kind): CoordinateState => ({ kind, limit: null, drive: null, friction: 0, viscousDamping: 0 });

export function readField({ f64 }: StateMemory, record: number, field: number): number {
  return f64[(record + field) >>> 3];
}

export function writeField({ f64 }: StateMemory, record: number, field: number, value: number): void {
  f64[(record + field) >>> 3] = value;
}

export function hasFlag({ u32 }: StateMemory, record: number, flag: number): boolean {
  return (u32[(record + CoordinateRecord.flags) >>> 2] & flag) !== 0;
}

function setFlag({ u32 }: StateMemory, record: number, flag: number, on: boolean): void {
  const index = (record + CoordinateRecord.flags) >>> 2;
  u32[index] = on ? u32[index] | flag : u32[index] & ~flag;
}

/** The loads of the last substep and step of what is taken away: steps no longer write them. */
function forgetLoad(memory: StateMemory, record: number, role: Role): void {
  writeField(memory, record, CoordinateRecord.boundLoad + 8 * role, 0);
  writeField(memory, record, CoordinateRecord.boundReaction + 8 * role, 0);
}

export function readLimit(memory: StateMemory, record: number): Limit | null {
  if (!hasFlag(memory, record, CoordinateFlag.HasLimit)) return null;
  return {
    lower: readField(memory, record, CoordinateRecord.lower),
    upper: readField(memory, record, CoordinateRecord.upper),
    compliance: readField(memory, record, CoordinateRecord.limitCompliance),
    damping: readField(memory, record, CoordinateRecord.limitDamping),
    restitution: readField(memory, record, CoordinateRecord.restitution),
  };
}

export function writeLimit(memory: StateMemory, record: number, limit: Limit | null): void {
  setFlag(memory, record, CoordinateFlag.HasLimit, limit !== null);
  writeField(memory, record, CoordinateRecord.lower, limit?.lower ?? -Infinity);
  writeField(memory, record, CoordinateRecord.upper, limit?.upper ?? Infinity);
  writeField(memory, record, CoordinateRecord.limitCompliance, limit?.compliance ?? 0);
  writeField(memory, record, CoordinateRecord.limitDamping, limit?.damping ?? 0);
  writeField(memory, record, CoordinateRecord.restitution, limit?.restitution ?? 0);
  if (!limit) forgetLoad(memory, record, Role.Bound);
}

export function readDrive(memory: StateMemory, record: number): Drive | null {
  if (!hasFlag(memory, record, CoordinateFlag.HasDrive)) return null;
  const read = (field: number) => readField(memory, record, field);
  const secondary = hasFlag(memory, record, CoordinateFlag.HasSecondary)
    ? {
        target: read(CoordinateRecord.secondaryTarget),
        stiffness: read(CoordinateRecord.secondaryStiffness),
        damping: read(CoordinateRecord.secondaryDamping),
        maxLoad: read(CoordinateRecord.secondaryMaxLoad),
        helped: memory.u32[(record + CoordinateRecord.helped) >>> 2],
      }
    : null;
  return {
    servo: hasFlag(memory, record, CoordinateFlag.Servo),
    rigid: hasFlag(memory, record, CoordinateFlag.Rigid),
    target: read(CoordinateRecord.target),
    velocity: read(CoordinateRecord.velocity),
    stiffness: read(CoordinateRecord.stiffness),
    quadraticStiffness: read(CoordinateRecord.quadraticStiffness),
    damping: read(CoordinateRecord.damping),
    maxLoad: read(CoordinateRecord.maxLoad),
    deadZone: read(CoordinateRecord.deadZone),
    secondary,
  };
}

/** A motor that is set again goes on counting its work; a new one starts from zero. */
export function writeDrive(memory: StateMemory, record: number, drive: Drive | null): void {
  const write = (field: number, value: number) => writeField(memory, record, field, value);
  if (!drive || !hasFlag(memory, record, CoordinateFlag.HasDrive)) {
    forgetLoad(memory, record, Role.Drive);
    setFlag(memory, record, CoordinateFlag.Saturated, false);
    if (drive) write(CoordinateRecord.work, 0);
  }
  setFlag(memory, record, CoordinateFlag.HasDrive, drive !== null);
  setFlag(memory, record, CoordinateFlag.Servo, drive?.servo ?? false);
  setFlag(memory, record, CoordinateFlag.Rigid, drive?.rigid ?? false);
  setFlag(memory, record, CoordinateFlag.HasSecondary, (drive?.secondary ?? null) !== null);
  write(CoordinateRecord.target, drive?.target ?? 0);
  write(CoordinateRecord.velocity, drive?.velocity ?? 0);
  write(CoordinateRecord.stiffness, drive?.stiffness ?? 0);
  write(CoordinateRecord.quadraticStiffness, drive?.quadraticStiffness ?? 0);
  write(CoordinateRecord.damping, drive?.damping ?? 0);
  write(CoordinateRecord.maxLoad, drive?.maxLoad ?? 0);
  write(CoordinateRecord.deadZone, drive?.deadZone ?? 0);
  write(CoordinateRecord.secondaryTarget, drive?.secondary?.target ?? 0);
  write(CoordinateRecord.secondaryStiffness, drive?.secondary?.stiffness ?? 0);
  write(CoordinateRecord.secondaryDamping, drive?.secondary?.damping ?? 0);
  write(CoordinateRecord.secondaryMaxLoad, drive?.secondary?.maxLoad ?? 0);
  memory.u32[(record + CoordinateRecord.helped) >>> 2] = drive?.secondary?.helped ?? 0;
}

export function writeFriction(memory: StateMemory, record: number, friction: number): void {
  writeField(memory, record, CoordinateRecord.friction, friction);
  if (friction === 0) forgetLoad(memory, record, Role.Friction);
}

export function writeViscousDamping(memory: StateMemory, record: number, damping: number): void {
  writeField(memory, record, CoordinateRecord.viscousDamping, damping);
  if (damping === 0) forgetLoad(memory, record, Role.Viscous);
}

/** Fills a new record, which is zero. */
export function writeState(memory: StateMemory, record: number, state: CoordinateState): void {
  memory.u32[(record + CoordinateRecord.kind) >>> 2] = state.kind;
  writeLimit(memory, record, state.limit);
  if (state.drive) writeDrive(memory, record, state.drive);
  writeFriction(memory, record, state.friction);
  writeViscousDamping(memory, record, state.viscousDamping);
  if (!state.fields) return;
  for (const [field, value] of Object.entries(state.fields)) writeField(memory, record, Number(field), value);
}

/** Which rows a coordinate has, as a mask of roles, if it is not locked; and whether one of them is soft. */
export function rowsOf(memory: StateMemory, record: number): { roles: number; soft: boolean } {
  const role = (kind: Role, on: boolean) => (on ? 1 << kind : 0);
  const limited = hasFlag(memory, record, CoordinateFlag.HasLimit);
  const driven = hasFlag(memory, record, CoordinateFlag.HasDrive);
  const viscous = readField(memory, record, CoordinateRecord.viscousDamping) > 0;
  const roles =
    role(Role.Bound, limited) |
    role(Role.Drive, driven) |
    role(Role.Friction, readField(memory, record, CoordinateRecord.friction) > 0) |
    role(Role.Viscous, viscous);
  const softLimit = limited && readField(memory, record, CoordinateRecord.limitCompliance) > 0;
  const softDrive = driven && !hasFlag(memory, record, CoordinateFlag.Rigid);
  return { roles, soft: softLimit || softDrive || viscous };
}
