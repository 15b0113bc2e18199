// What scenes have to reach now that joints are solved directly (`jointSolver: 'auto'`), and which of it is still to come.
import { test } from 'vitest';

/**
 * Bars that are not reached yet, `scene/what`, in one precision if it follows after a comma. Each is still run, and has to fail: a bar that
 * is reached must leave this list. Scenes with `any split` are cut into steps by sweeps in the campaign `settings`. direct-bar.test.ts counts
 * all of them.
 */
export const PENDING: readonly string[] = [
  'heavy-chain/horizontal 20 links 1000:1 at 4, double precision', // 1.5e-6 m
  'heavy-chain/horizontal 20 links 1000000:1 at 4', // loses 1.04 %
  'winch/any split',
  'caterpillar-track/any split',
];

export const isPending = (bar: string, label = ''): boolean => PENDING.includes(bar) || PENDING.includes(`${bar}, ${label}`);

/** A test of something that takes the direct solver, in the precision of the label. */
export function directBar(bar: string, label: string, title: string, run: () => Promise<void>): void {
  const name = `${bar}: ${title}`;
  if (isPending(bar, label)) test.fails(`${name}, still to come`, run);
  else test(name, run);
}
