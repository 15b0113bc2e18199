import type { Vec3 } from '../../core/arguments.ts';
import type { Frame } from './reading.ts';

/** What a URDF says of a robot, checked. Lengths in m, angles in rad, masses in kg. */
export interface UrdfDescription {
  readonly name: string;
  /** In the order of the file. */
  readonly links: readonly UrdfLink[];
  readonly joints: readonly UrdfJoint[];
  /** Name of the link that no joint moves. */
  readonly root: string;
  /** Elements that say nothing that is read, such as <gazebo> and <transmission>. */
  readonly ignored: readonly { readonly element: string; readonly line: number }[];
}

export interface UrdfLink {
  readonly name: string;
  readonly line: number;
  readonly inertial: UrdfInertial | null;
  readonly collisions: readonly UrdfGeometry[];
  readonly visuals: readonly UrdfGeometry[];
}

export interface UrdfInertial {
  /** Of the centre of mass, and of the axes of the inertia, in the link's frame. */
  readonly origin: Frame;
  readonly mass: number;
  /** kg m² about the centre of mass: nine numbers in rows. */
  readonly inertia: readonly number[];
}

export type UrdfShape =
  | { readonly type: 'box'; readonly size: Readonly<Vec3> }
  | { readonly type: 'sphere'; readonly radius: number }
  /** Along z. */
  | { readonly type: 'cylinder' | 'capsule'; readonly radius: number; readonly length: number }
  | { readonly type: 'mesh'; readonly filename: string; readonly scale: Readonly<Vec3> };

/** A <collision> or a <visual>. */
export interface UrdfGeometry {
  readonly name: string | null;
  readonly line: number;
  /** In the link's frame. */
  readonly origin: Frame;
  readonly shape: UrdfShape;
  /** Red, green, blue and opacity from 0 to 1, where a material says it. */
  readonly color: readonly number[] | null;
}

export const URDF_JOINT_TYPES = ['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating'] as const;
export type UrdfJointType = (typeof URDF_JOINT_TYPES)[number];

export interface UrdfJoint {
  readonly name: string;
  readonly line: number;
  readonly type: UrdfJointType;
  /** Names of links. */
  readonly parent: string;
  readonly child: string;
  /** Of the child's frame in the parent's, where the joint is at zero. */
  readonly origin: Frame;
  /** Unit vector in the child's frame: of a planar joint the normal of the plane. */
  readonly axis: Readonly<Vec3>;
  /** Infinite where there is none. */
  readonly lower: number;
  readonly upper: number;
  /** Maximum load of its motor, N m or N, and maximum speed, rad/s or m/s. */
  readonly effort: number;
  readonly velocity: number;
  /** Viscous: N m s/rad or N s/m; and Coulomb friction, N m or N. */
  readonly damping: number;
  readonly friction: number;
  /** Its value is multiplier · that of the other joint + offset. */
  readonly mimic: { readonly joint: string; readonly multiplier: number; readonly offset: number } | null;
}
