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
/** Which contacts of a body events report: those that begin and end, also each step that they last, or none. */
export type BodyEvents = 'changes' | 'all' | 'none';

export interface BodyOptions<UserData = unknown> {
  /** 'dynamic' (the default) moves by forces and joints, 'kinematic' by its velocity or by `moveTo`, 'static' never. */
  type?: BodyTypeName;
  /** Gives mass, centre of mass and inertia, where these are not given themselves. */
  shape?: Shape;
  /** kg/m³ of the shape; 1000 by default. Not together with `mass`. */
  density?: number;
  /** kg; with a shape the shape's inertia is scaled to it. */
  mass?: number;
  /** kg m²: three principal moments along the body's axes, or nine numbers of the symmetric tensor in rows, about the centre of mass. */
  inertia?: ArrayLike<number>;
  /** Centre of mass in the body's own frame, m. */
  centerOfMass?: Vec3Like;
  /** Position of the body's origin, m. */
  position?: Vec3Like;
  orientation?: QuatLike;
  /** Velocity of the centre of mass, m/s. */
  linearVelocity?: Vec3Like;
  /** rad/s, world frame. */
  angularVelocity?: Vec3Like;
  gravityScale?: number;
  /** Rates at which velocities decay, 1/s. */
  linearDamping?: number;
  angularDamping?: number;
  /** World axes along which the centre of mass does not move. */
  lockTranslation?: readonly [boolean, boolean, boolean];
  /** World axes about which the body does not turn. */
  lockRotation?: readonly [boolean, boolean, boolean];
  /** Groups that the body is in, 32 bits; 1 by default. Two bodies can touch if each is in a group of the other's mask. */
  collisionGroup?: number;
  /** Groups that the body meets, 32 bits; all by default. */
  collisionMask?: number;
  /** Whether the shape takes part in collision and queries; true by default. */
  collides?: boolean;
  /** Whether what it could pass through in a step is looked for along its way: for small fast bodies; false by default. */
  ccd?: boolean;
  /** Whether the body only senses what overlaps it, as events report, and pushes nobody; false by default. */
  sensor?: boolean;
  /**
   * Direction of the side from which the body is solid, in its own axes; any length but zero. Bodies that come from other sides pass through, as
   * with a platform one jumps onto from below. null, the default: solid from all sides.
   */
  oneWay?: Vec3Like | null;
  /** 'changes' by default. A contact is reported as the one of its two bodies that wants more has it, and not at all if one wants 'none'. */
  events?: BodyEvents;
  /** Whether the body may fall asleep when it is at rest; true by default. */
  canSleep?: boolean;
  /** The surface. */
  material?: MaterialOptions;
  /** The same as in `material`, and in place of what that says. */
  friction?: number;
  restitution?: number;
  /** For what users keep with the body. */
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
    throw new HolonomicError('invalid-argument', 'A static body has no velocity; make it kinematic.');
}
