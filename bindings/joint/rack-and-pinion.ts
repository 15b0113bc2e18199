import { options } from '../core/arguments.ts';
import { CouplingRecord, JointType } from '../core/layout.ts';
import { COUPLING_OPTIONS, type CoupledJoint, Coupling, type CouplingOptions, readCoupled } from './coupling.ts';
import { readRatio } from './gear.ts';
import type { Joint } from './joint.ts';

export interface RackAndPinionJointOptions<UserData = unknown> extends CouplingOptions<UserData> {
  /** A joint that has been added and has a rotation: a HingeJoint, CylindricalJoint or ScrewJoint. */
  pinion: CoupledJoint;
  /** A joint that has been added and has a translation: a PrismaticJoint, CylindricalJoint or ScrewJoint. */
  rack: CoupledJoint;
  /** Distance by which the rack moves along its axis per radian of the pinion, m; not zero, negative on the other side. */
  radius: number;
}

/** A wheel that rolls on a rack: offset = radius · angle + a constant. It is removed with either of the two joints. */
export class RackAndPinionJoint<UserData = unknown> extends Coupling<UserData> {
  override readonly type = JointType.RackAndPinion;

  constructor(given: RackAndPinionJointOptions<UserData>) {
    const o = options<RackAndPinionJointOptions<UserData>>(given, 'The options of RackAndPinionJoint', [
      ...COUPLING_OPTIONS,
      'pinion',
      'rack',
      'radius',
    ]);
    const pinion = readCoupled(o.pinion, 'pinion', ['rotation']);
    super(o, pinion, readCoupled(o.rack, 'rack', ['translation']), readRatio(o.radius, 'radius'));
  }

  get pinion(): Joint {
    return this.firstCoordinate.joint;
  }
  get rack(): Joint {
    return this.secondCoordinate.joint;
  }
  /** Distance by which the rack moves per radian of the pinion, m. Setting it does not move the bodies. */
  get radius(): number {
    return this.parameter(CouplingRecord.ratio);
  }
  set radius(value: number) {
    this.setRatio(readRatio(value, 'radius'));
  }
}
