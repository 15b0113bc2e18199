import type { Out, Vec3 } from '../core/arguments.ts';
import { JointType } from '../core/layout.ts';
import { describeHandle } from '../core/plain.ts';
import type { JointHandle } from './joint-handle.ts';

/** What every joint reports. */
interface TellingJoint extends JointHandle {
  readonly enabled: boolean;
  readonly broken: boolean;
  getForce(out?: Out): Vec3;
  getTorque(out?: Out): Vec3;
}

const NAMES = new Map(Object.entries(JointType).map(([name, type]) => [type as number, `${name}Joint`]));

/** What there is to report of a joint. */
export function plainJoint(joint: TellingJoint): object {
  const { a, b, index, world } = joint;
  const made = { type: NAMES.get(joint.type), index, a: a?.index ?? null, b: b?.index ?? null };
  if (!world) return made;
  return describeHandle(made, () => ({
    enabled: joint.enabled,
    broken: joint.broken,
    coordinates: Object.fromEntries(Object.entries(joint.kinds()).map(([name, kind]) => [name, joint.coordinateValue(kind)])),
    force: joint.getForce(),
    torque: joint.getTorque(),
  }));
}
