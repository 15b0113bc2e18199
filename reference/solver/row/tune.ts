// The rows of a joint with the options that it has for solvers on rows.
import type { ConstraintRow } from '../../constraint/row.ts';
import type { Joint } from '../../joint/joint.ts';

/** What a joint wants where its bodies are: located before. */
export function tunedRows(joint: Joint): ConstraintRow[] {
  const { a, b } = joint.pair;
  const { cfm, erp, maxForce, maxTorque, regularization, relaxation, ...scales } = joint.tuning;
  const rows = joint.constraintRows();
  for (const row of rows) {
    const most = row.ends.every(({ force }) => force.squaredLength === 0) ? maxTorque : maxForce;
    row.low = Math.max(row.low, -most);
    row.high = Math.min(row.high, most);
    Object.assign(row, { relaxation, regularization, erp, cfm });
    for (const end of row.ends) {
      if (end.body === a) Object.assign(end, { massScale: scales.massScaleA, inertiaScale: scales.inertiaScaleA });
      else if (end.body === b) Object.assign(end, { massScale: scales.massScaleB, inertiaScale: scales.inertiaScaleB });
    }
  }
  return rows;
}
