import { EventTarget } from '../event-target.ts';
import type { Material } from '../material.ts';
import { AABB } from '../math/aabb.ts';
import { Quaternion } from '../math/quaternion.ts';
import { Transform } from '../math/transform.ts';
import { Mat3, Vec3 } from '../math/vec3.ts';
import { boxInertia } from '../shape/box-inertia.ts';
import type { Shape } from '../shape/shape.ts';
import type { CannonTypes } from '../types.ts';
import { BODY_SLEEP_STATES, BODY_TYPES, type BodyOptions, type BodySleepState, type BodyType } from './body-types.ts';

declare module '../types.ts' {
  interface CannonTypes {
    Body: Body;
  }
}

/**
 * A rigid body, whose position is that of its centre of mass. Its fields may be changed at any time; a world that it is in reads them when it
 * steps or is asked something, and writes poses and velocities once a step.
 */
export class Body extends EventTarget {
  declare static idCounter: number;
  declare static COLLIDE_EVENT_NAME: string;
  declare static DYNAMIC: 1;
  declare static STATIC: 2;
  declare static KINEMATIC: 4;
  declare static AWAKE: 0;
  declare static SLEEPY: 1;
  declare static SLEEPING: 2;
  declare static wakeupEvent: { type: string };
  declare static sleepyEvent: { type: string };
  declare static sleepEvent: { type: string };

  declare id: number;
  /** Place in `world.bodies`. */
  declare index: number;
  declare world: CannonTypes['World'] | null;
  declare vlambda: Vec3;
  declare collisionFilterGroup: number;
  declare collisionFilterMask: number;
  /** Whether the body pushes what it touches. */
  declare collisionResponse: boolean;
  declare position: Vec3;
  declare previousPosition: Vec3;
  /** For drawing, where `world.step` is given the time since it was last called. */
  declare interpolatedPosition: Vec3;
  declare initPosition: Vec3;
  declare velocity: Vec3;
  declare initVelocity: Vec3;
  /** Acts in the next step, N. */
  force: Vec3;
  declare mass: number;
  declare invMass: number;
  declare material: Material | null;
  /** Part of the velocity lost in a second, 0 to 1. */
  declare linearDamping: number;
  declare type: BodyType;
  declare allowSleep: boolean;
  declare sleepState: BodySleepState;
  declare sleepSpeedLimit: number;
  declare sleepTimeLimit: number;
  declare timeLastSleepy: number;
  declare wakeUpAfterNarrowphase: boolean;
  declare torque: Vec3;
  declare quaternion: Quaternion;
  declare initQuaternion: Quaternion;
  declare previousQuaternion: Quaternion;
  declare interpolatedQuaternion: Quaternion;
  declare angularVelocity: Vec3;
  declare initAngularVelocity: Vec3;
  declare shapes: Shape[];
  declare shapeOffsets: Vec3[];
  declare shapeOrientations: Quaternion[];
  /** About the body's own axes, kg m². */
  declare inertia: Vec3;
  declare invInertia: Vec3;
  declare invMassSolve: number;
  declare private turnedInvInertia: Mat3;
  declare invInertiaSolve: Vec3;
  declare invInertiaWorldSolve: Mat3;
  /** Takes effect with `updateMassProperties`. */
  declare fixedRotation: boolean;
  declare angularDamping: number;
  /** 1 or 0 for each axis of the world: whether the body moves along it. */
  declare linearFactor: Vec3;
  declare angularFactor: Vec3;
  declare aabb: AABB;
  declare aabbNeedsUpdate: boolean;
  declare boundingRadius: number;
  declare wlambda: Vec3;
  /** Whether the body only feels what overlaps it. */
  declare isTrigger: boolean;

  constructor(options?: BodyOptions) {
    super();
    const o = options ?? {};
    this.id = Body.idCounter++;
    this.index = -1;
    this.world = null;
    this.vlambda = new Vec3();
    this.wlambda = new Vec3();
    this.collisionFilterGroup = typeof o.collisionFilterGroup === 'number' ? o.collisionFilterGroup : 1;
    this.collisionFilterMask = typeof o.collisionFilterMask === 'number' ? o.collisionFilterMask : -1;
    this.collisionResponse = typeof o.collisionResponse === 'boolean' ? o.collisionResponse : true;
    this.position = copied(o.position);
    this.previousPosition = copied(o.position);
    this.interpolatedPosition = copied(o.position);
    this.initPosition = copied(o.position);
    this.velocity = copied(o.velocity);
    this.initVelocity = new Vec3();
    this.force = new Vec3();
    this.torque = new Vec3();
    const mass = typeof o.mass === 'number' ? o.mass : 0;
    this.mass = mass;
    this.invMass = mass > 0 ? 1 / mass : 0;
    this.material = o.material ?? null;
    this.linearDamping = typeof o.linearDamping === 'number' ? o.linearDamping : 0.01;
    this.type = typeof o.type === 'number' ? o.type : mass > 0 ? BODY_TYPES.DYNAMIC : BODY_TYPES.STATIC;
    this.allowSleep = typeof o.allowSleep === 'boolean' ? o.allowSleep : true;
    this.sleepState = BODY_SLEEP_STATES.AWAKE;
    this.sleepSpeedLimit = typeof o.sleepSpeedLimit === 'number' ? o.sleepSpeedLimit : 0.1;
    this.sleepTimeLimit = typeof o.sleepTimeLimit === 'number' ? o.sleepTimeLimit : 1;
    this.timeLastSleepy = 0;
    this.wakeUpAfterNarrowphase = false;
    this.quaternion = turned(o.quaternion);
    this.initQuaternion = turned(o.quaternion);
    this.previousQuaternion = turned(o.quaternion);
    this.interpolatedQuaternion = turned(o.quaternion);
    this.angularVelocity = copied(o.angularVelocity);
    this.initAngularVelocity = new Vec3();
    this.shapes = [];
    this.shapeOffsets = [];
    this.shapeOrientations = [];
    this.inertia = new Vec3();
    this.invInertia = new Vec3();
    this.turnedInvInertia = new Mat3();
    this.invMassSolve = 0;
    this.invInertiaSolve = new Vec3();
    this.invInertiaWorldSolve = new Mat3();
    this.fixedRotation = typeof o.fixedRotation === 'boolean' ? o.fixedRotation : false;
    this.angularDamping = typeof o.angularDamping === 'number' ? o.angularDamping : 0.01;
    this.linearFactor = o.linearFactor ? o.linearFactor.clone() : new Vec3(1, 1, 1);
    this.angularFactor = o.angularFactor ? o.angularFactor.clone() : new Vec3(1, 1, 1);
    this.aabb = new AABB();
    this.aabbNeedsUpdate = true;
    this.boundingRadius = 0;
    this.isTrigger = Boolean(o.isTrigger);
    if (o.shape) this.addShape(o.shape);
    this.updateMassProperties();
  }

  wakeUp(): void {
    const before = this.sleepState;
    this.sleepState = BODY_SLEEP_STATES.AWAKE;
    this.wakeUpAfterNarrowphase = false;
    if (before === BODY_SLEEP_STATES.SLEEPING) this.dispatchEvent(Body.wakeupEvent);
  }
  /** Stops the body until it is woken, or touched by what moves. */
  sleep(): void {
    this.sleepState = BODY_SLEEP_STATES.SLEEPING;
    this.velocity.setZero();
    this.angularVelocity.setZero();
    this.wakeUpAfterNarrowphase = false;
  }
  /** Counts how long the body has been slow. */
  sleepTick(time: number): void {
    if (!this.allowSleep) return;
    const speed = this.velocity.lengthSquared() + this.angularVelocity.lengthSquared();
    const limit = this.sleepSpeedLimit * this.sleepSpeedLimit;
    if (this.sleepState === BODY_SLEEP_STATES.AWAKE && speed < limit) {
      this.sleepState = BODY_SLEEP_STATES.SLEEPY;
      this.timeLastSleepy = time;
      this.dispatchEvent(Body.sleepyEvent);
    } else if (this.sleepState === BODY_SLEEP_STATES.SLEEPY && speed > limit) this.wakeUp();
    else if (this.sleepState === BODY_SLEEP_STATES.SLEEPY && time - this.timeLastSleepy > this.sleepTimeLimit) {
      this.sleep();
      this.dispatchEvent(Body.sleepEvent);
    }
  }

  updateSolveMassProperties(): void {
    if (this.sleepState === BODY_SLEEP_STATES.SLEEPING || this.type === BODY_TYPES.KINEMATIC) {
      this.invMassSolve = 0;
      this.invInertiaSolve.setZero();
      this.invInertiaWorldSolve.setZero();
    } else {
      this.invMassSolve = this.invMass;
      this.invInertiaSolve.copy(this.invInertia);
      this.invInertiaWorldSolve.copy(this.invInertiaWorld);
    }
  }

  pointToLocalFrame(worldPoint: Vec3, result?: Vec3): Vec3 {
    return Transform.pointToLocalFrame(this.position, this.quaternion, worldPoint, result);
  }
  vectorToLocalFrame(worldVector: Vec3, result?: Vec3): Vec3 {
    return Transform.vectorToLocalFrame(this.position, this.quaternion, worldVector, result);
  }
  pointToWorldFrame(localPoint: Vec3, result?: Vec3): Vec3 {
    return Transform.pointToWorldFrame(this.position, this.quaternion, localPoint, result);
  }
  vectorToWorldFrame(localVector: Vec3, result?: Vec3): Vec3 {
    return Transform.vectorToWorldFrame(this.quaternion, localVector, result);
  }

  /** Adds a shape, at a place in the body's own axes. The centre of mass stays the body's origin. */
  addShape(shape: Shape, _offset?: Vec3, _orientation?: Quaternion): Body {
    this.shapes.push(shape);
    this.shapeOffsets.push(copied(_offset));
    this.shapeOrientations.push(turned(_orientation));
    this.updateMassProperties();
    this.updateBoundingRadius();
    this.aabbNeedsUpdate = true;
    shape.body = this;
    return this;
  }
  removeShape(shape: Shape): Body {
    const index = this.shapes.indexOf(shape);
    if (index < 0) {
      console.warn('holonomic/cannon: removeShape was given a shape that the body does not have.');
      return this;
    }
    for (const list of [this.shapes, this.shapeOffsets, this.shapeOrientations]) list.splice(index, 1);
    this.updateMassProperties();
    this.updateBoundingRadius();
    this.aabbNeedsUpdate = true;
    shape.body = null;
    return this;
  }
  updateBoundingRadius(): void {
    this.boundingRadius = this.shapes.reduce((most, shape, index) => {
      shape.updateBoundingSphereRadius();
      return Math.max(most, this.shapeOffsets[index].length() + shape.boundingSphereRadius);
    }, 0);
  }
  updateAABB(): void {
    boxAround(this, this.position, this.quaternion, this.aabb);
    this.aabbNeedsUpdate = false;
  }

  /** The inverse of the inertia along the world's axes, as the body is turned now. */
  get invInertiaWorld(): Mat3 {
    writeTurnedTensor(this.invInertia, this.quaternion, this.turnedInvInertia);
    return this.turnedInvInertia;
  }
  updateInertiaWorld(_force?: boolean): void {
    writeTurnedTensor(this.invInertia, this.quaternion, this.turnedInvInertia);
  }

  /** Adds a force, at a point from the centre of mass, along the world's axes. */
  applyForce(force: Vec3, relativePoint?: Vec3): void {
    if (this.type !== BODY_TYPES.DYNAMIC) return;
    if (this.sleepState === BODY_SLEEP_STATES.SLEEPING) this.wakeUp();
    this.force.vadd(force, this.force);
    if (relativePoint) addCross(this.torque, relativePoint, force, 1);
  }
  /** The same along the body's own axes. */
  applyLocalForce(localForce: Vec3, localPoint?: Vec3): void {
    if (this.type !== BODY_TYPES.DYNAMIC) return;
    this.applyForce(this.vectorToWorldFrame(localForce), localPoint && this.vectorToWorldFrame(localPoint));
  }
  applyTorque(torque: Vec3): void {
    if (this.type !== BODY_TYPES.DYNAMIC) return;
    if (this.sleepState === BODY_SLEEP_STATES.SLEEPING) this.wakeUp();
    this.torque.vadd(torque, this.torque);
  }
  /** Changes the velocities at once, by an impulse at a point from the centre of mass, along the world's axes. */
  applyImpulse(impulse: Vec3, relativePoint?: Vec3): void {
    if (this.type !== BODY_TYPES.DYNAMIC) return;
    if (this.sleepState === BODY_SLEEP_STATES.SLEEPING) this.wakeUp();
    this.velocity.addScaledVector(this.invMass, impulse, this.velocity);
    if (!relativePoint) return;
    const turn = relativePoint.cross(impulse);
    this.invInertiaWorld.vmult(turn, turn);
    this.angularVelocity.vadd(turn, this.angularVelocity);
  }
  /** The same along the body's own axes. */
  applyLocalImpulse(localImpulse: Vec3, localPoint?: Vec3): void {
    if (this.type !== BODY_TYPES.DYNAMIC) return;
    this.applyImpulse(this.vectorToWorldFrame(localImpulse), localPoint && this.vectorToWorldFrame(localPoint));
  }

  /** To be called when mass, shapes or `fixedRotation` have changed. The inertia is that of a box around the shapes, along the body's axes. */
  updateMassProperties(): void {
    this.invMass = this.mass > 0 ? 1 / this.mass : 0;
    this.updateAABB();
    const box = this.shapes.length === 0 ? this.aabb : boxAround(this, Vec3.ZERO, UPRIGHT, new AABB());
    const half = this.shapes.length === 0 ? new Vec3() : box.upperBound.vsub(box.lowerBound).scale(0.5);
    boxInertia(half, this.mass, this.inertia);
    const inverse = (moment: number) => (moment > 0 && !this.fixedRotation ? 1 / moment : 0);
    this.invInertia.set(inverse(this.inertia.x), inverse(this.inertia.y), inverse(this.inertia.z));
    this.updateInertiaWorld(true);
  }

  getVelocityAtWorldPoint(worldPoint: Vec3, result: Vec3): Vec3 {
    this.angularVelocity.cross(worldPoint.vsub(this.position), result);
    this.velocity.vadd(result, result);
    return result;
  }

  /** Moves the body alone, by its forces and velocities. Worlds do not need it. */
  integrate(dt: number, quatNormalize: boolean, quatNormalizeFast: boolean): void {
    this.previousPosition.copy(this.position);
    this.previousQuaternion.copy(this.quaternion);
    const moves = this.type === BODY_TYPES.DYNAMIC || this.type === BODY_TYPES.KINEMATIC;
    if (!moves || this.sleepState === BODY_SLEEP_STATES.SLEEPING) return;
    this.force
      .scale(this.invMass * dt)
      .vmul(this.linearFactor)
      .vadd(this.velocity, this.velocity);
    this.invInertiaWorld.vmult(this.torque.vmul(this.angularFactor)).scale(dt).vadd(this.angularVelocity, this.angularVelocity);
    this.position.addScaledVector(dt, this.velocity, this.position);
    this.quaternion.integrate(this.angularVelocity, dt, this.angularFactor, this.quaternion);
    if (quatNormalize) quatNormalizeFast ? this.quaternion.normalizeFast() : this.quaternion.normalize();
    this.aabbNeedsUpdate = true;
    this.updateInertiaWorld();
  }
}

Body.idCounter = 0;
Body.COLLIDE_EVENT_NAME = 'collide';
Body.DYNAMIC = BODY_TYPES.DYNAMIC;
Body.STATIC = BODY_TYPES.STATIC;
Body.KINEMATIC = BODY_TYPES.KINEMATIC;
Body.AWAKE = BODY_SLEEP_STATES.AWAKE;
Body.SLEEPY = BODY_SLEEP_STATES.SLEEPY;
Body.SLEEPING = BODY_SLEEP_STATES.SLEEPING;
Body.wakeupEvent = { type: 'wakeup' };
Body.sleepyEvent = { type: 'sleepy' };
Body.sleepEvent = { type: 'sleep' };

const UPRIGHT = new Quaternion();

const copied = (vector: Vec3 | undefined): Vec3 => (vector ? new Vec3().copy(vector) : new Vec3());
const turned = (rotation: Quaternion | undefined): Quaternion => (rotation ? new Quaternion().copy(rotation) : new Quaternion());

/** Adds factor · a × b. */
export function addCross(target: Vec3, a: Vec3, b: Vec3, factor: number): void {
  target.set(
    target.x + factor * (a.y * b.z - a.z * b.y),
    target.y + factor * (a.z * b.x - a.x * b.z),
    target.z + factor * (a.x * b.y - a.y * b.x),
  );
}

/** R diag(moments) Rᵀ. */
function writeTurnedTensor(moments: Vec3, q: Quaternion, { elements }: Mat3): void {
  const { x, y, z, w } = q;
  const [r0, r1, r2] = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)];
  const [r3, r4, r5] = [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)];
  const [r6, r7, r8] = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  const { x: a, y: b, z: c } = moments;
  elements[0] = r0 * a * r0 + r1 * b * r1 + r2 * c * r2;
  elements[4] = r3 * a * r3 + r4 * b * r4 + r5 * c * r5;
  elements[8] = r6 * a * r6 + r7 * b * r7 + r8 * c * r8;
  elements[1] = elements[3] = r0 * a * r3 + r1 * b * r4 + r2 * c * r5;
  elements[2] = elements[6] = r0 * a * r6 + r1 * b * r7 + r2 * c * r8;
  elements[5] = elements[7] = r3 * a * r6 + r4 * b * r7 + r5 * c * r8;
}

/** The box around the shapes of a body at a pose; left as it is where there are none. */
function boxAround(body: Body, position: Vec3, quaternion: Quaternion, target: AABB): AABB {
  const each = new AABB();
  for (const [index, shape] of body.shapes.entries()) {
    const place = quaternion.vmult(body.shapeOffsets[index]).vadd(position);
    shape.calculateWorldAABB(place, quaternion.mult(body.shapeOrientations[index]), each.lowerBound, each.upperBound);
    if (index === 0) target.copy(each);
    else target.extend(each);
  }
  return target;
}
