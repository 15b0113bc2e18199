// What happened in the last step and since: contacts, sensors, sleep, breaks.

import type { Body } from '../body/body.ts';
import { integer, notWritable, type Vec3 } from '../core/arguments.ts';
import { refuseReadOnly, refuseUnknown } from '../core/assignments.ts';
import { HolonomicError } from '../core/errors.ts';
import type { HandleTable } from '../core/handles.ts';
import { EventRecord, EventType, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { printPlainly } from '../core/plain.ts';
import type { Joint } from '../joint/joint.ts';

const NAMES = [
  'contact-begin',
  'contact-persist',
  'contact-end',
  'sensor-enter',
  'sensor-leave',
  'sleep',
  'wake',
  'joint-break',
  'frozen',
] as const;

/** The type of an event. */
export type WorldEventType = (typeof NAMES)[number];

/** An event of a world. */
export interface WorldEvent {
  type: WorldEventType;
  /**
   * The body: of two bodies the first, of a sensor's events the sensor, of a joint its body A. A removed body keeps its handle as long as
   * events refer to it. Null for the world, and for bodies that were removed before a snapshot was taken and have no handle any more.
   */
  a: Body | null;
  /** The other body; null if there is none. */
  b: Body | null;
  /**
   * Indices of the touching children of compounds, or of the child that is the sensor; -1 without. Of several, the one of the point with
   * the largest load.
   */
  childA: number;
  childB: number;
  /** The joint that broke; otherwise null. */
  joint: Joint | null;
  /**
   * World position, m: of the contact point with the largest load, or of the centre of mass of the body in a sensor. At the end of a
   * contact, that of the last known points; zero without any.
   */
  point: Vec3;
  /** Unit vector from a to b; zero without contact points. */
  normal: Vec3;
  /** For 'contact-begin' and 'contact-persist' events: normal impulse over the step, sum of all points, N s; otherwise 0. */
  impulse: number;
  /** For the same events: speed at which the surfaces met in the step, m/s; otherwise 0. */
  approachSpeed: number;
}

/** What events are read from. */
interface EventHost {
  readonly context: { readonly memory: StateMemory; readonly isLive: boolean };
  readonly bodies: HandleTable<Body>;
  readonly joints: HandleTable<Joint>;
}

/**
 * The events of a world, in the order in which they were found: those of the last step, and the ends of contacts and wake-ups that changes
 * since then have caused, such as removing a body. The next step discards the former and keeps the latter, so a program that reads all of
 * them after each step reads each of them once. Every 'contact-begin' is followed by exactly one 'contact-end', and every 'sensor-enter' by
 * one 'sensor-leave'. If children of a compound have properties of their own, events report each of them separately.
 */
export class Events {
  // Hidden, so that comparing or printing a body does not go round from its world to here and back.
  readonly #host: EventHost;
  readonly #shared = emptyEvent();
  /** `#shared` is with a callback. */
  #lent = false;

  /** @internal */
  constructor(host: EventHost) {
    this.#host = host;
  }

  /** Number of events. */
  get length(): number {
    const { u32, world } = this.#host.context.memory;
    return u32[(world + WorldRecord.eventCount) >>> 2];
  }

  /**
   * Calls a function for each event. The function gets the same object each time, with other contents: copy what you keep. Nothing is
   * allocated. The function may change the world; events that this causes are not visited. Throws `invalid-argument` if `callback` is not a
   * function.
   */
  forEach(callback: (event: WorldEvent, index: number) => void): void {
    if (typeof callback !== 'function') throw new HolonomicError('invalid-argument', 'events.forEach takes a function of an event.');
    const { length } = this;
    const outermost = !this.#lent;
    const event = outermost ? this.#shared : emptyEvent();
    this.#lent = true;
    try {
      for (let index = 0; index < length && index < this.length; index++) callback(this.read(index, event), index);
    } finally {
      if (outermost) this.#lent = false;
    }
  }

  /** The event at an index from 0 on, written to `out` if given. Throws `invalid-argument` if the index is out of range. */
  at(index: number, out?: WorldEvent): WorldEvent {
    const { length } = this;
    if (length === 0) throw new HolonomicError('invalid-argument', 'There are no events; check events.length first.');
    integer(index, 'index', 0, length - 1);
    if (out === undefined) return this.read(index, emptyEvent());
    requireEvent(out);
    try {
      return this.read(index, out);
    } catch (cause) {
      return notWritable(cause);
    }
  }

  /** Iterates over the events, each an object of its own. */
  *[Symbol.iterator](): Generator<WorldEvent> {
    const { length } = this;
    for (let index = 0; index < length && index < this.length; index++) yield this.read(index, emptyEvent());
  }

  /** A list of the events, for JSON.stringify and console.log. */
  toJSON(): WorldEvent[] | { error: string } {
    return this.#host.context.isLive ? [...this] : { error: 'disposed' };
  }

  /** Byte offset of a record. */
  private record(index: number): number {
    const { u32, world } = this.#host.context.memory;
    return u32[(world + WorldRecord.events) >>> 2] + index * EventRecord.size;
  }

  private read(index: number, out: WorldEvent): WorldEvent {
    const { bodies, joints, context } = this.#host;
    const { memory } = context;
    const { u32, f64 } = memory;
    const record = this.record(index);
    const type = u32[(record + EventRecord.type) >>> 2];
    const slot = u32[(record + EventRecord.bodyA) >>> 2];
    const generation = u32[(record + EventRecord.generationA) >>> 2];
    out.type = NAMES[type];
    if (type === EventType.JointBreak) {
      out.joint = joints.find(slot, generation);
      out.a = out.joint?.a ?? null;
      out.b = out.joint?.b ?? null;
    } else {
      out.joint = null;
      out.a = bodies.find(slot, generation);
      out.b = hasTwo(type) ? bodies.find(u32[(record + EventRecord.bodyB) >>> 2], u32[(record + EventRecord.generationB) >>> 2]) : null;
    }
    const point = (record + EventRecord.pointX) >>> 3;
    const normal = (record + EventRecord.normalX) >>> 3;
    for (let k = 0; k < 3; k++) {
      out.point[k] = f64[point + k];
      out.normal[k] = f64[normal + k];
    }
    const children = u32[(record + EventRecord.children) >>> 2];
    out.childA = (children >>> 16) - 1;
    out.childB = (children & 0xffff) - 1;
    out.impulse = f64[(record + EventRecord.impulse) >>> 3];
    out.approachSpeed = f64[(record + EventRecord.approachSpeed) >>> 3];
    return out;
  }
}

function hasTwo(type: number): boolean {
  return type <= EventType.SensorLeave;
}

function emptyEvent(): WorldEvent {
  const nobody = { a: null, b: null, childA: -1, childB: -1, joint: null };
  return { type: 'contact-begin', ...nobody, point: [0, 0, 0], normal: [0, 0, 0], impulse: 0, approachSpeed: 0 };
}

function requireEvent(out: WorldEvent): void {
  try {
    if (Array.isArray(out.point) && Array.isArray(out.normal)) return;
  } catch {
    // No event either.
  }
  throw new HolonomicError('invalid-argument', 'out must be an event that events.at or events.forEach returned.');
}

printPlainly(Events);
refuseUnknown(Events, { what: 'The list of events', own: 'keep your own data in variables of your own.' });
refuseReadOnly(Events, 'the list of events', { length: 'steps fill and empty it.' });
