// A figure of capsules whose joints are driven to a pose by muscles of limited strength.
import {
  choice,
  nonNegative,
  options,
  orDefault,
  positive,
  type Quat,
  type QuatLike,
  rotation,
  share,
  type Vec3,
  type Vec3Like,
  vector,
} from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { add, conjugate, length, multiply, rotate, scale, subtract } from '../../core/geometry.ts';
import type { Body, Joint, World } from '../../index.ts';
import { angleBetween, between, IDENTITY, rotationVector } from '../rotations.ts';
import { addBody, addJoint, addMuscle, inertiaAbout, outboard, type PartBodyOptions } from './build.ts';
import { type FigureDescription, type FigurePose, MUSCLE, type MuscleOptions, type Part, readFigure, readMuscle } from './description.ts';
import type { Muscle } from './muscle.ts';
import { bodyPose, type PartPlace, placeParts, poseBetween, readPose, targetOf, turnOf } from './pose.ts';
import type { Rig } from './rig.ts';
import { Support, type SupportOptions } from './support.ts';

/** The place of a figure: its origin, between the feet of a humanoid at rest, and its orientation. */
export interface FigurePlace {
  position?: Vec3Like;
  orientation?: QuatLike;
}

export interface RagdollOptions extends FigurePlace, MuscleOptions, PartBodyOptions {
  /** Initial pose; at rest by default. */
  pose?: FigurePose;
  /** Attachment of the first part: none ('free', the default), a fixed place ('pinned'), or a spring of limited strength ('supported'). */
  root?: RootMode;
  /** Strength of that spring. */
  support?: SupportOptions;
  /** Time in which muscles regain their strength after they have been limp, s; 0.5 by default. */
  recovery?: number;
}

export type RootMode = 'free' | 'pinned' | 'supported';

const BODY = [
  'collisionGroup',
  'collisionMask',
  'material',
  'friction',
  'linearDamping',
  'angularDamping',
  'canSleep',
  'userData',
  'events',
] as const;
const OPTIONS: readonly (keyof RagdollOptions)[] = [...BODY, ...MUSCLE, 'position', 'orientation', 'pose', 'root', 'support', 'recovery'];
const ROOTS = ['free', 'pinned', 'supported'] as const;
const DEFAULTS: Required<MuscleOptions> = { frequency: 5, dampingRatio: 1, acceleration: 200 };
/** rad; targets that differ by less are the same. */
const SAME = 1e-9;
/** rad/s; a target that turns faster has jumped. */
const JUMP = 40;

/**
 * A figure of capsules on ball joints and hinges. `drive` pulls it to a pose in each frame by muscles of limited torque. `limp` lets it
 * fall; with the next `drive` its muscles regain their strength in `recovery` seconds, starting from where it lies.
 */
export class Ragdoll {
  /** The bodies, in the order of the description. */
  readonly bodies: readonly Body[];
  /** The joints of the parts, in the order of the description, without the first part. */
  readonly joints: readonly Joint[];
  /** The muscles, in the order of the description, without the first part. */
  readonly muscles: readonly Muscle[];
  /** Time in which muscles regain their strength, s. */
  readonly recovery: number;
  private readonly parts: readonly Part[];
  private readonly support: Support | null;
  private readonly held: RootMode;
  /** Part of its strength that the figure has; 0 while it is limp. */
  private effort = 1;
  private blending: { time: number; from: Quat[]; root: PartPlace } | null = null;
  /** Rotations that the last `drive` asked for, in the order of the parts. */
  private targets: Quat[];

  constructor(
    readonly world: World,
    description: FigureDescription,
    given: RagdollOptions = {},
  ) {
    const o = options<RagdollOptions>(given, 'The options of Ragdoll', OPTIONS);
    this.parts = readFigure(description);
    const muscle = readMuscle(pick(o, MUSCLE), 'The options of Ragdoll');
    const turns = readPose(this.parts, o.pose ?? {});
    const place = readPlace(o, IDENTITY, [0, 0, 0]);
    this.held = choice(orDefault(o.root, 'free'), 'root', ROOTS);
    this.recovery = nonNegative(orDefault(o.recovery, 0.5), 'recovery');
    const support = Support.read(o.support ?? {});

    const { parts } = this;
    this.bodies = parts.map((part) => addBody(world, part, pick(o, BODY)));
    const hanging = parts.slice(1).map((part) => {
      const parent = parts[part.parent];
      return { part, joint: addJoint(world, this.bodies[parent.index], this.bodies[part.index], part, parent) };
    });
    this.joints = hanging.map(({ joint }) => joint);
    this.muscles = hanging.map(({ joint, part }) => {
      const inertia = inertiaAbout(part.joint, outboard(parts, part.index), this.bodies);
      return addMuscle(world, joint, part, inertia, { ...DEFAULTS, ...muscle, ...part.muscle });
    });
    const isSupported = this.held === 'supported';
    const whole = inertiaAbout(parts[0].center, parts, this.bodies);
    this.support = isSupported ? new Support(world, this.root, this.mass, whole, support) : null;
    this.targets = turns;
    this.moveTo(turns, this.rootPlace(place));
    for (const [k, each] of this.muscles.entries()) each.drive.target = this.target(k + 1, turns[k + 1]);
    this.support?.moveTo(this.root.position, this.root.orientation);
    this.holdRoot(true);
  }

  /** The body of the first part. */
  get root(): Body {
    return this.bodies[0];
  }
  /** Total mass, kg. */
  get mass(): number {
    return this.bodies.reduce((sum, body) => sum + body.mass, 0);
  }
  /** Names of the parts. */
  get names(): readonly string[] {
    return this.parts.map(({ name }) => name);
  }
  get isLimp(): boolean {
    return this.effort === 0;
  }
  /** The body of a part. */
  body(name: string): Body {
    return this.bodies[this.indexOf(name)];
  }
  /** The muscle that turns a part. */
  muscle(name: string): Muscle {
    const index = this.indexOf(name);
    if (index === 0)
      throw new HolonomicError('invalid-argument', `The part '${name}' is the first one and has no muscle; name another part.`);
    return this.muscles[index - 1];
  }

  /**
   * Pulls the figure to a pose in the next step, which should take `dt` seconds, and a pinned or supported first part to a place; by
   * default its current place. Call it before each step; repeating the same pose does not wake a sleeping figure.
   */
  drive(pose: FigurePose = {}, dt = 1 / 60, place?: FigurePlace): void {
    const wanted = readPose(this.parts, pose);
    const step = positive(dt, 'dt');
    const given = place === undefined ? null : this.rootPlace(readPlace(place, this.rootTurn, this.origin));
    if (this.isLimp) this.startRecovery();
    const part = this.recover(step);
    const { blending } = this;
    for (let index = 1; index < this.parts.length; index++) {
      const turn = blending ? between(blending.from[index], wanted[index], part) : wanted[index];
      this.aim(index, turn, step);
      this.targets[index] = turn;
    }
    if (given) this.moveRoot(blending ? mixed(blending.root, given, part) : given);
    if (part === 1) this.blending = null;
  }

  /** Releases all muscles, and the attachment of the first part. */
  limp(): void {
    this.effort = 0;
    this.blending = null;
    for (const muscle of this.muscles) muscle.exert(0);
    this.holdRoot(false);
  }

  /** Sets the fraction of the strength of some muscles, 0 to 1; of all muscles by default. */
  blend(value: number, names: readonly string[] = this.names.slice(1)): void {
    share(value, 'blend');
    for (const muscle of names.map((name) => this.muscle(name))) muscle.blend = value;
  }

  /** Moves the figure to a place and into a pose, at rest. */
  place(pose: FigurePose, place: FigurePlace = {}): void {
    const turns = readPose(this.parts, pose);
    const root = this.rootPlace(readPlace(place, this.rootTurn, this.origin));
    this.moveTo(turns, root);
    for (const body of this.bodies) {
      body.linearVelocity = [0, 0, 0];
      body.angularVelocity = [0, 0, 0];
    }
    this.support?.moveTo(this.root.position, this.root.orientation);
  }

  /** The current pose. */
  pose(): Record<string, Quat> {
    return Object.fromEntries(this.parts.slice(1).map((part) => [part.name, this.turnOfPart(part.index)]));
  }

  /** Moves the bones of a skeleton to the parts that were made of them. */
  applyTo(rig: Rig): void {
    const at = (name: string) => ({ part: this.parts[this.indexOf(name)], body: this.body(name) });
    const turn = (name: string): Quat => turnOf(at(name).part, this.body(name).orientation);
    const joint = (name: string): Vec3 => {
      const { body, part } = at(name);
      return add([...body.position], rotate(turn(name), subtract(part.joint, part.center)));
    };
    rig.follow({ turn, joint });
  }

  /** Origin and orientation of the figure, computed from its first part. */
  get origin(): Readonly<Vec3> {
    const [{ center }] = this.parts;
    const way = rotate(this.rootTurn, center);
    return subtract([...this.root.position], way);
  }
  get orientation(): Readonly<Quat> {
    return this.rootTurn;
  }

  /** Removes the bodies and joints of the figure from the world. */
  dispose(): void {
    this.support?.dispose();
    for (const body of this.bodies) if (body.alive) this.world.removeBody(body);
  }

  private get rootTurn(): Quat {
    return turnOf(this.parts[0], this.root.orientation);
  }

  private indexOf(name: string): number {
    const index = this.parts.findIndex((part) => part.name === name);
    if (index >= 0) return index;
    throw new HolonomicError('invalid-argument', `The figure has no part '${String(name)}'. It has ${this.names.join(', ')}.`);
  }

  private turnOfPart(index: number): Quat {
    const part = this.parts[index];
    return poseBetween(this.parts[part.parent], this.bodies[part.parent].orientation, part, this.bodies[index].orientation);
  }

  private rootPlace({ position, orientation }: { position: Vec3; orientation: Quat }): PartPlace {
    const way = rotate(orientation, this.parts[0].joint);
    return { joint: [position[0] + way[0], position[1] + way[1], position[2] + way[2]], turn: orientation };
  }

  private target(index: number, turn: Quat): Quat {
    const part = this.parts[index];
    return targetOf(this.parts[part.parent], part, turn);
  }

  private aim(index: number, turn: Quat, dt: number): void {
    const { drive } = this.muscles[index - 1];
    const target = this.target(index, turn);
    const way = rotationVector(multiply(conjugate([...drive.target]), target));
    const speed = scale(way, 1 / dt);
    const isStill = length(way) < SAME;
    const velocity: Vec3 = isStill || length(speed) > JUMP ? [0, 0, 0] : speed;
    if (!isStill) drive.target = target;
    if (drive.targetVelocity.some((component, axis) => component !== velocity[axis])) drive.targetVelocity = velocity;
  }

  private startRecovery(): void {
    const from = this.parts.map(({ index }) => (index === 0 ? IDENTITY : this.turnOfPart(index)));
    this.blending = { time: 0, from, root: this.rootPlace({ position: [...this.origin], orientation: this.rootTurn }) };
    for (const [k, muscle] of this.muscles.entries()) muscle.drive.target = this.target(k + 1, from[k + 1]);
    this.support?.moveTo(this.root.position, this.root.orientation);
    this.holdRoot(true);
  }

  /** How far the muscles have recovered, 0 to 1. */
  private recover(dt: number): number {
    const { blending } = this;
    if (!blending) return 1;
    blending.time += dt;
    const part = this.recovery > 0 ? Math.min(blending.time / this.recovery, 1) : 1;
    this.effort = part;
    for (const muscle of this.muscles) muscle.exert(part);
    this.support?.exert(part);
    return part * part * (3 - 2 * part);
  }

  private moveTo(turns: readonly Quat[], root: PartPlace): void {
    const places = placeParts(this.parts, turns, root);
    for (const part of this.parts) {
      const { orientation, position } = bodyPose(part, places[part.index]);
      this.bodies[part.index].position = position;
      this.bodies[part.index].orientation = orientation;
    }
  }

  private moveRoot(at: PartPlace): void {
    const { orientation, position } = bodyPose(this.parts[0], at);
    this.support?.moveTo(position, orientation);
    const isElsewhere =
      angleBetween([...this.root.orientation], orientation) > SAME || length(subtract([...this.root.position], position)) > SAME;
    if (this.held === 'pinned' && isElsewhere) this.root.moveTo(position, orientation);
  }

  private holdRoot(holds: boolean): void {
    if (this.held === 'pinned') this.root.type = holds ? 'kinematic' : 'dynamic';
    if (this.support) this.support.enabled = holds;
  }
}

function readPlace(given: FigurePlace, turn: Readonly<Quat>, origin: Readonly<Vec3>): { position: Vec3; orientation: Quat } {
  const o = { position: given.position, orientation: given.orientation };
  return {
    position: o.position === undefined ? [...origin] : vector(o.position, 'position'),
    orientation: o.orientation === undefined ? [...turn] : rotation(o.orientation, 'orientation'),
  };
}

function mixed(from: PartPlace, to: PartPlace, part: number): PartPlace {
  const joint = from.joint.map((component, axis) => component + part * (to.joint[axis] - component)) as Vec3;
  return { joint, turn: between(from.turn, to.turn, part) };
}

function pick<Options extends object, Key extends keyof Options>(given: Options, keys: readonly Key[]): Pick<Options, Key> {
  return Object.fromEntries(keys.filter((key) => given[key] !== undefined).map((key) => [key, given[key]])) as Pick<Options, Key>;
}
