// Which bodies a set of particles may meet in a step: boxes of parts of the set, against the boxes of the broad phase.
import {
  BodyFlag,
  BodyRecord,
  BodyType,
  BroadPhaseRecord,
  ParticleSetRecord,
  ShapeRecord,
  TreeNode,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import { bodyTypeOf } from '../../bindings/core/records.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { combine } from '../contact/material.ts';
import type { ParticleState } from './state.ts';

/** Particles whose box is compared as one. */
export const PART = 32;
/** What holds a particle can make it faster within the step: of the way that it makes by itself. */
const REACH = 1.5;

/** A body that is near some of the particles. */
export interface NearBody {
  slot: number;
  /** Address of its shape's record, and where its centre of mass is in the shape's frame. */
  shape: number;
  centerX: number;
  centerY: number;
  centerZ: number;
  staticFriction: number;
  dynamicFriction: number;
  restitution: number;
  /** m/s: of its surface, in its axes. */
  slide: readonly number[];
  /** The only side from which it is solid, in its axes; null: all are. */
  side: readonly number[] | null;
  /** Numbers of the parts that may meet it. */
  parts: number[];
  /** Particles that are held at the body, and do not meet it; null: none are. */
  held: ReadonlySet<number> | null;
  /** Its surface does not move in the step, and is solid from all sides. */
  isStill: boolean;
  isDynamic: boolean;
  /** Centre of mass and orientation when the step begins; its box. */
  pose: readonly number[];
  low: readonly number[];
  high: readonly number[];
}

export const partsOf = (count: number): number => Math.ceil(count / PART);

/** Boxes of parts: six numbers each, lows and then highs. */
export class Boxes {
  readonly parts: number;
  readonly whole = new Float64Array(6);

  /** `reach`: m, how far a particle may get in the step, and its radius. */
  constructor(
    count: number,
    private readonly boxes: Float64Array = new Float64Array(6 * partsOf(count)),
    readonly reach: Float64Array = new Float64Array(count),
  ) {
    this.parts = partsOf(count);
  }

  /** Around the particles and where they may get in `dt` seconds at their speeds and that which `gravity`, m/s², gives. */
  enclose(state: ParticleState, dt: number, gravity: number): void {
    const { boxes, whole } = this;
    state.enclose(PART, REACH * dt, gravity * dt * dt, boxes, this.reach);
    whole.fill(Infinity, 0, 3);
    whole.fill(-Infinity, 3, 6);
    for (let box = 0; box < 6 * this.parts; box += 6) {
      for (let axis = 0; axis < 3; axis++) {
        whole[axis] = Math.min(whole[axis], boxes[box + axis]);
        whole[axis + 3] = Math.max(whole[axis + 3], boxes[box + 3 + axis]);
      }
    }
  }

  meets(part: number, low: readonly number[], high: readonly number[]): boolean {
    return overlaps(this.boxes, 6 * part, low, high);
  }

  /** Whether a part comes nearer to a box than a distance. */
  comesNear(low: readonly number[], high: readonly number[], distance: number): boolean {
    const from = low.map((value) => value - distance);
    const to = high.map((value) => value + distance);
    if (!this.wholeMeets(from, to)) return false;
    for (let part = 0; part < this.parts; part++) if (this.meets(part, from, to)) return true;
    return false;
  }

  /** Whether the box of all comes near to that of another set. */
  overlaps({ whole }: Boxes): boolean {
    return this.wholeMeets([whole[0], whole[1], whole[2]], [whole[3], whole[4], whole[5]]);
  }

  wholeMeets(low: readonly number[], high: readonly number[]): boolean {
    return overlaps(this.whole, 0, low, high);
  }
}

function overlaps(boxes: Float64Array, at: number, low: readonly number[], high: readonly number[]): boolean {
  for (let axis = 0; axis < 3; axis++) if (!(boxes[at + axis] <= high[axis] && low[axis] <= boxes[at + 3 + axis])) return false;
  return true;
}

const LOW = [0, 0, 0];
const HIGH = [0, 0, 0];

/** Reads the box of a body's leaf to LOW and HIGH; false for one that meets nothing. */
function boxOf({ f32, u32, world }: StateMemory, record: number): boolean {
  const flags = u32[(record + BodyRecord.flags) >>> 2];
  const leaf = u32[(record + BodyRecord.leaf) >>> 2];
  if (!(flags & BodyFlag.Alive) || leaf === 0 || flags & (BodyFlag.Ghost | BodyFlag.Sensor)) return false;
  const nodes = u32[(u32[(world + WorldRecord.broadphase) >>> 2] + BroadPhaseRecord.nodeBase) >>> 2];
  const node = (nodes + leaf * TreeNode.size) >>> 2;
  for (let axis = 0; axis < 3; axis++) {
    LOW[axis] = f32[node + axis];
    HIGH[axis] = f32[node + 4 + axis];
  }
  return true;
}

/** The box of a body's leaf; null for one that meets nothing. */
export const boundsOfBody = (memory: StateMemory, record: number): { low: readonly number[]; high: readonly number[] } | null =>
  boxOf(memory, record) && memory.u32[(memory.world + WorldRecord.broadphase) >>> 2] !== 0 ? { low: LOW, high: HIGH } : null;

/**
 * The bodies that the set may meet; and the slots of those asleep that it may meet soon. `ahead`: m, how far its fastest particle gets in a step, 0
 * where that is slow. `between`: also those that are near none of its parts, but may come in between.
 */
export function nearBodies(
  memory: StateMemory,
  set: number,
  boxes: Boxes,
  ahead: number,
  between: boolean,
  rouse: (slot: number) => void,
): NearBody[] {
  const { u32, world } = memory;
  const found: NearBody[] = [];
  if (u32[(world + WorldRecord.broadphase) >>> 2] === 0) return found;
  const base = u32[(world + WorldRecord.bodyBase) >>> 2];
  const count = u32[(world + WorldRecord.bodyCount) >>> 2];
  for (let slot = 0; slot < count; slot++) {
    const record = base + slot * BodyRecord.size;
    if (!boxOf(memory, record)) continue;
    if (
      ahead > 0 &&
      u32[(record + BodyRecord.flags) >>> 2] & BodyFlag.Asleep &&
      boxes.comesNear(LOW, HIGH, 2 * ahead) &&
      groupsMeet(memory, set, record)
    )
      rouse(slot);
    if (!boxes.wholeMeets(LOW, HIGH) || !groupsMeet(memory, set, record)) continue;
    const parts: number[] = [];
    for (let part = 0; part < boxes.parts; part++) if (boxes.meets(part, LOW, HIGH)) parts.push(part);
    if (parts.length > 0 || between) found.push(describe(memory, set, record, slot, parts));
  }
  return found;
}

function groupsMeet({ u32, world }: StateMemory, set: number, body: number): boolean {
  const group = u32[(set + ParticleSetRecord.collisionGroup) >>> 2];
  const other = u32[(body + BodyRecord.collisionGroup) >>> 2];
  if (!(group & u32[(body + BodyRecord.collisionMask) >>> 2]) || !(other & u32[(set + ParticleSetRecord.collisionMask) >>> 2]))
    return false;
  const table = u32[(world + WorldRecord.groupTable) >>> 2] >>> 2;
  if (table === 0) return true;
  for (let bit = 0; bit < 32; bit++) if ((group >>> bit) & 1 && u32[table + bit] & other) return true;
  return false;
}

function describe({ f64, u32, world }: StateMemory, set: number, body: number, slot: number, parts: number[]): NearBody {
  const slide = [0, 8, 16].map((axis) => f64[(body + BodyRecord.surfaceVelocityX + axis) >>> 3]);
  const side = [0, 8, 16].map((axis) => f64[(body + BodyRecord.oneWayX + axis) >>> 3]);
  const isOneWay = side.some((component) => component !== 0);
  const position = (body + BodyRecord.positionX) >>> 3;
  const rule = u32[(body + BodyRecord.frictionRule) >>> 2];
  const bounce = u32[(body + BodyRecord.restitutionRule) >>> 2];
  const type = bodyTypeOf(u32[(body + BodyRecord.flags) >>> 2]);
  const both = (own: number, other: number, which: number) => combine(f64[(set + own) >>> 3], f64[(body + other) >>> 3], which);
  return {
    slot,
    shape: u32[(world + WorldRecord.shapeBase) >>> 2] + (u32[(body + BodyRecord.shape) >>> 2] - 1) * ShapeRecord.size,
    centerX: f64[(body + BodyRecord.centerX) >>> 3],
    centerY: f64[(body + BodyRecord.centerY) >>> 3],
    centerZ: f64[(body + BodyRecord.centerZ) >>> 3],
    staticFriction: both(ParticleSetRecord.staticFriction, BodyRecord.staticFriction, rule),
    dynamicFriction: both(ParticleSetRecord.dynamicFriction, BodyRecord.dynamicFriction, rule),
    restitution: both(ParticleSetRecord.restitution, BodyRecord.restitution, bounce),
    slide,
    side: isOneWay ? side : null,
    parts,
    held: null,
    isStill: type === BodyType.Static && !isOneWay && slide.every((speed) => speed === 0),
    isDynamic: type === BodyType.Dynamic,
    pose: Array.from(f64.subarray(position, position + 7)),
    low: [...LOW],
    high: [...HIGH],
  };
}

/** Moves as it is told to, however slowly. */
export const isKinematic = ({ u32 }: StateMemory, body: number): boolean =>
  bodyTypeOf(u32[(body + BodyRecord.flags) >>> 2]) === BodyType.Kinematic;

/** Whether a moving body that is awake comes near the box; a kinematic one also where it is slow. */
export function isDisturbed(memory: StateMemory, set: number, boxes: Boxes, speed: number): boolean {
  const { f64, u32, world } = memory;
  if (u32[(world + WorldRecord.broadphase) >>> 2] === 0) return false;
  const base = u32[(world + WorldRecord.bodyBase) >>> 2];
  const count = u32[(world + WorldRecord.bodyCount) >>> 2];
  for (let slot = 1; slot < count; slot++) {
    const record = base + slot * BodyRecord.size;
    const flags = u32[(record + BodyRecord.flags) >>> 2];
    if (flags & BodyFlag.Asleep) continue;
    const v = (record + BodyRecord.velocityX) >>> 3;
    const square = f64[v] * f64[v] + f64[v + 1] * f64[v + 1] + f64[v + 2] * f64[v + 2];
    const turning = f64[v + 3] * f64[v + 3] + f64[v + 4] * f64[v + 4] + f64[v + 5] * f64[v + 5];
    const isSlow = square + turning <= speed * speed;
    if (isSlow && (square + turning === 0 || !isKinematic(memory, record))) continue;
    if (!boxOf(memory, record) || !boxes.wholeMeets(LOW, HIGH) || !groupsMeet(memory, set, record)) continue;
    if (!isSlow || boxes.comesNear(LOW, HIGH, 0)) return true;
  }
  return false;
}

/** Whether a particle may get to the box of a body. */
export function isWithin({ high, low }: NearBody, { start }: ParticleState, k: number, reach: number): boolean {
  const p = 4 * k;
  for (let axis = 0; axis < 3; axis++) if (start[p + axis] - reach > high[axis] || start[p + axis] + reach < low[axis]) return false;
  return true;
}
