import { integer, nonNegative, positive, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import { fixed } from '../core/geometry.ts';
import { BodyFlag, BodyRecord, BodyType, WorldRecord } from '../core/layout.ts';
import { readVector, writeRecordVector } from '../core/records.ts';
import { CollisionSpace } from '../query/collision-space.ts';
import {
  CONTACT_SCHEMES,
  GRADIENTS,
  GYROSCOPICS,
  MOST_SUBSTEPS,
  nameOf,
  PROJECTIONS,
  readSleep,
  requireSweeps,
  type Settings,
  type SleepOptions,
} from './world-options.ts';

/** The options of a world as they are now, and who sleeps in it. */
export abstract class WorldSettings extends CollisionSpace {
  /** m/s². Changing it wakes all bodies. */
  get gravity(): Readonly<Vec3> {
    return fixed(readVector(this.live.memory, this.live.memory.world + WorldRecord.gravityX));
  }
  set gravity(value: Vec3Like) {
    const gravity = vector(value, 'gravity');
    this.requireIdle();
    const changes = this.gravity.some((component, axis) => component !== gravity[axis]);
    writeRecordVector(this.live.memory, this.live.memory.world + WorldRecord.gravityX, gravity);
    if (changes) this.live.collision?.wakeAll();
  }
  /** At most 10 000; times the iterations at most 100 000. */
  get substeps(): number {
    return this.readCount(WorldRecord.substeps);
  }
  set substeps(value: number) {
    const substeps = integer(value, 'substeps', 1, MOST_SUBSTEPS);
    requireSweeps(substeps, this.iterations);
    this.writeCount(WorldRecord.substeps, substeps);
  }
  /** At most 10 000; times the substeps at most 100 000. */
  get iterations(): number {
    return this.readCount(WorldRecord.iterations);
  }
  set iterations(value: number) {
    const iterations = integer(value, 'iterations', 1, MOST_SUBSTEPS);
    requireSweeps(this.substeps, iterations);
    this.writeCount(WorldRecord.iterations, iterations);
  }
  /** How point attachments are projected. This and the next three are those given, or those of the snapshot restored last. */
  get projection(): 'block' | 'scalar' {
    return nameOf(PROJECTIONS, this.readCount(WorldRecord.projection));
  }
  get gradient(): 'auto' | 'start' | 'current' {
    return nameOf(GRADIENTS, this.readCount(WorldRecord.gradient));
  }
  get gyroscopic(): 'implicit' | 'explicit' | 'none' {
    return nameOf(GYROSCOPICS, this.readCount(WorldRecord.gyroscopic));
  }
  /** The option `contacts`: how contacts are solved. */
  get contactScheme(): 'soft' | 'position' {
    return nameOf(CONTACT_SCHEMES, this.readCount(WorldRecord.contactScheme));
  }
  /** Hz: frequency of the soft contacts that push overlapping bodies apart; at most 0.18 of the substeps' rate counts. */
  get contactFrequency(): number {
    return this.readNumber(WorldRecord.contactFrequency);
  }
  set contactFrequency(value: number) {
    this.writeNumber(WorldRecord.contactFrequency, positive(value, 'contactFrequency'));
  }
  /** Damping ratio of these springs, at least 0. */
  get contactDamping(): number {
    return this.readNumber(WorldRecord.contactDamping);
  }
  set contactDamping(value: number) {
    this.writeNumber(WorldRecord.contactDamping, nonNegative(value, 'contactDamping'));
  }
  /** m/s: overlapping bodies are pushed apart at most as fast; at least 0. */
  get maxDepenetrationVelocity(): number {
    return this.readNumber(WorldRecord.depenetrationSpeed);
  }
  set maxDepenetrationVelocity(value: number) {
    this.writeNumber(WorldRecord.depenetrationSpeed, nonNegative(value, 'maxDepenetrationVelocity'));
  }
  /**
   * Below which speeds, and after how long, bodies fall asleep; false where they never do. Those that touch or are joined fall asleep
   * together. Setting `true` keeps the numbers of before, `false` wakes all bodies.
   */
  get sleep(): Readonly<Required<SleepOptions>> | false {
    if (this.readCount(WorldRecord.sleeping) === 0) return false;
    const { sleepSpeed, sleepTurning, sleepDelay } = WorldRecord;
    return Object.freeze({
      linearThreshold: this.readNumber(sleepSpeed),
      angularThreshold: this.readNumber(sleepTurning),
      timeUntilSleep: this.readNumber(sleepDelay),
    });
  }
  set sleep(value: boolean | SleepOptions) {
    const { sleeping, linearThreshold, angularThreshold, timeUntilSleep } = readSleep(value);
    this.writeCount(WorldRecord.sleeping, sleeping ? 1 : 0);
    if (linearThreshold !== undefined) this.writeNumber(WorldRecord.sleepSpeed, linearThreshold);
    if (angularThreshold !== undefined) this.writeNumber(WorldRecord.sleepTurning, angularThreshold);
    if (timeUntilSleep !== undefined) this.writeNumber(WorldRecord.sleepDelay, timeUntilSleep);
    if (!sleeping) this.live.collision?.wakeAll();
  }
  /** Dynamic bodies that are asleep. */
  get sleepingCount(): number {
    return this.countDynamic(BodyFlag.Asleep);
  }
  /** Dynamic bodies that are awake. */
  get awakeCount(): number {
    return this.countDynamic(0);
  }

  protected writeSettings(settings: Settings): void {
    this.gravity = settings.gravity;
    this.writeCount(WorldRecord.substeps, settings.substeps);
    this.writeCount(WorldRecord.iterations, settings.iterations);
    this.sleep = settings.sleep;
    if (settings.contactFrequency !== undefined) this.contactFrequency = settings.contactFrequency;
    if (settings.contactDamping !== undefined) this.contactDamping = settings.contactDamping;
    if (settings.maxDepenetrationVelocity !== undefined) this.maxDepenetrationVelocity = settings.maxDepenetrationVelocity;
    this.writeNumber(WorldRecord.contactMargin, settings.contactMargin);
    this.writeNumber(WorldRecord.boundsGrowth, settings.boundsGrowth);
    this.writeCount(WorldRecord.contactScheme, CONTACT_SCHEMES[settings.contacts]);
    this.writeCount(WorldRecord.projection, PROJECTIONS[settings.projection]);
    this.writeCount(WorldRecord.gradient, GRADIENTS[settings.gradient]);
    this.writeCount(WorldRecord.gyroscopic, GYROSCOPICS[settings.gyroscopic]);
  }

  /** @internal To be called when a body was changed: it and all that fell asleep with it are awake. */
  wakeBody(index: number): void {
    const { collision, memory } = this.live;
    if (!collision) return;
    const { f64, u32, world } = memory;
    const bits = u32[(u32[(world + WorldRecord.awake) >>> 2] >>> 2) + (index >> 5)];
    if ((bits >>> (index & 31)) & 1) f64[(this.bodyOffset(index) + BodyRecord.restTime) >>> 3] = 0;
    else collision.wakeBody(index);
  }
  /** @internal To be called when a body goes away or ceases to hold: wakes it, and what touches it. */
  wakeTouching(index: number): void {
    this.wakeBody(index);
    this.live.collision?.wakeNeighbours(index, true);
  }
  /** @internal To be called when a body is set somewhere else. */
  wakeAround(index: number): void {
    this.wakeBody(index);
    this.live.collision?.wakeNeighbours(index, false);
  }
  /** @internal */
  restIsland(index: number): void {
    this.live.collision?.sleepBody(index);
  }

  /** Dynamic bodies that have, of Asleep, the bits `asleep`. */
  private countDynamic(asleep: number): number {
    const { u32, world } = this.live.memory;
    const wanted = BodyFlag.Alive | (BodyType.Dynamic << BodyFlag.TypeShift) | asleep;
    const mask = BodyFlag.Alive | BodyFlag.TypeMask | BodyFlag.Asleep;
    let count = 0;
    for (let slot = 0; slot < u32[(world + WorldRecord.bodyCount) >>> 2]; slot++)
      if ((u32[(this.bodyOffset(slot) + BodyRecord.flags) >>> 2] & mask) === wanted) count++;
    return count;
  }

  private readNumber(field: number): number {
    return this.live.memory.f64[(this.live.memory.world + field) >>> 3];
  }
  private writeNumber(field: number, value: number): void {
    this.requireIdle();
    this.live.memory.f64[(this.live.memory.world + field) >>> 3] = value;
  }
  protected readCount(field: number): number {
    return this.live.memory.u32[(this.live.memory.world + field) >>> 2];
  }
  protected writeCount(field: number, value: number): void {
    this.requireIdle();
    this.live.memory.u32[(this.live.memory.world + field) >>> 2] = value;
  }
}
