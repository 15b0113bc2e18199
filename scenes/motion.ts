// Smooth transitions between values.
import type { Coordinate } from '../bindings/index.ts';

/** Goes from 0 to 1 between start and end, at rest at both ends. */
export function ease(time: number, start: number, end: number): number {
  const part = Math.max(0, Math.min(1, (time - start) / (end - start)));
  return part * part * (3 - 2 * part);
}

/** Values at a time: those of the poses at their times, and smoothly between them; time starts over after the last. */
export function between(poses: readonly { readonly at: number; readonly values: readonly number[] }[], time: number): number[] {
  const now = time % poses[poses.length - 1].at;
  const next = Math.max(
    1,
    poses.findIndex(({ at }) => at > now),
  );
  const [from, to] = [poses[next - 1], poses[next]];
  const part = ease(now, from.at, to.at);
  return from.values.map((value, k) => value + part * (to.values[k] - value));
}

/** Makes a servo go on from one target, where it is now, to another in a step of dt seconds. */
export function drive(coordinate: Coordinate, from: number, to: number, dt: number): void {
  coordinate.motorTarget = from;
  coordinate.motorVelocity = (to - from) / dt;
}
