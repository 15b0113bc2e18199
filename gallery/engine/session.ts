// A scene in a world, as the page plays with it: the same in a worker and on the page's own thread.
import { type DebugLines, debugLines, islandsOf } from '../../bindings/debug/index.ts';
import { type Body, GrabJoint, type Joint, Sphere, type Vec3, World } from '../../bindings/index.ts';
import { findScene } from '../../scenes/index.ts';
import { type OpenScene, openScene } from '../../scenes/open.ts';
import { addRagdoll } from '../../scenes/ragdoll.ts';
import type { Scene } from '../../scenes/scene.ts';
import type { Mirror } from '../peers/mirror.ts';
import { looksOf } from '../view/looks.ts';
import { extentOf } from './extent.ts';
import { ParticleReader } from './particles.ts';
import { Rewind } from './rewind.ts';
import { nameJoint, Sampler } from './sampler.ts';
import { markSensing } from './sensing.ts';
import {
  ASLEEP,
  FROZEN,
  type Frame,
  type GrabReadout,
  type Opened,
  type Order,
  type Result,
  type SceneLooks,
  type Wishes,
} from './types.ts';
import { applyLive, choicesOf } from './world-choices.ts';

const NO_WISHES: Wishes = { layers: [], body: -1, joint: -1, islands: false };
/** Of the scene's radius: axes and marks of the debug drawing, and the longest arrow. */
const MARK = 0.04;
const ARROW = 0.35;
/** kg/m³, of balls that are thrown. */
const BALL_DENSITY = 4000;
/** From the feet of a doll to its middle, m, and the rate at which a thrown one turns, rad/s. */
const DOLL_MIDDLE = 1;
const TUMBLE = 3;

interface Saved {
  frame: number;
  bytes: Uint8Array;
}

export class Session {
  private open: OpenScene | null = null;
  private wishes = NO_WISHES;
  private grab: GrabJoint | null = null;
  private saved: Saved | null = null;
  private previous = new Float32Array(0);
  private particles = new ParticleReader([]);
  private states = new Uint8Array(0);
  private islands = new Uint32Array(0);
  private lines: DebugLines | undefined;
  private sampler = new Sampler();
  private rewind = new Rewind(1);
  /** What simulates the scene where that is another engine. */
  private mirror: Mirror | null = null;
  private radius = 1;
  private known = '';
  private starts = 0;
  private changes: Promise<void> = Promise.resolve();

  /** Makes the scene's world again. What was open before goes, unless the order is refused. Of two at once the later one counts. */
  async start(order: Order, scene: Scene = findScene(order.scene)): Promise<Opened> {
    const start = ++this.starts;
    const open = await openScene(scene, { parameters: order.parameters, settings: order.settings });
    let mirror: Mirror | null = null;
    try {
      // What loads other engines is loaded itself where one is wanted.
      if (order.peer) mirror = await (await import('../peers/mirror.ts')).Mirror.create(open, order.peer);
      if (start !== this.starts) throw new Error('Another scene was started meanwhile.');
    } catch (error) {
      mirror?.dispose();
      open.dispose();
      throw error;
    }
    this.dispose();
    this.open = open;
    this.mirror = mirror;
    this.sampler = new Sampler();
    this.rewind = new Rewind(scene.dt);
    this.rewind.record(0, open.world);
    open.world.profiling = true;
    this.particles = new ParticleReader(open.instance.particles ?? []);
    this.particles.keep();
    const looks = this.look();
    this.previous = open.world.transforms.slice();
    return { looks, dt: scene.dt, frames: scene.frames, settings: choicesOf(open.world), parameters: open.parameters };
  }

  /** Goes on by so many steps, or by none, and returns what is to be seen then. */
  advance(steps: number): Frame {
    const { sampler, wishes } = this;
    const open = this.opened();
    const { world } = open;
    const start = performance.now();
    for (let step = 0; step < steps; step++) {
      if (step === steps - 1) this.keepPrevious(world.transforms);
      if (step === steps - 1) this.particles.keep();
      sampler.record(open, this.mirror ? this.mirror.step() : open.step(), wishes, this.grab, this.mirror?.time);
      if (!this.grab && !this.mirror) this.rewind.record(open.frame, world);
    }
    if (steps === 0) sampler.now(open, wishes, this.grab, this.mirror?.time);
    const looks = this.bodiesOf() === this.known ? null : this.look();
    this.particles.read();
    return {
      frame: open.frame,
      oldest: this.mirror ? open.frame : this.rewind.first,
      steps,
      looks,
      transforms: world.transforms,
      previous: steps === 0 || looks ? world.transforms : this.previous,
      particles: this.particles.positions,
      previousParticles: steps === 0 || looks ? this.particles.positions : this.particles.previous,
      particleStates: this.particles.states,
      states: this.readStates(),
      islands: wishes.islands ? this.readIslands() : null,
      lines: this.draw(),
      grab: this.readGrab(),
      samples: sampler.take(),
      time: this.mirror?.time ?? world.time,
      duration: performance.now() - start,
    };
  }

  /** What is reported with each frame. */
  wish(wishes: Wishes): void {
    this.wishes = wishes;
  }

  /** Settings that a world can change as it runs, in the order of the calls; others are refused. */
  change(settings: Order['settings']): Promise<void> {
    if (this.mirror) return Promise.resolve(); // it has its own
    const change = this.changes.then(() => this.changeNow(settings));
    this.changes = change.catch(() => {}); // whoever asked for it gets the error
    return change;
  }

  /** Takes hold of a body at a point of its own frame; false where it cannot be moved. */
  seize(slot: number, local: Vec3): boolean {
    this.release();
    const body = this.body(slot);
    if (body?.type !== 'dynamic' || this.mirror) return false;
    this.grab = this.opened().world.addJoint(new GrabJoint({ body, anchor: body.worldPoint(local) }));
    return true;
  }

  /** Moves the hand. */
  drag(point: Vec3): void {
    if (this.grab?.alive) this.grab.target = point;
  }

  release(): void {
    if (this.grab?.alive) this.opened().world.removeJoint(this.grab);
    this.grab = null;
  }

  /** Gives the wheel of a scene that can be driven to a hand, or back to the scene. */
  drive(inputs: Readonly<Record<string, number>> | null): void {
    this.opened().instance.drive?.(inputs);
  }

  /** Throws a ball of a mass that can be felt; it stays. */
  throwBall(from: Vec3, velocity: Vec3, radius: number): void {
    if (this.mirror) return;
    const { world } = this.opened();
    world.addBody({ shape: new Sphere(radius), density: BALL_DENSITY, position: from, linearVelocity: velocity, friction: 0.5 });
  }

  /** Throws a figure, turning as it flies; it stays. */
  throwDoll(from: Vec3, velocity: Vec3): void {
    if (this.mirror) return;
    const { world } = this.opened();
    const [x, y, z] = from;
    const { bodies } = addRagdoll(world, [x, y - DOLL_MIDDLE, z], Math.atan2(velocity[0], velocity[2]));
    for (const body of bodies) {
      const [rx, ry] = [body.position[0] - x, body.position[1] - y];
      body.linearVelocity = [
        velocity[0] + TUMBLE * ry * Math.sign(velocity[0]),
        velocity[1] - TUMBLE * rx * Math.sign(velocity[0]),
        velocity[2],
      ];
      body.angularVelocity = [0, 0, -TUMBLE * Math.sign(velocity[0])];
    }
  }

  /** Pops what a ray meets first. */
  pop(from: Vec3, direction: Vec3): boolean {
    return !this.mirror && (this.opened().instance.pop?.(from, direction) ?? false);
  }

  /** Keeps the state of now; returns its frame. */
  snapshot(): number {
    const { frame, world } = this.opened();
    this.release();
    this.saved = { frame, bytes: world.snapshot() };
    return frame;
  }

  /** Back to the state that was kept; what the scene itself has measured meanwhile stays. */
  restore(): void {
    if (this.mirror) throw new Error('Other engines cannot go back: compare two worlds of Holonomic, or reset.');
    if (!this.saved) throw new Error('There is no snapshot yet; take one first.');
    const open = this.opened();
    this.grab = null;
    open.world.restore(this.saved.bytes);
    open.frame = this.saved.frame;
  }

  /** Back to a frame of the last seconds, or on to a later one; the hand lets go. What the scene itself has measured meanwhile stays. */
  seek(frame: number): void {
    this.release();
    const open = this.opened();
    if (this.mirror) {
      while (open.frame < frame) this.mirror.step();
      return;
    }
    const moment = this.rewind.before(frame);
    if (moment && (frame < open.frame || moment.frame > open.frame)) {
      open.world.restore(moment.bytes);
      open.frame = moment.frame;
    }
    while (open.frame < frame) open.step();
  }

  /** Hash and measures, without any trace in the world: what measures may do to it is undone. */
  result(): Result {
    const open = this.opened();
    const { world } = open;
    const hash = world.hash();
    const now = world.snapshot();
    const measures = open.measures();
    world.restore(now);
    return { frame: open.frame, hash, measures };
  }

  /** Slots of the joints that there are and their types, without the hand. */
  joints(): { index: number; type: string }[] {
    return this.jointsButHand().map(nameJoint);
  }

  dispose(): void {
    this.mirror?.dispose();
    this.mirror = null;
    this.open?.dispose();
    this.open = null;
    this.grab = null;
    this.saved = null;
  }

  /** Solvers, and options that kernels do not have, are loaded when they are wanted. */
  private async changeNow(settings: Order['settings']): Promise<void> {
    const open = this.opened();
    const { backend, precision } = open.world;
    await World.load({ ...settings, backend, precision });
    if (open === this.open) applyLive(open.world, settings);
  }

  private opened(): OpenScene {
    if (!this.open) throw new Error('No scene is open.');
    return this.open;
  }

  private body(slot: number): Body | null {
    for (const body of this.opened().world.bodies) if (body.index === slot) return body;
    return null;
  }

  private look(): SceneLooks {
    const { world, scene } = this.opened();
    const looks = looksOf(world, scene.view ?? {}, this.particles.looks, scene.name, this.grab);
    this.radius = extentOf(looks, world.transforms, this.particles.positions).radius;
    this.known = this.bodiesOf();
    return looks;
  }

  /** Changes when bodies come or go, or joints break. */
  private bodiesOf(): string {
    const { world } = this.opened();
    return `${world.bodyCount}/${world.transforms.length}/${this.sampler.brokenJoints}`;
  }

  private keepPrevious(transforms: Float32Array): void {
    if (this.previous.length !== transforms.length) this.previous = new Float32Array(transforms.length);
    this.previous.set(transforms);
  }

  private readStates(): Uint8Array {
    const { world } = this.opened();
    const slots = world.transforms.length / 7;
    if (this.states.length !== slots) this.states = new Uint8Array(slots);
    this.states.fill(0);
    for (const body of world.bodies) this.states[body.index] = (body.isSleeping ? ASLEEP : 0) | (body.frozen ? FROZEN : 0);
    markSensing(world, this.states);
    return this.states;
  }

  private readIslands(): Uint32Array {
    const { world } = this.opened();
    const slots = world.transforms.length / 7;
    if (this.islands.length !== slots) this.islands = new Uint32Array(slots);
    return islandsOf(world, this.islands);
  }

  private draw(): DebugLines | null {
    const { world } = this.opened();
    const { layers } = this.wishes;
    if (layers.length === 0) return null;
    const { force, torque } = this.sampler.largestLoads(world);
    const arrow = ARROW * this.radius;
    this.lines = debugLines(
      world,
      {
        layers,
        size: MARK * this.radius,
        metresPerNewton: arrow / force,
        metresPerNewtonMetre: arrow / torque,
        joints: this.jointsButHand(),
      },
      this.lines,
    );
    return this.lines;
  }

  private jointsButHand(): Joint[] {
    return Array.from(this.opened().world.joints).filter((joint) => joint !== this.grab);
  }

  private readGrab(): GrabReadout | null {
    const { grab } = this;
    if (!grab?.alive || !grab.b) return null;
    return { slot: grab.b.index, from: grab.anchorWorldB, to: grab.target, force: Math.hypot(...grab.force) };
  }
}
