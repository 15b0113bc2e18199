import { integer, nonNegative, options, orDefault, positive, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { length, subtract } from '../core/geometry.ts';
import { readPoints } from './lists.ts';
import { PARTICLE_OPTIONS, type ParticleOptions } from './particle-options.ts';
import { ParticleSet } from './particle-set.ts';
import type { BodyPoint, LengthOptions } from './plan.ts';

/** An end of a rope: free at a point of the world, or at a point of a body. */
export type RopeEnd = Vec3Like | BodyPoint;

export interface RopeOptions<UserData = unknown> extends Omit<ParticleOptions<UserData>, 'masses' | 'radii' | 'triangles'> {
  /** The ends of a straight rope; */
  from?: RopeEnd;
  to?: RopeEnd;
  /** or points along it, x y z in one list. */
  points?: ArrayLike<number>;
  /** How many straight pieces it has between its ends; 20 by default. Not with `points`. */
  segments?: number;
  /** m: longer than the way from end to end, it hangs; by default that way. */
  length?: number;
  /** kg/m, default 0.1. */
  density?: number;
  /** m: half its thickness, default 0.01. */
  radius?: number;
  /** m/N of a metre of it, default 0: it does not stretch. */
  compliance?: number;
  /** s, beside a compliance. */
  stretchDamping?: number;
  /** N, at which it breaks. Default Infinity. */
  breakForce?: number;
}

const OPTIONS = [
  ...PARTICLE_OPTIONS.filter((name) => name !== 'masses' && name !== 'radii' && name !== 'triangles'),
  'from',
  'to',
  'points',
  'segments',
  'length',
  'density',
  'radius',
  'compliance',
  'stretchDamping',
  'breakForce',
] as const;
const MOST_SEGMENTS = 1 << 16;
const SEGMENTS = 20;
const DENSITY = 0.1;
const RADIUS = 0.01;

/**
 * A rope of particles. Its pieces only pull, and are solved together; besides, all of it is no longer than its length, so that what hangs on it does
 * not stretch it, however heavy.
 */
export class Rope<UserData = unknown> extends ParticleSet<UserData> {
  /** Throws `invalid-argument`. */
  constructor(given: RopeOptions<UserData>) {
    const o = options<RopeOptions<UserData>>(given, 'The options of Rope', OPTIONS as readonly (keyof RopeOptions<UserData>)[]);
    const path = pathOf(o);
    const count = path.length / 3;
    const pieces = Array.from({ length: count - 1 }, (_, k) =>
      length([path[3 * k + 3] - path[3 * k], path[3 * k + 4] - path[3 * k + 1], path[3 * k + 5] - path[3 * k + 2]]),
    );
    const whole = pieces.reduce((sum, piece) => sum + piece, 0);
    const density = positive(orDefault(o.density, DENSITY), 'density');
    const compliance = nonNegative(orDefault(o.compliance, 0), 'compliance');
    const breakForce = o.breakForce === undefined ? {} : { breakForce: o.breakForce };
    const soft = { ...(o.stretchDamping === undefined ? {} : { damping: o.stretchDamping }) };
    // A particle has half of the pieces beside it.
    const masses = path.slice(0, count).map((_, k) => (density * ((pieces[k - 1] ?? 0) + (pieces[k] ?? 0))) / 2);
    const line = Array.from({ length: count }, (_, k) => k);
    const ends = [o.from, o.to].map((end, k) => ({ end, particle: k === 0 ? 0 : count - 1 }));
    const attached = ends.filter(({ end }) => isBodyPoint(end));
    const all: LengthOptions = {
      points: line.map((k) => (attached.find(({ particle }) => particle === k)?.end as BodyPoint | undefined) ?? k),
      length: whole,
      compliance: compliance * whole,
      ...soft,
      ...breakForce,
    };
    const { from, to, points, segments, length: _, density: __, radius, compliance: ___, stretchDamping, breakForce: ____, ...rest } = o;
    super({
      ...rest,
      positions: path,
      masses,
      radii: nonNegative(orDefault(radius, RADIUS), 'radius'),
      distances:
        pieces.length > 0
          ? [{ line, compliance: compliance * (whole / pieces.length), compressCompliance: Infinity, ...soft, ...breakForce }]
          : [],
      lengths: [all],
      attachments: attached.map(({ end, particle }) => ({ particle, ...(end as BodyPoint), ...breakForce })),
    });
  }

  /** N: mean tension over the last step, that of all of it and that of its pieces together. */
  get meanTension(): number {
    return (
      this.lengthTension(0) +
      Array.from({ length: this.count - 1 }, (_, k) => this.tension(k)).reduce((sum, one) => sum + one, 0) / (this.count - 1)
    );
  }
}

const isBodyPoint = (end: RopeEnd | undefined): end is BodyPoint => typeof end === 'object' && end !== null && 'body' in end;

function placeOf(end: RopeEnd | undefined, name: string): Vec3 {
  if (end === undefined) throw new HolonomicError('invalid-argument', `Rope needs ${name}, or points.`);
  if (!isBodyPoint(end)) return vector(end, name);
  return end.body.worldPoint(vector(end.point, `${name}.point`));
}

/** x y z of the particles. */
function pathOf(o: RopeOptions): Float64Array {
  if (o.points !== undefined) {
    for (const other of ['segments', 'length'] as const)
      if (o[other] !== undefined) throw new HolonomicError('invalid-argument', `Rope takes points or ${other}, not both.`);
    const points = readPoints(o.points, 'points');
    if (points.length < 6) throw new HolonomicError('invalid-argument', 'points must be two points at least.');
    return points;
  }
  const [from, to] = [placeOf(o.from, 'from'), placeOf(o.to, 'to')];
  const segments = integer(orDefault(o.segments, SEGMENTS), 'segments', 1, MOST_SEGMENTS);
  const straight = length(subtract(to, from));
  const whole = o.length === undefined ? straight : positive(o.length, 'length');
  if (!(whole > 0) || whole < straight * (1 - 1e-9))
    throw new HolonomicError(
      'invalid-argument',
      `length must be at least the way from end to end, ${straight} m, and not zero, but is ${whole}.`,
    );
  const sag = sagOf(straight, whole);
  const path = new Float64Array(3 * (segments + 1));
  const fine = hanging(from, to, sag, 32 * segments);
  for (let k = 0; k <= segments; k++) path.set(fine(k / segments), 3 * k);
  return path;
}

/** m: how far below the straight line the middle of a parabola of such a length is. */
function sagOf(straight: number, whole: number): number {
  let [low, high] = [0, whole];
  const lengthAt = (sag: number) => {
    let sum = 0;
    const steps = 256;
    for (let k = 0; k < steps; k++) {
      const slope = 4 * sag * (1 - (2 * (k + 0.5)) / steps);
      sum += Math.sqrt(straight * straight + slope * slope) / steps;
    }
    return sum;
  };
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (lengthAt(middle) < whole) low = middle;
    else high = middle;
  }
  return whole - straight < 1e-9 * whole ? 0 : low;
}

/** The point at a part of the length of a parabola between two points. */
function hanging(from: Vec3, to: Vec3, sag: number, steps: number): (part: number) => Vec3 {
  const at = (t: number): Vec3 =>
    [0, 1, 2].map((axis) => from[axis] + t * (to[axis] - from[axis]) - (axis === 1 ? 4 * sag * t * (1 - t) : 0)) as Vec3;
  const lengths = [0];
  for (let k = 1; k <= steps; k++) lengths.push(lengths[k - 1] + length(subtract(at(k / steps), at((k - 1) / steps))));
  return (part) => {
    const wanted = part * lengths[steps];
    let k = lengths.findIndex((sum) => sum >= wanted);
    k = Math.max(k, 1);
    const t = (k - 1 + (wanted - lengths[k - 1]) / Math.max(lengths[k] - lengths[k - 1], 1e-300)) / steps;
    return at(Math.min(Math.max(t, 0), 1));
  };
}
