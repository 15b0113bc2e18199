// The mass of a body, where its centre is and how it resists rotation: from options, and in the body's record.
import { describe, options, positive, type Quat, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { BodyRecord } from '../core/layout.ts';
import { copyNumbers, finiteEntry, listLength } from '../core/lists.ts';
import type { StateMemory } from '../core/memory.ts';
import { readQuaternion, readVector, writeRecordQuaternion, writeRecordVector } from '../core/records.ts';
import { diagonalize, type MassProperties, validTensor } from '../shape/mass-properties.ts';
import { ShapeBase } from '../shape/shape.ts';

/**
 * Mass, centre of mass and inertia of a body. With a `shape` or a `density` the missing values follow as in `addBody`; without, they stay.
 */
export interface MassPropertiesOptions {
  /** The shape whose volume has the mass; the body's own shape by default. */
  shape?: ShapeBase;
  /** Density of the shape, kg/m³; 1000 if only the shape is given. Not together with `mass`. */
  density?: number;
  /** Mass, kg. The inertia is scaled to it, unless it is given. */
  mass?: number;
  /** kg m²: three principal moments along the body's axes, or nine numbers of the symmetric tensor in rows, about the centre of mass. */
  inertia?: ArrayLike<number>;
  /** Centre of mass in the body's own frame, m. */
  centerOfMass?: Vec3Like;
}

const KNOWN: readonly (keyof MassPropertiesOptions)[] = ['shape', 'density', 'mass', 'inertia', 'centerOfMass'];

/** Mass, principal moments of inertia and the rotation from their axes to the body's, and the centre of mass in the body's frame. */
export interface Mass {
  mass: number;
  inertia: Vec3;
  principal: Quat;
  center: Vec3;
}

/** A body without shape, mass and inertia: one kilogram, a solid ball of 0.5 m. */
const DEFAULT_MASS = 1;
const DEFAULT_RADIUS = 0.5;

const ORIGIN: Readonly<Vec3> = [0, 0, 0];

/** The mass of a body that is made with these options. */
export function readMass(o: MassPropertiesOptions): Mass {
  if (o.mass !== undefined && o.density !== undefined)
    throw new HolonomicError('invalid-argument', 'Pass either mass or density, not both.');
  if (o.density !== undefined && o.shape === undefined)
    throw new HolonomicError('invalid-argument', 'A density needs a shape; pass a shape, or the mass itself.');
  if (o.density !== undefined && ShapeBase.isShape(o.shape) && !o.shape.hasMass)
    throw new HolonomicError('invalid-argument', `A shape of type '${o.shape.type}' has no volume for a density; pass the mass itself.`);
  const density = o.density === undefined ? 1000 : positive(o.density, 'density');
  const properties = shapeProperties(o.shape);
  const given = o.mass === undefined ? undefined : positive(o.mass, 'mass');
  const mass = given ?? (properties ? properties.volume * density : DEFAULT_MASS);
  const center =
    o.centerOfMass === undefined ? ([...(properties?.centerOfMass ?? ORIGIN)] as Vec3) : vector(o.centerOfMass, 'centerOfMass');
  if (o.inertia !== undefined) {
    const { inertia, principal } = explicitInertia(o.inertia);
    return { mass, center, inertia, principal };
  }
  if (!properties) return { mass, center, inertia: solidBall(mass), principal: [0, 0, 0, 1] };
  const scale = mass / properties.volume;
  const { moments, rotation: principal } = diagonalize(properties.inertia.map((entry) => entry * scale));
  return { mass, center, inertia: moments, principal };
}

function shapeProperties(shape: ShapeBase | undefined): MassProperties | undefined {
  if (shape === undefined) return undefined;
  return requireShape(shape).hasMass ? shape.massProperties() : undefined;
}

export function requireShape(shape: unknown): ShapeBase {
  if (ShapeBase.isShape(shape)) return shape;
  throw new HolonomicError('invalid-argument', 'shape must be a shape, such as new Sphere(0.5) or new Box([1, 1, 1]).');
}

function solidBall(mass: number): Vec3 {
  const moment = 0.4 * mass * DEFAULT_RADIUS * DEFAULT_RADIUS;
  return [moment, moment, moment];
}

function explicitInertia(inertia: ArrayLike<number>): Pick<Mass, 'inertia' | 'principal'> & { isTensor: boolean } {
  const length = listLength(inertia, 'inertia');
  if (length !== 3 && length !== 9)
    throw new HolonomicError(
      'invalid-argument',
      `inertia must be three principal moments or the nine numbers of a tensor, but is ${describe(inertia)}.`,
    );
  const list = [...copyNumbers(inertia, length, 'inertia', (value, k) => finiteEntry(value, 'inertia', k))];
  const tensor = list.length === 3 ? [list[0], 0, 0, 0, list[1], 0, 0, 0, list[2]] : list;
  const { moments, rotation: principal } = diagonalize(validTensor(tensor, 'inertia'));
  return { inertia: moments, principal, isTensor: length === 9 };
}

/** What a body's mass becomes by these options; `shape` is its own. Throws `invalid-argument`. */
export function readMassProperties(given: unknown, shape: ShapeBase | null, now: Mass): Mass {
  const o = options<MassPropertiesOptions>(given, 'The options of setMassProperties', KNOWN);
  if (o.shape !== undefined || o.density !== undefined) return usable(readMass(shape ? { shape, ...o } : o));
  const mass = o.mass === undefined ? now.mass : positive(o.mass, 'mass');
  const center = o.centerOfMass === undefined ? now.center : vector(o.centerOfMass, 'centerOfMass');
  const { inertia, principal } = o.inertia === undefined ? scaledInertia(now, mass) : explicitInertia(o.inertia);
  return usable({ mass, center, inertia, principal });
}

/** The same with another mass, spread alike. Throws `invalid-argument`. */
export function withMass(now: Mass, mass: number): Mass {
  return usable({ ...now, mass, ...scaledInertia(now, mass) });
}

/** The same with another inertia: three moments about the principal axes there are, or the nine numbers of a tensor. */
export function withInertia(now: Mass, given: ArrayLike<number>): Mass {
  const { inertia, principal, isTensor } = explicitInertia(given);
  return usable({ ...now, inertia, principal: isTensor ? principal : now.principal });
}

function scaledInertia({ mass, inertia, principal }: Mass, wanted: number): Pick<Mass, 'inertia' | 'principal'> {
  const factor = wanted / mass;
  return { inertia: inertia.map((moment) => moment * factor) as Vec3, principal };
}

/** Refuses what the kernels cannot compute with. */
export function requireUsable({ mass, inertia }: Pick<Mass, 'mass' | 'inertia'>): void {
  if (![mass, ...inertia].every((value) => value > 0 && Number.isFinite(value) && Number.isFinite(1 / value)))
    throw new HolonomicError('invalid-argument', 'The mass or the inertia is too small or too large to compute with.');
}

function usable(mass: Mass): Mass {
  requireUsable(mass);
  return mass;
}

export function readRecordMass(memory: StateMemory, record: number): Mass {
  return {
    mass: memory.f64[(record + BodyRecord.mass) >>> 3],
    inertia: readVector(memory, record + BodyRecord.inertiaX),
    principal: readQuaternion(memory, record + BodyRecord.principalX),
    center: readVector(memory, record + BodyRecord.centerX),
  };
}

export function writeRecordMass(memory: StateMemory, record: number, { mass, inertia, principal, center }: Mass): void {
  memory.f64[(record + BodyRecord.mass) >>> 3] = mass;
  writeRecordVector(memory, record + BodyRecord.inertiaX, inertia);
  writeRecordQuaternion(memory, record + BodyRecord.principalX, principal);
  writeRecordVector(memory, record + BodyRecord.centerX, center);
}
