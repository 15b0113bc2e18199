import { flags3, positive, type Quat, type QuatLike, rotation, type Vec3 } from '../core/arguments.ts';
import { fixed } from '../core/geometry.ts';
import { BodyFlag, BodyRecord } from '../core/layout.ts';
import { readQuaternion, readVector } from '../core/records.ts';
import { type MassPropertiesOptions, readMassProperties, readRecordMass, withInertia, withMass } from './body-mass.ts';
import { changeLocks, changeMass, readLocks } from './change-body.ts';
import { CollidingBody } from './colliding-body.ts';

/** The mass properties of a body. Setting them keeps its velocities. */
export abstract class MassiveBody<UserData = unknown> extends CollidingBody<UserData> {
  /** Mass, kg. Setting it scales the inertia by the same factor; the centre of mass stays. */
  get mass(): number {
    return this.memory.f64[(this.record() + BodyRecord.mass) >>> 3];
  }
  set mass(value: number) {
    const mass = positive(value, 'mass');
    const record = this.changing();
    changeMass(this.host(), this.index, withMass(readRecordMass(this.memory, record), mass));
  }
  /**
   * Principal moments of inertia about the centre of mass, kg m². Setting three moments keeps the principal axes; setting the nine numbers
   * of a symmetric tensor along the body's axes, row by row, changes these too.
   */
  get inertia(): Readonly<Vec3> {
    return fixed(readVector(this.memory, this.record() + BodyRecord.inertiaX));
  }
  set inertia(value: ArrayLike<number>) {
    const next = withInertia(readRecordMass(this.memory, this.record()), value);
    this.changing();
    changeMass(this.host(), this.index, next);
  }
  /** Rotation from the principal axes of inertia to the body's axes. */
  get principalRotation(): Readonly<Quat> {
    return fixed(readQuaternion(this.memory, this.record() + BodyRecord.principalX));
  }
  set principalRotation(value: QuatLike) {
    const principal = rotation(value, 'principalRotation');
    const record = this.changing();
    changeMass(this.host(), this.index, { ...readRecordMass(this.memory, record), principal });
  }
  /**
   * Changes mass, inertia and centre of mass together. Omitted values stay, with the inertia scaled by the mass; with a `shape` or a
   * `density` they follow from the shape, as in `addBody`. If the centre of mass moves, the origin, anchors and the velocities of the
   * body's points stay. Throws `invalid-argument`.
   */
  setMassProperties(given: MassPropertiesOptions): void {
    const next = readMassProperties(given, this.shape, readRecordMass(this.memory, this.record()));
    this.changing();
    changeMass(this.host(), this.index, next);
  }

  /** World axes along which the centre of mass cannot move. Setting it stops the motion along them. */
  get lockTranslation(): Readonly<[x: boolean, y: boolean, z: boolean]> {
    return Object.freeze(readLocks(this.flags, BodyFlag.LockTranslationX));
  }
  set lockTranslation(value: readonly [x: boolean, y: boolean, z: boolean]) {
    const axes = flags3(value, 'lockTranslation');
    this.changing();
    changeLocks(this.host(), this.index, axes, BodyFlag.LockTranslationX, BodyRecord.velocityX);
  }
  /** World axes about which the body cannot turn. Setting it stops the rotation about them. */
  get lockRotation(): Readonly<[x: boolean, y: boolean, z: boolean]> {
    return Object.freeze(readLocks(this.flags, BodyFlag.LockRotationX));
  }
  set lockRotation(value: readonly [x: boolean, y: boolean, z: boolean]) {
    const axes = flags3(value, 'lockRotation');
    this.changing();
    changeLocks(this.host(), this.index, axes, BodyFlag.LockRotationX, BodyRecord.angularVelocityX);
  }
}
