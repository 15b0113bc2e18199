import type { Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { validTensor } from '../../shape/mass-properties.ts';
import {
  child,
  childrenOf,
  colour,
  nonNegative,
  number,
  optionalText,
  originOf,
  positive,
  requiredChild,
  sizes,
  text,
  unitVector,
  vector,
  wrong,
} from './reading.ts';
import { checkMimics, findRoot } from './urdf-checks.ts';
import {
  URDF_JOINT_TYPES,
  type UrdfDescription,
  type UrdfGeometry,
  type UrdfInertial,
  type UrdfJoint,
  type UrdfJointType,
  type UrdfLink,
  type UrdfShape,
} from './urdf-description.ts';
import { type Element, parseElements } from './xml.ts';

const READ: Readonly<Record<string, readonly string[]>> = {
  robot: ['link', 'joint', 'material'],
  link: ['inertial', 'collision', 'visual'],
  joint: ['origin', 'parent', 'child', 'axis', 'limit', 'dynamics', 'mimic'],
};
const UNLIMITED = { lower: -Infinity, upper: Infinity, effort: Infinity, velocity: Infinity };

/**
 * Reads a URDF. Throws `invalid-argument` if it is invalid; the message names the element and its line. Elements for other programs, such
 * as <gazebo>, are listed in `ignored`.
 */
export function parseUrdf(given: string): UrdfDescription {
  const robot = parseElements(given);
  if (robot.name !== 'robot') throw wrong(robot, 'is not the <robot> element, which a URDF needs as its root.');
  const name = text(robot, 'name');
  const materials = materialsOf(robot);
  const links = childrenOf(robot, 'link').map((element) => readLink(element, materials));
  if (links.length === 0) throw wrong(robot, 'has no <link>.');
  const joints = childrenOf(robot, 'joint').map(readJoint);
  refuseTwins(robot, 'link');
  refuseTwins(robot, 'joint');
  const root = findRoot(robot, links, joints);
  checkMimics(robot, joints);
  const ignored = [robot, ...childrenOf(robot, 'link'), ...childrenOf(robot, 'joint')].flatMap(unread);
  return Object.freeze({ name, links: Object.freeze(links), joints: Object.freeze(joints), root, ignored: Object.freeze(ignored) });
}

const unread = (element: Element) =>
  element.children.filter(({ name }) => !READ[element.name].includes(name)).map(({ name, line }) => Object.freeze({ element: name, line }));

function refuseTwins(robot: Element, kind: string): void {
  const known = new Map<string, Element>();
  for (const element of childrenOf(robot, kind)) {
    const name = text(element, 'name');
    const other = known.get(name);
    if (other) throw wrong(element, `has the name of another ${kind}, in line ${other.line}.`);
    known.set(name, element);
  }
}

type Materials = ReadonlyMap<string, readonly number[]>;

function materialsOf(robot: Element): Materials {
  const found = new Map<string, readonly number[]>();
  for (const element of childrenOf(robot, 'material')) {
    const color = child(element, 'color');
    if (color) found.set(text(element, 'name'), colour(color, 'rgba'));
  }
  return found;
}

function readLink(element: Element, materials: Materials): UrdfLink {
  const inertial = child(element, 'inertial');
  const geometries = (kind: string) => Object.freeze(childrenOf(element, kind).map((each) => readGeometry(each, materials)));
  return Object.freeze({
    name: text(element, 'name'),
    line: element.line,
    inertial: inertial ? readInertial(inertial) : null,
    collisions: geometries('collision'),
    visuals: geometries('visual'),
  });
}

function readInertial(element: Element): UrdfInertial | null {
  const origin = originOf(element);
  const mass = nonNegative(requiredChild(element, 'mass'), 'value');
  const tensor = requiredChild(element, 'inertia');
  const [xx, xy, xz, yy, yz, zz] = ['ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz'].map((entry) => number(tensor, entry));
  const inertia = [xx, xy, xz, xy, yy, yz, xz, yz, zz];
  // Frames without a mass are written with zeros by some programs.
  if (mass === 0 && inertia.every((entry) => entry === 0)) return null;
  if (mass === 0) throw wrong(element, 'has an inertia, but a mass of zero.');
  try {
    validTensor(inertia, 'the inertia');
  } catch (cause) {
    if (cause instanceof HolonomicError) throw wrong(tensor, `is not a valid inertia: ${cause.message}`);
    throw cause;
  }
  return Object.freeze({ origin, mass, inertia: Object.freeze(inertia) });
}

function readGeometry(element: Element, materials: Materials): UrdfGeometry {
  const geometry = requiredChild(element, 'geometry');
  const [shape, second] = geometry.children;
  if (!shape) throw wrong(geometry, 'has no shape; it takes a <box>, <sphere>, <cylinder>, <capsule> or <mesh>.');
  if (second) throw wrong(geometry, `has a second shape, in line ${second.line}; give each a <${element.name}> of its own.`);
  const material = child(element, 'material');
  const color = material && child(material, 'color');
  return Object.freeze({
    name: optionalText(element, 'name') ?? null,
    line: element.line,
    origin: originOf(element),
    shape: Object.freeze(readShape(shape)),
    color: color ? colour(color, 'rgba') : ((material && materials.get(text(material, 'name'))) ?? null),
  });
}

function readShape(element: Element): UrdfShape {
  switch (element.name) {
    case 'box':
      return { type: 'box', size: Object.freeze(sizes(element, 'size')) };
    case 'sphere':
      return { type: 'sphere', radius: positive(element, 'radius') };
    case 'cylinder':
    case 'capsule':
      return { type: element.name, radius: positive(element, 'radius'), length: positive(element, 'length') };
    case 'mesh':
      return { type: 'mesh', filename: text(element, 'filename'), scale: Object.freeze(readScale(element)) };
    default:
      throw wrong(element, 'is not a shape; a <geometry> takes a <box>, <sphere>, <cylinder>, <capsule> or <mesh>.');
  }
}

function readScale(element: Element): Vec3 {
  const scale = vector(element, 'scale', [1, 1, 1]);
  if (scale.some((factor) => factor === 0)) throw wrong(element, 'has a scale of zero.');
  return scale;
}

function readJoint(element: Element): UrdfJoint {
  const name = text(element, 'name');
  const type = text(element, 'type') as UrdfJointType;
  if (!URDF_JOINT_TYPES.includes(type)) throw wrong(element, `has the type "${type}"; there are ${URDF_JOINT_TYPES.join(', ')}.`);
  const axis = child(element, 'axis');
  const dynamics = child(element, 'dynamics');
  const mimic = child(element, 'mimic');
  if (mimic && !['revolute', 'continuous', 'prismatic'].includes(type))
    throw wrong(mimic, `is in a ${type} joint, which has no single value; revolute, continuous and prismatic joints can mimic.`);
  return Object.freeze({
    name,
    line: element.line,
    type,
    parent: text(requiredChild(element, 'parent'), 'link'),
    child: text(requiredChild(element, 'child'), 'link'),
    origin: originOf(element),
    axis: Object.freeze(axis ? unitVector(axis, 'xyz', [1, 0, 0]) : ([1, 0, 0] as Vec3)),
    ...readLimit(element, type),
    damping: dynamics ? nonNegative(dynamics, 'damping', 0) : 0,
    friction: dynamics ? nonNegative(dynamics, 'friction', 0) : 0,
    mimic: mimic
      ? Object.freeze({ joint: text(mimic, 'joint'), multiplier: readMultiplier(mimic), offset: number(mimic, 'offset', 0) })
      : null,
  });
}

function readMultiplier(mimic: Element): number {
  const multiplier = number(mimic, 'multiplier', 1);
  if (multiplier === 0) throw wrong(mimic, 'has a multiplier of zero, which is a fixed joint.');
  return multiplier;
}

function readLimit(element: Element, type: UrdfJointType) {
  const bounded = type === 'revolute' || type === 'prismatic';
  const limit = bounded ? requiredChild(element, 'limit') : child(element, 'limit');
  if (!limit) return UNLIMITED;
  const [effort, velocity] = [nonNegative(limit, 'effort'), nonNegative(limit, 'velocity')];
  if (!bounded) return { ...UNLIMITED, effort, velocity };
  const [lower, upper] = [number(limit, 'lower', 0), number(limit, 'upper', 0)];
  if (lower > upper) throw wrong(limit, `has a lower limit of ${lower}, above its upper one of ${upper}.`);
  return { lower, upper, effort, velocity };
}
