// What can be wrong with a URDF though each element is right: links and joints must make a tree.
import { childrenOf, text, wrong } from './reading.ts';
import type { UrdfJoint, UrdfLink } from './urdf-description.ts';
import type { Element } from './xml.ts';

const elementsOf = (robot: Element, kind: string): Map<string, Element> =>
  new Map(childrenOf(robot, kind).map((element) => [text(element, 'name'), element]));

/** Name of the link that all others hang on. */
export function findRoot(robot: Element, links: readonly UrdfLink[], joints: readonly UrdfJoint[]): string {
  const names = new Set(links.map(({ name }) => name));
  const parentOf = new Map<string, UrdfJoint>();
  const childrenOfLink = new Map<string, string[]>();
  const [jointElements, linkElements] = [elementsOf(robot, 'joint'), elementsOf(robot, 'link')];
  for (const joint of joints) {
    const element = jointElements.get(joint.name)!;
    for (const end of ['parent', 'child'] as const)
      if (!names.has(joint[end])) throw wrong(element, `has "${joint[end]}" as its ${end}, but there is no link of that name.`);
    if (joint.parent === joint.child) throw wrong(element, `joins the link "${joint.child}" to itself.`);
    const other = parentOf.get(joint.child);
    if (other)
      throw wrong(
        element,
        `moves the link "${joint.child}", which the joint "${other.name}" (line ${other.line}) moves; links make a tree.`,
      );
    parentOf.set(joint.child, joint);
    childrenOfLink.set(joint.parent, [...(childrenOfLink.get(joint.parent) ?? []), joint.child]);
  }
  const roots = links.filter(({ name }) => !parentOf.has(name));
  if (roots.length === 0) throw wrong(robot, 'has no root: its joints go in a circle.');
  if (roots.length > 1)
    throw wrong(linkElements.get(roots[1].name)!, `hangs on no joint, nor does the link "${roots[0].name}"; there can be one root.`);
  const [root] = roots;
  const reached = new Set([root.name]);
  for (const name of reached) for (const next of childrenOfLink.get(name) ?? []) reached.add(next);
  const lost = links.find(({ name }) => !reached.has(name));
  if (lost) throw wrong(linkElements.get(lost.name)!, 'is in a circle of joints that does not hang on the root.');
  return root.name;
}

/** Joints follow others that have a value, and in no circle. */
export function checkMimics(robot: Element, joints: readonly UrdfJoint[]): void {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  const elements = elementsOf(robot, 'joint');
  for (const joint of joints) {
    if (!joint.mimic) continue;
    const [mimic] = childrenOf(elements.get(joint.name)!, 'mimic');
    const seen = new Set([joint.name]);
    for (let next = joint; next.mimic; ) {
      const other = byName.get(next.mimic.joint);
      if (!other) throw wrong(mimic, `follows "${next.mimic.joint}", but there is no joint of that name.`);
      if (!['revolute', 'continuous', 'prismatic'].includes(other.type))
        throw wrong(mimic, `follows "${other.name}", a ${other.type} joint, which has no single value.`);
      if (seen.has(other.name)) throw wrong(mimic, `makes joints follow each other in a circle, through "${other.name}".`);
      seen.add(other.name);
      next = other;
    }
  }
}
