import type { Body } from '../body/body.ts';
import type { Constraint } from '../constraint/index.ts';
import { Quaternion } from '../math/quaternion.ts';
import type { Transform } from '../math/transform.ts';
import { Vec3 } from '../math/vec3.ts';
import { type Raycaster, report } from '../world/raycasts.ts';
import type { World } from '../world/world.ts';
import { brakingImpulse, sidewaysImpulse } from './wheel-friction.ts';
import { WheelInfo, type WheelInfoOptions } from './wheel-info.ts';

export type RaycastVehicleOptions = ConstructorParameters<typeof RaycastVehicle>[0];

const AXES = [Vec3.UNIT_X, Vec3.UNIT_Y, Vec3.UNIT_Z];
const NAMES = ['x', 'y', 'z'] as const;
/** How much rolling counts against sliding sideways. */
const FORWARD_SHARE = 0.5;
/** What of a turn is left in the next step, where nothing drives the wheel. */
const SPIN_KEPT = 0.99;
const KMH = 3.6;

/** A chassis on rays: each wheel is a ray with a spring, and friction where it meets the ground. */
export class RaycastVehicle {
  declare chassisBody: Body;
  declare wheelInfos: WheelInfo[];
  declare sliding: boolean;
  declare world: World | null;
  declare indexRightAxis: number;
  declare indexForwardAxis: number;
  declare indexUpAxis: number;
  constraints: Constraint[];
  declare preStepCallback: () => void;
  declare currentVehicleSpeedKmHour: number;
  declare numWheelsOnGround: number;
  readonly #axles: Vec3[] = [];
  readonly #forwards: Vec3[] = [];

  constructor(options: { chassisBody: Body; indexRightAxis?: number; indexForwardAxis?: number; indexUpAxis?: number }) {
    this.chassisBody = options.chassisBody;
    this.wheelInfos = [];
    this.sliding = false;
    this.world = null;
    this.indexRightAxis = options.indexRightAxis ?? 2;
    this.indexForwardAxis = options.indexForwardAxis ?? 0;
    this.indexUpAxis = options.indexUpAxis ?? 1;
    this.constraints = [];
    this.preStepCallback = () => {};
    this.currentVehicleSpeedKmHour = 0;
    this.numWheelsOnGround = 0;
  }

  /** Adds a wheel; returns its number. */
  addWheel(options?: WheelInfoOptions): number {
    this.#axles.push(new Vec3());
    this.#forwards.push(new Vec3());
    return this.wheelInfos.push(new WheelInfo(options)) - 1;
  }
  setSteeringValue(value: number, wheelIndex: number): void {
    this.wheelInfos[wheelIndex].steering = value;
  }
  applyEngineForce(value: number, wheelIndex: number): void {
    this.wheelInfos[wheelIndex].engineForce = value;
  }
  setBrake(brake: number, wheelIndex: number): void {
    this.wheelInfos[wheelIndex].brake = brake;
  }
  addToWorld(world: World): void {
    world.addBody(this.chassisBody);
    this.preStepCallback = () => this.updateVehicle(world.dt);
    world.addEventListener('preStep', this.preStepCallback);
    this.world = world;
  }
  removeFromWorld(world: World): void {
    world.removeBody(this.chassisBody);
    world.removeEventListener('preStep', this.preStepCallback);
    this.world = null;
  }

  private getVehicleAxisWorld(axisIndex: number, result: Vec3): void {
    this.chassisBody.vectorToWorldFrame(AXES[axisIndex], result);
  }

  /** To be called before each step; `addToWorld` sees to that. */
  updateVehicle(timeStep: number): void {
    const { chassisBody, wheelInfos } = this;
    for (let k = 0; k < wheelInfos.length; k++) this.updateWheelTransform(k);
    this.getVehicleAxisWorld(this.indexForwardAxis, FORWARD);
    const speed = KMH * chassisBody.velocity.length();
    this.currentVehicleSpeedKmHour = FORWARD.dot(chassisBody.velocity) < 0 ? -speed : speed;
    for (const wheel of wheelInfos) this.castRay(wheel);
    this.updateSuspension(timeStep);
    for (const wheel of wheelInfos) {
      const force = Math.min(wheel.suspensionForce, wheel.maxSuspensionForce);
      const { hitNormalWorld, hitPointWorld } = wheel.raycastResult;
      hitNormalWorld.scale(force, IMPULSE);
      hitPointWorld.vsub(chassisBody.position, ARM);
      chassisBody.applyForce(IMPULSE, ARM); // over the step, as the weight that it bears
    }
    this.updateFriction(timeStep);
    for (const wheel of wheelInfos) this.turn(wheel, timeStep);
  }

  /** How far a wheel turns in a step. */
  private turn(wheel: WheelInfo, timeStep: number): void {
    this.chassisBody.getVelocityAtWorldPoint(wheel.chassisConnectionPointWorld, VELOCITY);
    const side = this.indexUpAxis === 1 ? -1 : 1;
    if (wheel.isInContact) {
      this.getVehicleAxisWorld(this.indexForwardAxis, FORWARD);
      const { hitNormalWorld } = wheel.raycastResult;
      FORWARD.addScaledVector(-FORWARD.dot(hitNormalWorld), hitNormalWorld, FORWARD);
      wheel.deltaRotation = (side * FORWARD.dot(VELOCITY) * timeStep) / wheel.radius;
    }
    const spins = (wheel.sliding || !wheel.isInContact) && wheel.engineForce !== 0 && wheel.useCustomSlidingRotationalSpeed;
    if (spins) wheel.deltaRotation = (wheel.engineForce > 0 ? 1 : -1) * wheel.customSlidingRotationalSpeed * timeStep;
    if (Math.abs(wheel.brake) > Math.abs(wheel.engineForce)) wheel.deltaRotation = 0;
    wheel.rotation += wheel.deltaRotation;
    wheel.deltaRotation *= SPIN_KEPT;
  }

  updateSuspension(_deltaTime: number): void {
    const { mass } = this.chassisBody;
    for (const wheel of this.wheelInfos) {
      if (!wheel.isInContact) {
        wheel.suspensionForce = 0;
        continue;
      }
      const { suspensionRelativeVelocity: speed } = wheel;
      const pressed = wheel.suspensionRestLength - wheel.suspensionLength;
      const damping = speed < 0 ? wheel.dampingCompression : wheel.dampingRelaxation;
      const force = wheel.suspensionStiffness * pressed * wheel.clippedInvContactDotSuspension - damping * speed;
      wheel.suspensionForce = Math.max(force * mass, 0);
    }
  }

  /** Looks for the ground under a wheel; its distance, or -1. */
  castRay(wheel: WheelInfo): number {
    const { chassisBody, world } = this;
    this.updateWheelTransformWorld(wheel);
    const { raycastResult, chassisConnectionPointWorld: from, directionWorld } = wheel;
    from.addScaledVector(wheel.suspensionRestLength + wheel.radius, directionWorld, TO);
    raycastResult.reset();
    QUESTION.from = from;
    QUESTION.to = TO;
    QUESTION.exclude = chassisBody;
    const found = world!.asking(closest);
    wheel.raycastResult.groundObject = 0;
    if (!found) {
      wheel.isInContact = false;
      wheel.suspensionLength = wheel.suspensionRestLength;
      wheel.suspensionRelativeVelocity = 0;
      directionWorld.scale(-1, raycastResult.hitNormalWorld);
      wheel.clippedInvContactDotSuspension = 1;
      return -1;
    }
    report(raycastResult, QUESTION, found);
    wheel.isInContact = true;
    const [least, most] = [wheel.suspensionRestLength - wheel.maxSuspensionTravel, wheel.suspensionRestLength + wheel.maxSuspensionTravel];
    const length = found.distance - wheel.radius;
    wheel.suspensionLength = Math.min(Math.max(length, least), most);
    wheel.meetGround(chassisBody, directionWorld);
    if (length > most) raycastResult.reset();
    return found.distance;
  }

  updateWheelTransformWorld(wheel: WheelInfo): void {
    wheel.isInContact = false;
    this.chassisBody.pointToWorldFrame(wheel.chassisConnectionPointLocal, wheel.chassisConnectionPointWorld);
    this.chassisBody.vectorToWorldFrame(wheel.directionLocal, wheel.directionWorld);
    this.chassisBody.vectorToWorldFrame(wheel.axleLocal, wheel.axleWorld);
  }
  /** Sets `worldTransform` of a wheel, for drawing. */
  updateWheelTransform(wheelIndex: number): void {
    const wheel = this.wheelInfos[wheelIndex];
    this.updateWheelTransformWorld(wheel);
    wheel.directionLocal.scale(-1, FORWARD);
    STEERED.setFromAxisAngle(FORWARD, wheel.steering);
    ROLLED.setFromAxisAngle(wheel.axleLocal, wheel.rotation);
    const { position, quaternion } = wheel.worldTransform;
    this.chassisBody.quaternion.mult(STEERED, quaternion);
    quaternion.mult(ROLLED, quaternion);
    quaternion.normalize();
    wheel.chassisConnectionPointWorld.addScaledVector(wheel.suspensionLength, wheel.directionWorld, position);
  }
  getWheelTransformWorld(wheelIndex: number): Transform {
    return this.wheelInfos[wheelIndex].worldTransform;
  }

  updateFriction(timeStep: number): void {
    const { chassisBody, wheelInfos } = this;
    this.numWheelsOnGround = 0;
    this.sliding = false;
    for (let k = 0; k < wheelInfos.length; k++) {
      const wheel = wheelInfos[k];
      wheel.sideImpulse = 0;
      wheel.forwardImpulse = 0;
      wheel.skidInfo = 1;
      wheel.slipInfo = 1;
      const { body: ground, hitNormalWorld: normal, hitPointWorld: point } = wheel.raycastResult;
      if (!ground) continue;
      this.numWheelsOnGround += 1;
      const [axle, forward] = [this.#axles[k], this.#forwards[k]];
      wheel.worldTransform.vectorToWorldFrame(AXES[this.indexRightAxis], axle);
      axle.addScaledVector(-axle.dot(normal), normal, axle);
      axle.normalize();
      normal.cross(axle, forward);
      forward.normalize();
      wheel.sideImpulse = sidewaysImpulse(chassisBody, ground, point, axle);
      wheel.forwardImpulse = brakingImpulse(chassisBody, ground, point, forward, wheel.brake) + wheel.engineForce * timeStep;
      wheel.slipInfo = wheel.brake / wheel.forwardImpulse;
      this.limitGrip(wheel, timeStep);
    }
    if (this.sliding)
      for (const wheel of wheelInfos) {
        if (wheel.sideImpulse === 0 || wheel.skidInfo >= 1) continue;
        wheel.forwardImpulse *= wheel.skidInfo;
        wheel.sideImpulse *= wheel.skidInfo;
      }
    for (let k = 0; k < wheelInfos.length; k++) this.push(wheelInfos[k], this.#axles[k], this.#forwards[k]);
  }

  /** The ground gives no more than friction allows. */
  private limitGrip(wheel: WheelInfo, timeStep: number): void {
    const most = wheel.suspensionForce * timeStep * wheel.frictionSlip;
    const forward = (wheel.forwardImpulse * FORWARD_SHARE) / wheel.forwardAcceleration;
    const sideways = wheel.sideImpulse / wheel.sideAcceleration;
    const wanted = Math.sqrt(forward * forward + sideways * sideways);
    wheel.sliding = wanted > most;
    if (!wheel.sliding) return;
    this.sliding = true;
    wheel.skidInfo *= most / wanted;
  }

  private push(wheel: WheelInfo, axle: Vec3, forward: Vec3): void {
    const { chassisBody } = this;
    const { body: ground, hitPointWorld } = wheel.raycastResult;
    hitPointWorld.vsub(chassisBody.position, ARM);
    if (wheel.forwardImpulse !== 0) {
      forward.scale(wheel.forwardImpulse, IMPULSE);
      chassisBody.applyImpulse(IMPULSE, ARM);
    }
    if (wheel.sideImpulse === 0 || !ground) return;
    axle.scale(wheel.sideImpulse, IMPULSE);
    // Pushed near the height of its centre, the chassis does not roll over.
    chassisBody.vectorToLocalFrame(ARM, ARM);
    ARM[NAMES[this.indexUpAxis]] *= wheel.rollInfluence;
    chassisBody.vectorToWorldFrame(ARM, ARM);
    chassisBody.applyImpulse(IMPULSE, ARM);
    IMPULSE.scale(-1, IMPULSE);
    hitPointWorld.vsub(ground.position, ARM);
    ground.applyImpulse(IMPULSE, ARM);
  }
}

const closest = (raycaster: Raycaster) => raycaster.closest(QUESTION);
const FORWARD = new Vec3();
const IMPULSE = new Vec3();
const ARM = new Vec3();
const VELOCITY = new Vec3();
const TO = new Vec3();
const STEERED = new Quaternion();
const ROLLED = new Quaternion();
const QUESTION = {
  from: TO,
  to: TO,
  skipBackfaces: true,
  checkCollisionResponse: true,
  collisionFilterMask: -1,
  collisionFilterGroup: -1,
  exclude: null as Body | null,
};
