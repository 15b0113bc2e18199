import type { Quaternion } from '../math/quaternion.ts';
import { Vec3 } from '../math/vec3.ts';
import { SHAPE_TYPES, Shape } from './shape.ts';

const MOST = Number.MAX_VALUE;
const AXES = ['x', 'y', 'z'] as const;

/** All that lies below z = 0 in the shape's own axes. For bodies that are not dynamic. */
export class Plane extends Shape {
  declare worldNormal: Vec3;
  declare worldNormalNeedsUpdate: boolean;

  constructor() {
    super({ type: SHAPE_TYPES.PLANE });
    this.worldNormal = new Vec3();
    this.worldNormalNeedsUpdate = true;
    this.boundingSphereRadius = MOST;
  }

  computeWorldNormal(quat: Quaternion): void {
    quat.vmult(Vec3.UNIT_Z, this.worldNormal);
    this.worldNormalNeedsUpdate = false;
  }
  override calculateLocalInertia(_mass: number, target?: Vec3): Vec3 {
    return target ?? new Vec3();
  }
  override volume(): number {
    return MOST;
  }
  override calculateWorldAABB(pos: Vec3, quat: Quaternion, min: Vec3, max: Vec3): void {
    const normal = quat.vmult(Vec3.UNIT_Z);
    min.set(-MOST, -MOST, -MOST);
    max.set(MOST, MOST, MOST);
    for (const axis of AXES) {
      if (normal[axis] === 1) max[axis] = pos[axis];
      else if (normal[axis] === -1) min[axis] = pos[axis];
    }
  }
  override updateBoundingSphereRadius(): void {
    this.boundingSphereRadius = MOST;
  }
}
