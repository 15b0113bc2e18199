import type { Vec3 } from '../core/arguments.ts';
import { scale } from '../core/geometry.ts';
import { COLORS } from './colors.ts';
import { drawArrow } from './figures.ts';
import type { Drawing } from './options.ts';

/** Length of an arrow's head beside the size of the drawing. */
export const HEAD = 0.6;

/** The force on B at its anchor, mean over the last step. */
export function drawForces({ pen, size, metresPerNewton, joints }: Drawing): void {
  const force: Vec3 = [0, 0, 0];
  for (const joint of joints) {
    joint.getForce(force);
    drawArrow(pen, joint.placeOf('b'), scale(force, metresPerNewton), 1, HEAD * size, COLORS.force);
  }
}

/** The torque on B about its anchor, as an arrow with two heads along the axis that it turns about by the right hand. */
export function drawTorques({ pen, size, metresPerNewtonMetre, joints }: Drawing): void {
  const torque: Vec3 = [0, 0, 0];
  for (const joint of joints) {
    joint.getTorque(torque);
    drawArrow(pen, joint.placeOf('b'), scale(torque, metresPerNewtonMetre), 2, HEAD * size, COLORS.torque);
  }
}
