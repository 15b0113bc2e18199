import { ALL_GROUPS, bits, boolean, finite, nonNegative, type Out, type Vec3, type Vec3Like } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { fixed, fixedParts } from '../core/geometry.ts';
import { BodyFlag, BodyRecord, BodyType } from '../core/layout.ts';
import { bodyTypeOf, readVector, writeRecordVector } from '../core/records.ts';
import { boundsOf } from '../query/bounds.ts';
import { contactForceOn } from '../query/pairs.ts';
import { oneWaySide } from '../shape/child.ts';
import type { ShapeBase } from '../shape/shape.ts';
import { BodyHandle } from './body-handle.ts';
import { requireShape } from './body-mass.ts';
import { type BodyEvents, bodyEvents, requireMovable } from './body-options.ts';
import { changeShape, noteStart } from './change-body.ts';
import {
  type Material,
  type MaterialOptions,
  readMaterial,
  readMaterialOptions,
  readRecordMaterial,
  restitutionOf,
  writeMaterial,
} from './material.ts';

/** What a body is to others that it may touch. */
export abstract class CollidingBody<UserData = unknown> extends BodyHandle<UserData> {
  /**
   * The shape for collisions; null if the body has none or there is no collision. Setting it ends the contacts of the old one. Mass,
   * inertia and centre of mass stay: `setMassProperties` computes them from the new shape. Throws `invalid-argument`, `unsupported-shape`
   * or `out-of-memory`.
   */
  get shape(): ShapeBase | null {
    this.record();
    return this.host().shapes.at(this.host().context.shapeReference(this.index));
  }
  set shape(value: ShapeBase | null) {
    const shape = value === null ? null : requireShape(value);
    this.changing();
    if (this.index === 0) throw new HolonomicError('invalid-argument', 'The world body has no shape.');
    if (shape && this.collides) requireMovable(shape, this.bodyType);
    changeShape(this.host(), this.index, shape);
  }
  /** Groups that the body is in, 32 bits. Two bodies can touch if each is in a group of the other's mask. */
  get collisionGroup(): number {
    return this.memory.u32[(this.record() + BodyRecord.collisionGroup) >>> 2];
  }
  set collisionGroup(value: number) {
    this.writeGroups(BodyRecord.collisionGroup, bits(value, 'collisionGroup', 1));
  }
  /** Groups that the body collides with, 32 bits. */
  get collisionMask(): number {
    return this.memory.u32[(this.record() + BodyRecord.collisionMask) >>> 2];
  }
  set collisionMask(value: number) {
    this.writeGroups(BodyRecord.collisionMask, bits(value, 'collisionMask', ALL_GROUPS));
  }
  /** Whether the shape takes part in collision and queries. */
  get collides(): boolean {
    return (this.flags & BodyFlag.Ghost) === 0;
  }
  set collides(value: boolean) {
    const collides = boolean(value, 'collides');
    const record = this.changing();
    const { shape } = this;
    if (collides && shape) requireMovable(shape, this.bodyType);
    if (collides) this.host().context.reservePlace();
    this.host().context.wakeTouching(this.index);
    const field = (record + BodyRecord.flags) >>> 2;
    const { u32 } = this.memory;
    u32[field] = collides ? u32[field] & ~BodyFlag.Ghost : u32[field] | BodyFlag.Ghost;
    this.host().context.placeBody(this.index);
  }
  /**
   * Whether the body only detects overlaps, which events report, without pushing other bodies. Setting it ends its contacts or overlaps.
   */
  get sensor(): boolean {
    return (this.flags & BodyFlag.Sensor) !== 0;
  }
  set sensor(value: boolean) {
    const sensor = boolean(value, 'sensor');
    const record = this.changing();
    if (sensor === this.sensor) return;
    this.host().context.wakeTouching(this.index);
    this.memory.u32[(record + BodyRecord.flags) >>> 2] ^= BodyFlag.Sensor;
    this.host().context.refilterBody(this.index);
  }
  /**
   * Direction of the only side from which the body is solid, in its own axes; null if it is solid from all. Bodies that overlap it when
   * this is set pass.
   */
  get oneWay(): Readonly<Vec3> | null {
    const side = readVector(this.memory, this.record() + BodyRecord.oneWayX);
    return side.some((component) => component !== 0) ? fixed(side) : null;
  }
  set oneWay(value: Vec3Like | null) {
    const side = oneWaySide(value, 'oneWay');
    const record = this.changing();
    writeRecordVector(this.memory, record + BodyRecord.oneWayX, side ?? [0, 0, 0]);
    this.host().context.wakeTouching(this.index);
    this.host().context.refilterBody(this.index);
  }
  /** Continuous collision detection for small fast bodies, which could pass through others in a step. */
  get ccd(): boolean {
    return (this.flags & BodyFlag.Swept) !== 0;
  }
  set ccd(value: boolean) {
    const ccd = boolean(value, 'ccd');
    const record = this.changing();
    if (ccd === this.ccd) return;
    this.memory.u32[(record + BodyRecord.flags) >>> 2] ^= BodyFlag.Swept;
    if (ccd && this.bodyType === BodyType.Dynamic) noteStart(this.memory, record);
    this.host().context.wakeBody(this.index);
  }
  /**
   * Which contacts are reported as events: their begin and end, also each step that they last, or none. After setting 'none', the next step
   * ends those reported so far.
   */
  get events(): BodyEvents {
    const { flags } = this;
    return flags & BodyFlag.Silent ? 'none' : flags & BodyFlag.Talkative ? 'all' : 'changes';
  }
  set events(value: BodyEvents) {
    const reported = bodyEvents(value);
    const record = this.changing();
    // What sleeps is reported when it is looked at again.
    this.host().context.wakeTouching(this.index);
    const kept = this.flags & ~(BodyFlag.Silent | BodyFlag.Talkative);
    this.memory.u32[(record + BodyRecord.flags) >>> 2] = kept | reported;
  }
  /** The surface. Setting it changes the given properties and keeps the others, from the next step on. */
  get material(): Readonly<Material> {
    return fixedParts(readRecordMaterial(this.memory, this.record() + BodyRecord.staticFriction));
  }
  set material(value: MaterialOptions) {
    const given = readMaterialOptions(value, 'material');
    this.changeMaterial(given);
  }
  /** Coefficient of friction; the static one, if the two differ. Setting it sets both. */
  get friction(): number {
    return this.memory.f64[(this.record() + BodyRecord.staticFriction) >>> 3];
  }
  set friction(value: number) {
    const friction = nonNegative(value, 'friction');
    const record = this.changing();
    const { f64 } = this.memory;
    f64[(record + BodyRecord.staticFriction) >>> 3] = friction;
    f64[(record + BodyRecord.dynamicFriction) >>> 3] = friction;
    this.host().context.wakeTouching(this.index);
  }
  /** Coefficient of restitution: separating speed over approach speed, 0 to 1. */
  get restitution(): number {
    return this.memory.f64[(this.record() + BodyRecord.restitution) >>> 3];
  }
  set restitution(value: number) {
    const restitution = restitutionOf(finite(value, 'restitution'));
    const { context } = this.host();
    const field = (this.changing() + BodyRecord.restitution) >>> 3;
    if (this.memory.f64[field] > 0 !== restitution > 0) context.markIsland(this.index);
    this.memory.f64[field] = restitution;
    context.wakeTouching(this.index);
  }
  /**
   * The body's box in the broad phase, along the world's axes, m; null without a shape that collides, or if there is no collision. It is
   * larger than the shape, because it covers the expected motion of the coming steps, and changes only when the body leaves it. Steps
   * update it before they search for pairs, so after a step it may date from before the last motion.
   */
  get bounds(): Readonly<{ low: Readonly<Vec3>; high: Readonly<Vec3> }> | null {
    return fixedParts(boundsOf(this.memory, this.record()));
  }
  /**
   * Sum of the forces of all contacts on the body, including friction, averaged over the last step, N; of a sleeping body, over the last step
   * before it fell asleep.
   */
  contactForce(out?: Out): Vec3 {
    return contactForceOn(this.memory, this.record(), out);
  }

  private writeGroups(field: number, value: number): void {
    this.memory.u32[(this.changing() + field) >>> 2] = value;
    this.host().context.wakeTouching(this.index);
    this.host().context.refilterBody(this.index);
  }

  private changeMaterial(given: MaterialOptions): void {
    const record = this.record();
    const material = readMaterial(given, 'material', readRecordMaterial(this.memory, record + BodyRecord.staticFriction));
    this.changing();
    writeMaterial(this.memory, record + BodyRecord.staticFriction, material);
    this.host().context.wakeTouching(this.index);
  }

  /** @internal */
  protected get bodyType(): BodyType {
    return bodyTypeOf(this.flags);
  }
  protected get flags(): number {
    return this.memory.u32[(this.record() + BodyRecord.flags) >>> 2];
  }
}
