// Inverse kinematics of bodies that joints hold together.
import { options, type Quat, type Vec3Like, vector } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { multiply } from '../../core/geometry.ts';
import { readEntries, SOME } from '../../core/lists.ts';
import { BallJoint, type Body, HingeJoint } from '../../index.ts';
import { normalizedQuat } from '../rotations.ts';
import type { IkLinkOptions } from './links.ts';
import { turnedTensor } from './matrices.ts';
import { type IkResult, readGoals } from './solve.ts';
import { type IkOptions, IkTree } from './tree.ts';

/** A point of a body, in its frame, and its target. */
export interface BodyGoal {
  body: Body;
  /** The body's origin by default. */
  point?: Vec3Like;
  target: Vec3Like;
}

/**
 * Moves bodies to the result of inverse kinematics, by teleporting them. Each link is the body B of a ball joint or a hinge, and its parent
 * is body A. Masses and inertias are those of the bodies, and hinge limits apply; ball joints turn freely here.
 */
export class BodyIk {
  private readonly joints: readonly (BallJoint | HingeJoint)[];
  private readonly bodies: readonly Body[];

  constructor(
    joints: readonly (BallJoint | HingeJoint)[],
    private readonly given: IkOptions = {},
  ) {
    const needs = () => 'BodyIk takes a list of ball joints and hinges, each behind the one that its body A hangs on.';
    this.joints = readEntries(joints, 'The list of joints', SOME, needs, (joint) => {
      if (!(joint instanceof BallJoint || joint instanceof HingeJoint)) throw new HolonomicError('invalid-argument', needs());
      return joint;
    });
    this.bodies = this.joints.map(({ b }) => {
      if (!b) throw new HolonomicError('invalid-argument', 'Each joint of BodyIk needs a body B.');
      return b;
    });
    if (new Set(this.bodies).size < joints.length)
      throw new HolonomicError('invalid-argument', 'Each body can hang on one joint of BodyIk only.');
    new IkTree(this.links(), given);
  }

  /**
   * Turns the bodies about their joints, starting from their current poses, so that points of them reach their targets, and places them
   * there at rest. Throws `invalid-argument`.
   */
  solve(goals: readonly BodyGoal[]): IkResult {
    const tree = new IkTree(this.links(), this.given);
    const read = readGoals(goals, (goal, k) => {
      const { body, point, target } = options<BodyGoal>(goal, `Goal ${k}`, ['body', 'point', 'target']);
      const link = this.bodies.indexOf(body);
      if (link < 0) throw new HolonomicError('invalid-argument', `body of goal ${k} must hang on one of the joints.`);
      return { link, point: body.worldPoint(point === undefined ? [0, 0, 0] : vector(point, `point of goal ${k}`)), target };
    });
    const result = tree.solve(read);
    this.bodies.forEach((body, link) => {
      const position = tree.point(link, body.position);
      body.orientation = normalizedQuat(multiply([...tree.rotation(link)] as Quat, [...body.orientation] as Quat));
      body.position = position;
      if (body.type === 'dynamic') {
        body.linearVelocity = [0, 0, 0];
        body.angularVelocity = [0, 0, 0];
      }
    });
    return result;
  }

  /** The bodies as they are now. */
  private links(): IkLinkOptions[] {
    return this.joints.map((joint, k) => {
      const body = this.bodies[k];
      const [xx, yy, zz, xy, xz, yz] = turnedTensor(multiply([...body.orientation] as Quat, [...body.principalRotation] as Quat), [
        ...body.inertia,
        0,
        0,
        0,
      ]);
      return {
        parent: this.bodies.indexOf(joint.a as Body),
        pivot: joint.anchorWorldB,
        mass: body.mass,
        centerOfMass: [...body.centerOfMass],
        inertia: [xx, xy, xz, xy, yy, yz, xz, yz, zz],
        ...(joint instanceof HingeJoint && rangeOf(joint)),
      };
    });
  }
}

function rangeOf(joint: HingeJoint): Pick<IkLinkOptions, 'hinge' | 'lower' | 'upper'> {
  const bound = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value - joint.angle : undefined);
  const [lower, upper] = [bound(joint.limits?.lower), bound(joint.limits?.upper)];
  return { hinge: joint.axisWorld, ...(lower !== undefined && { lower }), ...(upper !== undefined && { upper }) };
}
