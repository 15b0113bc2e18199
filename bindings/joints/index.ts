import { refuseReadOnly } from '../assignments.ts';
import { JointType } from '../layout.ts';
import { JOINT_ADVICE } from './advice.ts';
import { AxialJoint } from './axial-joint.ts';
import { Axle } from './axle.ts';
import { Ball } from './ball.ts';
import { Cone } from './cone.ts';
import { Coupling } from './coupling.ts';
import { Cylindrical } from './cylindrical.ts';
import { Distance } from './distance.ts';
import { Fixed } from './fixed.ts';
import { FramedJoint } from './framed-joint.ts';
import { Gear } from './gear.ts';
import { Grab } from './grab.ts';
import { Hinge } from './hinge.ts';
import { Joint } from './joint.ts';
import { LinkJoint } from './link-joint.ts';
import { MatrixSpring } from './matrix-spring.ts';
import { OneCoordinateJoint } from './one-coordinate-joint.ts';
import { OneFreedomJoint } from './one-freedom-joint.ts';
import { Path } from './path.ts';
import { Planar } from './planar.ts';
import { PointSpring } from './point-spring.ts';
import { Prismatic } from './prismatic.ts';
import { Pulley } from './pulley.ts';
import { RackAndPinion } from './rack-and-pinion.ts';
import { RevoluteSpherical } from './revolute-spherical.ts';
import { Rope } from './rope.ts';
import { Screw } from './screw.ts';
import { SixDof } from './six-dof.ts';
import { SpringDamper } from './spring-damper.ts';
import { Universal } from './universal.ts';

const CLASSES: Record<number, { prototype: Joint }> = {
  [JointType.Ball]: Ball,
  [JointType.Hinge]: Hinge,
  [JointType.Fixed]: Fixed,
  [JointType.Prismatic]: Prismatic,
  [JointType.Distance]: Distance,
  [JointType.Cylindrical]: Cylindrical,
  [JointType.Universal]: Universal,
  [JointType.Planar]: Planar,
  [JointType.Rope]: Rope,
  [JointType.SpringDamper]: SpringDamper,
  [JointType.RevoluteSpherical]: RevoluteSpherical,
  [JointType.SixDof]: SixDof,
  [JointType.Axle]: Axle,
  [JointType.Cone]: Cone,
  [JointType.Screw]: Screw,
  [JointType.MatrixSpring]: MatrixSpring,
  [JointType.Grab]: Grab,
  [JointType.Gear]: Gear,
  [JointType.RackAndPinion]: RackAndPinion,
  [JointType.Pulley]: Pulley,
  [JointType.Path]: Path,
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
