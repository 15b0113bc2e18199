// The options that a joint has for solvers on rows, from its record.
import { JointRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/memory.ts';

/** Of one joint; null: the world's. */
export interface RowTuning {
  relaxation: number;
  regularization: number;
  erp: number | null;
  cfm: number | null;
  maxForce: number;
  maxTorque: number;
  massScaleA: number;
  inertiaScaleA: number;
  massScaleB: number;
  inertiaScaleB: number;
}

/** That of a joint's record. */
export function readTuning({ f64 }: StateMemory, record: number): RowTuning {
  const number = (field: number) => f64[(record + field) >>> 3];
  const own = (field: number) => (number(field) < 0 ? null : number(field));
  return {
    relaxation: number(JointRecord.relaxation),
    regularization: number(JointRecord.regularization),
    erp: own(JointRecord.erp),
    cfm: own(JointRecord.cfm),
    maxForce: number(JointRecord.maxForce),
    maxTorque: number(JointRecord.maxTorque),
    massScaleA: number(JointRecord.massScaleA),
    inertiaScaleA: number(JointRecord.inertiaScaleA),
    massScaleB: number(JointRecord.massScaleB),
    inertiaScaleB: number(JointRecord.inertiaScaleB),
  };
}
