import { HolonomicError } from '../../index.ts';
import type { Body } from '../body/body.ts';
import { BODY_SLEEP_STATES, BODY_TYPES } from '../body/body-types.ts';
import { type Broadphase, NaiveBroadphase } from '../collision/broadphase.ts';
import { type ArrayCollisionMatrix, OverlapKeeper, TupleDictionary } from '../collision/matrices.ts';
import { Narrowphase } from '../collision/narrowphase.ts';
import type { RaycastCallback, RayOptions } from '../collision/ray-options.ts';
import { RaycastResult } from '../collision/raycast-result.ts';
import { GSSolver, type Solver } from '../collision/solver.ts';
import type { Constraint } from '../constraint/index.ts';
import type { ContactEquation } from '../equation/contact-equation.ts';
import type { FrictionEquation } from '../equation/other-equations.ts';
import { EventTarget } from '../event-target.ts';
import { ContactMaterial, Material } from '../material.ts';
import { Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shape/shape.ts';
import { warnOnce } from '../unsupported.ts';
import { answering } from './answering.ts';
import { Engine } from './engine.ts';
import { readProfile } from './profile.ts';
import { questionOf, Raycaster, report } from './raycasts.ts';
import { tickSleep } from './sleep.ts';

declare module '../types.ts' {
  interface CannonTypes {
    World: World;
  }
}

export type WorldOptions = ConstructorParameters<typeof World>[0];

const MOST_SUBSTEPS = 10;
const USUAL_STEP = 1 / 60;
const CONTACT_EVENTS = ['beginContact', 'endContact', 'beginShapeContact', 'endShapeContact'];
const WELL_KNOWN = 'the engine has one of its own, which finds the same pairs';

/** Bodies and constraints that step together. Throws `unsupported` before `init` has been awaited. */
export class World extends EventTarget {
  declare dt: number;
  declare allowSleep: boolean;
  declare frictionEquations: FrictionEquation[];
  declare quatNormalizeSkip: number;
  declare quatNormalizeFast: boolean;
  /** Simulated time, s. */
  declare time: number;
  declare stepnumber: number;
  declare default_dt: number;
  declare nextId: number;
  /** m/s² */
  declare gravity: Vec3;
  declare frictionGravity?: Vec3;
  declare bodies: Body[];
  declare hasActiveBodies: boolean;
  constraints: Constraint[];
  declare narrowphase: Narrowphase;
  declare collisionMatrix: ArrayCollisionMatrix;
  declare collisionMatrixPrevious: ArrayCollisionMatrix;
  declare bodyOverlapKeeper: OverlapKeeper;
  declare shapeOverlapKeeper: OverlapKeeper;
  declare contactmaterials: ContactMaterial[];
  declare contactMaterialTable: TupleDictionary;
  declare defaultMaterial: Material;
  declare defaultContactMaterial: ContactMaterial;
  declare doProfiling: boolean;
  /** ms of the last step, with `doProfiling`. */
  declare profile: { solve: number; makeContactConstraints: number; broadphase: number; integrate: number; narrowphase: number };
  /** s that have not been stepped yet. */
  declare accumulator: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever has an `update`
  declare subsystems: any[];
  declare addBodyEvent: { type: 'addBody'; body: Body | null };
  declare removeBodyEvent: { type: 'removeBody'; body: Body | null };
  declare idToBodyMap: { [id: number]: Body };
  declare lastCallTime?: number;
  readonly #engine: Engine;
  readonly #raycaster: Raycaster;
  #broadphase: Broadphase;
  #solver: Solver;
  #contacts: ContactEquation[] | null = [];
  /** Poses in the engine are those of the bodies. */
  #inStep = false;

  constructor(options?: {
    gravity?: Vec3;
    frictionGravity?: Vec3;
    allowSleep?: boolean;
    broadphase?: Broadphase;
    solver?: Solver;
    quatNormalizeFast?: boolean;
    quatNormalizeSkip?: number;
  }) {
    super();
    this.dt = -1;
    this.allowSleep = Boolean(options?.allowSleep);
    this.frictionEquations = [];
    this.quatNormalizeSkip = options?.quatNormalizeSkip ?? 0;
    this.quatNormalizeFast = options?.quatNormalizeFast ?? false;
    this.time = 0;
    this.stepnumber = 0;
    this.default_dt = USUAL_STEP;
    this.nextId = 0;
    this.gravity = new Vec3();
    if (options?.gravity) this.gravity.copy(options.gravity);
    if (options?.frictionGravity) {
      this.frictionGravity = new Vec3().copy(options.frictionGravity);
      warnOnce('frictionGravity', 'frictionGravity is not needed: friction follows the forces with which bodies press on each other.');
    }
    this.bodies = [];
    this.hasActiveBodies = false;
    this.#broadphase = new NaiveBroadphase();
    this.#solver = new GSSolver();
    this.constraints = [];
    this.narrowphase = new Narrowphase(this);
    this.#engine = new Engine(this.gravity);
    this.#raycaster = new Raycaster(this.#engine);
    const { log } = this.#engine;
    this.collisionMatrix = answering((a, b) => this.#engine.touching(a, b));
    this.collisionMatrixPrevious = answering((a, b) => {
      this.#engine.listen();
      return log.touchedBefore(a, b);
    });
    this.bodyOverlapKeeper = new OverlapKeeper();
    this.shapeOverlapKeeper = new OverlapKeeper();
    this.contactmaterials = [];
    this.contactMaterialTable = new TupleDictionary();
    this.defaultMaterial = new Material('default');
    this.defaultContactMaterial = new ContactMaterial(this.defaultMaterial, this.defaultMaterial, { friction: 0.3, restitution: 0 });
    this.doProfiling = false;
    this.profile = { solve: 0, makeContactConstraints: 0, broadphase: 0, integrate: 0, narrowphase: 0 };
    this.accumulator = 0;
    this.subsystems = [];
    this.addBodyEvent = { type: 'addBody', body: null };
    this.removeBodyEvent = { type: 'removeBody', body: null };
    this.idToBodyMap = {};
    if (options?.broadphase) this.broadphase = options.broadphase;
    if (options?.solver) this.solver = options.solver;
  }

  /** Accepted, and not asked: the engine has a broad phase of its own. */
  get broadphase(): Broadphase {
    return this.#broadphase;
  }
  set broadphase(value: Broadphase) {
    this.#broadphase = value;
    value?.setWorld(this);
    if (!(value instanceof NaiveBroadphase)) warnOnce('broadphase', `world.broadphase is not used: ${WELL_KNOWN}.`);
  }
  /** Accepted, and not asked: the engine solves joints and contacts together. */
  get solver(): Solver {
    return this.#solver;
  }
  set solver(value: Solver) {
    this.#solver = value;
    warnOnce(
      'solver',
      'world.solver is not used: the engine solves joints and contacts by itself; init({ substeps }) makes it more accurate.',
    );
  }
  /** The points where bodies touched in the last step. */
  get contacts(): ContactEquation[] {
    this.#contacts ??= this.#engine.contacts();
    return this.#contacts;
  }
  set contacts(value: ContactEquation[]) {
    this.#contacts = value;
  }

  getContactMaterial(m1: Material, m2: Material): ContactMaterial {
    return this.contactMaterialTable.get(m1.id, m2.id);
  }
  addContactMaterial(cmat: ContactMaterial): void {
    this.contactmaterials.push(cmat);
    this.contactMaterialTable.set(cmat.materials[0].id, cmat.materials[1].id, cmat);
  }
  removeContactMaterial(cmat: ContactMaterial): void {
    const index = this.contactmaterials.indexOf(cmat);
    if (index < 0) return;
    this.contactmaterials.splice(index, 1);
    this.contactMaterialTable.delete(cmat.materials[0].id, cmat.materials[1].id);
  }
  collisionMatrixTick(): void {
    this.bodyOverlapKeeper.tick();
    this.shapeOverlapKeeper.tick();
  }

  addConstraint(c: Constraint): void {
    this.#engine.addConstraint(c);
    this.constraints.push(c);
  }
  removeConstraint(c: Constraint): void {
    const index = this.constraints.indexOf(c);
    if (index < 0) return;
    this.constraints.splice(index, 1);
    this.#engine.removeConstraint(c);
  }

  /** The nearest hit of the front of something in `result`; or a call for each hit. */
  rayTest(from: Vec3, to: Vec3, result: RaycastResult | RaycastCallback): void {
    if (result instanceof RaycastResult) this.raycastClosest(from, to, { skipBackfaces: true }, result);
    else this.raycastAll(from, to, { skipBackfaces: true }, result);
  }
  /** Calls back for each hit, nearest first; whether there is one. */
  raycastAll(from?: Vec3, to?: Vec3, options?: RayOptions, callback?: RaycastCallback): boolean {
    const question = questionOf(from, to, options);
    this.#synchronize();
    const result = new RaycastResult();
    const found = this.#raycaster.all(question);
    for (const each of found) {
      report(result, question, each);
      callback?.(result);
      if (result.shouldStop) break;
    }
    return found.length > 0;
  }
  raycastAny(from?: Vec3, to?: Vec3, options?: RayOptions, result?: RaycastResult): boolean {
    return this.raycastClosest(from, to, options, result);
  }
  raycastClosest(from?: Vec3, to?: Vec3, options?: RayOptions, result?: RaycastResult): boolean {
    const question = questionOf(from, to, options);
    this.#synchronize();
    result?.reset();
    const found = this.#raycaster.closest(question);
    if (found && result) report(result, question, found);
    return found !== null;
  }
  /** @internal For rays. */
  asking<Answer>(ask: (raycaster: Raycaster) => Answer): Answer {
    this.#synchronize();
    return ask(this.#raycaster);
  }
  #synchronize(): void {
    if (!this.#inStep) this.#engine.pushBodies();
  }

  addBody(body: Body): void {
    if (this.bodies.includes(body)) return;
    body.index = this.bodies.length;
    this.bodies.push(body);
    body.world = this;
    body.initPosition.copy(body.position);
    body.initVelocity.copy(body.velocity);
    body.initAngularVelocity.copy(body.angularVelocity);
    body.initQuaternion.copy(body.quaternion);
    this.#engine.addBody(body);
    this.idToBodyMap[body.id] = body;
    this.addBodyEvent.body = body;
    this.dispatchEvent(this.addBodyEvent);
  }
  removeBody(body: Body): void {
    const index = this.bodies.indexOf(body);
    body.world = null;
    if (index < 0) return;
    this.bodies.splice(index, 1);
    for (let k = index; k < this.bodies.length; k++) this.bodies[k].index = k;
    this.#engine.removeBody(body);
    delete this.idToBodyMap[body.id];
    this.removeBodyEvent.body = body;
    this.dispatchEvent(this.removeBodyEvent);
  }
  getBodyById(id: number): Body {
    return this.idToBodyMap[id];
  }
  getShapeById(id: number): Shape | null {
    for (const { shapes } of this.bodies) for (const shape of shapes) if (shape.id === id) return shape;
    return null;
  }

  /** Steps as far as the clock has moved on since the last call. */
  fixedStep(dt?: number, maxSubSteps?: number): void {
    const now = performance.now() / 1000;
    const since = this.lastCallTime ? now - this.lastCallTime : undefined;
    this.step(dt ?? USUAL_STEP, since, maxSubSteps ?? MOST_SUBSTEPS);
    this.lastCallTime = now;
  }
  /**
   * Makes a step of `dt`; or, given the time since the last call, as many steps as fit, at most `maxSubSteps`, and interpolates poses for what is left.
   * Throws as `World.step` of 'holonomic' does.
   */
  step(dt: number, timeSinceLastCalled?: number, maxSubSteps?: number): void {
    if (timeSinceLastCalled === undefined) {
      this.internalStep(dt);
      this.time += dt;
      return;
    }
    this.accumulator += timeSinceLastCalled;
    const most = maxSubSteps ?? MOST_SUBSTEPS;
    for (let steps = 0; this.accumulator >= dt && steps < most; steps++) {
      this.internalStep(dt);
      this.accumulator -= dt;
    }
    this.accumulator %= dt; // what there was no time for is left out
    const t = this.accumulator / dt;
    for (const body of this.bodies) {
      body.previousPosition.lerp(body.position, t, body.interpolatedPosition);
      body.previousQuaternion.slerp(body.quaternion, t, body.interpolatedQuaternion);
      body.previousQuaternion.normalize();
    }
    this.time += timeSinceLastCalled;
  }

  internalStep(dt: number): void {
    if (!Number.isFinite(dt))
      throw new HolonomicError('invalid-argument', `world.step takes the length of a step in seconds, such as 1 / 60, but it is ${dt}.`);
    const engine = this.#engine;
    this.dt = dt;
    if (dt === 0) {
      this.#stepOfNoLength();
      return;
    }
    for (const subsystem of this.subsystems) subsystem.update();
    engine.push(dt, this.gravity, this, this.allowSleep);
    const listened = this.hasAnyEventListener('preStep');
    if (listened) {
      this.#addWeights();
      this.#inStep = true;
      try {
        this.dispatchEvent({ type: 'preStep' });
      } finally {
        this.#inStep = false;
      }
      engine.push(dt, this.gravity, this, this.allowSleep);
    }
    if (CONTACT_EVENTS.some((type) => this.hasAnyEventListener(type)) || engine.isHeard) engine.listen();
    engine.pushForces(listened ? this.gravity : null);
    engine.profile(this.doProfiling);
    engine.step(dt);
    this.#contacts = null;
    this.clearForces();
    this.#afterStep();
    this.#tellContacts();
    this.stepnumber += 1;
    this.dispatchEvent({ type: 'postStep' });
    this.#tickSleep();
  }

  /** As of a clock that has just been started. */
  #stepOfNoLength(): void {
    this.dispatchEvent({ type: 'preStep' });
    this.stepnumber += 1;
    this.dispatchEvent({ type: 'postStep' });
  }

  /** Bodies hold their weight among their forces while preStep is dispatched. */
  #addWeights(): void {
    const { x, y, z } = this.gravity;
    for (const { force, mass, type } of this.bodies)
      if (type === BODY_TYPES.DYNAMIC) force.set(force.x + mass * x, force.y + mass * y, force.z + mass * z);
  }

  #afterStep(): void {
    const { woken, slept } = this.#engine;
    for (const { body } of woken) body.wakeUp();
    for (const { body } of slept) this.#fallAsleep(body);
    if (this.doProfiling) readProfile(this.#engine.native.profile(), this.profile);
  }

  #fallAsleep(body: Body): void {
    const isNews = body.sleepState !== BODY_SLEEP_STATES.SLEEPING;
    body.sleep();
    this.#engine.linkOfBody(body)?.noteStillness();
    if (isNews) this.#sleepers.push(body);
  }
  /** Those that are reported once the step is over. */
  #sleepers: Body[] = [];

  #tellContacts(): void {
    const { log } = this.#engine;
    if (log.isEmpty) return;
    for (const contact of [...log.collisions]) {
      const { bi, bj } = contact;
      bi.dispatchEvent({ type: 'collide', body: bj, contact });
      bj.dispatchEvent({ type: 'collide', body: bi, contact });
    }
    this.emitContactEvents();
  }
  /** Dispatches what began and ended in the last step. */
  emitContactEvents(): void {
    const { log } = this.#engine;
    const { begun, ended, begunShapes, endedShapes } = log;
    for (const { bodyA, bodyB } of begun) this.dispatchEvent({ type: 'beginContact', bodyA, bodyB });
    for (const { bodyA, bodyB } of ended) this.dispatchEvent({ type: 'endContact', bodyA, bodyB });
    for (const { bodyA, bodyB, shapeA, shapeB } of begunShapes)
      this.dispatchEvent({ type: 'beginShapeContact', bodyA, bodyB, shapeA, shapeB });
    for (const { bodyA, bodyB, shapeA, shapeB } of endedShapes)
      this.dispatchEvent({ type: 'endShapeContact', bodyA, bodyB, shapeA, shapeB });
  }

  #tickSleep(): void {
    for (const body of this.#sleepers.splice(0)) body.dispatchEvent({ type: 'sleep' });
    this.hasActiveBodies = !this.allowSleep;
    if (!this.allowSleep) return;
    for (const link of this.#engine.links) {
      if (!link.dynamic) link.body.sleepTick(this.time);
      else if (link.body.allowSleep) tickSleep(link, this.time);
      if (link.body.sleepState !== BODY_SLEEP_STATES.SLEEPING) this.hasActiveBodies = true;
    }
  }

  clearForces(): void {
    for (const { force, torque } of this.bodies) {
      force.x = force.y = force.z = 0;
      torque.x = torque.y = torque.z = 0;
    }
  }
}
