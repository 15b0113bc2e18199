// Inverse kinematics: Newton's method for the rotations that bring tips to their targets, with the least of what is weighed: kinetic energy, or angles
// (Waterson, section 11). With e the errors of all tips, three numbers each, J their Jacobian and M the inertia about each pivot,
//
//     Δθ = -M⁻¹ Jᵀ (J M⁻¹ Jᵀ + α)⁻¹ e.
//
// Only the blocks of M on the diagonal count, as there. 'line' has one row for a tip, along its error: Waterson's eq 153.
import type { Quat, Vec3 } from '../../core/arguments.ts';
import { add, anyNormal, cross, dot, length, normalized, scale, subtract, without } from '../../core/geometry.ts';
import { readEntries, SOME } from '../../core/lists.ts';
import { angleOfPoint } from '../../core/trigonometry.ts';
import { invertSymmetric, type Symmetric, solvePositive, timesSymmetric, UNIT } from './matrices.ts';
import type { SkeletonState } from './skeleton-state.ts';

/** A point of a link at rest, and where it is to be. */
export interface Goal {
  link: number;
  point: Vec3;
  target: Vec3;
}

export interface SolveSettings {
  iterations: number;
  /** Tolerance, m. */
  tolerance: number;
  weighting: 'inertia' | 'none';
  step: 'block' | 'line';
  /** Added to J M⁻¹ Jᵀ, over its mean diagonal entry. */
  alpha: number;
}

export interface IkResult {
  /** Whether all tips have reached their targets, within the tolerance. */
  reached: boolean;
  /** Maximum distance of a tip from its target, m. */
  error: number;
  iterations: number;
}

/** rad: no link turns farther in an iteration. */
const FARTHEST = 0.8;
/** rad: by so much links bend where they are stretched along the way to the target. */
const BEND = 0.3;
/** Sine of the angle between error and arms below which a chain is straight. */
const STRAIGHT = 1e-4;
/** A step that leaves more of the error is a slow one: after two of them coordinate descent follows. */
const SLOW = 0.6;
/** Added to the inertias once steps are slow, over the largest of them, and its growth: without, light ends would do all the turning, and more than they can. */
const FIRST_STIFFNESS = 0.1;
const MORE = 10;

/** Part of a step that is tried after one that went too far. */
const LESS = 0.4;

/** One row: which links it depends on, and how a tip moves along a direction when they turn. */
interface Row {
  error: number;
  turns: { link: number; gradient: Vec3; response: Vec3 }[];
}

/** Inertia about each pivot, and its inverse. */
interface Weights {
  masses: readonly Symmetric[];
  inverses: readonly Symmetric[];
}

/** The list of goals that a user has given. Throws `invalid-argument`. */
export function readGoals<Entry>(goals: unknown, read: (goal: unknown, index: number) => Entry): Entry[] {
  return readEntries(goals, 'The list of goals', SOME, () => 'solve needs a list of at least one goal.', read);
}

export function solveGoals(state: SkeletonState, goals: readonly Goal[], settings: SolveSettings): IkResult {
  state.place();
  let errors = errorsOf(state, goals);
  let [stiffness, iterations, slow, part] = [0, 0, 0, 1];
  if (isStretched(state, goals, errors, settings.tolerance)) errors = bend(state, goals);
  while (iterations < settings.iterations && largest(errors) > settings.tolerance) {
    iterations++;
    const before = [...state.locals];
    const size = sum(errors);
    step(state, goals, errors, settings, stiffness, part);
    state.place();
    const now = errorsOf(state, goals);
    if (settings.step === 'line' || sum(now) < size) errors = now;
    else restore(state, before);
    // What goes too far is tried again by less.
    part = settings.step === 'block' && sum(now) >= size && part === 1 ? LESS : 1;
    if (part < 1) continue;
    slow = settings.step === 'line' || sum(now) < SLOW * SLOW * size ? 0 : slow + 1;
    if (slow > 0) stiffness = stiffness === 0 ? FIRST_STIFFNESS : stiffness * MORE;
    if (slow > 1) errors = sweep(state, goals, errors);
  }
  const error = largest(errors);
  return { reached: error <= settings.tolerance, error, iterations };
}

/** Turns each link on its own, from the tips to the roots, to where its tip is nearest to its target: coordinate descent, where Newton's method makes no way. */
function sweep(state: SkeletonState, goals: readonly Goal[], errors: readonly Vec3[]): Vec3[] {
  const before = [...state.locals];
  for (const { link, point, target } of goals) {
    for (let k = link; k >= 0; k = state.links[k].parent) {
      const pivot = state.pivots[k];
      const [arm, wanted] = [subtract(state.point(link, point), pivot), subtract(target, pivot)];
      const axis = state.hingeAxis(k);
      const [from, to] = axis ? [without(arm, axis), without(wanted, axis)] : [arm, wanted];
      const turn = cross(from, to);
      const sine = length(turn);
      if (sine < STRAIGHT * length(from) * length(to)) continue;
      const angle = Math.min(angleOfPoint(sine, dot(from, to)), FARTHEST);
      state.turn(k, scale(turn, angle / sine));
      state.place();
    }
  }
  const now = errorsOf(state, goals);
  if (sum(now) < sum(errors)) return now;
  restore(state, before);
  return [...errors];
}

function errorsOf(state: SkeletonState, goals: readonly Goal[]): Vec3[] {
  return goals.map(({ link, point, target }) => subtract(state.point(link, point), target));
}

function stiffened(masses: readonly Symmetric[], part: number): readonly Symmetric[] {
  if (part === 0) return masses;
  const more = part * Math.max(...masses.map(([xx, yy, zz]) => (xx + yy + zz) / 3));
  return masses.map(([xx, yy, zz, xy, xz, yz]) => [xx + more, yy + more, zz + more, xy, xz, yz]);
}

const largest = (errors: readonly Vec3[]): number => Math.max(...errors.map(length));
const sum = (errors: readonly Vec3[]): number => errors.reduce((total, error) => total + dot(error, error), 0);

function restore(state: SkeletonState, locals: readonly Quat[]): void {
  locals.forEach((local, k) => {
    state.locals[k] = local;
  });
  state.place();
}

/** One step of Newton's method. Links that would pass a bound go there, and the others make up for it. */
function step(
  state: SkeletonState,
  goals: readonly Goal[],
  errors: readonly Vec3[],
  settings: SolveSettings,
  stiffness: number,
  part: number,
): void {
  const { links } = state;
  const masses = stiffened(settings.weighting === 'inertia' ? state.inertias() : links.map(() => UNIT), stiffness);
  const inverses = masses.map(invertSymmetric);
  const bound = new Set<number>();
  for (let pass = 0; pass <= links.length; pass++) {
    const rows = goals.flatMap((goal, k) => rowsOf(state, goal, errors[k], { masses, inverses }, settings.step, bound));
    const turns = solveRows(rows, links.length, settings.alpha);
    if (!turns) return;
    const passing = turns.findIndex((by, link) => !bound.has(link) && state.passes(link, by));
    if (passing < 0) {
      apply(state, turns, part);
      return;
    }
    bound.add(passing);
  }
}

function apply(state: SkeletonState, turns: readonly Vec3[], share: number): void {
  const most = Math.max(...turns.map(length));
  const part = share * (most > FARTHEST ? FARTHEST / most : 1);
  turns.forEach((by, link) => {
    if (length(by) > 0) state.turn(link, scale(by, part));
  });
}

function rowsOf(
  state: SkeletonState,
  { link, point }: Goal,
  error: Vec3,
  { inverses, masses }: Weights,
  kind: SolveSettings['step'],
  bound: ReadonlySet<number>,
): Row[] {
  const tip = state.point(link, point);
  const size = length(error);
  const directions: Vec3[] =
    kind === 'line'
      ? [size > 0 ? scale(error, 1 / size) : [1, 0, 0]]
      : [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ];
  return directions.map((direction) => {
    const row: Row = { error: dot(error, direction), turns: [] };
    for (let k = link; k >= 0; k = state.links[k].parent) {
      if (bound.has(k)) continue;
      const gradient = cross(subtract(tip, state.pivots[k]), direction);
      const axis = state.hingeAxis(k);
      if (!axis) {
        row.turns.push({ link: k, gradient, response: timesSymmetric(inverses[k], gradient) });
        continue;
      }
      // The inertia about the hinge alone.
      const along = dot(axis, gradient);
      row.turns.push({ link: k, gradient: scale(axis, along), response: scale(axis, along / dot(axis, timesSymmetric(masses[k], axis))) });
    }
    return row;
  });
}

function solveRows(rows: readonly Row[], links: number, alpha: number): Vec3[] | null {
  const n = rows.length;
  const matrix = new Float64Array(n * n);
  const right = Float64Array.from(rows, ({ error }) => -error);
  const byLink = rows.map(({ turns }) => new Map(turns.map((turn) => [turn.link, turn])));
  let trace = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let entry = 0;
      for (const { gradient, link } of rows[i].turns) {
        const other = byLink[j].get(link);
        if (other) entry += dot(gradient, other.response);
      }
      matrix[i * n + j] = entry;
      matrix[j * n + i] = entry;
    }
    trace += matrix[i * n + i];
  }
  if (!(trace > 0)) return null;
  for (let i = 0; i < n; i++) matrix[i * n + i] += (alpha * trace) / n;
  if (!solvePositive(matrix, right)) return null;
  const found: Vec3[] = Array.from({ length: links }, () => [0, 0, 0]);
  rows.forEach(({ turns }, i) => {
    for (const { link, response } of turns) found[link] = add(found[link], scale(response, right[i]));
  });
  return found;
}

/** Whether a tip should come nearer along the line in which its links lie: then no turn is known to help, and Newton's method stands still. */
function isStretched(state: SkeletonState, goals: readonly Goal[], errors: readonly Vec3[], tolerance: number): boolean {
  return goals.some(({ link, point }, index) => {
    const size = length(errors[index]);
    if (size <= tolerance) return false;
    const tip = state.point(link, point);
    for (let k = link; k >= 0; k = state.links[k].parent) {
      const arm = subtract(tip, state.pivots[k]);
      const across = cross(arm, scale(errors[index], 1 / size));
      const axis = state.hingeAxis(k);
      if ((axis ? Math.abs(dot(axis, across)) : length(across)) > STRAIGHT * length(arm)) return false;
    }
    return true;
  });
}

/** Bends all links of such tips a little to alternate sides, about one axis, or about their hinges into their range. */
function bend(state: SkeletonState, goals: readonly Goal[]): Vec3[] {
  for (const { link, point } of goals) {
    const tip = state.point(link, point);
    const base = rootOf(state, link);
    const arm = subtract(tip, state.pivots[base]);
    const axis = length(arm) > 0 ? anyNormal(normalized(arm)) : ([0, 0, 1] as Vec3);
    for (let k = link; k >= 0; k = state.links[k].parent) {
      const { hinge } = state.links[k];
      const about = state.hingeAxis(k) ?? axis;
      const side = hinge && hinge.upper - state.angle(k) < BEND ? -1 : 1;
      // The first link turns back by half of what the others turn, so that the chain folds about the line.
      state.turn(k, scale(about, k === base ? -side * BEND * 0.5 : side * BEND));
    }
    state.place();
  }
  return errorsOf(state, goals);
}

function rootOf({ links }: SkeletonState, link: number): number {
  let at = link;
  while (links[at].parent >= 0) at = links[at].parent;
  return at;
}
