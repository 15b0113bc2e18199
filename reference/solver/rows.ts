// What all joints and contacts want, as rows, with (dJ/dt) u as the central difference of J u along the motion at constant u.
import type { Body } from '../body/body.ts';
import type { ConstraintRow } from '../constraint/row.ts';
import { cayley } from '../math/rotation.ts';

/** s: so far before and after now J u is compared. */
const MOMENT = 1e-5;

/** The rows of one joint, by its slot, or of one contact. */
export interface RowsOfOne {
  slot: number;
  isContact: boolean;
  rows: ConstraintRow[];
}

/** What has rows where its bodies are. */
export interface HasRows {
  locate(): void;
  constraintRows(h: number): ConstraintRow[];
}

/** Moves bodies on by some seconds at the velocities that they have, does something there, and puts them back. */
export function ahead<Result>(bodies: Iterable<Body>, seconds: number, act: () => Result): Result {
  const places = [...bodies].map((body) => ({
    body,
    position: body.position.times(1),
    orientation: body.orientation.copy,
  }));
  for (const { body } of places) {
    body.position.assign(body.position.plusTimes(body.velocity, seconds));
    body.orientation.assign(cayley(body.angularVelocity.times(seconds)).times(body.orientation));
  }
  const result = act();
  for (const { body, position, orientation } of places) {
    body.position.assign(position);
    body.orientation.assign(orientation);
  }
  return result;
}

/** The rows of something for a substep of `h` seconds, `seconds` from now, with their bias. */
export function rowsOf(one: HasRows, bodies: Iterable<Body>, h: number, seconds: number): ConstraintRow[] {
  const read = (time: number) =>
    ahead(bodies, time, () => {
      one.locate();
      return one.constraintRows(h);
    });
  const speeds = (time: number) => read(time).map(({ speed }) => speed);
  const [before, after] = [speeds(seconds - MOMENT), speeds(seconds + MOMENT)];
  const rows = read(seconds);
  rows.forEach((row, k) => {
    row.bias = (after[k] - before[k]) / (2 * MOMENT);
  });
  one.locate();
  return rows;
}
