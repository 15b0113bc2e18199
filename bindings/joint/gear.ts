import { choice, finite, options } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { CouplingRecord, JointType } from '../core/layout.ts';
import { COUPLING_OPTIONS, type CoupledJoint, Coupling, type CouplingOptions, readCoupled } from './coupling.ts';
import type { Joint } from './joint.ts';

export interface GearJointOptions<UserData = unknown> extends CouplingOptions<UserData> {
  /** Two joints that have been added: each a HingeJoint, PrismaticJoint, CylindricalJoint or ScrewJoint. */
  first: CoupledJoint;
  second: CoupledJoint;
  /**
   * second = ratio · first + a constant; not zero, negative for two meshing wheels. Its unit is that of the second over that of the first.
   */
  ratio: number;
  /** Which coordinate of a CylindricalJoint or ScrewJoint; the rotation by default. */
  firstCoordinate?: 'rotation' | 'translation';
  secondCoordinate?: 'rotation' | 'translation';
}

const OPTIONS = [...COUPLING_OPTIONS, 'first', 'second', 'ratio', 'firstCoordinate', 'secondCoordinate'] as const;
const NAMES = ['rotation', 'translation'] as const;

/** Keeps the coordinates of two joints in proportion. It is removed with either of them. */
export class GearJoint<UserData = unknown> extends Coupling<UserData> {
  override readonly type = JointType.Gear;

  constructor(given: GearJointOptions<UserData>) {
    const o = options<GearJointOptions<UserData>>(given, 'The options of GearJoint', OPTIONS);
    super(o, readSide(o, 'first'), readSide(o, 'second'), readRatio(o.ratio, 'ratio'));
  }

  get first(): Joint {
    return this.firstCoordinate.joint;
  }
  get second(): Joint {
    return this.secondCoordinate.joint;
  }
  /** Change of the second coordinate per change of the first. Setting it does not move the bodies. */
  get ratio(): number {
    return this.parameter(CouplingRecord.ratio);
  }
  set ratio(value: number) {
    this.setRatio(readRatio(value, 'ratio'));
  }
}

function readSide(given: GearJointOptions, side: 'first' | 'second') {
  const wanted = given[`${side}Coordinate`];
  return readCoupled(given[side], side, wanted === undefined ? NAMES : [choice(wanted, `${side}Coordinate`, NAMES)]);
}

/** A number other than zero. */
export function readRatio(value: unknown, name: string): number {
  const ratio = finite(value, name);
  if (ratio === 0) throw new HolonomicError('invalid-argument', `${name} must not be zero.`);
  return ratio;
}
