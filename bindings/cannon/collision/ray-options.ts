import type { Vec3 } from '../math/vec3.ts';
import type { RaycastResult } from './raycast-result.ts';

export const RAY_MODES = { CLOSEST: 1, ANY: 2, ALL: 4 } as const;
export type RayMode = (typeof RAY_MODES)[keyof typeof RAY_MODES];

export type RaycastCallback = (result: RaycastResult) => void;

export type RayOptions = {
  from?: Vec3;
  to?: Vec3;
  mode?: RayMode;
  result?: RaycastResult;
  /** Whether only the sides that face the ray are hit; false by default. */
  skipBackfaces?: boolean;
  collisionFilterMask?: number;
  collisionFilterGroup?: number;
  /** Whether bodies without `collisionResponse` are passed over; true by default. */
  checkCollisionResponse?: boolean;
  callback?: RaycastCallback;
};
