// What handles look like where they are printed or become JSON: their data, and nothing of the engine behind.
import { HolonomicError } from './errors.ts';

/** Symbol of the method that Node, Deno and Bun print objects by. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

interface Plain {
  toJSON(): object;
}

/** The data of a handle: `known` wherever it is, and what its world says, if that can still be asked. */
export function describeHandle(known: object, asked: () => object): object {
  try {
    return { ...known, ...asked() };
  } catch (error) {
    if (error instanceof HolonomicError) return { ...known, error: error.code };
    throw error;
  }
}

/** Has objects of a class and its subclasses printed as their `toJSON` describes them. */
export function printPlainly(base: { prototype: Plain }): void {
  const value = function (this: Plain, _depth: unknown, options: unknown, inspect: unknown): unknown {
    const plain = this.toJSON();
    return typeof inspect === 'function' ? `${this.constructor.name} ${inspect(plain, options)}` : plain;
  };
  Object.defineProperty(base.prototype, INSPECT, { value, configurable: true });
}
