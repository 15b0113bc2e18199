import { options } from '../arguments.ts';
import { JointType, Coordinate as Kind } from '../layout.ts';
import { AXIAL_OPTIONS, AxialJoint, type AxialOptions } from './axial-joint.ts';
import { lockMask } from './framed-joint.ts';

export interface CylindricalOptions extends AxialOptions {}

const LOCKS = lockMask(Kind.Y, Kind.Z, Kind.SwingY, Kind.SwingZ);

/** B turns about an axis of A and slides along it. */
export class Cylindrical extends AxialJoint {
  override readonly type = JointType.Cylindrical;

  constructor(given: CylindricalOptions) {
    const o = options<CylindricalOptions>(given, 'The options of Cylindrical', AXIAL_OPTIONS);
    super(o);
  }

  override initialLocks(): number {
    return LOCKS;
  }
}
