import type { Vec3 } from '../../core/arguments.ts';
import type { Frame } from './reading.ts';

/** The contents of a URDF, checked. Lengths in m, angles in rad, masses in kg. */
export interface UrdfDescription {
  readonly name: string;
  /** The links, in the order of the file. */
  readonly links: readonly UrdfLink[];
  readonly joints: readonly UrdfJoint[];
  /** Name of the link that no joint moves. */
  readonly root: string;
  /** Elements that are not used, such as <gazebo> and <transmission>. */
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
  /** Frame of the centre of mass and of the axes of the inertia, in the link's frame. */
  readonly origin: Frame;
  readonly mass: number;
  /** Inertia about the centre of mass, kg m²: nine numbers, row by row. */
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
  /** Pose in the link's frame. */
  readonly origin: Frame;
  readonly shape: UrdfShape;
  /** Red, green, blue and opacity from 0 to 1, if a material has them. */
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
  /** Frame of the child in the parent's, with the joint at zero. */
  readonly origin: Frame;
  /** Unit vector in the child's frame; for a planar joint the normal of the plane. */
  readonly axis: Readonly<Vec3>;
  /** Limits; infinite if there are none. */
  readonly lower: number;
  readonly upper: number;
  /** Maximum load of its motor, N m or N, and maximum speed, rad/s or m/s. */
  readonly effort: number;
  readonly velocity: number;
  /** Viscous damping, N m s/rad or N s/m, and Coulomb friction, N m or N. */
  readonly damping: number;
  readonly friction: number;
  /** If present, its value is multiplier · that of the other joint + offset. */
  readonly mimic: { readonly joint: string; readonly multiplier: number; readonly offset: number } | null;
}
