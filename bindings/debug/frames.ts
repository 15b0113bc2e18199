import type { Quat, Vec3 } from '../core/arguments.ts';
import { add, rotate, scale } from '../core/geometry.ts';
import { JointType } from '../core/layout.ts';
import type { Joint } from '../joint/joint.ts';
import { COLORS } from './colors.ts';
import { AXES } from './figures.ts';
import type { Drawing } from './options.ts';
import type { Pen } from './pen.ts';

const COLORS_OF_AXES = [COLORS.x, COLORS.y, COLORS.z];

/** Joints about points only: their frames are those of the bodies and mean nothing. */
const FRAMELESS: ReadonlySet<number> = new Set([
  JointType.Distance,
  JointType.Rope,
  JointType.SpringDamper,
  JointType.MatrixSpring,
  JointType.Grab,
  JointType.Pulley,
  JointType.Gear,
  JointType.RackAndPinion,
]);

/** Whether a joint holds axes and no points. Its anchors are the centres of mass, and for the world the origin. */
export const holdsNoPoint = ({ type }: Joint): boolean =>
  type === JointType.Axle || type === JointType.Cone || type === JointType.AngularDrive;

function drawFrame(pen: Pen, origin: Vec3, orientation: Quat, size: number): void {
  for (const [k, axis] of AXES.entries()) pen.segment(origin, add(origin, scale(rotate(orientation, axis), size)), COLORS_OF_AXES[k]);
}

/** The frames on A and on B; that on A is half as long. */
export function drawFrames({ pen, size, joints }: Drawing): void {
  for (const joint of joints) {
    if (FRAMELESS.has(joint.type)) continue;
    const { anchorA, anchorB, frameA, frameB } = joint.placement();
    drawFrame(pen, holdsNoPoint(joint) ? anchorB : anchorA, frameA, size / 2);
    drawFrame(pen, anchorB, frameB, size);
  }
}
