// One visit of projected Gauss-Seidel: a row gets the impulse with which it has the speed that it wants, within its bounds (SPECIFICATION.md,
// section 3; a soft row p = x (b - a u) + (1 - x) p reaches implicit Euler in one visit).
import type { Line } from './line.ts';

/** What a sweep needs to know. */
export interface Sweep {
  /** s in which errors are taken away. */
  h: number;
  /** Part of an error; null: errors do not count. */
  share: number | null;
  /** m/s: bodies that overlap part at most as fast. */
  fastest: number;
}

/** The impulse that a row would have without bounds, at the velocities that its bodies have. */
export type Wanted<Kind extends Line = Line> = (line: Kind) => number;

/** That of rows whose errors are those of when they were read. */
export function wantedAt({ h, share, fastest }: Sweep): Wanted {
  return (line) => wanted(line, h, share, fastest);
}

function wanted(line: Line, h: number, share: number | null, fastest: number): number {
  const { inverseMass } = line;
  if (!(inverseMass > 0)) return line.impulse;
  const free = line.speed - inverseMass * line.impulse;
  if (line.isRigid) {
    const { least, most } = line.speeds(h, share, fastest);
    return (Math.min(Math.max(free, least), most) - free) / inverseMass;
  }
  const spring = line.spring(h, free);
  return spring ? (spring.speed - free) / (inverseMass + spring.softness) : 0;
}

/** Takes a row, or those that are bounded with it, to what it wants; bounds of loads hold for a time `span`. */
export function solveLine<Kind extends Line>(line: Kind, span: number, want: Wanted<Kind>): void {
  if (line.follows) return;
  if (line.across) slide(line, line.across as Kind, span, want);
  else if (line.vector.length > 0) solveVector(line.vector as Kind[], span, want);
  else {
    const { low, high, sliding } = line.bounds(span);
    const impulse = want(line);
    if (impulse >= low && impulse <= high) line.goTo(impulse);
    else line.goTo(impulse < low ? Math.max(low, -sliding) : Math.min(high, sliding));
  }
}

/** Friction along a surface: inside a circle it holds, beyond it slides. */
function slide<Kind extends Line>(line: Kind, across: Kind, span: number, want: Wanted<Kind>): void {
  const { high, sliding } = line.bounds(span);
  const [p, q] = [want(line), want(across)];
  const size = Math.hypot(p, q);
  const scale = size > high ? Math.min(sliding, high) / size : 1;
  line.goTo(scale * p);
  across.goTo(scale * q);
}

/** A spring whose load is limited as a vector: each direction, and then all of them. */
function solveVector<Kind extends Line>(lines: readonly Kind[], span: number, want: Wanted<Kind>): void {
  const { high } = lines[0].bounds(span);
  for (const line of lines) line.goTo(want(line));
  const size = Math.hypot(...lines.map(({ impulse }) => impulse));
  if (size > high) for (const line of lines) line.goTo((line.impulse * high) / size);
}
