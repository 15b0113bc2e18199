// All that docs/validation.md reports, measured.
import type { WorldOptions } from '../../../bindings/index.ts';
import { BACKENDS } from '../../scenes/backends.ts';
import { readCase } from '../case.ts';
import type { Comparison } from '../compare.ts';
import { type Convergence, type Drift, measureConvergence, measureDrift, type TimeStepping } from '../convergence.ts';
import { LASTING, SMOOTH } from '../motions.ts';
import { compareAt, ENTRIES, type Entry, practicalStep, type Step, statedStep, validate } from '../suite.ts';

/** First order, and the default: second order, but for contacts and the ends of joints. */
export const ORDERS: TimeStepping[] = ['first-order', 'auto'];

/** s */
export const LASTS = 100;

export interface CaseResult {
  entry: Entry;
  practical: Step;
  stated: Step;
  /** In the order of ORDERS. */
  atPractical: Comparison[][];
  atStated: Comparison[][];
  /** At the step of the tests, in the order of BACKENDS. */
  tested: Comparison[][];
}

export interface Results {
  cases: CaseResult[];
  /** In the order of SMOOTH, and in each of ORDERS. */
  convergence: Convergence[][];
  /** In the order of LASTING, and in each of ORDERS. */
  drift: Drift[][];
}

/** How many measurements there are: `done` is called after each. */
export const MEASUREMENTS =
  ENTRIES.length * (2 * ORDERS.length + BACKENDS.length) + (Object.keys(SMOOTH).length + Object.keys(LASTING).length) * ORDERS.length;

export async function measure(done: (what: string) => void): Promise<Results> {
  const each = async <Item, Result>(items: readonly Item[], what: string, run: (item: Item) => Promise<Result>): Promise<Result[]> => {
    const results: Result[] = [];
    for (const item of items) {
      results.push(await run(item));
      done(what);
    }
    return results;
  };
  const inOrders = (entry: Entry, step: Step) => each(ORDERS, entry.name, (timeStepping) => compareAt(entry, step, { timeStepping }));
  const cases: CaseResult[] = [];
  for (const entry of ENTRIES) {
    const item = readCase(entry.name);
    const [practical, stated] = [practicalStep(item), statedStep(item)];
    const atPractical = await inOrders(entry, practical);
    const atStated = await inOrders(entry, stated);
    const tested = await each(BACKENDS, entry.name, ({ settings }: { settings: WorldOptions }) => validate(entry, settings));
    cases.push({ entry, practical, stated, atPractical, atStated, tested });
  }
  const convergence: Convergence[][] = [];
  for (const [name, motion] of Object.entries(SMOOTH))
    convergence.push(await each(ORDERS, name, (timeStepping) => measureConvergence(motion, { timeStepping })));
  const drift: Drift[][] = [];
  for (const [name, motion] of Object.entries(LASTING))
    drift.push(await each(ORDERS, name, (timeStepping) => measureDrift(motion, LASTS, timeStepping)));
  return { cases, convergence, drift };
}
