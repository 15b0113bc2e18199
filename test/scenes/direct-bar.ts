// What scenes have to reach once joints are solved directly (`jointSolver: 'auto'`), and which of it waits for that.
import { test } from 'vitest';

/**
 * Bars that are not reached yet, `scene/what`. Each is still run, and has to fail: a bar that is reached must leave this list.
 * direct-bar.test.ts counts them.
 */
export const PENDING: readonly string[] = [
  'heavy-chain/1:1',
  'heavy-chain/1000:1',
  'heavy-chain/1000000:1',
  'heavy-chain/100 links',
  'twisted-rope/hanging',
  'steering/20 × 1',
  'scissor-lift/follows',
  'winch/stretch',
  'robot-arm/out of reach',
  'robot-arm/jump',
  'excavator/tip',
  'heavy-robot/stands',
  'caterpillar-track/hinges',
];

export const isPending = (bar: string): boolean => PENDING.includes(bar);

/** A test of something that takes the direct solver. */
export function directBar(bar: string, title: string, run: () => Promise<void>): void {
  if (isPending(bar)) test.fails(`waits for the direct solver: ${title}`, run);
  else test(title, run);
}
