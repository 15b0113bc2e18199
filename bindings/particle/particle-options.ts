// What a set of particles is made of, from the options that users give.
import {
  ALL_GROUPS,
  bits,
  boolean,
  coefficient,
  finite,
  integer,
  nonNegative,
  orDefault,
  positive,
  share,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { ParticleFlag, ParticleSetRecord } from '../core/layout.ts';
import type { Particles } from './block.ts';
import type { HoldOptions, Plan } from './holds.ts';
import { readEach, readIndices, readPoints, requireDistinct } from './lists.ts';
import { emptyPlan, readHolds } from './plan.ts';

/** Options of every set of particles. */
export interface ParticleOptions<UserData = unknown> {
  /** Mass of each particle, kg: one number for all, or one for each; 1 by default. */
  masses?: number | ArrayLike<number>;
  /** Distance that the particles keep from bodies, m: one number for all, or one for each; 0.01 by default. */
  radii?: number | ArrayLike<number>;
  /** Velocities, m/s: x y z of each particle, or of all; 0 by default. */
  velocities?: ArrayLike<number>;
  /** Indices of the pinned particles, which move only by their velocities. */
  pinned?: ArrayLike<number>;
  /** Three particle indices per triangle, for the air and for drawing. */
  triangles?: ArrayLike<number>;
  /** Static and dynamic friction; 0.5 by default. They are combined with those of a body by the rule of its material. */
  friction?: number;
  dynamicFriction?: number;
  /** Coefficient of restitution, 0 to 1; 0 by default. */
  restitution?: number;
  /** Rate at which velocities decay, 1/s; 0 by default. */
  damping?: number;
  gravityScale?: number;
  /** Velocity of the air, m/s. */
  wind?: Vec3Like;
  /** Half the density of the air times the coefficient of drag, and of lift, kg/m³; 0 by default. */
  airDrag?: number;
  airLift?: number;
  collisionGroup?: number;
  collisionMask?: number;
  /** Whether the particles collide with each other; false by default. */
  selfCollision?: boolean;
  /** Whether they collide with the particles of other sets that have this option; false by default. */
  particleCollision?: boolean;
  /** Number of attachments to reserve for later calls of `attach`; 0 by default. */
  spareAttachments?: number;
  canSleep?: boolean;
  /** Speed below which particles rest, m/s; 0.08 by default, as for bodies. */
  sleepSpeed?: number;
  userData?: UserData;
}

export interface ParticleSetOptions<UserData = unknown> extends ParticleOptions<UserData>, HoldOptions {
  /** x y z of each particle, m, in one list. */
  positions: ArrayLike<number>;
}

export const PARTICLE_OPTIONS = [
  'masses',
  'radii',
  'velocities',
  'pinned',
  'triangles',
  'friction',
  'dynamicFriction',
  'restitution',
  'damping',
  'gravityScale',
  'wind',
  'airDrag',
  'airLift',
  'collisionGroup',
  'collisionMask',
  'selfCollision',
  'particleCollision',
  'spareAttachments',
  'canSleep',
  'sleepSpeed',
  'userData',
] as const satisfies readonly (keyof ParticleOptions)[];
export const HOLDS = ['distances', 'bends', 'tetrahedra', 'volumes', 'lengths', 'clusters', 'attachments'] as const;

const MOST_SPARE = 65536;
const RADIUS = 0.01;
const FRICTION = 0.5;
const SLOW = 0.08;

/** Numbers of the head of a set. */
interface Head {
  numbers: readonly (readonly [field: number, value: number])[];
  words: readonly (readonly [field: number, value: number])[];
}

/** What a set is made of. */
export interface Made {
  particles: Particles;
  plan: Plan;
  triangles: Uint32Array;
  head: Head;
}

export function readSet(o: ParticleSetOptions): Made {
  const positions = readPoints(o.positions, 'positions');
  const count = positions.length / 3;
  const particles = readParticles(o, positions, count);
  const plan = emptyPlan();
  readHolds(o, positions, plan);
  plan.spareAttachments = integer(orDefault(o.spareAttachments, 0), 'spareAttachments', 0, MOST_SPARE);
  const triangles = o.triangles === undefined ? new Uint32Array(0) : readIndices(o.triangles, 3, count, 'triangles');
  requireDistinct(triangles, 3, 'triangles');
  return { particles, plan, triangles, head: readHead(o, particles) };
}

function readParticles(o: ParticleSetOptions, positions: Float64Array, count: number): Particles {
  const masses = readEach(orDefault(o.masses, 1), count, 'masses', positive);
  const inverseMasses = masses.map((mass) => 1 / mass);
  const pinned = o.pinned === undefined ? [] : readIndices(o.pinned, 1, count, 'pinned');
  for (const k of pinned) inverseMasses[k] = 0;
  const radii = readEach(orDefault(o.radii, RADIUS), count, 'radii', nonNegative);
  return { positions, velocities: readVelocities(o.velocities, count), inverseMasses, masses, radii };
}

function readVelocities(given: ArrayLike<number> | undefined, count: number): Float64Array {
  const velocities = new Float64Array(3 * count);
  if (given === undefined) return velocities;
  if (count > 1 && given.length === 3) {
    const one = vector(given, 'velocities');
    return velocities.map((_, k) => one[k % 3]);
  }
  const all = readPoints(given, 'velocities');
  if (all.length !== 3 * count)
    throw new HolonomicError('invalid-argument', `velocities must be three numbers, or ${3 * count}, but its length is ${all.length}.`);
  return all;
}

function readHead(o: ParticleSetOptions, { radii }: Particles): Head {
  const friction = nonNegative(orDefault(o.friction, FRICTION), 'friction');
  const wind = vector(orDefault(o.wind, [0, 0, 0]), 'wind');
  const flag = (value: unknown, name: string, byDefault: boolean, bit: number) => (boolean(orDefault(value, byDefault), name) ? bit : 0);
  return {
    numbers: [
      [ParticleSetRecord.damping, coefficient(o.damping, 'damping')],
      [ParticleSetRecord.gravityScale, finite(orDefault(o.gravityScale, 1), 'gravityScale')],
      [ParticleSetRecord.staticFriction, friction],
      [ParticleSetRecord.dynamicFriction, nonNegative(orDefault(o.dynamicFriction, friction), 'dynamicFriction')],
      [ParticleSetRecord.restitution, share(orDefault(o.restitution, 0), 'restitution')],
      [ParticleSetRecord.windX, wind[0]],
      [ParticleSetRecord.windY, wind[1]],
      [ParticleSetRecord.windZ, wind[2]],
      [ParticleSetRecord.drag, coefficient(o.airDrag, 'airDrag')],
      [ParticleSetRecord.lift, coefficient(o.airLift, 'airLift')],
      [ParticleSetRecord.sleepSpeed, nonNegative(orDefault(o.sleepSpeed, SLOW), 'sleepSpeed')],
      [ParticleSetRecord.reach, radii.reduce((most, radius) => Math.max(most, radius), 0)],
    ],
    words: [
      [ParticleSetRecord.collisionGroup, bits(o.collisionGroup, 'collisionGroup', 1)],
      [ParticleSetRecord.collisionMask, bits(o.collisionMask, 'collisionMask', ALL_GROUPS)],
      [
        ParticleSetRecord.flags,
        flag(o.selfCollision, 'selfCollision', false, ParticleFlag.SelfCollision) |
          flag(o.particleCollision, 'particleCollision', false, ParticleFlag.ParticleCollision) |
          (flag(o.canSleep, 'canSleep', true, ParticleFlag.Sleepless) ^ ParticleFlag.Sleepless),
      ],
    ],
  };
}
