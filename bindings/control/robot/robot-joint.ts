import type { Coordinate, Joint } from '../../index.ts';
import { HingeJoint, PrismaticJoint } from '../../index.ts';
import type { UrdfJoint, UrdfJointType } from './urdf-description.ts';

/** A joint of a robot. What a fixed one holds together is one body, so that it has no joint of the world. */
export class RobotJoint {
  readonly name: string;
  readonly type: UrdfJointType;
  /** Names of the links. */
  readonly parent: string;
  readonly child: string;
  /** The joint of the world; null where it is fixed. */
  readonly joint: Joint | null;
  /** What moves of a revolute, continuous or prismatic joint; null of others. */
  readonly coordinate: Coordinate | null;
  /** Bounds of its value, rad or m; infinite where there are none. */
  readonly lower: number;
  readonly upper: number;
  /** Maximum load of its motor, N m or N, and maximum speed, rad/s or m/s. */
  readonly effortLimit: number;
  readonly velocityLimit: number;
  /** Name of the joint that it follows, with which factor and offset. */
  readonly mimic: UrdfJoint['mimic'];
  /** Index in lists of positions, velocities, efforts and targets; -1 for joints without a single value. */
  readonly index: number;

  /** @internal */
  constructor(described: UrdfJoint, joint: Joint | null, index: number) {
    this.name = described.name;
    this.type = described.type;
    this.parent = described.parent;
    this.child = described.child;
    this.joint = joint;
    this.coordinate = coordinateOf(joint);
    this.lower = described.lower;
    this.upper = described.upper;
    this.effortLimit = described.effort;
    this.velocityLimit = described.velocity;
    this.mimic = described.mimic;
    this.index = index;
    Object.freeze(this);
  }

  /** Position, rad or m; zero for a fixed joint or one without a single value. */
  get position(): number {
    return this.coordinate?.value ?? 0;
  }
  get velocity(): number {
    return this.coordinate?.velocity ?? 0;
  }
  /** Load of its motor in the last step, N m or N. */
  get effort(): number {
    return this.coordinate?.loads.motor ?? 0;
  }
}

function coordinateOf(joint: Joint | null): Coordinate | null {
  if (joint instanceof HingeJoint) return joint.rotation;
  return joint instanceof PrismaticJoint ? joint.translation : null;
}
