// Masses of the plane: by area, with one moment of inertia.
import { options, orDefault, positive } from '../core/arguments.ts';
import { HolonomicError, type MassPropertiesOptions } from '../index.ts';
import { inSpace, type Shape2D, type Vec2Like, vector2 } from './shapes.ts';

/** Mass, moment of inertia and centre of mass of a body of the plane. */
export interface MassProperties2D {
  /** Density of the body's shape, kg/m². Not together with `mass`. */
  density?: number;
  /** Mass, kg. The inertia is scaled to it, unless it is given. */
  mass?: number;
  /** Moment of inertia about the centre of mass, kg m². */
  inertia?: number;
  /** Centre of mass in the body's own frame, m. */
  centerOfMass?: Vec2Like;
}

type MassInSpace = Pick<MassPropertiesOptions, 'mass' | 'inertia' | 'centerOfMass'>;

/** A body without a shape is one kilogram, and a solid ball of 0.5 m. */
const DEFAULT_SQUARED_RADIUS = 0.1;
const KNOWN: readonly (keyof MassProperties2D)[] = ['density', 'mass', 'inertia', 'centerOfMass'];

/** Mass properties in space of a body that is made with these options. */
export function massInSpace(shape: Shape2D | null, { density, mass, inertia, centerOfMass }: MassProperties2D): MassInSpace {
  if (mass !== undefined && density !== undefined) throw new HolonomicError('invalid-argument', 'Pass either mass or density, not both.');
  const extended = shape && Number.isFinite(shape.area) ? shape : null;
  if (density !== undefined && !extended)
    throw new HolonomicError('invalid-argument', 'A density needs a shape with an area; pass the mass itself.');
  const weight = mass !== undefined ? positive(mass, 'mass') : extended ? extended.area * positive(orDefault(density, 1), 'density') : 1;
  const moment = inertia === undefined ? weight * (extended?.squaredRadius ?? DEFAULT_SQUARED_RADIUS) : positive(inertia, 'inertia');
  const center = centerOfMass === undefined ? (extended?.centroid ?? [0, 0]) : vector2(centerOfMass, 'centerOfMass');
  return { mass: weight, inertia: [moment, moment, moment], centerOfMass: inSpace(center) };
}

/** What the options of `setMassProperties` are in space: with a density as above, otherwise what is omitted stays. */
export function massChanges(shape: () => Shape2D | null, given: MassProperties2D): MassInSpace {
  const o = options<MassProperties2D>(given, 'The options of setMassProperties', KNOWN);
  if (o.density !== undefined) return massInSpace(shape(), o);
  const moment = o.inertia === undefined ? undefined : positive(o.inertia, 'inertia');
  return {
    ...(o.mass !== undefined && { mass: o.mass }),
    ...(moment !== undefined && { inertia: [moment, moment, moment] }),
    ...(o.centerOfMass !== undefined && { centerOfMass: inSpace(vector2(o.centerOfMass, 'centerOfMass')) }),
  };
}
