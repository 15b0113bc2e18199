import { solveSymmetric } from '../articulation/dynamics.ts';

/** Steps that are remembered. */
const MEMORY = 30;
/** Of the largest product: keeps the small systems solvable where steps repeat each other. */
const REGULAR = 1e-12;
/** A step that is so many times the last one's length begins again. */
const WILD = 3;

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, k) => sum + value * b[k], 0);

/**
 * Makes an iteration x ← x + step(x) that creeps to its end go there fast (Anderson): what the last steps say of how steps change is taken to
 * foresee where there is none.
 */
export class Acceleration {
  readonly #places: Float64Array[] = [];
  readonly #steps: Float64Array[] = [];

  /** Where to go from a place at which the iteration would make a step. */
  next(place: Float64Array, step: Float64Array): Float64Array {
    const last = this.#steps.at(-1);
    if (last && dot(step, step) > WILD * WILD * dot(last, last)) this.#forget();
    this.#places.push(Float64Array.from(place));
    this.#steps.push(Float64Array.from(step));
    if (this.#places.length > MEMORY + 1) {
      this.#places.shift();
      this.#steps.shift();
    }
    const next = place.map((value, k) => value + step[k]);
    const count = this.#places.length - 1;
    if (count === 0) return next;
    const difference = (list: readonly Float64Array[], k: number) => list[k + 1].map((value, i) => value - list[k][i]);
    const changes = Array.from({ length: count }, (_, k) => difference(this.#steps, k));
    const moves = Array.from({ length: count }, (_, k) => difference(this.#places, k));
    const products = Float64Array.from(changes.flatMap((a) => changes.map((b) => dot(a, b))));
    const most = products.reduce((largest, value) => Math.max(largest, value), 0);
    if (most === 0) return next;
    for (let k = 0; k < count; k++) products[(count + 1) * k] += REGULAR * most;
    const shares = solveSymmetric(
      products,
      changes.map((change) => dot(change, step)),
    );
    for (const [k, part] of shares.entries()) for (let i = 0; i < next.length; i++) next[i] -= part * (moves[k][i] + changes[k][i]);
    return next;
  }

  #forget(): void {
    this.#places.length = 0;
    this.#steps.length = 0;
  }
}
