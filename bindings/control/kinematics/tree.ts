// Trees and chains of links, turned so that points of them come to where they are wanted.
import {
  choice,
  integer,
  nonNegative,
  options,
  orDefault,
  positive,
  type Quat,
  share,
  type Vec3,
  type Vec3Like,
  vector,
} from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { cross, dot, fixed, length, normalized, scale, subtract } from '../../core/geometry.ts';
import { readEntries } from '../../core/lists.ts';
import { angleOfPoint } from '../../core/trigonometry.ts';
import { IDENTITY } from '../rotations.ts';
import { type IkLinkOptions, type Link, readLinks } from './links.ts';
import { SkeletonState } from './skeleton-state.ts';
import { type Goal, type IkResult, readGoals, type SolveSettings, solveGoals } from './solve.ts';

export interface IkOptions {
  /**
   * The quantity to minimize: the kinetic energy of the rotation ('inertia', the default), so that light ends bend before heavy roots, or
   * the sum of squares of the angles ('none', the pseudo-inverse).
   */
  weighting?: 'inertia' | 'none';
  /**
   * Rows per tip: all three directions of the error ('block', the default), or the one along the error ('line': Waterson's eq 153, more
   * iterations).
   */
  step?: 'block' | 'line';
  /** Regularization, relative to the mean weight of the rows; 1e-6 by default. Larger values turn less where links are nearly stretched. */
  alpha?: number;
  /** Maximum number of Newton steps per solve; 20 by default. */
  iterations?: number;
  /** Tolerance, m; by default 1e-4 of the length to the farthest tip. */
  tolerance?: number;
}

/** A point of a link, at rest, and its target. */
export interface IkGoal {
  link: number;
  /** The `end` of the link by default. */
  point?: Vec3Like;
  target: Vec3Like;
}

const OPTIONS: readonly (keyof IkOptions)[] = ['weighting', 'step', 'alpha', 'iterations', 'tolerance'];
/** Sine below which the pole is along the line of a chain. */
const LEAST_ACROSS = 1e-6;

/** A tree of links with balls and hinges, limits, and any number of tips. */
export class IkTree {
  private readonly state: SkeletonState;
  private readonly ends: readonly (Vec3 | null)[];
  private readonly settings: SolveSettings;

  constructor(links: readonly IkLinkOptions[], given: IkOptions = {}) {
    const o = options<IkOptions>(given, 'The options of inverse kinematics', OPTIONS);
    const read = readLinks(links);
    this.state = new SkeletonState(read);
    this.ends = links.map(({ end }, k) => (end === undefined ? null : vector(end, `end of link ${k}`)));
    const reach = reachOf(read, this.ends);
    this.settings = {
      weighting: choice(orDefault(o.weighting, 'inertia'), 'weighting', ['inertia', 'none']),
      step: choice(orDefault(o.step, 'block'), 'step', ['block', 'line']),
      alpha: nonNegative(orDefault(o.alpha, 1e-6), 'alpha'),
      iterations: integer(orDefault(o.iterations, 20), 'iterations', 1, 10_000),
      tolerance: positive(orDefault(o.tolerance, 1e-4 * reach), 'tolerance'),
    };
  }

  get linkCount(): number {
    return this.state.links.length;
  }
  /** Rotation of a link since the rest, in world axes. */
  rotation(link: number): Readonly<Quat> {
    return fixed([...this.state.turns[this.check(link)]] as Quat);
  }
  /** Rotation of a link relative to its parent, in the axes of the rest pose. */
  localRotation(link: number): Readonly<Quat> {
    return fixed([...this.state.locals[this.check(link)]] as Quat);
  }
  /** Current position of a link's pivot. */
  pivot(link: number): Readonly<Vec3> {
    return fixed([...this.state.pivots[this.check(link)]] as Vec3);
  }
  /** Current position of a point of a link, which is given at rest; its end by default. */
  point(link: number, rest?: Vec3Like): Readonly<Vec3> {
    return fixed(this.state.point(this.check(link), this.restPoint(link, rest)));
  }
  /** The rest position of a point of a link, which is given in the current pose. */
  restOf(link: number, point: Vec3Like): Readonly<Vec3> {
    return fixed(this.state.restOf(this.check(link), vector(point, 'point')));
  }
  /** Angle of a hinge from rest, rad. */
  angle(link: number): number {
    return this.state.angle(this.check(link));
  }

  /**
   * Turns links from their current pose so that points reach their targets, or come as close as possible. Throws `invalid-argument` before
   * anything has moved.
   */
  solve(goals: readonly IkGoal[]): IkResult {
    const read = readGoals(goals, (goal, k): Goal => {
      const o = options<IkGoal>(goal, `Goal ${k}`, ['link', 'point', 'target']);
      const link = this.check(o.link);
      return { link, point: this.restPoint(link, o.point), target: vector(o.target, `target of goal ${k}`) };
    });
    return solveGoals(this.state, read, this.settings);
  }

  /** Returns to the rest pose. */
  reset(): void {
    for (let k = 0; k < this.linkCount; k++) this.state.locals[k] = IDENTITY;
    this.state.place();
  }

  /** Turns the whole from one root about the line to a point, so that another comes nearest to a third, by a part of the way. */
  protected swivel(link: number, axisTo: Vec3, from: Vec3, towards: Vec3, weight: number): void {
    const base = this.state.pivots[link];
    const axis = subtract(axisTo, base);
    if (length(axis) < LEAST_ACROSS) return;
    const along = normalized(axis);
    const [now, wanted] = [from, towards].map((point) => {
      const way = subtract(point, base);
      return subtract(way, scale(along, dot(way, along)));
    });
    if (length(now) < LEAST_ACROSS * length(axis) || length(wanted) < LEAST_ACROSS * length(axis)) return;
    this.state.turn(link, scale(along, weight * angleOfPoint(dot(along, cross(now, wanted)), dot(now, wanted))));
    this.state.place();
  }

  private restPoint(link: number, given: Vec3Like | undefined): Vec3 {
    if (given !== undefined) return vector(given, 'point');
    return this.ends[link] ?? this.state.links[link].center;
  }

  private check(link: number): number {
    return integer(link, 'link', 0, this.linkCount - 1);
  }
}

export interface IkChainOptions extends IkOptions {
  /** Masses of the links, kg: one number for all, or one for each; 1 by default. */
  masses?: number | readonly number[];
  /** The joints from the root: hinges and limits like those of `IkLinkOptions`; ball joints by default. */
  joints?: readonly Pick<IkLinkOptions, 'hinge' | 'lower' | 'upper' | 'swing' | 'twist'>[];
}

/** A chain from a root to one tip, given by the points at which its links meet. */
export class IkChain extends IkTree {
  /** Length of the stretched chain, m. */
  readonly length: number;

  constructor(points: readonly Vec3Like[], given: IkChainOptions = {}) {
    const {
      joints = [],
      masses = 1,
      ...others
    } = options<IkChainOptions>(given, 'The options of IkChain', [...OPTIONS, 'joints', 'masses']);
    const read = readPoints(points);
    if (joints.length >= read.length)
      throw new HolonomicError(
        'invalid-argument',
        `joints must have at most ${read.length - 1} entries, one per link, but has ${joints.length}.`,
      );
    const links = read.slice(1).map((end, k) => {
      const mass = typeof masses === 'number' ? masses : masses[k];
      return { parent: k - 1, pivot: read[k], end, mass, ...joints[k] };
    });
    super(links, others);
    this.length = read.slice(1).reduce((sum, point, k) => sum + length(subtract(point, read[k])), 0);
  }

  /** The current points at which links meet, from the root to the tip. */
  get points(): Readonly<Vec3>[] {
    return [...Array.from({ length: this.linkCount }, (_, k) => this.pivot(k)), this.tip];
  }
  get tip(): Readonly<Vec3> {
    return this.point(this.linkCount - 1);
  }

  /**
   * Moves the tip to a target. With a `pole` the chain first turns about the line from root to tip, if its first joint is free to, so that
   * its middle, an elbow or a knee, points to the pole. `weight`, 0 to 1, is the fraction of that rotation.
   */
  reach(target: Vec3Like, given: { pole?: Vec3Like; weight?: number } = {}): IkResult {
    const o = options<{ pole?: Vec3Like; weight?: number }>(given, 'The options of reach', ['pole', 'weight']);
    const wanted = vector(target, 'target');
    const pole = o.pole === undefined ? null : vector(o.pole, 'pole');
    const weight = share(orDefault(o.weight, 1), 'weight');
    const goal = { link: this.linkCount - 1, target: wanted };
    const first = this.solve([goal]);
    if (!pole) return first;
    this.swivel(0, [...this.tip], this.middle, pole, weight);
    const second = this.solve([goal]);
    return { ...second, iterations: first.iterations + second.iterations };
  }

  /** The joint that is farthest from the line between root and tip. */
  private get middle(): Vec3 {
    const points = this.points;
    const line = subtract([...this.tip], [...points[0]]);
    const along = length(line) > 0 ? normalized(line) : ([0, 0, 1] as Vec3);
    const off = (point: Readonly<Vec3>) => length(cross(subtract([...point], [...points[0]]), along));
    return [...points.reduce((best, point) => (off(point) > off(best) ? point : best))] as Vec3;
  }
}

function readPoints(given: unknown): Vec3[] {
  const needs = () => 'IkChain needs a list of at least two points, where its links meet.';
  return readEntries(given, 'The list of points', [2, Number.POSITIVE_INFINITY], needs, (point, k) => vector(point, `point ${k}`));
}

/** The maximum length from a root along the links to an end. */
function reachOf(links: readonly Link[], ends: readonly (Vec3 | null)[]): number {
  const before = links.map(() => 0);
  let most = 0;
  links.forEach(({ center, parent, pivot }, k) => {
    if (parent >= 0) before[k] = before[parent] + length(subtract(pivot, links[parent].pivot));
    most = Math.max(most, before[k] + length(subtract(ends[k] ?? center, pivot)));
  });
  return most;
}
