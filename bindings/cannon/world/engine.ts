// A world of the engine, and who stands for whom in it.
import { exponential, logarithm } from '../../core/exponential.ts';
import { USUAL_SUBSTEPS, WorldRecord } from '../../core/layout.ts';
import { HolonomicError, type Body as NativeBody, World as NativeWorld, type WorldEvent, type WorldOptions } from '../../index.ts';
import type { Body } from '../body/body.ts';
import { BODY_SLEEP_STATES } from '../body/body-types.ts';
import type { Constraint } from '../constraint/index.ts';
import type { ContactEquation } from '../equation/contact-equation.ts';
import type { Vec3 } from '../math/vec3.ts';
import { BodyLink } from './body-link.ts';
import { ContactLog, comesFirst, contactEquation, type End } from './contact-log.ts';
import { Filters } from './filters.ts';
import { JointLink } from './joint-link.ts';
import { type ContactMaterials, MaterialTable } from './material-table.ts';
import { Overlaps } from './overlaps.ts';

/** Sleep is decided by each body: the engine sleeps what is ready as soon as all that it touches is, which takes some time above none. */
const READY_SLEEPS = { linearThreshold: 1e9, angularThreshold: 1e9, timeUntilSleep: 1e-9 };
/** s */
const USUAL_STEP = 1 / 60;
/** m: points that are farther apart do not touch. */
const TOUCHING = 0;

/** 1/s: what takes all velocity at once. */
const AT_ONCE = 1e9;
/** Dampings whose rates are kept; few bodies have one of their own. */
const MOST_RATES = 64;

const engineOptions: WorldOptions = {};
let loaded: Promise<void> | null = null;
let isLoaded = false;

/** Options of the engine that worlds can be given. */
export type EngineOptions = Pick<WorldOptions, 'precision' | 'substeps' | 'iterations' | 'maxMemory'>;

/**
 * Loads what worlds need; to be awaited before the first is made. `options` are those of the engine's worlds that are made from then on: 'precision',
 * 'substeps', 'iterations', 'maxMemory'. Throws as `World.load` of 'holonomic' does.
 */
export async function init(options: EngineOptions = {}): Promise<void> {
  const changes = Object.keys(options).length > 0;
  if (!changes && loaded) return loaded;
  const made = { ...engineOptions, ...options };
  loaded = NativeWorld.load(made).then(() => {
    Object.assign(engineOptions, made);
    isLoaded = true;
  });
  loaded.catch(() => {
    loaded = null;
  });
  return loaded;
}

export function makeNative(gravity: Vec3): NativeWorld {
  if (!isLoaded)
    throw new HolonomicError(
      'unsupported',
      "The engine has not been loaded; call await init() of 'holonomic/cannon' before the first World is made.",
    );
  return NativeWorld.createSync({ ...engineOptions, gravity: [gravity.x, gravity.y, gravity.z], sleep: false });
}

/** The rate that takes, in substeps of `h`, the part `damping` in a second. */
function rateOf(damping: number, h: number): number {
  if (damping >= 1) return AT_ONCE;
  if (damping <= 0) return 0;
  return (exponential(-h * logarithm(1 - damping)) - 1) / h;
}

/** Those of the next step; where the engine chooses them, those of the last. */
function substepsOf({ lastSubsteps, substeps }: NativeWorld): number {
  return substeps === 'auto' ? lastSubsteps || USUAL_SUBSTEPS : substeps;
}

export class Engine {
  readonly native: NativeWorld;
  readonly filters = new Filters(() => this.byBody.keys());
  readonly substep = Float64Array.of(USUAL_STEP);
  readonly materials = new MaterialTable(() => this.links.flatMap(({ materials }) => materials));
  readonly log = new ContactLog();
  readonly overlaps = new Overlaps(this);
  readonly links: BodyLink[] = [];
  private readonly bySlot: (BodyLink | undefined)[] = [];
  private readonly byBody = new Map<Body, BodyLink>();
  private readonly joints: JointLink[] = [];
  /** Whether the engine may let bodies fall asleep. */
  private sleeps = false;
  private profiles = false;
  /** Whether somebody listens to contacts: until then the engine reports none. */
  listens = false;
  /** Whether some body only feels what it overlaps. */
  hasTriggers = false;
  f64: Float64Array = new Float64Array(0);
  first = 0;
  /** Of dampings, in substeps of that length. */
  private readonly rates = new Map<number, number>();
  private ratesFor = 0;
  private wokenBodies: BodyLink[] = [];
  private sleptBodies: BodyLink[] = [];

  constructor(gravity: Vec3) {
    this.native = makeNative(gravity);
    this.substep[0] = USUAL_STEP / substepsOf(this.native);
    this.materials.idOf(null, null);
  }

  look(): void {
    this.f64 = this.native.memory.f64;
    this.first = this.native.bodyOffset(0);
  }

  dampingRate(damping: number): number {
    const h = this.substep[0];
    if (h !== this.ratesFor) this.rates.clear();
    this.ratesFor = h;
    const known = this.rates.get(damping);
    if (known !== undefined) return known;
    const rate = rateOf(damping, h);
    if (this.rates.size < MOST_RATES) this.rates.set(damping, rate);
    return rate;
  }

  own(native: NativeBody, link: BodyLink): void {
    this.bySlot[native.index] = link;
  }
  disown(native: NativeBody): void {
    this.bySlot[native.index] = undefined;
  }

  linkOf(native: NativeBody | null): BodyLink | null {
    const link = native ? this.bySlot[native.index] : undefined;
    return link?.natives.includes(native!) ? link : null;
  }
  linkOfBody(body: Body): BodyLink | null {
    return this.byBody.get(body) ?? null;
  }

  addBody(body: Body): void {
    const link = new BodyLink(body, this);
    this.links.push(link);
    this.byBody.set(body, link);
  }
  removeBody(body: Body): void {
    const link = this.byBody.get(body);
    if (!link) return;
    this.byBody.delete(body);
    this.links.splice(this.links.indexOf(link), 1);
    this.log.drop(body, null);
    link.remove();
  }

  addConstraint(constraint: Constraint): void {
    this.joints.push(new JointLink(constraint, this.native));
  }
  removeConstraint(constraint: Constraint): void {
    const index = this.joints.findIndex((each) => each.constraint === constraint);
    if (index >= 0) this.joints.splice(index, 1)[0].remove();
  }

  /** The end of a contact at a body of the engine. */
  endOf(native: NativeBody | null, child: number): End | null {
    const link = this.linkOf(native);
    if (!link) return null;
    const shapes = link.shapes[link.natives.indexOf(native!)];
    const shape = shapes[Math.max(child, 0)];
    return shape ? { body: link.body, shape } : null;
  }

  /** Hands the present state of bodies and shapes to the engine. */
  pushBodies(): void {
    let before: number;
    this.look();
    do {
      before = this.filters.revision;
      this.hasTriggers = false;
      for (let k = 0; k < this.links.length; k++) {
        this.links[k].push();
        if (this.links[k].senses) this.hasTriggers = true;
      }
    } while (before !== this.filters.revision);
  }

  /** The same before a step, and what constraints, materials and the world are. */
  push(dt: number, gravity: Vec3, materials: ContactMaterials, allowSleep: boolean): void {
    const { native } = this;
    this.substep[0] = dt / substepsOf(native);
    const { f64, world } = native.memory;
    const at = (world + WorldRecord.gravityX) >>> 3;
    if (f64[at] !== gravity.x || f64[at + 1] !== gravity.y || f64[at + 2] !== gravity.z) native.gravity = gravity;
    this.pushBodies();
    this.materials.update(native, materials);
    for (let k = 0; k < this.joints.length; k++) {
      const { bodyA, bodyB } = this.joints[k].constraint;
      this.joints[k].update(this.linkOfBody(bodyA), this.linkOfBody(bodyB), dt);
    }
    const sleeps = allowSleep || this.anySleeps();
    if (sleeps === this.sleeps) return;
    this.sleeps = sleeps;
    native.sleep = sleeps ? READY_SLEEPS : false;
  }

  /** Makes the engine report contacts from now on; existing ones have begun before. */
  listen(): void {
    if (this.listens) return;
    this.listens = true;
    this.forTouching((a, b) => this.log.note(a, b));
    for (const { natives } of this.links) for (const native of natives) native.events = 'changes';
  }
  /** Whether some body is listened to. */
  get isHeard(): boolean {
    for (let k = 0; k < this.links.length; k++) if (this.links[k].body.hasAnyEventListener('collide')) return true;
    return false;
  }
  /** Whether two bodies push each other. */
  touching(a: Body, b: Body): boolean {
    if (this.listens) return this.log.touching(a, b);
    let found = false;
    this.forTouching((one, other) => {
      if ((one.body === a && other.body === b) || (one.body === b && other.body === a)) found = true;
    });
    return found;
  }
  private forTouching(visit: (a: End, b: End) => void): void {
    const pairs: [End, End][] = [];
    this.native.forEachContact(({ a, b, childA, childB, points }) => {
      const [one, other] = [this.endOf(a, childA), this.endOf(b, childB)];
      if (one && other && points.some(({ separation, impulse }) => separation <= TOUCHING || impulse > 0)) pairs.push([one, other]);
    });
    for (const [one, other] of pairs) visit(one, other);
  }

  /** Whether steps measure their stages. */
  profile(wanted: boolean): void {
    if (wanted !== this.profiles) this.native.profiling = wanted;
    this.profiles = wanted;
  }

  private anySleeps(): boolean {
    for (let k = 0; k < this.links.length; k++)
      if (this.links[k].dynamic && this.links[k].body.sleepState === BODY_SLEEP_STATES.SLEEPING) return true;
    return false;
  }

  /** Hands the forces over that bodies have gathered; `gravity` if they hold their weight. */
  pushForces(gravity: Vec3 | null): void {
    const { f64 } = this.native.memory;
    const first = this.native.bodyOffset(0);
    for (let k = 0; k < this.links.length; k++)
      if (this.links[k].dynamic && !this.links[k].asleep) this.links[k].pushForces(f64, first, gravity);
  }

  /** Advances the engine, and copies poses and velocities. What happened is in `log`. */
  step(dt: number): void {
    const { native, log } = this;
    native.step(dt);
    log.start();
    this.wokenBodies.length = 0;
    this.sleptBodies.length = 0;
    if (native.events.length > 0) native.events.forEach(this.note);
    const { memory } = native;
    const first = native.bodyOffset(0);
    for (let k = 0; k < this.links.length; k++) this.links[k].pull(memory.f64, first);
    for (const link of this.wokenBodies) {
      link.wokeUp();
      link.pull(memory.f64, first);
    }
    for (const link of this.sleptBodies) link.fellAsleep(memory);
    if (this.listens) this.overlaps.update();
    if (!log.isEmpty) log.sort();
  }

  /** The bodies that the last step woke, and those that it put to sleep. */
  get woken(): readonly BodyLink[] {
    return this.wokenBodies;
  }
  get slept(): readonly BodyLink[] {
    return this.sleptBodies;
  }

  private readonly note = (event: WorldEvent): void => {
    if (event.type === 'sleep' || event.type === 'wake') {
      const link = this.linkOf(event.a);
      if (link) (event.type === 'wake' ? this.wokenBodies : this.sleptBodies).push(link);
      return;
    }
    const begins = event.type === 'contact-begin' || event.type === 'sensor-enter';
    if (!begins && event.type !== 'contact-end' && event.type !== 'sensor-leave') return;
    const [a, b] = [this.endOf(event.a, event.childA), this.endOf(event.b, event.childB)];
    if (!a || !b || a.body === b.body) return;
    if (begins) this.log.begin(a, b, event);
    else this.log.end(a, b);
  };

  /** Equations of the points where bodies touched in the last step. */
  contacts(): ContactEquation[] {
    if (this.hasTriggers && !this.listens) {
      // Overlaps are not among the engine's contacts.
      this.listen();
      for (const link of this.links) if (link.senses) this.overlaps.find(link, (a, b) => this.log.note(a, b, 'overlap'));
    }
    const equations = [...this.log.overlaps()];
    this.native.forEachContact(({ a, b, childA, childB, normal, points }) => {
      const [one, other] = [this.endOf(a, childA), this.endOf(b, childB)];
      if (!one || !other) return;
      const reversed = !comesFirst(one, other);
      for (const { position, separation, impulse } of points) {
        if (separation > TOUCHING && impulse === 0) continue;
        equations.push(contactEquation(reversed ? other : one, reversed ? one : other, position, normal, reversed));
      }
    });
    return equations;
  }
}
