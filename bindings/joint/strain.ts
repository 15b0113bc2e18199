// Joints that cannot all hold. A joint that was put somewhere far from where it holds, in a loop of joints, pulls as if it were a little open
// only: for the length of a step its anchors and frames are others, near each other (docs/stability.md). Both backends see the same records.
import type { Vec3 } from '../core/arguments.ts';
import { add, conjugate, length, multiply, rotate, scale, subtract } from '../core/geometry.ts';
import {
  BodyRecord,
  BodyType,
  CoordinateFlag,
  CoordinateRecord,
  JointFlag,
  JointRecord,
  JointType,
  Coordinate as Kind,
} from '../core/layout.ts';
import type { Backend } from '../core/memory.ts';
import { bodyTypeOf, readVector, writeRecordQuaternion, writeRecordVector } from '../core/records.ts';
import { gyrationSquare, isClosedPoint } from './closed-point.ts';
import { coordinateValue, type Placement } from './coordinate-geometry.ts';
import type { Joint } from './joint.ts';
import { isCoupling } from './joint-bodies.ts';
import type { JointHost } from './joint-handle.ts';
import { type Edge, inLoops } from './loops.ts';
import { PulleyJoint } from './pulley.ts';
import { isDirectAsked, isSolvedDirectly } from './solved-directly.ts';
import { LEAST_DISTANCE, swungFrame, universalFrame } from './strained-frames.ts';

// Openings are in rad, or in parts of the way that would turn a body by a radian if it followed.

/** A joint that is put this far open or more, in a loop, is strained; until it is open by less than the other. */
const OPEN = 0.03;
const CLOSED = 0.01;
/**
 * Where its island is solved directly it has to be as far open, and not at a kinematic body: a direct solve comes to rest, and holds, with less of a contradiction,
 * and stretches towards a target out of reach.
 */
const OPEN_DIRECT = 0.3;
/** So is one that strained ones tear open as far. */
const TORN = 0.1;
/** How far open a strained joint seems at first. */
const PULL = 0.02;
/** s: a joint that does not close gives up, about as e^(-t / PATIENCE); to close is to become less open by a part of PROGRESS of what it pulls. */
const PATIENCE = 0.5;
const PROGRESS = 0.3;
/** A strained joint never seems closed: that it is strained would be forgotten. */
const LEAST_PULL = 1e-9;

/** So many joints that were removed before a step are not worth forgetting. */
const FEW = 64;

const LINEAR: readonly Kind[] = [Kind.X, Kind.Y, Kind.Z, Kind.Extra];
const ANGULAR: readonly Kind[] = [Kind.Twist, Kind.SwingY, Kind.SwingZ, Kind.Cone];
const X: Vec3 = [1, 0, 0];

/** What of a coordinate is outside its bounds, m or rad. */
type Excesses = Partial<Record<Kind, number>>;

interface Opening {
  at: Placement;
  excesses: Excesses;
  /** m: how far anchors may be apart to count as one radian. */
  reach: number;
  /** The largest of them, rad. */
  size: number;
}

/** What a step is not to keep. */
interface Disguise {
  joint: Joint;
  numbers: Float64Array;
  /** Turned away from the twist, rad. */
  twist: number;
  /** Bounds of the length of a pulley's rope. */
  rope: Float64Array | null;
}

const outside = (value: number, lower: number, upper: number): number => value - Math.min(Math.max(value, lower), upper);
/** What is beyond `most` of a number. */
const beyond = (value: number, most: number): number => outside(value, -most, most);

/** The joints of a world. */
interface StrainHost extends JointHost {
  readonly handles: Iterable<Joint>;
  at(body: number): Joint[];
}

export class Strain {
  /** Those whose record says so; some may have been removed since. */
  private placed: Joint[] = [];
  private readonly strained = new Set<Joint>();
  /** Joints of both, and of the bodies that are held by them. */
  private marked: Joint[] = [];
  /** Whether joints are in loops, once it has been asked for in a step of one that they are connected with. */
  private readonly looped = new Map<Joint, boolean>();
  private disguises: Disguise[] = [];

  constructor(private readonly store: StrainHost) {}

  /** To be called when a joint comes into force, or one of its bodies is put elsewhere. */
  place(joint: Joint): void {
    const { u32 } = this.store.context.memory;
    const flags = (this.store.joints.offset(joint.index) + JointRecord.flags) >>> 2;
    if ((u32[flags] & JointFlag.Placed) !== 0) return;
    u32[flags] |= JointFlag.Placed;
    this.placed.push(joint);
  }

  /** To be called when a joint between these bodies goes: others may hold now. */
  release(joint: Joint, bodies: readonly number[]): void {
    if (this.placed.length > FEW + 2 * this.store.joints.live) this.placed = this.placed.filter((other) => other.alive);
    if (this.strained.size === 0) return;
    this.strained.delete(joint);
    for (const other of this.strained) if (this.ends(other).some((body) => body !== 0 && bodies.includes(body))) this.place(other);
  }

  /** To be called when the state has been restored. */
  synchronize(): void {
    this.placed = [];
    this.strained.clear();
    this.marked = [];
    for (const joint of this.store.handles) {
      if (joint.hasFlag(JointFlag.Placed)) this.placed.push(joint);
      if (joint.read(JointRecord.strain) > 0) this.strained.add(joint);
      if (joint.hasFlag(JointFlag.Strained)) this.marked.push(joint);
    }
  }

  /** Makes a step of `dt` seconds. */
  step(backend: Backend, dt: number): void {
    this.begin(dt);
    try {
      backend.step(dt);
    } finally {
      this.end();
    }
  }

  private begin(dt: number): void {
    const { marked, placed, strained } = this;
    if (placed.length === 0 && strained.size === 0 && marked.length === 0) return;
    this.looped.clear();
    for (const joint of inOrder(placed)) {
      if (!joint.alive) continue;
      joint.setFlag(JointFlag.Placed, false);
      this.judge(joint, OPEN, OPEN_DIRECT);
    }
    this.placed = [];
    const before = new Set(marked);
    for (const joint of before) if (joint.alive) this.unmark(joint);
    this.marked = [];
    const decay = PATIENCE / (PATIENCE + dt);
    for (const joint of inOrder(strained)) {
      const opening = this.opening(joint);
      if (opening === null || opening.size < CLOSED) {
        this.set(joint, 0, 0);
        continue;
      }
      const least = joint.read(JointRecord.leastOpening);
      const last = joint.read(JointRecord.strain);
      const closes = opening.size <= least - PROGRESS * last;
      const pull = last * (closes ? 1 : decay);
      this.set(joint, Math.max(pull, LEAST_PULL), closes ? opening.size : least);
    }
    for (const joint of inOrder(strained)) {
      this.markAround(joint);
      this.disguise(joint);
    }
    // Which islands are solved directly depends on it.
    if (this.marked.length !== before.size || this.marked.some((joint) => !before.has(joint))) this.store.context.markTopology();
  }

  private end(): void {
    if (this.disguises.length === 0) return;
    const { f64 } = this.store.context.memory;
    for (const { joint, numbers, twist, rope } of this.disguises) {
      const record = this.store.joints.offset(joint.index);
      f64.set(numbers, (record + JointRecord.anchorAX) >>> 3);
      f64[(record + JointRecord.twist) >>> 3] += twist;
      if (rope) f64.set(rope, (record + JointRecord.lower) >>> 3);
    }
    this.disguises = [];
  }

  private set(joint: Joint, pull: number, opening: number): void {
    const record = joint.record();
    const { f64 } = this.store.context.memory;
    f64[(record + JointRecord.strain) >>> 3] = pull;
    f64[(record + JointRecord.leastOpening) >>> 3] = pull > 0 ? opening : 0;
    if (pull > 0) this.strained.add(joint);
    else this.strained.delete(joint);
  }

  /** `copes`: with what is less open than that a direct solve copes; one that was asked for has to cope with all. */
  private judge(joint: Joint, open: number, copes: number): void {
    if (isClosedPoint(this.store.context.memory, joint.record(), open)) {
      this.set(joint, 0, 0);
      return;
    }
    const opening = this.opening(joint);
    const isOpen = opening !== null && opening.size > open && this.isInLoop(joint);
    const mayCope = isOpen && (opening.size < copes || this.isTarget(joint) || isDirectAsked(this.store.context.memory));
    const isStrained = isOpen && !(mayCope && isSolvedDirectly(this.store, joint));
    this.set(joint, isStrained ? PULL : 0, opening?.size ?? 0);
  }

  /** What others have torn open is strained, too. */
  private unmark(joint: Joint): void {
    this.mark(joint, false);
    if (!this.strained.has(joint)) this.judge(joint, TORN, 0);
  }

  private mark(joint: Joint, on: boolean): void {
    if (joint.hasFlag(JointFlag.Strained) === on) return;
    joint.setFlag(JointFlag.Strained, on);
    if (on) this.marked.push(joint);
  }

  private typeOf(body: number): BodyType {
    return bodyTypeOf(this.store.context.memory.u32[(this.store.context.bodyOffset(body) + BodyRecord.flags) >>> 2]);
  }

  private isDynamic(body: number): boolean {
    return this.typeOf(body) === BodyType.Dynamic;
  }

  /** Whether the joint leads to what the program moves. */
  private isTarget(joint: Joint): boolean {
    return this.ends(joint).some((body) => this.typeOf(body) === BodyType.Kinematic);
  }

  private ends(joint: Joint): number[] {
    return [joint.a?.index ?? 0, joint.b?.index ?? 0];
  }

  /** Whether other joints hold the two bodies together too: no joint of a tree stands against others. */
  private isInLoop(joint: Joint): boolean {
    const known = this.looped.get(joint);
    if (known !== undefined) return known;
    const around = new Set([joint]);
    this.follow(joint, (other) => around.add(other));
    const found = inLoops([...around].flatMap((other) => this.edges(other)));
    for (const other of around) this.looped.set(other, found.has(other));
    return found.has(joint);
  }

  /** What does not move freely is one node; a pulley holds both bodies to it. */
  private edges(joint: Joint): Edge<Joint>[] {
    if (!joint.hasFlag(JointFlag.Enabled) || isCoupling(joint.type) || joint.type === JointType.AngularDrive) return [];
    const [from, to] = this.ends(joint).map((body) => (this.isDynamic(body) ? body : 0));
    if (joint.type !== JointType.Pulley) return [{ from, to, label: joint }];
    return [from, to].map((body) => ({ from: body, to: 0, label: joint }));
  }

  /** Marks a joint and those that its load goes on to. */
  private markAround(joint: Joint): void {
    if (!joint.hasFlag(JointFlag.Strained)) this.follow(joint, (other) => this.mark(other, true));
  }

  /** Visits the joints at a joint's bodies, and at those that they join to these, as far as bodies move freely. */
  private follow(joint: Joint, visit: (joint: Joint) => void): void {
    const seen = new Set<number>();
    const queue = this.ends(joint);
    for (let body = queue.pop(); body !== undefined; body = queue.pop()) {
      if (seen.has(body) || !this.isDynamic(body)) continue;
      seen.add(body);
      for (const other of this.store.at(body)) {
        if (!other.hasFlag(JointFlag.Enabled)) continue;
        visit(other);
        queue.push(...this.ends(other));
      }
    }
  }

  /** How far a joint is open; null for one that does nothing, or has no rigid bounds. */
  private opening(joint: Joint): Opening | null {
    if (!joint.alive || !joint.hasFlag(JointFlag.Enabled)) return null;
    const at = joint.placement();
    const excesses = this.excesses(joint, at);
    const reach = this.reach(joint, at);
    let size = 0;
    for (const kind of LINEAR) size = Math.max(size, Math.abs(excesses[kind] ?? 0) / reach);
    for (const kind of ANGULAR) size = Math.max(size, Math.abs(excesses[kind] ?? 0));
    return { at, excesses, reach, size };
  }

  private excesses(joint: Joint, at: Placement): Excesses {
    const found: Excesses = {};
    const locks = joint.initialLocks();
    const bound = (kind: Kind, lower: number, upper: number, compliance: number) => {
      if (compliance > 0 || (joint.type === JointType.Path && kind === Kind.X)) return;
      found[kind] = outside(coordinateValue(kind, at), lower, upper);
    };
    for (const kind of [...LINEAR, ...ANGULAR]) {
      if (!(locks & (1 << kind))) continue;
      const compliance =
        kind === Kind.Extra ? JointRecord.intervalCompliance : kind < Kind.Twist ? JointRecord.compliance : JointRecord.angularCompliance;
      const value = kind === Kind.Extra ? joint.read(JointRecord.lower) : 0;
      bound(kind, value, value, joint.read(compliance));
    }
    const interval = joint.intervalKind();
    if (joint instanceof PulleyJoint && joint.compliance === 0)
      found[Kind.Extra] = outside(joint.currentLength, joint.read(JointRecord.lower), joint.read(JointRecord.upper));
    if (interval !== null && !joint.hasFlag(JointFlag.Rows) && joint.hasFlag(JointFlag.HasInterval))
      bound(interval, joint.read(JointRecord.lower), joint.read(JointRecord.upper), joint.read(JointRecord.intervalCompliance));
    if (!joint.hasFlag(JointFlag.Rows)) return found;
    const { f64, u32 } = this.store.context.memory;
    for (const slot of this.store.coordinateSlots(joint.index)) {
      const record = this.store.coordinates.offset(slot);
      const kind = u32[(record + CoordinateRecord.kind) >>> 2] as Kind;
      const field = (offset: number) => f64[(record + offset) >>> 3];
      const isCone = kind === Kind.Cone;
      if (locks & (1 << kind)) continue;
      const [lower, upper] = isCone ? [Number.NEGATIVE_INFINITY, 0] : [field(CoordinateRecord.lower), field(CoordinateRecord.upper)];
      bound(kind, lower, upper, field(CoordinateRecord.limitCompliance));
      const holds = CoordinateFlag.HasDrive | CoordinateFlag.Servo | CoordinateFlag.Rigid;
      // A servo of finite strength is no bound: only that of a joint which is strained anyway pulls less.
      const isStrong = field(CoordinateRecord.maxLoad) === Infinity || this.strained.has(joint);
      const isHeld = isStrong && (u32[(record + CoordinateRecord.flags) >>> 2] & holds) === holds;
      const target = field(CoordinateRecord.target);
      if (isHeld && !found[kind]) bound(kind, target, target, field(CoordinateRecord.deadZone));
    }
    return found;
  }

  private reach(joint: Joint, at: Placement): number {
    const { memory } = this.store.context;
    const middle = scale(add(at.anchorA, at.anchorB), 0.5);
    let reach = Number.MAX_VALUE;
    for (const body of this.ends(joint)) {
      if (!this.isDynamic(body)) continue;
      const record = this.store.context.bodyOffset(body);
      const square = gyrationSquare(memory, record);
      const arm = length(subtract(middle, readVector(memory, record + BodyRecord.positionX)));
      if (arm > LEAST_DISTANCE) reach = Math.min(reach, arm + square / arm);
    }
    return reach;
  }

  /** Gives a joint other anchors and frames for a step. */
  private disguise(joint: Joint): void {
    const { memory } = this.store.context;
    const opening = this.opening(joint)!;
    const pull = joint.read(JointRecord.strain);
    if (opening.size <= pull) return;
    const record = this.store.joints.offset(joint.index);
    const first = (record + JointRecord.anchorAX) >>> 3;
    const numbers = memory.f64.slice(first, (record + JointRecord.compliance) >>> 3);
    const isTurnCounted = joint.hasFlag(JointFlag.TracksTwist) && joint.type !== JointType.Universal;
    const twist = isTurnCounted ? beyond(opening.excesses[Kind.Twist] ?? 0, pull) : 0;
    const isRope = joint.type === JointType.Pulley;
    const bounds = (record + JointRecord.lower) >>> 3;
    this.disguises.push({ joint, numbers, twist, rope: isRope ? memory.f64.slice(bounds, bounds + 2) : null });
    if (isRope) {
      const way = beyond(opening.excesses[Kind.Extra] ?? 0, pull * opening.reach);
      for (let k = 0; k < 2; k++) memory.f64[bounds + k] += way;
      return;
    }
    memory.f64[(record + JointRecord.twist) >>> 3] -= twist;
    this.moveAnchors(joint, record, opening, pull);
    this.turnFrame(joint, record, opening, pull);
  }

  private moveAnchors(joint: Joint, record: number, { at, excesses, reach }: Opening, pull: number): void {
    const { memory } = this.store.context;
    const [a, b] = this.ends(joint);
    const part = (kind: Kind) => beyond(excesses[kind] ?? 0, pull * reach);
    let gap = rotate(at.frameA, [part(Kind.X), part(Kind.Y), part(Kind.Z)]);
    const line = at.type === JointType.Screw ? rotate(at.frameA, X) : subtract(at.anchorB, at.anchorA);
    const distance = length(line);
    if (distance > LEAST_DISTANCE) gap = add(gap, scale(line, part(Kind.Extra) / distance));
    // The anchor at a path is not in the record.
    const share = joint.type === JointType.Path ? 0 : 0.5;
    const move = (body: number, field: number, way: Vec3) => {
      const local = rotate(conjugate(this.store.context.pose(body).orientation), way);
      writeRecordVector(memory, record + field, add(readVector(memory, record + field), local));
    };
    move(a, JointRecord.anchorAX, scale(gap, share));
    move(b, JointRecord.anchorBX, scale(gap, share - 1));
  }

  private turnFrame(joint: Joint, record: number, { at, excesses }: Opening, pull: number): void {
    const part = (kind: Kind) => beyond(excesses[kind] ?? 0, pull);
    if (!ANGULAR.some((kind) => part(kind) !== 0)) return;
    const { orientation } = this.store.context.pose(this.ends(joint)[1]);
    const frame = at.type === JointType.Universal ? universalFrame(at, part) : swungFrame(at, part);
    writeRecordQuaternion(this.store.context.memory, record + JointRecord.frameBX, multiply(conjugate(orientation), frame));
  }
}

const inOrder = (joints: Iterable<Joint>): Joint[] => [...joints].sort((p, q) => p.index - q.index);
