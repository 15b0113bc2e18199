import { LANES, real } from 'precision';
import { SLENDER_LANE } from '../body/pack.kernel';
import { DISPLACEMENT, SOLVER_BODY, TURN } from '../body/solver-body.kernel';
import { OVERLOAD, TINY } from './constants';
import { LaneBodies } from './lane-bodies.kernel';

// The load of a joint turns with the bodies that it holds: a stiffness against their rotation to which joints, whose gradients are those of
// one pose, are explicit. Where a load is so large that a body would swing through more than a phase of TENSION_LIMIT in a substep, the
// next one is linearly implicit in it: (I + h² G) w = I w0 + ..., with h² G as the part by which the phase is too large (Andrews,
// Teichmann, Kry, "Geometric Stiffness for Real-time Constrained Multibody Dynamics", 2017). Joints note how many times it is too large
// at the body, in the fourth number of its displacement; body-bundle.kernel.ts reads it.

/** Not 0: something was noted in this step; and bodies answer to torques otherwise than when contacts were prepared. */
const NOTED: usize = scratch<u32>();
const CHANGED: usize = scratch<u32>();
/** Half a radian: cosine of half the turn since the step began from which on a slender body answers otherwise. */
const TURNED: real = 0.97;
const SQUARES: usize = scratch<v128>();
const STRONG: usize = scratch<v128>();
const PLACE: usize = DISPLACEMENT + 3 * sizeof<real>();

/** Nothing has been noted yet. */
export function forgetOverloads(): void {
  store<u32>(NOTED, 0);
  store<u32>(CHANGED, 0);
}

export function hasOverloads(): bool {
  return load<u32>(NOTED) != 0;
}

/** Whether the effective masses of contacts are out of date. */
export function answersChanged(): bool {
  return load<u32>(CHANGED) != 0;
}

/** Looks whether one of a bundle's slender bodies has turned far since the step began. `flags`: the bundle's. */
export function noteTurns(first: usize, flags: u32): void {
  for (let lane: usize = 0; lane < <usize>LANES; lane++) {
    if (flags & (SLENDER_LANE << <u32>lane) && abs(load<real>(first + lane * SOLVER_BODY + TURN + 3 * sizeof<real>())) < TURNED) store<u32>(CHANGED, 1);
  }
}

/** Notes at a solver body by how many times a load is too large. */
export function noteOverload(body: usize, ratio: real): void {
  store<u32>(NOTED, 1);
  store<u32>(CHANGED, 1);
  store<real>(body + PLACE, max(load<real>(body + PLACE), ratio));
}

/**
 * The same for the bodies of a bundle, whose loads have these squares; `strong` are the squares from which on the current gradient is taken, which copes with up to OVERLOAD
 * times as much. 0 where joints are not to look at that.
 */
export function noteOverloads<T>(at: LaneBodies, square: lane<T>, strong: lane<T>): void {
  if (any(square > strong)) {
    store<T>(SQUARES, square);
    store<T>(STRONG, strong);
    noteLanes(at);
  }
}

function noteLanes(at: LaneBodies): void {
  for (let lane: usize = 0; lane < <usize>LANES; lane++) {
    const strong = load<real>(STRONG + lane * sizeof<real>());
    const ratio: real = strong > 0 ? sqrt(load<real>(SQUARES + lane * sizeof<real>()) / max(<real>(OVERLOAD * OVERLOAD) * strong, <real>TINY)) : 1;
    if (!(ratio > 1)) continue;
    noteOverload(load<usize>(changetype<usize>(at) + (lane << 2), offsetof<LaneBodies>('writeA0')), ratio);
    noteOverload(load<usize>(changetype<usize>(at) + (lane << 2), offsetof<LaneBodies>('writeB0')), ratio);
  }
}
