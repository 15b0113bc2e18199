// How solvers on rows take the rows of one joint; XPBD asks for none of it.
import { nonNegative, nonNegativeOrInfinite, options, relaxationFactor, share } from '../core/arguments.ts';
import { JointRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';

export interface RowOptions {
  /** 'dbd': factor of the world's `relaxation`; 1 by default. */
  relaxation?: number;
  /** 'dbd': added to the world's `regularization`, 1/kg or 1/(kg m²); 0 by default. */
  regularization?: number;
  /** 'ode': replace the world's `erp`, 0 to 1, and `cfm`, s/kg or s/(kg m²). */
  erp?: number;
  cfm?: number;
  /** Maximum load of each row, N and N m, over a substep; infinite by default. */
  maxForce?: number;
  maxTorque?: number;
  /**
   * Factors of the inverse masses and inertias of the bodies in the rows of this joint, from 0 on; 1 by default. They do not conserve
   * momentum.
   */
  massScaleA?: number;
  inertiaScaleA?: number;
  massScaleB?: number;
  inertiaScaleB?: number;
}

const NAMES = [
  'relaxation',
  'regularization',
  'erp',
  'cfm',
  'maxForce',
  'maxTorque',
  'massScaleA',
  'inertiaScaleA',
  'massScaleB',
  'inertiaScaleB',
] as const satisfies readonly (keyof RowOptions)[];

const FIELDS = NAMES.map((name) => JointRecord[name]);

/** In the record: that of the world. */
const OF_WORLD = -1;

const DEFAULTS: Readonly<Required<RowOptions>> = {
  relaxation: 1,
  regularization: 0,
  erp: OF_WORLD,
  cfm: OF_WORLD,
  maxForce: Infinity,
  maxTorque: Infinity,
  massScaleA: 1,
  inertiaScaleA: 1,
  massScaleB: 1,
  inertiaScaleB: 1,
};

const DEFAULT_NUMBERS = NAMES.map((name) => DEFAULTS[name]);

const CHECKS: Record<keyof RowOptions, (value: unknown, name: string) => number> = {
  relaxation: relaxationFactor,
  regularization: nonNegative,
  erp: share,
  cfm: nonNegative,
  maxForce: nonNegativeOrInfinite,
  maxTorque: nonNegativeOrInfinite,
  massScaleA: nonNegative,
  inertiaScaleA: nonNegative,
  massScaleB: nonNegative,
  inertiaScaleB: nonNegative,
};

/** Checks them; what is not given is the default. Throws `invalid-argument`. */
export function readRowOptions(given: unknown): Readonly<Required<RowOptions>> {
  if (given === undefined) return DEFAULTS;
  const o = options<RowOptions>(given, 'rowOptions', NAMES);
  return Object.fromEntries(
    NAMES.map((name) => [name, o[name] === undefined ? DEFAULTS[name] : CHECKS[name](o[name], `rowOptions.${name}`)]),
  ) as Required<RowOptions>;
}

export function storeRowOptions({ f64 }: StateMemory, record: number, values: Readonly<Required<RowOptions>>): void {
  // Most joints have these, and numbers in a list are read faster than properties by name.
  if (values === DEFAULTS) for (let k = 0; k < FIELDS.length; k++) f64[(record + FIELDS[k]) >>> 3] = DEFAULT_NUMBERS[k];
  else for (let k = 0; k < NAMES.length; k++) f64[(record + FIELDS[k]) >>> 3] = values[NAMES[k]];
}

/** Those of a record; without `erp` and `cfm` where they are the world's. */
export function loadRowOptions({ f64 }: StateMemory, record: number): RowOptions {
  const values = NAMES.map((name) => [name, f64[(record + JointRecord[name]) >>> 3]] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== OF_WORLD));
}

/** Whether a record has values that these options could have. */
export function hasSoundRowOptions({ f64 }: StateMemory, record: number): boolean {
  return NAMES.every((name) => {
    const value = f64[(record + JointRecord[name]) >>> 3];
    if (value === DEFAULTS[name]) return true;
    try {
      CHECKS[name](value, name);
      return true;
    } catch {
      return false;
    }
  });
}
