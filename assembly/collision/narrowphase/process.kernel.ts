// Two parts of two shapes: what each operation does with them.
import { castParts } from './cast-parts.kernel';
import { measureParts } from './distance-parts.kernel';
import { collideParts } from './contact-parts.kernel';
import { Operation, shapePair } from './shape-pair.kernel';
import { sweepParts } from './sweep.kernel';

/** Does the operation to the two parts: firstConvex() (unless the frame is a half-space) and secondConvex(). `part`: number of the first in the frame. */
export function processParts(part: u32): void {
  const operation = shapePair().operation;
  if (operation == Operation.Contacts) collideParts(part);
  else if (operation == Operation.Cast) castParts(part);
  else if (operation == Operation.Sweep) sweepParts();
  else measureParts(part);
}
