import { Coordinate as Kind } from '../core/layout.ts';
import { handleOf } from './coordinate.ts';
import type { JointHandle } from './joint-handle.ts';
import { type ConeLimitOptions, type Limit, readCone, resolveLimit } from './limits.ts';

/** Half angles of a cone, and its softness. */
export type ConeLimits = Readonly<Required<Pick<ConeLimitOptions, 'y' | 'z' | 'compliance' | 'damping' | 'restitution'>>>;

/** The cone of a joint, as it lies in the record. */
export function coneLimits(joint: JointHandle): ConeLimits | null {
  void joint.chain;
  const limit = handleOf(joint, Kind.Cone).limit();
  if (!limit) return null;
  const { lower: y, upper: z, ...softness }: Limit = limit;
  return Object.freeze({ y, z, ...softness });
}

/** Sets the cone of a joint, or takes it away. */
export function setConeLimits(joint: JointHandle, value: ConeLimitOptions | null, name: string): void {
  joint.changing();
  const given = value === null ? null : readCone(value, name);
  const cone = handleOf(joint, Kind.Cone);
  cone.setCone(given && resolveLimit(given, () => cone.inverseMassInCone(given.lower, given.upper)));
}
