// What a joint lets B do against A: which numbers say where B is, and along and about what it moves.
import type { Quat, Vec3 } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { conjugate, multiply, rotate, subtract, unrotate } from '../../core/geometry.ts';
import { sineAndCosine } from '../../core/trigonometry.ts';
import {
  BallJoint,
  type Coordinate,
  CustomJoint,
  CylindricalJoint,
  FixedJoint,
  GearJoint,
  GrabJoint,
  HingeJoint,
  type Joint,
  MatrixSpringJoint,
  PlanarJoint,
  PrismaticJoint,
  PulleyJoint,
  RackAndPinionJoint,
  ScrewJoint,
  SixDofJoint,
  SpringDamperJoint,
  UniversalJoint,
} from '../../index.ts';

/** Position and orientation of a frame. */
export interface Placed {
  readonly position: Vec3;
  readonly orientation: Quat;
}

/** One way in which B moves: a turn about an axis through an anchor, or a slide along it. Axis and anchor are fixed to `carrier`. */
export interface Freedom {
  readonly name: string;
  readonly turns: boolean;
  /** In the joint's frame on the carrier. */
  readonly axis: Vec3;
  readonly carrier: 'a' | 'b';
  /** m/rad along the axis: the thread of a screw. */
  readonly lead: number;
}

export interface JointModel {
  readonly freedoms: readonly Freedom[];
  /** How many numbers say where B is. */
  readonly positionCount: number;
  /** Those numbers now. */
  positions(): number[];
  /** Speeds of the freedoms now. */
  velocities(): number[];
  /** The joint's frame on B against that on A. */
  placed(positions: ArrayLike<number>, start: number): Placed;
}

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const ORIGIN: Vec3 = [0, 0, 0];
const UPRIGHT: Quat = [0, 0, 0, 1];

/** The rotation about an axis of the frame. */
function turnAbout(axis: Vec3, angle: number): Quat {
  const { sine, cosine } = sineAndCosine(angle / 2);
  return [axis[0] * sine, axis[1] * sine, axis[2] * sine, cosine];
}

const turn = (name: string, axis: Vec3, carrier: 'a' | 'b', lead = 0): Freedom => ({ name, turns: true, axis, carrier, lead });
const slide = (name: string, axis: Vec3): Freedom => ({ name, turns: false, axis, carrier: 'a', lead: 0 });

type Transform = (values: readonly number[]) => Placed;

/** A joint whose positions are the values of its coordinates. */
function simple(freedoms: readonly Freedom[], coordinates: readonly Coordinate[], transform: Transform): JointModel {
  return {
    freedoms,
    positionCount: freedoms.length,
    positions: () => coordinates.map(({ value }) => value),
    velocities: () => coordinates.map(({ velocity }) => velocity),
    placed: (all, start) => transform(freedoms.map((_, k) => all[start + k])),
  };
}

/** The three rotations of B's frame about its own axes, after translations: a quaternion says how B is turned. */
function spherical(joint: Joint, slides: readonly Freedom[], coordinates: readonly Coordinate[]): JointModel {
  const count = slides.length;
  return {
    freedoms: [...slides, turn('turnX', X, 'b'), turn('turnY', Y, 'b'), turn('turnZ', Z, 'b')],
    positionCount: count + 4,
    positions: () => [
      ...coordinates.map(({ value }) => value),
      ...multiply(conjugate(multiply(orientationOf(joint.a), [...joint.frameA])), frameOnB(joint)),
    ],
    velocities: () => [
      ...coordinates.map(({ velocity }) => velocity),
      ...unrotate(frameOnB(joint), subtract(spinOf(joint.b), spinOf(joint.a))),
    ],
    placed(all, start) {
      const [x, y, z, w] = [0, 1, 2, 3].map((k) => all[start + count + k]);
      const length = Math.sqrt(x * x + y * y + z * z + w * w);
      if (!(length > 0)) throw new HolonomicError('invalid-argument', 'The four numbers of a quaternion must not all be zero.');
      return { position: along(slides, all, start), orientation: [x / length, y / length, z / length, w / length] };
    },
  };
}

const orientationOf = (body: Joint['a']): Quat => (body ? [...body.orientation] : UPRIGHT);
const spinOf = (body: Joint['a']): Vec3 => (body ? [...body.angularVelocity] : ORIGIN);
const frameOnB = (joint: Joint): Quat => multiply(orientationOf(joint.b), [...joint.frameB]);

function along(slides: readonly Freedom[], all: ArrayLike<number>, start: number): Vec3 {
  const position: Vec3 = [0, 0, 0];
  for (const [k, { axis }] of slides.entries()) for (let i = 0; i < 3; i++) position[i] += axis[i] * all[start + k];
  return position;
}

function sixDof(joint: SixDofJoint): JointModel {
  const { x, y, z, twist, swingY, swingZ } = joint;
  const linear = [
    { name: 'x', axis: X, coordinate: x },
    { name: 'y', axis: Y, coordinate: y },
    { name: 'z', axis: Z, coordinate: z },
  ].filter(({ coordinate }) => coordinate !== null);
  const slides = linear.map(({ name, axis }) => slide(name, axis));
  const coordinates = linear.map(({ coordinate }) => coordinate!);
  if (twist && swingY && swingZ) return spherical(joint, slides, coordinates);
  if (swingY || swingZ)
    throw new HolonomicError(
      'unsupported',
      'A SixDofJoint in an articulation may free no rotation, the twist, or all three; use a HingeJoint or a UniversalJoint.',
    );
  const count = slides.length;
  const freedoms = twist ? [...slides, turn('twist', X, 'b')] : slides;
  return simple(freedoms, twist ? [...coordinates, twist] : coordinates, (values) => ({
    position: along(slides, values, 0),
    orientation: twist ? turnAbout(X, values[count]) : UPRIGHT,
  }));
}

/** Whether a joint only pulls, or couples what others hold, so that it is no part of the tree. */
export function isLoad(joint: Joint): boolean {
  const loads = [SpringDamperJoint, MatrixSpringJoint, GrabJoint, GearJoint, RackAndPinionJoint, PulleyJoint, CustomJoint];
  return loads.some((type) => joint instanceof type);
}

/** Throws `unsupported` for joints that are no joints of a tree, such as ropes. */
export function modelOf(joint: Joint): JointModel {
  if (joint instanceof HingeJoint)
    return simple([turn('rotation', X, 'a')], [joint.rotation], ([angle]) => ({ position: ORIGIN, orientation: turnAbout(X, angle) }));
  if (joint instanceof PrismaticJoint)
    return simple([slide('translation', X)], [joint.translation], ([offset]) => ({ position: [offset, 0, 0], orientation: UPRIGHT }));
  if (joint instanceof FixedJoint) return simple([], [], () => ({ position: ORIGIN, orientation: UPRIGHT }));
  if (joint instanceof BallJoint) return spherical(joint, [], []);
  if (joint instanceof CylindricalJoint)
    return simple([turn('rotation', X, 'a'), slide('translation', X)], [joint.rotation, joint.translation], ([angle, offset]) => ({
      position: [offset, 0, 0],
      orientation: turnAbout(X, angle),
    }));
  if (joint instanceof ScrewJoint) {
    const lead = joint.lead / (2 * Math.PI);
    return simple([turn('rotation', X, 'a', lead)], [joint.rotation], ([angle]) => ({
      position: [lead * angle, 0, 0],
      orientation: turnAbout(X, angle),
    }));
  }
  if (joint instanceof UniversalJoint)
    return simple([turn('first', X, 'a'), turn('second', Z, 'b')], [joint.first, joint.second], ([first, second]) => ({
      position: ORIGIN,
      orientation: multiply(turnAbout(X, first), turnAbout(Z, second)),
    }));
  if (joint instanceof PlanarJoint)
    return simple([slide('y', Y), slide('z', Z), turn('rotation', X, 'b')], [joint.y, joint.z, joint.rotation], ([y, z, angle]) => ({
      position: [0, y, z],
      orientation: turnAbout(X, angle),
    }));
  if (joint instanceof SixDofJoint) return sixDof(joint);
  throw new HolonomicError(
    'unsupported',
    `A ${joint.constructor.name} cannot be part of an articulation, which supports Hinge, Prismatic, Fixed, Ball, Cylindrical, Screw, Universal, Planar ` +
      'and SixDof joints. Leave it out with `ignore`.',
  );
}

/** A frame seen from another, put together. */
export const compose = (outer: Placed, inner: Placed): Placed => ({
  position: [0, 1, 2].map((k) => outer.position[k] + rotate(outer.orientation, inner.position)[k]) as Vec3,
  orientation: multiply(outer.orientation, inner.orientation),
});

/** The outer frame seen from the inner one. */
export const inverseOf = ({ position, orientation }: Placed): Placed => {
  const back = conjugate(orientation);
  const [x, y, z] = rotate(back, position);
  return { position: [-x, -y, -z], orientation: back };
};
