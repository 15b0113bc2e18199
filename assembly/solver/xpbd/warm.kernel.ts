import { real } from 'precision';
import { softness } from '../../constraint/common.kernel';
import { INFINITE, TINY } from '../../constraint/constants';
import { SECOND_BODIES } from '../../constraint/coupling.kernel';
import { gatherBodies, LaneBodies } from '../../constraint/lane-bodies.kernel';
import { pushRow, rowAt, RowKind, weighRow } from '../../constraint/row.kernel';
import { Substep } from '../../constraint/substep';
import { CAUTION } from '../../joint/frame/constants';

/**
 * The warm start of a bundle's rows: a part of the last substep's impulses, which is none of those of rigid rows and all of those of soft
 * ones (docs/stability.md). Rows whose loads are limited start within their limits.
 */
export function warmRows<T>(bundle: usize, rows: usize, count: u32, step: Substep): void {
  const one = changetype<LaneBodies>(bundle);
  const two = changetype<LaneBodies>(bundle + SECOND_BODIES);
  const isCoupled = count == 2 && rowAt<T>(rows, 1).kind == RowKind.Second;
  gatherBodies<T>(one);
  for (let k: u32 = 0; k < count; k++) {
    const row = rowAt<T>(rows, k);
    if (row.kind == RowKind.Second) gatherBodies<T>(two);
    weighRow(row);
  }
  if (isCoupled) {
    const row = rowAt<T>(rows, 0);
    row.bias += rowAt<T>(rows, 1).bias;
    gatherBodies<T>(one);
  }
  let mean: lane<T> = splat<T>(0);
  for (let k: u32 = 0; k < count; k++) {
    const row = rowAt<T>(rows, k);
    if (row.kind == RowKind.Second) {
      gatherBodies<T>(two);
      row.total = rowAt<T>(rows, 0).total;
      pushRow(two, row);
      break;
    }
    // The rows of a block are as soft as they are in the mean, whatever their axes.
    if (row.block > 0) {
      mean = splat<T>(0);
      for (let other: u32 = 0; other < row.block; other++) mean += rowAt<T>(rows, k + other).bias;
      mean *= splat<T>(<real>1 / <real>row.block);
    }
    const yielding = 1 / max(step.h * (step.h * row.stiffness + row.damping), splat<T>(TINY));
    const isRigid = row.stiffness >= splat<T>(INFINITE);
    const alpha: lane<T> = isRigid ? 0 : row.kind == RowKind.Spring ? splat<T>(CAUTION) * yielding : yielding;
    const part = clamp(softness(mean, alpha) * row.impulse, step.h * row.low, step.h * row.high);
    row.impulse = part;
    row.total = part;
    pushRow(one, row);
  }
}
