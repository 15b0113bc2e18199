import { options } from '../core/arguments.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import { AXIAL_OPTIONS, AxialJoint, type AxialOptions } from './axial-joint.ts';
import { lockMask } from './framed-joint.ts';

export interface CylindricalJointOptions extends AxialOptions {}

const LOCKS = lockMask(Kind.Y, Kind.Z, Kind.SwingY, Kind.SwingZ);

/** B turns about an axis of A and slides along it. */
export class CylindricalJoint extends AxialJoint {
  override readonly type = JointType.Cylindrical;

  constructor(given: CylindricalJointOptions) {
    const o = options<CylindricalJointOptions>(given, 'The options of CylindricalJoint', AXIAL_OPTIONS);
    super(o);
  }

  override initialLocks(): number {
    return LOCKS;
  }
}
