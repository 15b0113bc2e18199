// The sweeps of XPBD over joints.
import { bundleAt, Group, OVERFLOW_COLOR } from '../../constraint/graph';
import { LaneBodies } from '../../constraint/lane-bodies.kernel';
import { MOST_PART_ROWS, Row, rowsWritten, startRows } from '../../constraint/row.kernel';
import { theSubstep } from '../../constraint/substep';
import { BY_ROWS } from '../../joint/kinds';
import { JointLanes } from '../../joint/lanes.kernel';
import { JointVisitor, visitJoints } from '../../joint/visit.kernel';
import { ReadRows } from '../read-rows.kernel';
import { WriteRows } from '../write-rows.kernel';
import { dampCoordinates, noteSpeeds, warmCoordinates } from './coordinates.kernel';
import { dampRows } from './damp.kernel';
import { SolveNow } from './solve-now.kernel';
import { warmRows } from './warm.kernel';

const ROWS: usize = scratch<Row<v128>>(MOST_PART_ROWS);

class Solve extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    const size = <usize>group.bytes;
    const first = <usize>group.first;
    const end = first + <usize>group.count * size;
    if (theSubstep().backward && group.color == OVERFLOW_COLOR) {
      for (let last = end - size; last >= first; last -= size) changetype<J>(last).rows(changetype<SolveNow<v128>>(last));
    } else {
      for (let bundle = first; bundle < end; bundle += size) changetype<J>(bundle).rows(changetype<SolveNow<v128>>(bundle));
    }
  }
}

class Warm extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    for (let k: u32 = 0; k < group.count; k++) {
      const bundle = bundleAt(group, k);
      if (!changetype<LaneBodies>(bundle).soft) continue;
      startRows(ROWS);
      changetype<J>(bundle).rows(changetype<WriteRows<v128>>(bundle));
      warmRows<v128>(bundle, ROWS, rowsWritten(), theSubstep());
      startRows(ROWS);
      changetype<J>(bundle).rows(changetype<ReadRows<v128>>(bundle));
    }
  }
}

class Damp extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    for (let k: u32 = 0; k < group.count; k++) {
      const bundle = bundleAt(group, k);
      if (!changetype<LaneBodies>(bundle).damped) continue;
      const rates = changetype<J>(bundle).rates();
      if (!rates) continue;
      memory.fill(ROWS, 0, 3 * offsetof<Row<v128>>());
      startRows(ROWS);
      changetype<J>(bundle).rows(changetype<WriteRows<v128>>(bundle));
      dampRows<v128>(bundle, ROWS, rates, theSubstep());
    }
  }
}

/** An iteration: takes the errors at the end of the substep to zero. */
export function solveJoints(group: Group): void {
  visitJoints<v128, Solve>(group, changetype<Solve>(0));
}

/** Before the forces of a step's first substep. */
export function noteJointSpeeds(group: Group): void {
  if (group.kind & BY_ROWS) for (let k: u32 = 0; k < group.count; k++) noteSpeeds<v128>(bundleAt(group, k), theSubstep());
}

/** Before the first iteration: a part of the last substep's impulses of soft joints. */
export function warmJoints(group: Group): void {
  if (group.kind & BY_ROWS) {
    for (let k: u32 = 0; k < group.count; k++) {
      const bundle = bundleAt(group, k);
      if (changetype<LaneBodies>(bundle).soft) warmCoordinates<v128>(bundle, theSubstep());
    }
  } else {
    visitJoints<v128, Warm>(group, changetype<Warm>(0));
  }
}

/** The velocity pass: damping rates, and restitution of limits. */
export function dampJoints(group: Group): void {
  if (group.kind & BY_ROWS) {
    for (let k: u32 = 0; k < group.count; k++) {
      const bundle = bundleAt(group, k);
      if (changetype<LaneBodies>(bundle).damped) dampCoordinates<v128>(bundle, theSubstep());
    }
  } else {
    visitJoints<v128, Damp>(group, changetype<Damp>(0));
  }
}
