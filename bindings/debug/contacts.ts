import type { Vec3 } from '../core/arguments.ts';
import { add, scale } from '../core/geometry.ts';
import type { Contact } from '../query/contacts.ts';
import { COLORS } from './colors.ts';
import { drawArrow, drawStop } from './figures.ts';
import { HEAD } from './loads.ts';
import type { Drawing } from './options.ts';

/** Beside the size of the drawing: half a line of the cross at a contact point, and the normal where there is no force. */
const CROSS = 0.08;
const NORMAL = 0.2;

/** Where friction acts: the mean of the points by their forces, or their mean. */
function middle({ points }: Contact): Vec3 {
  const total = points.reduce((sum, { force }) => sum + force, 0);
  const weight = (force: number) => (total > 0 ? force / total : 1 / points.length);
  return points.reduce<Vec3>((sum, { position, force }) => add(sum, scale(position, weight(force))), [0, 0, 0]);
}

/** A cross in the plane of contact at each point; the force on the second body, or else the normal; and the friction on the second body. */
export function drawContacts({ world, pen, size, metresPerNewton }: Drawing): void {
  if (!world.hasCollision) return;
  world.forEachContact((contact) => {
    const { normal, points, friction } = contact;
    for (const { position, force } of points) {
      const color = force > 0 ? COLORS.loaded : COLORS.near;
      drawStop(pen, position, normal, CROSS * size, color);
      if (force > 0) drawArrow(pen, position, scale(normal, force * metresPerNewton), 1, HEAD * size, color);
      else pen.segment(position, add(position, scale(normal, NORMAL * size)), color);
    }
    drawArrow(pen, middle(contact), scale(friction, metresPerNewton), 1, HEAD * size, COLORS.friction);
  });
}
