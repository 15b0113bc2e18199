// What a child of a compound has of its own, in place of what its body has.

import { type Material, type MaterialOptions, readPartOfMaterial } from '../body/material.ts';
import { boolean, direction, integer, type Quat, type Vec3, type Vec3Like } from '../core/arguments.ts';
import { rotate } from '../core/geometry.ts';
import { ChildFlag } from '../core/layout.ts';

/** Properties that a child of a compound may have of its own; omitted ones are those of the body. */
export interface ChildOptions {
  /** The child's own surface properties; the `surfaceVelocity` in the compound's axes. */
  material?: MaterialOptions;
  /** Whether the child only detects overlaps and pushes nothing; false by default. It then has no mass, unless all children are sensors. */
  sensor?: boolean;
  /** Like `oneWay` of a body, in the compound's axes; null: solid from all sides, whatever the body's setting is. */
  oneWay?: Vec3Like | null;
  /** Collision groups of the child, 32 bits; those of the body by default. */
  collisionGroup?: number;
  /** Groups the child collides with, 32 bits; the body's mask by default. */
  collisionMask?: number;
  /** Your own data; the engine never reads it. */
  userData?: unknown;
}

/** The same, checked. */
export interface ChildTraits {
  readonly material?: Readonly<Partial<Material>>;
  readonly sensor: boolean;
  readonly oneWay?: Readonly<Vec3> | null;
  readonly collisionGroup?: number;
  readonly collisionMask?: number;
  readonly userData?: unknown;
}

export const CHILD_OPTIONS: readonly (keyof ChildOptions)[] = [
  'material',
  'sensor',
  'oneWay',
  'collisionGroup',
  'collisionMask',
  'userData',
];

const NO_TRAITS: ChildTraits = { sensor: false };

/** The side from which alone a surface is solid, a unit vector. */
export const oneWaySide = (value: unknown, name: string): Vec3 | null => (value === null ? null : direction(value, name));

const groups = (value: unknown, name: string): number | undefined =>
  value === undefined ? undefined : integer(value, name, 0, 0xffffffff);

export function readTraits(given: ChildOptions, name: string): ChildTraits {
  const { material, sensor, userData } = given;
  return {
    material: material === undefined ? undefined : readPartOfMaterial(material, `${name}.material`, {}),
    sensor: sensor === undefined ? false : boolean(sensor, `${name}.sensor`),
    oneWay: given.oneWay === undefined ? undefined : oneWaySide(given.oneWay, `${name}.oneWay`),
    collisionGroup: groups(given.collisionGroup, `${name}.collisionGroup`),
    collisionMask: groups(given.collisionMask, `${name}.collisionMask`),
    userData,
  };
}

/** The traits of a child of a compound that is a part of another one, at an orientation and with what that gives its part. */
export function nestedTraits(inner: ChildTraits = NO_TRAITS, outer: ChildTraits, orientation: Quat): ChildTraits {
  const velocity = inner.material?.surfaceVelocity;
  const turned = velocity && { surfaceVelocity: rotate(orientation, [...velocity] as Vec3) };
  const material = inner.material || outer.material ? { ...outer.material, ...inner.material, ...turned } : undefined;
  return {
    ...(material && { material: Object.freeze(material) }),
    sensor: inner.sensor || outer.sensor,
    ...(inner.oneWay !== undefined
      ? { oneWay: inner.oneWay && Object.freeze(rotate(orientation, [...inner.oneWay])) }
      : pick('oneWay', inner, outer)),
    ...pick('collisionGroup', inner, outer),
    ...pick('collisionMask', inner, outer),
    ...pick('userData', inner, outer),
  };
}

function pick<Name extends keyof ChildTraits>(name: Name, inner: ChildTraits, outer: ChildTraits): Partial<ChildTraits> {
  const value = inner[name] === undefined ? outer[name] : inner[name];
  return value === undefined ? {} : { [name]: value };
}

/** Whether the kernels have to look at the child by itself. */
export const isDistinct = ({ material, sensor, oneWay, collisionGroup, collisionMask }: Partial<ChildTraits>): boolean =>
  sensor === true || material !== undefined || oneWay !== undefined || collisionGroup !== undefined || collisionMask !== undefined;

/** Bits of ChildFlag. */
export const traitFlags = ({ sensor, collisionGroup, collisionMask }: Partial<ChildTraits>): number =>
  (sensor ? ChildFlag.Sensor : 0) |
  (collisionGroup === undefined ? 0 : ChildFlag.Group) |
  (collisionMask === undefined ? 0 : ChildFlag.Mask);
