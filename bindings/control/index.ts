export type { LoadGiven as ExternalLoad } from './articulation/arguments.ts';
export {
  Articulation,
  type ArticulationFreedom,
  type ArticulationOptions,
  type ArticulationState,
  articulation,
} from './articulation/articulation.ts';
export type { Placed as BodyPlace } from './articulation/joint-model.ts';
export type { BoneLike, SkeletonLike } from './figure/bones.ts';
export type { PartBodyOptions } from './figure/build.ts';
export type { BallLimits, FigureDescription, FigurePart, FigurePose, HingeLimits, MuscleOptions } from './figure/description.ts';
export { type HumanoidOptions, humanoid } from './figure/humanoid.ts';
export type { Muscle } from './figure/muscle.ts';
export { type FigurePlace, Ragdoll, type RagdollOptions, type RootMode } from './figure/ragdoll.ts';
export { fromSkeleton, Rig, type SkeletonOptions } from './figure/rig.ts';
export type { SupportOptions } from './figure/support.ts';
export { type BodyGoal, BodyIk } from './kinematics/bodies.ts';
export { type BoneGoal, BoneIk, type BoneIkLink, type BoneIkOptions } from './kinematics/bones.ts';
export type { IkLinkOptions } from './kinematics/links.ts';
export type { IkResult } from './kinematics/solve.ts';
export { IkChain, type IkChainOptions, type IkGoal, type IkOptions, IkTree } from './kinematics/tree.ts';
export { DrivenFigure, type DrivenFigureOptions, type ResidualOptions } from './marker/driven-figure.ts';
export { type FitErrors, MarkerFit, type MarkerFitOptions } from './marker/fit.ts';
export { TrackedMotion, trackMarkers } from './marker/motion.ts';
export { MarkerRecording, parseMarkerCsv } from './marker/recording.ts';
export type { SegmentPose, SkeletonFit } from './marker/relax.ts';
export { MarkerSkeleton, type Segment, type SegmentOptions } from './marker/skeleton.ts';
export type { Frame as UrdfFrame } from './robot/reading.ts';
export { Robot, type RobotRecord, type RobotState } from './robot/robot.ts';
export type { RobotJoint } from './robot/robot-joint.ts';
export type { RobotLink } from './robot/robot-link.ts';
export { type RobotOptions, type ServoOptions, Z_UP } from './robot/robot-options.ts';
export type { LoadedMesh, LoadMesh, LoadMeshAsync, MeshRequest } from './robot/shapes.ts';
export { parseUrdf } from './robot/urdf.ts';
export type {
  UrdfDescription,
  UrdfGeometry,
  UrdfInertial,
  UrdfJoint,
  UrdfJointType,
  UrdfLink,
  UrdfShape,
} from './robot/urdf-description.ts';
