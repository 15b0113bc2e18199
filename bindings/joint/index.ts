import { refuseReadOnly } from '../core/assignments.ts';
import { JointType } from '../core/layout.ts';
import { JOINT_ADVICE } from './advice.ts';
import { AngularDriveJoint } from './angular-drive.ts';
import { AxialJoint } from './axial-joint.ts';
import { AxleJoint } from './axle.ts';
import { BallJoint } from './ball.ts';
import { ConeJoint } from './cone.ts';
import { Coupling } from './coupling.ts';
import { CustomJoint } from './custom.ts';
import { CylindricalJoint } from './cylindrical.ts';
import { DistanceJoint } from './distance.ts';
import { FixedJoint } from './fixed.ts';
import { FramedJoint } from './framed-joint.ts';
import { GearJoint } from './gear.ts';
import { GrabJoint } from './grab.ts';
import { HingeJoint } from './hinge.ts';
import { Joint } from './joint.ts';
import { LinkJoint } from './link-joint.ts';
import { MatrixSpringJoint } from './matrix-spring.ts';
import { OneCoordinateJoint } from './one-coordinate-joint.ts';
import { OneFreedomJoint } from './one-freedom-joint.ts';
import { PathJoint } from './path.ts';
import { PlanarJoint } from './planar.ts';
import { PointSpring } from './point-spring.ts';
import { PrismaticJoint } from './prismatic.ts';
import { PulleyJoint } from './pulley.ts';
import { RackAndPinionJoint } from './rack-and-pinion.ts';
import { RevoluteSphericalJoint } from './revolute-spherical.ts';
import { RopeJoint } from './rope.ts';
import { ScrewJoint } from './screw.ts';
import { SixDofJoint } from './six-dof.ts';
import { SpringDamperJoint } from './spring-damper.ts';
import { UniversalJoint } from './universal.ts';
import { WheelJoint } from './wheel.ts';

const CLASSES: Record<number, { prototype: Joint }> = {
  [JointType.Ball]: BallJoint,
  [JointType.Hinge]: HingeJoint,
  [JointType.Fixed]: FixedJoint,
  [JointType.Prismatic]: PrismaticJoint,
  [JointType.Distance]: DistanceJoint,
  [JointType.Cylindrical]: CylindricalJoint,
  [JointType.Universal]: UniversalJoint,
  [JointType.Planar]: PlanarJoint,
  [JointType.Rope]: RopeJoint,
  [JointType.SpringDamper]: SpringDamperJoint,
  [JointType.RevoluteSpherical]: RevoluteSphericalJoint,
  [JointType.SixDof]: SixDofJoint,
  [JointType.Axle]: AxleJoint,
  [JointType.Cone]: ConeJoint,
  [JointType.Screw]: ScrewJoint,
  [JointType.MatrixSpring]: MatrixSpringJoint,
  [JointType.Grab]: GrabJoint,
  [JointType.Gear]: GearJoint,
  [JointType.RackAndPinion]: RackAndPinionJoint,
  [JointType.Pulley]: PulleyJoint,
  [JointType.Path]: PathJoint,
  [JointType.Wheel]: WheelJoint,
  [JointType.Custom]: CustomJoint,
  [JointType.AngularDrive]: AngularDriveJoint,
};

/** What they have in common. */
const BASES: readonly { prototype: Joint }[] = [
  FramedJoint,
  LinkJoint,
  OneCoordinateJoint,
  OneFreedomJoint,
  AxialJoint,
  Coupling,
  PointSpring,
];
for (const type of [...BASES, ...Object.values(CLASSES)]) refuseReadOnly(type, 'a joint', JOINT_ADVICE);

/** A handle without options, for a record that is already in the memory. */
export function createHandle(type: number): Joint {
  // The constructor of the base class alone: those of the classes take options.
  const joint: Joint = Reflect.construct(Joint, [], CLASSES[type] as never);
  return Object.defineProperty(joint, 'type', { value: type, enumerable: true });
}
