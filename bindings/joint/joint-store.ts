import type { Body } from '../body/body.ts';
import type { JointsAtBodies, VectorChange } from '../body/body-handle.ts';
import { restart } from '../body/publish.ts';
import { type Vec3, vector } from '../core/arguments.ts';
import { isCentered } from '../core/centered.ts';
import type { WorldContext } from '../core/context.ts';
import { requireFormulations } from '../core/engine.ts';
import { removedHandle } from '../core/errors.ts';
import { subtract } from '../core/geometry.ts';
import type { HandleTypes } from '../core/handle-types.ts';
import { HandleTable } from '../core/handles.ts';
import {
  BodyRecord,
  CoordinateRecord,
  JointFlag,
  JointRecord,
  JointType,
  Coordinate as Kind,
  OVERFLOW_COLOR,
  PathRecord,
  PointRecord,
  Solver,
  WorldRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { COORDINATE_POOL, JOINT_POOL, POINT_POOL, Pool } from '../core/pool.ts';
import { readVector } from '../core/records.ts';
import { renumberEvents } from '../event/renumber.ts';
import { Connections } from './connections.ts';
import { createHandle } from './index.ts';
import type { Joint } from './joint.ts';
import { bodiesOf, coupledJoints, isCoupling } from './joint-bodies.ts';
import type { JointHandle, JointHost } from './joint-handle.ts';
import { Strain } from './strain.ts';

/** The joints of a world: their records, those of their coordinates and paths, their handles and bodies. */
export class JointStore implements JointHost, JointsAtBodies {
  readonly joints: Pool;
  readonly coordinates: Pool;
  readonly points: Pool;
  readonly handles = new HandleTable<Joint>();
  readonly strain: Strain;
  private readonly connections = new Connections();
  /** Gears and the like by the slots of the joints that they couple. */
  private readonly couplings = new Map<number, Set<Joint>>();
  /** Some motor may help another. */
  private anyHelp = false;

  constructor(
    readonly world: HandleTypes['World'],
    readonly context: WorldContext,
    /** Body of a slot; null for the world. */
    readonly bodyAt: (slot: number) => Body | null,
  ) {
    const memory = () => context.memory;
    this.joints = new Pool(memory, JOINT_POOL, (count) => context.live.reserveJoints(count));
    this.coordinates = new Pool(memory, COORDINATE_POOL, (count) => context.live.reserveCoordinates(count));
    this.points = new Pool(memory, POINT_POOL, (count) => context.live.reservePoints(count));
    this.strain = new Strain(this);
  }

  isAlive(joint: JointHandle): boolean {
    return this.context.isLive && this.handles.get(joint.index) === joint;
  }

  recordOf(joint: JointHandle): number {
    void this.context.live;
    if (this.handles.get(joint.index) !== joint) throw removedHandle('joint');
    return this.joints.offset(joint.index);
  }

  /** A load acts at the start of its substep, where velocities are centred, and in its middle otherwise. */
  loadAhead(): number {
    const { u32, world } = this.context.memory;
    const substeps = u32[(world + WorldRecord.lastSubsteps) >>> 2];
    if (u32[(world + WorldRecord.solver) >>> 2] !== Solver.Xpbd || substeps < 2) return 0;
    return (isCentered(this.context.memory) ? 2 : 1) / (substeps - 1);
  }

  jointAt(slot: number): Joint | undefined {
    return this.handles.get(slot);
  }

  /** Brings a joint of checked bodies into force. */
  add(joint: Joint): void {
    if (joint.type === JointType.Custom) requireFormulations(null);
    const setup = joint.prepare(this);
    this.joints.makeRoom(1);
    this.coordinates.makeRoom(setup.coordinates.length);
    this.points.makeRoom(setup.points?.length ?? 0);
    this.context.reservePlace();
    const index = this.joints.allocate();
    const record = this.joints.offset(index);
    const { u32 } = this.memory;
    u32[(record + JointRecord.type) >>> 2] = joint.type;
    u32[(record + JointRecord.bodyA) >>> 2] = joint.a?.index ?? 0;
    u32[(record + JointRecord.bodyB) >>> 2] = joint.b?.index ?? 0;
    u32[(record + JointRecord.color) >>> 2] = OVERFLOW_COLOR;
    this.handles.set(index, this.joints.generation(index), joint);
    joint.attach(this, index, setup);
    this.connect(joint);
    if (!this.anyHelp && setup.coordinates.some(({ drive }) => drive?.secondary?.helped)) this.anyHelp = true;
    this.count(index, 1);
    this.countCustom(joint, 1);
    this.updateIgnored(index, true);
    this.strain.place(joint);
  }

  /**
   * Makes the bodies of a joint collide or not, as the joint wants it: they do not while the joint is `alive`, enabled, and has
   * `collideConnected` not set.
   */
  updateIgnored(index: number, alive: boolean): void {
    const { u32 } = this.memory;
    const record = this.joints.offset(index);
    const a = u32[(record + JointRecord.bodyA) >>> 2];
    const b = u32[(record + JointRecord.bodyB) >>> 2];
    const flags = u32[(record + JointRecord.flags) >>> 2];
    const wanted =
      alive && (flags & JointFlag.Enabled) !== 0 && (flags & JointFlag.CollideConnected) === 0 && a !== 0 && b !== 0 && a !== b;
    if (wanted === ((flags & JointFlag.Ignores) !== 0)) return;
    this.context.ignorePair(a, b, wanted ? 1 : -1);
    this.memory.u32[(record + JointRecord.flags) >>> 2] ^= JointFlag.Ignores;
  }

  /** How many joints keep two bodies from colliding. */
  ignoringJoints(a: number, b: number): number {
    const { u32 } = this.memory;
    let count = 0;
    for (const joint of this.connections.around(a)) {
      const flags = u32[(this.joints.offset(joint.index) + JointRecord.flags) >>> 2];
      if ((flags & JointFlag.Ignores) !== 0 && this.connections.has(b, joint)) count++;
    }
    return count;
  }

  /** The bodies of joints that the last step broke may collide. */
  settleBroken(): void {
    for (const joint of this.broken()) this.updateIgnored(joint.index, true);
  }

  /** Removes a joint, and first what couples it to another. */
  remove(joint: Joint): void {
    this.removeAll([joint]);
  }

  /** Removes the joints at a body. */
  removeAt(body: number): void {
    this.removeAll(this.at(body));
  }

  /** Takes time in proportion to the number of joints. */
  private removeAll(joints: readonly Joint[]): void {
    const freed = new Set<number>();
    for (const joint of joints) if (joint.alive) this.removeOne(joint, freed);
    if (this.anyHelp && freed.size > 0) this.forgetHelp(freed);
  }

  /** Adds the slots of the coordinates that go to `freed`. */
  private removeOne(joint: Joint, freed: Set<number>): void {
    const { index } = joint;
    const bodies = bodiesOf(this.memory, this.joints.offset(index));
    for (const coupling of this.couplingsOf(index)) this.removeOne(coupling, freed);
    this.updateIgnored(index, false);
    this.count(index, -1);
    this.countCustom(joint, -1);
    for (const slot of this.coupledBy(joint)) this.couplings.get(slot)?.delete(joint);
    for (const point of this.pointSlots(index)) this.points.free(point);
    for (const slot of this.coordinateSlots(index)) {
      freed.add(slot);
      this.coordinates.free(slot);
    }
    this.couplings.delete(index);
    this.joints.free(index);
    this.handles.remove(index);
    this.connections.remove(joint, bodies);
    this.strain.release(joint, bodies);
  }

  private countCustom({ type }: Joint, change: 1 | -1): void {
    if (type !== JointType.Custom) return;
    const { u32, world } = this.memory;
    u32[(world + WorldRecord.customJoints) >>> 2] += change;
  }

  couplingsOf(index: number): Joint[] {
    return [...(this.couplings.get(index) ?? [])].sort((a, b) => a.index - b.index);
  }

  /** Slots of the joints that a joint couples. */
  private coupledBy(joint: Joint): readonly number[] {
    return isCoupling(joint.type) ? coupledJoints(this.memory, this.joints.offset(joint.index)) : [];
  }

  /** Lists a joint with its bodies, and with the joints that it couples. */
  private connect(joint: Joint): void {
    this.connections.add(joint, bodiesOf(this.memory, this.joints.offset(joint.index)));
    if (isCoupling(joint.type)) this.connectCoupling(joint);
  }

  private connectCoupling(joint: Joint): void {
    for (const slot of this.coupledBy(joint)) {
      const known = this.couplings.get(slot);
      if (known) known.add(joint);
      else this.couplings.set(slot, new Set([joint]));
    }
  }

  placed(joint: JointHandle): void {
    this.strain.place(joint as Joint);
  }

  place(body: number): void {
    const joints = this.connections.around(body);
    for (let k = 0; k < joints.length; k++) this.strain.place(joints[k]);
  }

  shifted(body: number, shift: Vec3): VectorChange[] {
    const { u32 } = this.memory;
    const changes: VectorChange[] = [];
    const move = (offset: number) =>
      changes.push([offset, vector(subtract(readVector(this.memory, offset), shift), 'The anchor of a joint')]);
    for (const joint of this.at(body)) {
      const record = this.joints.offset(joint.index);
      if (u32[(record + JointRecord.bodyB) >>> 2] === body) move(record + JointRecord.anchorBX);
      if (u32[(record + JointRecord.bodyA) >>> 2] !== body) continue;
      move(record + JointRecord.anchorAX);
      if (joint.type !== JointType.Path) continue;
      for (const point of this.pointSlots(joint.index)) move(this.points.offset(point) + PointRecord.x);
    }
    return changes;
  }

  /** The next step gives the joints other colours. */
  retype(body: number): () => void {
    const joints = this.at(body);
    for (const { index } of joints) this.recolor(index);
    return () => {
      for (const { index } of joints) this.wake(index);
    };
  }

  /** The joints at a body, in order of their slots. */
  at(body: number): Joint[] {
    return this.connections.of(body);
  }

  coordinateSlots(index: number): number[] {
    const { u32 } = this.memory;
    const slots: number[] = [];
    for (let next = u32[(this.joints.offset(index) + JointRecord.firstCoordinate) >>> 2]; next > 0; ) {
      slots.push(next - 1);
      next = u32[(this.coordinates.offset(next - 1) + CoordinateRecord.next) >>> 2];
    }
    return slots;
  }

  pointSlots(index: number): number[] {
    const { u32 } = this.memory;
    if (u32[(this.joints.offset(index) + JointRecord.type) >>> 2] !== JointType.Path) return [];
    const offsets = this.coordinateSlots(index).map((slot) => this.coordinates.offset(slot));
    const path = offsets.find((record) => u32[(record + CoordinateRecord.kind) >>> 2] === Kind.Extra)!;
    const first = u32[(path + PathRecord.firstPoint) >>> 2];
    const slots: number[] = [];
    for (let next = first; next > 0 && (next !== first || slots.length === 0); ) {
      slots.push(next - 1);
      next = u32[(this.points.offset(next - 1) + PointRecord.next) >>> 2];
    }
    return slots;
  }

  noteHelp(): void {
    this.anyHelp = true;
  }

  /** No motor helps coordinates any more whose records have gone. */
  private forgetHelp(freed: ReadonlySet<number>): void {
    const { u32 } = this.memory;
    for (let other = 0; other < this.coordinates.count; other++) {
      const helped = (this.coordinates.offset(other) + CoordinateRecord.helped) >>> 2;
      if (freed.has(u32[helped] - 1)) u32[helped] = 0;
    }
  }

  /** Counts a joint at its bodies: one more, or one less. */
  private count(index: number, change: 1 | -1): void {
    const { memory } = this;
    for (const slot of bodiesOf(memory, this.joints.offset(index))) {
      const body = this.context.bodyOffset(slot);
      memory.u32[(body + BodyRecord.jointCount) >>> 2] += change;
      restart(memory, body);
    }
    this.context.markTopology();
    this.wake(index);
  }

  /** Has the next step give a joint another colour, because a body of it changes its type. */
  private recolor(index: number): void {
    this.memory.u32[(this.joints.offset(index) + JointRecord.color) >>> 2] = OVERFLOW_COLOR;
    this.wake(index);
  }

  /** To be called when a joint begins or ceases to act on its bodies. */
  restart(index: number): void {
    const { memory } = this;
    for (const slot of bodiesOf(memory, this.joints.offset(index))) restart(memory, this.context.bodyOffset(slot));
  }

  wake(index: number): void {
    const record = this.joints.offset(index);
    const { u32 } = this.memory;
    if (isCoupling(u32[(record + JointRecord.type) >>> 2]) && u32[(record + JointRecord.firstCoordinate) >>> 2] !== 0) {
      for (const body of bodiesOf(this.memory, record)) if (body !== 0) this.context.wakeBody(body);
      return;
    }
    const a = u32[(record + JointRecord.bodyA) >>> 2];
    const b = u32[(record + JointRecord.bodyB) >>> 2];
    if (a !== 0) this.context.wakeBody(a);
    if (b !== 0) this.context.wakeBody(b);
  }

  /** The joints that the last step broke, in order of their slots. */
  *broken(): Generator<Joint> {
    const { memory } = this;
    if (memory.u32[(memory.world + WorldRecord.brokenCount) >>> 2] === 0) return;
    for (const joint of this.handles) if (joint.hasFlag(JointFlag.JustBroken)) yield joint;
  }

  /** Follows a state that has been restored; `own` says whether it is of this world. */
  synchronize(own: boolean): void {
    if (!own) {
      renumberEvents(this.memory, this.joints, true);
      for (const pool of [this.coordinates, this.points]) pool.renumber();
    }
    this.handles.synchronize(this.joints, own, (index) => this.adopt(index));
    this.connections.clear();
    this.couplings.clear();
    for (const joint of this.handles) this.connect(joint);
    this.strain.synchronize();
    this.anyHelp = true;
  }

  private adopt(index: number): Joint {
    const record = this.joints.offset(index);
    const joint = createHandle(this.memory.u32[(record + JointRecord.type) >>> 2]);
    joint.adopt(this, index, record);
    return joint;
  }

  private get memory(): StateMemory {
    return this.context.memory;
  }
}
