// How a body moves in the engine: its type, mass, and the axes that are locked.
import type { Body } from '../body/body.ts';
import { BODY_TYPES } from '../body/body-types.ts';
import type { Vec3 } from '../math/vec3.ts';
import { unsupported } from '../unsupported.ts';

/** Moment of inertia over mass, m², of what nothing turns. */
const UNTURNED = 1e9;

type Axes = [boolean, boolean, boolean];

export type NativeType = 'dynamic' | 'static' | 'kinematic';

export function nativeTypeOf({ type, invMass }: Body): NativeType {
  if (type === BODY_TYPES.STATIC) return 'static';
  return type === BODY_TYPES.DYNAMIC && invMass > 0 ? 'dynamic' : 'kinematic';
}

/** Whether nothing but its own velocity turns a body, and it has one: locked axes would stop it, so it has a large inertia instead. */
export function spinsFreely(body: Body): boolean {
  const { x, y, z } = body.angularVelocity;
  if (x === 0 && y === 0 && z === 0) return false;
  const { invInertia: i } = body;
  return i.x === 0 && i.y === 0 && i.z === 0 && nativeTypeOf(body) === 'dynamic';
}

export function massOf(body: Body): { mass: number; inertia: [number, number, number]; centerOfMass: [number, number, number] } {
  const { invMass, invInertia: i } = body;
  const mass = invMass > 0 ? 1 / invMass : 1;
  const given = [i.x, i.y, i.z].map((inverse) => (inverse > 0 ? 1 / inverse : 0));
  const most = Math.max(...given) || (spinsFreely(body) ? UNTURNED * mass : mass);
  const moments = given.map((moment) => moment || most) as [number, number, number];
  return { mass, inertia: moments, centerOfMass: [0, 0, 0] };
}

/** Throws `unsupported` for factors other than 0 and 1. */
export function locksOf(body: Body): { lockTranslation: Axes; lockRotation: Axes } {
  const isDynamic = nativeTypeOf(body) === 'dynamic';
  const isFixed = isDynamic && body.invInertia.isZero() && !spinsFreely(body);
  const [linear, angular] = [heldAxes(body.linearFactor, 'linearFactor'), heldAxes(body.angularFactor, 'angularFactor')];
  return {
    // Kinematic bodies move by their velocity alone, which linearFactor does not bound.
    lockTranslation: linear.map((isHeld) => isHeld && isDynamic) as Axes,
    lockRotation: angular.map((isHeld) => isHeld || isFixed) as Axes,
  };
}

const heldAxes = (factors: Vec3, name: string): boolean[] =>
  (['x', 'y', 'z'] as const).map((axis) => {
    const factor = factors[axis];
    return factor === 0 || factor === 1 ? factor === 0 : unsupported(`A ${name}.${axis} of ${factor}`, 'use 0 or 1 for each axis');
  });
