import type { Body } from '../body/body.ts';
import { RaycastResult } from '../collision/raycast-result.ts';
import { Transform } from '../math/transform.ts';
import { Vec3 } from '../math/vec3.ts';

export interface WheelInfoOptions {
  /** Where the suspension is fixed to the chassis, in its axes. */
  chassisConnectionPointLocal?: Vec3;
  chassisConnectionPointWorld?: Vec3;
  /** Downwards, in the axes of the chassis. */
  directionLocal?: Vec3;
  directionWorld?: Vec3;
  axleLocal?: Vec3;
  axleWorld?: Vec3;
  suspensionRestLength?: number;
  suspensionMaxLength?: number;
  radius?: number;
  /** N/m for a kilogram of the chassis. */
  suspensionStiffness?: number;
  dampingCompression?: number;
  dampingRelaxation?: number;
  frictionSlip?: number;
  forwardAcceleration?: number;
  sideAcceleration?: number;
  steering?: number;
  rotation?: number;
  deltaRotation?: number;
  rollInfluence?: number;
  maxSuspensionForce?: number;
  isFrontWheel?: boolean;
  clippedInvContactDotSuspension?: number;
  suspensionRelativeVelocity?: number;
  suspensionForce?: number;
  slipInfo?: number;
  skidInfo?: number;
  suspensionLength?: number;
  maxSuspensionTravel?: number;
  useCustomSlidingRotationalSpeed?: boolean;
  customSlidingRotationalSpeed?: number;
}

export type WheelRaycastResult = RaycastResult & Partial<{ suspensionLength: number; directionWorld: Vec3; groundObject: number }>;

const DEFAULTS = {
  suspensionRestLength: 1,
  suspensionMaxLength: 2,
  radius: 1,
  suspensionStiffness: 100,
  dampingCompression: 10,
  dampingRelaxation: 10,
  frictionSlip: 10.5,
  forwardAcceleration: 1,
  sideAcceleration: 1,
  steering: 0,
  rotation: 0,
  deltaRotation: 0,
  rollInfluence: 0.01,
  maxSuspensionForce: Number.MAX_VALUE,
  isFrontWheel: true,
  clippedInvContactDotSuspension: 1,
  suspensionRelativeVelocity: 0,
  suspensionForce: 0,
  slipInfo: 0,
  skidInfo: 0,
  suspensionLength: 0,
  maxSuspensionTravel: 1,
  useCustomSlidingRotationalSpeed: false,
  customSlidingRotationalSpeed: -0.1,
};
/** Slopes against the suspension below which the ground counts as beside the wheel. */
const BESIDE = -0.1;

/** A wheel of a RaycastVehicle. */
export class WheelInfo {
  declare maxSuspensionTravel: number;
  declare customSlidingRotationalSpeed: number;
  declare useCustomSlidingRotationalSpeed: boolean;
  declare sliding: boolean;
  declare chassisConnectionPointLocal: Vec3;
  declare chassisConnectionPointWorld: Vec3;
  declare directionLocal: Vec3;
  declare directionWorld: Vec3;
  declare axleLocal: Vec3;
  declare axleWorld: Vec3;
  declare suspensionRestLength: number;
  declare suspensionMaxLength: number;
  declare radius: number;
  declare suspensionStiffness: number;
  declare dampingCompression: number;
  declare dampingRelaxation: number;
  declare frictionSlip: number;
  forwardAcceleration: number;
  declare sideAcceleration: number;
  declare steering: number;
  /** rad */
  declare rotation: number;
  declare deltaRotation: number;
  declare rollInfluence: number;
  declare maxSuspensionForce: number;
  declare engineForce: number;
  declare brake: number;
  declare isFrontWheel: boolean;
  declare clippedInvContactDotSuspension: number;
  declare suspensionRelativeVelocity: number;
  declare suspensionForce: number;
  declare slipInfo: number;
  declare skidInfo: number;
  declare suspensionLength: number;
  declare sideImpulse: number;
  forwardImpulse: number;
  declare raycastResult: WheelRaycastResult;
  declare worldTransform: Transform;
  declare isInContact: boolean;

  constructor(options?: WheelInfoOptions) {
    const o = { ...DEFAULTS, ...options };
    const copy = (vector: Vec3 | undefined) => (vector ? vector.clone() : new Vec3());
    this.maxSuspensionTravel = o.maxSuspensionTravel;
    this.customSlidingRotationalSpeed = o.customSlidingRotationalSpeed;
    this.useCustomSlidingRotationalSpeed = o.useCustomSlidingRotationalSpeed;
    this.sliding = false;
    this.chassisConnectionPointLocal = copy(o.chassisConnectionPointLocal);
    this.chassisConnectionPointWorld = copy(o.chassisConnectionPointWorld);
    this.directionLocal = copy(o.directionLocal);
    this.directionWorld = copy(o.directionWorld);
    this.axleLocal = copy(o.axleLocal);
    this.axleWorld = copy(o.axleWorld);
    this.suspensionRestLength = o.suspensionRestLength;
    this.suspensionMaxLength = o.suspensionMaxLength;
    this.radius = o.radius;
    this.suspensionStiffness = o.suspensionStiffness;
    this.dampingCompression = o.dampingCompression;
    this.dampingRelaxation = o.dampingRelaxation;
    this.frictionSlip = o.frictionSlip;
    this.forwardAcceleration = o.forwardAcceleration;
    this.sideAcceleration = o.sideAcceleration;
    this.steering = 0;
    this.rotation = 0;
    this.deltaRotation = 0;
    this.rollInfluence = o.rollInfluence;
    this.maxSuspensionForce = o.maxSuspensionForce;
    this.engineForce = 0;
    this.brake = 0;
    this.isFrontWheel = o.isFrontWheel;
    this.clippedInvContactDotSuspension = 1;
    this.suspensionRelativeVelocity = 0;
    this.suspensionForce = 0;
    this.slipInfo = 0;
    this.skidInfo = 0;
    this.suspensionLength = 0;
    this.sideImpulse = 0;
    this.forwardImpulse = 0;
    this.raycastResult = new RaycastResult();
    this.worldTransform = new Transform();
    this.isInContact = false;
  }

  /** How fast the suspension is pressed together, and how much its force counts on a slope. */
  updateWheel(chassis: Body): void {
    const { raycastResult } = this;
    if (!this.isInContact) {
      raycastResult.suspensionLength = this.suspensionRestLength;
      this.suspensionRelativeVelocity = 0;
      raycastResult.directionWorld?.scale(-1, raycastResult.hitNormalWorld);
      this.clippedInvContactDotSuspension = 1;
      return;
    }
    this.meetGround(chassis, raycastResult.directionWorld ?? this.directionWorld);
  }

  /** @internal */
  meetGround(chassis: Body, direction: Vec3): void {
    const { hitNormalWorld, hitPointWorld } = this.raycastResult;
    const slope = hitNormalWorld.dot(direction);
    if (slope >= BESIDE) {
      this.suspensionRelativeVelocity = 0;
      this.clippedInvContactDotSuspension = -1 / BESIDE;
      return;
    }
    const speed = hitNormalWorld.dot(chassis.getVelocityAtWorldPoint(hitPointWorld, VELOCITY));
    this.suspensionRelativeVelocity = -speed / slope;
    this.clippedInvContactDotSuspension = -1 / slope;
  }
}

const VELOCITY = new Vec3();
