import { integer, nonNegative, options, orDefault, positive, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { length, subtract } from '../core/geometry.ts';
import { hangingChain } from './hanging-chain.ts';
import type { BodyPoint } from './holds.ts';
import { readPoints } from './lists.ts';
import { distanceOf } from './measure.ts';
import { PARTICLE_OPTIONS, type ParticleOptions } from './particle-options.ts';
import { ParticleSet } from './particle-set.ts';

/** An end of a rope: a free end at a world point, or a point of a body. */
export type RopeEnd = Vec3Like | BodyPoint;

export interface RopeOptions<UserData = unknown> extends Omit<ParticleOptions<UserData>, 'masses' | 'radii' | 'triangles'> {
  /** The ends of a straight rope. */
  from?: RopeEnd;
  to?: RopeEnd;
  /** Instead of ends: points along the rope, x y z in one list. */
  points?: ArrayLike<number>;
  /** Number of straight pieces between the ends; 20 by default. Not with `points`. */
  segments?: number;
  /** Length, m; by default the distance of the ends. A longer rope hangs down along y. */
  length?: number;
  /** Mass per length, kg/m; 0.1 by default. */
  density?: number;
  /** Radius, m; 0.01 by default. */
  radius?: number;
  /** Compliance of one metre of the rope, m/N; 0 by default: it does not stretch. */
  compliance?: number;
  /** Time constant of the damper beside a compliance, s. */
  stretchDamping?: number;
  /** Force at which it breaks, N; infinite by default. */
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

/** A rope of particles. Its pieces only pull, and are solved together with the bodies at its ends, so that a load does not stretch it, however heavy. */
export class Rope<UserData = unknown> extends ParticleSet<UserData> {
  /** Throws `invalid-argument`. */
  constructor(given: RopeOptions<UserData>) {
    const o = options<RopeOptions<UserData>>(given, 'The options of Rope', OPTIONS as readonly (keyof RopeOptions<UserData>)[]);
    const { path, pieces } = pathOf(o);
    const count = path.length / 3;
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
    const { from, to, points, segments, length: _, density: __, radius, compliance: ___, stretchDamping, breakForce: ____, ...rest } = o;
    super({
      ...rest,
      positions: path,
      masses,
      radii: nonNegative(orDefault(radius, RADIUS), 'radius'),
      distances:
        pieces.length > 0
          ? [
              {
                line,
                lengths: pieces,
                compliance: compliance * (whole / pieces.length),
                compressCompliance: Infinity,
                ...soft,
                ...breakForce,
              },
            ]
          : [],
      attachments: attached.map(({ end, particle }) => ({ particle, ...(end as BodyPoint), ...breakForce })),
    });
  }

  /** Tension averaged over the last step and over the pieces, N. */
  get meanTension(): number {
    return Array.from({ length: this.count - 1 }, (_, k) => this.tension(k)).reduce((sum, one) => sum + one, 0) / (this.count - 1);
  }
}

const isBodyPoint = (end: RopeEnd | undefined): end is BodyPoint => typeof end === 'object' && end !== null && 'body' in end;

function placeOf(end: RopeEnd | undefined, name: string): Vec3 {
  if (end === undefined) throw new HolonomicError('invalid-argument', `Rope needs ${name}, or points.`);
  if (!isBodyPoint(end)) return vector(end, name);
  return end.body.worldPoint(vector(end.point, `${name}.point`));
}

/** x y z of the particles, and m of its pieces. */
function pathOf(o: RopeOptions): { path: Float64Array; pieces: number[] } {
  if (o.points !== undefined) {
    for (const other of ['segments', 'length'] as const)
      if (o[other] !== undefined) throw new HolonomicError('invalid-argument', `Rope takes points or ${other}, not both.`);
    const path = readPoints(o.points, 'points');
    if (path.length < 6) throw new HolonomicError('invalid-argument', 'points must have at least two points.');
    const pieces = Array.from({ length: path.length / 3 - 1 }, (_, k) => distanceOf(path, k, k + 1));
    return { path, pieces };
  }
  const [from, to] = [placeOf(o.from, 'from'), placeOf(o.to, 'to')];
  const segments = integer(orDefault(o.segments, SEGMENTS), 'segments', 1, MOST_SEGMENTS);
  const straight = length(subtract(to, from));
  const whole = o.length === undefined ? straight : positive(o.length, 'length');
  if (!(whole > 0) || whole < straight * (1 - 1e-9))
    throw new HolonomicError(
      'invalid-argument',
      `length must be above zero and at least the distance of the ends, ${straight} m, but is ${whole}.`,
    );
  return { path: hangingChain(from, to, whole, segments), pieces: new Array(segments).fill(whole / segments) };
}
