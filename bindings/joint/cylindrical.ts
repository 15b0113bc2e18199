import { options } from '../core/arguments.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import { AXIAL_OPTIONS, AxialJoint, type AxialOptions } from './axial-joint.ts';
import { lockMask } from './framed-joint.ts';

export interface CylindricalJointOptions<UserData = unknown> extends AxialOptions<UserData> {}

const LOCKS = lockMask(Kind.Y, Kind.Z, Kind.SwingY, Kind.SwingZ);

/** Lets B turn about an axis of A and slide along it. */
export class CylindricalJoint<UserData = unknown> extends AxialJoint<UserData> {
  override readonly type = JointType.Cylindrical;

  constructor(given: CylindricalJointOptions<UserData>) {
    const o = options<CylindricalJointOptions<UserData>>(given, 'The options of CylindricalJoint', AXIAL_OPTIONS);
    super(o);
  }

  override initialLocks(): number {
    return LOCKS;
  }
}
