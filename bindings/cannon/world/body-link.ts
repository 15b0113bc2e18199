// A body in a world, and what stands for it in the engine.
import { BodyFlag, BodyRecord } from '../../core/layout.ts';
import type { StateMemory } from '../../core/memory.ts';
import type { Body as NativeBody, World as NativeWorld } from '../../index.ts';
import type { ShapeBase } from '../../shape/shape.ts';
import type { Body } from '../body/body.ts';
import { BODY_SLEEP_STATES, BODY_TYPES } from '../body/body-types.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Shape } from '../shape/shape.ts';
import type { ContactLog } from './contact-log.ts';
import type { Filters } from './filters.ts';
import type { MaterialTable } from './material-table.ts';
import { locksOf, massOf, type NativeType, nativeTypeOf, spinsFreely } from './moving.ts';
import { dress, type ShapeTraits, type Solid, solidOf } from './native-shapes.ts';
import { ShapeWatch } from './shape-watch.ts';

export interface LinkHost {
  readonly native: NativeWorld;
  readonly filters: Filters;
  /** Length of the substeps that are to come, s: in an array, since a number would be allocated for each body that is given it. */
  readonly substep: Float64Array;
  readonly materials: MaterialTable;
  /** The engine's memory, and the byte offset of its first body there; to be looked at again by `look` after calls that may need memory. */
  readonly f64: Float64Array;
  readonly first: number;
  look(): void;
  /** The rate, 1/s, that takes the part `damping` of a velocity in a second. */
  dampingRate(damping: number): number;
  /** Notes which body stands for which. */
  own(native: NativeBody, link: BodyLink): void;
  disown(native: NativeBody): void;
  /** Whether somebody listens to contacts. */
  readonly listens: boolean;
  readonly log: ContactLog;
  readonly overlaps: { stirred: boolean };
}

const TRAITS = 19;

export class BodyLink {
  /** The first has the convex shapes and the joints; others have surfaces. */
  readonly natives: NativeBody[] = [];
  /** Shapes by the number of a child, for each of `natives`. */
  readonly shapes: Shape[][] = [];
  /** Numbers of materials that it has in the engine. */
  materials: number[] = [];
  /** Whether the engine has put it to sleep. */
  asleep = false;
  dynamic = false;
  /** Whether some shape only feels what overlaps it. */
  senses = false;
  /** Of the first of them. */
  private slot = 0;
  /** Whether it may fall asleep, having been slow for long enough. */
  private ready = false;
  private forced = false;
  /** Whether the engine does not find all that it overlaps when it moves. */
  searches = false;
  private solid: Solid | null = null;
  private readonly watch = new ShapeWatch();
  /** Pose and velocities as they were last given to the engine, which may hold others: it normalizes. NaN first where it has moved the body since. */
  private readonly known = new Float64Array(13);
  private readonly traits = new Float64Array(TRAITS).fill(NaN);
  /** Whether it turns by a velocity that it was given although nothing can turn it: locked axes would stop it. */
  private spins = false;
  private filterRevision = -1;

  constructor(
    readonly body: Body,
    private readonly host: LinkHost,
  ) {}

  /** The convex shapes, by the number of a child. */
  get parts(): readonly ShapeBase[] {
    return this.solid?.parts ?? [];
  }

  get main(): NativeBody {
    return this.natives[0];
  }

  /** Makes the engine's bodies what the body is, before a step or a question. */
  push(): void {
    const { body, known } = this;
    if (this.natives.length === 0) {
      this.create();
      this.host.look();
    } else if (this.traitsChanged() || this.watch.changed(body) || this.filterRevision !== this.host.filters.revision) {
      this.apply();
      this.host.look();
    } else if (this.traits[18] !== this.host.substep[0]) {
      this.applyDamping();
    }
    const { position: p, quaternion: q } = body;
    const { f64, first } = this.host;
    const at = (first + this.slot * BodyRecord.size) >>> 3;
    if (
      (p.x !== f64[at] ||
        p.y !== f64[at + 1] ||
        p.z !== f64[at + 2] ||
        q.x !== f64[at + 3] ||
        q.y !== f64[at + 4] ||
        q.z !== f64[at + 5] ||
        q.w !== f64[at + 6]) &&
      (p.x !== known[0] ||
        p.y !== known[1] ||
        p.z !== known[2] ||
        q.x !== known[3] ||
        q.y !== known[4] ||
        q.z !== known[5] ||
        q.w !== known[6])
    )
      this.pushPose();
    this.pushVelocity(f64, at + 7);
    if (body.sleepState !== BODY_SLEEP_STATES.SLEEPING) {
      if (this.asleep || this.forced) this.awaken();
    } else if (!this.asleep) this.force();
  }

  private pushPose(): void {
    const { position: p, quaternion: q } = this.body;
    this.main.position = p;
    this.main.orientation = q;
    if (!this.dynamic && !this.searches) this.host.overlaps.stirred = true;
    this.known.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w]);
    this.placeSurfaces();
    this.host.look();
  }

  private placeSurfaces(): void {
    const { body, solid } = this;
    for (const [k, surface] of (solid?.surfaces ?? []).entries()) {
      const native = this.natives[k + 1];
      native.position = body.quaternion.vmult(surface.position).vadd(body.position);
      native.orientation = body.quaternion.mult(surface.quaternion);
    }
  }

  private pushVelocity(f64: Float64Array, at: number): void {
    const { known } = this;
    const { velocity: v, angularVelocity: w, type } = this.body;
    if (v.x === f64[at] && v.y === f64[at + 1] && v.z === f64[at + 2] && w.x === f64[at + 3] && w.y === f64[at + 4] && w.z === f64[at + 5])
      return;
    if (v.x === known[7] && v.y === known[8] && v.z === known[9] && w.x === known[10] && w.y === known[11] && w.z === known[12]) return;
    if (type !== BODY_TYPES.STATIC) {
      this.main.linearVelocity = v;
      this.main.angularVelocity = w;
      for (const native of this.natives.slice(1)) {
        native.angularVelocity = w;
        native.linearVelocity = this.main.velocityAt(native.position);
      }
    }
    known.set([v.x, v.y, v.z, w.x, w.y, w.z], 7);
    this.host.look();
  }

  /** Hands forces of the body over, without `gravity`, which is the engine's own. `first` is the byte offset of the first record. */
  pushForces(f64: Float64Array, first: number, gravity: Vec3 | null): void {
    const { force, torque, mass } = this.body;
    let { x, y, z } = force;
    if (gravity) {
      x -= gravity.x * mass;
      y -= gravity.y * mass;
      z -= gravity.z * mass;
    }
    if (x === 0 && y === 0 && z === 0 && torque.x === 0 && torque.y === 0 && torque.z === 0) return;
    const at = (first + this.slot * BodyRecord.size + BodyRecord.forceX) >>> 3;
    f64[at] += x;
    f64[at + 1] += y;
    f64[at + 2] += z;
    f64[at + 3] += torque.x;
    f64[at + 4] += torque.y;
    f64[at + 5] += torque.z;
  }

  /** Copies pose and velocities from the engine. */
  pull(f64: Float64Array, first: number): void {
    const { body, known } = this;
    const { previousPosition, previousQuaternion, position, quaternion } = body;
    previousPosition.set(position.x, position.y, position.z);
    previousQuaternion.set(quaternion.x, quaternion.y, quaternion.z, quaternion.w);
    if (body.type === BODY_TYPES.STATIC || this.asleep) return;
    const { position: p, quaternion: q, velocity: v, angularVelocity: w } = body;
    const at = (first + this.slot * BodyRecord.size + BodyRecord.positionX) >>> 3;
    p.x = f64[at];
    p.y = f64[at + 1];
    p.z = f64[at + 2];
    q.x = f64[at + 3];
    q.y = f64[at + 4];
    q.z = f64[at + 5];
    q.w = f64[at + 6];
    v.x = f64[at + 7];
    v.y = f64[at + 8];
    v.z = f64[at + 9];
    w.x = f64[at + 10];
    w.y = f64[at + 11];
    w.z = f64[at + 12];
    known[0] = known[7] = NaN;
    body.aabbNeedsUpdate = true;
    if (this.natives.length > 1) this.placeSurfaces();
  }

  /** Whether something of the body's fields that the engine has to know has changed, but for pose and velocities. */
  private traitsChanged(): boolean {
    const { body, traits } = this;
    if (traits[0] !== body.mass || traits[1] !== body.invMass || traits[7] !== body.type) return true;
    if (traits[5] !== body.linearDamping || traits[6] !== body.angularDamping) return true;
    if (traits[8] !== (body.collisionResponse && !body.isTrigger ? 1 : 0)) return true;
    if (traits[9] !== body.collisionFilterGroup || traits[10] !== body.collisionFilterMask) return true;
    if (traits[17] !== (body.material === null ? -1 : body.material.id)) return true;
    if (this.spins !== spinsFreely(body)) return true;
    const { invInertia: i, linearFactor: l, angularFactor: a } = body;
    if (traits[2] !== i.x || traits[3] !== i.y || traits[4] !== i.z) return true;
    if (traits[11] !== l.x || traits[12] !== l.y || traits[13] !== l.z) return true;
    return traits[14] !== a.x || traits[15] !== a.y || traits[16] !== a.z;
  }

  private readTraits(): Float64Array {
    const { body } = this;
    const { invInertia, linearFactor, angularFactor, material } = body;
    return Float64Array.of(
      ...[body.mass, body.invMass, ...invInertia.toArray(), body.linearDamping, body.angularDamping, body.type],
      ...[body.collisionResponse && !body.isTrigger ? 1 : 0, body.collisionFilterGroup, body.collisionFilterMask],
      ...[...linearFactor.toArray(), ...angularFactor.toArray(), material ? material.id : -1, this.host.substep[0]],
    );
  }

  private get events(): 'changes' | 'none' {
    return this.host.listens ? 'changes' : 'none';
  }

  private create(): void {
    const { body, host } = this;
    this.dynamic = nativeTypeOf(body) === 'dynamic';
    const { position: p, quaternion: q } = body;
    const native = host.native.addBody({
      type: nativeTypeOf(body),
      ...massOf(body),
      position: p,
      orientation: q,
      canSleep: false,
      events: this.events,
    });
    this.natives.push(native);
    this.slot = native.index;
    this.shapes.push([]);
    host.own(native, this);
    this.known.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w, 0, 0, 0, 0, 0, 0]);
    this.apply();
  }

  private apply(): void {
    const { body, host, traits } = this;
    const before = traits.slice();
    const now = this.readTraits();
    const changed = (...places: number[]) => places.some((k) => now[k] !== before[k]);
    const type = nativeTypeOf(body);
    const retyped = this.main.type !== type;
    const { lockTranslation, lockRotation } = locksOf(body);
    const respun = retyped || this.spins !== spinsFreely(body);
    this.spins = spinsFreely(body);
    if (retyped || changed(7, 8, 9, 10, 17) || this.watch.changed(body) || this.filterRevision !== host.filters.revision)
      this.applyShapes(type);
    for (const native of this.natives) if (native.type !== type) native.type = type;
    this.dynamic = type === 'dynamic';
    if (retyped && type !== 'static') this.known.fill(NaN, 7);
    if (respun || changed(0, 1, 2, 3, 4)) {
      this.main.setMassProperties(massOf(body));
      const scale = body.mass * body.invMass;
      this.main.gravityScale = Math.abs(scale - 1) < 1e-9 || scale === 0 ? 1 : scale;
    }
    if (changed(5, 6, 18)) this.applyDamping();
    if (retyped || changed(1, 11, 12, 13)) this.main.lockTranslation = lockTranslation;
    if (respun || changed(1, 2, 3, 4, 14, 15, 16)) this.main.lockRotation = lockRotation;
    traits.set(now);
    this.filterRevision = host.filters.revision;
  }

  /** Rates depend on the length of substeps, which may be another in each step. */
  private applyDamping(): void {
    const { body, host, main } = this;
    main.linearDamping = host.dampingRate(body.linearDamping);
    main.angularDamping = host.dampingRate(body.angularDamping);
    this.traits[18] = host.substep[0];
  }

  private applyShapes(type: NativeType): void {
    const { body, host } = this;
    host.filters.note(body);
    const silent = !body.collisionResponse || body.isTrigger;
    const traits = body.shapes.map((shape): ShapeTraits => {
      const material = host.materials.idOf(body.material, shape.material);
      this.materials.push(material); // and those of before, as long as they are in the engine
      return { material, ...host.filters.groups(body, shape), sensor: silent || !shape.collisionResponse };
    });
    this.senses = traits.some(({ sensor }) => sensor);
    const solid = solidOf(body, type === 'dynamic', traits);
    if (type === 'dynamic') this.removeSurfaces();
    // The engine drops the contacts of what gets another type, another shape, or other groups.
    let isDropped = this.main.type !== type;
    if (isDropped) {
      this.main.shape = null;
      this.main.type = type;
    }
    if (this.main.shape !== solid.convex) {
      this.main.shape = solid.convex;
      isDropped = true;
    }
    if (dress(this.main, traits[solid.children[0]])) isDropped = true;
    if (isDropped) host.log.drop(body, this.shapes[0]);
    this.shapes[0] = solid.children.map((index) => body.shapes[index]);
    this.removeSurfaces();
    for (const surface of solid.surfaces) {
      const native = host.native.addBody({ type: type === 'static' ? 'static' : 'kinematic', canSleep: false, events: this.events });
      dress(native, traits[surface.index]);
      this.natives.push(native);
      this.shapes.push([body.shapes[surface.index]]);
      host.own(native, this);
      native.position = body.quaternion.vmult(surface.position).vadd(body.position);
      native.orientation = body.quaternion.mult(surface.quaternion);
      native.shape = surface.shape;
    }
    this.solid = solid;
    this.materials = traits.map(({ material }) => material);
    this.searches = type === 'kinematic' || (type === 'dynamic' && this.senses);
    host.overlaps.stirred = true;
    this.watch.note(body);
  }

  private removeSurfaces(): void {
    for (const native of this.natives.splice(1)) this.removeNative(native);
    for (const shapes of this.shapes.splice(1)) this.host.log.drop(this.body, shapes);
  }

  private removeNative(native: NativeBody): void {
    this.host.disown(native);
    this.host.native.removeBody(native);
  }

  /** Lets the body fall asleep, or not. */
  setReady(ready: boolean): void {
    if (this.ready === ready) return;
    this.ready = ready;
    this.main.canSleep = ready;
  }

  /** Puts the body to sleep where it is: it does not fall until the engine has let it go to sleep. */
  private force(): void {
    if (!this.dynamic) return;
    this.setReady(true);
    this.forced = true;
    this.main.gravityScale = 0;
  }

  /** The velocities of the body are zero, as they are in the engine. */
  noteStillness(): void {
    this.known.fill(0, 7);
  }

  /** The engine has put the body to sleep. */
  fellAsleep(memory: StateMemory): void {
    this.asleep = true;
    if (!this.forced) return;
    this.forced = false;
    memory.f64[(this.host.native.bodyOffset(this.main.index) + BodyRecord.gravityScale) >>> 3] = 1;
  }
  /** The engine has woken the body. */
  wokeUp(): void {
    this.asleep = false;
    this.setReady(false);
  }
  private awaken(): void {
    if (this.asleep) this.main.wake();
    this.asleep = false;
    if (this.forced) this.main.gravityScale = 1;
    this.forced = false;
    this.setReady(false);
  }

  isAsleep(memory: StateMemory): boolean {
    const record = this.host.native.bodyOffset(this.main.index);
    return (memory.u32[(record + BodyRecord.flags) >>> 2] & BodyFlag.Asleep) !== 0;
  }

  /** Takes everything out of the engine. */
  remove(): void {
    for (const native of this.natives.splice(0)) this.removeNative(native);
    this.shapes.length = 0;
    this.solid = null;
    this.host.overlaps.stirred = true;
    this.asleep = false;
  }
}
