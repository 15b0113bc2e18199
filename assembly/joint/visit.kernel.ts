import { Group } from '../constraint/graph';
import { AngularDriveJoint } from './angular-drive.kernel';
import { BallJoint } from './ball.kernel';
import { DistanceJoint } from './distance.kernel';
import { GearJoint } from './gear.kernel';
import { HingeJoint } from './hinge.kernel';
import { BY_ROWS, typeOf } from './kinds';
import { JointLanes } from './lanes.kernel';
import { MatrixSpringJoint } from './matrix-spring.kernel';
import { PulleyJoint } from './pulley.kernel';
import { JointType } from './record';
import { RowsJoint } from './rows.kernel';

// The only place that knows which types of joint there are.

/** Something that is done with the bundles of a group, once its class is known. */
export abstract class JointVisitor<T> {
  abstract visit<J extends JointLanes<T>>(group: Group): void;
}

/** Has the joints of a group visited. */
export function visitJoints<T, V extends JointVisitor<T>>(group: Group, visitor: V): void {
  if (group.kind & BY_ROWS) {
    visitor.visit<RowsJoint<T>>(group);
  } else {
    switch (typeOf(group)) {
      case JointType.Ball:
        visitor.visit<BallJoint<T>>(group);
        break;
      case JointType.Hinge:
        visitor.visit<HingeJoint<T>>(group);
        break;
      case JointType.Distance:
      case JointType.Rope:
        visitor.visit<DistanceJoint<T>>(group);
        break;
      case JointType.MatrixSpring:
      case JointType.Grab:
        visitor.visit<MatrixSpringJoint<T>>(group);
        break;
      case JointType.AngularDrive:
        visitor.visit<AngularDriveJoint<T>>(group);
        break;
      case JointType.Gear:
      case JointType.RackAndPinion:
        visitor.visit<GearJoint<T>>(group);
        break;
      case JointType.Pulley:
        visitor.visit<PulleyJoint<T>>(group);
        break;
    }
  }
}
