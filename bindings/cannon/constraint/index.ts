export { ConeTwistConstraint, type ConeTwistConstraintOptions } from './cone-twist.ts';
export { Constraint, type ConstraintOptions } from './constraint.ts';
export { DistanceConstraint } from './distance.ts';
export { HingeConstraint, type HingeConstraintOptions } from './hinge.ts';
export { LockConstraint, type LockConstraintOptions } from './lock.ts';
export { PointToPointConstraint } from './point-to-point.ts';
