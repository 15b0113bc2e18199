import { turnsFar } from '../../constraint/common.kernel';
import { INFINITE, TINY } from '../../constraint/constants';
import { SECOND_BODIES } from '../../constraint/coupling.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf } from '../../constraint/lane-bodies.kernel';
import { noteOverloads } from '../../constraint/overload.kernel';
import { pushRow, Row, rowAt, RowKind, weighRow } from '../../constraint/row.kernel';
import { theSubstep } from '../../constraint/substep';
import { recoverable, solveInterval } from './interval.kernel';

/** The row of a bundle at the start of the substep, and at its end; each with the row of two more bodies where there is one. */
export const START: usize = scratch<Row<v128>>(4);

/** Rows are read at the end of the substep from here on, and at its start again. */
export function lookToEnd(): void {
  theSubstep().ahead = theSubstep().h;
}

export function lookToStart(): void {
  theSubstep().ahead = 0;
}

/** Takes the Jacobian of one row in place of another's in some lanes. */
function takeGradient<T>(current: mask<T>, to: Row<T>, from: Row<T>): void {
  to.forceA = current ? from.forceA : to.forceA;
  to.torqueA = current ? from.torqueA : to.torqueA;
  to.forceB = current ? from.forceB : to.forceB;
  to.torqueB = current ? from.torqueB : to.torqueB;
  to.arm = current ? from.arm : to.arm;
}

/** Where one of the bodies of a joint turns far in the substep. */
function turning<T>(bodies: usize): mask<T> {
  gatherBodies<T>(changetype<LaneBodies>(bodies));
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  return turnsFar(wA, wB, theSubstep());
}

/**
 * One row of any kind, over two or four bodies, in an interval: its value is read anew at the end of the substep, its gradient is that at
 * the start, or at the end where the load is large or bodies turn far. Leaves the impulse and its change in the
 * row. `strongAt`: where the square of the load lies from which on it is large.
 */
export function solveReread<T>(bundle: usize, strongAt: usize): void {
  const strong: lane<T> = load<T>(strongAt);
  const step = theSubstep();
  const one = changetype<LaneBodies>(bundle);
  const isCoupled = rowAt<T>(START, 1).kind == RowKind.Second;
  const row = rowAt<T>(START, 0);
  const second = rowAt<T>(START, 1);
  const end = rowAt<T>(START, isCoupled ? 2 : 1);
  const last = row.impulse;
  let current = last * last > strong || turning<T>(bundle);
  if (isCoupled) current = current || turning<T>(bundle + SECOND_BODIES);
  if (any(current)) {
    takeGradient(current, row, end);
    if (isCoupled) takeGradient(current, second, rowAt<T>(START, 3));
  }
  let w: lane<T> = splat<T>(0);
  if (isCoupled) {
    weighRow(second);
    w = second.bias;
  }
  gatherBodies<T>(one);
  weighRow(row);
  w += row.bias;
  const compliance: lane<T> = row.stiffness < splat<T>(INFINITE) ? 1 / max(row.stiffness, splat<T>(TINY)) : 0;
  const [lower, upper] = recoverable(row.lower, row.upper, row.value, compliance, step);
  const [size, sum] = solveInterval(end.value, lower, upper, last, w, compliance, splat<T>(1), step, one.soft != 0);
  row.impulse = sum;
  row.total = size;
  pushRow(one, row);
  if (isCoupled) {
    gatherBodies<T>(changetype<LaneBodies>(bundle + SECOND_BODIES));
    second.total = size;
    pushRow(changetype<LaneBodies>(bundle + SECOND_BODIES), second);
  }
  const square = sum * sum;
  if (!isCoupled) noteOverloads(one, square, strong);
}
