import type { Coordinate } from './coordinate.ts';
import { FramedJoint } from './framed-joint.ts';
import type { LimitOptions } from './limits.ts';
import type { MotorOptions } from './motor.ts';

/** A joint with one free coordinate, whose properties it has as its own. */
export abstract class OneCoordinateJoint<UserData = unknown> extends FramedJoint<UserData> {
  /** Bounds of the coordinate, or null. Setting them replaces a target. */
  get limits(): Coordinate['limits'] {
    return this.free.limits;
  }
  set limits(value: LimitOptions | null) {
    this.free.limits = value;
  }
  /** The motor of the coordinate, or null. */
  get motor(): Readonly<MotorOptions> | null {
    return this.free.motor;
  }
  set motor(value: MotorOptions | null) {
    this.free.motor = value;
  }
  /** Coulomb friction: the maximum load that resists motion, N or N m. */
  get friction(): number {
    return this.free.friction;
  }
  set friction(value: number) {
    this.free.friction = value;
  }
  /** Viscous damping: load per speed that resists motion, N s/m or N m s/rad. */
  get viscousDamping(): number {
    return this.free.viscousDamping;
  }
  set viscousDamping(value: number) {
    this.free.viscousDamping = value;
  }

  /** The coordinate that is free. */
  protected abstract get free(): Coordinate;
}
