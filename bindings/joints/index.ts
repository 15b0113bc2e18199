import { JointType } from '../layout.ts';
import { Axle } from './axle.ts';
import { Ball } from './ball.ts';
import { Cone } from './cone.ts';
import { Cylindrical } from './cylindrical.ts';
import { Distance } from './distance.ts';
import { Fixed } from './fixed.ts';
import { Gear } from './gear.ts';
import { Grab } from './grab.ts';
import { Hinge } from './hinge.ts';
import type { Joint } from './joint.ts';
import { MatrixSpring } from './matrix-spring.ts';
import { Path } from './path.ts';
import { Planar } from './planar.ts';
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

/** A handle without options, for a record that is already in the memory. */
export function createHandle(type: number): Joint {
  return Object.assign(Object.create(CLASSES[type].prototype), { type, userData: undefined }) as Joint;
}
