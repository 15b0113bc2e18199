// What a robot will be made of: links that fixed joints hold together are one body.

import type { Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import type { Shape } from '../../index.ts';
import { turnTensor, within } from './frames.ts';
import type { Frame } from './reading.ts';
import { type MadeMeshes, shapeOf } from './shapes.ts';
import type { UrdfDescription, UrdfJoint, UrdfLink } from './urdf-description.ts';

/** Links that are one body, whose frame is that of the first. */
export interface PlannedBody {
  readonly links: readonly { readonly link: UrdfLink; readonly frame: Frame }[];
  /** What moves it, and the number of the body that it hangs on; null and -1 for the first. */
  readonly joint: UrdfJoint | null;
  readonly parent: number;
  /** Of the joint's frame, at zero, in the parent's. */
  readonly origin: Frame;
  readonly mass: { readonly mass: number; readonly inertia: readonly number[]; readonly centerOfMass: Vec3 } | null;
  readonly shape: Shape | null;
}

const HERE: Frame = { position: [0, 0, 0], orientation: [0, 0, 0, 1] };

/** The bodies, each after the one that it hangs on, with the joints of each link in the order of the file. */
export function planBodies(description: UrdfDescription, meshes: MadeMeshes, fixedBase: boolean): PlannedBody[] {
  const links = new Map(description.links.map((link) => [link.name, link]));
  const byParent = new Map<string, UrdfJoint[]>();
  for (const joint of description.joints) byParent.set(joint.parent, [...(byParent.get(joint.parent) ?? []), joint]);
  const bodies: PlannedBody[] = [];

  const plan = (first: string, joint: UrdfJoint | null, parent: number, origin: Frame): void => {
    const members: { link: UrdfLink; frame: Frame }[] = [{ link: links.get(first)!, frame: HERE }];
    const moved: { joint: UrdfJoint; origin: Frame }[] = [];
    for (const { link, frame } of members)
      for (const next of byParent.get(link.name) ?? []) {
        const place = within(frame, next.origin);
        if (next.type === 'fixed') members.push({ link: links.get(next.child)!, frame: place });
        else moved.push({ joint: next, origin: place });
      }
    const number = bodies.length;
    const mass = massOf(members);
    if (!mass && (joint || !fixedBase)) throw massless(joint, members[0].link);
    bodies.push({ links: members, joint, parent, origin, mass, shape: shapeOf(members, meshes) });
    for (const { joint: next, origin: place } of moved) plan(next.child, next, number, place);
  };
  plan(description.root, null, -1, HERE);
  return bodies;
}

const massless = (joint: UrdfJoint | null, { name, line }: UrdfLink): HolonomicError =>
  new HolonomicError(
    'invalid-argument',
    joint
      ? `<link name="${name}"> (line ${line}) is moved by the joint "${joint.name}", and has no mass; give it an <inertial>.`
      : `<link name="${name}"> (line ${line}) is the base, and has no mass; give it an <inertial>, or load the robot with fixedBase: true.`,
  );

/** Sums over links that hold together; null where none has a mass. */
function massOf(members: readonly { link: UrdfLink; frame: Frame }[]): PlannedBody['mass'] {
  const parts = members.flatMap(({ link: { inertial }, frame }) => {
    if (!inertial) return [];
    const { position, orientation } = within(frame, inertial.origin);
    return [{ mass: inertial.mass, center: position, tensor: turnTensor(inertial.inertia, orientation) }];
  });
  if (parts.length === 0) return null;
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  const centerOfMass = [0, 1, 2].map((k) => parts.reduce((sum, part) => sum + part.mass * part.center[k], 0) / mass) as Vec3;
  const inertia = new Array<number>(9).fill(0);
  for (const part of parts) {
    const arm = part.center.map((component, k) => component - centerOfMass[k]);
    const square = arm.reduce((sum, component) => sum + component * component, 0);
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        inertia[3 * row + column] += part.tensor[3 * row + column] + part.mass * ((row === column ? square : 0) - arm[row] * arm[column]);
  }
  return { mass, inertia, centerOfMass };
}
