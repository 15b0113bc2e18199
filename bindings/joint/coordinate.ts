import { choice, finite, options, orDefault, requiredCoefficient } from '../core/arguments.ts';
import { finish, refuseReadOnly, refuseUnknown } from '../core/assignments.ts';
import { HolonomicError, removedHandle } from '../core/errors.ts';
import { add, cross, dot, fixedParts, subtract } from '../core/geometry.ts';
import type { HandleTypes } from '../core/handle-types.ts';
import { BodyRecord, CoordinateFlag, CoordinateRecord, JointFlag, JointRecord, Coordinate as Kind } from '../core/layout.ts';
import { describeHandle, printPlainly } from '../core/plain.ts';
import { readVector } from '../core/records.ts';
import { coordinateDirection } from './coordinate-geometry.ts';
import {
  hasFlag,
  readDrive,
  readField,
  readLimit,
  writeDrive,
  writeField,
  writeFriction,
  writeLimit,
  writeViscousDamping,
} from './coordinate-record.ts';
import { inverseEffectiveMass } from './effective-mass.ts';
import type { JointHandle, JointHost } from './joint-handle.ts';
import { isBounded, isPlain, type Limit, type LimitOptions, readLimits, resolveLimit } from './limits.ts';
import { intervalField, type LoadOptions, loadAtEnd, type Period, type ScalarLoads, scalarLoads } from './loads.ts';
import { type Drive, type MotorOptions, readMotor, resolveDrive } from './motor.ts';

declare module '../core/handle-types.ts' {
  interface HandleTypes {
    Coordinate: Coordinate;
  }
}

/** Whether a coordinate is a length, m, and its loads are forces. */
export const isLinear = (kind: Kind): boolean => kind <= Kind.Z || kind === Kind.Extra;

const handles = new WeakMap<JointHandle, Map<Kind, Coordinate>>();

/** @internal The handle of a joint's coordinate, always the same one. */
export function handleOf(joint: JointHandle, kind: Kind): Coordinate {
  const known = handles.get(joint) ?? new Map<Kind, Coordinate>();
  const handle = known.get(kind) ?? finish(new Coordinate(joint, kind));
  handles.set(joint, known.set(kind, handle));
  return handle;
}

/** @internal Slot of the record of a coordinate that is to be helped: one of this world, with a motor. */
export function drivenSlot(helps: unknown, host: JointHost, name: string): number {
  if (!Coordinate.isCoordinate(helps)) throw new HolonomicError('invalid-argument', `${name} must be a coordinate of a joint.`);
  if (helps.joint.world !== host.world)
    throw new HolonomicError('foreign-handle', `${name} must be a coordinate of a joint in this world.`);
  if (!helps.joint.alive) throw removedHandle('joint');
  if (!helps.motor) throw new HolonomicError('invalid-argument', `${name} must be a coordinate with a motor.`);
  return helps.slot()!;
}

/**
 * One free coordinate of a joint: an offset, m, or an angle, rad. It is a handle like the joint that it belongs to: limits, a motor and
 * friction can be set at any time. Its loads act on B along the coordinate.
 */
export class Coordinate {
  readonly joint: HandleTypes['Joint'];
  /** @internal */
  readonly kind: Kind;
  /** The joint, as far as coordinates know it. */
  readonly #handle: JointHandle;
  /** Inverse effective mass while what the joint locks is held. */
  readonly #inverseMass = (): number => inverseEffectiveMass(this.memory, this.#handle.placement(), this.kind, this.#handle.initialLocks());

  /** @internal */
  constructor(joint: JointHandle, kind: Kind) {
    this.joint = joint as HandleTypes['Joint'];
    this.#handle = joint;
    this.kind = kind;
    Object.freeze(this);
  }

  /** @internal Whether a value is a coordinate, and does not only say so. */
  static isCoordinate(value: unknown): value is Coordinate {
    return typeof value === 'object' && value !== null && #inverseMass in value;
  }

  /** Current value, m or rad; angles about an axis count turns. */
  get value(): number {
    return this.#handle.coordinateValue(this.kind);
  }

  /** Current speed, m/s or rad/s. */
  get velocity(): number {
    const at = this.#handle.placement();
    const { memory } = this;
    const { force, torque } = coordinateDirection(this.kind, at);
    const turning = (body: number) => readVector(memory, body + BodyRecord.angularVelocityX);
    const velocity = (body: number, center: typeof force) =>
      add(readVector(memory, body + BodyRecord.velocityX), cross(turning(body), subtract(at.anchorB, center)));
    const linear = subtract(velocity(at.bodyB, at.centerB), velocity(at.bodyA, at.centerA));
    return dot(force, linear) + dot(torque, subtract(turning(at.bodyB), turning(at.bodyA)));
  }

  /** Bounds of the value, or null. For a cone, they keep the axis inside. */
  get limits(): Readonly<Required<Pick<LimitOptions, 'lower' | 'upper' | 'compliance' | 'damping' | 'restitution'>>> | null {
    const limit = this.limit();
    return limit && Object.freeze(this.kind === Kind.Cone ? { ...limit, lower: -Infinity, upper: 0 } : limit);
  }
  set limits(value: LimitOptions | null) {
    this.refuseCone('limits');
    const given = value === null ? null : readLimits(value);
    const joint = this.#handle;
    joint.changing();
    joint.checkLimit(this.kind, given);
    if (this.isInterval && (!given || isPlain(given))) {
      joint.setInterval(given?.lower ?? -Infinity, given?.upper ?? Infinity, given?.compliance ?? 0);
      return;
    }
    const limit = given && isBounded(given) ? resolveLimit(given, this.#inverseMass) : null;
    this.change(limit !== null, (record) => writeLimit(this.memory, record, limit));
  }

  /**
   * The motor of the coordinate, or null. A motor that is as stiff as its maximum load allows is returned without stiffness and damping.
   */
  get motor(): Readonly<MotorOptions> | null {
    const record = this.record();
    const drive = record === null ? null : readDrive(this.memory, record);
    if (!drive) return null;
    const { servo, rigid, target, velocity, stiffness, damping, quadraticStiffness, maxLoad, deadZone, secondary } = drive;
    const most = (load: number) => (isLinear(this.kind) ? { maxForce: load } : { maxTorque: load });
    const motor: MotorOptions = { velocity, deadZone, ...most(maxLoad) };
    if (servo) motor.target = target;
    if (!rigid) Object.assign(motor, { damping }, servo ? { stiffness, quadraticStiffness } : {});
    if (secondary) {
      const { helped, maxLoad: load, ...numbers } = secondary;
      const helps = helped > 0 ? { helps: this.helpedAt(helped - 1) } : {};
      motor.secondary = { ...numbers, ...most(load), ...helps };
    }
    return fixedParts(motor);
  }
  set motor(value: MotorOptions | null) {
    this.setDrive(this.resolveMotor(value));
  }

  /** Target of the servo, m or rad. Setting it is cheap. */
  get motorTarget(): number {
    return readField(this.memory, this.drive(CoordinateFlag.Servo, 'target'), CoordinateRecord.target);
  }
  set motorTarget(value: number) {
    const target = finite(value, 'motorTarget');
    this.#handle.changing();
    writeField(this.memory, this.drive(CoordinateFlag.Servo, 'target'), CoordinateRecord.target, target);
    this.#handle.wake();
  }
  /** Target speed of the motor, m/s or rad/s. Setting it is cheap. */
  get motorVelocity(): number {
    return readField(this.memory, this.drive(CoordinateFlag.HasDrive, 'velocity'), CoordinateRecord.velocity);
  }
  set motorVelocity(value: number) {
    const velocity = finite(value, 'motorVelocity');
    this.#handle.changing();
    writeField(this.memory, this.drive(CoordinateFlag.HasDrive, 'velocity'), CoordinateRecord.velocity, velocity);
    this.#handle.wake();
  }

  /** Coulomb friction: the maximum load that resists motion, N or N m. */
  get friction(): number {
    return this.field(CoordinateRecord.friction);
  }
  set friction(value: number) {
    this.refuseCone('friction');
    const friction = requiredCoefficient(value, 'friction');
    this.change(friction > 0, (record) => writeFriction(this.memory, record, friction));
  }
  /** Viscous damping: load per speed that resists motion, N s/m or N m s/rad. */
  get viscousDamping(): number {
    return this.field(CoordinateRecord.viscousDamping);
  }
  set viscousDamping(value: number) {
    this.refuseCone('viscousDamping');
    const damping = requiredCoefficient(value, 'viscousDamping');
    this.change(damping > 0, (record) => writeViscousDamping(this.memory, record, damping));
  }

  /** Loads averaged over the last step. */
  get loads(): Readonly<ScalarLoads> {
    return Object.freeze(this.loadsOf('step'));
  }
  /** Loads averaged over the last step, as `loads`, or at its end. Throws `invalid-argument`. */
  getLoads(given: Pick<LoadOptions, 'at'> = {}): ScalarLoads {
    const { at } = options<Pick<LoadOptions, 'at'>>(given, 'The options of getLoads', ['at']);
    const mean = this.loadsOf('step');
    if (choice(orDefault(at, 'mean'), 'at', ['mean', 'end']) === 'mean') return mean;
    const last = this.loadsOf('substep');
    const ahead = this.host.loadAhead();
    const end = (part: keyof ScalarLoads) => loadAtEnd(mean[part], last[part], ahead);
    return { limit: end('limit'), motor: end('motor'), friction: end('friction') };
  }
  /** Whether the motor was saturated in the last step. */
  get saturated(): boolean {
    const record = this.record();
    return record !== null && hasFlag(this.memory, record, CoordinateFlag.Saturated);
  }
  /** Work of the motor since it was set, J. */
  get motorWork(): number {
    return this.field(CoordinateRecord.work);
  }

  private loadsOf(period: Period): ScalarLoads {
    if (this.isInterval) return { limit: this.#handle.read(intervalField(period)), motor: 0, friction: 0 };
    return scalarLoads((field) => this.field(field), period);
  }

  /** @internal Slot of its record, if it has one. */
  slot(): number | null {
    return this.#handle.chain.slotOf(this.kind);
  }

  /** @internal A motor in numbers. Throws what is wrong with it, and changes nothing. */
  resolveMotor(value: MotorOptions | null): Drive | null {
    this.refuseCone('motor');
    const given = value === null ? null : readMotor(value, 'motor', isLinear(this.kind));
    void this.#handle.chain;
    return given && resolveDrive(given, this.#inverseMass, (helps, name) => this.otherSlot(helps, name));
  }

  /** @internal */
  setDrive(drive: Drive | null): void {
    this.change(drive !== null, (record) => writeDrive(this.memory, record, drive));
    if (drive?.secondary?.helped) this.host.noteHelp();
  }

  /** @internal Writes half angles to the record of a cone. */
  setCone(limit: Limit | null): void {
    this.change(limit !== null, (record) => {
      writeLimit(this.memory, record, limit);
      if (limit) return;
      writeField(this.memory, record, CoordinateRecord.lower, 1);
      writeField(this.memory, record, CoordinateRecord.upper, 1);
    });
  }

  /** @internal Limits as they lie in the record: those of a cone are its half angles. */
  limit(): Limit | null {
    const joint = this.#handle;
    if (this.isInterval) {
      const [lower, upper] = [joint.read(JointRecord.lower), joint.read(JointRecord.upper)];
      if (!joint.hasFlag(JointFlag.HasInterval)) return null;
      return { lower, upper, compliance: joint.read(JointRecord.intervalCompliance), damping: 0, restitution: 0 };
    }
    const record = this.record();
    return record === null ? null : readLimit(this.memory, record);
  }

  /** @internal The same for a cone of other half angles. */
  inverseMassInCone(coneY: number, coneZ: number): number {
    return inverseEffectiveMass(this.memory, { ...this.#handle.placement(), coneY, coneZ }, this.kind, this.#handle.initialLocks());
  }

  /** Changes the record; without one there is nothing to take away. */
  private change(needed: boolean, write: (record: number) => void): void {
    this.#handle.changing();
    const { chain } = this.#handle;
    const record = needed ? chain.ensure(this.kind) : chain.find(this.kind);
    if (record === null) return;
    write(record);
    chain.refresh();
  }

  /** The limits of this coordinate lie in the joint's own record. */
  private get isInterval(): boolean {
    return this.#handle.intervalKind() === this.kind && !this.#handle.hasFlag(JointFlag.Rows);
  }

  private record(): number | null {
    return this.#handle.chain.find(this.kind);
  }

  private field(field: number): number {
    const record = this.record();
    return record === null ? 0 : readField(this.memory, record, field);
  }

  /** Slot of the joint, name, value and speed, for JSON and for people. */
  toJSON(): object {
    const joint = this.#handle;
    const { kind } = this;
    return describeHandle({ joint: joint.index }, () => {
      const name = Object.entries(joint.kinds()).find(([, each]) => each === kind)?.[0] ?? null;
      return { name, value: this.value, velocity: this.velocity };
    });
  }

  private drive(flag: number, name: string): number {
    const record = this.record();
    if (record === null || !hasFlag(this.memory, record, flag))
      throw new HolonomicError('invalid-argument', `This coordinate has no motor with a ${name}; set motor first.`);
    return record;
  }

  private otherSlot(helps: unknown, name: string): number {
    if (helps === this) throw new HolonomicError('invalid-argument', `${name} must be another coordinate.`);
    return drivenSlot(helps, this.host, name);
  }

  private refuseCone(name: string): void {
    if (this.kind === Kind.Cone)
      throw new HolonomicError('invalid-argument', `A cone has no ${name} of its own; set the half angles at its joint.`);
  }

  /** The handle of the coordinate that a record is of. */
  private helpedAt(slot: number): Coordinate {
    const { u32 } = this.memory;
    const { coordinates } = this.host;
    const record = coordinates.offset(slot);
    const joint = this.host.jointAt(u32[(record + CoordinateRecord.joint) >>> 2])!;
    return handleOf(joint, u32[(record + CoordinateRecord.kind) >>> 2] as Kind);
  }

  private get host(): JointHost {
    this.#handle.record();
    return this.#handle.host();
  }

  private get memory() {
    return this.host.context.memory;
  }
}

printPlainly(Coordinate);
refuseUnknown(Coordinate, {
  what: 'A coordinate',
  own: 'it has limits, motor, motorTarget, motorVelocity, friction and viscousDamping; keep your own data in userData of its joint.',
  advice: {
    target: 'set motorTarget, or motor.',
    velocity: 'set motorVelocity, or motor.',
    lower: 'set limits, as in { lower: -1, upper: 1 }.',
    upper: 'set limits, as in { lower: -1, upper: 1 }.',
    damping: 'set viscousDamping.',
  },
});
refuseReadOnly(Coordinate, 'a coordinate', {
  value: 'set a motor with a target, or move the bodies.',
  speed: 'set a motor with a velocity, or set the velocities of the bodies.',
});
