// Where a joint holds on to its bodies, read and set at run time.
import { direction, type Quat, rotation, type Vec3, vector } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { add, multiply, rotate, rotationBetween, subtract } from '../core/geometry.ts';
import {
  BodyRecord,
  CoordinateFlag,
  CoordinateRecord,
  CouplingRecord,
  JointFlag,
  JointRecord,
  JointType,
  Coordinate as Kind,
} from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { bodyRecord, readQuaternion, readVector, writeRecordQuaternion, writeRecordVector } from '../core/records.ts';
import { coordinateValue } from './coordinate-geometry.ts';
import { hasFlag, readField, writeField } from './coordinate-record.ts';
import { coupledJoints } from './joint-bodies.ts';
import type { JointHandle, JointHost, RigidParts, Side } from './joint-handle.ts';

/** Of joints between points. */
export const NO_FRAMES: RigidParts = { frameA: 'it attaches points, not axes', frameB: 'it attaches points, not axes' };
/** Of joints between axes. */
export const NO_ANCHORS: RigidParts = { anchorA: 'it attaches axes, not points', anchorB: 'it attaches axes, not points' };

const FIELDS = {
  A: { body: JointRecord.bodyA, anchor: JointRecord.anchorAX, frame: JointRecord.frameAX },
  B: { body: JointRecord.bodyB, anchor: JointRecord.anchorBX, frame: JointRecord.frameBX },
} as const;

/** Records hold anchors relative to the centre of mass, users give them relative to the origin. */
function centerOf({ context }: JointHost, record: number, side: Side): Vec3 {
  const body = context.memory.u32[(record + FIELDS[side].body) >>> 2];
  return readVector(context.memory, context.bodyOffset(body) + BodyRecord.centerX);
}

export function readAnchor(joint: JointHandle, side: Side): Vec3 {
  const record = joint.record();
  const host = joint.host();
  return add(readVector(host.context.memory, record + FIELDS[side].anchor), centerOf(host, record, side));
}

export function setAnchor(joint: JointHandle, side: Side, value: unknown): void {
  const given = vector(value, `anchor${side}`);
  requireLoose(joint, `anchor${side}`);
  const record = joint.changing();
  const host = joint.host();
  const local = vector(subtract(given, centerOf(host, record, side)), `anchor${side}, from the centre of mass,`);
  change(joint, () => writeRecordVector(host.context.memory, record + FIELDS[side].anchor, local));
}

export function readFrame(joint: JointHandle, side: Side): Quat {
  const record = joint.record();
  return readQuaternion(joint.host().context.memory, record + FIELDS[side].frame);
}

/** The same in the world. */
export function worldFrame(joint: JointHandle, side: Side): Quat {
  const record = joint.record();
  const { memory } = joint.host().context;
  const body = bodyRecord(memory, memory.u32[(record + FIELDS[side].body) >>> 2]);
  return multiply(readQuaternion(memory, body + BodyRecord.orientationX), readQuaternion(memory, record + FIELDS[side].frame));
}

export function setFrame(joint: JointHandle, side: Side, value: unknown): void {
  const frame = rotation(value, `frame${side}`);
  requireLoose(joint, `frame${side}`);
  writeFrame(joint, side, frame);
}

export function readAxis(joint: JointHandle, side: Side): Vec3 {
  return rotate(readFrame(joint, side), side === 'A' ? [1, 0, 0] : joint.localAxisB());
}

export function setAxis(joint: JointHandle, side: Side, value: unknown): void {
  const axis = direction(value, `axis${side}`);
  requireLoose(joint, `frame${side}`, `axis${side}`);
  const turned = multiply(rotationBetween(readAxis(joint, side), axis), readFrame(joint, side));
  writeFrame(joint, side, rotation(turned, `axis${side}`));
}

function writeFrame(joint: JointHandle, side: Side, frame: Quat): void {
  const record = joint.changing();
  change(joint, () => writeRecordQuaternion(joint.host().context.memory, record + FIELDS[side].frame, frame));
}

function requireLoose(joint: JointHandle, part: keyof RigidParts, name: string = part): void {
  joint.record();
  const why = joint.rigidParts()[part];
  if (why !== undefined) throw new HolonomicError('invalid-argument', `This joint has no ${name} that can be set: ${why}.`);
}

/** Sets anchors or frames. The bodies are where they were, so that what is counted and coupled goes on from the new values of coordinates. */
function change(joint: JointHandle, write: () => void): void {
  const host = joint.host();
  const { memory } = host.context;
  const slots = host.coordinateSlots(joint.index);
  const couplings = host.couplingsOf(joint.index);
  const before = slots.map((slot) => valueAt(host, joint, slot));
  const coupled = couplings.map((coupling) => couplingRest(host, coupling));
  write();
  joint.relocate();
  countTurns(memory, joint);
  for (const [k, slot] of slots.entries()) follow(memory, joint, host.coordinates.offset(slot), valueAt(host, joint, slot) - before[k]);
  for (const [k, coupling] of couplings.entries()) {
    const record = host.coordinates.offset(host.coordinateSlots(coupling.index)[0]);
    const rest = readField(memory, record, CouplingRecord.rest) + couplingRest(host, coupling) - coupled[k];
    writeField(memory, record, CouplingRecord.rest, rest);
  }
  for (const each of [joint, ...couplings]) forgetLoads(host, each);
  host.placed(joint);
  joint.wake();
  for (const coupling of couplings) coupling.wake();
}

/** The angles that are nearest to those that were counted. */
function countTurns(memory: StateMemory, joint: JointHandle): void {
  if (!joint.hasFlag(JointFlag.TracksTwist)) return;
  const at = joint.placement();
  const record = joint.record();
  writeField(memory, record, JointRecord.twist, coordinateValue(Kind.Twist, at));
  if (joint.type === JointType.Universal) writeField(memory, record, JointRecord.secondTwist, coordinateValue(Kind.SwingZ, at));
}

/** The coordinate of a record now. */
function valueAt(host: JointHost, joint: JointHandle, slot: number): number {
  return joint.coordinateValue(host.context.memory.u32[(host.coordinates.offset(slot) + CoordinateRecord.kind) >>> 2] as Kind);
}

/** What a coordinate counts from where it was goes along by so much: work, where a speed motor should be, the thread of a screw. */
function follow(memory: StateMemory, joint: JointHandle, record: number, shift: number): void {
  const move = (field: number) => writeField(memory, record, field, readField(memory, record, field) + shift);
  if (hasFlag(memory, record, CoordinateFlag.HasDrive)) {
    move(CoordinateRecord.start);
    if (!hasFlag(memory, record, CoordinateFlag.Servo)) move(CoordinateRecord.target);
  }
  const isThread = joint.type === JointType.Screw && memory.u32[(record + CoordinateRecord.kind) >>> 2] === Kind.Extra;
  if (!isThread) return;
  const joined = joint.record();
  for (const field of [JointRecord.lower, JointRecord.upper]) writeField(memory, joined, field, readField(memory, joined, field) + shift);
}

/** Second coordinate less ratio times the first. */
function couplingRest(host: JointHost, coupling: JointHandle): number {
  const { memory } = host.context;
  const [first, second] = coupledJoints(memory, host.joints.offset(coupling.index)).map((slot) => host.jointAt(slot)!);
  const record = host.coordinates.offset(host.coordinateSlots(coupling.index)[0]);
  const kind = (field: number) => memory.u32[(record + field) >>> 2] as Kind;
  const value = second.coordinateValue(kind(CouplingRecord.secondKind));
  return value - readField(memory, record, CouplingRecord.ratio) * first.coordinateValue(kind(CouplingRecord.firstKind));
}

/** The loads that the next substep would start from. */
function forgetLoads(host: JointHost, joint: JointHandle): void {
  const { memory } = host.context;
  const clear = (record: number, first: number, last: number) => memory.f64.fill(0, (record + first) >>> 3, ((record + last) >>> 3) + 1);
  clear(joint.record(), JointRecord.forceX, JointRecord.intervalLoad);
  for (const slot of host.coordinateSlots(joint.index))
    clear(host.coordinates.offset(slot), CoordinateRecord.boundLoad, CoordinateRecord.viscousLoad);
}
