import type { Quat, Vec3 } from '../../core/arguments.ts';
import { add, conjugate, multiply, rotate } from '../../core/geometry.ts';
import type { Frame } from './reading.ts';

/** A frame in a frame that is in another: in that. */
export const within = (outer: Frame, inner: Frame): { position: Vec3; orientation: Quat } => ({
  position: add([...outer.position], rotate([...outer.orientation], [...inner.position])),
  orientation: multiply([...outer.orientation], [...inner.orientation]),
});

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A tensor of nine numbers in rows, turned with what it belongs to. */
export function turnTensor(tensor: readonly number[], orientation: Readonly<Quat>): number[] {
  const back = AXES.map((axis) => rotate(conjugate([...orientation]), axis));
  const column = (v: Vec3): Vec3 =>
    [0, 1, 2].map((row) => tensor[3 * row] * v[0] + tensor[3 * row + 1] * v[1] + tensor[3 * row + 2] * v[2]) as Vec3;
  return back.flatMap((a) => back.map((b) => a.reduce((sum, part, k) => sum + part * column(b)[k], 0)));
}
