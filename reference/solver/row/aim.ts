// A row as one line of a mixed complementarity problem, (K + softness) p = speed - J u within bounds: an interval is the one side that the row
// is nearer to when the substep ends.
import type { Line } from './line.ts';

export interface Aim {
  speed: number;
  softness: number;
  low: number;
  high: number;
}

export interface Aiming {
  /** s */
  h: number;
  /** Part of an error that is taken away. */
  share: number;
  /** m/s: bodies that overlap part at most as fast. */
  fastest: number;
  /** Of rows that are rigid. */
  softness: number;
}

/** At the velocities that the bodies have without the row; null where it does not act. */
export function aimLine(line: Line, { h, share, fastest, softness }: Aiming): Aim | null {
  const { row } = line;
  const free = line.speed;
  const friction = line.normals.length > 0;
  const [low, high] = friction ? [-Infinity, Infinity] : [h * row.low, h * row.high];
  if (!line.isRigid) {
    const spring = line.spring(h, free);
    return spring && { ...spring, low, high };
  }
  const { least, most } = line.speeds(h, share, fastest);
  if (least === most) return { speed: least, softness, low, high };
  const atLeast = free - least < most - free;
  return atLeast ? { speed: least, softness, low: 0, high } : { speed: most, softness, low, high: 0 };
}
