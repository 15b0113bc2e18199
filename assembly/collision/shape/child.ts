// Children of compounds, and what of theirs takes the place of their body's.
import { BodyFlag, BodyRecord } from '../../body/record';
import { shapeAt } from '../../memory/records';
import { Bvh } from './bvh';
import { childOf } from './compound';
import { ChildFlag, ChildRecord, ShapeFlag } from './record';

/** A surface: of a body, or what a child of a compound has of its own; else NaN and NO_WORD. See BodyRecord. @layout */
// @ts-ignore: decorator
@unmanaged
export class SurfaceRecord {
  staticFriction: f64;
  dynamicFriction: f64;
  restitution: f64;
  rollingFriction: f64;
  torsionalFriction: f64;
  contactCompliance: f64;
  surfaceVelocityX: f64;
  surfaceVelocityY: f64;
  surfaceVelocityZ: f64;
  oneWayX: f64;
  oneWayY: f64;
  oneWayZ: f64;
  frictionRule: u32;
  restitutionRule: u32;
  material: u32;
  /** Of bodies alone. */
  assembly: u32;
}

/** Of a word of a surface that is left to the body. @layout */
export const NO_WORD: u32 = 0xffffffff;

/** Put together of a child's surface and its body's: one of each body. */
const MERGED: usize = scratch<SurfaceRecord>(2);
const WORDS: usize = offsetof<SurfaceRecord>('frictionRule');

/** Whether children of a body have something of their own. */
export function isDistinct(body: BodyRecord): bool {
  return body.shape != 0 && (shapeAt(body.shape - 1).flags & ShapeFlag.Distinct) != 0;
}

/** The flags of a child, by its number plus one; 0 where nothing is its own. */
export function childFlags(body: BodyRecord, child: u32): u32 {
  return child && isDistinct(body) ? childOf(shapeAt(body.shape - 1), child - 1).flags : 0;
}

/** Whether a child only feels. Of a sensor all children feel. */
export function isSensorChild(body: BodyRecord, child: u32): bool {
  return (childFlags(body, child) & ChildFlag.Sensor) != 0 && !(body.flags & BodyFlag.Sensor);
}

/** A word of a child, where it has one of its own, or else that of its body. */
function wordOf(body: BodyRecord, child: u32, flag: u32, own: usize, whole: usize): u32 {
  if (!(childFlags(body, child) & flag)) return load<u32>(changetype<usize>(body) + whole);
  return load<u32>(changetype<usize>(childOf(shapeAt(body.shape - 1), child - 1)) + own);
}

export function groupOf(body: BodyRecord, child: u32): u32 {
  return wordOf(body, child, ChildFlag.Group, offsetof<ChildRecord>('collisionGroup'), offsetof<BodyRecord>('collisionGroup'));
}

export function maskOf(body: BodyRecord, child: u32): u32 {
  return wordOf(body, child, ChildFlag.Mask, offsetof<ChildRecord>('collisionMask'), offsetof<BodyRecord>('collisionMask'));
}

/** The groups of a body with those of its children, or the masks. */
export function allOf(body: BodyRecord, masks: bool): u32 {
  if (!isDistinct(body)) return masks ? body.collisionMask : body.collisionGroup;
  let all: u32 = 0;
  for (let child = changetype<Bvh>(<usize>shapeAt(body.shape - 1).data).partCount; child; child--) {
    all |= masks ? maskOf(body, child) : groupOf(body, child);
  }
  return all;
}

/** The surface of a body, or that of a child by its number plus one; of two, `side` is 0 or 1. */
export function surfaceOf(body: BodyRecord, child: u32, side: u32): SurfaceRecord {
  const base = changetype<usize>(body) + offsetof<BodyRecord>('staticFriction');
  if (!child || !isDistinct(body)) return changetype<SurfaceRecord>(base);
  const shape = shapeAt(body.shape - 1);
  const place = <usize>childOf(shape, child - 1).surface;
  if (!place) return changetype<SurfaceRecord>(base);
  const own = <usize>shape.data + place;
  const out = MERGED + <usize>side * offsetof<SurfaceRecord>();
  for (let k: usize = 0; k < WORDS; k += 8) {
    const value = load<f64>(own + k);
    store<f64>(out + k, value == value ? value : load<f64>(base + k));
  }
  for (let k = WORDS; k < offsetof<SurfaceRecord>(); k += 4) {
    const word = load<u32>(own + k);
    store<u32>(out + k, word != NO_WORD ? word : load<u32>(base + k));
  }
  return changetype<SurfaceRecord>(out);
}
