import { boolean, finite, orDefault } from '../core/arguments.ts';
import { type Body, type BodyOptions, HolonomicError } from '../index.ts';
import { turnedBy } from './body.ts';
import { type MassProperties2D, massInSpace } from './mass.ts';
import { inSpace, requireShape2D, type Shape2D, type Vec2Like, vector2 } from './shapes.ts';

/** Options of bodies in space that those of the plane have in another form, or not at all. */
type OfSpace =
  | 'shape'
  | 'density'
  | 'mass'
  | 'inertia'
  | 'centerOfMass'
  | 'position'
  | 'orientation'
  | 'linearVelocity'
  | 'angularVelocity'
  | 'lockTranslation'
  | 'lockRotation'
  | 'oneWay';

export interface Body2DOptions<UserData = unknown> extends Omit<BodyOptions<UserData>, OfSpace>, MassProperties2D {
  shape?: Shape2D;
  /** Density of the shape, kg/m²; 1 by default. Not together with `mass`. */
  density?: number;
  /** Position of the body's origin, m. */
  position?: Vec2Like;
  /** Angle, rad, counter-clockwise. */
  angle?: number;
  linearVelocity?: Vec2Like;
  angularVelocity?: number;
  /** Whether the body cannot turn; false by default. */
  lockRotation?: boolean;
  /** Direction, in the body's axes, of the only side from which the body is solid; null, the default: it is solid from all sides. */
  oneWay?: Vec2Like | null;
}

/** What the options of a body of the plane are in space. */
export function bodyInSpace<UserData>(given: Body2DOptions<UserData>): BodyOptions<UserData> {
  if (typeof given !== 'object' || given === null)
    throw new HolonomicError('invalid-argument', 'addBody takes an object with options, such as { shape: new Circle(0.5) }.');
  for (const [name, instead] of [
    ['orientation', 'angle'],
    ['lockTranslation', 'a joint, such as addPrismatic'],
  ])
    if ((given as Record<string, unknown>)[name] !== undefined)
      throw new HolonomicError('invalid-argument', `${name} is for bodies in space; use ${instead}.`);
  const {
    angle,
    angularVelocity,
    centerOfMass,
    density,
    inertia,
    linearVelocity,
    lockRotation,
    mass,
    oneWay,
    position,
    shape: givenShape,
    ...rest
  } = given;
  const shape = givenShape ? requireShape2D(givenShape) : null;
  if (orDefault(given.type, 'dynamic') === 'dynamic' && shape && !Number.isFinite(shape.area))
    throw new HolonomicError('invalid-argument', "A half plane has no mass; make its body static with type: 'static'.");
  return {
    ...rest,
    ...(shape && { shape: shape.solid }),
    ...massInSpace(shape, { centerOfMass, density, inertia, mass }),
    position: inSpace(vector2(orDefault(position, [0, 0]), 'position')),
    orientation: turnedBy(finite(orDefault(angle, 0), 'angle')),
    linearVelocity: inSpace(vector2(orDefault(linearVelocity, [0, 0]), 'linearVelocity')),
    angularVelocity: [0, 0, finite(orDefault(angularVelocity, 0), 'angularVelocity')],
    // Static bodies too: their type may change.
    lockTranslation: [false, false, true],
    lockRotation: [true, true, boolean(orDefault(lockRotation, false), 'lockRotation')],
    ...(oneWay && { oneWay: inSpace(vector2(oneWay, 'oneWay')) }),
  };
}

/** Whether a body stays in the plane, whatever it can do there. */
export function isLockedInPlane({ lockTranslation, lockRotation }: Body): boolean {
  return lockTranslation[2] && lockRotation[0] && lockRotation[1];
}
