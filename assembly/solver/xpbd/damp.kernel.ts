import { dampRotation } from '../../constraint/damp-rotation.kernel';
import { gatherBodies, LaneBodies } from '../../constraint/lane-bodies.kernel';
import { invertSym3 } from '../../constraint/linear-algebra.kernel';
import { massBetween, pushRow, rowAt, speedOf } from '../../constraint/row.kernel';
import { Substep } from '../../constraint/substep';

/** Inverse masses between three rows: xx, yx, yy, zx, zy, zz. */
const MASSES: usize = scratch<v128>(6);

/**
 * The velocity pass: takes min(mu h, 1) of the speed along the first three rows, which are together, and of the relative angular velocity
 * (Mueller et al., eqs 31 and 32). `rates`: the two rates, lanes. There are three rows, of which some may be empty.
 */
export function dampRows<T>(bundle: usize, rows: usize, rates: usize, step: Substep): void {
  const at = changetype<LaneBodies>(bundle);
  gatherBodies<T>(at);
  let to = MASSES;
  for (let i: u32 = 0; i < 3; i++) {
    const row = rowAt<T>(rows, i);
    row.speed = speedOf(row);
    for (let j: u32 = 0; j <= i; j++) {
      store<T>(to, massBetween(row, rowAt<T>(rows, j)));
      to += sizeof<T>();
    }
  }
  const xx: lane<T> = load<T>(MASSES);
  const yx: lane<T> = load<T>(MASSES + sizeof<T>());
  const yy: lane<T> = load<T>(MASSES + 2 * sizeof<T>());
  const zx: lane<T> = load<T>(MASSES + 3 * sizeof<T>());
  const zy: lane<T> = load<T>(MASSES + 4 * sizeof<T>());
  const zz: lane<T> = load<T>(MASSES + 5 * sizeof<T>());
  const rate: lane<T> = load<T>(rates);
  const speed = vec3(rowAt<T>(rows, 0).speed, rowAt<T>(rows, 1).speed, rowAt<T>(rows, 2).speed);
  const p = -(min(step.h * rate, 1) * (invertSym3(sym3(xx, yy, zz, yx, zx, zy)) * speed));
  rowAt<T>(rows, 0).total = p.x;
  rowAt<T>(rows, 1).total = p.y;
  rowAt<T>(rows, 2).total = p.z;
  for (let i: u32 = 0; i < 3; i++) pushRow(at, rowAt<T>(rows, i));
  dampRotation<T>(at, rates + sizeof<T>(), step);
}
