import type { Material } from '../material.ts';
import type { Quaternion } from '../math/quaternion.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shape/shape.ts';

export const BODY_TYPES = { DYNAMIC: 1, STATIC: 2, KINEMATIC: 4 } as const;
export type BodyType = (typeof BODY_TYPES)[keyof typeof BODY_TYPES];

export const BODY_SLEEP_STATES = { AWAKE: 0, SLEEPY: 1, SLEEPING: 2 } as const;
export type BodySleepState = (typeof BODY_SLEEP_STATES)[keyof typeof BODY_SLEEP_STATES];

export interface BodyOptions {
  collisionFilterGroup?: number;
  collisionFilterMask?: number;
  collisionResponse?: boolean;
  position?: Vec3;
  velocity?: Vec3;
  /** kg; 0, the default, makes a static body. */
  mass?: number;
  material?: Material;
  linearDamping?: number;
  type?: BodyType;
  allowSleep?: boolean;
  sleepSpeedLimit?: number;
  sleepTimeLimit?: number;
  quaternion?: Quaternion;
  angularVelocity?: Vec3;
  fixedRotation?: boolean;
  angularDamping?: number;
  linearFactor?: Vec3;
  angularFactor?: Vec3;
  shape?: Shape;
  isTrigger?: boolean;
}
