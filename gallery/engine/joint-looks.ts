// What the joints of a world look like. Runs where the world is, so it knows nothing of how things are drawn.
import { conjugate, rotate } from '../../bindings/core/geometry.ts';
import type { Body, Joint, Vec3, World } from '../../bindings/index.ts';
import type { JointLook } from './types.ts';

/** More joints than this are not sent: they would be too small to be seen one by one. */
const MOST_JOINTS = 1200;
/** m/N; a distance that gives more than this is a spring. */
const STIFF = 1e-6;

/** The joints that hold, in the frames of their bodies, but for the one that is `hidden`. */
export function jointLooksOf(world: World, hidden: Joint | null = null): JointLook[] {
  if (world.jointCount > MOST_JOINTS) return [];
  return Array.from(world.joints)
    .filter((joint) => joint !== hidden && joint.enabled && !joint.broken)
    .map(lookOf);
}

function lookOf(joint: Joint): JointLook {
  const { a, b, index } = joint;
  const kind = joint.constructor.name.replace(/Joint$/, '');
  return {
    index,
    kind,
    a: a?.index ?? -1,
    b: b?.index ?? -1,
    from: localPoint(a, joint.anchorWorldA),
    to: localPoint(b, joint.anchorWorldB),
    axis: axisOf(joint, b),
    length: Math.hypot(...joint.anchorWorldA.map((value, axis) => value - joint.anchorWorldB[axis])),
    springy: isSpringy(joint, kind),
    lead: 'lead' in joint ? (joint.lead as number) : null,
    over: 'pointA' in joint ? [[...(joint.pointA as Vec3)], [...(joint as unknown as { pointB: Vec3 }).pointB]] : null,
    couples: couplesOf(joint),
  };
}

/** Gears and the like couple joints; a universal joint has a first and a second angle, which are none. */
function couplesOf(joint: Joint): [number, number] | null {
  if (!('first' in joint && 'second' in joint)) return null;
  const { first, second } = joint;
  return [first, second].some((part) => (part as Joint | null)?.b) ? [slotOf(first), slotOf(second)] : null;
}

/** The moving body of a joint that is coupled to another one. */
function slotOf(joint: unknown): number {
  return (joint as Joint | null)?.b?.index ?? -1;
}

function localPoint(body: Body | null, point: Readonly<Vec3>): Vec3 {
  return body ? body.localPoint([...point]) : [...point];
}

function axisOf(joint: Joint, body: Body | null): Vec3 | null {
  if (!('axisWorld' in joint)) return null;
  const axis = [...(joint.axisWorld as Vec3)] as Vec3;
  return body ? rotate(conjugate([...body.orientation]), axis) : axis;
}

function isSpringy(joint: Joint, kind: string): boolean {
  if (kind === 'SpringDamper' || kind === 'MatrixSpring') return true;
  return kind === 'Distance' && joint.compliance > STIFF;
}
