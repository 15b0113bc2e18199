// Where the parts of a figure are in a pose, and which pose they are in.
import { type Quat, rotation, type Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { add, conjugate, multiply, rotate, subtract } from '../../core/geometry.ts';
import { unwrap } from '../../core/trigonometry.ts';
import { IDENTITY, normalizedQuat, rotationAbout, twistAbout } from '../rotations.ts';
import type { FigurePose, Part } from './description.ts';

/** Where a part is: its joint, and how it is turned against the rest of the figure at the origin. */
export interface PartPlace {
  joint: Vec3;
  turn: Quat;
}

/** The rotations of a pose in the order of the parts; that of the first is not used. Those of hinges are about their axes and within their limits. */
export function readPose(parts: readonly Part[], pose: FigurePose): Quat[] {
  if (typeof pose !== 'object' || pose === null)
    throw new HolonomicError('invalid-argument', 'A pose must be an object of rotations by the names of parts; {} is the pose at rest.');
  for (const name of Object.keys(pose))
    if (!parts.some((part) => part.name === name))
      throw new HolonomicError(
        'invalid-argument',
        `The figure has no part '${name}'. It has ${parts.map((part) => part.name).join(', ')}.`,
      );
  return parts.map((part) => {
    const given = pose[part.name];
    return given === undefined ? IDENTITY : withinHinge(part, rotation(given, `The rotation of '${part.name}'`));
  });
}

function withinHinge({ limits }: Part, turn: Quat): Quat {
  if (limits.kind === 'ball') return turn;
  const { axis, lower, upper } = limits;
  const angle = unwrap(twistAbout(axis, turn), (lower + upper) / 2);
  return rotationAbout(axis, Math.min(Math.max(angle, lower), upper));
}

/** Where all parts are, the first one where it is given. */
export function placeParts(parts: readonly Part[], turns: readonly Quat[], root: PartPlace): PartPlace[] {
  const places: PartPlace[] = [];
  for (const { index, joint, parent } of parts) {
    if (parent < 0) {
      places.push(root);
      continue;
    }
    const at = places[parent];
    const arm = subtract(joint, parts[parent].joint);
    places.push({ joint: add(at.joint, rotate(at.turn, arm)), turn: multiply(at.turn, turns[index]) });
  }
  return places;
}

/** Position and orientation of a part's body. */
export function bodyPose({ center, joint, rest }: Part, at: PartPlace): { position: Vec3; orientation: Quat } {
  return { position: add(at.joint, rotate(at.turn, subtract(center, joint))), orientation: normalizedQuat(multiply(at.turn, rest)) };
}

/** How a part is turned, from the orientation of its body. */
export const turnOf = ({ rest }: Part, orientation: Readonly<Quat>): Quat => multiply([...orientation], conjugate(rest));

/** The rotation of a part against its parent, as a pose has it, from the orientations of their bodies. */
export const poseBetween = (parent: Part, a: Readonly<Quat>, part: Part, b: Readonly<Quat>): Quat =>
  multiply(conjugate(turnOf(parent, a)), turnOf(part, b));

/** The orientation of a part's body in its parent's that a rotation of a pose is. */
export const targetOf = (parent: Part, part: Part, turn: Quat): Quat =>
  normalizedQuat(multiply(multiply(conjugate(parent.rest), turn), part.rest));
