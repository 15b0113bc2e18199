import {
  ALL_GROUPS,
  bits,
  boolean,
  choice,
  coefficient,
  finite,
  flags3,
  options,
  orDefault,
  type Quat,
  type QuatLike,
  rotation,
  type Vec3,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { add, rotate } from '../core/geometry.ts';
import { BodyFlag, BodyType } from '../core/layout.ts';
import { oneWaySide } from '../shape/child.ts';
import type { Shape, ShapeBase } from '../shape/index.ts';
import { readMass, requireUsable } from './body-mass.ts';
import { type Material, type MaterialOptions, readMaterial } from './material.ts';

export type BodyTypeName = 'dynamic' | 'static' | 'kinematic';
/**
 * Which contacts of a body are reported as events: their begin and end ('changes'), also each step that they last ('all'), or none, and no
 * overlaps of sensors either.
 */
export type BodyEvents = 'changes' | 'all' | 'none';

export interface BodyOptions<UserData = unknown> {
  /** 'dynamic' (the default) moves by forces and joints, 'kinematic' by its velocity or by `moveTo`, 'static' never. */
  type?: BodyTypeName;
  /** The shape for collisions. It also gives mass, centre of mass and inertia, unless these are given. */
  shape?: Shape;
  /** Density of the shape, kg/m³; 1000 by default. Not together with `mass`. */
  density?: number;
  /** Mass, kg. With a shape, the inertia of the shape is scaled to it. */
  mass?: number;
  /**
   * Inertia about the centre of mass, kg m²: three principal moments along the body's axes, or the nine numbers of the symmetric tensor,
   * row by row.
   */
  inertia?: ArrayLike<number>;
  /** Centre of mass in the body's own frame, m. */
  centerOfMass?: Vec3Like;
  /** Position of the body's origin, m. */
  position?: Vec3Like;
  orientation?: QuatLike;
  /** Velocity of the centre of mass, m/s. */
  linearVelocity?: Vec3Like;
  /** Angular velocity in the world frame, rad/s. */
  angularVelocity?: Vec3Like;
  gravityScale?: number;
  /** Rates at which velocities decay, 1/s. */
  linearDamping?: number;
  angularDamping?: number;
  /** World axes along which the centre of mass cannot move. */
  lockTranslation?: readonly [boolean, boolean, boolean];
  /** World axes about which the body cannot turn. */
  lockRotation?: readonly [boolean, boolean, boolean];
  /** Groups that the body is in, 32 bits; 1 by default. Two bodies can touch if each is in a group of the other's mask. */
  collisionGroup?: number;
  /** Groups that the body collides with, 32 bits; all by default. */
  collisionMask?: number;
  /** Whether the shape takes part in collision and queries; true by default. */
  collides?: boolean;
  /** Continuous collision detection for small fast bodies, which could pass through others in a step; false by default. */
  ccd?: boolean;
  /** Whether the body only detects overlaps, which events report, without pushing other bodies; false by default. */
  sensor?: boolean;
  /**
   * Direction, in the body's axes, of the side from which the body is solid; of any length but zero. Bodies that come from other sides pass
   * through, like a character that jumps onto a platform from below. null, the default: solid from all sides.
   */
  oneWay?: Vec3Like | null;
  /**
   * Which contacts are reported; 'changes' by default. A contact uses the more detailed setting of its two bodies, and is not reported if
   * either is 'none'.
   */
  events?: BodyEvents;
  /** Whether the body may fall asleep when it is at rest; true by default. */
  canSleep?: boolean;
  /** Friction, restitution and other properties of the surface. */
  material?: MaterialOptions;
  /** Shorthands for the same properties of `material`, which they override. */
  friction?: number;
  restitution?: number;
  /** Your own data. */
  userData?: UserData;
}

const KNOWN: readonly (keyof BodyOptions)[] = [
  'type',
  'shape',
  'density',
  'mass',
  'inertia',
  'centerOfMass',
  'position',
  'orientation',
  'linearVelocity',
  'angularVelocity',
  'gravityScale',
  'linearDamping',
  'angularDamping',
  'lockTranslation',
  'lockRotation',
  'collisionGroup',
  'collisionMask',
  'collides',
  'ccd',
  'sensor',
  'oneWay',
  'events',
  'canSleep',
  'material',
  'friction',
  'restitution',
  'userData',
];

const TYPES: Record<BodyTypeName, BodyType> = { static: BodyType.Static, kinematic: BodyType.Kinematic, dynamic: BodyType.Dynamic };
export const TYPE_NAMES = Object.keys(TYPES) as BodyTypeName[];

export function bodyType(value: unknown): BodyType {
  return TYPES[choice(value, 'type', TYPE_NAMES)];
}

/** Flags for what events report. */
export const EVENT_FLAGS: Record<BodyEvents, number> = { changes: 0, all: BodyFlag.Talkative, none: BodyFlag.Silent };

export function bodyEvents(value: unknown): number {
  return EVENT_FLAGS[choice(value, 'events', Object.keys(EVENT_FLAGS) as BodyEvents[])];
}

/** What a body's record is filled with: everything checked, nothing missing. */
export interface BodyState {
  shape: ShapeBase | undefined;
  collisionGroup: number;
  collisionMask: number;
  collides: boolean;
  ccd: boolean;
  sensor: boolean;
  oneWay: Vec3 | null;
  eventFlags: number;
  canSleep: boolean;
  material: Material;
  type: BodyType;
  mass: number;
  inertia: Vec3;
  principal: Quat;
  center: Vec3;
  position: Vec3;
  orientation: Quat;
  linearVelocity: Vec3;
  angularVelocity: Vec3;
  gravityScale: number;
  linearDamping: number;
  angularDamping: number;
  lockTranslation: readonly boolean[];
  lockRotation: readonly boolean[];
}

const FREE = [false, false, false] as const;

export function readBodyOptions(given: BodyOptions): { state: BodyState; userData: unknown } {
  const o = options<BodyOptions>(given, 'The options of addBody', KNOWN);
  const optional = <T>(value: unknown, read: (value: unknown, name: string) => T, name: string, fallback: T): T =>
    value === undefined ? fallback : read(value, name);
  const type = bodyType(orDefault(o.type, 'dynamic'));
  const mass = readMass(o);
  const state: BodyState = {
    type,
    ...mass,
    position: optional(o.position, vector, 'position', [0, 0, 0]),
    orientation: optional(o.orientation, rotation, 'orientation', [0, 0, 0, 1]),
    linearVelocity: optional(o.linearVelocity, vector, 'linearVelocity', [0, 0, 0]),
    angularVelocity: optional(o.angularVelocity, vector, 'angularVelocity', [0, 0, 0]),
    gravityScale: optional(o.gravityScale, finite, 'gravityScale', 1),
    linearDamping: optional(o.linearDamping, coefficient, 'linearDamping', 0),
    angularDamping: optional(o.angularDamping, coefficient, 'angularDamping', 0),
    lockTranslation: optional<readonly boolean[]>(o.lockTranslation, flags3, 'lockTranslation', FREE),
    lockRotation: optional<readonly boolean[]>(o.lockRotation, flags3, 'lockRotation', FREE),
    shape: o.shape,
    collisionGroup: bits(o.collisionGroup, 'collisionGroup', 1),
    collisionMask: bits(o.collisionMask, 'collisionMask', ALL_GROUPS),
    collides: optional(o.collides, boolean, 'collides', true),
    ccd: optional(o.ccd, boolean, 'ccd', false),
    sensor: optional(o.sensor, boolean, 'sensor', false),
    oneWay: oneWaySide(orDefault(o.oneWay, null), 'oneWay'),
    eventFlags: bodyEvents(orDefault(o.events, 'changes')),
    canSleep: optional(o.canSleep, boolean, 'canSleep', true),
    material: bodyMaterial(o),
  };
  checkState(state);
  if (state.shape && state.collides) requireMovable(state.shape, type);
  return { state, userData: o.userData };
}

/** The material of a body's options. */
function bodyMaterial(o: BodyOptions): Material {
  const { friction, restitution } = o;
  const own = { ...(friction === undefined ? {} : { friction }), ...(restitution === undefined ? {} : { restitution }) };
  return readMaterial(own, 'material', readMaterial(o.material === undefined ? {} : o.material, 'material'));
}

/** Refuses what only a body that does not move freely may have: nothing could say where two such surfaces meet. */
export function requireMovable(shape: ShapeBase, type: BodyType): void {
  if (type !== BodyType.Dynamic || shape.mayMove) return;
  throw new HolonomicError(
    'unsupported-shape',
    `A dynamic body cannot collide with a shape of type '${shape.type}'. Make the body static or kinematic, make its shape of convex parts (a ConvexHull, or a Compound of them), or set collides: false to take only the mass from it.`,
  );
}

/** Checks what can be wrong though every option is right by itself. */
function checkState({ type, mass, inertia, position, orientation, center, linearVelocity, angularVelocity }: BodyState): void {
  requireUsable({ mass, inertia });
  vector(add(position, rotate(orientation, center)), 'The centre of mass in the world');
  if (type === BodyType.Static && [...linearVelocity, ...angularVelocity].some((component) => component !== 0))
    throw new HolonomicError('invalid-argument', 'A static body cannot have a velocity; make it kinematic.');
}
